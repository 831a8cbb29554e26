//! From templates to arguments and values.
use std::sync::Arc;

use crate::cmake::syntax::{Argument, ArgumentKind, Command, Namespace, Part, Template};
use crate::cond::Cond;

use super::facts::Reason;
use super::machine::{Invocation, Machine};
use super::text::{Compound, Fragments, Text};
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
        let value = if let [Part::Reference(namespace, name)] = argument.template.0.as_slice() {
            self.reference(*namespace, name, origin)
        } else {
            let text = self.expand_template(&argument.template, origin);
            self.unwrap(text)
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
        let bytes: Option<usize> = parts.iter().map(|&part| self.facts.texts.length(part)).sum();
        if let Some(bytes) = bytes {
            let fits = bytes <= self.env.options.limits.bytes;
            let joined = if fits { self.facts.texts.join(parts) } else { None };
            return joined.unwrap_or_else(|| self.too_long(origin));
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
            if part == Text::EMPTY {
                continue;
            }
            let joined = out.last().and_then(|&last| self.facts.texts.join(&[last, part]));
            match (out.last_mut(), joined) {
                (Some(last), Some(joined)) => *last = joined,
                _ => out.push(part),
            }
        }
        out
    }

    fn bounded(&mut self, text: &str, origin: Origin) -> Text {
        let fits = text.len() <= self.env.options.limits.bytes;
        if fits { self.intern(text) } else { self.too_long(origin) }
    }

    fn too_long(&mut self, origin: Origin) -> Text {
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
                for (_, text) in &mut states {
                    text.push_str(&options[0].1);
                }
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
            out.extend(self.fragments(part).iter().copied());
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
    fn fragments(&mut self, text: Text) -> Fragments {
        match self.facts.texts.compound(text).cloned() {
            None => [(Cond::TRUE, text)].into(),
            Some(Compound::Rope(fragments)) => fragments,
            Some(Compound::List(elems)) => {
                // What is extended is asked for twice: when it is put together, and when that is assigned.
                if let Some((last, fragments)) = &self.last_fragments
                    && *last == text
                {
                    return Arc::clone(fragments);
                }
                let fragments: Fragments = self.fragments_of_list(&elems).into();
                self.last_fragments = Some((text, Arc::clone(&fragments)));
                fragments
            }
        }
    }

    fn fragments_of_list(&mut self, elems: &[Elem]) -> Vec<(Cond, Text)> {
        let mut out: Vec<(Cond, Text)> = Vec::new();
        let semicolon = self.intern(";");
        let mut before = Cond::FALSE;
        for elem in elems {
            let separator = self.conds().and(before, elem.cond);
            if !separator.is_false() {
                out.push((separator, semicolon));
            }
            match self.facts.texts.compound(elem.text) {
                Some(Compound::Rope(fragments)) => {
                    out.extend(fragments.iter().map(|&(cond, text)| (self.conds().and(cond, elem.cond), text)));
                }
                _ => out.push((elem.cond, elem.text)),
            }
            before = self.conds().or(before, elem.cond);
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
        let mut before = self.fragments(before).to_vec();
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
        elems.push(Elem { cond, text, ..*only });
        Some(Value { defined: self.conds().or(old.defined, when), elems: Arc::new(elems) })
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
