//! Names in version scripts, `.def` files and Apple's lists that no source defines.
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use indexmap::IndexSet;
use rustc_hash::FxHashSet;

use crate::cond::Cond;
use crate::discover::{Inputs, Kind};
use crate::flags::LinkFlag;
use crate::model::binaries::is_compiled;
use crate::model::export_lists::Syntax;
use crate::model::mentions::{defined_in_text, has_word, words_among};
use crate::model::{Source, TargetId};
use crate::native::{MacroDef, NativeFile, Natives};
use crate::rules::wording::listing;
use crate::rules::{Context, Draft, Place, Project, Severity, Sink};
use crate::source::{SourceFile, SourceMap, Span};
use crate::symbols::{Language, apple_list, def_file, version_script};

#[path = "undefined_symbol_in_export_list/alone.rs"]
mod alone;
#[path = "undefined_symbol_in_export_list/internal.rs"]
mod internal;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return alone::check(cx, sink) };
    let rule = Rule { project, cx };
    for ((path, syntax), users) in project.model.export_lists() {
        rule.list(&path, syntax, &users, sink);
    }
}

struct Rule<'a> {
    project: Project<'a>,
    cx: &'a Context<'a>,
}

/// A list with more names that nothing defines is for sources that are not seen.
const MOST_UNDEFINED: usize = 500;

/// Symbols that linkers and start files define.
const PROVIDED: &[&str] = &["_init", "_fini", "_end", "end", "_edata", "edata", "_etext", "etext", "__bss_start"];

/// Whether a flag of the linker lets names through that nothing defines, or may give symbols names.
fn lets_names_through(flag: &LinkFlag) -> bool {
    matches!(
        flag,
        LinkFlag::UndefinedVersion(true) | LinkFlag::Defsym(_) | LinkFlag::ResponseFile(_) | LinkFlag::LinkerScript(_)
    )
}

