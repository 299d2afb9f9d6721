//! What sort of thing an instruction is. Nothing outside the table has to know an instruction by its name to treat
//! it as an allocation, an alias, a signal or a queue.

use crate::target::Core;

/// What sort of thing an instruction is, with what others must know to treat it so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Works on memory, registers and numbers: [`crate::effect`] says which memory, `sem` says what it computes.
    Compute,
    /// Reads or writes one element of memory by the scalar unit.
    ScalarMemory(ScalarMemory),
    /// Sets memory aside, or declares a name for memory that another instruction provides.
    Allocate(Allocate),
    /// Gives memory another name: no byte moves.
    Alias {
        /// How the new name lies in the old one.
        how: Alias,
        /// The operand that is named.
        of: u8,
        /// The operand that names it.
        gives: u8,
    },
    /// Changes the valid region of a tile: no byte moves.
    SetValid {
        /// The tile.
        of: u8,
    },
    /// Reads a descriptor or a register of the machine, never memory.
    Query(Query),
    /// Declares, reads or writes a variable of the program that is not in a memory of the device.
    Local(Local, LocalOp),
    /// Orders work.
    Sync(Sync),
    /// Passes tiles between the cores of a block.
    Queue(QueueOp),
    /// Owns a region.
    Region(Region),
    /// Ends a region and gives it its results.
    Yield,
    /// Runs a function.
    Launch,
    /// Sets a special register that later instructions obey.
    Mode(Mode),
    /// Changes when something happens and not what: caches and prefetches.
    Hint,
    /// Opens what asynchronous transfers need, or hands it on.
    Session,
    /// Shows values to the user.
    Print,
    /// Stops the program.
    Trap,
}

/// Accesses of the scalar unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ScalarMemory {
    Load,
    Store,
}

/// How memory is set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Allocate {
    /// A tile, at an address or where the tool chooses.
    Tile,
    /// Several tiles under one name.
    MultiTile,
    /// The name of a tile that a pop provides.
    DeclareTile,
    /// The name of a view that a queue provides.
    DeclareView,
    /// Bytes that a queue uses.
    Reserve,
    /// Bytes that another function has reserved.
    Import,
}

/// How a new name lies in the memory of an old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alias {
    /// A window of a tile, from a row and a column on.
    Window,
    /// The bytes of a tile under another type.
    Reshape,
    /// A tile at another address.
    Assign,
    /// One of several tiles under one name.
    MultiGet,
    /// The scales that belong to a tile: another memory, whose address follows from the tile's.
    Scales,
    /// A view from a pointer.
    View,
    /// A window of a view.
    Partition,
    /// A memref with a valid region.
    Bind,
    /// The address of a tile or view.
    Address,
    /// A pointer this many elements further.
    Offset,
    /// A pointer to another type or from a number, as the operand is one or the other.
    Cast,
    /// A pointer from a number.
    FromInteger,
    /// The number of a pointer.
    ToInteger,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Query {
    /// Valid rows and columns of a tile.
    Valid,
    /// Valid rows of a tile.
    ValidRows,
    /// Valid columns of a tile.
    ValidCols,
    /// An extent of a view.
    Extent,
    /// A stride of a view.
    Stride,
    /// The number of this block.
    BlockIdx,
    /// How many blocks there are.
    BlockNum,
    /// The number of this vector core in its block.
    SubblockIdx,
    /// How many vector cores a block has.
    SubblockNum,
    /// A special register.
    Register,
    /// Which SIMT thread this is, of how many; clocks.
    Thread(ThreadQuery),
}

/// A direction of a group of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Axis {
    X,
    Y,
    Z,
}

/// What a SIMT thread asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreadQuery {
    /// Its place in the group.
    Id(Axis),
    /// The extent of the group.
    GroupDim(Axis),
    /// The place of the group in its grid.
    GroupIdx(Axis),
    /// The extent of the grid.
    GridDim(Axis),
    /// Its place in the warp.
    Lane,
    /// A bit for each of the threads of a warp that stand in this order to it: before, at or after it.
    LaneMask {
        /// Those before it.
        before: bool,
        /// It.
        own: bool,
        /// Those after it.
        after: bool,
    },
    /// The vector core it runs on.
    VectorCore,
    /// A clock.
    Clock,
}

