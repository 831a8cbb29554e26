//! Other ways in which a target may have a function than a definition in a source that it lists: an included file, a macro, an alias, a
//! flag, a source in a language that is not read here.
use std::path::Path;

use rustc_hash::FxHashSet;

use crate::cmake::eval::text::has_symbol;
use crate::native::{FileIndex, Function, MacroDef, NativeFile, Natives};

use super::binaries::{emits, is_cxx, is_header};
use super::concrete::languages_of;
use super::includes::Headers;
use super::mentions::{all_words, words};
use super::symbols::last_two;
use super::{Model, TargetId};

/// What may give a target functions.
pub(super) struct Otherwise {
    /// Its sources, and what is included by them and is no header.
    own: Vec<FileIndex>,
    /// Functions that included files define, and those that stand for another one.
    plain: FxHashSet<String>,
    /// Members of classes and of namespaces that headers define outside of these, by the last two parts of their names: stand-ins for tests.
    members: FxHashSet<String>,
    /// Words of the uses, in headers, of macros that define such members.
    made: Vec<Vec<String>>,
    /// Macros of its sources that are names: `#define format_ format_value`.
    names: FxHashSet<String>,
    /// Macros that paste tokens, each with the parts of names in it.
    pasting: Vec<Pasting>,
    /// Flags of the link.
    flags: String,
    /// A source is in a language that is not read.
    unread: bool,
}

/// A macro that makes names.
pub(crate) struct Pasting {
    name: String,
    /// What names begin with, and end with.
    parts: Vec<String>,
}

impl Pasting {
    /// A macro with `##` and a part of a name.
    pub(crate) fn of(definition: &MacroDef) -> Option<Self> {
        /// Shorter parts are in too many names.
        const SHORT: usize = 3;
        let body = definition.body.as_deref().filter(|body| body.contains("##"))?;
        let parameters = definition.parameters.as_deref().unwrap_or_default();
        let is_part = |word: &&str| {
            word.len() >= SHORT
                && (word.ends_with('_') || word.starts_with('_'))
                && !parameters.iter().any(|one| one == word)
        };
        let parts: Vec<String> =
            all_words(body.as_bytes()).map(|(word, _)| word).filter(is_part).map(str::to_owned).collect();
        (!parts.is_empty()).then(|| Self { name: definition.name.clone(), parts })
    }

    /// Whether it may make a name.
    pub(crate) fn may_make(&self, name: &str) -> bool {
        self.parts.iter().any(|part| {
            name.len() > part.len()
                && (part.ends_with('_') && name.starts_with(part.as_str())
                    || part.starts_with('_') && name.ends_with(part.as_str()))
        })
    }
}

impl Otherwise {
    /// Reads the sources of a target, and what they include.
    pub(super) fn of(model: &Model<'_>, natives: &Natives<'_>, headers: &Headers<'_>, target: TargetId) -> Self {
        let paths = || model.sources(target).iter().filter_map(|source| source.path.as_deref());
        let listed: FxHashSet<FileIndex> = paths().filter_map(|path| natives.index(path)).collect();
        let flags = model.link_flags(target).iter().map(|one| one.text.to_string()).collect::<Vec<_>>().join("\n");
        let mut this = Self {
            own: Vec::new(),
            plain: FxHashSet::default(),
            members: FxHashSet::default(),
            made: Vec::new(),
            names: FxHashSet::default(),
            pasting: Vec::new(),
            flags,
            unread: paths().any(|path| is_unread(natives, path)),
        };
        let seen = headers.seen_by(target, paths());
        let files = seen.iter().filter_map(|index| natives.at(*index));
        let macros = files.flat_map(|file| &file.facts.macros).filter(|one| defines_a_member(one));
        let defining: FxHashSet<&str> = macros.map(|one| one.name.as_str()).collect();
        for index in seen {
            let (Some(file), Some(path)) = (natives.at(index), natives.path(index)) else { continue };
            let is_listed = listed.contains(&index);
            if is_listed || !is_header(path) {
                this.own.push(index);
            }
            this.add(file, is_listed, is_listed || !is_header(path));
            let uses = file.facts.invocations.iter().filter(|one| !is_listed && defining.contains(one.name.as_str()));
            this.made.extend(uses.map(|one| one.words.clone()));
        }
        this
    }

