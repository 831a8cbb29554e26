//! From guarded texts to the plain alternatives and the list elements that most commands work on.
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::cmake::lang::list;
use crate::cond::{Cond, Conds};

use super::expand::Arg;
use super::facts::Reason;
use super::machine::Machine;
use super::text::{Compound, Text};
use super::value::{Elem, Origin, Value};

/// One in so many of the alternatives that are followed are made before it is asked whether there are surely more.
const MANY: usize = 4;

/// Parts under unknown conditions with which the alternatives of a text are still made.
const MOST_VAGUE: usize = 2;

/// Texts that are remembered with what they are split into.
const MOST_SPLIT: usize = 1 << 10;

/// What a text is split into.
pub(super) type Pieces = Arc<[(Cond, Text)]>;

/// Plain alternatives of a text, with conditions that exclude each other.
pub(super) type Alternatives = Vec<(Cond, Arc<str>)>;

impl Machine<'_> {
    /// How many alternatives are looked at: fewer, once very many were, or once the conditions took far more than the commands. A project
    /// with many options for its flags would take minutes else.
    fn most_alternatives(&self) -> usize {
        let limits = self.env.options.limits;
        let fair = limits.steps + self.facts.counts.commands.saturating_mul(limits.steps_per_command);
        match (self.tried.get() / limits.tried).max(self.conds().spent() as u64 / fair) {
            0 => limits.alternatives,
            1 => limits.alternatives / 4,
            _ => limits.alternatives / 16,
        }
    }

    /// Counts alternatives that were compared with others.
    pub(super) fn note_tried(&self, number: usize) {
        self.tried.set(self.tried.get() + number as u64);
    }

    /// The plain alternatives of a text under the running condition; nothing when there are more than `most`.
    pub(super) fn alternatives(&self, text: Text, most: usize) -> Option<Alternatives> {
        self.alternatives_under(text, self.pc, most)
    }

    fn alternatives_under(&self, text: Text, under: Cond, most: usize) -> Option<Alternatives> {
        if let Some(plain) = self.facts.texts.plain(text) {
            return Some(vec![(under, plain)]);
        }
        let mut states: Vec<(Cond, String, bool)> = vec![(under, String::new(), false)];
        let compound = self.facts.texts.compound(text)?;
        let (parts, separator): (Vec<(Cond, Text)>, _) = match compound {
            Compound::Rope(parts) => (parts.to_vec(), ""),
            Compound::List(elems) => (elems.iter().map(|elem| (elem.cond, elem.text)).collect(), ";"),
        };
        // Of parts that nobody knows the conditions of, each would double what cannot be told apart.
        let is_vague = |cond: Cond| cond.is_unknown() || under.is_unknown() && !cond.is_true();
        if parts.iter().filter(|(cond, _)| is_vague(*cond)).count() > MOST_VAGUE {
            return None;
        }
        let mut is_asked = false;
        for (cond, part) in parts {
            self.extend_states(&mut states, cond, part, separator, most)?;
            // Most texts have few.
            if states.len() > most / MANY
                && !std::mem::replace(&mut is_asked, true)
                && self.are_surely_more(compound, under, most)
            {
                return None;
            }
        }
        let mut out: Alternatives = Vec::with_capacity(states.len());
        for (cond, text, _) in states {
            match out.iter_mut().find(|(_, t)| **t == *text) {
                Some((c, _)) => *c = self.conds().or(*c, cond),
                None => out.push((cond, text.into())),
            }
        }
        Some(out)
    }

    /// Whether a text surely has more alternatives than are followed.
    pub(super) fn has_surely_many(&self, text: Text) -> bool {
        let compound = self.facts.texts.compound(text);
        compound.is_some_and(|compound| self.are_surely_more(compound, self.pc, self.most_alternatives()))
    }

    /// Whether a text has more alternatives than are followed, where that shows without making them.
    fn are_surely_more(&self, compound: &Compound, under: Cond, most: usize) -> bool {
        let conds: Vec<Cond> = match compound {
            Compound::Rope(parts) => parts.iter().map(|(cond, _)| *cond).collect(),
            Compound::List(elems) => elems.iter().map(|elem| elem.cond).collect(),
        };
        let dividing = conds.iter().filter(|cond| !cond.is_true()).count();
        // So few conditions cannot divide anything into more parts.
        if 1_usize.checked_shl(dividing as u32).is_some_and(|parts| parts <= most) {
            return false;
        }
        let Some(counts) = self.conds().divide(under, &conds, most) else { return false };
        // As if they had been tried: what is looked at later hangs on that, too.
        self.tried.set(self.tried.get() + counts.iter().sum::<usize>() as u64);
        true
    }

    fn extend_states(
        &self,
        states: &mut Vec<(Cond, String, bool)>,
        cond: Cond,
        text: Text,
        separator: &str,
        most: usize,
    ) -> Option<()> {
        let mut split = Vec::new();
        self.tried.set(self.tried.get() + states.len() as u64);
        for (state, so_far, any) in states.iter_mut() {
            let (with, without) = self.conds().split(*state, cond);
            if with.is_false() {
                continue;
            }
            let limit = self.env.options.limits.bytes;
            if without.is_false()
                && let Some(more) = self.facts.texts.as_str(text)
            {
                // The usual case: the text grows where it is.
                if *any {
                    so_far.push_str(separator);
                }
                so_far.push_str(more);
                (*state, *any) = (with, true);
                if so_far.len() > limit {
                    return None;
                }
                continue;
            }
            let options = self.alternatives_under(text, with, most)?;
            let prefix = if *any { format!("{so_far}{separator}") } else { so_far.clone() };
            let mut options = options.into_iter();
            if without.is_false() {
                if let Some((c, more)) = options.next() {
                    *state = c;
                    *so_far = prefix.clone() + &more;
                    *any = true;
                }
            } else {
                *state = without;
            }
            if so_far.len() > limit {
                return None;
            }
            split.extend(options.map(|(c, more)| (c, prefix.clone() + &more, true)));
        }
        states.extend(split);
        (states.len() <= most).then_some(())
    }

    /// As [`Self::alternatives`] with the run's limit; beyond it one unknown text, with a record.
    pub(super) fn alternatives_or_widen(&mut self, text: Text, origin: Origin) -> Alternatives {
        let most = self.most_alternatives();
        self.alternatives(text, most).unwrap_or_else(|| self.widened(text, self.pc, origin))
    }

    /// One unknown text for the many that a text may be, with a record.
    fn widened(&mut self, text: Text, under: Cond, origin: Origin) -> Alternatives {
        self.unknown(Reason::Limit, "alternatives of one text", origin);
        let shown = self.facts.texts.display_start(text, 60);
        let symbol = self.unmodelled_symbol(&format!("one of many: {shown}"));
        let plain = self.facts.texts.plain(symbol).unwrap_or_default();
        vec![(under, plain)]
    }

    /// A value whose texts of several parts are told alternative by alternative: a definition is one text, however many words it has.
    /// Beyond the limit it is one unknown text, with a record.
    pub(super) fn in_alternatives(&mut self, value: &Value) -> Value {
        let texts = &self.facts.texts;
        let ropes: Vec<bool> =
            value.elems.iter().map(|e| matches!(texts.compound(e.text), Some(Compound::Rope(_)))).collect();
        if !ropes.contains(&true) {
            return value.clone();
        }
        let most = self.most_alternatives();
        let mut elems = Vec::with_capacity(value.elems.len());
        for (elem, is_rope) in value.elems.iter().zip(ropes) {
            if !is_rope {
                elems.push(*elem);
                continue;
            }
            let found = self.alternatives_under(elem.text, elem.cond, most);
            let alternatives = found.unwrap_or_else(|| self.widened(elem.text, elem.cond, elem.origin));
            for (cond, text) in alternatives {
                let one = Elem { cond, text: self.intern(&text), ..*elem };
                // Said again where nobody knows when, it is the same.
                if !cond.is_unknown() || !elems.contains(&one) {
                    elems.push(one);
                }
            }
        }
        Value { defined: value.defined, elems: Arc::new(elems) }
    }

    /// Elements of a list value: texts split at their semicolons, empty lists have none.
    pub(super) fn list_elements(&mut self, value: &Value) -> Vec<Elem> {
        let joined = self.joined_if_bracketed(value);
        let elems = joined.as_ref().map_or(&value.elems, |v| &v.elems);
        let mut out = Vec::with_capacity(elems.len());
        for elem in elems.iter() {
            if self.facts.texts.holds_semicolon(elem.text) {
                let text = self.facts.texts.plain(elem.text).unwrap_or_default();
                for part in list::split_raw(&text) {
                    let text = self.intern(part);
                    out.push(Elem { text, ..*elem });
                }
            } else if let Some(parts) = self.rope_elements(elem) {
                out.extend(parts);
            } else {
                out.push(*elem);
            }
        }
        self.drop_empty_scalars(&mut out);
        out
    }

    /// Brackets protect semicolons across elements, so a list with `[` is split as a whole where that is possible.
    fn joined_if_bracketed(&mut self, value: &Value) -> Option<Value> {
        let plain = |e: &Elem| self.facts.texts.as_str(e.text);
        if value.elems.len() < 2
            || !value.elems.iter().any(|e| plain(e).is_some_and(|t| t.contains('[')))
            || value.elems.iter().any(|e| !e.cond.is_true() || plain(e).is_none())
        {
            return None;
        }
        let joined = value.elems.iter().filter_map(plain).collect::<Vec<_>>().join(";");
        let origin = value.elems[0].origin;
        let text = self.intern(&joined);
        Some(Value::text(text, origin))
    }

    /// Alternatives of a nested compound as guarded elements.
    fn rope_elements(&mut self, elem: &Elem) -> Option<Vec<Elem>> {
        let as_elements = |words: &Pieces| {
            words.iter().map(|&(cond, text)| Elem { cond, text, origin: elem.origin }).collect::<Vec<_>>()
        };
        // A loop reads the same long list over and over.
        if let Some(words) = self.split_ropes.get(&(elem.text, elem.cond)) {
            return Some(as_elements(words));
        }
        let compound = self.facts.texts.compound(elem.text)?.clone();
        if let Compound::List(inner) = compound {
            let mut out = Vec::new();
            for e in inner.iter() {
                let cond = self.conds().and(e.cond, elem.cond);
                if !cond.is_false() {
                    let value = Value::list(vec![Elem { cond, ..*e }]);
                    out.extend(self.list_elements(&value));
                }
            }
            return Some(out);
        }
        let Compound::Rope(parts) = compound else { return None };
        if !parts.iter().any(|&(_, t)| self.facts.texts.holds_semicolon(t)) {
            return None;
        }
        let words: Pieces = self.rope_words(&parts, elem.cond, |c| c == ';').into();
        if self.split_ropes.len() >= MOST_SPLIT {
            self.split_ropes.clear();
        }
        let elements = as_elements(&words);
        self.split_ropes.insert((elem.text, elem.cond), words);
        Some(elements)
    }

    /// Splits a rope at separators without enumerating its alternatives: the state is the set of unfinished words.
    pub(super) fn rope_words(
        &mut self,
        parts: &[(Cond, Text)],
        under: Cond,
        separator: impl Fn(char) -> bool,
    ) -> Vec<(Cond, Text)> {
        const MOST_OPEN: usize = 64;
        let mut open = Words::from_iter([(String::new(), under)]);
        let mut out: Vec<(Cond, Text)> = Vec::new();
        for &(cond, part) in parts {
            let Some(text) = self.facts.texts.plain(part) else { continue };
            let mut pieces = text.split(&separator);
            let first = pieces.next().unwrap_or_default();
            let last = pieces.next_back();
            let mut next = Words::default();
            // Where the part is there, all that it ends goes on alike; in the order of the first of these.
            let (mut ends, mut ended) = (Vec::new(), Cond::FALSE);
            for (word, state) in std::mem::take(&mut open) {
                let (with, without) = self.conds().split(state, cond);
                if with.is_false() {
                    push_state(&self.facts.conds, &mut next, without, word);
                    continue;
                }
                let longer = word.clone() + first;
                if !without.is_false() {
                    push_state(&self.facts.conds, &mut next, without, word);
                }
                match last {
                    None => push_state(&self.facts.conds, &mut next, with, longer),
                    Some(last) => {
                        ended = self.conds().or(ended, with);
                        push_state(&self.facts.conds, &mut next, with, last.to_owned());
                        ends.push((with, longer));
                    }
                }
            }
            for (cond, word) in ends {
                if !word.is_empty() {
                    out.push((cond, self.intern(&word)));
                }
            }
            if !ended.is_false() {
                for piece in pieces.filter(|piece| !piece.is_empty()) {
                    out.push((ended, self.intern(piece)));
                }
            }
            open = next;
            if open.len() > MOST_OPEN {
                let symbol = self.unmodelled_symbol("a word with many endings");
                let plain = self.facts.texts.plain(symbol).unwrap_or_default();
                open = Words::from_iter([(plain.as_ref().to_owned(), under)]);
            }
        }
        for (word, cond) in open {
            if !word.is_empty() {
                out.push((cond, self.intern(&word)));
            }
        }
        out
    }

    /// An empty element that stands alone in its configurations is an empty list, not a list of one.
    fn drop_empty_scalars(&self, elems: &mut Vec<Elem>) {
        if !elems.iter().any(|e| e.text == Text::EMPTY) {
            return;
        }
        let alone = |at: usize, elems: &[Elem]| {
            elems.iter().enumerate().all(|(i, e)| i == at || self.conds().disjoint(e.cond, elems[at].cond))
        };
        let keep: Vec<bool> = (0..elems.len()).map(|at| elems[at].text != Text::EMPTY || !alone(at, elems)).collect();
        let mut at = 0;
        elems.retain(|_| {
            at += 1;
            keep[at - 1]
        });
    }

    /// Runs `act` once for each combination of the arguments' alternatives, each under its condition.
    pub(super) fn fork(&mut self, args: &[Arg], origin: Origin, act: &mut dyn FnMut(&mut Self, &[Arc<str>])) {
        let plain: Option<Vec<Arc<str>>> =
            args.iter().map(|arg| if arg.cond.is_true() { self.facts.texts.plain(arg.text) } else { None }).collect();
        if let Some(plain) = plain {
            act(self, &plain);
            return;
        }
        for (cond, strings) in self.combinations(args, origin) {
            let saved = self.pc;
            self.pc = cond;
            act(self, &strings);
            self.pc = saved;
        }
    }

    /// The alternatives of an argument vector, widened past the limit.
    pub(super) fn combinations(&mut self, args: &[Arg], origin: Origin) -> Vec<(Cond, Vec<Arc<str>>)> {
        let most = self.most_alternatives();
        let mut states: Vec<(Cond, Vec<Arc<str>>)> = vec![(self.pc, Vec::with_capacity(args.len()))];
        for arg in args {
            self.tried.set(self.tried.get() + states.len() as u64);
            // What becomes of each state, before any of them is copied: an argument list may be long.
            let outcomes: Vec<Vec<(Cond, Option<Arc<str>>)>> =
                states.iter().map(|(state, _)| self.outcomes(*state, arg, origin)).collect();
            if outcomes.iter().map(Vec::len).sum::<usize>() > most {
                self.unknown(Reason::Limit, "alternatives of an argument list", origin);
                states = self.widened_states(states, arg);
                continue;
            }
            let mut next = Vec::with_capacity(outcomes.len());
            for ((_, strings), mut outcomes) in states.into_iter().zip(outcomes) {
                let Some((cond, last)) = outcomes.pop() else { continue };
                for (cond, text) in outcomes {
                    let mut longer = strings.clone();
                    longer.extend(text);
                    next.push((cond, longer));
                }
                let mut longer = strings;
                longer.extend(last);
                next.push((cond, longer));
            }
            states = next;
        }
        states
    }

    /// The texts of one argument where a state holds; without a text where it is not there.
    fn outcomes(&mut self, state: Cond, arg: &Arg, origin: Origin) -> Vec<(Cond, Option<Arc<str>>)> {
        let most = self.most_alternatives();
        let (with, without) = self.conds().split(state, arg.cond);
        let absent = (!without.is_false()).then_some((without, None));
        if with.is_false() {
            return absent.into_iter().collect();
        }
        let options =
            self.alternatives_under(arg.text, with, most).unwrap_or_else(|| self.widened(arg.text, with, origin));
        absent.into_iter().chain(options.into_iter().map(|(cond, text)| (cond, Some(text)))).collect()
    }

    /// Beyond the limit an argument that differs between configurations becomes one unknown text.
    fn widened_states(&mut self, mut states: Vec<(Cond, Vec<Arc<str>>)>, arg: &Arg) -> Vec<(Cond, Vec<Arc<str>>)> {
        let shown = self.facts.texts.display_start(arg.text, 60);
        let symbol = self.unmodelled_symbol(&format!("one of many: {shown}"));
        let plain = self.facts.texts.plain(symbol).unwrap_or_default();
        for (_, strings) in &mut states {
            strings.push(Arc::clone(&plain));
        }
        states
    }
}

/// Unfinished words, each with its condition.
type Words = IndexMap<String, Cond, FxBuildHasher>;

fn push_state(conds: &Conds, states: &mut Words, cond: Cond, word: String) {
    let known = states.entry(word).or_insert(Cond::FALSE);
    *known = if known.is_false() { cond } else { conds.or(*known, cond) };
}