impl ThreadQuery {
    /// A bit for those before, at and after a thread.
    pub const fn lanes(before: bool, own: bool, after: bool) -> ThreadQuery {
        ThreadQuery::LaneMask { before, own, after }
    }
}

/// Variables of a program that no memory of the device holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Local {
    /// An array of numbers.
    Array,
    /// A record.
    Struct,
    /// An array of event ids.
    EventIds,
    /// A register that a SIMT thread keeps for the next launch.
    Kept,
}

/// What happens to a [`Local`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum LocalOp {
    Declare,
    Get,
    Set,
    /// Its fields come from memory.
    Fill,
}

/// Where the number of an event or of a buffer stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Id {
    /// The attribute that holds it, if it may be one.
    pub attr: Option<&'static str>,
    /// The operand that holds it, if it may be one.
    pub operand: Option<u8>,
}

impl Id {
    /// It is an attribute.
    pub const fn attr(name: &'static str) -> Id {
        Id { attr: Some(name), operand: None }
    }
    /// It is an operand.
    pub const fn operand(slot: u8) -> Id {
        Id { attr: None, operand: Some(slot) }
    }
    /// It is an attribute or an operand.
    pub const fn either(name: &'static str, slot: u8) -> Id {
        Id { attr: Some(name), operand: Some(slot) }
    }
}

/// An event between two pipes of a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// The attribute that names the pipe that signals, or its class of instructions.
    pub from: &'static str,
    /// The attribute that names the pipe that waits, or its class of instructions.
    pub to: &'static str,
    /// Which of the events of this pair.
    pub id: Id,
}

impl Event {
    /// Between the pipes that `src_pipe` and `dst_pipe` name.
    pub const fn pipes(id: Id) -> Event {
        Event { from: "src_pipe", to: "dst_pipe", id }
    }
    /// Between the classes of instructions that `src_op` and `dst_op` name.
    pub const fn classes(id: Id) -> Event {
        Event { from: "src_op", to: "dst_op", id }
    }
}

/// A buffer id that a pipe holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Buffer {
    /// The attribute that names the pipe.
    pub pipe: &'static str,
    /// Which id.
    pub id: Id,
}

/// A signal to another core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signal {
    /// Where the pipe stands whose earlier work comes before the signal, or whose later work comes after the wait;
    /// the scalar unit where it names none.
    pub pipe: Option<Id>,
    /// Which semaphore.
    pub id: Id,
}

/// What a barrier drains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Barrier {
    /// The pipe that this attribute names, as a pipe or as a class of instructions.
    Pipe(&'static str),
    /// All pipes of the core.
    All,
    /// The events that are its operands; without any, the pipe of the instruction that this attribute names;
    /// without that, all pipes.
    Events(&'static str),
}

/// How instructions are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sync {
    /// A pipe signals another one of its core.
    SetEvent(Event),
    /// A pipe waits for another one of its core, and takes the signal.
    WaitEvent(Event),
    /// A pipe takes a buffer id, when the other pipes have released it.
    TakeBuffer(Buffer),
    /// A pipe releases a buffer id.
    ReleaseBuffer(Buffer),
    /// Pipes finish what they have begun.
    Barrier(Barrier),
    /// Accesses of the vector unit to UB finish before later ones.
    MemoryBarrier,
    /// The scalar unit waits until its accesses to memory are complete.
    ScalarBarrier,
    /// A core signals another one of its cluster; with `ffts_mode` 0 the cores of the other blocks.
    SetCore(Signal),
    /// A core waits for another one of its cluster; with `ffts_mode` 0 for those of the other blocks.
    WaitCore(Signal),
    /// A core signals the same core of the other blocks.
    SetBlock(Signal),
    /// A core waits for the same core of the other blocks.
    WaitBlock(Signal),
    /// All cores of a kind wait for each other.
    AllCores,
    /// The threads of a SIMT block wait for each other.
    Threads,
    /// Accesses of a SIMT thread become visible before its later ones.
    ThreadFence,
    /// A device signals another one through a counter in global memory.
    Notify,
    /// A device waits for counters in global memory.
    WaitSignal,
    /// A device looks at counters in global memory and goes on.
    TestSignal,
    /// Waits until an asynchronous transfer is complete.
    WaitTransfer,
    /// Asks whether an asynchronous transfer is complete.
    TestTransfer,
}

