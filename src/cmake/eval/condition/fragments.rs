//! What is asked of a text whose fragments differ by configuration, without a look at each of the texts that it may be:
//! an automaton reads fragment by fragment, and each of its few states bears the condition under which it is reached.
use std::sync::Arc;

use crate::cmake::eval::machine::Machine;
use crate::cmake::eval::text::{Compound, Text, has_symbol, is_symbol};
use crate::cmake::eval::value::Origin;
use crate::cmake::lang::regex::{Automaton, Regex, State};
use crate::cond::{Cond, Conds};

use super::{Operand, Parser, constant};

/// States that are kept apart.
const MOST_STATES: usize = 32;
/// Fragments of one text that are read.
pub(super) const MOST_FRAGMENTS: usize = 4096;

/// What is compared with: a pattern, or a text as a whole.
enum Reader<'t> {
    Pattern { automaton: Box<Automaton>, pattern: &'t str },
    Whole(&'t str),
}

/// Where the reading stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Known(State),
    /// Right behind an unknown text that was looked at by itself: only what separates may follow.
    Unknown,
}

/// The readings of a list's elements: whether there was one before, which needs a semicolon between.
type Reading = (Cond, (Seen, bool));

impl Reader<'_> {
    fn start(&self) -> State {
        match self {
            Self::Pattern { automaton, .. } => automaton.start(),
            Self::Whole(_) => State::Open(0),
        }
    }

    fn read(&mut self, state: State, text: &str) -> Option<State> {
        match (self, state) {
            (Self::Pattern { automaton, .. }, _) => automaton.read(state, text),
            (Self::Whole(whole), State::Open(at)) => {
                let rest = whole.get(at as usize..).unwrap_or_default();
                Some(if rest.starts_with(text) { State::Open(at + text.len() as u32) } else { State::Failed })
            }
            (Self::Whole(_), _) => Some(state),
        }
    }

    fn separates(&self, character: char) -> bool {
        matches!(self, Self::Pattern { automaton, .. } if automaton.separates(character))
    }

    fn ends(&mut self, state: State) -> Option<bool> {
        match (self, state) {
            (Self::Pattern { automaton, .. }, _) => automaton.ends(state),
            (Self::Whole(whole), State::Open(at)) => Some(at as usize == whole.len()),
            (Self::Whole(_), _) => Some(false),
        }
    }
}

impl Machine<'_> {
    /// When a text of many fragments holds a word, without a look at each of the texts that it may be.
    pub(in crate::cmake::eval) fn many_hold(&mut self, text: Text, word: &str, origin: Origin) -> Option<Cond> {
        let mut pattern = String::with_capacity(word.len() + 8);
        for character in word.chars() {
            if "^$.[]*+?()|\\-".contains(character) {
                pattern.push('\\');
            }
            pattern.push(character);
        }
        let mut parser = Parser { machine: self, args: Vec::new(), at: 0, origin, depth: 0 };
        parser.fragments_match(Operand { text, quoted: true }, &pattern)
    }
}

impl Parser<'_, '_> {
    /// When a text matches a pattern, if it is one of several and nobody asks for the groups. `None` where it has to be looked at
    /// as a whole.
    pub(super) fn fragments_match(&mut self, left: Operand, pattern: &str) -> Option<Cond> {
        if has_symbol(pattern) || self.machine.keeps_groups(self.origin) {
            return None;
        }
        let (text, defined) = self.fragments_of(left)?;
        let regex = Regex::new(pattern).ok()?;
        let unset = match self.machine.facts.texts.plain(left.text) {
            Some(name) => constant(regex.is_match(&name)),
            None => Cond::FALSE,
        };
        let reader = Reader::Pattern { automaton: Box::new(Automaton::new(&regex)?), pattern };
        self.read_fragments(text, defined, unset, reader)
    }

    /// When a text that is one of several is a known one.
    pub(super) fn fragments_equal(&mut self, left: Operand, right: Operand) -> Option<Cond> {
        if !self.machine.env.options.all_configurations || !self.machine.facts.texts.is_known(right.text) {
            return None;
        }
        let right_text = self.machine.facts.texts.plain(right.text)?;
        let is_text = right.quoted && self.machine.policy_new(54);
        if !is_text && self.machine.is_known_variable(right.text, &right_text) {
            return None;
        }
        let (text, defined) = self.fragments_of(left)?;
        let unset = match self.machine.facts.texts.plain(left.text) {
            Some(name) => constant(name == right_text),
            None => Cond::FALSE,
        };
        self.read_fragments(text, defined, unset, Reader::Whole(&right_text))
    }

