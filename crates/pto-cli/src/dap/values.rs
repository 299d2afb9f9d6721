//! Threads, frames and variables as the protocol wants them.

use super::disassembly::address;
use super::places::{Places, absolute};
use crate::debugger::in_one_line;
use crate::source_file::SourceFile;
use pto_debug::{Condition, Content, NumberFormat, Traveller, element};
use pto_isa::sem::Arg;
use serde_json::{Value, json};
use std::path::Path;

const TILES: u64 = 1;
const NUMBERS: u64 = 2;
const LOOPS: u64 = 3;
const CORES: u64 = 4;
/// References from here on are values, by their place in the list of those that were shown.
const FIRST_VALUE: u64 = 16;
/// Rows of a tile that are listed.
const MOST_ROWS: u32 = 256;

/// The thread whose turn it is.
pub fn current_thread(run: &Traveller<'_, '_, '_>) -> usize {
    let now = run.session.core().map(|c| c.at());
    run.session.cores().position(|c| Some(c.at()) == now).unwrap_or(0) + 1
}

/// Every core.
pub fn threads(run: &Traveller<'_, '_, '_>) -> Vec<Value> {
    let name = |c: pto_sim::CoreState<'_>| format!("block {}, {}", c.at().block, c.at().role);
    run.session.cores().enumerate().map(|(i, c)| json!({"id": i + 1, "name": name(c)})).collect()
}

/// A file, as clients want it.
pub fn source_of(path: &str) -> Value {
    let name = Path::new(path).file_name().map_or(path.into(), |n| n.to_string_lossy());
    json!({"name": name, "path": absolute(path).to_string_lossy()})
}

/// Where the run is: in the text that it was recorded from, if it was, and in the program.
pub fn frames(run: &Traveller<'_, '_, '_>, source: &SourceFile, places: &Places) -> Vec<Value> {
    let Some((node, line)) = run.here() else {
        // Editors go to the line of a frame, so the end needs one that exists.
        let last = source.text.trim_end().lines().count().max(1);
        let path = source_of(&source.path);
        return vec![json!({"id": 1, "name": "end", "line": last, "column": 1, "source": path})];
    };
    let node = run.module.node(node);
    let (_, column) = source.lines.position(&source.text, node.span.start);
    let name = run.module.op_name(node);
    let address = format!("{:#x}", address(line));
    let recorded = places.origin(line).map(|o| (o.line, 1, source_of(&o.file)));
    let frames = recorded.into_iter().chain([(line, column, source_of(&source.path))]);
    let frame = |(i, (line, column, source)): (usize, (usize, usize, Value))| {
        json!({
            "id": i + 1, "name": name, "line": line, "column": column, "source": source,
            "instructionPointerReference": address,
        })
    };
    frames.enumerate().map(frame).collect()
}

/// What a frame has.
pub fn scopes() -> Vec<Value> {
    let names = [("Tiles", TILES), ("Numbers", NUMBERS), ("Loops", LOOPS), ("Cores", CORES)];
    let scope = |(name, reference): (&str, u64)| json!({"name": name, "variablesReference": reference, "expensive": false});
    names.into_iter().map(scope).collect()
}

/// Values that were shown, so that a client may look into them.
#[derive(Default)]
pub struct Variables {
    /// Value, and a row of it.
    shown: Vec<(Arg, Option<u32>)>,
}

impl Variables {
    fn refer_to(&mut self, value: Arg, row: Option<u32>) -> u64 {
        let at = self.shown.iter().position(|s| *s == (value, row)).unwrap_or_else(|| {
            self.shown.push((value, row));
            self.shown.len() - 1
        });
        FIRST_VALUE + at as u64
    }

