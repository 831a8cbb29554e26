//! CMake's regular expressions.
//!
//! The dialect is small (see its parser): it is parsed here and translated for the regex crate, whose search prefers
//! the same match as CMake's (leftmost, alternatives in order, repeats greedy). Texts are matched by characters, where
//! CMake matches bytes: the two differ only for a single `.` or `[^x]` on a character outside ASCII.
mod automaton;
mod parse;
mod vm;

pub use automaton::{Automaton, State};

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use parse::{Alternatives, Node, Times};
use rustc_hash::FxHashMap;

use super::{MAX_TEXT, Value, Write, number};

/// Where `^` matches in repeated searches: policy CMP0186.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Search {
    /// OLD (and before CMake 4.1): at the start of each search, so `^a` is found three times in `aaa`.
    #[default]
    AnchorEach,
    /// NEW: at the start of the text only.
    AnchorOnce,
}

/// A compiled pattern; cheap to clone.
#[derive(Debug, Clone)]
pub struct Regex(Arc<Compiled>);

#[derive(Debug)]
struct Compiled {
    pattern: String,
    alternatives: Alternatives,
    groups: usize,
    regex: regex::Regex,
    program: OnceLock<vm::Program>,
    automaton: OnceLock<Option<Arc<automaton::Shared>>>,
}

/// The texts of a match: what CMake stores in `CMAKE_MATCH_0` to `CMAKE_MATCH_9`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Matches {
    /// The whole match, then the groups; a group that took no part is empty. Empty when nothing matched.
    groups: Vec<String>,
    /// Variables that earlier matches of the same command wrote, as bits: they are empty or hold a group.
    touched: u16,
}

impl Matches {
    /// The text of a group; 0 is the whole match.
    pub fn group(&self, number: usize) -> &str {
        self.groups.get(number).map_or("", String::as_str)
    }

    /// The assignments to `CMAKE_MATCH_<n>` and `CMAKE_MATCH_COUNT`.
    ///
    /// `previous_count` is the value of `CMAKE_MATCH_COUNT` before; when it is undefined, a failed match writes nothing.
    pub fn writes(&self, previous_count: Option<&str>) -> Vec<Write> {
        let cleared = previous_count.map_or(0, |text| usize::try_from(number::atoi(text)).map_or(0, |n| n + 1));
        let highest = (0..10).rev().find(|n| !self.group(*n).is_empty());
        let mut writes: Vec<Write> = (0..10)
            .filter(|n| !self.group(*n).is_empty() || *n < cleared || self.touched & (1 << *n) != 0)
            .map(|n| (format!("CMAKE_MATCH_{n}"), Value::Text(self.group(n).to_owned())))
            .collect();
        let count = match highest {
            // A match whose groups are all empty leaves the count empty.
            _ if self.groups.is_empty() => previous_count.map(|_| "0".to_owned()),
            highest => Some(highest.map_or_else(String::new, |n| n.to_string())),
        };
        writes.extend(count.map(|count| ("CMAKE_MATCH_COUNT".to_owned(), Value::Text(count))));
        writes
    }

    /// This match after the earlier ones of the same command.
    fn after(self, earlier: Option<&Self>) -> Self {
        let written = |m: &Self| (0..10).filter(|n| !m.group(*n).is_empty()).fold(m.touched, |bits, n| bits | 1 << n);
        Self { touched: self.touched | earlier.map_or(0, written), ..self }
    }
}

/// The result of [`Regex::find_all`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// Each match, in order.
    pub texts: Vec<String>,
    /// The last match with its groups.
    pub last: Option<Matches>,
}

/// The result of [`Regex::replace_all`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Replaced {
    /// The text with every match replaced.
    pub text: String,
    /// The last match with its groups; `None` when there was none.
    pub last: Option<Matches>,
}

/// What a match is replaced by: text with `\0` to `\9`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    source: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Group(usize),
}

impl Replacement {
    /// Parses a replace-expression: `\0`..`\9` are groups, `\n` a line end, `\\` a backslash.
    pub fn parse(source: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut text = String::new();
        let mut chars = source.chars();
        while let Some(c) = chars.next() {
            if c != '\\' {
                text.push(c);
                continue;
            }
            match chars.next() {
                None => return Err("replace-expression ends in a backslash".to_owned()),
                Some('n') => text.push('\n'),
                Some('\\') => text.push('\\'),
                Some(digit) if digit.is_ascii_digit() => {
                    if !text.is_empty() {
                        parts.push(Part::Text(std::mem::take(&mut text)));
                    }
                    parts.push(Part::Group(digit as usize - '0' as usize));
                }
                Some(other) => return Err(format!("Unknown escape \"\\{other}\" in replace-expression")),
            }
        }
        if !text.is_empty() {
            parts.push(Part::Text(text));
        }
        Ok(Self { source: source.to_owned(), parts })
    }
}

