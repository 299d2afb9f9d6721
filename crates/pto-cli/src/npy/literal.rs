//! The Python values that occur in headers: a flat dictionary of strings, truth values and tuples.

/// A value of the dictionary.
#[derive(Debug, PartialEq)]
pub(super) enum Literal<'a> {
    Text(&'a str),
    Truth(bool),
    /// A tuple or list, nested ones included as one item each.
    Sequence(Vec<Item>),
}

/// An item of a sequence.
#[derive(Debug, PartialEq)]
pub(super) enum Item {
    Number(u64),
    /// Anything else: only the descriptions of structures have it.
    Other,
}

impl Literal<'_> {
    /// Reads `{'key': value, ...}` with nothing but blanks after it; `None` if it is anything
    /// else. Keys occur once.
    pub(super) fn read_dictionary(text: &str) -> Option<Vec<(&str, Literal<'_>)>> {
        let mut r = Reader { rest: text };
        let mut entries: Vec<(&str, Literal)> = Vec::new();
        r.expect('{')?;
        while !r.eat('}') {
            let key = r.text()?;
            r.expect(':')?;
            let value = r.value()?;
            if entries.iter().any(|(k, _)| *k == key) {
                return None;
            }
            entries.push((key, value));
            if !r.eat(',') {
                r.expect('}')?;
                break;
            }
        }
        // Older writers end the padding with zero bytes.
        r.rest.trim_matches(['\0', ' ', '\t', '\r', '\n']).is_empty().then_some(entries)
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn eat(&mut self, c: char) -> bool {
        self.rest = self.rest.trim_ascii_start();
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, c: char) -> Option<()> {
        self.eat(c).then_some(())
    }

    fn word(&mut self, word: &str) -> bool {
        self.rest = self.rest.trim_ascii_start();
        match self.rest.strip_prefix(word) {
            Some(rest) if !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// A string. Names of types and keys need no escapes, so none are read.
    fn text(&mut self) -> Option<&'a str> {
        let quote = if self.eat('\'') {
            '\''
        } else {
            self.expect('"')?;
            '"'
        };
        let (text, rest) = self.rest.split_once(quote)?;
        self.rest = rest;
        (!text.contains('\\')).then_some(text)
    }

    fn value(&mut self) -> Option<Literal<'a>> {
        if self.word("True") {
            return Some(Literal::Truth(true));
        }
        if self.word("False") {
            return Some(Literal::Truth(false));
        }
        for (open, close) in [('(', ')'), ('[', ']')] {
            if self.eat(open) {
                return self.sequence(close).map(Literal::Sequence);
            }
        }
        self.text().map(Literal::Text)
    }

    fn sequence(&mut self, close: char) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push(self.item()?);
            if !self.eat(',') {
                self.expect(close)?;
                break;
            }
        }
        Some(items)
    }

    fn item(&mut self) -> Option<Item> {
        self.rest = self.rest.trim_ascii_start();
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        if end > 0 {
            let (digits, rest) = self.rest.split_at(end);
            // Python 2 marks long integers.
            self.rest = rest.strip_prefix('L').unwrap_or(rest);
            return digits.parse().ok().map(Item::Number);
        }
        if self.rest.starts_with(['(', '[']) {
            self.skip_nested()?;
        } else {
            self.text()?;
        }
        Some(Item::Other)
    }

    /// Skips a sequence whatever it holds; counts depth instead of recursing, so that no header
    /// is too deep.
    fn skip_nested(&mut self) -> Option<()> {
        let mut depth = 0usize;
        loop {
            self.rest = self.rest.trim_ascii_start();
            match self.rest.chars().next()? {
                '(' | '[' => depth += 1,
                ')' | ']' => depth -= 1,
                '\'' | '"' => {
                    self.text()?;
                    continue;
                }
                _ => {}
            }
            let mut chars = self.rest.chars();
            chars.next();
            self.rest = chars.as_str();
            if depth == 0 {
                return Some(());
            }
        }
    }
}
