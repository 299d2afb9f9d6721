//! Structural equality of modules: same operations, operands, attributes, types and names.

use crate::intern::Attr;
use crate::module::*;
use pto_isa::order;
use rustc_hash::FxHashMap;

/// Where two modules first differ, or `None` if they are the same program.
///
/// Spans and the form an instruction was written in do not count.
pub fn first_difference(a: &Module, b: &Module) -> Option<String> {
    let mut c = Compare { a, b, values: FxHashMap::default() };
    c.region(Module::TOP, Module::TOP).err()
}

struct Compare<'m> {
    a: &'m Module,
    b: &'m Module,
    values: FxHashMap<ValueId, ValueId>,
}

type Same = Result<(), String>;

impl Compare<'_> {
    fn differ(what: &str, a: impl std::fmt::Display, b: impl std::fmt::Display) -> Same {
        Err(format!("{what}: `{a}` against `{b}`"))
    }

    fn region(&mut self, a: RegionId, b: RegionId) -> Same {
        let (x, y) = (self.a.region(a).blocks.clone(), self.b.region(b).blocks.clone());
        if x.len() != y.len() {
            return Self::differ("number of blocks", x.len(), y.len());
        }
        for (&p, &q) in x.iter().zip(&y) {
            let (p, q) = (self.a.block(p), self.b.block(q));
            if p.args.len() != q.args.len() {
                return Self::differ("number of block arguments", p.args.len(), q.args.len());
            }
            for (&v, &w) in p.args.iter().zip(&q.args) {
                self.bind(v, w)?;
            }
        }
        for (&p, &q) in x.iter().zip(&y) {
            let (p, q) = (self.a.block(p).ops.clone(), self.b.block(q).ops.clone());
            if p.len() != q.len() {
                return Self::differ("number of operations", p.len(), q.len());
            }
            for (&m, &n) in p.iter().zip(&q) {
                self.node(m, n)?;
            }
        }
        Ok(())
    }

    fn bind(&mut self, v: ValueId, w: ValueId) -> Same {
        let (x, y) = (self.a.value(v), self.b.value(w));
        let (nx, ny) = (self.a.sym(x.name), self.b.sym(y.name));
        if nx != ny {
            return Self::differ("name", nx, ny);
        }
        let text = |m: &Module, v: ValueId| m.type_of(v).map_or("?".into(), |t| t.to_string());
        if self.a.type_of(v) != self.b.type_of(w) {
            return Self::differ(&format!("type of %{nx}"), text(self.a, v), text(self.b, w));
        }
        if x.slot != y.slot {
            return Self::differ(&format!("slot of %{nx}"), x.slot, y.slot);
        }
        self.values.insert(v, w);
        Ok(())
    }

    fn operands(&self, x: &[Operand], y: &[Operand], at: &str) -> Same {
        if x.len() != y.len() {
            return Self::differ(&format!("number of operands of {at}"), x.len(), y.len());
        }
        for (o, p) in x.iter().zip(y) {
            let same = match self.values.get(&o.value) {
                Some(&w) => w == p.value,
                // A value without a definition: the same name is all there is to compare.
                None => {
                    let name = |m: &Module, v: ValueId| m.sym(m.value(v).name).to_string();
                    name(self.a, o.value) == name(self.b, p.value)
                }
            };
            if !same || o.slot != p.slot {
                let name = |m: &Module, v: ValueId| m.sym(m.value(v).name).to_string();
                return Self::differ(
                    &format!("operand of {at}"),
                    format_args!("%{} in slot {}", name(self.a, o.value), o.slot),
                    format_args!("%{} in slot {}", name(self.b, p.value), p.slot),
                );
            }
        }
        Ok(())
    }

    fn node(&mut self, m: NodeId, n: NodeId) -> Same {
        let (a, b) = (self.a, self.b);
        let (x, y) = (a.node(m), b.node(n));
        let (nx, ny) = (a.op_name(x), b.op_name(y));
        if nx != ny {
            return Self::differ("operation", nx, ny);
        }
        self.operands(a.operands(x), b.operands(y), &nx)?;
        let (rx, ry): (Vec<_>, Vec<_>) = (a.results(x).collect(), b.results(y).collect());
        if rx.len() != ry.len() {
            return Self::differ(&format!("number of results of {nx}"), rx.len(), ry.len());
        }
        for (&v, &w) in rx.iter().zip(&ry) {
            self.bind(v, w)?;
        }
        self.attrs(x, y, &nx)?;
        let (sx, sy) = (a.successors(x), b.successors(y));
        if sx.len() != sy.len() {
            return Self::differ(&format!("successors of {nx}"), sx.len(), sy.len());
        }
        for (s, t) in sx.iter().zip(sy) {
            self.operands(a.successor_operands(s), b.successor_operands(t), &nx)?;
        }
        let (px, py) = (a.node_regions(x).to_vec(), b.node_regions(y).to_vec());
        if px.len() != py.len() {
            return Self::differ(&format!("regions of {nx}"), px.len(), py.len());
        }
        for (p, q) in px.into_iter().zip(py) {
            self.region(p, q)?;
        }
        Ok(())
    }

    fn attrs(&self, x: &Node, y: &Node, at: &str) -> Same {
        let list = |m: &Module, n: &Node| {
            let mut l: Vec<(String, AttrId)> =
                m.node_attrs(n).iter().map(|a| (m.sym(a.name).to_string(), a.value)).collect();
            order::sort(&mut l);
            l
        };
        let (p, q) = (list(self.a, x), list(self.b, y));
        let text = |m: &Module, l: &[(String, AttrId)]| {
            let items: Vec<String> = l
                .iter()
                .map(|(n, v)| format!("{n} = {}", crate::print::attr_text(m, m.attrs.get(*v))))
                .collect();
            items.join(", ")
        };
        let same =
            p.len() == q.len() && p.iter().zip(&q).all(|(i, j)| i.0 == j.0 && self.attr(i.1, j.1));
        if same {
            return Ok(());
        }
        Self::differ(&format!("attributes of {at}"), text(self.a, &p), text(self.b, &q))
    }

    fn attr(&self, i: AttrId, j: AttrId) -> bool {
        let ty = |t: &Option<TypeId>, u: &Option<TypeId>| {
            t.map(|t| self.a.types.get(t)) == u.map(|u| self.b.types.get(u))
        };
        match (self.a.attrs.get(i), self.b.attrs.get(j)) {
            (Attr::Int(v, t), Attr::Int(w, u)) => v == w && ty(t, u),
            (Attr::Float(v, t), Attr::Float(w, u)) => v == w && ty(t, u),
            (Attr::Type(t), Attr::Type(u)) => self.a.types.get(*t) == self.b.types.get(*u),
            (Attr::Array(p), Attr::Array(q)) => {
                p.len() == q.len() && p.iter().zip(q).all(|(&i, &j)| self.attr(i, j))
            }
            (Attr::Dict(p), Attr::Dict(q)) => {
                p.len() == q.len()
                    && p.iter().zip(q).all(|((n, i), (o, j))| {
                        self.a.sym(*n) == self.b.sym(*o) && self.attr(*i, *j)
                    })
            }
            (a, b) => a == b,
        }
    }
}
