//! Version scripts that make symbols local which others need.
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::binaries::{Binaries, Defined, DefinedKind, LINKED, count_parameters, is_cxx};
use crate::model::needs::{How, Need};
use crate::model::{Item, Model, TargetId};
use crate::native::{Linkage, NativeFile};
use crate::rules::wording::{listing, use_label};
use crate::rules::{Confidence, Context, Draft, Place, Sink};
use crate::source::{FileId, SourceMap, Span};
use crate::symbols::version_script::{self, VersionScript};
use crate::symbols::{Decision, Glob, Language, Match, Name, Pattern, Symbol, mangle};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let rule = Rule { sources: cx.facts.sources, binaries: project.binaries, behind: RefCell::default() };
    for id in project.model.judged_targets() {
        if !project.model.is_kind(id, LINKED).is_false() {
            rule.target(id, sink);
        }
    }
}

struct Rule<'r, 'm> {
    sources: &'r SourceMap,
    binaries: &'r Binaries<'m>,
    /// Files that open namespaces by macros, as far as they were asked about.
    behind: RefCell<FxHashMap<FileId, bool>>,
}

/// Whether some line is the name of a macro that opens a namespace, as such names are built: `ACME_NAMESPACE_BEGIN`, `BEGIN_NS_ACME`.
fn opens_namespace_by_macro(bytes: &[u8]) -> bool {
    let opens = |line: &[u8]| {
        let line = line.trim_ascii();
        let name = line.split(|byte| matches!(byte, b'(' | b' ')).next().unwrap_or_default();
        let words: Vec<&[u8]> = name.split(|byte| *byte == b'_').collect();
        let has = |word: &[u8]| words.contains(&word);
        name.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_')
            && (has(b"NAMESPACE") || has(b"NS"))
            && (has(b"BEGIN") || has(b"OPEN") || has(b"ENTER") || has(b"START"))
    };
    bytes.split(|byte| *byte == b'\n').any(opens)
}

/// A version script on a link line.
struct Script {
    file: FileId,
    parsed: VersionScript,
    cond: Cond,
    item: Item,
}

/// Why a symbol becomes local.
#[derive(Debug, Clone, PartialEq)]
enum Cause {
    /// No pattern names it; this one takes the rest.
    Rest(Pattern),
    /// This pattern is meant for it, but is written as C++ where names are mangled.
    Unmangled(Pattern),
    /// This pattern is the mangled name of a function with other parameters.
    Outdated(Pattern),
    /// This pattern is the name that the function would have in C.
    Plain(Pattern),
}

impl Cause {
    fn pattern(&self) -> &Pattern {
        match self {
            Self::Rest(pattern) | Self::Unmangled(pattern) | Self::Outdated(pattern) | Self::Plain(pattern) => pattern,
        }
    }

    fn label(&self) -> &'static str {
        match self {
            Self::Rest(_) => "makes it local",
            Self::Unmangled(_) => "matches no symbol: names are mangled here",
            Self::Outdated(_) => "names a function with other parameters",
            Self::Plain(_) => "matches no symbol: C++ mangles the name",
        }
    }

    fn why(&self) -> String {
        match self {
            Self::Rest(pattern) => {
                format!("no pattern under `global:` names it, and `local: {}` takes it", pattern.text)
            }
            Self::Unmangled(pattern) => {
                format!(
                    "`{}` is held against mangled names outside `extern \"C++\"`, where it matches nothing",
                    pattern.text
                )
            }
            Self::Outdated(pattern) => format!("`{}` names a function with other parameters", pattern.text),
            Self::Plain(pattern) => {
                format!("`{}` is its plain name, which C++ gives it only under `extern \"C\"`", pattern.text)
            }
        }
    }

    fn advice(&self) -> &'static str {
        match self {
            Self::Rest(_) => {
                "list what others use under `global:`; for a class `extern \"C++\" { \"typeinfo for T\"; \"vtable for T\"; T::*; };`"
            }
            Self::Unmangled(_) => "put the pattern into `extern \"C++\" { … };`",
            Self::Outdated(_) => "write the function's present name, or its C++ name in `extern \"C++\" { … };`",
            Self::Plain(_) => "declare it under `extern \"C\"`, or list it as `extern \"C++\" { name*; };`",
        }
    }
}

