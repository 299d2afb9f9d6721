//! Whole numbers computed from the parameters of a kernel: `tile_m * tile_k * 2 <= 65536`.
//!
//! Numbers have 64 bits, and one that does not fit is an error. A comparison is 1 or 0; `/` and `%` round towards zero;
//! `min`, `max`, `ceildiv` and `align` (up to a multiple) are functions of two numbers.

use pto_ir::Span;
use std::fmt;

/// What is wrong with an expression, and where in the text it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExprError {
    /// The place.
    pub span: Span,
    /// What is wrong.
    pub message: String,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    node: Node,
    span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Number(i64),
    Name(String),
    Negative(Box<Expr>),
    Not(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Min,
    Max,
    CeilDivide,
    Align,
}

/// Operators by how tightly they bind, the loosest first. Longer spellings come before those they begin with.
const LEVELS: [&[(&str, Operator)]; 5] = [
    &[("||", Operator::Or)],
    &[("&&", Operator::And)],
    &[
        ("==", Operator::Equal),
        ("!=", Operator::NotEqual),
        ("<=", Operator::LessEqual),
        (">=", Operator::GreaterEqual),
        ("<", Operator::Less),
        (">", Operator::Greater),
    ],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)],
];

const FUNCTIONS: [(&str, Operator); 4] = [
    ("min", Operator::Min),
    ("max", Operator::Max),
    ("ceildiv", Operator::CeilDivide),
    ("align", Operator::Align),
];

/// Brackets inside of brackets that are read.
const MOST_DEPTH: u32 = 64;

impl Expr {
    /// Reads an expression that begins at an offset of a text.
    pub fn read(text: &str, at: u32) -> Result<Expr, ExprError> {
        let mut reader = Reader { text, at: 0, base: at, depth: 0 };
        let expr = reader.level(0)?;
        reader.skip_blanks();
        match reader.rest().chars().next() {
            None => Ok(expr),
            Some(c) => Err(reader.error_here(format!("`{c}` is not expected here"))),
        }
    }

    /// A number.
    pub fn number(value: i64) -> Expr {
        Expr { node: Node::Number(value), span: Span::default() }
    }

    /// The number itself, if it is one.
    pub fn as_number(&self) -> Option<i64> {
        match &self.node {
            Node::Number(n) => Some(*n),
            Node::Negative(inner) => inner.as_number().and_then(i64::checked_neg),
            _ => None,
        }
    }

    /// Where it was read.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Computes it. `value_of` knows the parameters.
    pub fn value(&self, value_of: &dyn Fn(&str) -> Option<i64>) -> Result<i64, ExprError> {
        let error = |message: &str| ExprError { span: self.span, message: message.into() };
        let too_large = || error("the number does not fit into 64 bits");
        match &self.node {
            Node::Number(n) => Ok(*n),
            Node::Name(name) => {
                value_of(name).ok_or_else(|| error(&format!("there is no parameter `{name}`")))
            }
            Node::Negative(inner) => inner.value(value_of)?.checked_neg().ok_or_else(too_large),
            Node::Not(inner) => Ok(i64::from(inner.value(value_of)? == 0)),
            Node::Binary(operator, left, right) => {
                let a = left.value(value_of)?;
                // What a condition excludes need not be computed: `n != 0 && 64 % n == 0`.
                match operator {
                    Operator::Or if a != 0 => return Ok(1),
                    Operator::And if a == 0 => return Ok(0),
                    _ => {}
                }
                let b = right.value(value_of)?;
                let divides = matches!(
                    operator,
                    Operator::Divide | Operator::Remainder | Operator::CeilDivide | Operator::Align
                );
                if divides && b == 0 {
                    return Err(error("division by zero"));
                }
                operator.apply(a, b).ok_or_else(too_large)
            }
        }
    }

    /// Calls `seen` with every parameter that is named, and its place.
    pub fn names(&self, seen: &mut dyn FnMut(&str, Span)) {
        match &self.node {
            Node::Number(_) => {}
            Node::Name(name) => seen(name, self.span),
            Node::Negative(inner) | Node::Not(inner) => inner.names(seen),
            Node::Binary(_, left, right) => {
                left.names(seen);
                right.names(seen);
            }
        }
    }
}

/// With all brackets, so that the same words mean the same.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.node {
            Node::Number(n) => write!(f, "{n}"),
            Node::Name(name) => f.write_str(name),
            Node::Negative(inner) => write!(f, "-({inner})"),
            Node::Not(inner) => write!(f, "!({inner})"),
            Node::Binary(operator, left, right) => {
                match FUNCTIONS.iter().find(|w| w.1 == *operator) {
                    Some((function, _)) => write!(f, "{function}({left}, {right})"),
                    None => {
                        let spelled = LEVELS.iter().flat_map(|l| l.iter());
                        let word = spelled.clone().find(|w| w.1 == *operator).map_or("", |w| w.0);
                        write!(f, "({left} {word} {right})")
                    }
                }
            }
        }
    }
}

impl Operator {
    /// `None` for what does not fit, or has no value.
    fn apply(self, a: i64, b: i64) -> Option<i64> {
        let ceil = |a: i64, b: i64| {
            let whole = a.checked_div(b)?;
            let more = a % b != 0 && (a < 0) == (b < 0);
            whole.checked_add(i64::from(more))
        };
        match self {
            Operator::Or | Operator::And => Some(i64::from(b != 0)),
            Operator::Equal => Some(i64::from(a == b)),
            Operator::NotEqual => Some(i64::from(a != b)),
            Operator::Less => Some(i64::from(a < b)),
            Operator::LessEqual => Some(i64::from(a <= b)),
            Operator::Greater => Some(i64::from(a > b)),
            Operator::GreaterEqual => Some(i64::from(a >= b)),
            Operator::Add => a.checked_add(b),
            Operator::Subtract => a.checked_sub(b),
            Operator::Multiply => a.checked_mul(b),
            Operator::Divide => a.checked_div(b),
            Operator::Remainder => a.checked_rem(b),
            Operator::Min => Some(a.min(b)),
            Operator::Max => Some(a.max(b)),
            Operator::CeilDivide => ceil(a, b),
            Operator::Align => ceil(a, b)?.checked_mul(b),
        }
    }
}

