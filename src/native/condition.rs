//! The expressions of `#if` and `#elif` (ISO C 6.10.1): parsed into [`Guards`].
use rustc_hash::FxHashMap;

use super::guard::{Comparison, GuardId, Guards, Operator, Value, ValueId};
use super::lexer::{Kind, Lexer, Token};

/// Parentheses and signs deeper than this are not understood.
const MAX_NESTING: u8 = 60;

/// Longer texts of calls are cut off.
const MAX_CALL: usize = 200;

/// Macros that the file itself has defined so far: when they are defined, and their values.
#[derive(Debug, Default)]
pub(super) struct Names {
    defined: FxHashMap<Box<str>, GuardId>,
    values: FxHashMap<Box<str>, ValueId>,
}

impl Names {
    /// `#define name body` under a condition.
    pub(super) fn define(&mut self, name: &str, body: Option<&str>, guard: GuardId, guards: &mut Guards) {
        let (before, old) = (self.defined(name, guards), self.value(name, guards));
        let defined = guards.or(before, guard);
        self.defined.insert(name.into(), defined);
        let new = match body {
            Some(body) if integer(body).is_some() => Value::Number(integer(body).unwrap_or_default()),
            Some(body) => Value::Expr(body.chars().take(MAX_CALL).collect::<String>().into()),
            None => Value::Expr(name.into()),
        };
        let new = guards.add_value(new);
        let value = if guard == GuardId::TRUE { new } else { guards.add_value(Value::Select(guard, new, old)) };
        self.values.insert(name.into(), value);
    }

    /// `#undef name` under a condition.
    pub(super) fn undefine(&mut self, name: &str, guard: GuardId, guards: &mut Guards) {
        let (before, otherwise) = (self.defined(name, guards), guards.not(guard));
        let defined = guards.and(before, otherwise);
        self.defined.insert(name.into(), defined);
        let (old, zero) = (self.value(name, guards), guards.add_value(Value::Number(0)));
        let value = guards.add_value(Value::Select(guard, zero, old));
        self.values.insert(name.into(), value);
    }

    /// `defined(name)` at this place.
    pub(super) fn defined(&self, name: &str, guards: &mut Guards) -> GuardId {
        self.defined.get(name).copied().unwrap_or_else(|| guards.defined(name))
    }

    fn value(&self, name: &str, guards: &mut Guards) -> ValueId {
        self.values.get(name).copied().unwrap_or_else(|| guards.add_value(Value::Macro(name.into())))
    }
}

/// Reads the expression in `range` of a file. What is not understood is an `Expr` with its text.
pub(super) fn parse(bytes: &[u8], range: std::ops::Range<u32>, names: &Names, guards: &mut Guards) -> GuardId {
    let tokens: Vec<Token> = Lexer::inside(bytes, range.clone())
        .filter(|token| !matches!(token.kind, Kind::Space | Kind::Comment))
        .collect();
    let mut parser = Parser { bytes, tokens: &tokens, at: 0, nesting: 0, names, guards };
    match parser.binary(0) {
        Some(operand) if parser.at == tokens.len() => parser.truth(operand),
        _ => {
            let text = bytes.get(range.start as usize..range.end as usize).unwrap_or_default();
            let text = String::from_utf8_lossy(text);
            let words: Vec<&str> = text.split_whitespace().collect();
            parser.guards.expr(&clip(&words.join(" ")))
        }
    }
}

fn clip(text: &str) -> String {
    text.chars().take(MAX_CALL).collect()
}

/// A condition or a number: in the preprocessor each can stand for the other.
#[derive(Clone, Copy)]
enum Operand {
    Guard(GuardId),
    Value(ValueId),
}

struct Parser<'a> {
    bytes: &'a [u8],
    tokens: &'a [Token],
    at: usize,
    nesting: u8,
    names: &'a Names,
    guards: &'a mut Guards,
}

/// Binary operators by their text, with their precedence (larger binds tighter).
const OPERATORS: &[(&str, u8)] = &[
    ("||", 1),
    ("&&", 2),
    ("==", 6),
    ("!=", 6),
    ("<=", 7),
    (">=", 7),
    ("<<", 8),
    (">>", 8),
    ("|", 3),
    ("&", 5),
    ("<", 7),
    (">", 7),
    ("+", 9),
    ("-", 9),
    ("*", 10),
    ("/", 10),
    ("%", 10),
];

