//! What is said when no pipe of any core can go on.

use super::core_pipes::{Need, Scalar};
use super::pipes::Machine;
use crate::program::Inst;
use crate::signal::CrossCoreOp;
use pto_ir::NodeId;
use pto_ir::diag::Diagnostic;
use pto_isa::{Pipe, code};

impl Machine<'_, '_, '_> {
    /// Who waits for what.
    pub fn deadlock(&self) -> Box<Diagnostic> {
        let program = self.cores[0].program;
        let module = program.module;
        let mut waits: Vec<(NodeId, String)> = Vec::new();
        let mut ended = Vec::new();
        for (i, pipes) in self.pipes.iter().enumerate() {
            for queue in &pipes.queues {
                let Some(entry) = queue.front() else { continue };
                let Some(need) = self.need_of(i, entry) else { continue };
                let pipe = self.pipe_of(i, entry.number);
                let node = program.steps[entry.step as usize].node;
                waits.push((node, format!("{pipe} of {}{}", self.name(i), self.say(i, &need))));
            }
            match &pipes.scalar {
                Scalar::Waits(need) => {
                    let node = match &program.code[self.cores[i].pc] {
                        Inst::Step(s) | Inst::Sync(s, _) => program.steps[*s as usize].node,
                        _ => program.entry,
                    };
                    let text = format!("the scalar unit of {}{}", self.name(i), self.say(i, need));
                    waits.push((node, text));
                }
                Scalar::Ended if pipes.is_empty() => ended.push(self.name(i)),
                Scalar::Ended | Scalar::Runs | Scalar::Yields(_) => {}
            }
        }
        // What only waits for others of its core says less.
        let mut waits = waits.into_iter();
        let (node, text) =
            waits.next().unwrap_or_else(|| (program.entry, String::from("nobody can go on")));
        let node = module.node(node);
        let message = format!("`{}` never ends: no core can go on", module.op_name(node));
        let mut d = Diagnostic::error(code::DEADLOCK, node.name_span, message).found(text);
        for (node, text) in waits {
            d = d.label(module.node(node).name_span, text);
        }
        d.target = Some(self.target);
        if !ended.is_empty() {
            d = d.note(format!("already at the end: {}", ended.join(", ")));
        }
        Box::new(d.note("the pipes of a core run side by side, each in the order of the text"))
    }

    fn name(&self, i: usize) -> String {
        self.signals.name(i)
    }

    fn pipe_of(&self, i: usize, number: u64) -> &'static str {
        let pipes = [Pipe::V, Pipe::M, Pipe::Mte1, Pipe::Mte2, Pipe::Mte3, Pipe::Fix, Pipe::All];
        let found = pipes.into_iter().find(|&p| self.head_number((i, p)) == Some(number));
        found.map_or("PIPE_ALL", Pipe::name)
    }

    fn say(&self, i: usize, need: &Need) -> String {
        match need {
            Need::Everything => " waits for all its pipes".into(),
            Need::Before(_) => " waits for other pipes".into(),
            Need::Room => " waits for room in the queues of its pipes".into(),
            Need::Event((from, to, id)) => {
                let to = to.map_or(String::new(), |p| format!(" to {}", p.name()));
                format!(" waits for event {id} from {}{to}", from.name())
            }
            Need::Buffer(id, _) => format!(" waits for buffer id {id}"),
            Need::Queue(what, _) => format!(" waits for {what}"),
            Need::Signal(
                CrossCoreOp::Set(channel) | CrossCoreOp::Wait(channel) | CrossCoreOp::Meet(channel),
            ) => {
                let missing: Vec<String> =
                    self.signals.missing(i, *channel).take(4).map(|m| self.name(m)).collect();
                match &missing[..] {
                    [] => format!(" waits for {channel}, which no core of the kernel can send"),
                    some => format!(" waits for {channel} from {}", some.join(" and ")),
                }
            }
        }
    }
}
