//! What lowering says about lines of a text: memory in use, and who waits for whom.

use pto_analysis::facts::word;
use pto_ir::Module;
use pto_isa::class::{Barrier, Class, Sync};
use pto_isa::order;
use pto_isa::{Rulebook, Space, Target};
use pto_lower::{Lowered, Map, Options};

/// What lowering says, by line of the text, from 0.
#[derive(Debug, Default)]
pub struct LoweredFacts {
    /// Lines at which a tile begins to live: the memory, bytes in use there, and bytes it has.
    pub memory: Vec<(u32, Space, u64, Option<u64>)>,
    /// Lines before which a pipe waits, in words.
    pub waits: Vec<(u32, String)>,
}

impl LoweredFacts {
    /// Lowers a text; `None` if that is refused.
    pub fn new(text: &str, target: Target, rules: Rulebook) -> Option<LoweredFacts> {
        // Registers of any length are rewritten first: lines would be those of another text.
        if text.contains("pto.vmi.") {
            return None;
        }
        let options = Options { rules, ..Options::default() };
        let lowered = pto_lower::lower(text, target, &options).ok()?;
        let memory = lowered.maps.iter().flat_map(|m| in_use(m, target)).collect();
        Some(LoweredFacts { memory, waits: waits(&lowered) })
    }
}

/// The bytes in use at each line where something begins to live.
fn in_use(map: &Map, target: Target) -> Vec<(u32, Space, u64, Option<u64>)> {
    let mut list = Vec::new();
    for bar in &map.bars {
        let line = bar.lines.start;
        let live = map.bars.iter().filter(|b| b.space == bar.space && b.lines.contains(&line));
        // Tiles that never live together may share bytes.
        let mut bytes: Vec<_> = live.map(|b| b.bytes.clone()).collect();
        order::by_key(&mut bytes, |b| b.start);
        let (mut sum, mut end) = (0, 0);
        for b in bytes {
            sum += b.end.saturating_sub(b.start.max(end));
            end = end.max(b.end);
        }
        list.push((line.saturating_sub(1), bar.space, sum, target.capacity_bytes(bar.space)));
    }
    order::by_key(&mut list, |l| (l.0, l.1));
    list.dedup();
    list
}

/// Who waits at each line. What was added has the place of the statement it was added for.
fn waits(lowered: &Lowered) -> Vec<(u32, String)> {
    let module: &Module = &lowered.module;
    let mut list = Vec::new();
    for (_, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        let short = |name: &str| {
            word(module, node, name).map(|w| w.trim_start_matches("PIPE_").to_string())
        };
        let who = match def.class {
            Class::Sync(Sync::WaitEvent(e)) => {
                let Some((from, to)) = short(e.from).zip(short(e.to)) else { continue };
                format!("{to} waits for {from}")
            }
            Class::Sync(Sync::Barrier(Barrier::Pipe(name))) => match short(name).as_deref() {
                None => continue,
                Some("ALL") => "all pipes wait".into(),
                Some(pipe) => format!("{pipe} waits for itself"),
            },
            Class::Sync(Sync::Barrier(Barrier::All)) => "all pipes wait".into(),
            _ => continue,
        };
        let line = module.line(node.span.start).saturating_sub(1) as u32;
        list.push((line, who));
    }
    order::sort(&mut list);
    list.dedup();
    list
}