impl Rule<'_> {
    fn list(&self, path: &Path, syntax: Syntax, users: &[(TargetId, Cond)], sink: &mut Sink) {
        let Some(contents) = self.project.model.list_contents(self.cx.facts.sources, path) else { return };
        for file in &contents.files {
            self.file(file, syntax, users, sink);
        }
    }

    fn file(&self, file: &SourceFile, syntax: Syntax, users: &[(TargetId, Cond)], sink: &mut Sink) {
        let mut names = names(file, syntax);
        let unknown = if syntax == Syntax::VersionScript { self.unknown_to_all(file) } else { Vec::new() };
        names.retain(|(name, _)| !PROVIDED.contains(&name.as_str()) && !name.starts_with("__start_"));
        for (id, _) in users {
            if names.is_empty() {
                break;
            }
            let defined = self.project.binaries.definitions(*id);
            let own: BTreeSet<&str> = defined.iter().map(|one| one.name.as_str()).collect();
            names.retain(|(name, _)| !own.contains(name.as_str()));
        }
        if syntax == Syntax::VersionScript {
            self.internal(file, users, &names, sink);
        }
        if names.is_empty() && unknown.is_empty() || users.iter().any(|(id, _)| self.is_open(*id)) {
            return;
        }
        self.drop_mentioned(&mut names);
        if names.len() > MOST_UNDEFINED || users.iter().any(|(id, _)| self.has_fortran(*id)) {
            return;
        }
        names.extend(unknown);
        names.retain(|(name, _)| users.iter().all(|(id, _)| !self.may_make(*id, name)));
        if syntax != Syntax::VersionScript {
            names.retain(|(name, _)| !self.is_of_package(name));
        }
        if !names.is_empty() {
            self.report(file, syntax, users, &names, sink);
        }
    }

    /// Names of C++ that are written out (`ns::limit;`), of which no source has so much as the last word. One that a source has may be
    /// a function, whose arguments belong to the name: other rules look at these.
    fn unknown_to_all(&self, file: &SourceFile) -> Vec<(String, Range<u32>)> {
        let script = version_script::parse(file.bytes());
        if !script.errors.is_empty() {
            return Vec::new();
        }
        let named = script.patterns().filter(|one| !one.local && one.language == Language::Cxx && one.is_literal());
        let last = |text: &str| {
            let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':'));
            let word = text.rsplit("::").next().filter(|word| plain && *word != text && word.len() > 2)?;
            (!word.contains(':')).then(|| word.to_owned())
        };
        let found: Vec<(String, Range<u32>)> =
            named.filter_map(|one| Some((last(&one.text)?, one.range.clone()))).collect();
        let natives = self.project.natives;
        let mut left: FxHashSet<&str> = found.iter().map(|(word, _)| word.as_str()).collect();
        for index in natives.mentioning(&left.iter().collect::<Vec<_>>()) {
            let text = natives.text(index);
            for (word, _) in text.iter().flat_map(|text| words_among(text, &left)).collect::<Vec<_>>() {
                left.remove(word);
            }
        }
        let left: FxHashSet<String> = left.into_iter().map(str::to_owned).collect();
        found.into_iter().filter(|(word, _)| left.contains(word)).collect()
    }

    /// Whether the symbols of a target are not all known: sources that are generated, archives that are taken whole, or
    /// options that let such names through.
    fn is_open(&self, id: TargetId) -> bool {
        let model = self.project.model;
        let open = |flag: &LinkFlag| {
            lets_names_through(flag)
                || matches!(flag, LinkFlag::WholeArchive(true) | LinkFlag::ForceLoad(_) | LinkFlag::AllLoad)
        };
        let unread = |source: &Source| match &source.path {
            None => true,
            Some(path) if self.project.natives.holds(path) => {
                is_compiled(path) && self.project.natives.file(path).is_none_or(|file| file.facts.truncated)
            }
            Some(path) => self.cx.facts.sources.load(path).is_err(),
        };
        model.link_flags(id).iter().any(|source| open(&source.flag.flag))
            || std::iter::once((id, Cond::TRUE))
                .chain(model.static_closure(id))
                .any(|(part, _)| !model.is_imported(part) && model.sources(part).iter().any(unread))
    }

    /// Whether a name begins with that of a package: the lists of Apple and Windows draw what they name out of the archives on the link line
    /// (ld(1) of macOS, `-exported_symbols_list`; `/EXPORT` of link.exe), a version script does not.
    fn is_of_package(&self, name: &str) -> bool {
        const SHORTEST: usize = 3;
        let facts = self.project.model.facts;
        let name = name.trim_start_matches('_');
        let packages = facts.packages.iter().filter_map(|search| facts.texts.as_str(search.name));
        packages.filter(|package| package.len() >= SHORTEST).any(|package| {
            let (start, rest) = name.split_at_checked(package.len()).unwrap_or_default();
            start.eq_ignore_ascii_case(package) && rest.starts_with(|c: char| c == '_' || c.is_ascii_uppercase())
        })
    }

    /// Whether a target is written in Fortran, too: how its compilers spell names is up to them (upper case on Windows).
    fn has_fortran(&self, id: TargetId) -> bool {
        const SUFFIXES: &[&str] = &["f", "for", "ftn", "f77", "f90", "f95", "f03", "f08"];
        let model = self.project.model;
        let fortran = |source: &Source| {
            let suffix = source.path.as_ref().and_then(|path| path.extension());
            suffix.is_some_and(|suffix| SUFFIXES.contains(&&*suffix.to_string_lossy().to_ascii_lowercase()))
        };
        model.sources(id).iter().any(fortran)
            || model.static_closure(id).iter().any(|(part, _)| model.sources(*part).iter().any(fortran))
    }

    /// Leaves out names that some file of the project may define.
    fn drop_mentioned(&self, names: &mut Vec<(String, Range<u32>)>) {
        drop_mentioned(self.project.natives, self.project.inputs, self.cx.facts.sources, names);
    }

    /// Whether a macro between the declarations of a target may make the name, or a source in another language holds it.
    fn may_make(&self, id: TargetId, name: &str) -> bool {
        let Project { model, natives, binaries, .. } = self.project;
        let parts = std::iter::once((id, Cond::TRUE)).chain(model.static_closure(id));
        let foreign = |source: &Source| {
            let path = source.path.as_ref().filter(|path| !natives.holds(path));
            path.and_then(|path| self.cx.facts.sources.load(path).ok()).is_some_and(|file| has_word(file.bytes(), name))
        };
        // The build may give the sources another name, or a prefix: `-Drun=lib_run`, `-DPREFIX=lib_`.
        let given = |part: TargetId| {
            model.definitions(part).iter().any(|item| {
                let value = item.text.split_once('=').map_or("", |(_, value)| value.trim());
                value.len() > 1 && !is_number(value) && (name.starts_with(value) || name.ends_with(value))
            })
        };
        if parts.into_iter().any(|(part, _)| given(part) || model.sources(part).iter().any(foreign)) {
            return true;
        }
        binaries.read_units(id).iter().any(|unit| {
            let reached = binaries.headers.reached(unit.compiled_by, &unit.path);
            reached.files.iter().filter_map(|&index| natives.at(index)).any(|file| file_may_make(file, name))
        })
    }

    fn report(
        &self,
        file: &SourceFile,
        syntax: Syntax,
        users: &[(TargetId, Cond)],
        names: &[(String, Range<u32>)],
        sink: &mut Sink,
    ) {
        let model = self.project.model;
        let cond = model.facts.conds.any(users.iter().map(|(_, cond)| *cond).collect::<Vec<_>>());
        let mut draft = draft(file, syntax, names, cond);
        draft = users.iter().take(SHOWN).fold(draft, |draft, (id, _)| draft.subject(model.name(*id)));
        sink.report(draft);
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Leaves out names that some file of the repository may define.
fn drop_mentioned(natives: &Natives<'_>, inputs: &Inputs, sources: &SourceMap, names: &mut Vec<(String, Range<u32>)>) {
    let words: Vec<String> = names.iter().map(|(name, _)| name.clone()).collect();
    let mut left: FxHashSet<&str> = words.iter().map(String::as_str).collect();
    let mut files: Vec<_> = natives.mentioning(&left.iter().collect::<Vec<_>>()).iter().copied().collect();
    files.sort();
    natives.read_all(&files);
    for file in files.into_iter().filter_map(|index| natives.at(index)) {
        let found = defined_in_text(file, &left);
        left.retain(|name| !found.contains(name));
    }
    let others = inputs.of(Kind::Assembly).iter().chain(inputs.of(Kind::RustSource));
    for file in others.filter_map(|path| sources.load(path).ok()) {
        for (name, _) in words_among(file.bytes(), &left) {
            left.remove(name);
        }
    }
    names.retain(|(name, _)| left.contains(name.as_str()));
}

/// Whether a macro of a file, or one that it uses between declarations, may make a name.
fn file_may_make(file: &NativeFile, name: &str) -> bool {
    let bytes = file.source.bytes();
    let text = |one: &MacroDef| bytes.get(one.range.start as usize..one.range.end as usize);
    let pastes = |one: &MacroDef| text(one).is_some_and(|text| may_paste(text, one, name));
    file.facts.may_define(name) || file.facts.macros.iter().any(pastes)
}

/// More places are counted only.
const SHOWN: usize = 12;

/// What is told of the names of a list, one at least.
fn draft(file: &SourceFile, syntax: Syntax, names: &[(String, Range<u32>)], cond: Cond) -> Draft {
    let texts: IndexSet<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
    let (consequence, severity) = match syntax {
        Syntax::VersionScript => ("GNU ld passes over it, lld 17 and later refuses to link", Severity::Warning),
        Syntax::Def => ("the linker reports it as unresolved", Severity::Error),
        Syntax::Apple => ("the linker reports it as undefined", Severity::Error),
    };
    let list = file.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let first = names.first().map(|(_, range)| range.clone()).unwrap_or_default();
    let mut draft = Draft::new(cond, Place::new(Span::new(file.id(), first), "not defined anywhere"))
        .named("list", list)
        .value("symbols", listing(&texts))
        .value("them", if texts.len() == 1 { "it" } else { "them" })
        .value("consequence", consequence)
        .severity(severity);
    for (_, range) in names.iter().skip(1).take(SHOWN) {
        draft = draft.related(Span::new(file.id(), range.clone()), "nor this one");
    }
    texts.iter().take(SHOWN).fold(draft, |draft, name| draft.subject(*name))
}

/// Whether a macro that pastes names together may make a name: what it writes out at the ends of a pasted name fits.
fn may_paste(text: &[u8], definition: &MacroDef, name: &str) -> bool {
    let Some(parameters) = definition.parameters.as_ref().filter(|_| memchr::memmem::find(text, b"##").is_some())
    else {
        return false;
    };
    let text = String::from_utf8_lossy(text);
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut chain, mut is_used): (Vec<&str>, bool) = (Vec::new(), false);
    let mut parts = text.split("##").peekable();
    while let Some(part) = parts.next() {
        let (first, last) = (part.trim_start(), part.trim_end());
        let first = first.split(|c| !word(c)).next().unwrap_or_default();
        let last = last.rsplit(|c| !word(c)).next().unwrap_or_default();
        let whole = part.trim() == first;
        if !chain.is_empty() {
            chain.push(first);
        }
        if !whole || chain.is_empty() || parts.peek().is_none() {
            if !is_used && makes(&chain, parameters, name) {
                return true;
            }
            chain = vec![last];
            // Such a name is one of something that is there.
            let before = part.trim_end().trim_end_matches(last).trim_end();
            is_used = ["case", "return", "goto"].iter().any(|word| before.ends_with(word));
        }
    }
    false
}