impl Sync {
    /// Whether it signals or waits, with an event or an id that one core or cluster has.
    pub const fn is_handshake(self) -> bool {
        matches!(
            self,
            Self::SetEvent(_)
                | Self::WaitEvent(_)
                | Self::TakeBuffer(_)
                | Self::ReleaseBuffer(_)
                | Self::SetCore(_)
                | Self::WaitCore(_)
                | Self::SetBlock(_)
                | Self::WaitBlock(_)
        )
    }
}

/// Which way a queue between the cores of a block runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// From the cube core.
    ToVector,
    /// To the cube core.
    ToCube,
}

impl Way {
    /// The cores at the end, in words.
    pub const fn to(self) -> &'static str {
        match self {
            Way::ToVector => "the vector cores",
            Way::ToCube => "the cube core",
        }
    }
    /// The cores at the start, in words.
    pub const fn from(self) -> &'static str {
        match self {
            Way::ToVector => "the cube core",
            Way::ToCube => "the vector cores",
        }
    }
    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How the two ends of a queue find each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ends {
    /// By a handle.
    Handle,
    /// By an `id` and the functions of the cores; this is the end of one core.
    Numbered(Core),
}

/// What an instruction does to a queue; the way is `None` where the queue's handle tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QueueOp {
    /// Opens it; whether its slots lie in global memory, `None` where the operands say.
    Open {
        /// How its ends find each other.
        ends: Ends,
        /// Whether its slots lie in global memory; `None` where the operands say.
        global: Option<bool>,
    },
    /// Puts a tile into a slot, or publishes a slot.
    Push(Option<Way>),
    /// Takes a tile out of a slot, or a view of the slot.
    Pop(Option<Way>),
    /// Gives a slot back.
    Free(Option<Way>),
    /// Opens a slot to be filled.
    Alloc(Option<Way>),
}

impl QueueOp {
    /// The way it runs, where the instruction tells.
    pub const fn way(self) -> Option<Way> {
        match self {
            QueueOp::Open { .. } => None,
            QueueOp::Push(way) | QueueOp::Pop(way) | QueueOp::Free(way) | QueueOp::Alloc(way) => {
                way
            }
        }
    }
}

/// What a region is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// Code of the vector unit, one piece of work of its pipe.
    VectorScope {
        /// It sees its operands and nothing else around it.
        strict: bool,
    },
    /// Code of one kind of core.
    Section(Core),
    /// Code of the threads of the vector unit.
    Simt,
    /// Code that a compiler may fuse.
    Fusion,
}

/// Which special register is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A register whose meaning `sem` knows.
    Register,
    /// The factor by which pushes of a queue are scaled: a number.
    QuantScalar,
    /// The factors by which pushes of a queue are scaled: a tile with one per column.
    QuantVector,
    /// Where the semaphores between cores lie.
    Semaphores,
}

impl Class {
    /// Whether an instruction of this class can access memory, so that each operand that may be an address says how.
    pub const fn works(self) -> bool {
        !matches!(
            self,
            Class::Allocate(_)
                | Class::Alias { .. }
                | Class::SetValid { .. }
                | Class::Query(_)
                | Class::Local(_, LocalOp::Declare | LocalOp::Get | LocalOp::Set)
                | Class::Region(_)
                | Class::Yield
                | Class::Trap
        )
    }

    /// The operand that is named and the one that names it, if it only gives memory another name.
    pub const fn alias(self) -> Option<(u8, u8)> {
        match self {
            Class::Alias { of, gives, .. } => Some((of, gives)),
            _ => None,
        }
    }

