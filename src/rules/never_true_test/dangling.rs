//! Tests of variables that nothing sets, beside one of nearly that name that is set and read nowhere.
use std::path::Path;

use crate::cmake::lang::property_table::known_variable;
use crate::cmake::syntax::{ArgumentKind, Command, File, Part};
use crate::cond::Cond;
use crate::discover::Kind;
use crate::model::mentions::has_word;
use crate::nearest::is_slip;
use crate::rules::written_names::writes;
use crate::rules::{Confidence, Draft, Place, Sink};
use crate::source::{Purpose, Span, purposes};

use super::{Rule, effect, may_make};

/// Shorter words are other words, not misspelt ones.
const SHORTEST: usize = 4;

impl Rule<'_, '_> {
    /// Reports a test, at a place where something always is the same, of a name that is a slip.
    pub(super) fn dangling(&self, file: &File, (at, cond): (usize, Cond), sink: &mut Sink) {
        let Some(head) = file.commands.get(at) else { return };
        for (text, range) in names_asked(head) {
            let is_own = self.names.is_never_set(text) && !known_variable(text) && !text.starts_with("CMAKE_");
            if !is_own || self.is_of_package(text) {
                continue;
            }
            let at_end = said_at_end(file, at, text).filter(|name| is_slip(text, name));
            let found = at_end.map_or_else(|| self.written_near(text), |name| self.written(name));
            let Some((near, place)) = found else { continue };
            let Some(concerned) = effect(file, &file.body, at) else { continue };
            if self.project.model.misses_included_code()
                || at_end.is_none() && (self.is_made_elsewhere(text) || self.is_read_elsewhere(&near))
                || self.cx.facts.is_given(text)
            {
                continue;
            }
            let beside = if at_end.is_some() { "stands in its place in `endif()`" } else { "is asked for nowhere" };
            let span = Span::new(file.id, range);
            let draft = Draft::new(cond, Place::new(span, "never set"))
                .named("test", text)
                .value("why", "never true")
                .subject(near.clone())
                .message(format!("nothing sets `{text}`: this is never true; `{near}`, which is set, {beside}"))
                .help(format!("test `{near}`, if that is meant"))
                .related(place, format!("`{near}` is set here"))
                .related(Span::new(file.id, concerned.range.clone()), "hangs on it");
            sink.report(if self.is_of_others(file) { draft.confidence(Confidence::Heuristic) } else { draft });
        }
    }

    /// The variable that is written and read nowhere, one only, whose name differs by a letter or two of one word.
    fn written_near(&self, text: &str) -> Option<(String, Span)> {
        let near: Vec<&str> = self
            .names
            .assigned
            .iter()
            .map(|name| &**name)
            .filter(|name| is_slip(text, name) && self.names.is_never_read(name))
            .collect();
        let [near] = near[..] else { return None };
        self.written(near)
    }

    /// Where a variable is written.
    fn written(&self, name: &str) -> Option<(String, Span)> {
        let place = self.project.evaluated().find_map(|file| {
            let command = file.commands.iter().find(|command| writes(command, name))?;
            Some(Span::new(file.id, command.range.clone()))
        })?;
        Some((name.to_owned(), place))
    }

    /// Whether a package that the project looks for may set a variable: its own are called after it.
    pub(super) fn is_of_package(&self, name: &str) -> bool {
        let facts = self.project.model.facts;
        let packages =
            facts.packages.iter().chain(&facts.needed_libraries).filter_map(|one| facts.texts.as_str(one.name));
        let modules = facts.optional_modules.iter().filter_map(|(module, _)| facts.texts.as_str(*module));
        packages.chain(modules).any(|package| {
            let start = name.get(..package.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(package))
        })
    }

    /// Whether users, scripts or a name that is put together may set a variable. `set(${name} …)` alone sets what another command names.
    pub(super) fn is_made_elsewhere(&self, name: &str) -> bool {
        let files = self.project.files.all();
        let makes = |command: &Command| {
            let of_code = &*command.lower == "cmake_language" && may_make(command, name);
            of_code || command.arguments.iter().any(|argument| is_put_together(&argument.template.0, name))
        };
        self.cx.facts.is_given(name) || files.iter().any(|file| file.commands.iter().any(makes))
    }

