//! Variables that a header of C defines, so that every source that includes it does.
#[path = "variable_defined_in_header/taken.rs"]
mod taken;
#[path = "variable_defined_in_header/text.rs"]
mod text;

use std::cell::{OnceCell, RefCell};
use std::ffi::OsStr;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;

use indexmap::IndexMap;
use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::comments::{Language, without_comments};
use crate::cond::Cond;
use crate::flags::{CompileFlag, LinkFlag};
use crate::model::binaries::{LINKED, Unit, is_cxx};
use crate::model::mentions;
use crate::model::{Model, TargetId};
use crate::native::{FileIndex, NativeFile, Natives, Variable};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

use text::{Text, is_plain_tail, leaves_open};

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
    let rule = Rule { project, model, headers: &headers.0, bodies: RefCell::default() };
    for id in binaries {
        rule.binary(id, sink);
    }
}

/// Headers of which some line looks like the definition of a variable: a quick look at the text.
struct Headers(FxHashSet<FileIndex>);

fn defining_headers(natives: &Natives<'_>) -> Headers {
    let headers = natives.paths().filter(|path| path.extension().is_some_and(|suffix| suffix == "h"));
    let headers: Vec<FileIndex> = headers.filter_map(|path| natives.index(path)).collect();
    let looks = |index: &FileIndex| {
        natives.text(*index).is_some_and(|text| {
            let code = without_comments(&text, Language::C);
            layout(&code).statements.into_iter().any(|one| may_define(&code[one]))
        })
    };
    let found: Vec<FileIndex> = headers.into_par_iter().filter(looks).collect();
    Headers(found.into_iter().collect())
}

/// How a text in C is divided.
#[derive(Default)]
struct Layout {
    /// The statements between the braces of functions and types, without their semicolons: what stands in `extern "C" { }` is among
    /// them, and the body of a type belongs to what it declares.
    statements: Vec<Range<usize>>,
    /// What stands between the braces of functions, types and values.
    bodies: Vec<Range<usize>>,
}

fn layout(code: &[u8]) -> Layout {
    let mut found = Layout::default();
    let (mut start, mut body, mut depth, mut at) = (0, 0, 0_usize, 0);
    let mut fresh = true;
    while let Some(&byte) = code.get(at) {
        match byte {
            b'\n' => fresh = true,
            b' ' | b'\t' | b'\r' => {}
            b'#' if fresh => {
                at = end_of_directive(code, at);
                if depth == 0 {
                    start = at;
                }
                continue;
            }
            b'"' | b'\'' => at = end_of_text(code, at),
            b'{' if depth == 0 && code[start..at].trim_ascii_end().ends_with(b"\"C\"") => start = at + 1,
            b'{' => {
                if depth == 0 {
                    body = at + 1;
                }
                depth += 1;
            }
            b'}' if depth == 0 => start = at + 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    found.bodies.push(body..at);
                    if !goes_on(&code[start..at]) {
                        start = at + 1;
                    }
                }
            }
            b';' if depth == 0 => {
                found.statements.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
        fresh &= byte.is_ascii_whitespace();
        at += 1;
    }
    found
}

/// The place after a line of the preprocessor and those that continue it.
fn end_of_directive(code: &[u8], mut at: usize) -> usize {
    while let Some(newline) = memchr::memchr(b'\n', code.get(at..).unwrap_or_default()) {
        let end = at + newline;
        if !code[at..end].trim_ascii_end().ends_with(b"\\") {
            return end;
        }
        at = end + 1;
    }
    code.len()
}

/// The place of the quote that ends a text, or the end of its line.
fn end_of_text(code: &[u8], at: usize) -> usize {
    let quote = code[at];
    let mut end = at + 1;
    while let Some(&byte) = code.get(end) {
        match byte {
            b'\\' => end += 1,
            b'\n' => return end - 1,
            _ if byte == quote => return end,
            _ => {}
        }
        end += 1;
    }
    code.len()
}

/// Whether a declaration goes on after a brace: it was that of a value or of a type.
fn goes_on(before: &[u8]) -> bool {
    let head = before.split(|byte| *byte == b'{').next().unwrap_or_default();
    let tagged =
        head.split(|byte| byte.is_ascii_whitespace()).any(|word| TAGS.iter().any(|tag| tag.as_bytes() == word));
    memchr::memchr(b'=', head).is_some() || (tagged && memchr::memchr(b'(', head).is_none())
}

/// Words that name types of the project.
const TAGS: &[&str] = &["struct", "enum", "union"];