impl Rule<'_, '_> {
    fn model(&self) -> &Model<'_> {
        self.binaries.model
    }

    fn target(&self, id: TargetId, sink: &mut Sink) {
        let scripts = self.scripts(id);
        if scripts.is_empty() {
            return;
        }
        let definitions = self.binaries.definitions(id);
        for (at, script) in scripts.iter().enumerate() {
            let others: Vec<&Script> = scripts
                .iter()
                .enumerate()
                .filter(|(index, other)| *index != at && !self.model().facts.conds.disjoint(other.cond, script.cond))
                .map(|(_, other)| other)
                .collect();
            if script.parsed.errors.is_empty() {
                self.script(id, script, &others, &definitions, sink);
            }
        }
    }

    /// Scripts of a link line that hide something, on the systems that read them.
    fn scripts(&self, id: TargetId) -> Vec<Script> {
        let conds = &self.model().facts.conds;
        let foreign = ["WIN32", "APPLE"].into_iter().filter_map(|name| conds.platform(name)).collect::<Vec<_>>();
        let elf = conds.not(conds.any(foreign));
        let linked = conds.and(self.model().is_kind(id, LINKED), elf);
        let mut out = Vec::new();
        for source in self.model().link_flags(id).iter() {
            let LinkFlag::VersionScript(path) = &source.flag.flag else { continue };
            let cond = conds.and(source.cond, linked);
            let Ok(file) = self.sources.load(Path::new(path)) else { continue };
            let parsed = version_script::parse(file.bytes());
            let hides = parsed.patterns().any(|pattern| pattern.local);
            if hides && !cond.is_false() {
                out.push(Script { file: file.id(), parsed, cond, item: Item::clone(&source.item) });
            }
        }
        out
    }

    fn script(&self, id: TargetId, script: &Script, others: &[&Script], definitions: &[Rc<Defined>], sink: &mut Sink) {
        let hidden = |defined: &Defined| {
            cause(&script.parsed, defined).is_some()
                && others.iter().all(|other| !may_export(&other.parsed, defined))
                && !self.is_behind_macro(defined)
        };
        let by_plain_name = |defined: &Defined| matches!(cause(&script.parsed, defined), Some(Cause::Plain(_)));
        let confirm =
            |defined: &Defined| self.is_visible(defined) && (!by_plain_name(defined) || self.is_mangled(defined));
        let mut groups: Vec<(Cause, Cond, Vec<Need>)> = Vec::new();
        for need in self.binaries.needs(id, definitions, &hidden, &confirm) {
            let Some(cause) = cause(&script.parsed, &need.defined) else { continue };
            // What C calls is another symbol.
            if matches!(cause, Cause::Plain(_)) && is_cxx(self.sources.get(need.span.file).path()) != Some(true) {
                continue;
            }
            let cond = self.model().facts.conds.and(script.cond, need.cond);
            match groups.iter_mut().find(|(own, other, _)| *own == cause && *other == cond) {
                Some((_, _, group)) => group.push(need),
                None => groups.push((cause, cond, vec![need])),
            }
        }
        let told: Vec<Pattern> = groups.iter().map(|(cause, _, _)| cause.pattern().clone()).collect();
        for (cause, cond, needs) in groups {
            self.report(id, script, &cause, (cond, &needs), sink);
        }
        self.unmangled(id, script, definitions, &told, sink);
    }

    /// Whether the file of a definition opens namespaces by macros: then its name is not known.
    fn is_behind_macro(&self, defined: &Defined) -> bool {
        let file = defined.span.file;
        *self
            .behind
            .borrow_mut()
            .entry(file)
            .or_insert_with(|| opens_namespace_by_macro(self.sources.get(file).bytes()))
    }

    /// Whether a function has a mangled name for certain: nothing that its source sees may say `extern "C"` around it.
    fn is_mangled(&self, defined: &Defined) -> bool {
        let unit = &defined.unit;
        if is_cxx(&unit.path) != Some(true) || !defined.attributes.macros.is_empty() {
            return false;
        }
        let reached = self.binaries.headers.reached(unit.compiled_by, &unit.path);
        let files: Vec<&NativeFile> =
            reached.files.iter().filter_map(|&index| self.binaries.natives.at(index)).collect();
        let says_c = |word: &str| {
            let mut macros = files.iter().flat_map(|file| &file.facts.macros).filter(|one| one.name == word).peekable();
            macros.peek().is_none() || macros.any(|one| one.body.as_deref().is_none_or(|body| body.contains("extern")))
        };
        let may_be_c = |file: &NativeFile| {
            let same = file.facts.functions.iter().filter(|one| one.name == defined.name);
            let declared = same.clone().any(|one| one.linkage == Linkage::C || !one.attributes.macros.is_empty());
            let bytes = file.source.bytes();
            // A block for C is not always read as one where the preprocessor parts it.
            let says_so = || memchr::memmem::find(bytes, b"extern \"C\"").is_some() || lone_words(bytes).any(says_c);
            let is_named = same.clone().next().is_some();
            file.facts.truncated || declared || includes_under_linkage(bytes) || is_named && says_so()
        };
        !reached.incomplete && !files.iter().any(|file| may_be_c(file))
    }

    /// Whether the object file shows the symbol, so that it is the script that hides it.
    fn is_visible(&self, defined: &Defined) -> bool {
        let cxx = is_cxx(&defined.unit.path).unwrap_or(true);
        match *self.model().compiled_hidden(defined.unit.compiled_by, cxx) {
            None => true,
            Some(_) => self.binaries.exported_by_source(defined) != Some(Cond::FALSE),
        }
    }

    fn report(&self, id: TargetId, script: &Script, cause: &Cause, (cond, needs): (Cond, &[Need]), sink: &mut Sink) {
        let Some(first) = needs.first() else { return };
        let model = self.model();
        let mut names: Vec<String> = Vec::new();
        for need in needs {
            let name = shown(&need.defined);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let pattern = Span::new(script.file, cause.pattern().range.clone());
        let foreign = script.item.from.filter(|&from| from != id && model.name(from) != model.name(id));
        let option = model.span(script.item.origin);
        let (place, why, advice) = match (foreign, option) {
            (Some(owner), Some(option)) => {
                let place = Place::new(option, "reaches everything that links it");
                let why = format!("it is the script of `{}`, whose option reaches every consumer", model.name(owner));
                (place, why, "make the option PRIVATE")
            }
            _ => (Place::new(pattern, cause.label()), cause.why(), cause.advice()),
        };
        let sure = needs.iter().any(|need| need.sure);
        let mut draft = Draft::new(cond, place)
            .named("target", model.name(id))
            .value("symbols", listing(&names))
            .value("user", format!(" from `{}`", model.name(first.user)))
            .value("why", why)
            .value("advice", advice)
            .subject(model.name(first.user))
            .confidence(if sure { Confidence::Proved } else { Confidence::Likely });
        for name in names.iter().take(3) {
            draft = draft.subject(*name);
        }
        if let Some(owner) = foreign {
            draft = draft.subject(model.name(owner)).related(pattern, cause.label());
        } else if let Some(option) = option {
            draft = draft.related(option, format!("the script of `{}`", model.name(id)));
        }
        let label = match first.how {
            How::Class(_) => "its type information is needed here",
            how => use_label(how),
        };
        draft = draft.related(
            first.defined.span,
            if first.defined.kind == DefinedKind::Class { "the class" } else { "defined here" },
        );
        sink.report(draft.related(first.span, label));
    }

    /// Patterns that are written as C++ names and match nothing, while the binary has what they mean.
    fn unmangled(&self, id: TargetId, script: &Script, definitions: &[Rc<Defined>], told: &[Pattern], sink: &mut Sink) {
        let patterns = script.parsed.patterns();
        for pattern in
            patterns.filter(|pattern| !pattern.local && pattern.is_unmangled_cxx() && !told.contains(pattern))
        {
            let meant = definitions.iter().find(|defined| {
                cause(&script.parsed, defined) == Some(Cause::Unmangled(pattern.clone()))
                    && script.item.from.is_none()
                    && self.is_visible(defined)
            });
            let Some(defined) = meant else { continue };
            let cause = Cause::Unmangled(pattern.clone());
            let conds = &self.model().facts.conds;
            let cond = conds.and(script.cond, defined.unit.cond);
            let place = Place::new(Span::new(script.file, pattern.range.clone()), cause.label());
            let draft = Draft::new(cond, place)
                .named("target", self.model().name(id))
                .value("symbols", format!("`{}`", defined.qualified))
                .value("user", "")
                .value("why", cause.why())
                .value("advice", cause.advice())
                .subject(defined.qualified.clone())
                .related(defined.span, "defined here");
            sink.report(draft);
        }
    }
}