    fn add(&mut self, file: &NativeFile, is_listed: bool, is_own: bool) {
        let facts = &file.facts;
        let functions = facts.functions.iter();
        let given = functions.filter(|one| one.attributes.alias.is_some() || !is_listed && emits_plainly(one));
        self.plain.extend(given.map(|one| one.name.clone()));
        let members = facts.functions.iter().filter(|one| !is_listed && emits(one));
        self.members.extend(members.filter_map(|one| last_two(&one.qualified)).map(str::to_owned));
        self.pasting.extend(facts.macros.iter().filter_map(Pasting::of));
        let names = facts.macros.iter().filter(|_| is_own).filter_map(|one| one.body.as_ref());
        self.names.extend(names.filter(|body| body.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')).cloned());
    }

    /// Whether the target may have a function; one that is named with its namespace, by that name too.
    pub(super) fn may_have(&self, natives: &Natives<'_>, name: &str, qualified: Option<&str>) -> bool {
        self.may_have_among(natives, (name, qualified), &|_| true)
    }

    /// Whether the target may have a function of C++: sources of C do not count.
    pub(super) fn may_have_in_cxx(&self, natives: &Natives<'_>, name: &str, qualified: Option<&str>) -> bool {
        self.may_have_among(natives, (name, qualified), &|path| is_cxx(path) != Some(false))
    }

    fn may_have_among(
        &self,
        natives: &Natives<'_>,
        (name, qualified): (&str, Option<&str>),
        counts: &dyn Fn(&Path) -> bool,
    ) -> bool {
        let defines_it = |index: &FileIndex| {
            natives.path(*index).is_some_and(|path| counts(path))
                && natives.at(*index).is_some_and(|file| defines(natives, *index, file, (name, qualified)))
        };
        self.unread
            || self.plain.contains(name)
            || self.names.contains(name)
            || self.is_flag(name)
            || self.own.iter().any(defines_it)
            || self.pasting.iter().filter(|one| one.may_make(name)).any(|one| self.uses(natives, &one.name))
    }

    /// Whether a header of the target defines a function of a class or of a namespace, by its qualified name.
    pub(super) fn has_member(&self, qualified: &str) -> bool {
        let Some(member) = last_two(qualified) else { return false };
        let parts = |words: &Vec<String>| member.split("::").all(|part| words.iter().any(|word| word == part));
        self.members.contains(member) || self.made.iter().any(parts)
    }

    /// Whether a flag of the link gives a symbol another one's value (ld(1), `--wrap`, `--defsym`).
    fn is_flag(&self, name: &str) -> bool {
        let mut lines = self.flags.lines().filter(|line| line.contains("wrap") || line.contains("defsym"));
        lines.any(|line| words(line.as_bytes(), name).next().is_some())
    }

    /// Whether one of its sources uses a macro.
    fn uses(&self, natives: &Natives<'_>, name: &str) -> bool {
        let named = |index: &FileIndex| natives.is_mentioned(&[name], std::iter::once(*index));
        self.own.iter().filter(|index| named(index)).any(|index| {
            let (Some(file), Some(text)) = (natives.at(*index), natives.text(*index)) else { return false };
            let defined: Vec<_> =
                file.facts.macros.iter().filter(|one| one.name == name).map(|one| &one.range).collect();
            words(&text, name).any(|at| !defined.iter().any(|range| range.contains(&(at as u32))))
        })
    }
}

/// Whether a macro defines a member outside of its class: `#define MOCK(class, name) void class::name() {}`.
fn defines_a_member(definition: &MacroDef) -> bool {
    definition.parameters.is_some()
        && definition.body.as_ref().is_some_and(|body| body.contains("::") && body.contains('{'))
}

/// Whether a file that is included gives its includer a function.
pub(super) fn emits_plainly(function: &Function) -> bool {
    function.is_definition
        && !function.internal
        && !function.inline
        && !function.template
        && !function.member
        && !function.device
        && !function.constant
}

/// Definitions of a target's command line, and of the properties of its sources.
pub(super) fn definitions(model: &Model<'_>, target: TargetId) -> String {
    let mut out = String::new();
    let mut add = |text: &str| {
        if !has_symbol(text) {
            out.push_str(text.strip_prefix("-D").unwrap_or(text));
            out.push('\n');
        }
    };
    for item in model.definitions(target).iter().filter(|item| item.text.contains('=')) {
        add(&item.text);
    }
    for path in model.sources(target).iter().filter_map(|source| source.path.as_deref()) {
        for name in ["COMPILE_DEFINITIONS", "COMPILE_OPTIONS", "COMPILE_FLAGS"] {
            let value = model.facts.source_properties.get(&(path.to_string_lossy().into(), name.into()));
            let items = value.map(|value| model.items(value, None)).unwrap_or_default();
            items.iter().filter(|item| item.text.contains('=')).for_each(|item| add(&item.text));
        }
    }
    out
}

/// Sources of languages that are not read here, and objects (CMake's table of suffixes; nvcc, ISPC, rustc, D and Ada have theirs).
fn is_unread(natives: &Natives<'_>, path: &Path) -> bool {
    const OTHERS: &[&str] =
        &["o", "obj", "a", "lib", "ispc", "rs", "d", "adb", "pas", "zig", "swift", "f08", "ll", "bc"];
    const READ: &[&str] = &["C", "CXX", "CUDA", "HIP", "OBJC", "OBJCXX"];
    let suffix = path.extension().and_then(|suffix| suffix.to_str()).unwrap_or_default();
    let languages = languages_of(path);
    // Assembler is looked through for names by those who ask.
    let assembler = languages.iter().any(|language| language.starts_with("ASM"));
    let read = languages.iter().any(|language| READ.contains(language));
    !natives.holds(path) && (OTHERS.contains(&suffix) || !languages.is_empty() && !read && !assembler)
}

/// Whether a file defines a function in a form that is no plain definition: among the arguments of a macro, or in parentheses.
fn defines(
    natives: &Natives<'_>,
    index: FileIndex,
    file: &NativeFile,
    (name, qualified): (&str, Option<&str>),
) -> bool {
    if !natives.is_mentioned(&[name], std::iter::once(index)) {
        return false;
    }
    let by_macro = |words: &[String]| words.iter().any(|word| word == name);
    if file.facts.invocations.iter().any(|one| by_macro(&one.words)) {
        return true;
    }
    let code = file.code();
    // `int mine::answer() {…}` is not `core::answer`.
    let is_other = |at: usize| {
        let known =
            file.facts.functions.iter().find(|one| one.range.start as usize <= at && at < one.range.end as usize);
        known.zip(qualified).is_some_and(|(known, qualified)| known.qualified != qualified)
    };
    words(code, name).any(|at| has_body(code, at + name.len()) && !is_other(at))
}

/// Whether behind a name its parameters follow and a body: `)(int x) {`, `P((int x)) {`.
fn has_body(code: &[u8], at: usize) -> bool {
    /// Longer lists are no parameters.
    const LONGEST: usize = 2000;
    let rest = code.get(at..code.len().min(at + LONGEST)).unwrap_or_default().trim_ascii_start();
    let rest = rest.strip_prefix(b")").unwrap_or(rest).trim_ascii_start();
    let word = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let rest = rest[word..].trim_ascii_start();
    if rest.first() != Some(&b'(') {
        return false;
    }
    let mut depth = 0_usize;
    let end = rest.iter().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    end.is_some_and(|end| rest[end + 1..].trim_ascii_start().first() == Some(&b'{'))
}

#[cfg(test)]
mod tests {
    use super::has_body;

    #[test]
    fn bodies() {
        let is = |text: &str| text.find("go").is_some_and(|at| has_body(text.as_bytes(), at + 2));
        assert!(is("int (go)(int x) {") && is("int go P((int x))\n{") && is("int go(void) {"));
        assert!(!is("(go)(1);") && !is("int go(int);") && !is("if (go(1)) {") && !is("x = go;"));
    }
}