    /// Its sort in one word, for the reference and for programs that read it.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Compute => "compute",
            Class::ScalarMemory(_) => "scalar-memory",
            Class::Allocate(_) => "allocate",
            Class::Alias { .. } => "alias",
            Class::SetValid { .. } => "set-valid",
            Class::Query(_) => "query",
            Class::Local(..) => "local",
            Class::Sync(_) => "sync",
            Class::Queue(_) => "queue",
            Class::Region(_) => "region",
            Class::Yield => "yield",
            Class::Launch => "launch",
            Class::Mode(_) => "mode",
            Class::Hint => "hint",
            Class::Session => "session",
            Class::Print => "print",
            Class::Trap => "trap",
        }
    }

    /// What it is, in words.
    pub fn explain(self) -> String {
        let words = match self {
            Class::Compute => "works on memory, registers and numbers",
            Class::ScalarMemory(ScalarMemory::Load) => "reads one element by the scalar unit",
            Class::ScalarMemory(ScalarMemory::Store) => "writes one element by the scalar unit",
            Class::Allocate(Allocate::Tile) => "sets a tile aside",
            Class::Allocate(Allocate::MultiTile) => "sets several tiles aside",
            Class::Allocate(Allocate::DeclareTile) => "names a tile that a pop provides",
            Class::Allocate(Allocate::DeclareView) => "names a view that a queue provides",
            Class::Allocate(Allocate::Reserve) => "sets bytes aside for a queue",
            Class::Allocate(Allocate::Import) => "names bytes that another function has set aside",
            Class::Alias { how, .. } => return format!("another name for memory: {}", how.words()),
            Class::SetValid { .. } => "changes the valid region of a tile",
            Class::Query(_) => "reads a descriptor or a register, no memory",
            Class::Local(..) => "a variable of the program, in no memory of the device",
            Class::Sync(sync) => return format!("orders work: {}", sync.words()),
            Class::Queue(QueueOp::Open { .. }) => "opens a queue between cores",
            Class::Queue(QueueOp::Push(_)) => "puts into a queue between cores",
            Class::Queue(QueueOp::Pop(_)) => "takes out of a queue between cores",
            Class::Queue(QueueOp::Free(_)) => "gives a slot of a queue back",
            Class::Queue(QueueOp::Alloc(_)) => "opens a slot of a queue",
            Class::Region(Region::VectorScope { .. }) => "a vector scope",
            Class::Region(Region::Section(Core::Cube)) => "code of the cube core",
            Class::Region(Region::Section(_)) => "code of the vector cores",
            Class::Region(Region::Simt) => "code of SIMT threads",
            Class::Region(Region::Fusion) => "code that may be fused",
            Class::Yield => "ends a region",
            Class::Launch => "runs a function",
            Class::Mode(_) => "sets a special register",
            Class::Hint => "changes when something happens and not what",
            Class::Session => "opens or hands on what asynchronous transfers need",
            Class::Print => "shows values",
            Class::Trap => "stops the program",
        };
        words.into()
    }
}

impl Alias {
    const fn words(self) -> &'static str {
        match self {
            Alias::Window => "a window of a tile",
            Alias::Reshape => "the bytes of a tile under another type",
            Alias::Assign => "a tile at another address",
            Alias::MultiGet => "one of several tiles",
            Alias::Scales => "the scales beside a tile",
            Alias::View => "a view from a pointer",
            Alias::Partition => "a window of a view",
            Alias::Bind => "a memref with a valid region",
            Alias::Address => "the address of a tile or view",
            Alias::Offset => "a pointer further on",
            Alias::Cast => "a pointer to another type, or from a number",
            Alias::FromInteger => "a pointer from a number",
            Alias::ToInteger => "the number of a pointer",
        }
    }
}

impl Sync {
    const fn words(self) -> &'static str {
        match self {
            Sync::SetEvent(_) => "a pipe signals another one",
            Sync::WaitEvent(_) => "a pipe waits for another one",
            Sync::TakeBuffer(_) => "a pipe takes a buffer id",
            Sync::ReleaseBuffer(_) => "a pipe releases a buffer id",
            Sync::Barrier(_) => "pipes finish what they have begun",
            Sync::MemoryBarrier => "accesses of the vector unit finish before later ones",
            Sync::ScalarBarrier => "the scalar unit waits for its accesses",
            Sync::SetCore(_) => "a core signals others of its cluster",
            Sync::WaitCore(_) => "a core waits for others of its cluster",
            Sync::SetBlock(_) => "a core signals the other blocks",
            Sync::WaitBlock(_) => "a core waits for the other blocks",
            Sync::AllCores => "all cores wait for each other",
            Sync::Threads => "threads wait for each other",
            Sync::ThreadFence => "accesses of a thread become visible",
            Sync::Notify => "a device signals another one",
            Sync::WaitSignal => "a device waits for another one",
            Sync::TestSignal => "a device asks for a signal",
            Sync::WaitTransfer => "waits for a transfer",
            Sync::TestTransfer => "asks for a transfer",
        }
    }
}
