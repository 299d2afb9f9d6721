//! Order that a program gives itself: its flags, events and buffer ids.

use crate::facts::{MAX_STEPS, constant, word};
use crate::region_tree::{Body, Kind, RegionTree};
use pto_isa::few::FewMap;

use pto_ir::dialect::{Arith, DialectOp};
use pto_ir::module::{Def, Node, NodeId};
use pto_ir::{Attr, Module, ValueId};
use pto_isa::class::{Class, Id, Sync};
use pto_isa::issue_pipe::PipeSelector;
use pto_isa::target::EVENT_IDS;
use pto_isa::{Pipe, Type};

const IDS: usize = EVENT_IDS as usize;
/// Pipes that can wait, without `PIPE_ALL`.
const PIPES: usize = crate::last_access::PIPES;

/// What one pipe leaves for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Token {
    /// An event: the pipe that signals, the pipe that waits, the id.
    Event(usize, usize, usize),
    /// A buffer id.
    Buffer(usize),
}

/// One statement of the program's own order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserSync {
    /// A pipe signals, or gives an id back.
    Signal(Token, usize),
    /// A pipe waits, or takes an id.
    Wait(Token, usize),
}

/// What a statement names.
#[derive(Clone, Copy, Debug)]
enum Names {
    /// Events of a pair of pipes, as bits.
    Events(usize, usize, u64),
    /// Buffer ids, as bits.
    Buffers(usize, u64),
}

/// Whether a statement orders the pipes of a core, other than a barrier.
pub fn orders(module: &Module, node: &Node) -> bool {
    read(module, node).is_some()
}

/// The order a statement gives, if its id is a constant.
pub fn given(module: &Module, node: &Node) -> Option<UserSync> {
    let (names, leaves) = read(module, node)?;
    let (token, pipe) = match names? {
        Names::Events(from, to, ids) if ids.is_power_of_two() => {
            let token = Token::Event(from, to, ids.trailing_zeros() as usize);
            (token, if leaves { from } else { to })
        }
        Names::Buffers(pipe, ids) if ids.is_power_of_two() => {
            (Token::Buffer(ids.trailing_zeros() as usize), pipe)
        }
        _ => return None,
    };
    Some(if leaves { UserSync::Signal(token, pipe) } else { UserSync::Wait(token, pipe) })
}

/// What a statement names, as far as it can be read, and whether it leaves that or takes it.
fn read(module: &Module, node: &Node) -> Option<(Option<Names>, bool)> {
    let Class::Sync(sync) = module.def(node)?.class else { return None };
    let leaves = matches!(sync, Sync::SetEvent(_) | Sync::ReleaseBuffer(_));
    let pipe = |attr: &str| {
        let pipe = Pipe::of_word(word(module, node, attr)?) as usize;
        (pipe < PIPES).then_some(pipe)
    };
    let operand = |id: Id, below: u64| {
        let value = module.slot_values(node, id.operand?).next()?;
        Some(possible(module, value, &mut { MAX_STEPS }) & below)
    };
    let names = match sync {
        Sync::TakeBuffer(b) | Sync::ReleaseBuffer(b) => {
            let attr = b.id.attr.and_then(|a| module.attr(node, a));
            let ids = match attr.map(|a| module.attrs.get(a.value)) {
                Some(Attr::Int(n, _)) => u32::try_from(*n).ok().and_then(|n| 1u64.checked_shl(n)),
                _ => operand(b.id, u64::from(u32::MAX)),
            };
            pipe(b.pipe).zip(ids).map(|(p, ids)| Names::Buffers(p, ids))
        }
        Sync::SetEvent(e) | Sync::WaitEvent(e) => {
            let attr = e.id.attr.and_then(|a| word(module, node, a)?.strip_prefix("EVENT_ID"));
            let ids = match attr {
                Some(n) => n.parse().ok().and_then(|n| 1u64.checked_shl(n)),
                None => operand(e.id, (1 << IDS) - 1),
            };
            let pair = pipe(e.from).zip(pipe(e.to));
            pair.zip(ids).map(|((from, to), ids)| Names::Events(from, to, ids))
        }
        _ => return None,
    };
    Some((names, leaves))
}

/// The numbers below 64 that a value may be, as bits.
fn possible(module: &Module, value: ValueId, steps: &mut u32) -> u64 {
    if let Some(n) = constant(module, value) {
        return u32::try_from(n).ok().and_then(|n| 1u64.checked_shl(n)).unwrap_or(0);
    }
    let Def::Result(id) = module.value(value).def else { return u64::MAX };
    let Some(left) = steps.checked_sub(1) else { return u64::MAX };
    *steps = left;
    let node = module.node(id);
    let arg = |i: usize| module.operands(node).get(i).map(|o| o.value);
    let mut of = |i: usize| arg(i).map_or(u64::MAX, |v| possible(module, v, steps));
    let number = |i: usize| arg(i).and_then(|v| constant(module, v));
    let Some(DialectOp::Arith(op)) = node.dialect_op() else { return u64::MAX };
    match op {
        Arith::IndexCast | Arith::IndexCastUI | Arith::ExtUI | Arith::TruncI => of(0),
        Arith::RemUI | Arith::RemSI => match number(1) {
            Some(n @ 1..64) => (1 << n) - 1,
            _ => u64::MAX,
        },
        Arith::AddI => match (number(0), number(1)) {
            (_, Some(n @ 0..64)) => of(0) << n,
            (Some(n @ 0..64), _) => of(1) << n,
            _ => u64::MAX,
        },
        Arith::SubI => match (number(0), of(1)) {
            (Some(n @ 0..64), ids) => {
                (0..=n).filter(|k| ids >> k & 1 == 1).map(|k| 1 << (n - k)).sum()
            }
            _ => u64::MAX,
        },
        Arith::Select => of(1) | of(2),
        _ => u64::MAX,
    }
}