    /// The text that an operand stands for, where it consists of fragments, and when it is set.
    fn fragments_of(&mut self, operand: Operand) -> Option<(Text, Cond)> {
        let named = match self.machine.facts.texts.plain(operand.text) {
            Some(name) if has_symbol(&name) => false,
            Some(name) => {
                let is_text = operand.quoted && self.machine.policy_new(54);
                if is_text || !self.machine.is_possible_variable(operand.text, &name) {
                    return None;
                }
                true
            }
            None => false,
        };
        let (text, defined) = if named {
            let value = self.machine.read_variable(operand.text);
            (self.machine.wrap(&value), value.defined)
        } else {
            (operand.text, Cond::TRUE)
        };
        let texts = &self.machine.facts.texts;
        // One unknown text alone is asked for as it is.
        let whole = texts.is_known(text) || texts.lone_symbol(text).is_some();
        (!whole).then_some((text, defined))
    }

    fn read_fragments(&mut self, text: Text, defined: Cond, unset: Cond, mut reader: Reader<'_>) -> Option<Cond> {
        let conds = self.machine.conds();
        let set = conds.and(self.machine.pc, defined);
        let other = conds.and(conds.diff(self.machine.pc, defined), unset);
        if reader.start() == State::Matched {
            return Some(conds.or(set, other));
        }
        let mut fragments = 0;
        let elems = match self.machine.facts.texts.compound(text) {
            // No match reaches from one element into the next: each is read by itself, whichever others are there.
            Some(Compound::List(elems)) if reader.separates(';') => Arc::clone(elems),
            _ => return self.read_whole(&mut reader, (set, text), other, &mut fragments),
        };
        let mut holds = other;
        for elem in elems.iter() {
            fragments += 1;
            if fragments > MOST_FRAGMENTS {
                return None;
            }
            let with = self.machine.conds().and(set, elem.cond);
            if !with.is_false() {
                holds = self.read_whole(&mut reader, (with, elem.text), holds, &mut fragments)?;
            }
        }
        Some(holds)
    }

    /// Adds to `holds` when a text, which is there under a condition, matches.
    fn read_whole(
        &mut self,
        reader: &mut Reader<'_>,
        (when, text): (Cond, Text),
        holds: Cond,
        fragments: &mut usize,
    ) -> Option<Cond> {
        let start = vec![(when, Seen::Known(reader.start()))];
        let mut holds = holds;
        for (cond, seen) in self.read_on(reader, start, text, fragments)? {
            if let Seen::Known(state) = seen
                && reader.ends(state)?
            {
                holds = self.machine.conds().or(holds, cond);
            }
        }
        Some(holds)
    }

    /// Reads a text from each of the states on.
    fn read_on(
        &mut self,
        reader: &mut Reader<'_>,
        states: Vec<(Cond, Seen)>,
        text: Text,
        fragments: &mut usize,
    ) -> Option<Vec<(Cond, Seen)>> {
        let Some(compound) = self.machine.facts.texts.compound(text).cloned() else {
            let plain = self.machine.facts.texts.plain(text)?;
            let mut out = Vec::new();
            for (cond, seen) in states {
                for (when, next) in self.read_plain(reader, cond, seen, &plain)? {
                    add(self.machine.conds(), &mut out, (when, next))?;
                }
            }
            return Some(out);
        };
        match compound {
            Compound::Rope(parts) => {
                let mut states = states;
                for &(cond, part) in parts.iter() {
                    states = self.read_part(reader, states, (cond, part), fragments)?;
                }
                Some(states)
            }
            Compound::List(elems) => {
                let mut readings: Vec<Reading> = states.into_iter().map(|(cond, seen)| (cond, (seen, false))).collect();
                for elem in elems.iter() {
                    readings = self.read_element(reader, readings, (elem.cond, elem.text), fragments)?;
                }
                let mut out = Vec::new();
                for (cond, (seen, _)) in readings {
                    add(self.machine.conds(), &mut out, (cond, seen))?;
                }
                Some(out)
            }
        }
    }

