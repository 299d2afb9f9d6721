//! The device instructions of a program, as far as the cost model knows them, with an address each.

use pto_cost::{CostData, CostModel, Model};
use pto_ir::Module;
use pto_isa::Target;
use serde_json::{Value, json};

/// Addresses that a statement has: more than it becomes instructions.
const STATEMENT: u64 = 0x1000;

/// A device instruction.
struct Instruction {
    address: u64,
    text: String,
    line: usize,
}

/// All of them, in the order of the text.
pub struct Disassembly {
    list: Vec<Instruction>,
}

/// The address of the statement on a line.
pub fn address(line: usize) -> u64 {
    line as u64 * STATEMENT
}

impl Disassembly {
    /// What a program becomes on a target. Extents that only a run knows are taken at their largest.
    pub fn of(module: &Module, target: Target) -> Disassembly {
        let model = CostModel::new(Model::Calibrated, target, &CostData::builtin());
        let mut list: Vec<Instruction> = Vec::new();
        for (_, node) in module.nodes().filter(|(_, n)| module.def(n).is_some()) {
            let line = module.line(node.span.start);
            let name = module.op_name(node);
            let known = model.device_instructions(module, node).into_iter().map(|i| {
                let (detail, cycles) = (i.detail, i.cycles);
                let often = if i.count == 1 { String::new() } else { format!("{} x ", i.count) };
                format!(
                    "{often}{} {} repeats {detail} ; {cycles:.0} cycles, {name}",
                    i.name, i.repeats
                )
            });
            let mut texts: Vec<String> = known.collect();
            if texts.is_empty() {
                texts.push(format!("{name} ; the cost model knows no sequence of it"));
            }
            let used = list.iter().rev().take_while(|i| i.line == line).count();
            list.extend(texts.into_iter().enumerate().map(|(i, text)| Instruction {
                address: address(line) + (used + i) as u64,
                text,
                line,
            }));
        }
        list.sort_by_key(|i| i.address);
        Disassembly { list }
    }

    /// Answers `disassemble`: as many instructions as are asked for, from some before or after an address on.
    pub fn answer(&self, request: &Value, source: &Value) -> Result<Value, String> {
        let arguments = &request["arguments"];
        let reference = arguments["memoryReference"].as_str().unwrap_or_default();
        let address = reference.strip_prefix("0x").and_then(|n| u64::from_str_radix(n, 16).ok());
        let address = address.ok_or_else(|| format!("`{reference}` is no address"))?;
        let address = address.saturating_add_signed(arguments["offset"].as_i64().unwrap_or(0));
        let at = self.list.partition_point(|i| i.address < address) as i64;
        let first = at + arguments["instructionOffset"].as_i64().unwrap_or(0);
        let count = arguments["instructionCount"].as_i64().unwrap_or(0).clamp(0, 10_000);
        let one = |i: i64| match usize::try_from(i).ok().and_then(|i| self.list.get(i)) {
            Some(i) => json!({
                "address": format!("{:#x}", i.address), "instruction": i.text, "line": i.line, "location": source,
            }),
            // Clients want as many as they asked for.
            None => {
                json!({"address": format!("{:#x}", i.max(0)), "instruction": "", "presentationHint": "invalid"})
            }
        };
        Ok(json!({ "instructions": (first..first + count).map(one).collect::<Vec<_>>() }))
    }
}