/// What the program uses itself, and when: the tool keeps away from it.
#[derive(Clone, Debug, Default)]
pub struct Reserved {
    /// From the first to the last position at which an event may be set.
    events: FewMap<(usize, usize, usize), (u32, u32)>,
    /// Buffer ids, as bits.
    pub buffers: u32,
    /// Statements that order pipes.
    pub statements: usize,
    /// The first wait before all signals that it may be for.
    pub backwards: Option<NodeId>,
    /// Events that were signalled so far in the text, as bits.
    signalled: FewMap<(usize, usize), u64>,
}

/// What the functions of a program use, together.
#[derive(Clone, Debug, Default)]
pub struct Everywhere {
    /// How many functions use each event.
    events: FewMap<(usize, usize, usize), usize>,
    buffers: u32,
}

impl Everywhere {
    /// Adds what a function uses.
    pub fn add(&mut self, function: &Reserved) {
        for &event in function.events.keys() {
            *self.events.get_or_default(event) += 1;
        }
        self.buffers |= function.buffers;
    }
}

impl Reserved {
    /// What a function uses. Inside a loop, or where jumps lead back, it is in use all the time.
    pub fn new(module: &Module, tree: &RegionTree) -> Reserved {
        let mut reserved = Reserved::default();
        reserved.body(module, &tree.body, tree.jumps.then_some((0, tree.end)));
        reserved
    }

    /// What other functions use is in use all the time: they may be under way. `everywhere` counts this one, too.
    pub fn add_elsewhere(&mut self, everywhere: &Everywhere) {
        for (event, &users) in everywhere.events.iter() {
            if users > usize::from(self.events.contains_key(event)) {
                self.events.insert(*event, (0, u32::MAX));
            }
        }
        self.buffers |= everywhere.buffers;
    }

    /// Whether an event is not in use: its last wait is known to be over, from the position `over` on, or its first
    /// signal comes after `end`.
    pub fn is_free(&self, (from, to): (usize, usize), id: usize, over: u32, end: u32) -> bool {
        self.events.get(&(from, to, id)).is_none_or(|&(first, last)| end < first || last < over)
    }

    fn body(&mut self, module: &Module, body: &Body, around: Option<(u32, u32)>) {
        for item in &body.items {
            let here = around.unwrap_or((item.start, item.end));
            if item.kind == Kind::Step {
                self.inside(module, item.node, here);
            }
            let again = matches!(item.kind, Kind::Loop { .. } | Kind::While { .. });
            let around = around.or(again.then_some((item.start, item.end)));
            item.bodies.iter().for_each(|b| self.body(module, b, around));
        }
    }

    fn use_event(&mut self, event: (usize, usize, usize), start: u32, end: u32) {
        let used = self.events.get_or_insert(event, (start, end));
        *used = (used.0.min(start), used.1.max(end));
    }

    fn inside(&mut self, module: &Module, id: NodeId, (start, end): (u32, u32)) {
        let node = module.node(id);
        if let Some((names, leaves)) = read(module, node) {
            self.statements += 1;
            if let Some(Names::Events(from, to, ids)) = names {
                let signalled = self.signalled.get_or_default((from, to));
                match leaves {
                    true => *signalled |= ids,
                    false if *signalled & ids == 0 => self.backwards = self.backwards.or(Some(id)),
                    false => {}
                }
            }
            match names {
                Some(Names::Events(from, to, ids)) => {
                    let ids = (0..IDS).filter(|id| ids >> id & 1 == 1);
                    ids.for_each(|id| self.use_event((from, to, id), start, end));
                }
                Some(Names::Buffers(_, ids)) => self.buffers |= ids as u32,
                None => {}
            }
        }
        // An instruction that goes through two pipes has an event for each staging tile, both ways.
        // Source: pto-isa@3186c381 include/pto/comm/a2a3/TPut.hpp:45-56, 304-371.
        if let Some(PipeSelector::Through(first, second)) = module.def(node).map(|d| d.pipe) {
            let tiles = module.operands(node).iter().filter(|o| is_tile(module, o.value)).count();
            let (first, second) = (first as usize, second as usize);
            for id in 0..tiles.clamp(1, IDS) {
                self.use_event((first, second, id), start, end);
                self.use_event((second, first, id), start, end);
            }
        }
        for &r in module.node_regions(node) {
            for &b in &module.region(r).blocks {
                for &inner in &module.block(b).ops {
                    self.inside(module, inner, (start, end));
                }
            }
        }
    }
}

fn is_tile(module: &Module, value: ValueId) -> bool {
    matches!(module.type_of(value), Some(Type::Tile(_)))
}
