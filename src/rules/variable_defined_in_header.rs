//! Variables that a header of C defines, so that every source that includes it does.
use std::ffi::OsStr;
use std::path::Path;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cond::Cond;
use crate::flags::CompileFlag;
use crate::model::binaries::{LINKED, Unit, is_cxx};
use crate::model::{Model, TargetId};
use crate::native::{FileIndex, NativeFile, Natives, Variable};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let binaries = model.binaries_of_c();
    if binaries.is_empty() {
        return;
    }
    let headers = project.natives.once(|| defining_headers(project.natives));
    if headers.0.is_empty() {
        return;
    }
    let rule = Rule { project, model, headers: &headers.0 };
    for id in binaries {
        rule.binary(id, sink);
    }
}

/// Headers of which some line looks like the definition of a variable: a quick look at the text.
struct Headers(FxHashSet<FileIndex>);

fn defining_headers(natives: &Natives<'_>) -> Headers {
    let headers = natives.paths().filter(|path| path.extension().is_some_and(|suffix| suffix == "h"));
    let headers: Vec<FileIndex> = headers.filter_map(|path| natives.index(path)).collect();
    let looks =
        |index: &FileIndex| natives.text(*index).is_some_and(|text| text.split(|byte| *byte == b'\n').any(may_define));
    let found: Vec<FileIndex> = headers.into_par_iter().filter(looks).collect();
    Headers(found.into_iter().collect())
}

/// A line that begins with a name, ends its statement, and has neither parentheses nor a word that makes it a declaration.
fn may_define(line: &[u8]) -> bool {
    const OTHERS: &[&[u8]] = &[
        b"extern",
        b"static",
        b"typedef",
        b"using",
        b"namespace",
        b"inline",
        b"template",
        b"friend",
        b"class",
        b"public",
    ];
    let name = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    line.first().is_some_and(name)
        && memchr::memchr(b';', line).is_some()
        && memchr::memchr2(b'(', b'}', line).is_none()
        && memchr::memchr2(b' ', b'\t', line).is_some()
        && !OTHERS.iter().any(|word| line.starts_with(word))
}

struct Rule<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
    headers: &'a FxHashSet<FileIndex>,
}

impl Rule<'_> {
    fn binary(&self, id: TargetId, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let units = self.project.binaries.units(id);
        let own: Vec<&Unit> =
            units.iter().filter(|unit| unit.archive.is_none() && is_cxx(&unit.path) == Some(false)).collect();
        let mut seen: Vec<(FileIndex, Vec<&Unit>)> = Vec::new();
        for unit in own {
            let reached = self.project.binaries.headers.reached(unit.compiled_by, &unit.path);
            for index in reached.files.iter().filter(|index| self.headers.contains(index)) {
                match seen.iter_mut().find(|(other, _)| other == index) {
                    Some((_, units)) => units.push(unit),
                    None => seen.push((*index, vec![unit])),
                }
            }
        }
        for (header, units) in seen.into_iter().filter(|(_, units)| units.len() > 1) {
            let Some(file) = self.project.natives.at(header) else { continue };
            for variable in file.facts.variables.iter().filter(|one| is_plain(one, file)) {
                let mut certain: Vec<(&Unit, Cond)> = Vec::new();
                for unit in &units {
                    // A source may be compiled in several ways, under conditions of their own.
                    let known = certain.iter().position(|(other, _)| other.path == unit.path);
                    if known.is_none() && certain.len() == 2 {
                        continue;
                    }
                    match (self.defines(unit, header, file, variable), known) {
                        (Some(cond), Some(at)) => certain[at].1 = conds.or(certain[at].1, cond),
                        (Some(cond), None) => certain.push((unit, cond)),
                        (None, _) => {}
                    }
                }
                let Some(((first, one), (second, two))) = certain.first().zip(certain.get(1)) else { continue };
                let cond = conds.all([*one, *two, self.model.is_kind(id, LINKED)]);
                if !cond.is_possible() {
                    continue;
                }
                let span = Span::new(file.source.id(), variable.range.clone());
                let mut draft = Draft::new(cond, Place::new(span, "defined, not declared"))
                    .named("variable", variable.name.clone())
                    .named("target", self.model.name(id));
                for unit in [first, second] {
                    if let Some(source) = self.project.natives.file(&unit.path) {
                        let include = source.facts.includes.first().map_or(0..0, |include| include.range.clone());
                        draft = draft.related(Span::new(source.source.id(), include), "a source that includes it");
                    }
                }
                sink.report(draft);
            }
        }
    }

    /// When a source defines the variable by including the header for certain.
    fn defines(&self, unit: &Unit, header: FileIndex, file: &NativeFile, variable: &Variable) -> Option<Cond> {
        let compilation = self.project.binaries.compilation(unit.compiled_by, &unit.path);
        // A macro among the words makes another declaration of it, as one that stands for the name does.
        if words(line_before(file, variable)).chain([variable.name.as_str()]).any(|word| compilation.is_macro(word)) {
            return None;
        }
        let holds = compilation.holds(&file.facts.guards, variable.guard, "")?;
        if !self.is_included(unit, header) || self.model.has_own_compilation(&unit.path) {
            return None;
        }
        let conds = &self.model.facts.conds;
        let flags = self.model.compile_flags(unit.compiled_by);
        let common =
            flags.iter().filter(|flag| flag.flag.flag == CompileFlag::CommonSymbols(true)).map(|flag| flag.cond);
        let cond = conds.diff(conds.and(unit.cond, holds), conds.any(common.collect::<Vec<_>>()));
        (!cond.is_false()).then_some(cond)
    }

    /// Whether includes that no condition encloses lead from a source to a header.
    fn is_included(&self, unit: &Unit, header: FileIndex) -> bool {
        let natives = self.project.natives;
        let reached = self.project.binaries.headers.reached(unit.compiled_by, &unit.path);
        let Some(source) = natives.index(&unit.path) else { return false };
        let mut named: FxHashMap<&OsStr, Vec<FileIndex>> = FxHashMap::default();
        for &index in &reached.files {
            if let Some(name) = natives.path(index).and_then(|path| path.file_name()) {
                named.entry(name).or_default().push(index);
            }
        }
        let (mut sure, mut at) = (vec![source], 0);
        while let Some(file) = sure.get(at).copied() {
            at += 1;
            let Some(native) = natives.at(file) else { continue };
            let plain = native.facts.includes.iter().filter(|one| one.guard == crate::native::GuardId::TRUE);
            for include in plain {
                let written = include.path.trim_start_matches("../");
                let alike = Path::new(written).file_name().and_then(|name| named.get(name));
                let mut meant = alike
                    .into_iter()
                    .flatten()
                    .copied()
                    .filter(|index| natives.path(*index).is_some_and(|path| path.ends_with(written)));
                if let (Some(one), None) = (meant.next(), meant.next())
                    && !sure.contains(&one)
                {
                    if one == header {
                        return true;
                    }
                    sure.push(one);
                }
            }
        }
        false
    }
}