/// A statement that begins with a name, has more than one, and no word that makes it a declaration.
fn may_define(statement: &[u8]) -> bool {
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
        b"return",
    ];
    let text = statement.trim_ascii();
    let part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let name = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    let mut words = text.split(|byte| !part(byte)).filter(|word| !word.is_empty());
    let tagged = TAGS.iter().any(|tag| text.starts_with(tag.as_bytes()));
    // A type alone ends with its body.
    let declares = !(tagged && text.ends_with(b"}") && memchr::memchr(b'=', text).is_none());
    let call = memchr::memchr2(b'(', b'{', text).is_some_and(|at| text[at] == b'(' && text.get(at + 1) != Some(&b'*'));
    text.first().is_some_and(name)
        && !words.clone().any(|word| OTHERS.contains(&word))
        && words.nth(1).is_some()
        && declares
        && !call
}

struct Rule<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
    headers: &'a FxHashSet<FileIndex>,
    /// The bodies in the files that include others.
    bodies: RefCell<FxHashMap<FileIndex, Rc<[Range<usize>]>>>,
}

impl Rule<'_> {
    fn binary(&self, id: TargetId, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let units = self.project.binaries.units(id);
        let taken = self.taken(&units);
        let own: Vec<&Unit> = taken.iter().filter(|unit| is_cxx(&unit.path) == Some(false)).collect();
        let mut seen: IndexMap<FileIndex, Vec<&Unit>, FxBuildHasher> = IndexMap::default();
        for unit in own {
            let reached = self.project.binaries.headers.reached(unit.compiled_by, &unit.path);
            for index in reached.files.iter().filter(|index| self.headers.contains(index)) {
                seen.entry(*index).or_default().push(unit);
            }
        }
        let taken_once = conds.or(self.takes_the_first(id), self.model.property_true(id, "UNITY_BUILD"));
        for (header, units) in seen.into_iter().filter(|(_, units)| units.len() > 1) {
            let Some(file) = self.project.natives.at(header) else { continue };
            let text = Text::new(file);
            let by_macro = OnceCell::new();
            for variable in file.facts.variables.iter().filter(|one| is_plain(one, file, &text)) {
                let mut certain: Vec<(&Unit, Cond)> = Vec::new();
                for unit in &units {
                    // A source may be compiled in several ways, under conditions of their own.
                    let known = certain.iter().position(|(other, _)| other.path.as_os_str() == unit.path.as_os_str());
                    if known.is_none() && certain.len() == 2 {
                        continue;
                    }
                    match (self.defines(unit, header, (file, &text), variable), known) {
                        (Some(cond), Some(at)) => certain[at].1 = conds.or(certain[at].1, cond),
                        (Some(cond), None) => certain.push((unit, cond)),
                        (None, _) => {}
                    }
                }
                let Some(((first, one), (second, two))) = certain.first().zip(certain.get(1)) else { continue };
                let cond = conds.all([*one, *two, self.model.is_kind(id, LINKED)]);
                let cond = conds.diff(cond, taken_once);
                // Looked at where something is found, once for the header.
                if *by_macro.get_or_init(|| self.opens_by_macro(first, &text)) {
                    break;
                }
                if !cond.is_possible() || (text.has_body(place(variable)) && !self.is_used(&units, &variable.name)) {
                    continue;
                }
                let span = Span::new(file.source.id(), variable.range.clone());
                let mut draft = Draft::new(cond, Place::new(span, "defined, not declared"))
                    .named("variable", variable.name.clone())
                    .named("target", self.model.name(id));
                let name = file.source.path().file_name();
                for unit in [first, second] {
                    if let Some(source) = self.project.natives.file(&unit.path) {
                        let mut direct = source.facts.includes.iter();
                        let direct = direct.find(|include| Path::new(&include.path).file_name() == name);
                        let (at, label) = match direct {
                            Some(include) => (include.range.clone(), "a source that includes it"),
                            None => (0..0, "a source that includes it by another header"),
                        };
                        draft = draft.related(Span::new(source.source.id(), at), label);
                    }
                }
                sink.report(draft);
            }
        }
    }

    /// When the linker is told to take the first of several definitions, which `multiple-definitions-allowed` tells.
    fn takes_the_first(&self, id: TargetId) -> Cond {
        let flags = self.model.link_flags(id);
        let allowing = flags.iter().filter(|source| source.flag.flag == LinkFlag::AllowMultipleDefinition);
        self.model.facts.conds.any(allowing.map(|source| source.cond).collect::<Vec<_>>())
    }

    /// Whether a header is written with macros that open a brace and leave it open: what looks like a variable may be a member.
    fn opens_by_macro(&self, unit: &Unit, text: &Text) -> bool {
        let reached = self.project.binaries.headers.reached(unit.compiled_by, &unit.path);
        let files = reached.files.iter().filter_map(|index| self.project.natives.at(*index));
        let macros = files.flat_map(|file| &file.facts.macros).filter(|one| one.parameters.is_some());
        let opening = macros.filter(|one| one.body.as_deref().is_some_and(leaves_open));
        let names: FxHashSet<&str> = opening.map(|one| one.name.as_str()).collect();
        let mut places = mentions::words_among(&text.code, &names).into_iter();
        places.any(|(_, at)| text.statements.iter().any(|one| one.contains(&at)))
    }

    /// Whether a source does with a name what is done with variables only: behind the body of a type it may be a macro for attributes.
    fn is_used(&self, units: &[&Unit], name: &str) -> bool {
        units.iter().filter_map(|unit| self.project.natives.file(&unit.path)).any(|file| {
            let code = without_comments(file.source.bytes(), Language::C);
            mentions::words(&code, name).any(|at| {
                let after = code[at + name.len()..].trim_ascii_start();
                let before = code[..at].trim_ascii_end();
                let operated = matches!(before.last(), Some(b'&' | b'=' | b'+' | b'-' | b'<' | b'>' | b'!' | b'|'));
                matches!(after.first(), Some(b'.' | b'[' | b'=' | b'+' | b'-' | b'<' | b'>'))
                    || operated
                    || before.ends_with(b"return")
            })
        })
    }

    /// When a source defines the variable by including the header for certain.
    fn defines(
        &self,
        unit: &Unit,
        header: FileIndex,
        (file, text): (&NativeFile, &Text),
        variable: &Variable,
    ) -> Option<Cond> {
        let head = text.around(place(variable))?.0;
        let compilation = self.project.binaries.compilation(unit.compiled_by, &unit.path);
        // A macro among the words makes another declaration of it, as one that stands for the name does.
        if words(&head).chain([variable.name.as_str()]).any(|word| compilation.is_macro(word)) {
            return None;
        }
        let holds = compilation.holds(&file.facts.guards, variable.guard, "")?;
        let is_otherwise = self.model.has_own_compilation(&unit.path) || self.model.has_own_definitions(&unit.path);
        if !self.is_included(unit, header) || is_otherwise {
            return None;
        }
        let conds = &self.model.facts.conds;
        let flags = self.model.compile_flags(unit.compiled_by);
        // Behind a check of the compiler it stands wherever it is needed.
        let common =
            flags.iter().any(|flag| flag.flag.flag == CompileFlag::CommonSymbols(true) && flag.cond.is_possible());
        if common || self.model.chooses_language(unit.compiled_by) {
            return None;
        }
        let mut cond = conds.and(unit.cond, holds);
        // Without a value it is a communal variable to MSVC, and link.exe puts them together (/Gw and dumpbin /SYMBOLS, "Communal").
        let has_value = text.around(place(variable))?.1.contains('=');
        if let Some(msvc) = conds.platform("MSVC").filter(|_| !has_value) {
            cond = conds.diff(cond, msvc);
        }
        (!cond.is_false()).then_some(cond)
    }

    /// The bodies of a file: what is included there is a part of them.
    fn bodies(&self, index: FileIndex, file: &NativeFile) -> Rc<[Range<usize>]> {
        let read = || layout(&without_comments(file.source.bytes(), Language::C)).bodies.into();
        Rc::clone(self.bodies.borrow_mut().entry(index).or_insert_with(read))
    }

    /// Whether includes that no condition and no body encloses lead from a source to a header.
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
                    && !self.bodies(file, native).iter().any(|body| body.contains(&(include.range.start as usize)))
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
fn is_plain(variable: &Variable, file: &NativeFile, text: &Text) -> bool {
    let attributes = &variable.attributes;
    let is_candidate = variable.is_definition
        && !variable.internal
        && !variable.inline
        && !variable.template
        && !variable.qualified.contains("::")
        && !variable.name.starts_with('_')
        && !attributes.weak
        && attributes.macros.is_empty()
        && attributes.section.is_none()
        && attributes.alias.is_none()
        && !file.facts.truncated;
    is_candidate
        && text.around(place(variable)).is_some_and(|(head, tail)| {
            let named = |word: &str| text.is_type_of_object(word);
            !words(&head).any(in_capitals) && has_plain_type(&head, &tail, &named)
        })
}

