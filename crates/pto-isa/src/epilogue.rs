//! What happens to an accumulator tile on its way through a queue: `acc_push_epilogue`.
//!
//! Source: PTOAS 0.60 include/PTO/IR/PTOAttrs.td:1300-1380, lib/PTO/IR/PTO.cpp:18680-18750, 19415-19545.

use crate::dtype::DType::{self, *};
use crate::layout::Layout;

/// Layouts of the tile that arrives, by the word that asks for it.
pub const LAYOUTS: &[(&str, Layout)] =
    &[("nz2nd", Layout::Nd), ("nz2dn", Layout::Dn), ("nz2nz", Layout::Nz)];

/// Words for the activation.
pub const RELUS: &[&str] = &["no_relu", "normal_relu"];

/// What a conversion scales by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Nothing.
    None,
    /// One number, from `set_quant_scalar`.
    Scalar,
    /// A table, from `set_quant_vector`.
    Vector,
}

/// One conversion.
#[derive(Debug)]
pub struct Quant {
    /// Its word.
    pub name: &'static str,
    /// Element types that are pushed.
    pub from: &'static [DType],
    /// Element types that arrive, with their sign; `no_convert` keeps the one pushed.
    pub to: &'static [DType],
    /// What it scales by.
    pub scale: Scale,
    /// Only A5 (and the simulator) has it.
    pub a5_only: bool,
}

macro_rules! quants {
    ($($name:literal: $from:expr => $to:expr, $scale:ident, $on:literal;)*) => {
        &[$(Quant { name: $name, from: &$from, to: &$to, scale: Scale::$scale, a5_only: $on }),*]
    };
}

/// All conversions.
pub static QUANTS: &[Quant] = quants! {
    "no_convert": [F32, I32] => [F32, I32], None, false;
    "f32_f16": [F32] => [F16], None, false;
    "f32_bf16": [F32] => [Bf16], None, false;
    "req8_scalar": [I32] => [Si8, U8], Scalar, false;
    "req8_vec": [I32] => [Si8], Vector, false;
    "deqf16_scalar": [I32] => [F16], Scalar, false;
    "deqf16_vec": [I32] => [F16], Vector, false;
    "qf322b8_pre_scalar": [F32] => [Si8, U8], Scalar, false;
    "qf322b8_pre_vec": [F32] => [Si8], Vector, false;
    "qf322f16_pre_scalar": [F32] => [F16], Scalar, false;
    "qf322bf16_pre_scalar": [F32] => [Bf16], Scalar, false;
    "qs322bf16_pre_scalar": [I32] => [Bf16], Scalar, true;
    "qs322bf16_pre_vec": [I32] => [Bf16], Vector, true;
    "qf322hif8_pre_scalar": [F32] => [Hif8], Scalar, true;
    "qf322fp8_pre_scalar": [F32] => [F8E4M3], Scalar, true;
};

/// An epilogue as written, one word per part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Epilogue<'t> {
    /// `nz2nd` ...
    pub layout: &'t str,
    /// `no_convert` ...
    pub quant: &'t str,
    /// `no_relu` ...
    pub relu: &'t str,
}

impl<'t> Epilogue<'t> {
    /// Reads `#pto.acc_push_epilogue<layout = nz2nd, quant = no_convert, relu = no_relu>`. A part that is
    /// not there is empty.
    pub fn parse(text: &'t str) -> Option<Epilogue<'t>> {
        let inner = text.split_once('<')?.1.strip_suffix('>')?;
        let mut e = Epilogue::default();
        for part in inner.split(',') {
            let (key, word) = part.split_once('=')?;
            match key.trim() {
                "layout" => e.layout = word.trim(),
                "quant" => e.quant = word.trim(),
                "relu" => e.relu = word.trim(),
                _ => return None,
            }
        }
        Some(e)
    }

    /// The conversion, if the word is known.
    pub fn conversion(&self) -> Option<&'static Quant> {
        QUANTS.iter().find(|q| q.name == self.quant)
    }

    /// The layout that arrives, if the word is known.
    pub fn arriving(&self) -> Option<Layout> {
        LAYOUTS.iter().find(|l| l.0 == self.layout).map(|l| l.1)
    }

    /// The parts with their name, word and the words they can be.
    pub fn parts(&self) -> [(&'static str, &'t str, Vec<&'static str>); 3] {
        [
            ("layout", self.layout, LAYOUTS.iter().map(|l| l.0).collect()),
            ("quant", self.quant, QUANTS.iter().map(|q| q.name).collect()),
            ("relu", self.relu, RELUS.to_vec()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_epilogue_is_read_part_by_part() {
        let text = "#pto.acc_push_epilogue<layout = nz2dn, quant = req8_vec, relu = no_relu>";
        let e = Epilogue::parse(text).unwrap();
        assert_eq!((e.layout, e.quant, e.relu), ("nz2dn", "req8_vec", "no_relu"));
        assert_eq!(e.conversion().map(|q| (q.scale, q.a5_only)), Some((Scale::Vector, false)));
        assert_eq!(e.arriving(), Some(Layout::Dn));
        assert!(QUANTS.iter().filter(|q| q.a5_only).count() == 4);
        assert!(Epilogue::parse("#pto.acc_push_epilogue<what>").is_none());
    }
}
