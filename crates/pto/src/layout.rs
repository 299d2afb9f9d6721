//! Layouts an instruction asks for, as bounds that say so where they are not met.

use crate::marker::{ColMajor, Nn, Nz, Order, RowMajor, Zn, Zz};

macro_rules! patterns {
    ($($(#[doc = $doc:literal])* $name:ident, $message:literal: $($layout:ident $(<const $f:ident>)?),*;)*) => {$(
        $(#[doc = $doc])*
        #[diagnostic::on_unimplemented(message = $message, label = "this tile is `{Self}`")]
        pub trait $name: Order {}
        $(impl $(<const $f: u32>)? $name for $layout $(<$f>)? {})*
    )*};
}

patterns! {
    /// Row-major, unboxed.
    IsNd, "this operand must be ND (`RowMajor`, unboxed)": RowMajor;
    /// Column-major, unboxed.
    IsDn, "this operand must be DN (`ColMajor`, unboxed)": ColMajor;
    /// Row-major, boxed or not.
    IsRowMajor, "this operand must be row-major: `RowMajor`, `Zn` or `Zz`":
        RowMajor, Zn<const F>, Zz<const F>;
    /// Column-major, boxed or not.
    IsColMajor, "this operand must be column-major: `ColMajor`, `Nz` or `Nn`":
        ColMajor, Nz<const F>, Nn<const F>;
    /// Without boxes.
    IsNoneBox, "this operand must be unboxed: `RowMajor` or `ColMajor`": RowMajor, ColMajor;
    /// Boxes column by column, rows inside.
    IsNz, "this operand must be `Nz`": Nz<const F>;
    /// Boxes row by row, columns inside.
    IsZn, "this operand must be `Zn`": Zn<const F>;
    /// Boxes row by row, rows inside.
    IsZz, "this operand must be `Zz`": Zz<const F>;
    /// Boxes column by column, columns inside.
    IsNn, "this operand must be `Nn`": Nn<const F>;
}