/// The symbol in words.
fn shown(defined: &Defined) -> String {
    let words = defined.symbol.demangled.as_ref().filter(|_| defined.kind == DefinedKind::Class);
    words.map_or_else(|| defined.qualified.clone(), |name| name.text().to_owned())
}

/// Why a script makes a symbol local for certain; None when it does not, or when that is not certain.
fn cause(script: &VersionScript, defined: &Defined) -> Option<Cause> {
    let outdated: Vec<&Pattern> = script.patterns().filter(|p| is_outdated(p, defined)).collect();
    let hiding = |script: &VersionScript, symbol: &Symbol| match script.decide(symbol) {
        Decision::Hidden { node, pattern } => script.pattern(node, pattern).cloned(),
        _ => None,
    };
    let rest = if outdated.is_empty() {
        hiding(script, &defined.symbol)?
    } else {
        hiding(&script.without(&outdated), &defined.symbol)?
    };
    // A C++ name with C linkage by a macro that is not seen here would be listed by its plain name.
    if defined.kind != DefinedKind::Class && hiding(script, &Symbol::c(&defined.name)).is_none() {
        let is_plain = |pattern: &&Pattern| {
            !pattern.local && pattern.is_literal() && pattern.language == Language::C && pattern.text == defined.name
        };
        let is_cxx = defined.kind == DefinedKind::Function && defined.symbol.demangled.is_some();
        let named = script.patterns().find(is_plain).filter(|_| is_cxx && defined.qualified == defined.name);
        return named.filter(|_| rest.is_star()).map(|pattern| Cause::Plain(pattern.clone()));
    }
    // What the author hides by name is hidden on purpose.
    if !rest.is_star() {
        return None;
    }
    if let Some(pattern) = outdated.first() {
        return Some(Cause::Outdated((*pattern).clone()));
    }
    let mut patterns = script.patterns().filter(|pattern| !pattern.local);
    let meant = patterns.find(|pattern| pattern.is_unmangled_cxx() && means(pattern, &defined.symbol));
    Some(meant.map_or(Cause::Rest(rest), |pattern| Cause::Unmangled(pattern.clone())))
}

