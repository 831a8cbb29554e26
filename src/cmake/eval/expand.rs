//! From templates to arguments, and from guarded texts to the plain alternatives that most commands work on.
use std::sync::Arc;

use crate::cmake::lang::list;
use crate::cmake::syntax::{Argument, ArgumentKind, Command, Namespace, Part, Template};
use crate::cond::Cond;

use super::facts::Reason;
use super::machine::{Invocation, Machine};
use super::text::{Compound, Text};
use super::value::{Elem, Origin, Value};

/// One argument after expansion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arg {
    /// When it is there.
    pub cond: Cond,
    pub text: Text,
    /// Quoted or bracketed: neither a keyword of a condition nor split.
    pub quoted: bool,
    /// Which argument of the source it stems from.
    pub index: u32,
}

/// Plain alternatives of a text, with conditions that exclude each other.
pub(super) type Alternatives = Vec<(Cond, Arc<str>)>;

impl Machine<'_> {
    /// Expands all arguments of a command.
    pub(super) fn expand_all(&mut self, command: &Command, origin: Origin) -> Vec<Arg> {
        let mut out = Vec::with_capacity(command.arguments.len());
        for (index, argument) in command.arguments.iter().enumerate() {
            self.expand_argument(argument, index as u32, origin, &mut out);
        }
        out
    }

    pub(super) fn expand_argument(&mut self, argument: &Argument, index: u32, origin: Origin, out: &mut Vec<Arg>) {
        let quoted = matches!(argument.kind, ArgumentKind::Quoted | ArgumentKind::Bracket);
        if let Some(literal) = argument.template.literal() {
            if quoted || argument.kind == ArgumentKind::Paren || !literal.contains([';', '\\']) {
                if quoted || !literal.is_empty() {
                    let text = self.intern(literal);
                    out.push(Arg { cond: Cond::TRUE, text, quoted, index });
                }
                return;
            }
        } else if quoted {
            let text = self.expand_template(&argument.template, origin);
            out.push(Arg { cond: Cond::TRUE, text, quoted, index });
            return;
        }
        let value = match argument.template.0.as_slice() {
            [Part::Reference(namespace, name)] => self.reference(*namespace, name, origin),
            _ => {
                let text = self.expand_template(&argument.template, origin);
                self.unwrap(text)
            }
        };
        self.splice(&value, index, out);
    }

    /// An unquoted value becomes its elements: empty ones dropped, `\;` decoded.
    fn splice(&mut self, value: &Value, index: u32, out: &mut Vec<Arg>) {
        for elem in self.list_elements(value) {
            let Some(text) = self.facts.texts.plain(elem.text) else {
                out.push(Arg { cond: elem.cond, text: elem.text, quoted: false, index });
                continue;
            };
            if text.is_empty() {
                continue;
            }
            let decoded = if text.contains("\\;") { self.intern(&text.replace("\\;", ";")) } else { elem.text };
            out.push(Arg { cond: elem.cond, text: decoded, quoted: false, index });
        }
    }

    /// A template as one text, as inside quotes.
    pub(super) fn expand_template(&mut self, template: &Template, origin: Origin) -> Text {
        if let Some(literal) = template.literal() {
            return self.intern(literal);
        }
        let mut parts = Vec::with_capacity(template.0.len());
        for part in &template.0 {
            parts.push(match part {
                Part::Literal(text) => self.intern(text),
                Part::Reference(namespace, name) => {
                    let value = self.reference(*namespace, name, origin);
                    self.wrap(&value)
                }
            });
        }
        self.concat(&parts, origin)
    }

    /// The value of `${name}`, `$ENV{name}` or `$CACHE{name}`.
    fn reference(&mut self, namespace: Namespace, name: &Template, origin: Origin) -> Value {
        let name = self.expand_template(name, origin);
        if self.facts.texts.compound(name).is_none() {
            return self.read(namespace, name);
        }
        let mut value = Value::unset();
        for (cond, name) in self.alternatives_or_widen(name, origin) {
            let name = self.intern(&name);
            let one = self.read(namespace, name);
            value = value.assign(&self.facts.conds, cond, &one);
        }
        value
    }

    fn read(&mut self, namespace: Namespace, name: Text) -> Value {
        match namespace {
            Namespace::Variable => self.read_reference(name),
            Namespace::Environment => self.read_environment(name),
            Namespace::Cache => self.read_cache(name),
        }
    }

    /// A value as one text: the text itself where there is just one, a compound otherwise. Unset is empty.
    pub(super) fn wrap(&mut self, value: &Value) -> Text {
        match value.elems.as_slice() {
            [] => Text::EMPTY,
            [one] if self.conds().implies(self.pc, one.cond) => one.text,
            elems if elems.iter().any(|e| self.conds().disjoint(e.cond, self.pc)) => {
                // Only what may be there under the running condition is read.
                let live: Vec<Elem> =
                    elems.iter().filter(|e| !self.conds().disjoint(e.cond, self.pc)).copied().collect();
                self.wrap(&Value { defined: value.defined, elems: Arc::new(live) })
            }
            _ => self.facts.texts.intern_compound(Compound::List(Arc::clone(&value.elems))),
        }
    }

    /// One text as a value.
    pub(super) fn unwrap(&self, text: Text) -> Value {
        match self.facts.texts.compound(text) {
            Some(Compound::List(elems)) => Value { defined: Cond::TRUE, elems: Arc::clone(elems) },
            _ => Value::text(text, Origin::NONE),
        }
    }

    /// Texts one after another.
    pub(super) fn concat(&mut self, parts: &[Text], origin: Origin) -> Text {
        let mut filled = parts.iter().copied().filter(|&part| part != Text::EMPTY);
        match (filled.next(), filled.next()) {
            (None, _) => return Text::EMPTY,
            (Some(one), None) => return one,
            _ => {}
        }
        let strings: Option<Vec<&str>> = parts.iter().map(|&part| self.facts.texts.as_str(part)).collect();
        if let Some(strings) = strings {
            let joined = strings.concat();
            return self.bounded(&joined, origin);
        }
        let parts = self.joined_neighbours(parts);
        if let Some(text) = self.with_outer_semicolons(&parts) {
            return self.bounded(&text, origin);
        }
        if let Some(list) = self.concat_lists(&parts) {
            return list;
        }
        self.concat_alternatives(&parts, origin).unwrap_or_else(|| self.rope(&parts))
    }

    /// Plain neighbours joined, empty parts dropped.
    fn joined_neighbours(&mut self, parts: &[Text]) -> Vec<Text> {
        let mut out: Vec<Text> = Vec::with_capacity(parts.len());
        for &part in parts {
            let last = out.last().and_then(|&last| self.facts.texts.plain(last));
            match (last, self.facts.texts.plain(part)) {
                (_, Some(text)) if text.is_empty() => {}
                (Some(before), Some(text)) => {
                    out.pop();
                    let joined = self.intern(&format!("{before}{text}"));
                    out.push(joined);
                }
                _ => out.push(part),
            }
        }
        out
    }

    fn bounded(&mut self, text: &str, origin: Origin) -> Text {
        if text.len() <= self.env.options.limits.bytes {
            return self.intern(text);
        }
        self.unknown(Reason::Limit, "length of a text", origin);
        self.unmodelled_symbol("a text beyond the limit")
    }

    /// `";${X};"` with a known X: a semicolon before or after everything would be lost in a list, but such a text is made
    /// to be searched for `;word;`.
    fn with_outer_semicolons(&self, parts: &[Text]) -> Option<String> {
        let is = |part: Option<&Text>| part.is_some_and(|&p| self.facts.texts.as_str(p) == Some(";"));
        if !is(parts.first()) && !is(parts.last()) {
            return None;
        }
        let mut out = String::new();
        for &part in parts {
            match self.facts.texts.compound(part) {
                None => out.push_str(self.facts.texts.as_str(part)?),
                Some(Compound::Rope(_)) => return None,
                Some(Compound::List(elems)) => {
                    for (at, elem) in elems.iter().enumerate() {
                        if !self.facts.conds.implies(self.pc, elem.cond) {
                            return None;
                        }
                        out.push_str(if at > 0 { ";" } else { "" });
                        out.push_str(self.facts.texts.as_str(elem.text)?);
                    }
                }
            }
        }
        Some(out)
    }

    /// `"${X};y"`: parts that meet at semicolons stay a list, without a fork.
    fn concat_lists(&mut self, parts: &[Text]) -> Option<Text> {
        let mut elems: Vec<Elem> = Vec::new();
        let mut separated = true;
        for (at, &part) in parts.iter().enumerate() {
            match self.facts.texts.compound(part).cloned() {
                Some(Compound::List(list)) => {
                    if !separated {
                        return None;
                    }
                    let present = self.facts.conds.any(list.iter().map(|e| e.cond));
                    elems.extend(list.iter().copied());
                    // `${X};y` with an empty X is `;y`: the empty element is kept for what reads the raw text.
                    let absent = self.facts.conds.not(present);
                    if !absent.is_false() && at == 0 && parts.len() > 1 {
                        elems.push(Elem { cond: absent, text: Text::EMPTY, origin: Origin::NONE });
                    }
                    separated = false;
                }
                Some(Compound::Rope(_)) => return None,
                None => {
                    let text = self.facts.texts.plain(part)?;
                    if text.is_empty() {
                        continue;
                    }
                    let inner = if at == 0 { &*text } else { text.strip_prefix(';').filter(|_| !separated)? };
                    let (inner, trailing) = match inner.strip_suffix(';') {
                        Some(inner) if at + 1 < parts.len() => (inner, true),
                        _ if at + 1 < parts.len() && !(inner.is_empty() && at > 0) => return None,
                        _ => (inner, at > 0 && inner.is_empty()),
                    };
                    if !(inner.is_empty() && trailing) {
                        let text = self.intern(inner);
                        elems.push(Elem { cond: Cond::TRUE, text, origin: Origin::NONE });
                    }
                    separated = trailing;
                }
            }
        }
        Some(self.facts.texts.intern_compound(Compound::List(Arc::new(elems))))
    }

    /// All combinations, when they are few.
    fn concat_alternatives(&mut self, parts: &[Text], origin: Origin) -> Option<Text> {
        const FEW: usize = 8;
        let mut states: Vec<(Cond, String)> = vec![(self.pc, String::new())];
        for &part in parts {
            let options = self.alternatives(part, FEW)?;
            if options.len() == 1 && options[0].0 == self.pc {
                states.iter_mut().for_each(|(_, text)| text.push_str(&options[0].1));
                continue;
            }
            let mut next = Vec::new();
            for (cond, text) in &states {
                for (when, more) in &options {
                    let both = self.conds().and(*cond, *when);
                    if !both.is_false() {
                        next.push((both, format!("{text}{more}")));
                    }
                }
            }
            if next.len() > FEW {
                return None;
            }
            states = next;
        }
        let mut elems = Vec::with_capacity(states.len());
        for (cond, text) in states {
            let text = self.bounded(&text, origin);
            // Outside the running condition nobody reads the text: the last alternative may cover that too.
            if text != Text::EMPTY {
                elems.push(Elem { cond, text, origin: Origin::NONE });
            }
        }
        if let [one] = elems.as_slice()
            && one.cond == self.pc
        {
            return Some(one.text);
        }
        Some(self.facts.texts.intern_compound(Compound::List(Arc::new(elems))))
    }

    fn rope(&mut self, parts: &[Text]) -> Text {
        let mut out: Vec<(Cond, Text)> = Vec::new();
        for &part in parts {
            out.extend(self.fragments(part));
        }
        out.retain(|(cond, text)| !cond.is_false() && *text != Text::EMPTY);
        let most = self.env.options.limits.fragments;
        if out.len() > most {
            self.unknown(Reason::Limit, "fragments of one text", Origin::NONE);
            return self.unmodelled_symbol("a text of too many fragments");
        }
        self.facts.texts.intern_compound(Compound::Rope(out.into()))
    }

    /// A text as fragments; the separators of a list are there where something stands before them.
    fn fragments(&mut self, text: Text) -> Vec<(Cond, Text)> {
        let mut out: Vec<(Cond, Text)> = Vec::new();
        match self.facts.texts.compound(text).cloned() {
            None => out.push((Cond::TRUE, text)),
            Some(Compound::Rope(fragments)) => out.extend(fragments.iter().copied()),
            Some(Compound::List(elems)) => {
                let semicolon = self.intern(";");
                let mut before = Cond::FALSE;
                for elem in elems.iter() {
                    let separator = self.conds().and(before, elem.cond);
                    if !separator.is_false() {
                        out.push((separator, semicolon));
                    }
                    match self.facts.texts.compound(elem.text).cloned() {
                        Some(Compound::Rope(fragments)) => {
                            for &(cond, text) in fragments.iter() {
                                out.push((self.conds().and(cond, elem.cond), text));
                            }
                        }
                        _ => out.push((elem.cond, elem.text)),
                    }
                    before = self.conds().or(before, elem.cond);
                }
            }
        }
        out
    }

    /// A rope assigned where `when` holds, over a value that it begins or ends with (`set(X "${X} y")`, `string(APPEND)`,
    /// `set(X "y ${X}")`): one rope with the rest under the condition. Kept as two alternatives, the text would double each
    /// time.
    pub(super) fn extended_rope(&mut self, old: &Value, new: &Value, when: Cond) -> Option<Value> {
        let [only] = new.elems.as_slice() else { return None };
        if !only.cond.is_true() || !matches!(self.facts.texts.compound(only.text), Some(Compound::Rope(_))) {
            return None;
        }
        // What is there only where the text is not extended stays beside it, untouched.
        let (dead, live): (Vec<Elem>, Vec<Elem>) =
            old.elems.iter().copied().partition(|e| self.conds().disjoint(e.cond, when));
        let live_cond = self.conds().diff(old.defined, self.conds().any(dead.iter().map(|e| e.cond)));
        let before = self.wrap(&Value::list(live));
        let mut before = self.fragments(before);
        before.retain(|(cond, text)| !cond.is_false() && *text != Text::EMPTY);
        let after = self.fragments(only.text);
        let rest = after.len().checked_sub(before.len()).filter(|_| !before.is_empty())?;
        let (front, back) = if after.starts_with(&before) {
            (&[][..], &after[before.len()..])
        } else if after.ends_with(&before) {
            (&after[..rest], &[][..])
        } else {
            return None;
        };
        let narrowed = |&(cond, text): &(Cond, Text)| (self.conds().and(cond, when), text);
        let mut joined: Vec<(Cond, Text)> = front.iter().map(narrowed).collect();
        joined.extend(before);
        joined.extend(back.iter().map(narrowed));
        joined.retain(|(cond, _)| !cond.is_false());
        let text = self.facts.texts.intern_compound(Compound::Rope(joined.into()));
        let cond = self.conds().or(live_cond, when);
        let mut elems = dead;
        elems.push(Elem { text, cond, ..*only });
        Some(Value { defined: self.conds().or(old.defined, when), elems: Arc::new(elems) })
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
        match self.facts.texts.compound(text)? {
            Compound::Rope(parts) => {
                for &(cond, part) in parts.iter() {
                    self.extend_states(&mut states, cond, part, "", most)?;
                }
            }
            Compound::List(elems) => {
                for elem in elems.iter() {
                    self.extend_states(&mut states, elem.cond, elem.text, ";", most)?;
                }
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

    fn extend_states(
        &self,
        states: &mut Vec<(Cond, String, bool)>,
        cond: Cond,
        text: Text,
        separator: &str,
        most: usize,
    ) -> Option<()> {
        let mut split = Vec::new();
        for (state, so_far, any) in states.iter_mut() {
            let with = self.conds().and(*state, cond);
            if with.is_false() {
                continue;
            }
            let without = self.conds().diff(*state, cond);
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
        let most = self.env.options.limits.alternatives;
        if let Some(alternatives) = self.alternatives(text, most) {
            return alternatives;
        }
        self.unknown(Reason::Limit, "alternatives of one text", origin);
        let shown: String = self.facts.texts.display(text).chars().take(60).collect();
        let symbol = self.unmodelled_symbol(&format!("one of many: {shown}"));
        let plain = self.facts.texts.plain(symbol).unwrap_or_default();
        vec![(self.pc, plain)]
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
        let words = self.rope_words(&parts, elem.cond, |c| c == ';');
        Some(words.into_iter().map(|(cond, text)| Elem { cond, text, origin: elem.origin }).collect())
    }

    /// Splits a rope at separators without enumerating its alternatives: the state is the set of unfinished words.
    pub(super) fn rope_words(
        &mut self,
        parts: &[(Cond, Text)],
        under: Cond,
        separator: impl Fn(char) -> bool,
    ) -> Vec<(Cond, Text)> {
        const MOST_OPEN: usize = 64;
        let mut open: Vec<(Cond, String)> = vec![(under, String::new())];
        let mut out: Vec<(Cond, Text)> = Vec::new();
        for &(cond, part) in parts {
            let Some(text) = self.facts.texts.plain(part) else { continue };
            let mut pieces = text.split(&separator);
            let first = pieces.next().unwrap_or_default().to_owned();
            let mut next: Vec<(Cond, String)> = Vec::new();
            for (state, word) in std::mem::take(&mut open) {
                let with = self.conds().and(state, cond);
                let without = self.conds().diff(state, cond);
                if !without.is_false() {
                    push_state(&self.facts.conds, &mut next, without, word.clone());
                }
                if !with.is_false() {
                    push_state(&self.facts.conds, &mut next, with, word + &first);
                }
            }
            open = next;
            for piece in pieces {
                let mut rest: Vec<(Cond, String)> = Vec::new();
                for (state, word) in std::mem::take(&mut open) {
                    let with = self.conds().and(state, cond);
                    let without = self.conds().diff(state, cond);
                    if !without.is_false() {
                        push_state(&self.facts.conds, &mut rest, without, word.clone());
                    }
                    if !with.is_false() {
                        if !word.is_empty() {
                            out.push((with, self.intern(&word)));
                        }
                        push_state(&self.facts.conds, &mut rest, with, piece.to_owned());
                    }
                }
                open = rest;
            }
            if open.len() > MOST_OPEN {
                let symbol = self.unmodelled_symbol("a word with many endings");
                let plain = self.facts.texts.plain(symbol).unwrap_or_default();
                open = vec![(under, plain.as_ref().to_owned())];
            }
        }
        for (cond, word) in open {
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
        let most = self.env.options.limits.alternatives;
        let mut states: Vec<(Cond, Vec<Arc<str>>)> = vec![(self.pc, Vec::with_capacity(args.len()))];
        for arg in args {
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
        let most = self.env.options.limits.alternatives;
        let with = self.conds().and(state, arg.cond);
        let without = self.conds().diff(state, arg.cond);
        let absent = (!without.is_false()).then_some((without, None));
        if with.is_false() {
            return absent.into_iter().collect();
        }
        let options = self.alternatives_under(arg.text, with, most).unwrap_or_else(|| {
            let mut widened = self.alternatives_or_widen(arg.text, origin);
            widened.iter_mut().for_each(|(c, _)| *c = with);
            widened.truncate(1);
            widened
        });
        absent.into_iter().chain(options.into_iter().map(|(cond, text)| (cond, Some(text)))).collect()
    }

    /// Beyond the limit an argument that differs between configurations becomes one unknown text.
    fn widened_states(&mut self, mut states: Vec<(Cond, Vec<Arc<str>>)>, arg: &Arg) -> Vec<(Cond, Vec<Arc<str>>)> {
        let shown: String = self.facts.texts.display(arg.text).chars().take(60).collect();
        let symbol = self.unmodelled_symbol(&format!("one of many: {shown}"));
        let plain = self.facts.texts.plain(symbol).unwrap_or_default();
        states.iter_mut().for_each(|(_, strings)| strings.push(Arc::clone(&plain)));
        states
    }

    /// The place of the `index`th argument of the source.
    pub(super) fn argument_origin(&mut self, invocation: &Invocation<'_>, index: u32) -> Origin {
        match invocation.command.arguments.get(index as usize) {
            Some(argument) => self.place(invocation.file, argument.range.clone()),
            None => invocation.origin,
        }
    }

    /// Arguments as a value, each element with its place.
    pub(super) fn value_of(&mut self, invocation: &Invocation<'_>, args: &[Arg]) -> Value {
        let mut elems = Vec::with_capacity(args.len());
        let mut last = (u32::MAX, Origin::NONE);
        for arg in args {
            if last.0 != arg.index {
                last = (arg.index, self.argument_origin(invocation, arg.index));
            }
            match self.facts.texts.compound(arg.text).cloned() {
                Some(Compound::List(inner)) => {
                    for e in inner.iter() {
                        let cond = if arg.cond.is_true() { e.cond } else { self.conds().and(e.cond, arg.cond) };
                        elems.push(Elem { cond, text: e.text, origin: last.1 });
                    }
                }
                _ => elems.push(Elem { cond: arg.cond, text: arg.text, origin: last.1 }),
            }
        }
        if let [one] = elems.as_slice()
            && one.text == Text::EMPTY
        {
            elems.clear();
        }
        let most = self.env.options.limits.elements;
        if elems.len() > most {
            self.unknown(Reason::Limit, "elements of one list", invocation.origin);
            elems.truncate(most);
            let text = self.unmodelled_symbol("the rest of a list beyond the limit");
            elems.push(Elem { cond: Cond::TRUE, text, origin: invocation.origin });
        }
        Value::list(elems)
    }
}

fn push_state(conds: &crate::cond::Conds, states: &mut Vec<(Cond, String)>, cond: Cond, word: String) {
    match states.iter_mut().find(|(_, w)| *w == word) {
        Some((c, _)) => *c = conds.or(*c, cond),
        None => states.push((cond, word)),
    }
}
