//! Small changes of a program, each of which may be the opposite of a mistake: operands exchanged, another function, mode,
//! number or value, a statement left out, moved or added.

mod missing;

use pto_ir::dialect::Arith;
use pto_ir::module::{BlockId, Def, Operand};
use pto_ir::{Attr, DialectOp, Module, Node, NodeId, OpName, Span, ValueId};
use pto_isa::def::AttrKind;
use pto_isa::order;
use pto_isa::{OpDef, Role, Sem, Type};
use rustc_hash::FxHashSet;

/// How much a change takes for granted; the first kinds are the mistakes that people make most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Two operands are exchanged, or a word or a function is another of the same sort.
    Choice,
    /// A number is another.
    Number,
    /// An operand is another value, or one more or less than it.
    Value,
    /// A statement is left out, or exchanged with the next.
    Order,
    /// A statement is added.
    Missing,
}

/// A change of a program.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// What sort of change.
    pub kind: Kind,
    /// The operation it is about.
    pub node: NodeId,
    /// The line it is about.
    pub line: usize,
    /// What is changed, in words: follows "with".
    pub what: String,
    /// The change of the text: what is replaced, and by what. Sorted, without overlaps.
    pub edits: Vec<(Span, String)>,
}

/// Operations that are taken for one another, not all that happen to fit.
const TAKEN_FOR_ONE_ANOTHER: [&[Arith]; 8] = {
    use Arith::*;
    [
        &[AddI, SubI],
        &[DivSI, RemSI, CeilDivSI, FloorDivSI, DivUI, RemUI, CeilDivUI],
        &[MinSI, MaxSI],
        &[MinUI, MaxUI],
        &[AddF, SubF],
        &[MulF, DivF],
        &[MaximumF, MinimumF, MaxNumF, MinNumF],
        &[AndI, OrI, XOrI],
    ]
};

impl Mutant {
    /// The changed text.
    pub fn apply(&self, text: &str) -> String {
        let mut new = String::with_capacity(text.len() + 64);
        let mut at = 0;
        for (span, with) in &self.edits {
            new.push_str(&text[at..span.start as usize]);
            new.push_str(with);
            at = span.end as usize;
        }
        new.push_str(&text[at..]);
        new
    }
}

/// The changes of some operations of a program, the likeliest first.
pub fn mutants(module: &Module, text: &str, nodes: &[NodeId]) -> Vec<Mutant> {
    let mut maker = Maker { module, text, list: Vec::new() };
    for &id in nodes {
        maker.exchange_operands(id);
        maker.other_words(id);
        maker.other_functions(id);
        maker.other_axis(id);
        maker.other_numbers(id);
        maker.other_values(id);
        maker.one_more_or_less(id);
        maker.leave_out(id);
        maker.exchange_with_next(id);
        maker.add_after(id);
        maker.add_before(id);
    }
    maker.other_extents(nodes);
    // Statements before a loop are found from everything in it.
    let mut seen = FxHashSet::default();
    maker.list.retain(|m| seen.insert(m.edits.clone()));
    order::by_key(&mut maker.list, |m| m.kind);
    maker.list
}

struct Maker<'a> {
    module: &'a Module,
    text: &'a str,
    list: Vec<Mutant>,
}