/// Whether a chain of written words and parameters may be a name. Chains of parameters alone are asked for elsewhere: their
/// parts stand where the macro is used.
fn makes(chain: &[&str], parameters: &[String], name: &str) -> bool {
    let written = |word: &&&str| !parameters.iter().any(|parameter| parameter == **word);
    let mut rest = name;
    for (at, word) in chain.iter().enumerate().filter(|(_, word)| written(word)) {
        let Some(found) = rest.find(word).filter(|found| at > 0 || *found == 0) else { return false };
        rest = rest.get(found + word.len()..).unwrap_or_default();
    }
    let ends = chain.last().is_none_or(|last| !written(&last) || rest.is_empty());
    chain.len() > 1 && ends && chain.iter().any(|word| written(&word))
}

/// The names that a list exports, where they are written out and not mangled.
fn names(file: &SourceFile, syntax: Syntax) -> Vec<(String, Range<u32>)> {
    let plain = |name: &str| {
        let word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        word && !name.is_empty() && !name.starts_with("_Z")
    };
    let mut out: Vec<(String, Range<u32>)> = match syntax {
        Syntax::VersionScript => {
            let script = version_script::parse(file.bytes());
            if !script.errors.is_empty() {
                return Vec::new();
            }
            let patterns = script.patterns();
            let named = patterns.filter(|one| !one.local && one.language == Language::C && one.is_literal());
            named.map(|one| (one.text.clone(), one.range.clone())).collect()
        }
        Syntax::Def => {
            let exports = def_file::parse(file.bytes()).exports.into_iter();
            exports.map(|one| (one.internal.unwrap_or(one.name), one.range)).collect()
        }
        Syntax::Apple => {
            let lines = apple_list::parse(file.bytes()).into_iter();
            lines.filter_map(|line| Some((line.text.strip_prefix('_')?.to_owned(), line.range))).collect()
        }
    };
    out.retain(|(name, _)| plain(name));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::scan;

    #[test]
    fn names_that_macros_may_make() {
        let text = b"#define GET(T) int lib_get ## T ## Def(void)\n#define CAT(a, b) a##b\n#define ONE lib_x\n";
        let facts = scan(Path::new("a.h"), text);
        let makes = |name: &str| {
            facts.macros.iter().any(|one| {
                let body = text.get(one.range.start as usize..one.range.end as usize).unwrap_or_default();
                may_paste(body, one, name)
            })
        };
        assert!(makes("lib_getIntDef"));
        let text = b"#define PRINT(a, b) case a ## _ ## b: return #b;\n";
        let used = scan(Path::new("b.h"), text);
        assert!(!may_paste(text, &used.macros[0], "lib_unknown"));
        assert!(!makes("lib_setIntDef") && !makes("lib_getInt") && !makes("open"));
    }
}
