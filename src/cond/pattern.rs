//! What a regular expression says about the texts that it matches, as far as that is easy to tell.

use regex::Regex;
use regex_syntax::hir::{Class, Hir, HirKind, Look};

/// Alternatives that are looked at for one pattern, and their length in bytes.
const ALTERNATIVES: usize = 16;
const LENGTH: usize = 512;
/// Nesting of a pattern that is looked into; the regex crate's own limit is 250.
const DEPTH: usize = 64;

/// A text that a match contains: at the start, at the end, or anywhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) at_start: bool,
    pub(super) at_end: bool,
}

impl Piece {
    /// Whether every text that contains this piece contains the other one.
    fn implies(&self, other: &Self) -> bool {
        match (other.at_start, other.at_end) {
            (false, false) => self.text.contains(&other.text),
            (true, false) => self.at_start && self.text.starts_with(&other.text),
            (false, true) => self.at_end && self.text.ends_with(&other.text),
            (true, true) => self == other,
        }
    }

    /// Whether no text contains both.
    fn excludes(&self, other: &Self) -> bool {
        let starts = |a: &str, b: &str| a.starts_with(b) || b.starts_with(a);
        let ends = |a: &str, b: &str| a.ends_with(b) || b.ends_with(a);
        let whole = |a: &Self, b: &Self| a.at_start && a.at_end && !a.implies(b);
        self.at_start && other.at_start && !starts(&self.text, &other.text)
            || self.at_end && other.at_end && !ends(&self.text, &other.text)
            || whole(self, other)
            || whole(other, self)
    }

    /// This piece followed by another one; `None` when an anchor forbids that.
    fn then(&self, next: &Self) -> Option<Self> {
        let impossible = next.at_start && !self.text.is_empty() || self.at_end && !next.text.is_empty();
        if impossible || self.text.len() + next.text.len() > LENGTH {
            return None;
        }
        Some(Self {
            text: format!("{}{}", self.text, next.text),
            at_start: self.at_start || next.at_start,
            at_end: self.at_end || next.at_end,
        })
    }
}

/// What is known of a pattern's matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Every text matches.
    Anything,
    /// A text matches if and only if it contains one of these pieces.
    Pieces(Vec<Piece>),
    /// Not known.
    Other,
}

/// The shape of a pattern.
pub(super) fn shape(regex: &Regex) -> Shape {
    let Some(hir) = parse(regex) else { return Shape::Other };
    if hir.properties().minimum_len() == Some(0) && hir.properties().look_set().is_empty() {
        return Shape::Anything;
    }
    pieces(&hir, DEPTH).map_or(Shape::Other, Shape::Pieces)
}

fn parse(regex: &Regex) -> Option<Hir> {
    regex_syntax::Parser::new().parse(regex.as_str()).ok()
}

/// All pieces of which a match contains one; `None` when they are too many to list.
fn pieces(hir: &Hir, depth: usize) -> Option<Vec<Piece>> {
    let depth = depth.checked_sub(1)?;
    let piece = |text: String| Piece { text, ..Piece::default() };
    let found = match hir.kind() {
        HirKind::Empty => vec![Piece::default()],
        HirKind::Literal(literal) => vec![piece(std::str::from_utf8(&literal.0).ok()?.to_owned())],
        HirKind::Class(class) => {
            characters(class, ALTERNATIVES + 1).into_iter().map(|c| piece(c.to_string())).collect()
        }
        HirKind::Look(Look::Start) => vec![Piece { at_start: true, ..Piece::default() }],
        HirKind::Look(Look::End) => vec![Piece { at_end: true, ..Piece::default() }],
        HirKind::Look(_) => return None,
        HirKind::Repetition(repetition) => {
            if repetition.min != 0 || repetition.max != Some(1) {
                return None;
            }
            let mut found = pieces(&repetition.sub, depth)?;
            found.push(Piece::default());
            found
        }
        HirKind::Capture(capture) => pieces(&capture.sub, depth)?,
        HirKind::Concat(parts) => {
            let mut found = vec![Piece::default()];
            for part in parts {
                let next = pieces(part, depth)?;
                found = found.iter().flat_map(|a| next.iter().filter_map(|b| a.then(b))).collect();
                if found.len() > ALTERNATIVES {
                    return None;
                }
            }
            found
        }
        HirKind::Alternation(parts) => {
            let mut found = Vec::new();
            for part in parts {
                found.extend(pieces(part, depth)?);
                if found.len() > ALTERNATIVES {
                    return None;
                }
            }
            found
        }
    };
    let short = found.iter().all(|piece| piece.text.len() < LENGTH);
    (short && !found.is_empty() && found.len() <= ALTERNATIVES).then_some(found)
}

