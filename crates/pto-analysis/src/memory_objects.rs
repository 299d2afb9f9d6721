//! Which piece of memory each value names, through views, loops and branches.

mod aliases;
mod definitions;

use definitions::Finder;
use pto_ir::module::NodeId;
use pto_ir::{Module, ValueId};
use pto_isa::sem::TileAt;
use pto_isa::{Space, TileTy};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::ops::Range;

/// Where a piece of memory lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The tool chooses.
    Free,
    /// The program says so; several addresses if it is bound again.
    At(SmallVec<[u64; 1]>),
    /// Some bytes after the start of a reserved buffer.
    Offset(NodeId, u64),
    /// The program computes it.
    Unknown,
    /// Another piece decides: the scales of a tile, the name of a view.
    Follows,
    /// The caller or another core decides.
    Outside,
}

/// A piece of memory that is allocated as a whole.
#[derive(Clone, Debug)]
pub struct MemObject {
    /// The value that names it first.
    pub value: ValueId,
    /// The instruction that makes it; `None` for a parameter.
    pub node: Option<NodeId>,
    /// The function it belongs to.
    pub function: NodeId,
    /// The memory it lies in.
    pub space: Space,
    /// How large it is.
    pub bytes: u64,
    /// Where it lies.
    pub place: Place,
    /// Its address is used in ways that cannot be followed.
    pub escapes: bool,
    /// A loop that makes it hands it to its next iteration.
    pub carried: bool,
}

impl MemObject {
    /// An object that no instruction makes, and that is used in ways that can be followed.
    fn new(value: ValueId, function: NodeId, space: Space, bytes: u64, place: Place) -> MemObject {
        MemObject {
            value,
            node: None,
            function,
            space,
            bytes,
            place,
            escapes: false,
            carried: false,
        }
    }
}

/// The pieces of memory of a module, and the values that name them.
pub struct PointsTo {
    /// The objects, by number.
    pub objects: Vec<MemObject>,
    of: Vec<SmallVec<[u32; 1]>>,
    by_maker: FxHashMap<NodeId, u32>,
    windows: FxHashMap<ValueId, Range<u64>>,
    /// Values that name one buffer of several, and the number of that buffer.
    pub slots: FxHashMap<ValueId, ValueId>,
}

impl PointsTo {
    /// The object that a value is the first name of.
    pub fn named_by(&self, value: ValueId) -> Option<usize> {
        let [object] = self.of(value) else { return None };
        (self.objects[*object as usize].value == value).then_some(*object as usize)
    }

    /// The object that an instruction makes.
    pub fn made_by(&self, node: NodeId) -> Option<usize> {
        self.by_maker.get(&node).map(|&i| i as usize)
    }

    /// The objects of each function, in their order.
    pub fn by_function(&self) -> FxHashMap<NodeId, Vec<u32>> {
        let mut all: FxHashMap<NodeId, Vec<u32>> = FxHashMap::default();
        for (i, object) in self.objects.iter().enumerate() {
            all.entry(object.function).or_default().push(i as u32);
        }
        all
    }

    /// The pieces a value may name.
    pub fn of(&self, value: ValueId) -> &[u32] {
        self.of.get(value.index()).map_or(&[], |l| l)
    }

    /// The object that a value covers from end to end; not a window, and not one of several.
    pub fn whole(&self, value: ValueId) -> Option<u32> {
        let [object] = self.of(value) else { return None };
        let all = 0..self.objects[*object as usize].bytes;
        (self.window(value, *object) == all && !self.slots.contains_key(&value)).then_some(*object)
    }

    /// The bytes of a piece that a value covers.
    pub fn window(&self, value: ValueId, object: u32) -> Range<u64> {
        let whole = 0..self.objects[object as usize].bytes;
        if self.of(value).len() > 1 {
            return whole;
        }
        self.windows.get(&value).cloned().unwrap_or(whole)
    }

    /// The memory objects of a program.
    pub fn new(module: &Module) -> PointsTo {
        let functions: Vec<NodeId> = module.defined_functions().collect();
        let mut finder = Finder {
            module,
            points_to: PointsTo {
                objects: Vec::new(),
                of: vec![SmallVec::new(); module.value_count()],
                by_maker: FxHashMap::default(),
                windows: FxHashMap::default(),
                slots: FxHashMap::default(),
            },
            copies: Vec::new(),
            escapes: Vec::new(),
            carries: Vec::new(),
            bound: FxHashSet::default(),
            copied: FxHashSet::default(),
        };
        for function in functions {
            finder.function(function);
        }
        finder.finish()
    }
}

/// Bytes a tile occupies.
pub fn tile_bytes(ty: TileTy) -> u64 {
    TileAt::new(ty, (0, 0), 0).size_bytes()
}