/// Whether a character can be part of a name.
pub(crate) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether a text is a name of a parameter.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(is_word)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    base: u32,
    depth: u32,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn span_from(&self, start: usize) -> Span {
        Span::new(self.base + start as u32, self.base + self.at as u32)
    }

    fn error_here(&self, message: impl Into<String>) -> ExprError {
        let start = self.base + self.at as u32;
        let width = self.rest().chars().next().map_or(1, char::len_utf8) as u32;
        ExprError { span: Span::new(start, start + width), message: message.into() }
    }

    fn take(&mut self, word: &str) -> bool {
        let rest = self.rest().trim_start();
        let found = rest.starts_with(word);
        if found {
            self.at = self.text.len() - rest.len() + word.len();
        }
        found
    }

    fn level(&mut self, level: usize) -> Result<Expr, ExprError> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        self.skip_blanks();
        let start = self.at;
        let mut left = self.level(level + 1)?;
        while let Some((_, operator)) = operators.iter().find(|(word, _)| self.take(word)) {
            let right = self.level(level + 1)?;
            let node = Node::Binary(*operator, Box::new(left), Box::new(right));
            left = Expr { node, span: self.span_from(start) };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr, ExprError> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(self.error_here("the expression is nested too deeply"));
        }
        self.skip_blanks();
        let start = self.at;
        let node = if self.take("-") {
            Node::Negative(Box::new(self.unary()?))
        } else if self.take("!") {
            Node::Not(Box::new(self.unary()?))
        } else {
            self.primary()?
        };
        self.depth -= 1;
        Ok(Expr { node, span: self.span_from(start) })
    }

    fn primary(&mut self) -> Result<Node, ExprError> {
        if self.take("(") {
            let inner = self.level(0)?;
            self.close()?;
            return Ok(inner.node);
        }
        let length = self.rest().find(|c| !is_word(c)).unwrap_or(self.rest().len());
        let word = &self.rest()[..length];
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let number = word.replace('_', "").parse::<i64>();
            let Ok(number) = number else {
                return Err(self.error_here(format!("`{word}` is not a whole number of 64 bits")));
            };
            self.at += length;
            return Ok(Node::Number(number));
        }
        if word.is_empty() {
            return Err(self.error_here("a number or a parameter is expected here"));
        }
        self.at += length;
        if !self.take("(") {
            return Ok(Node::Name(word.into()));
        }
        let Some((_, function)) = FUNCTIONS.iter().find(|f| f.0 == word) else {
            self.at -= 1;
            return Err(self.error_here(format!("there is no function `{word}`")));
        };
        let first = self.level(0)?;
        if !self.take(",") {
            return Err(self.error_here(format!("`{word}` takes two numbers")));
        }
        let second = self.level(0)?;
        self.close()?;
        Ok(Node::Binary(*function, Box::new(first), Box::new(second)))
    }

    fn close(&mut self) -> Result<(), ExprError> {
        match self.take(")") {
            true => Ok(()),
            false => Err(self.error_here("`)` is missing here")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<i64, String> {
        let expr = Expr::read(text, 0).map_err(|e| format!("{} at {}", e.message, e.span.start))?;
        let value_of = |name: &str| (name == "n").then_some(7);
        expr.value(&value_of).map_err(|e| format!("{} at {}", e.message, e.span.start))
    }

    #[test]
    fn numbers_are_computed_as_usual() {
        for (text, result) in [
            ("1 + 2 * 3", 7),
            ("(1 + 2) * 3", 9),
            ("10 - 4 - 3", 3),
            ("-n + 1", -6),
            ("7 / 2 * 2 + 7 % 2", 7),
            ("n <= 7 && n != 3", 1),
            ("!n || n == 8", 0),
            ("min(n, 3) + max(n, 3)", 10),
            ("ceildiv(n, 2) * 100 + align(n, 4)", 408),
            ("ceildiv(-n, 2)", -3),
            ("n == 0 || 14 % n == 0", 1),
            ("n != 7 && 1 / 0", 0),
            ("1_000", 1000),
        ] {
            assert_eq!(value(text), Ok(result), "{text}");
        }
    }

    #[test]
    fn mistakes_have_a_place() {
        for (text, error) in [
            ("", "a number or a parameter is expected here at 0"),
            ("1 +", "a number or a parameter is expected here at 3"),
            ("(1", "`)` is missing here at 2"),
            ("1 2", "`2` is not expected here at 2"),
            ("2 * m", "there is no parameter `m` at 4"),
            ("1 / (n - 7)", "division by zero at 0"),
            ("9223372036854775807 + 1", "the number does not fit into 64 bits at 0"),
            ("sqrt(4)", "there is no function `sqrt` at 4"),
            ("12a", "`12a` is not a whole number of 64 bits at 0"),
        ] {
            assert_eq!(value(text), Err(error.to_string()), "{text}");
        }
        assert!(value(&"(".repeat(100_000)).is_err(), "deep nesting is refused, not followed");
        assert!(value(&"-".repeat(100_000)).is_err());
    }
}