    /// What a reference stands for.
    pub fn list(&mut self, run: &Traveller<'_, '_, '_>, reference: u64) -> Vec<Value> {
        let Some(core) = run.session.core() else { return Vec::new() };
        match reference {
            TILES | NUMBERS => {
                let mut list = Vec::new();
                for v in core.values() {
                    let is_tile = matches!(v.value, Arg::Tile(_) | Arg::Reg(_));
                    if is_tile == (reference == TILES) && !v.name.is_empty() {
                        let inside = if is_tile { self.refer_to(v.value, None) } else { 0 };
                        let text = in_one_line(&core, v.value);
                        list.push(json!({
                            "name": format!("%{}", v.name), "value": text, "variablesReference": inside,
                            "evaluateName": v.name,
                        }));
                    }
                }
                list
            }
            LOOPS => {
                let one = |l: &pto_sim::LoopState<'_>| {
                    let text = format!("{} (iteration {})", l.value, l.iteration);
                    json!({"name": format!("%{}", l.name), "value": text, "variablesReference": 0})
                };
                core.loops().iter().map(one).collect()
            }
            CORES => run
                .session
                .cores()
                .map(|c| {
                    let who = c.at();
                    let state = match run.session.waits_for(who) {
                        Some((_, what)) => what,
                        None if run.session.has_ended(who) => "is at its end".into(),
                        None => format!("can go on, after {} steps", c.executed()),
                    };
                    json!({"name": format!("block {}, {}", who.block, who.role), "value": state, "variablesReference": 0})
                })
                .collect(),
            _ => self.inside(&core, reference),
        }
    }

    fn inside(&mut self, core: &pto_sim::CoreState<'_>, reference: u64) -> Vec<Value> {
        let shown = reference.checked_sub(FIRST_VALUE).and_then(|i| self.shown.get(i as usize));
        let Some(&(value, row)) = shown else { return Vec::new() };
        let Some(content) = Content::of(core, value) else { return Vec::new() };
        let grid = content.elements();
        let show = |r: u32, c: u32| NumberFormat::Full.show(grid.dtype, grid.at(r, c));
        match row {
            Some(r) if r < grid.rows => (0..grid.cols)
                .map(|c| json!({"name": format!("[{r},{c}]"), "value": show(r, c), "variablesReference": 0}))
                .collect(),
            Some(_) => Vec::new(),
            None => (0..grid.rows.min(MOST_ROWS))
                .map(|r| {
                    let some: Vec<String> = (0..grid.cols.min(8)).map(|c| show(r, c)).collect();
                    let more = if grid.cols > 8 { ", ..." } else { "" };
                    let text = format!("[{}{more}]", some.join(", "));
                    json!({"name": format!("row {r}"), "value": text, "variablesReference": self.refer_to(value, Some(r))})
                })
                .collect(),
        }
    }

    /// A value by its name, an element, a condition, or `who acc[3,7]`: back to the step that wrote it last.
    pub fn evaluate(
        &mut self,
        run: &mut Traveller<'_, '_, '_>,
        text: &str,
    ) -> Result<Value, String> {
        let text = text.trim();
        if let Some(what) = text.strip_prefix("who ") {
            let (name, place) = element(what.trim()).ok_or("use `who acc[3,7]`")?;
            let writer = run.last_write(&name, place);
            let writer = writer.ok_or_else(|| format!("nothing has written `%{name}` before"))?;
            let node = run.module.node(writer.node);
            let line = run.module.line(node.span.start);
            let result =
                format!("line {line}, `{}`, after {} steps", run.module.op_name(node), writer.at);
            return Ok(json!({"result": result, "variablesReference": 0}));
        }
        let core = run.session.core().ok_or("the run is over")?;
        if let Ok(condition) = Condition::parse(text) {
            return Ok(
                json!({"result": condition.holds(&core).to_string(), "variablesReference": 0}),
            );
        }
        let (name, place) = element(text).ok_or_else(|| {
            format!("`{text}` is no value: use `acc`, `acc[3,7]` or `acc[3,7] > 1`")
        })?;
        let value = core.value(&name).ok_or_else(|| format!("there is no value `%{name}` yet"))?;
        let inside = if matches!(value, Arg::Tile(_) | Arg::Reg(_)) {
            self.refer_to(value, None)
        } else {
            0
        };
        let Some((r, c)) = place else {
            return Ok(json!({"result": in_one_line(&core, value), "variablesReference": inside}));
        };
        let grid = Content::of(&core, value).map(|c| c.elements());
        let grid = grid.filter(|g| r < g.rows && c < g.cols);
        let grid =
            grid.ok_or_else(|| format!("`%{name}` has no element at row {r}, column {c}"))?;
        let result = NumberFormat::Full.show(grid.dtype, grid.at(r, c));
        Ok(json!({"result": result, "variablesReference": 0}))
    }
}