/// Compiled patterns are kept, as the same few are used again and again: at most so many, of so many bytes.
const CACHED: usize = 512;
const CACHED_BYTES: usize = 1 << 18;

/// What [`Regex::new`] gave for a pattern.
#[derive(Default)]
struct Cache {
    compiled: FxHashMap<String, Result<Regex, String>>,
    bytes: usize,
}

static CACHE: LazyLock<Mutex<Cache>> = LazyLock::new(Mutex::default);

/// A match as byte offsets: start and end of each group.
type Slots = vm::Slots;

impl Regex {
    /// Compiles a pattern. The error is the reason which CMake prints before its own message.
    pub fn new(pattern: &str) -> Result<Self, String> {
        let cache = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = cache().compiled.get(pattern).cloned() {
            return known;
        }
        let compiled = Self::compile(pattern);
        let mut cache = cache();
        if cache.compiled.len() >= CACHED || cache.bytes > CACHED_BYTES {
            *cache = Cache::default();
        }
        cache.bytes += pattern.len();
        cache.compiled.insert(pattern.to_owned(), compiled.clone());
        compiled
    }

    fn compile(pattern: &str) -> Result<Self, String> {
        let (alternatives, groups) = parse::parse(pattern)?;
        let mut translated = String::new();
        translate(&alternatives, &mut translated);
        let regex = regex::RegexBuilder::new(&translated)
            .dot_matches_new_line(true)
            .size_limit(1 << 25)
            .dfa_size_limit(1 << 22)
            .build()
            .map_err(|error| error.to_string())?;
        let pattern = pattern.to_owned();
        let (program, automaton) = (OnceLock::new(), OnceLock::new());
        Ok(Self(Arc::new(Compiled { pattern, alternatives, groups, regex, program, automaton })))
    }

    /// The number of groups.
    pub fn groups(&self) -> usize {
        self.0.groups
    }

    /// The pattern in the syntax of the regex crate, for what reasons about patterns.
    pub fn translated(&self) -> &regex::Regex {
        &self.0.regex
    }

    /// What the pattern's automata share.
    fn shared(&self) -> Option<Arc<automaton::Shared>> {
        let make = || automaton::Shared::new(self.0.regex.as_str()).map(Arc::new);
        self.0.automaton.get_or_init(make).clone()
    }

    /// Whether the pattern is found anywhere in the text.
    pub fn is_match(&self, text: &str) -> bool {
        self.0.regex.is_match(text)
    }

    /// The first match with its groups.
    pub fn captures(&self, text: &str) -> Option<Matches> {
        Some(stored(text, &self.find_at(text, 0, Search::AnchorOnce)?))
    }

    /// Every match, as `string(REGEX MATCHALL)` finds them.
    pub fn find_all(&self, text: &str, search: Search) -> Result<Found, String> {
        let mut found = Found::default();
        self.each(text, search, |range, slots| {
            found.texts.push(text.get(range).unwrap_or_default().to_owned());
            found.last = Some(stored(text, slots).after(found.last.as_ref()));
            Ok(true)
        })?;
        Ok(found)
    }

    /// The text with every match replaced, as `string(REGEX REPLACE)` does; `None` when that is unreasonably long.
    pub fn replace_all(
        &self,
        text: &str,
        replacement: &Replacement,
        search: Search,
    ) -> Result<Option<Replaced>, String> {
        let mut output = String::new();
        let mut last: Option<Matches> = None;
        let mut copied = 0;
        self.each(text, search, |range, slots| {
            output.push_str(text.get(copied..range.start).unwrap_or_default());
            copied = range.end;
            for part in &replacement.parts {
                match part {
                    Part::Text(plain) => output.push_str(plain),
                    Part::Group(number) if *number > self.0.groups => {
                        return Err(format!(
                            "replace expression \"{}\" contains an out-of-range escape for regex \"{}\"",
                            replacement.source, self.0.pattern
                        ));
                    }
                    Part::Group(number) => output.push_str(group(text, slots, *number)),
                }
            }
            last = Some(stored(text, slots).after(last.as_ref()));
            Ok(output.len() <= MAX_TEXT)
        })?;
        if output.len() > MAX_TEXT {
            return Ok(None);
        }
        output.push_str(text.get(copied..).unwrap_or_default());
        Ok(Some(Replaced { text: output, last }))
    }

