//! What there is in a program, for a corpus: programs that have something which none before them had are worth changing.

use pto_ir::Module;
use pto_ir::module::Node;
use pto_isa::Type;
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// What a legal program has: each instruction with the sorts of its values, and each pair of instructions that follow each other.
/// The numbers are the same on every machine.
///
/// ```
/// use pto_smith::novelty::features;
/// let one = "func.func @f(%a: !pto.tile_buf<vec, 8x64xf32>) {
///   pto.tneg ins(%a : !pto.tile_buf<vec, 8x64xf32>) outs(%a : !pto.tile_buf<vec, 8x64xf32>)
///   return
/// }";
/// let wide = one.replace("f32", "f16");
/// assert_eq!(features(one), features(one));
/// assert_ne!(features(one), features(&wide));
/// ```
pub fn features(text: &str) -> BTreeSet<u64> {
    let (module, _) = pto_ir::parse(text);
    let mut found = BTreeSet::new();
    let mut before = "";
    for (_, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        found.insert(Fnv::of(|h| use_of(&module, node, def.name, h)));
        found.insert(Fnv::of(|h| write!(h, "{before}, {}", def.name)));
        before = def.name;
    }
    found
}

fn use_of(module: &Module, node: &Node, name: &str, h: &mut Fnv) -> fmt::Result {
    write!(h, "{name}")?;
    for operand in module.operands(node) {
        write!(h, " {}", operand.slot)?;
        sort_of(module.type_of(operand.value), h)?;
    }
    for attr in module.node_attrs(node) {
        write!(h, " {}", module.sym(attr.name))?;
    }
    Ok(())
}

/// A type without sizes, of which there is no end.
fn sort_of(ty: Option<&Type>, h: &mut Fnv) -> fmt::Result {
    match ty {
        Some(Type::Tile(t) | Type::MultiTile(t, _)) => write!(h, "tile {} {}", t.space, t.dtype),
        Some(Type::Vreg { dtype, .. }) => write!(h, "vreg {dtype}"),
        Some(Type::View { dtype, .. }) => write!(h, "view {dtype}"),
        Some(Type::Other(_)) | None => Ok(()),
        Some(other) => write!(h, "{other}"),
    }
}

/// FNV-1a of what is written.
struct Fnv(u64);

impl Fnv {
    fn of(write: impl FnOnce(&mut Fnv) -> fmt::Result) -> u64 {
        let mut h = Fnv(0xCBF2_9CE4_8422_2325);
        // Writing to a number does not fail.
        let _ = write(&mut h);
        h.0
    }
}

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for b in text.bytes() {
            self.0 = (self.0 ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01B3);
        }
        Ok(())
    }
}
