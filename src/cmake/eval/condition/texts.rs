//! What is asked of texts: their truth, whether they are equal or match, and which variables words name.
use crate::cmake::eval::facts::ELEMENT_OF;
use crate::cmake::eval::machine::Machine;
use crate::cmake::eval::platform;
use crate::cmake::eval::text::{SymbolKind, Text, has_symbol, is_symbol};
use crate::cmake::eval::value::{Origin, Value};
use crate::cmake::lang::condition as pure;
use crate::cmake::lang::regex::Regex;
use crate::cmake::syntax::{File, Part, Template};
use crate::cond::{Cond, SubjectId};

use super::constant;

/// What an atom about two texts costs, compared with a text that is tried.
pub(super) const DEAR: usize = 16;

/// Whether two texts that are known in part begin or end with other letters.
fn differ_at_an_end(a: &str, b: &str) -> bool {
    let known = |text: &str| {
        let mut parts = text.split(is_symbol);
        let start = parts.next().map_or(0, str::len);
        (start, parts.next_back().map_or(0, str::len))
    };
    let ((start_a, end_a), (start_b, end_b)) = (known(a), known(b));
    let (start, end) = (start_a.min(start_b), end_a.min(end_b));
    let (a, b) = (a.as_bytes(), b.as_bytes());
    a[..start] != b[..start] || a[a.len() - end..] != b[b.len() - end..]
}

/// Whether a file looks for a pattern itself.
pub(in crate::cmake::eval) fn looks_for_patterns(file: &File) -> bool {
    let words = file.commands.iter().flat_map(|command| &command.arguments);
    words.filter_map(|argument| argument.template.literal()).any(|word| matches!(word, "MATCHES" | "REGEX"))
}

/// Whether a file reads what the groups of a pattern matched.
pub(in crate::cmake::eval) fn reads_groups(file: &File) -> bool {
    fn in_template(template: &Template) -> bool {
        template.0.iter().any(|part| match part {
            Part::Reference(_, name) => in_template(name),
            Part::Literal(text) => text.contains("CMAKE_MATCH_"),
        })
    }
    file.commands.iter().flat_map(|command| &command.arguments).any(|argument| in_template(&argument.template))
}

