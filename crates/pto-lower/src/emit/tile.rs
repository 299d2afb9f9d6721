//! Tiles: their declarations, addresses, windows and descriptors.

use super::body::Body;
use super::types;
use pto_ir::ValueId;
use pto_ir::module::NodeId;
use pto_isa::{Dim, TileTy, Type};

impl Body<'_> {
    /// The tile type of a value.
    pub(super) fn tile_of(&self, value: ValueId) -> Option<TileTy> {
        let written = || self.module.type_of(value).and_then(Type::as_tile);
        self.retyped.get(&value).or_else(written).copied()
    }

    /// Declares a tile; the extents are for the dynamic ones of its valid region.
    pub(super) fn declare_tile(
        &mut self,
        value: ValueId,
        extents: [Option<String>; 2],
    ) -> Option<String> {
        let t = self.tile_of(value)?;
        let ty = self.type_of(value);
        let name = self.name(value);
        let mut args = Vec::new();
        for (dim, given, whole) in
            [(t.valid_rows, &extents[0], t.rows), (t.valid_cols, &extents[1], t.cols)]
        {
            if dim == Dim::Dynamic {
                args.push(given.clone().unwrap_or_else(|| whole.to_string()));
            }
        }
        match args.is_empty() {
            true => self.out.line(format!("{ty} {name};")),
            false => self.out.line(format!("{ty} {name}({});", args.join(", "))),
        }
        Some(name)
    }

    fn extent_operands(&mut self, id: NodeId) -> [Option<String>; 2] {
        let node = self.module.node(id);
        ["valid_row", "valid_col"].map(|n| self.operand(node, n).map(|v| self.atom(v)))
    }

    /// An address: bytes from the start of the memory.
    fn address(&mut self, value: ValueId) -> String {
        match self.known(value) {
            Some(n) if n >= 0 => format!("{n:#x}"),
            _ => self.atom(value),
        }
    }

    pub(super) fn alloc_tile(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some(result) = self.module.results(node).next() else { return };
        let extents = self.extent_operands(id);
        let Some(addr) = self.operand(node, "addr") else {
            if self.is_placed_by_scale(result) {
                self.declare_tile(result, extents);
                return;
            }
            return self.refuse(
                node.span,
                "a tile in C++ needs an address",
                "give it one, or let the tool place it (without --no-lower)",
            );
        };
        let addr = self.address(addr);
        if let Some(name) = self.declare_tile(result, extents) {
            self.out.line(format!("TASSIGN({name}, {addr});"));
        }
    }

    /// Whether a scale takes its place from the tile it belongs to.
    fn is_placed_by_scale(&self, value: ValueId) -> bool {
        self.users_of(value).any(|n| {
            pto_analysis::facts::instruction(self.module, n) == "get_scale_addr"
                && self.operand(n, "dst") == Some(value)
        })
    }

    /// Several tiles under one name become an array.
    pub(super) fn alloc_multi_tile(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some(result) = self.module.results(node).next() else { return };
        let Some(Type::MultiTile(t, count)) = self.module.type_of(result) else { return };
        let (t, count) = (*t, *count);
        let (Some(addr), Some(ty)) = (self.operand(node, "addr"), types::tile(&t, self.target))
        else {
            return self.refuse(
                node.span,
                "a tile in C++ needs an address",
                "give it one, or let the tool place it (without --no-lower)",
            );
        };
        let extents = self.extent_operands(id);
        let name = self.name(result);
        let dims = [(t.valid_rows, t.rows), (t.valid_cols, t.cols)];
        let dynamic = dims.iter().zip(extents).filter(|((d, _), _)| *d == Dim::Dynamic);
        let args: Vec<String> =
            dynamic.map(|((_, whole), e)| e.unwrap_or_else(|| whole.to_string())).collect();
        let one = format!("{ty}({})", args.join(", "));
        match args.is_empty() {
            true => self.out.line(format!("{ty} {name}[{count}];")),
            false => {
                let all = vec![one; count as usize].join(", ");
                self.out.line(format!("{ty} {name}[{count}] = {{{all}}};"));
            }
        }
        // Source of the distance: the plan keeps each of them on a block of its own.
        let bytes = t.size_bytes().next_multiple_of(pto_isa::target::ADDRESS_ALIGN_BYTES);
        for i in 0..u64::from(count) {
            let at = match self.known(addr) {
                Some(n) => format!("{:#x}", n as u64 + i * bytes),
                None => format!("{} + {}", self.atom(addr), i * bytes),
            };
            self.out.line(format!("TASSIGN({name}[{i}], {at});"));
        }
    }

    pub(super) fn multi_tile_get(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some(result) = self.module.results(node).next() else { return };
        let (Some(source), Some(slot)) = (self.operand(node, "source"), self.operand(node, "slot"))
        else {
            return;
        };
        let (source, slot) = (self.atom(source), self.atom(slot));
        let ty = self.type_of(result);
        let name = self.name(result);
        self.references.insert(result);
        self.out.line(format!("{ty}& {name} = {source}[{slot}];"));
    }

    pub(super) fn assign_tile(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some(tile) = self.operand(node, "tile") else { return };
        let addr = match self.operand(node, "addr") {
            Some(addr) => self.address(addr),
            None => format!(
                "{:#x}",
                pto_analysis::facts::int(self.module, node, "address").unwrap_or(0)
            ),
        };
        let name = self.atom(tile);
        self.out.line(format!("TASSIGN({name}, {addr});"));
        if let Some(result) = self.module.results(node).next() {
            self.atoms.insert(result, name);
            if self.references.contains(&tile) {
                self.references.insert(result);
            }
        }
    }

    /// A window of a tile: a tile of its own that starts inside the other.
    pub(super) fn subview(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some(result) = self.module.results(node).next() else { return };
        let Some(source) = self.operand(node, "source") else { return };
        let Some(slot) = self.module.def(node).and_then(|d| d.slot("offsets")) else { return };
        let offsets: Vec<ValueId> = self.module.slot_values(node, slot).collect();
        let ([row, col], Some(s), Some(r)) =
            (&offsets[..], self.tile_of(source), self.tile_of(result))
        else {
            return self.refuse(
                node.span,
                "the window needs a row and a column",
                "give two offsets",
            );
        };
        // A step of the outer order is as long as in the source, so the C++ type has the source's pitch and says by
        // its valid region how much of it the window is.
        let mut wide = r;
        match s.blayout {
            pto_isa::BLayout::RowMajor => wide.cols = s.cols,
            pto_isa::BLayout::ColMajor => wide.rows = s.rows,
        }
        if wide != r {
            self.retyped.insert(result, wide);
        }
        let (row, col) = (self.atom(*row), self.atom(*col));
        let extents = self.extent_operands(id);
        let source_name = self.atom(source);
        let Some(name) = self.declare_tile(result, extents) else { return };
        if !s.layout().is_boxed() {
            return self.out.line(format!("TSUBVIEW({name}, {source_name}, {row}, {col});"));
        }
        // A window of boxes starts at a box: the boxes before it count, whole ones.
        let (box_rows, box_cols) = s.layout().inner_box(s.dtype, s.fractal);
        let elements = match s.blayout {
            pto_isa::BLayout::RowMajor => format!("{row} * {} + {col} * {box_rows}", s.cols),
            pto_isa::BLayout::ColMajor => format!("{col} * {} + {row} * {box_cols}", s.rows),
        };
        let element = types::element(s.dtype).filter(|_| s.dtype.bits() >= 8);
        let Some(element) = element else {
            return self.refuse(
                node.span,
                "a window of elements smaller than a byte has no C++",
                "move it with textract",
            );
        };
        self.out.line(format!(
            "TASSIGN({name}, (uint64_t){source_name}.data() + ({elements}) * sizeof({element}));"
        ));
    }

    /// Another type for the same bytes.
    pub(super) fn reshape(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let (Some(result), Some(src)) =
            (self.module.results(node).next(), self.operand(node, "src"))
        else {
            return self.call(id);
        };
        let (Some(r), Some(s)) = (self.tile_of(result), self.tile_of(src)) else { return };
        let source = self.atom(src);
        let same = (r.rows, r.cols) == (s.rows, s.cols);
        let extents = match same {
            true => {
                [Some(format!("{source}.GetValidRow()")), Some(format!("{source}.GetValidCol()"))]
            }
            false => [None, None],
        };
        if !same && (r.valid_rows == Dim::Dynamic || r.valid_cols == Dim::Dynamic) {
            return self.refuse(
                node.span,
                "the valid region of the new shape is not known",
                "give it a type with a known valid region",
            );
        }
        if let Some(name) = self.declare_tile(result, extents) {
            self.out.line(format!("TRESHAPE({name}, {source});"));
        }
    }

    pub(super) fn set_valid(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some(source) = self.operand(node, "source") else { return };
        let Some(t) = self.tile_of(source) else { return };
        let [row, col] = self.extent_operands(id);
        let (name, row, col) =
            (self.atom(source), row.unwrap_or_default(), col.unwrap_or_default());
        match (t.valid_rows, t.valid_cols) {
            (Dim::Dynamic, Dim::Dynamic) => {
                self.out.line(format!("{name}.SetValidShape({row}, {col});"))
            }
            (Dim::Dynamic, _) => self.out.line(format!("{name}.SetValidRow({row});")),
            (_, Dim::Dynamic) => self.out.line(format!("{name}.SetValidCol({col});")),
            _ => self.refuse(
                node.span,
                "the valid region of this tile is fixed by its type",
                "give the type `?` for what changes",
            ),
        }
    }

    pub(super) fn get_valid(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let source = self.operand(node, "source").or_else(|| self.operand(node, "src"));
        let Some(source) = source else { return };
        let name = self.atom(source);
        let which = match pto_analysis::facts::instruction(self.module, node) {
            "tile_valid_cols" => &["GetValidCol"][..],
            "tile_valid_rows" => &["GetValidRow"],
            _ => &["GetValidRow", "GetValidCol"],
        };
        let results: Vec<ValueId> = self.module.results(node).collect();
        for (result, method) in results.into_iter().zip(which) {
            self.define(result, &format!("{name}.{method}()"));
        }
    }
}

impl Body<'_> {
    /// A tile that a queue gives its place.
    pub(super) fn declare_bare_tile(&mut self, id: NodeId) {
        if let Some(result) = self.module.results(self.module.node(id)).next() {
            self.declare_tile(result, [None, None]);
        }
    }
}