/// Up to `limit` characters of a class, letters and digits first where it is large.
fn characters(class: &Class, limit: usize) -> Vec<char> {
    let ranges: Vec<(u32, u32)> = match class {
        Class::Unicode(class) => class.iter().map(|range| (range.start().into(), range.end().into())).collect(),
        Class::Bytes(class) => class.iter().map(|range| (range.start().into(), range.end().min(127).into())).collect(),
    };
    let contains = |c: char| ranges.iter().any(|&(start, end)| (start..=end).contains(&c.into()));
    let size = ranges.iter().map(|&(start, end)| u64::from(end.saturating_sub(start)) + 1).sum::<u64>();
    let mut found: Vec<char> = Vec::new();
    if size > limit as u64 {
        found.extend(('0'..='9').chain('a'..='z').chain('A'..='Z').filter(|&c| contains(c)).take(limit));
    }
    let all = ranges.iter().flat_map(|&(start, end)| start..=end).filter_map(char::from_u32);
    for c in all.take(limit) {
        if found.len() < limit && !found.contains(&c) {
            found.push(c);
        }
    }
    found
}

/// Some short texts that the pattern is likely to match, to be tried.
pub(super) fn samples(regex: &Regex) -> Vec<String> {
    let Some(hir) = parse(regex) else { return Vec::new() };
    let mut found = sample(&hir, DEPTH);
    found.retain(|text| regex.is_match(text));
    found
}

fn sample(hir: &Hir, depth: usize) -> Vec<String> {
    let Some(depth) = depth.checked_sub(1) else { return vec![String::new()] };
    let mut found = match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => vec![String::new()],
        HirKind::Literal(literal) => vec![String::from_utf8_lossy(&literal.0).into_owned()],
        HirKind::Class(class) => characters(class, 2).into_iter().map(String::from).collect(),
        HirKind::Repetition(repetition) => {
            let times = (repetition.min as usize).min(LENGTH);
            let once = sample(&repetition.sub, depth);
            let again = if times == 0 { once.clone() } else { Vec::new() };
            once.into_iter().map(|text| text.repeat(times)).chain(again).collect()
        }
        HirKind::Capture(capture) => sample(&capture.sub, depth),
        HirKind::Concat(parts) => parts.iter().fold(vec![String::new()], |found, part| {
            let next = sample(part, depth);
            let joined = found.iter().flat_map(|a| next.iter().map(move |b| format!("{a}{b}")));
            joined.filter(|text| text.len() <= LENGTH).take(ALTERNATIVES).collect()
        }),
        HirKind::Alternation(parts) => parts.iter().take(ALTERNATIVES).flat_map(|part| sample(part, depth)).collect(),
    };
    found.retain(|text| text.len() <= LENGTH);
    let mut unique: Vec<String> = Vec::new();
    for text in found {
        if unique.len() < ALTERNATIVES && !unique.contains(&text) {
            unique.push(text);
        }
    }
    unique
}

/// Whether every match of one list of pieces is a match of the other.
pub(super) fn implies(pieces: &[Piece], others: &[Piece]) -> bool {
    pieces.iter().all(|piece| others.iter().any(|other| piece.implies(other)))
}

/// Whether no text matches both.
pub(super) fn excludes(pieces: &[Piece], others: &[Piece]) -> bool {
    pieces.iter().all(|piece| others.iter().all(|other| piece.excludes(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces_of(pattern: &str) -> Vec<Piece> {
        match shape(&Regex::new(pattern).unwrap()) {
            Shape::Pieces(pieces) => pieces,
            other => panic!("{pattern}: {other:?}"),
        }
    }

    #[test]
    fn shapes() {
        let shape_of = |pattern: &str| shape(&Regex::new(pattern).unwrap());
        assert_eq!(shape_of(".*"), Shape::Anything);
        assert_eq!(shape_of("a?"), Shape::Anything);
        assert_eq!(shape_of("a+b"), Shape::Other);
        assert_eq!(shape_of("[a-z]x"), Shape::Other);
        let texts: Vec<String> = pieces_of("^(Linux|Darwin)$").into_iter().map(|piece| piece.text).collect();
        assert_eq!(texts, ["Linux", "Darwin"]);
        assert!(pieces_of("^x$").iter().all(|piece| piece.at_start && piece.at_end));
        assert!(pieces_of("x$").iter().all(|piece| !piece.at_start && piece.at_end));
    }

    #[test]
    fn links_between_patterns() {
        let implies = |a: &str, b: &str| implies(&pieces_of(a), &pieces_of(b));
        let excludes = |a: &str, b: &str| excludes(&pieces_of(a), &pieces_of(b));
        assert!(implies("gfx90a", "gfx9"));
        assert!(!implies("gfx9", "gfx90a"));
        assert!(implies("^gfx90a$", "^gfx"));
        assert!(!implies("gfx90a", "^gfx"));
        assert!(implies("ab|ac", "a"));
        assert!(excludes("^a", "^b"));
        assert!(!excludes("^a", "^ab"));
        assert!(excludes("^a$", "^ab"));
        assert!(excludes("a$", "b$"));
        assert!(!excludes("a", "b"));
    }

    #[test]
    fn samples_match() {
        for pattern in ["^gfx9[0-9]+$", "a{3}b*", "(foo|bar)baz", "[A-Z]", "x+y", "^$", "\\.", "é+"] {
            let regex = Regex::new(pattern).unwrap();
            let samples = samples(&regex);
            assert!(!samples.is_empty(), "{pattern}");
            assert!(samples.iter().all(|text| regex.is_match(text)), "{pattern}: {samples:?}");
        }
    }
}