impl Machine<'_> {
    /// Truth of a text by its own: `if(<constant>)`, and of what a variable holds.
    pub(in crate::cmake::eval) fn text_truth(&mut self, text: &str) -> Cond {
        if !has_symbol(text) {
            return constant(!pure::is_off(text));
        }
        if text.to_ascii_uppercase().ends_with("-NOTFOUND") {
            return Cond::FALSE;
        }
        // What begins as an absolute path names a file.
        if text.starts_with('/') {
            return Cond::TRUE;
        }
        // Text beside a symbol makes it true unless it could spell a false constant; that is left to the atom.
        let subject = self.subject_of(text);
        if self.is_sure(subject) {
            return Cond::TRUE;
        }
        self.conds().truthy(subject)
    }

    /// Whether a text that is not known is true for `if()` all the same.
    pub(in crate::cmake::eval) fn is_sure(&self, subject: SubjectId) -> bool {
        self.found_paths.contains(&subject) || self.sure_texts.contains(&subject)
    }

    /// The subject that atoms about a symbolic text speak of.
    pub(in crate::cmake::eval) fn subject_of(&mut self, text: &str) -> SubjectId {
        let mut chars = text.chars();
        if let (Some(first), None) = (chars.next(), chars.next())
            && let Some(symbol) = self.facts.texts.symbol_of(first)
        {
            return self.facts.texts.info(symbol).subject;
        }
        let derived = self.computed(text, &[text], |words| words.first().map(|&word| word.to_owned()));
        match self.facts.texts.lone_symbol(derived) {
            Some(symbol) => self.facts.texts.info(symbol).subject,
            None => self.conds().subject(crate::cond::Subject {
                kind: crate::cond::SubjectKind::Unknown,
                name: text.to_owned(),
                domain: crate::cond::Domain::Open,
                default: None,
                always_defined: true,
            }),
        }
    }

    /// When two texts are equal.
    pub(in crate::cmake::eval) fn texts_equal(&mut self, a: &str, b: &str) -> Cond {
        match (has_symbol(a), has_symbol(b)) {
            (false, false) => constant(a == b),
            _ if a == b => Cond::TRUE,
            (true, true) if differ_at_an_end(a, b) => Cond::FALSE,
            (true, true) => {
                self.note_tried(DEAR);
                let (a, b) = if a < b { (a, b) } else { (b, a) };
                let text = format!("{} STREQUAL {}", self.facts.texts.display_str(a), self.facts.texts.display_str(b));
                self.conds().opaque(&text)
            }
            (true, false) => self.symbolic_equals(a, b),
            (false, true) => self.symbolic_equals(b, a),
        }
    }

    /// `prefix<symbol>suffix` against a constant: known ends are taken off both.
    fn symbolic_equals(&mut self, symbolic: &str, constant_text: &str) -> Cond {
        let first = symbolic.find(is_symbol).unwrap_or(0);
        let last = symbolic.char_indices().rev().find(|&(_, c)| is_symbol(c));
        let Some((last_at, last_char)) = last else { return Cond::FALSE };
        let (prefix, suffix) = (&symbolic[..first], &symbolic[last_at + last_char.len_utf8()..]);
        let Some(rest) = constant_text.strip_prefix(prefix).and_then(|r| r.strip_suffix(suffix)) else {
            return Cond::FALSE;
        };
        let middle = symbolic[first..last_at + last_char.len_utf8()].to_owned();
        if let Some(holds) = self.folded(&middle, |value| value == rest) {
            return holds;
        }
        let subject = self.subject_of(&middle);
        // A full path has a slash.
        if self.found_paths.contains(&subject) && !rest.contains('/') || self.is_sure(subject) && pure::is_off(rest) {
            return Cond::FALSE;
        }
        self.conds().equals(subject, rest)
    }

    /// When a text matches a regular expression.
    pub(in crate::cmake::eval) fn text_matches(&mut self, text: &str, pattern: &str, origin: Origin) -> Cond {
        if has_symbol(pattern) {
            let shown =
                format!("{} MATCHES {}", self.facts.texts.display_str(text), self.facts.texts.display_str(pattern));
            return self.conds().opaque(&shown);
        }
        let regex = match Regex::new(pattern) {
            Ok(regex) => regex,
            Err(message) => {
                self.refuse(&format!("the regular expression \"{pattern}\" cannot be compiled: {message}"), origin);
                return Cond::FALSE;
            }
        };
        if !has_symbol(text) {
            return constant(regex.is_match(text));
        }
        // A known run of the text that matches an unanchored pattern decides.
        let unanchored = !pattern.starts_with('^') && !pattern.ends_with('$');
        if unanchored && text.split(is_symbol).any(|run| !run.is_empty() && regex.is_match(run)) {
            return Cond::TRUE;
        }
        if let Some(holds) = self.folded(text, |value| regex.is_match(value)) {
            return holds;
        }
        let subject = self.subject_of(text);
        let subject = self.system_within(subject, pattern).unwrap_or(subject);
        self.conds().matches(subject, pattern, regex.translated())
    }

    /// `CMAKE_SYSTEM` is the system's name and its version (cmake-variables(7)): a pattern of letters asks for the name.
    fn system_within(&self, subject: SubjectId, pattern: &str) -> Option<SubjectId> {
        let plain = pattern.bytes().all(|byte| byte.is_ascii_alphabetic() || b"|().*^".contains(&byte));
        let info = self.conds().subject_info(subject);
        let name = match &*info.name {
            "CMAKE_SYSTEM" => "CMAKE_SYSTEM_NAME",
            "CMAKE_HOST_SYSTEM" => "CMAKE_HOST_SYSTEM_NAME",
            _ => return None,
        };
        let of_toolchain = plain && info.kind == crate::cond::SubjectKind::Toolchain;
        of_toolchain.then(|| self.conds().well_known(name)).flatten()
    }

    /// Whether a right-hand word names a variable: set, declared, or kept by CMake or the platform.
    pub(super) fn is_known_variable(&mut self, name: Text, plain: &str) -> bool {
        self.scopes.holds(name)
            || self.facts.cache.contains_key(plain)
            || self.env.names.declared.contains_key(plain)
            || self.built_in(name).is_some()
            || self.given(plain).is_some()
            || self.script.is_none() && platform::system_variable(self, plain).is_some()
    }

    /// Whether a left-hand word may name a variable: a known one, or one that the project's text uses as such.
    pub(super) fn is_possible_variable(&mut self, name: Text, plain: &str) -> bool {
        self.env.names.mentions(plain)
            || self.is_known_variable(name, plain)
            || self.script.is_some() && !self.script_variable(plain).is_unset()
    }

    /// Whether a text is one unknown value that may be a list of any length.
    pub(super) fn is_whole_list(&self, text: &str) -> bool {
        let mut chars = text.chars();
        match (chars.next().and_then(|c| self.facts.texts.symbol_of(c)), chars.next()) {
            (Some(symbol), None) => {
                let info = self.facts.texts.info(symbol);
                info.kind != SymbolKind::Derived || !info.name.starts_with(ELEMENT_OF)
            }
            _ => false,
        }
    }

    /// Whether what a pattern's groups matched is kept: in all configurations together each of the texts that match leaves its
    /// own, which few files ask for. Those that may see them are the command's, and what called or included it in the same folder.
    pub(in crate::cmake::eval) fn keeps_groups(&self, origin: Origin) -> bool {
        if !self.env.options.all_configurations || self.stands_for.is_some() || self.env.names.reads_groups_of_others {
            return true;
        }
        let entered =
            self.facts.directories.get(self.directory.0 as usize).map_or(Origin::NONE, |folder| folder.origin);
        let mut at = origin;
        while at != entered {
            let Some(place) = self.facts.places.get(at) else { break };
            let file = &place.span.file;
            let known = self.env.names.reads_groups.get(file).or_else(|| self.reads_groups.get(file));
            if known.is_none_or(|reads| *reads) {
                return true;
            }
            at = place.caller;
        }
        origin == Origin::NONE
    }

    /// `CMAKE_MATCH_<n>` after `MATCHES`, under the condition that it matched. A match that is not `certain` leaves
    /// the variables unset elsewhere: merged with what older matches left, they would grow with every test.
    pub(super) fn set_matches(&mut self, text: &str, pattern: &str, certain: bool) {
        if has_symbol(text) {
            if pattern.contains('(') {
                for n in 0..=pattern.matches('(').count().min(9) {
                    let symbol = self.derived(&format!("group {n} of {pattern} in {text}"));
                    self.set_match(&format!("CMAKE_MATCH_{n}"), &Value::text(symbol, Origin::NONE), certain);
                }
            }
            return;
        }
        let Some(groups) = Regex::new(pattern).ok().and_then(|r| r.captures(text)) else { return };
        let previous = self.newest_text("CMAKE_MATCH_COUNT").unwrap_or_else(|| "9".into());
        for (name, value) in groups.writes(Some(&*previous)) {
            match value {
                crate::cmake::lang::Value::Text(text) => {
                    let text = self.intern(&text);
                    self.set_match(&name, &Value::text(text, Origin::NONE), certain);
                }
                _ => self.set_match(&name, &Value::unset(), certain),
            }
        }
    }

    /// A test that does not match leaves no groups of an earlier one.
    pub(super) fn clear_matches(&mut self) {
        let names = (0..10).map(|n| format!("CMAKE_MATCH_{n}")).chain(["CMAKE_MATCH_COUNT".to_owned()]);
        for name in names {
            let Some(text) = self.facts.texts.find(&name) else { continue };
            if self.scopes.holds(text) && self.newest_text(&name).is_none_or(|old| !matches!(&*old, "" | "0")) {
                let value = if name.ends_with('T') { self.intern("0") } else { Text::EMPTY };
                self.set_match(&name, &Value::text(value, Origin::NONE), true);
            }
        }
    }

    fn set_match(&mut self, name: &str, value: &Value, certain: bool) {
        let name = self.intern(name);
        if certain {
            self.set_variable(name, value);
        } else {
            let value = value.restrict(self.conds(), self.pc);
            self.scopes.overwrite(name, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::differ_at_an_end;

    #[test]
    fn texts_with_other_ends_are_not_equal() {
        let differ = |a: &str, b: &str| differ_at_an_end(&a.replace('@', "\u{F0000}"), &b.replace('@', "\u{F0001}"));
        assert!(differ("lib@", "bin@") && differ("@.so", "@.a.so.1") && differ("a@b", "@c"));
        assert!(!differ("lib@", "li@") && !differ("@", "a@") && !differ("@.so", "@.x.so") && !differ("a@b@c", "ab@c"));
    }
}