    /// Whether a template or a script reads a variable, or a command beside those that write it.
    fn is_read_elsewhere(&self, name: &str) -> bool {
        let names = |command: &Command| {
            let plain = matches!(&*command.lower, "message" | "else" | "endif" | "mark_as_advanced" | "unset");
            !plain && !writes(command, name) && command.arguments.iter().any(|one| one.template.literal() == Some(name))
        };
        self.is_in_texts(name) || self.project.files.all().iter().any(|file| file.commands.iter().any(names))
    }

    /// Whether a template or a script reads a variable.
    pub(super) fn is_in_texts(&self, name: &str) -> bool {
        let facts = self.project.model.facts;
        let holds = |path: &Path| self.cx.facts.sources.load(path).is_ok_and(|file| has_word(file.bytes(), name));
        let mut filled = facts.generated.iter().filter_map(|one| facts.texts.as_str(one.input?));
        filled.any(|path| holds(Path::new(path)))
            || [Kind::CMakeTemplate, Kind::Script]
                .into_iter()
                .any(|kind| self.project.inputs.of(kind).iter().any(|path| holds(path)))
    }

    pub(super) fn is_of_others(&self, file: &File) -> bool {
        let path = self.project.files.sources().get(file.id).path().to_path_buf();
        purposes(&path, &self.project.model.facts.source_dir).any(|one| one != Purpose::Kept)
    }
}

/// The names that a condition asks for by themselves.
pub(super) fn names_asked(head: &Command) -> Vec<(&str, std::ops::Range<u32>)> {
    let word = |at: usize| head.arguments.get(at).and_then(|one| one.template.literal());
    let ends = |at: usize| word(at).is_none_or(|word| matches!(word, "AND" | "OR" | ")"));
    let starts =
        |at: usize| at.checked_sub(1).and_then(word).is_none_or(|word| matches!(word, "AND" | "OR" | "NOT" | "("));
    let name = |text: &str| {
        text.len() > SHORTEST
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && text.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    let all = head.arguments.iter().enumerate().filter(|(at, argument)| {
        argument.kind == ArgumentKind::Unquoted
            && starts(*at)
            && (*at + 1 == head.arguments.len() || word(at + 1).is_some() && ends(at + 1))
    });
    all.filter_map(|(_, argument)| Some((argument.template.literal()?, argument.range.clone())))
        .filter(|(text, _)| name(text) && !matches!(*text, "NOT" | "AND" | "OR"))
        .collect()
}

/// Whether a text of literals and references may be a name.
fn is_put_together(parts: &[Part], name: &str) -> bool {
    let literal = |part: Option<&Part>| match part {
        Some(Part::Literal(text)) => text.to_string(),
        _ => String::new(),
    };
    let (first, last) = (literal(parts.first()), literal(parts.last()));
    parts.len() > 1
        && first.len() + last.len() >= SHORTEST - 1
        && name.len() >= first.len() + last.len()
        && name.starts_with(&first)
        && name.ends_with(&last)
}

/// The one name that the `endif()` of an `if` has in place of another, all else being the same.
fn said_at_end<'f>(file: &'f File, at: usize, text: &str) -> Option<&'f str> {
    let head = file.commands.get(at).filter(|one| &*one.lower == "if")?;
    let mut depth = 0usize;
    let end = file.commands.get(at..)?.iter().find(|one| {
        match &*one.lower {
            "if" => depth += 1,
            "endif" => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    if end.arguments.len() != head.arguments.len() {
        return None;
    }
    let pairs = head.arguments.iter().zip(&end.arguments);
    let mut different = pairs.filter(|(one, other)| one.template != other.template);
    let (one, other) = different.next()?;
    let is_it = one.template.literal() == Some(text) && different.next().is_none();
    other.template.literal().filter(|_| is_it)
}