    /// Reads a part of a rope, which is there under its condition only.
    fn read_part(
        &mut self,
        reader: &mut Reader<'_>,
        states: Vec<(Cond, Seen)>,
        (cond, part): (Cond, Text),
        fragments: &mut usize,
    ) -> Option<Vec<(Cond, Seen)>> {
        *fragments += 1;
        if *fragments > MOST_FRAGMENTS {
            return None;
        }
        let known = self.machine.facts.texts.plain(part).filter(|text| !has_symbol(text));
        let mut out = Vec::with_capacity(states.len());
        for (state, seen) in states {
            // What leaves the state as it is need not be told apart from its absence.
            if let (Some(text), Seen::Known(at)) = (&known, seen)
                && reader.read(at, text)? == at
            {
                add(self.machine.conds(), &mut out, (state, seen))?;
                continue;
            }
            let without = self.machine.conds().diff(state, cond);
            let with = self.machine.conds().and(state, cond);
            add(self.machine.conds(), &mut out, (without, seen))?;
            if !with.is_false() {
                for next in self.read_on(reader, vec![(with, seen)], part, fragments)? {
                    add(self.machine.conds(), &mut out, next)?;
                }
            }
        }
        Some(out)
    }

    /// Reads an element of a list, with the semicolon before it.
    fn read_element(
        &mut self,
        reader: &mut Reader<'_>,
        readings: Vec<Reading>,
        (cond, elem): (Cond, Text),
        fragments: &mut usize,
    ) -> Option<Vec<Reading>> {
        *fragments += 1;
        if *fragments > MOST_FRAGMENTS {
            return None;
        }
        let known = self.machine.facts.texts.plain(elem).filter(|text| !has_symbol(text));
        let mut out: Vec<Reading> = Vec::with_capacity(readings.len());
        for (state, (seen, any)) in readings {
            let separator = if any { ";" } else { "" };
            if let (Some(text), Seen::Known(at), true) = (&known, seen, any) {
                let between = reader.read(at, separator)?;
                if reader.read(between, text)? == at {
                    add(self.machine.conds(), &mut out, (state, (seen, any)))?;
                    continue;
                }
            }
            let without = self.machine.conds().diff(state, cond);
            let with = self.machine.conds().and(state, cond);
            add(self.machine.conds(), &mut out, (without, (seen, any)))?;
            if with.is_false() {
                continue;
            }
            for (when, between) in self.read_plain(reader, with, seen, separator)? {
                for (when, next) in self.read_on(reader, vec![(when, between)], elem, fragments)? {
                    add(self.machine.conds(), &mut out, (when, (next, true)))?;
                }
            }
        }
        Some(out)
    }

    /// Reads a string from one state on. An unknown text in it is looked at by itself where a match cannot reach across its ends.
    fn read_plain(&mut self, reader: &mut Reader<'_>, cond: Cond, seen: Seen, text: &str) -> Option<Vec<(Cond, Seen)>> {
        let mut done = Vec::new();
        let (mut cond, mut seen) = (cond, seen);
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let Seen::Known(state) = seen else {
                let Reader::Pattern { automaton, .. } = reader else { return None };
                if !automaton.separates(first) {
                    return None;
                }
                seen = Seen::Known(automaton.start());
                continue;
            };
            if !matches!(state, State::Open(_)) {
                break;
            }
            if !is_symbol(first) {
                let end = rest.find(is_symbol).unwrap_or(rest.len());
                seen = Seen::Known(reader.read(state, &rest[..end])?);
                rest = &rest[end..];
                continue;
            }
            let Reader::Pattern { automaton, pattern } = reader else { return None };
            if automaton.has_matched(state)? {
                seen = Seen::Known(State::Matched);
                break;
            }
            if !automaton.is_fresh(state) {
                return None;
            }
            let (symbol, after) = rest.split_at(first.len_utf8());
            let matched = self.machine.text_matches(symbol, pattern, self.origin);
            let conds = self.machine.conds();
            done.push((conds.and(cond, matched), Seen::Known(State::Matched)));
            cond = conds.diff(cond, matched);
            seen = Seen::Unknown;
            rest = after;
        }
        done.push((cond, seen));
        done.retain(|(cond, _)| !cond.is_false());
        Some(done)
    }
}

/// Adds a reading to those that stand at the same place.
fn add<P: PartialEq>(conds: &Conds, out: &mut Vec<(Cond, P)>, (cond, place): (Cond, P)) -> Option<()> {
    if cond.is_false() {
        return Some(());
    }
    match out.iter_mut().find(|(_, other)| *other == place) {
        Some((other, _)) => *other = conds.or(*other, cond),
        None => out.push((cond, place)),
    }
    (out.len() <= MOST_STATES).then_some(())
}