/// A definition that nothing but the language decides about.
fn is_plain(variable: &Variable, file: &NativeFile) -> bool {
    let attributes = &variable.attributes;
    let bytes = file.source.bytes();
    let head = line_before(file, variable);
    let line = variable.range.start as usize - head.len();
    variable.is_definition
        && !variable.internal
        && !variable.inline
        && !variable.template
        && !variable.qualified.contains("::")
        && !attributes.weak
        && attributes.macros.is_empty()
        && attributes.section.is_none()
        && attributes.alias.is_none()
        && !words(head).any(in_capitals)
        && has_plain_type(head, variable, bytes)
        && may_define(bytes.get(line..).unwrap_or_default().split(|byte| *byte == b'\n').next().unwrap_or_default())
        && !file.facts.truncated
}

/// What stands before a variable's name on its line.
fn line_before<'f>(file: &'f NativeFile, variable: &Variable) -> &'f str {
    let before = file.source.bytes().get(..variable.range.start as usize).unwrap_or_default();
    let line = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    std::str::from_utf8(before.get(line..).unwrap_or_default()).unwrap_or_default()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Whether a word may be a macro that says `extern`: one in capital letters, with a prefix or without, were it one letter.
fn in_capitals(word: &str) -> bool {
    let lower = word.bytes().take_while(u8::is_ascii_lowercase).count();
    let name = word.as_bytes().get(lower..).unwrap_or_default();
    let capital = |byte: &u8| byte.is_ascii_uppercase() || *byte == b'_' || byte.is_ascii_digit();
    name.first().is_some_and(u8::is_ascii_uppercase) && name.iter().all(capital)
}

/// Whether what stands before the name is the type of an object for certain, and nothing more: the name of a type may stand for that of a
/// function, and the line declares one then; a word beside the type may be a macro of a header that is not there (`global int n;`).
fn has_plain_type(head: &str, variable: &Variable, bytes: &[u8]) -> bool {
    const NUMBERS: &[&str] =
        &["char", "short", "int", "long", "float", "double", "unsigned", "signed", "bool", "_Bool"];
    const TAGS: &[&str] = &["struct", "enum", "union"];
    let (mut types, mut names, mut tagged) = (0, 0, false);
    for word in words(head) {
        if NUMBERS.contains(&word) || is_number(word) {
            types = 1;
        } else if TAGS.contains(&word) {
            tagged = true;
        } else if !matches!(word, "const" | "volatile") {
            names += 1;
        }
    }
    let after = bytes.get(variable.range.start as usize + variable.name.len()..).unwrap_or_default().trim_ascii_start();
    let object = head.contains('*') || matches!(after.first(), Some(b'[' | b'='));
    types + names == 1 && (types == 1 || tagged || object)
}

/// Types of numbers that C and POSIX have (ISO/IEC 9899:2018, 7.19 and 7.20; POSIX.1-2017, `<sys/types.h>`). Another name that ends in `_t`
/// may be that of a function's type.
fn is_number(word: &str) -> bool {
    const NAMES: &[&str] =
        &["size_t", "ssize_t", "ptrdiff_t", "intptr_t", "uintptr_t", "wchar_t", "off_t", "pid_t", "time_t", "mode_t"];
    let sized = word.strip_prefix('u').unwrap_or(word).strip_prefix("int").and_then(|rest| rest.strip_suffix("_t"));
    NAMES.contains(&word) || sized.is_some_and(|width| width.ends_with(|c: char| c.is_ascii_digit()) || width == "max")
}

#[cfg(test)]
mod tests {
    use super::{in_capitals, may_define};

    #[test]
    fn words_in_capitals_may_be_macros() {
        for word in ["E", "EXTERN", "GLOBAL_2", "xEXTERN"] {
            assert!(in_capitals(word), "{word}");
        }
        for word in ["int", "int8_t", "Point", "struct", "uint32_t"] {
            assert!(!in_capitals(word), "{word}");
        }
    }

    #[test]
    fn lines_that_may_define_a_variable() {
        for line in ["int verbose;", "struct log log_all;", "unsigned\tcount = 3;"] {
            assert!(may_define(line.as_bytes()), "{line}");
        }
        for line in
            ["extern int a;", "  int member;", "int f(void);", "} name;", "typedef int a;", "struct s", "return;"]
        {
            assert!(!may_define(line.as_bytes()), "{line}");
        }
    }
}