impl Parser<'_> {
    fn truth(&mut self, operand: Operand) -> GuardId {
        match operand {
            Operand::Guard(guard) => guard,
            Operand::Value(value) => {
                if let Value::Truth(guard) = self.guards.value(value) {
                    return *guard;
                }
                let zero = self.guards.add_value(Value::Number(0));
                self.guards.test(Comparison::Unequal, value, zero)
            }
        }
    }

    fn number(&mut self, operand: Operand) -> ValueId {
        match operand {
            Operand::Value(value) => value,
            Operand::Guard(guard) => self.guards.add_value(Value::Truth(guard)),
        }
    }

    /// The operator at the current place: its text, its precedence and the number of its tokens.
    fn operator(&self) -> Option<(&'static str, u8, usize)> {
        let first = self.tokens.get(self.at)?;
        let next = self.tokens.get(self.at + 1).filter(|next| next.start == first.end);
        let Kind::Punct(a) = first.kind else { return None };
        let two = next.and_then(|next| match next.kind {
            Kind::Punct(b) => Some([a, b]),
            _ => None,
        });
        let matches = |text: &str| match text.as_bytes() {
            [x] => *x == a,
            pair => two.is_some_and(|two| two == pair),
        };
        OPERATORS.iter().find(|(text, _)| matches(text)).map(|(text, precedence)| (*text, *precedence, text.len()))
    }

    fn binary(&mut self, least: u8) -> Option<Operand> {
        self.nesting = self.nesting.checked_add(1).filter(|&nesting| nesting < MAX_NESTING)?;
        let mut left = self.unary()?;
        while let Some((text, precedence, length)) = self.operator().filter(|(_, precedence, _)| *precedence > least) {
            self.at += length;
            let right = self.binary(precedence)?;
            left = self.combine(text, left, right);
        }
        self.nesting -= 1;
        Some(left)
    }

    fn combine(&mut self, text: &str, left: Operand, right: Operand) -> Operand {
        let comparison = match text {
            "||" | "&&" => {
                let (left, right) = (self.truth(left), self.truth(right));
                let joined = if text == "||" { self.guards.or(left, right) } else { self.guards.and(left, right) };
                return Operand::Guard(joined);
            }
            "==" => Some(Comparison::Equal),
            "!=" => Some(Comparison::Unequal),
            "<" => Some(Comparison::Less),
            "<=" => Some(Comparison::LessEqual),
            ">" => Some(Comparison::Greater),
            ">=" => Some(Comparison::GreaterEqual),
            _ => None,
        };
        let (left, right) = (self.number(left), self.number(right));
        if let Some(comparison) = comparison {
            return Operand::Guard(self.guards.test(comparison, left, right));
        }
        let operator = match text {
            "+" => Operator::Add,
            "-" => Operator::Subtract,
            "*" => Operator::Multiply,
            "/" => Operator::Divide,
            "%" => Operator::Remainder,
            "<<" => Operator::ShiftLeft,
            ">>" => Operator::ShiftRight,
            "&" => Operator::BitAnd,
            _ => Operator::BitOr,
        };
        Operand::Value(self.guards.add_value(Value::Arithmetic(operator, left, right)))
    }

    fn unary(&mut self) -> Option<Operand> {
        let mut negations = 0_u32;
        while self.tokens.get(self.at).is_some_and(|token| token.is(b'!')) {
            self.at += 1;
            negations += 1;
        }
        let mut operand = self.primary()?;
        if negations > 0 {
            let mut guard = self.truth(operand);
            if negations % 2 == 1 {
                guard = self.guards.not(guard);
            }
            operand = Operand::Guard(guard);
        }
        Some(operand)
    }

    fn primary(&mut self) -> Option<Operand> {
        let token = *self.tokens.get(self.at)?;
        self.at += 1;
        let text = String::from_utf8_lossy(token.of(self.bytes)).into_owned();
        match token.kind {
            Kind::Punct(b'(') => {
                let inner = self.binary(0)?;
                self.close()?;
                Some(inner)
            }
            Kind::Punct(b'-') => {
                let zero = self.guards.add_value(Value::Number(0));
                let operand = self.binary(9)?;
                let value = self.number(operand);
                Some(Operand::Value(self.guards.add_value(Value::Arithmetic(Operator::Subtract, zero, value))))
            }
            Kind::Number => Some(Operand::Value(self.guards.add_value(Value::Number(integer(&text)?)))),
            Kind::Word if text == "defined" => self.defined(),
            Kind::Word if text == "true" || text == "false" => {
                Some(Operand::Guard(if text == "true" { GuardId::TRUE } else { GuardId::FALSE }))
            }
            Kind::Word if self.tokens.get(self.at).is_some_and(|next| next.is(b'(')) => self.call(&text),
            Kind::Word => Some(Operand::Value(self.names.value(&text, self.guards))),
            _ => None,
        }
    }

    fn close(&mut self) -> Option<()> {
        self.tokens.get(self.at).filter(|token| token.is(b')'))?;
        self.at += 1;
        Some(())
    }

    fn defined(&mut self) -> Option<Operand> {
        let open = self.tokens.get(self.at)?.is(b'(');
        self.at += usize::from(open);
        let name = self.tokens.get(self.at).filter(|token| token.kind == Kind::Word)?;
        let name = String::from_utf8_lossy(name.of(self.bytes));
        self.at += 1;
        if open {
            self.close()?;
        }
        Some(Operand::Guard(self.names.defined(&name, self.guards)))
    }

    fn call(&mut self, name: &str) -> Option<Operand> {
        let mut text = name.to_owned();
        let mut depth = 0_u32;
        while let Some(token) = self.tokens.get(self.at) {
            self.at += 1;
            match token.kind {
                Kind::Punct(b'(') => depth += 1,
                Kind::Punct(b')') => depth -= 1,
                _ => {}
            }
            text.push_str(&String::from_utf8_lossy(token.of(self.bytes)));
            if depth == 0 {
                return Some(Operand::Value(self.guards.add_value(Value::Call(clip(&text).into()))));
            }
        }
        None
    }
}