    /// Calls `visit` with every match of a repeated search, until it says false.
    fn each(
        &self,
        text: &str,
        search: Search,
        mut visit: impl FnMut(std::ops::Range<usize>, &Slots) -> Result<bool, String>,
    ) -> Result<(), String> {
        let mut base = 0;
        let mut after_empty = false;
        loop {
            let mut slots = self.find_at(text, base, search);
            let empty_again = |slots: &Slots| slots.get(1).copied().flatten() == Some(base);
            if after_empty && slots.as_ref().is_some_and(empty_again) {
                slots = self.find_nonempty(text, base, search)?;
            }
            let Some(slots) = slots else { return Ok(()) };
            let [Some(start), Some(end), ..] = slots[..] else { return Ok(()) };
            let go_on = visit(start..end, &slots)?;
            base = end;
            if !go_on || start == text.len() {
                return Ok(());
            }
            after_empty = start == end;
        }
    }

    fn find_at(&self, text: &str, base: usize, search: Search) -> Option<Slots> {
        let mut locations = self.0.regex.capture_locations();
        let offset = match search {
            Search::AnchorOnce => {
                self.0.regex.captures_read_at(&mut locations, text, base)?;
                0
            }
            Search::AnchorEach => {
                self.0.regex.captures_read(&mut locations, text.get(base..)?)?;
                base
            }
        };
        let bounds = (0..locations.len()).flat_map(|n| match locations.get(n) {
            Some((start, end)) => [Some(start + offset), Some(end + offset)],
            None => [None, None],
        });
        Some(bounds.collect())
    }

    fn find_nonempty(&self, text: &str, base: usize, search: Search) -> Result<Option<Slots>, String> {
        let program = self.0.program.get_or_init(|| vm::Program::new(&self.0.alternatives, self.0.groups));
        let begin = if search == Search::AnchorEach { base } else { 0 };
        Ok(program.find_nonempty(text, base, begin)?)
    }
}

fn group<'t>(text: &'t str, slots: &Slots, number: usize) -> &'t str {
    let bound = |slot: usize| slots.get(slot).copied().flatten();
    bound(2 * number).zip(bound(2 * number + 1)).and_then(|(start, end)| text.get(start..end)).unwrap_or_default()
}

fn stored(text: &str, slots: &Slots) -> Matches {
    let groups = (0..(slots.len() / 2).min(10)).map(|n| group(text, slots, n).to_owned()).collect();
    Matches { groups, touched: 0 }
}

/// The pattern text with the regex crate's meaning.
fn translate(alternatives: &Alternatives, output: &mut String) {
    for (index, sequence) in alternatives.iter().enumerate() {
        if index > 0 {
            output.push('|');
        }
        for node in sequence {
            translate_node(node, output);
        }
    }
}

fn translate_node(node: &Node, output: &mut String) {
    match node {
        Node::Begin => output.push_str("\\A"),
        Node::End => output.push_str("\\z"),
        Node::Any => output.push('.'),
        Node::Literal(c) => push_literal(*c, output),
        Node::Set { negated, ranges } => {
            output.push_str(if *negated { "[^" } else { "[" });
            for (first, last) in ranges {
                push_literal(*first, output);
                if first != last {
                    output.push('-');
                    push_literal(*last, output);
                }
            }
            output.push(']');
        }
        Node::Group(_, alternatives) => {
            output.push('(');
            translate(alternatives, output);
            output.push(')');
        }
        Node::Repeat(inner, times) => {
            output.push_str("(?:");
            translate_node(inner, output);
            output.push_str(match times {
                Times::Any => ")*",
                Times::AtLeastOnce => ")+",
                Times::AtMostOnce => ")?",
            });
        }
    }
}

/// Writes a character so that nothing about it is special, in a set or outside.
fn push_literal(c: char, output: &mut String) {
    if c.is_ascii_alphanumeric() {
        output.push(c);
    } else {
        // Writing into a string does not fail.
        let _ = write!(output, "\\x{{{:x}}}", u32::from(c));
    }
}

#[cfg(test)]
mod tests;