fn place(variable: &Variable) -> Range<usize> {
    variable.range.start as usize..variable.range.end as usize
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
fn has_plain_type(head: &str, tail: &str, is_object: &dyn Fn(&str) -> bool) -> bool {
    const NUMBERS: &[&str] =
        &["char", "short", "int", "long", "float", "double", "unsigned", "signed", "bool", "_Bool", "void"];
    let head = head.trim();
    // `int (*name)(void)`
    let open = head.strip_suffix('*').map(str::trim_end).and_then(|head| head.strip_suffix('('));
    let (types_of, pointer) = (open.unwrap_or(head), open.is_some());
    let known = |c: char| c.is_ascii_alphanumeric() || c.is_ascii_whitespace() || matches!(c, '_' | '*' | '{' | '}');
    let (mut types, mut names, mut tagged) = (0, 0, false);
    for word in words(types_of) {
        if NUMBERS.contains(&word) || is_number(word) || is_object(word) {
            types = 1;
        } else if TAGS.contains(&word) {
            tagged = true;
        } else if !matches!(word, "const" | "volatile") {
            names += 1;
        }
    }
    let body = types_of.contains('{');
    if body {
        // The tag is one with its body.
        (types, names) = (types, names.max(1));
    }
    let object = head.contains('*') || matches!(tail.trim_start().chars().next(), Some('[' | '='));
    types_of.chars().all(known)
        && is_plain_tail(tail, pointer)
        && (!body || tagged)
        && types + names == 1
        && (types == 1 || tagged || object)
        && (!types_of.split_whitespace().any(|word| word == "void") || object)
}

/// Types of numbers that C and POSIX have (ISO/IEC 9899:2018, 7.19 and 7.20; POSIX.1-2017, `<sys/types.h>`). Another name that ends in `_t`
/// may be that of a function's type.
fn is_number(word: &str) -> bool {
    const NAMES: &[&str] = &[
        "size_t",
        "ssize_t",
        "ptrdiff_t",
        "intptr_t",
        "uintptr_t",
        "wchar_t",
        "off_t",
        "pid_t",
        "time_t",
        "mode_t",
        // Objects, too (POSIX.1-2017, `<pthread.h>`, `<semaphore.h>`).
        "pthread_t",
        "pthread_mutex_t",
        "pthread_cond_t",
        "pthread_rwlock_t",
        "pthread_key_t",
        "sem_t",
    ];
    let sized = word.strip_prefix('u').unwrap_or(word).strip_prefix("int").and_then(|rest| rest.strip_suffix("_t"));
    NAMES.contains(&word) || sized.is_some_and(|width| width.ends_with(|c: char| c.is_ascii_digit()) || width == "max")
}

#[cfg(test)]
mod tests {
    use super::text::around;
    use super::*;

    #[test]
    fn words_in_capitals_may_be_macros() {
        for word in ["E", "EXTERN", "GLOBAL_2", "xEXTERN"] {
            assert!(in_capitals(word), "{word}");
        }
        for word in ["int", "int8_t", "Point", "struct", "uint32_t"] {
            assert!(!in_capitals(word), "{word}");
        }
    }

    fn defines(code: &str, name: &str) -> bool {
        let at = code.find(name).expect("the name");
        let statements = layout(code.as_bytes()).statements;
        let statement = statements.into_iter().find(|one| one.start <= at && at < one.end);
        let found = statement.and_then(|one| around(code.as_bytes(), one, at..at + name.len()));
        let text = Text { code: code.as_bytes().to_vec(), statements: layout(code.as_bytes()).statements };
        found.is_some_and(|(head, tail)| has_plain_type(&head, &tail, &|word| text.is_type_of_object(word)))
    }

    #[test]
    fn statements_between_braces() {
        let code = b"#define A { \\\n ;\nextern \"C\" {\nint a; struct s { int m; } b;\n}\nint f(void) { return 1; }\nint t[] = {1, 2};\n";
        let found: Vec<_> =
            layout(code).statements.into_iter().map(|one| String::from_utf8_lossy(code[one].trim_ascii())).collect();
        assert_eq!(found, ["int a", "struct s { int m; } b", "int t[] = {1, 2}"]);
    }

    #[test]
    fn statements_that_define_a_variable() {
        let defining = [
            "int xyz;",
            "  int xyz;",
            "int a; int xyz;",
            "struct log xyz;",
            "typedef struct { int a; } log_t; log_t xyz;",
            "typedef enum level level_t;\nlevel_t xyz;",
            "pthread_mutex_t xyz;",
            "unsigned\txyz = 3;",
            "struct log { int level; } xyz;",
            "enum { ON, OFF } xyz;",
            "int xyz[] = {1, 2};",
            "int (*xyz)(void);",
            "void *xyz;",
            "void (*xyz)(int a, void (*b)(void)) = 0;",
        ];
        for code in defining {
            assert!(defines(code, "xyz"), "{code}");
        }
        let others = [
            "extern int xyz;",
            "typedef struct { int a; } xyz;",
            "struct s { int xyz; };",
            "int xyz(void);",
            "typedef int xyz;",
            "return xyz;",
            "extern struct s { int a; } xyz;",
            "DECLARE(int) xyz;",
            "fn_t xyz;",
            "typedef int fn_t(void); fn_t xyz;",
            "typedef struct s *other_t; other_t_x xyz;",
            "int xyz HIDDEN;",
            "other int xyz;",
            "int f(int xyz);",
        ];
        for code in others {
            assert!(!defines(code, "xyz"), "{code}");
        }
    }
}