/// The value of an integer literal, its suffix and separators left off.
pub(super) fn integer(text: &str) -> Option<i64> {
    let text = text.replace('\'', "");
    let text = text.trim_end_matches(['u', 'U', 'l', 'L', 'z', 'Z']);
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return i64::from_str_radix(digits, 16).ok();
    }
    if let Some(digits) = text.strip_prefix("0b").or_else(|| text.strip_prefix("0B")) {
        return i64::from_str_radix(digits, 2).ok();
    }
    match text.strip_prefix('0') {
        Some(digits) if !digits.is_empty() => i64::from_str_radix(digits, 8).ok(),
        _ => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::guard::Known;
    use super::*;

    fn text(expression: &str) -> String {
        let mut guards = Guards::default();
        let id = parse(expression.as_bytes(), 0..expression.len() as u32, &Names::default(), &mut guards);
        guards.text(id)
    }

    fn value(expression: &str, macros: &[(&str, i64)]) -> Option<bool> {
        let mut guards = Guards::default();
        let id = parse(expression.as_bytes(), 0..expression.len() as u32, &Names::default(), &mut guards);
        let find = |name: &str| macros.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let defined = |name: &str| match name {
            "UNKNOWN" => None,
            _ => Some(find(name).is_some()),
        };
        guards.evaluate(id, &Known { defined: &defined, value: &find })
    }

    #[test]
    fn conditions_as_written_in_headers() {
        assert_eq!(text("defined(_WIN32) && !defined A"), "defined(_WIN32) && !defined(A)");
        assert_eq!(text("X"), "X");
        assert_eq!(text("__has_attribute( retain )"), "__has_attribute(retain)");
        assert_eq!(text("(__GNUC__ * 100 + __GNUC_MINOR__) >= 405"), "((__GNUC__ * 100) + __GNUC_MINOR__) >= 405");
        assert_eq!(text("A ? B : C"), "A ? B : C");
        assert_eq!(text("0"), "0");
        assert_eq!(text("!(A || B)"), "!((A || B))");
    }

    #[test]
    fn three_values() {
        assert_eq!(value("defined(A) && X >= 3", &[("A", 1), ("X", 3)]), Some(true));
        assert_eq!(value("X == 1 || Y", &[("Y", 2)]), Some(true));
        assert_eq!(value("X == 1", &[]), Some(false));
        assert_eq!(value("UNKNOWN && A", &[]), Some(false));
        assert_eq!(value("UNKNOWN || !A", &[]), Some(true));
        assert_eq!(value("UNKNOWN && B", &[("B", 1)]), None);
        assert_eq!(value("1 + 2 * 3 == 7", &[]), Some(true));
        assert_eq!(value("-1 < 0 && (1 << 4) == 0x10", &[]), Some(true));
        assert_eq!(value("1 / 0", &[]), None);
        assert_eq!(value("defined A == 1", &[("A", 0)]), Some(true));
    }

    #[test]
    fn depth_is_bounded() {
        let deep = format!("{}A{}", "(".repeat(10_000), ")".repeat(10_000));
        assert_eq!(text(&deep).len(), MAX_CALL);
        let long = vec!["defined(A1)"; 10_000].join(" + ");
        assert!(!text(&long).is_empty());
    }
}
