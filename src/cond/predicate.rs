//! What a condition can say about one text, and how CMake decides it.
//!
//! Source: `if()` in cmake-commands(7). The reading of numbers and versions follows what the command does with odd
//! input: a number is what `%lg` of scanf reads at the start of the text, a version ends at the first thing that is
//! neither digit nor dot.

use super::SubjectId;
use super::computed::Computed;
use super::pattern::{self, Piece};
use regex::Regex;
use std::cmp::Ordering;
use std::sync::Arc;

/// The sense of a comparison in `if()`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Relation {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
}

/// A comparison in `if()`: of numbers (`LESS`), of versions (`VERSION_LESS`) or of texts (`STRLESS`).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Comparison {
    Numeric(Relation),
    Version(Relation),
    Text(Relation),
}

impl Relation {
    /// Whether the relation holds between two things in this order.
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Less => order.is_lt(),
            Self::LessEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterEqual => order.is_ge(),
            Self::Equal => order.is_eq(),
        }
    }
}

impl Comparison {
    /// What CMake answers for two known texts. A numeric comparison with something that is no number is false.
    pub fn holds(self, left: &str, right: &str) -> bool {
        let (scale, relation) = self.parts();
        scale.order(left, right).is_some_and(|order| relation.holds(order))
    }

    pub(super) fn parts(self) -> (Scale, Relation) {
        match self {
            Self::Numeric(relation) => (Scale::Numeric, relation),
            Self::Version(relation) => (Scale::Version, relation),
            Self::Text(relation) => (Scale::Text, relation),
        }
    }
}

/// The scale on which two texts are compared.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) enum Scale {
    Numeric,
    Version,
    Text,
}

impl Scale {
    /// The order of two texts; `None` when one of them is not on the scale.
    pub(super) fn order(self, left: &str, right: &str) -> Option<Ordering> {
        match self {
            Self::Numeric => number(left)?.partial_cmp(&number(right)?),
            Self::Version => Some(compare_versions(left, right)),
            Self::Text => Some(left.as_bytes().cmp(right.as_bytes())),
        }
    }

    /// The `if()` operator for a relation on this scale.
    pub(super) fn operator(self, relation: Relation) -> &'static str {
        const NAMES: [[&str; 5]; 3] = [
            ["LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL", "EQUAL"],
            ["VERSION_LESS", "VERSION_LESS_EQUAL", "VERSION_GREATER", "VERSION_GREATER_EQUAL", "VERSION_EQUAL"],
            ["STRLESS", "STRLESS_EQUAL", "STRGREATER", "STRGREATER_EQUAL", "STREQUAL"],
        ];
        NAMES[self as usize][relation as usize]
    }
}

/// Whether `if(VAR)` is false for a variable of this value.
pub fn is_false_constant(value: &str) -> bool {
    const NAMES: [&str; 7] = ["", "0", "N", "NO", "OFF", "FALSE", "IGNORE"];
    NAMES.iter().any(|name| value.eq_ignore_ascii_case(name)) || value == "NOTFOUND" || value.ends_with("-NOTFOUND")
}

/// The number at the start of a text, as `if(... LESS ...)` reads it.
pub(super) fn number(text: &str) -> Option<f64> {
    let text = text.trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let value = special_number(digits).or_else(|| hexadecimal(digits)).or_else(|| decimal(digits))?;
    Some(if negative { -value } else { value })
}

fn special_number(text: &str) -> Option<f64> {
    let start = text.get(..3)?;
    if start.eq_ignore_ascii_case("inf") {
        Some(f64::INFINITY)
    } else if start.eq_ignore_ascii_case("nan") {
        Some(f64::NAN)
    } else {
        None
    }
}

/// A whole hexadecimal number such as `0x1F`; fractions and exponents in that base are not read.
fn hexadecimal(text: &str) -> Option<f64> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    let end = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
    if end == 0 {
        return None;
    }
    Some(digits[..end].chars().filter_map(|c| c.to_digit(16)).fold(0.0, |sum, digit| sum * 16.0 + f64::from(digit)))
}

fn decimal(text: &str) -> Option<f64> {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(0);
    let mut end = whole;
    let mut any = whole;
    if text[end..].starts_with('.') {
        let fraction = digits(end + 1);
        any += fraction;
        end += 1 + fraction;
    }
    if any == 0 {
        return None;
    }
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        let exponent = digits(end + 1 + sign);
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    text[..end].parse().ok()
}

/// The order of two versions, component by component; a missing component counts as 0.
pub fn compare_versions(left: &str, right: &str) -> Ordering {
    let (mut left, mut right) = (left, right);
    let digit = |text: &str| text.as_bytes().first().is_some_and(u8::is_ascii_digit);
    while digit(left) || digit(right) {
        let (a, rest_a) = component(left);
        let (b, rest_b) = component(right);
        let order = a.len().cmp(&b.len()).then_with(|| a.cmp(b));
        if order.is_ne() {
            return order;
        }
        left = rest_a.strip_prefix('.').unwrap_or(rest_a);
        right = rest_b.strip_prefix('.').unwrap_or(rest_b);
    }
    Ordering::Equal
}