impl<'a> Maker<'a> {
    fn add(&mut self, kind: Kind, node: NodeId, what: String, mut edits: Vec<(Span, String)>) {
        order::by_key(&mut edits, |e| e.0.start);
        let apart = edits.windows(2).all(|w| w[0].0.end <= w[1].0.start);
        let inside =
            edits.iter().all(|e| self.text.get(e.0.start as usize..e.0.end as usize).is_some());
        if apart && inside {
            let line = self.module.line(self.module.node(node).span.start);
            self.list.push(Mutant { kind, node, line, what, edits });
        }
    }
    fn source(&self, span: Span) -> &'a str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
    fn node(&self, id: NodeId) -> &'a Node {
        self.module.node(id)
    }
    fn name(&self, value: ValueId) -> &'a str {
        self.module.sym(self.module.value(value).name)
    }

    /// Operands of the same type that are written in the text.
    fn operands(&self, id: NodeId) -> Vec<Operand> {
        let is_written = |o: &&Operand| self.source(o.span).starts_with('%');
        self.module.operands(self.node(id)).iter().filter(is_written).copied().collect()
    }

    fn exchange_operands(&mut self, id: NodeId) {
        let operands = self.operands(id);
        for (i, a) in operands.iter().enumerate() {
            for b in &operands[i + 1..] {
                let (same, alike) = (
                    a.value == b.value,
                    self.module.value(a.value).ty == self.module.value(b.value).ty,
                );
                if same || !alike {
                    continue;
                }
                let (of_a, of_b) =
                    (self.source(a.span).to_string(), self.source(b.span).to_string());
                let what = format!("`{of_a}` and `{of_b}` exchanged");
                self.add(Kind::Choice, id, what, vec![(a.span, of_b), (b.span, of_a)]);
            }
        }
    }

    fn other_words(&mut self, id: NodeId) {
        let module = self.module;
        let node = self.node(id);
        if let Some(def) = module.def(node) {
            for attr in def.attrs {
                let given = module.attr(node, attr.name);
                match (attr.kind, given) {
                    (AttrKind::Word(words), Some(given)) => {
                        self.replace_word(id, given.span, words)
                    }
                    (AttrKind::Int(low, high), Some(given)) => {
                        let now = match module.attrs.get(given.value) {
                            Attr::Int(n, _) => *n as i64,
                            _ => continue,
                        };
                        for n in [now - 1, now + 1].into_iter().filter(|n| (low..=high).contains(n))
                        {
                            let what = format!("`{} = {n}`", attr.name);
                            let source = self.source(given.span).replacen(
                                &now.to_string(),
                                &n.to_string(),
                                1,
                            );
                            self.add(Kind::Choice, id, what, vec![(given.span, source)]);
                        }
                    }
                    (AttrKind::Word(words), None) if words.len() <= 16 => {
                        let end = node.span.end;
                        for word in words {
                            for kind in ["round_mode", attr.name] {
                                let given = format!(" {{{} = #pto<{kind} {word}>}}", attr.name);
                                let what = format!("`{} = {word}`", attr.name);
                                self.add(
                                    Kind::Choice,
                                    id,
                                    what,
                                    vec![(Span::new(end, end), given)],
                                );
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        // Relations of comparisons of numbers.
        const INTEGERS: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge"];
        const FLOATS: &[&str] = &["oeq", "one", "olt", "ole", "ogt", "oge"];
        let words = match node.dialect_op() {
            Some(op) if op == Arith::CmpI.into() => INTEGERS,
            Some(op) if op == Arith::CmpF.into() => FLOATS,
            _ => return,
        };
        if let Some(given) = module.attr(node, "predicate") {
            self.replace_word(id, given.span, words);
        }
    }

    fn replace_word(&mut self, id: NodeId, span: Span, words: &[&str]) {
        let source = self.source(span).to_string();
        let now = words.iter().filter(|w| source.to_lowercase().contains(&w.to_lowercase()));
        let Some(now) = now.max_by_key(|w| w.len()) else { return };
        let at = source.to_lowercase().rfind(&now.to_lowercase()).unwrap_or(0);
        for word in words.iter().filter(|w| *w != now) {
            let mut new = source.clone();
            new.replace_range(at..at + now.len(), word);
            let what = format!("`{word}` instead of `{}`", &source[at..at + now.len()]);
            self.add(Kind::Choice, id, what, vec![(span, new)]);
        }
    }

    fn other_functions(&mut self, id: NodeId) {
        let node = self.node(id);
        let name = self.source(node.name_span).to_string();
        let (prefix, names): (&str, Vec<&str>) = match node.name {
            OpName::Pto(op) => {
                let def = op.def();
                let alike = pto_isa::ops::all()
                    .filter(|other| other.name != def.name && is_alike(def, other));
                ("pto.", alike.map(|d| d.printed_name()).collect())
            }
            OpName::Dialect(DialectOp::Arith(own)) => {
                let group = TAKEN_FOR_ONE_ANOTHER.iter().find(|g| g.contains(&own));
                let others = group.map_or(&[][..], |g| g).iter().filter(|n| **n != own);
                ("", others.map(|n| n.name()).collect())
            }
            OpName::Dialect(_) | OpName::Unknown(_) => return,
        };
        let written = if name.starts_with(prefix) { prefix } else { "" };
        for other in names {
            let new = format!("{written}{other}");
            let what = format!(
                "`{prefix}{other}` instead of `{prefix}{}`",
                name.strip_prefix(prefix).unwrap_or(&name)
            );
            self.add(Kind::Choice, id, what, vec![(node.name_span, new)]);
        }
    }

    /// Along columns instead of rows, or the other way: what is one value per row or column must be another tile then.
    fn other_axis(&mut self, id: NodeId) {
        let node = self.node(id);
        let Some(def) = self.module.def(node) else { return };
        let other = match def.name {
            n if n.starts_with("trow") => n.replacen("trow", "tcol", 1),
            n if n.starts_with("tcol") => n.replacen("tcol", "trow", 1),
            _ => return,
        };
        let Some(other) = pto_isa::ops::find(&other) else { return };
        let operands = self.operands(id);
        let tiles: Vec<ValueId> = self
            .in_sight(id)
            .into_iter()
            .filter(|v| matches!(self.module.type_of(*v), Some(Type::Tile(_))))
            .collect();
        // Scratch that the other direction does not take is left out.
        let takes = |o: &Operand| {
            let role = def.operands.get(o.slot as usize).map(|d| d.role);
            role != Some(Role::Scratch) || other.operands.iter().any(|d| d.role == Role::Scratch)
        };
        let kept: Vec<Operand> = operands.into_iter().filter(takes).collect();
        for i in 0..kept.len() {
            for &tile in &tiles {
                let mut groups: [(Vec<String>, Vec<String>); 2] = Default::default();
                for (j, o) in kept.iter().enumerate() {
                    let value = if i == j { tile } else { o.value };
                    let Some(ty) = self.module.type_of(value) else { return };
                    let out =
                        def.operands.get(o.slot as usize).is_some_and(|d| d.role == Role::Out);
                    let group = &mut groups[usize::from(out)];
                    group.0.push(format!("%{}", self.name(value)));
                    group.1.push(ty.to_string());
                }
                let [ins, outs] = groups
                    .map(|(names, types)| format!("({} : {})", names.join(", "), types.join(", ")));
                let new = format!("pto.{} ins{ins} outs{outs}", other.printed_name());
                let what = match tile == kept[i].value {
                    true => format!("`pto.{}`", other.printed_name()),
                    false => format!("`pto.{}` and `%{}`", other.printed_name(), self.name(tile)),
                };
                self.add(Kind::Choice, id, what, vec![(node.span, new)]);
            }
        }
    }

    fn other_numbers(&mut self, id: NodeId) {
        let module = self.module;
        let node = self.node(id);
        if !node.is(Arith::Constant) {
            return;
        }
        let Some(given) = module.attr(node, "value") else { return };
        let source = self.source(given.span).to_string();
        let digits = source.split([' ', ':']).next().unwrap_or("").to_string();
        let result = module.results(node).next().map(|v| self.name(v).to_string());
        let name = result.unwrap_or_default();
        let numbers = self.numbers();
        let mut replace = |new: String| {
            let what = format!("`%{name} = {new}` instead of {digits}");
            let edit = (given.span, source.replacen(&digits, &new, 1));
            self.add(Kind::Number, id, what, vec![edit]);
        };
        match module.attrs.get(given.value) {
            Attr::Int(now, _) => {
                let now = *now as i64;
                let near = [now + 1, now - 1, now * 2, now / 2, 0, 1, -now, now * 4, now / 4];
                let mut seen: FxHashSet<i64> = [now].into_iter().collect();
                let rest = numbers.into_iter().filter(|n| n.fract() == 0.0);
                for n in near.into_iter().chain(rest.map(|n| n as i64)) {
                    if seen.insert(n) {
                        replace(n.to_string());
                    }
                }
            }
            Attr::Float(text, _) => {
                let Ok(now) = text.parse::<f64>() else { return };
                for n in other_floats(now, &numbers) {
                    replace(spell_float(n));
                }
            }
            _ => {}
        }
    }

    /// The numbers that the program has, in their order.
    fn numbers(&self) -> Vec<f64> {
        let module = self.module;
        let number = |(_, n): (NodeId, &Node)| {
            let value = module.attr(n, "value").filter(|_| n.is(Arith::Constant))?;
            match module.attrs.get(value.value) {
                Attr::Int(n, _) => Some(*n as f64),
                Attr::Float(text, _) => text.parse().ok(),
                _ => None,
            }
        };
        let mut numbers: Vec<f64> = module.nodes().filter_map(number).collect();
        numbers.sort_by(f64::total_cmp);
        numbers.dedup();
        numbers
    }

    /// Values that are defined before an operation and can be seen from it.
    fn in_sight(&self, id: NodeId) -> Vec<ValueId> {
        let mut list = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at {
            let node = self.node(id);
            let block: BlockId = node.parent;
            let before = self.module.block(block).ops.iter().take_while(|o| **o != id);
            for &op in before {
                list.extend(self.module.results(self.node(op)));
            }
            list.extend(&self.module.block(block).args);
            at = self.module.parent(node);
        }
        list
    }

    fn other_values(&mut self, id: NodeId) {
        let in_sight = self.in_sight(id);
        for operand in self.operands(id) {
            let ty = self.module.value(operand.value).ty;
            for &other in &in_sight {
                let value = self.module.value(other);
                let implied = matches!(value.def, Def::Missing);
                if other == operand.value
                    || value.ty != ty
                    || implied
                    || self.name(other).is_empty()
                {
                    continue;
                }
                let (now, new) =
                    (self.source(operand.span).to_string(), format!("%{}", self.name(other)));
                let what = format!("`{new}` instead of `{now}`");
                // Nobody writes `x - 0`: what makes an operation pointless fits by chance.
                let kind =
                    if self.is_pointless_with(id, other) { Kind::Order } else { Kind::Value };
                self.add(kind, id, what, vec![(operand.span, new)]);
            }
        }
    }

    /// Whether a number makes an operation of numbers give one of its operands, or zero.
    fn is_pointless_with(&self, id: NodeId, value: ValueId) -> bool {
        let node = self.node(id);
        let Def::Result(made_by) = self.module.value(value).def else { return false };
        let made_by = self.node(made_by);
        let number = self.module.attr(made_by, "value").filter(|_| made_by.is(Arith::Constant));
        let number = number.map(|a| self.module.attrs.get(a.value));
        let is_arith = matches!(node.name, OpName::Dialect(DialectOp::Arith(_)));
        is_arith && matches!(number, Some(Attr::Int(0 | 1, _)))
    }

    fn one_more_or_less(&mut self, id: NodeId) {
        let node = *self.node(id);
        for operand in self.operands(id) {
            let Some(ty) = self.module.type_of(operand.value) else { continue };
            let spelled = ty.to_string();
            if !matches!(spelled.as_str(), "index" | "i32" | "i64") {
                continue;
            }
            let now = self.source(operand.span).to_string();
            for (op, sign) in [("addi", '+'), ("subi", '-')] {
                let before = format!(
                    "%pto_one_ = arith.constant 1 : {spelled}\n%pto_near_ = arith.{op} {now}, %pto_one_ : {spelled}\n"
                );
                let at = Span::new(node.span.start, node.span.start);
                let what = format!("`{now} {sign} 1` instead of `{now}`");
                let edits = vec![(at, before), (operand.span, "%pto_near_".into())];
                let is_arith = matches!(node.name, OpName::Dialect(DialectOp::Arith(_)));
                self.add(if is_arith { Kind::Order } else { Kind::Value }, id, what, edits);
            }
        }
    }

    fn leave_out(&mut self, id: NodeId) {
        let node = *self.node(id);
        if self.module.results(&node).len() == 0 && self.module.node_regions(&node).is_empty() {
            self.add(Kind::Order, id, "it left out".into(), vec![(node.span, String::new())]);
        }
    }

    fn exchange_with_next(&mut self, id: NodeId) {
        let node = *self.node(id);
        let ops = &self.module.block(node.parent).ops;
        let Some(at) = ops.iter().position(|o| *o == id) else { return };
        // The next one that does something; numbers and views in between stay where they are.
        let does = |o: &&NodeId| {
            self.module.def(self.node(**o)).is_some_and(|d| !matches!(d.sem, Sem::Machine))
        };
        let Some(&next) = ops[at + 1..].iter().find(does) else { return };
        let next = *self.node(next);
        let does = self.module.def(&node).is_some_and(|d| !matches!(d.sem, Sem::Machine));
        if does && self.module.results(&node).len() == 0 {
            let (first, second) =
                (self.source(node.span).to_string(), self.source(next.span).to_string());
            let what = format!("it after line {}", self.module.line(next.span.start));
            self.add(Kind::Order, id, what, vec![(node.span, second), (next.span, first)]);
        }
    }

    /// Valid extents and padding in the types that some operations use, where they are written.
    fn other_extents(&mut self, nodes: &[NodeId]) {
        let Some(&first) = nodes.first() else { return };
        for (key, kind) in [("valid=", Kind::Number), ("pad=", Kind::Choice)] {
            let places: Vec<usize> =
                self.text.match_indices(key).map(|m| m.0 + key.len()).collect();
            for at in places {
                let rest = &self.text[at..];
                let end = rest.find([',', '>', ' ', '\n']).unwrap_or(rest.len());
                let now = &rest[..end];
                let span = Span::new(at as u32, (at + end) as u32);
                let mut news: Vec<String> = Vec::new();
                if kind == Kind::Choice {
                    news.extend(
                        ["null", "zero", "max", "min", "0", "1", "2", "3"].map(String::from),
                    );
                } else if let Some((rows, cols)) = now.split_once('x') {
                    for by in [-1i64, 1] {
                        let moved = |n: &str| n.parse::<i64>().ok().map(|n| (n + by).to_string());
                        news.extend(moved(rows).map(|r| format!("{r}x{cols}")));
                        news.extend(moved(cols).map(|c| format!("{rows}x{c}")));
                    }
                }
                let now = now.to_string();
                for new in news.into_iter().filter(|n| *n != now) {
                    let what = format!("`{key}{new}` instead of `{key}{now}`");
                    self.add(kind, first, what, vec![(span, new)]);
                    if let Some(last) = self.list.last_mut() {
                        last.line = self.module.line(span.start);
                    }
                }
            }
        }
    }
}

/// Whether two instructions take the same operands and do the same sort of thing.
fn is_alike(a: &OpDef, b: &OpDef) -> bool {
    let operands = a.operands.len() == b.operands.len()
        && a.operands
            .iter()
            .zip(b.operands)
            .all(|(a, b)| (a.role, a.arity, a.kind) == (b.role, b.arity, b.kind));
    let sorts = std::mem::discriminant(&a.sem) == std::mem::discriminant(&b.sem);
    let custom = matches!(a.sem, Sem::Custom(_)) && a.family != b.family;
    operands
        && sorts
        && !custom
        && !matches!(a.sem, Sem::Machine | Sem::Missing | Sem::Unpublished(_))
}

/// Floats that are written by mistake for one another: multiples, the reciprocal, the root, the square, the opposite, one
/// more or less; and what the other numbers of the program may be taken for.
fn other_floats(v: f64, numbers: &[f64]) -> Vec<f64> {
    let mut list: Vec<f64> =
        [2.0, 0.5, 4.0, 0.25, 8.0, 0.125, 10.0, 0.1, 16.0, 0.0625, 100.0, 0.01]
            .map(|by| v * by)
            .to_vec();
    list.extend([1.0 / v, v.sqrt(), 1.0 / v.sqrt(), v * v, -v, 1.0, 0.0, -1.0]);
    list.extend([v * std::f64::consts::LN_2, v / std::f64::consts::LN_2]);
    list.extend([v + 1.0, v - 1.0, 1.0 / (1.0 / v + 1.0), 1.0 / (1.0 / v - 1.0)]);
    list.extend(numbers.iter().flat_map(|n| [*n, 1.0 / n, n.sqrt(), 1.0 / n.sqrt()]));
    let mut seen = vec![v];
    list.retain(|n| {
        let new = n.is_finite() && !seen.contains(n);
        seen.push(*n);
        new
    });
    list
}

/// A float as a program spells it, without losing a bit.
pub fn spell_float(v: f64) -> String {
    let short = (v as f32).to_string();
    match short.parse::<f64>() {
        Ok(back) if back as f32 == v as f32 && short.contains('.') => short,
        Ok(_) if !short.contains(['.', 'e', 'i', 'N']) => format!("{short}.0"),
        _ => format!("{v:.17e}"),
    }
}
