//! Names and the values they stand for.

use super::*;

impl Parser<'_> {
    pub(super) fn set_scope(&mut self, name: Sym, value: Option<ValueId>) -> Option<ValueId> {
        if self.scope.len() <= name.index() {
            self.scope.resize(name.index() + 1 + self.scope.len() / 2, None);
        }
        std::mem::replace(&mut self.scope[name.index()], value)
    }

    /// Binds a name to a value; a second binding in reach is a mistake.
    pub(super) fn define(&mut self, name: Sym, value: ValueId, span: Span) {
        let before = self.set_scope(name, Some(value));
        self.undo.push((name, before));
        if let Some(old) = before
            && self.module.value(old).def != Def::Missing
        {
            let first = self.module.value(old).span;
            let text = self.module.sym(name).to_string();
            self.report(
                Diagnostic::error(code::REDEFINED, span, format!("`%{text}` is defined twice"))
                    .found("second definition")
                    .label(first, "first definition"),
            );
        }
    }

    pub(super) fn scope_mark(&self) -> usize {
        self.undo.len()
    }

    pub(super) fn end_scope(&mut self, mark: usize) {
        while self.undo.len() > mark {
            let (name, before) = self.undo.pop().expect("longer than mark");
            self.scope[name.index()] = before;
        }
    }

    /// The value a name stands for; an unknown name is reported once and gets a placeholder.
    pub(super) fn use_value(&mut self, name: Sym, span: Span) -> ValueId {
        if let Some(Some(v)) = self.scope.get(name.index()) {
            return *v;
        }
        self.missing_value(name, span)
    }

    /// Like [`Self::use_value`], but an unknown name may turn out to be a definition: its placeholder
    /// is returned without a report.
    pub(super) fn use_or_pending(&mut self, name: Sym, span: Span) -> (ValueId, bool) {
        if let Some(Some(v)) = self.scope.get(name.index()) {
            return (*v, false);
        }
        let value = Value { ty: None, name, slot: NO_SLOT, def: Def::Missing, span };
        (self.new_value(value), true)
    }

    #[cold]
    pub(super) fn missing_value(&mut self, name: Sym, span: Span) -> ValueId {
        let value =
            self.new_value(Value { ty: None, name, slot: NO_SLOT, def: Def::Missing, span });
        self.report_missing(value);
        value
    }

    /// Says that a value is not defined, once: from here on its name stands for the placeholder.
    #[cold]
    pub(super) fn report_missing(&mut self, value: ValueId) {
        let Value { name, span, .. } = *self.module.value(value);
        let text = self.module.sym(name).to_string();
        let known: Vec<&str> = self
            .scope
            .iter()
            .enumerate()
            .filter(|(_, v)| v.is_some_and(|v| self.module.value(v).def != Def::Missing))
            .map(|(i, _)| self.module.sym(Sym(i as u32)))
            .take(2001)
            .collect();
        let near = if known.len() <= 2000 { ops::closest(&text, known) } else { None };
        let mut d = Diagnostic::error(
            code::UNDEFINED_VALUE,
            span,
            format!("`%{text}` is used but not defined"),
        )
        .found("not defined before this use");
        if let Some(near) = near {
            d = d.help(format!("did you mean `%{near}`?")).fix(span, format!("%{near}"));
        }
        self.report(d);
        let before = self.set_scope(name, Some(value));
        self.undo.push((name, before));
    }

    /// Reads `%x` as a use.
    pub(super) fn parse_use(&mut self) -> Option<Operand> {
        if self.cur.tok != Tok::Percent {
            self.expected("a value");
            return None;
        }
        let span = self.cur.span;
        let name = self.percent_name();
        let value = self.use_value(name, span);
        Some(Operand { value, slot: NO_SLOT, span })
    }

    /// The name of the current `%x`, which is consumed. `%x#0` is the first value of a group.
    pub(super) fn percent_name(&mut self) -> Sym {
        let text = &self.word()[1..];
        let name = self.module.symbols.intern(text);
        self.advance();
        name
    }

    /// Hides the results of an operation while its regions are read: they exist only after it.
    pub(super) fn hide_results(&mut self, owner: NodeId) -> Vec<(Sym, ValueId)> {
        let Some(node) = self.module.nodes.get(owner.index()) else { return Vec::new() };
        let results = self.module.results(node).map(|v| (self.module.value(v).name, v));
        let bound = |(name, v): &(Sym, ValueId)| self.scope.get(name.index()) == Some(&Some(*v));
        let hidden: Vec<(Sym, ValueId)> = results.filter(bound).collect();
        for (name, _) in &hidden {
            self.scope[name.index()] = None;
        }
        hidden
    }
}