/// The digits at the start of a version without leading zeros, and what follows them.
fn component(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches('0');
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

/// What an atom says about the text of its subject. An undefined subject has the empty text.
#[derive(Clone, Debug)]
pub(super) enum Predicate {
    Truthy,
    Defined,
    Equals(String),
    Matches {
        pattern: String,
        regex: Regex,
        /// What a match contains, if that is a short list.
        pieces: Option<Vec<Piece>>,
    },
    /// The text is one of several of a closed domain, for which there is a name.
    Class {
        prefix: &'static str,
        name: &'static str,
        values: Arc<[&'static str]>,
    },
    /// The text starts with a number, so that it can be compared as one.
    Number,
    /// The text is below a bound on a scale, or at it if `inclusive`.
    Below {
        scale: Scale,
        bound: String,
        inclusive: bool,
    },
    /// What is said of a text that is computed from this one.
    Through {
        subject: SubjectId,
        computed: Arc<Computed>,
        said: Box<Predicate>,
    },
}

/// What two predicates have to do with each other, whatever the text.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Link {
    /// The first implies the second.
    Implies,
    /// The second implies the first.
    Follows,
    /// They never hold together.
    Excludes,
    /// One of them always holds.
    Covers,
    /// Nothing is known.
    Free,
}

impl Predicate {
    /// Whether the predicate holds of a value; `None` is the undefined subject.
    pub(super) fn holds(&self, value: Option<&str>) -> bool {
        let text = value.unwrap_or("");
        match self {
            Self::Truthy => !is_false_constant(text),
            Self::Defined => value.is_some(),
            Self::Equals(constant) => text == constant,
            Self::Matches { regex, .. } => regex.is_match(text),
            Self::Class { values, .. } => value.is_some_and(|value| values.contains(&value)),
            Self::Number => number(text).is_some_and(|number| !number.is_nan()),
            Self::Below { scale, bound, inclusive } => {
                scale.order(text, bound).is_some_and(|order| order.is_lt() || *inclusive && order.is_eq())
            }
            Self::Through { computed, said, .. } => computed.text(text).is_some_and(|text| said.holds(Some(&text))),
        }
    }

    /// What is said, of the text itself or of the one that is computed from it.
    pub(super) fn said(&self) -> &Self {
        if let Self::Through { said, .. } = self { said } else { self }
    }

    /// Whether both say the same.
    pub(super) fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Truthy, Self::Truthy) | (Self::Defined, Self::Defined) | (Self::Number, Self::Number) => true,
            (Self::Equals(a), Self::Equals(b))
            | (Self::Matches { pattern: a, .. }, Self::Matches { pattern: b, .. }) => a == b,
            (Self::Below { .. }, Self::Below { .. }) => self.threshold(other) == Some(Ordering::Equal),
            (Self::Class { name: a, .. }, Self::Class { name: b, .. }) => a == b,
            (Self::Through { subject: a, said: one, .. }, Self::Through { subject: b, said: other, .. }) => {
                a == b && one.same(other)
            }
            _ => false,
        }
    }

    /// The order of the bounds of two `Below` on the same scale.
    fn threshold(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (
                Self::Below { scale, bound, inclusive },
                Self::Below { scale: other_scale, bound: other_bound, inclusive: other_inclusive },
            ) if scale == other_scale => Some(scale.order(bound, other_bound)?.then(inclusive.cmp(other_inclusive))),
            _ => None,
        }
    }

    /// The link from "one of these values" to this predicate.
    fn on_all(&self, values: &[&str]) -> Link {
        let holding = values.iter().filter(|value| self.holds(Some(value))).count();
        Link::of(holding == values.len(), false, holding == 0)
    }

    /// How this predicate and another one hang together.
    pub(super) fn link(&self, other: &Self) -> Link {
        match (self, other) {
            (Self::Equals(constant), _) => match (other, other.holds(Some(constant))) {
                // An undefined subject equals the empty text.
                (Self::Defined, _) if constant.is_empty() => Link::Covers,
                (_, true) => Link::Implies,
                (_, false) => Link::Excludes,
            },
            (_, Self::Equals(_)) | (Self::Defined, _) => other.link(self).reversed(),
            (_, Self::Defined) => {
                if self.holds(None) {
                    Link::Covers
                } else {
                    Link::Implies
                }
            }
            (Self::Below { .. }, Self::Below { .. }) => match self.threshold(other) {
                Some(Ordering::Less) => Link::Implies,
                Some(Ordering::Greater) => Link::Follows,
                _ => Link::Free,
            },
            (Self::Matches { pieces: Some(a), .. }, Self::Matches { pieces: Some(b), .. }) => {
                Link::of(pattern::implies(a, b), pattern::implies(b, a), pattern::excludes(a, b))
            }
            // One that fails has no text: of two that say the opposite neither may hold.
            (Self::Through { subject: a, said: one, .. }, Self::Through { subject: b, said: other, .. }) if a == b => {
                match one.link(other) {
                    Link::Covers => Link::Free,
                    link => link,
                }
            }
            (Self::Class { values: a, .. }, Self::Class { values: b, .. }) => Link::of(
                a.iter().all(|value| b.contains(value)),
                b.iter().all(|value| a.contains(value)),
                !a.iter().any(|value| b.contains(value)),
            ),
            (Self::Class { values, .. }, _) => other.on_all(values),
            (_, Self::Class { values, .. }) => self.on_all(values).reversed(),
            (Self::Below { scale: Scale::Numeric, .. }, Self::Number) => Link::Implies,
            (Self::Number, Self::Below { scale: Scale::Numeric, .. }) => Link::Follows,
            _ => Link::Free,
        }
    }
}

impl Link {
    fn of(implies: bool, follows: bool, excludes: bool) -> Self {
        match (implies, follows, excludes) {
            (true, _, _) => Self::Implies,
            (_, true, _) => Self::Follows,
            (_, _, true) => Self::Excludes,
            _ => Self::Free,
        }
    }

    fn reversed(self) -> Self {
        match self {
            Self::Implies => Self::Follows,
            Self::Follows => Self::Implies,
            other => other,
        }
    }
}