/// Whether a text includes something behind the beginning of a block of another linkage, which then holds for that.
fn includes_under_linkage(bytes: &[u8]) -> bool {
    let opened = memchr::memmem::find(bytes, b"extern \"C\"").and_then(|at| bytes.get(at..));
    opened.is_some_and(|rest| {
        let mut lines = rest.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_start);
        lines.any(|line| {
            line.strip_prefix(b"#").is_some_and(|directive| directive.trim_ascii_start().starts_with(b"include"))
        })
    })
}

/// Lines that are one word as macros are written: they may stand for the beginning of a block.
fn lone_words(bytes: &[u8]) -> impl Iterator<Item = &str> {
    let lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let lines = lines.map(|line| line.strip_suffix(b";").or_else(|| line.strip_suffix(b"{")).unwrap_or(line));
    let is_macro = |line: &&str| {
        let is_part = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
        line.len() > 2 && line.bytes().all(is_part)
    };
    lines.filter_map(|line| std::str::from_utf8(line.trim_ascii_end()).ok()).filter(is_macro)
}

/// Whether another script may name the symbol.
fn may_export(script: &VersionScript, defined: &Defined) -> bool {
    !matches!(script.decide(&defined.symbol), Decision::Hidden { .. } | Decision::Unlisted)
}

/// Whether a pattern, read as C++, names the symbol.
fn means(pattern: &Pattern, symbol: &Symbol) -> bool {
    let Some(demangled) = &symbol.demangled else { return false };
    let bare = Name::known(demangled.text().trim_end_matches('('));
    let glob = Glob::new(&pattern.text);
    glob.matches(demangled) != Match::No && (demangled.is_open() || glob.matches(demangled) == Match::Yes)
        || glob.matches(&bare) == Match::Yes
}

/// Whether a pattern is the mangled name of a function like this one with another number of parameters.
fn is_outdated(pattern: &Pattern, defined: &Defined) -> bool {
    let Some(own) = defined.parameters.filter(|_| defined.kind == DefinedKind::Function) else { return false };
    if pattern.local || pattern.language != Language::C || !pattern.is_literal() || !pattern.text.starts_with("_Z") {
        return false;
    }
    if pattern.matches(&defined.symbol) != Match::Maybe {
        return false;
    }
    let Some(text) = mangle::demangle(&pattern.text) else { return false };
    let list = text.strip_prefix(&defined.qualified).and_then(count_parameters);
    list.is_some_and(|listed| listed != own)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Pattern {
        let script = version_script::parse(format!("{{ global: {text}; local: *; }};").as_bytes());
        script.nodes()[0].patterns[0].clone()
    }

    #[test]
    fn patterns_that_are_meant_for_a_symbol() {
        let function = Symbol::function("loom::threads", false);
        assert!(means(&pattern("loom::*"), &function));
        assert!(means(&pattern("loom::threads"), &function));
        assert!(means(&pattern("loom::threads*"), &function));
        assert!(!means(&pattern("loom::other*"), &function));
        assert!(!means(&pattern("loom::*"), &Symbol::c("threads")));
        assert!(means(&pattern("loom::*"), &Symbol::function("loom::T::f", true)));
    }
}
