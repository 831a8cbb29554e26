//! Variables of flags that are lists when a directory ends: their semicolons come into the command line.
#[path = "semicolon_in_flags/properties.rs"]
mod properties;

use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::facts::{DirectoryId, TargetKind};
use crate::cmake::eval::value::Elem;
use crate::cmake::eval::{Files, Listed};
use crate::cmake::syntax::{
    Argument, ArgumentKind, Block, Command, CommandId, EnclosedKind, File, Namespace, Part, Statement, Template,
};
use crate::cond::{Cond, Subject};
use crate::model::binaries::is_cxx;
use crate::model::branches::references;
use crate::model::{Model, TargetId};
use crate::rules::{Confidence, Context, Draft, Place, Sink};
use crate::source::Span;

/// Variables named after a package that its module never sets, though many projects use them (cmake-modules(7), `FindOpenMP`).
const NEVER_SET: &[&str] =
    &["OpenMP_EXE_LINKER_FLAGS", "OpenMP_SHARED_LINKER_FLAGS", "OpenMP_MODULE_LINKER_FLAGS", "OpenMP_LINKER_FLAGS"];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    properties::check(model, sink);
    let conds = &model.facts.conds;
    let mut building: FxHashMap<(DirectoryId, TargetKind), Cond> = FxHashMap::default();
    for id in model.judged_targets().filter(|id| !model.is_imported(*id)) {
        for definition in model.definitions_of(id) {
            let known = building.entry((definition.directory, definition.kind)).or_insert(Cond::FALSE);
            *known = conds.or(*known, definition.cond);
        }
    }
    let files = project.files.all();
    let joins = files.once(|| joins(&files));
    let mut told: FxHashSet<(Span, &str)> = FxHashSet::default();
    for (number, directory) in model.facts.directories.iter().enumerate() {
        for (name, value) in
            directory.end_variables.iter().filter(|(name, _)| is_flags(name) && model.is_enabled_for(name))
        {
            let built = Model::kinds_of_flags(name)
                .iter()
                .filter_map(|kind| building.get(&(DirectoryId(number as u32), *kind)));
            // Flags of a build type are read where it is built.
            let read = build_type(name).map_or(Cond::TRUE, |one| model.configuration(one));
            let builds = conds.and(conds.any(built.copied().collect::<Vec<_>>()), read);
            if builds.is_false() {
                continue;
            }
            let found =
                joint(model, &value.elems, builds).or_else(|| after_users(model, &joins, name, &value.elems, builds));
            let Some((cond, first, second)) = found else { continue };
            if is_of_windows(model, cond) {
                continue;
            }
            let (second, span) = match &second {
                Second::Elem(elem) => (shown(model, elem), model.span(elem.origin)),
                Second::Word(word, span) => (word.clone(), Some(*span)),
            };
            if NEVER_SET.iter().any(|variable| second.contains(variable)) {
                continue;
            }
            let Some(span) = span.filter(|span| told.insert((*span, name))) else { continue };
            let before = match first {
                Some(first) => format!("`{}`", shown(model, first)),
                None if is_of_build_type(name) => "CMake's default".to_owned(),
                None => format!("what users give as `{name}`"),
            };
            let mut draft = Draft::new(cond, Place::new(span, "one more element"));
            // set() takes the word for one only where a type and a description follow.
            if second == "CACHE" {
                draft = draft.help("an entry of the cache needs a type and a description: `CACHE STRING \"…\"`");
            } else if let Some(help) = written_otherwise(project.files, span, name) {
                draft = draft.help(help);
            }
            draft = draft.named("variable", name.to_string()).value("second", second).value("first", before);
            if !is_compiled(model, DirectoryId(number as u32), name) {
                draft = draft.confidence(Confidence::Heuristic);
            }
            let other = first.and_then(|first| model.span(first.origin)).filter(|before| *before != span);
            if let Some(before) = other {
                draft = draft.related(before, "the element before");
            }
            sink.report(draft);
        }
    }
}

/// Whether something is on Windows only, whose shells end no command at a semicolon.
fn is_of_windows(model: &Model<'_>, cond: Cond) -> bool {
    let conds = &model.facts.conds;
    conds.platform("WIN32").is_some_and(|windows| conds.implies(cond, windows))
}

/// Whether some target of a directory has, or may have, a source of the language of a variable: no command has the flags of others.
fn is_compiled(model: &Model<'_>, directory: DirectoryId, name: &str) -> bool {
    let cxx = match name.strip_prefix("CMAKE_").and_then(|rest| rest.split('_').next()) {
        Some("C") => false,
        Some("CXX") => true,
        _ => return true,
    };
    let is_there = |id: &TargetId| model.definitions_of(*id).iter().any(|one| one.directory == directory);
    let mut targets = model.judged_targets().filter(is_there);
    targets
        .any(|id| model.sources(id).iter().any(|one| one.path.as_deref().is_none_or(|path| is_cxx(path) == Some(cxx))))
}

/// What to do where the command is not a `set()` of the variable from words: `set(X "${X} …")` would not do.
fn written_otherwise(files: &Files<'_>, span: Span, name: &str) -> Option<String> {
    let (file, at) = files.command_at(span)?;
    let command = file.commands.get(at)?;
    let words = || command.arguments.iter().filter_map(|one| one.template.literal());
    if &*command.lower == "set" && words().any(|word| word == "CACHE") {
        return Some("write the flags as one string in quotes, with spaces between them".to_owned());
    }
    // A list stays one within quotes.
    let mut others = BTreeSet::new();
    command.arguments.iter().skip(1).for_each(|one| references(&one.template, &mut others));
    let list = others.into_iter().find(|other| other != name)?;
    let quoted =
        command.arguments.get(1).is_some_and(|one| one.kind == ArgumentKind::Quoted) && command.arguments.len() == 2;
    let join = format!("string(REPLACE \";\" \" \" {list} \"${{{list}}}\")");
    Some(if quoted {
        format!("a list stays one within quotes: where `{list}` is one, {join} before makes a string of it")
    } else {
        format!(
            "write \"${{{name}}} ${{{list}}}\", with quotes; where `{list}` is a list itself, {join} before makes a string of it"
        )
    })
}

/// Commands that extend a variable of flags as a list.
#[derive(Default)]
struct Joins {
    /// By variable.
    places: FxHashMap<String, Vec<Join>>,
    /// Variables that are set anew somewhere, and may be empty before, or whose semicolons are replaced.
    anew: FxHashSet<String>,
    /// Names with references of variables whose semicolons are replaced: in a loop, a macro or a function.
    computed: Vec<Template>,
    /// Flags whose names are handed to others: a loop goes over them, a macro is called with them.
    handed: FxHashSet<String>,
}

impl Joins {
    /// Whether a variable may have no semicolons at the end, or nothing before what is joined.
    fn is_made_anew(&self, name: &str) -> bool {
        let lone = |template: &Template| matches!(template.0.as_slice(), [Part::Reference(..)]);
        let computed = |template: &Template| template.may_be(name) && (!lone(template) || self.handed.contains(name));
        self.anew.contains(name) || self.computed.iter().any(computed)
    }
}

/// A command that does so.
struct Join {
    command: Span,
    /// What is added first, and where, if it is plain text.
    word: Option<(String, Span)>,
}

impl Join {
    fn new(file: &File, command: &Command, added: Option<&Argument>) -> Self {
        let word =
            added.and_then(|one| Some((one.template.literal()?.to_owned(), Span::new(file.id, one.range.clone()))));
        Self { command: Span::new(file.id, command.range.clone()), word }
    }
}

fn joins(files: &Listed) -> Joins {
    let mut out = Joins::default();
    for (file, command) in files.calls("list") {
        let [how, name, ..] = command.arguments.as_slice() else { continue };
        let Some(name) = name.template.literal().filter(|name| is_flags(name)) else { continue };
        if matches!(how.template.literal(), Some("APPEND" | "PREPEND")) && reaches_directory(file, command, name) {
            out.places.entry(name.to_owned()).or_default().push(Join::new(file, command, command.arguments.get(2)));
        }
    }
    for (_, command) in files.calls("string").chain(files.calls("list")) {
        let how = command.arguments.first().and_then(|how| how.template.literal());
        if matches!(how, Some("REPLACE" | "JOIN" | "REGEX")) {
            let names = command.arguments.iter().filter_map(|argument| argument.template.literal());
            out.anew.extend(names.filter(|name| is_flags(name)).map(str::to_owned));
        }
        if !output_places(command).is_empty() {
            let written = |at| command.arguments.get(at).into_iter().filter_map(written_name);
            let places = output_places(command).iter().flat_map(|at| written(*at));
            out.computed.extend(places.chain(command.arguments.iter().filter_map(nested_name)).cloned());
        }
    }
    for file in files.iter() {
        out.computed.extend(set_by_joining(file));
    }
    out.handed = files.iter().flat_map(|file| &file.commands).flat_map(handed).map(str::to_owned).collect();
    for (file, command) in files.calls("set") {
        let [name, values @ ..] = command.arguments.as_slice() else { continue };
        let Some(name) = name.template.literal().filter(|name| is_flags(name)) else { continue };
        let own = |argument: &Argument| {
            argument.kind == ArgumentKind::Unquoted && argument.template.reference() == Some(name)
        };
        let words = |argument: &Argument| {
            argument.template.literal().is_some_and(|text| text == "CACHE" || text == "PARENT_SCOPE")
        };
        let text = |argument: &Argument| {
            argument
                .template
                .0
                .iter()
                .any(|part| matches!(part, Part::Reference(_, inner) if inner.literal() == Some(name)))
        };
        match values {
            [first, _, ..] if own(first) && !values.iter().any(words) && reaches_directory(file, command, name) => {
                out.places.entry(name.to_owned()).or_default().push(Join::new(file, command, values.get(1)));
            }
            _ if !values.iter().any(text) => drop(out.anew.insert(name.to_owned())),
            _ => {}
        }
    }
    out
}

/// The names, not written out, of variables that a function or a macro sets which makes one text of a list: `set(${out} "${joined}" PARENT_SCOPE)`.
fn set_by_joining(file: &File) -> Vec<Template> {
    let joining = || {
        file.commands
            .iter()
            .filter(|one| matches!(&*one.lower, "string" | "list"))
            .filter(|one| !output_places(one).is_empty())
    };
    if joining().next().is_none() {
        return Vec::new();
    }
    let mut ranges = enclosed(file, &file.body, &[EnclosedKind::Function, EnclosedKind::Macro]);
    ranges.retain(|range| joining().any(|one| range.contains(&one.range.start)));
    let sets = file.commands.iter().filter(|one| &*one.lower == "set");
    let sets = sets.filter(|one| ranges.iter().any(|range| range.contains(&one.range.start)));
    sets.filter_map(|one| one.arguments.first().and_then(written_name).cloned()).collect()
}

/// Whether a variable that a command sets is there when the directory ends. What a function sets is its own (cmake-commands(7), function),
/// unless it hands it up, or adds a folder, which has it from there.
fn reaches_directory(file: &File, command: &Command, name: &str) -> bool {
    let hands_up = |one: &Command| {
        let word = |word: &str| one.arguments.iter().any(|argument| argument.template.literal() == Some(word));
        let named = one.arguments.first().is_some_and(|first| first.template.may_be(name));
        match &*one.lower {
            "set" => named && word("PARENT_SCOPE"),
            "return" => word("PROPAGATE") && word(name),
            lower => matches!(lower, "add_subdirectory" | "subdirs"),
        }
    };
    let functions = enclosed(file, &file.body, &[EnclosedKind::Function]);
    let mut around = functions.into_iter().filter(|range| range.contains(&command.range.start));
    around.all(|range| file.commands.iter().any(|one| range.contains(&one.range.start) && hands_up(one)))
}

/// Where the functions of a block, or other commands that enclose some, are written.
fn enclosed(file: &File, block: &Block, kinds: &[EnclosedKind]) -> Vec<Range<u32>> {
    let start = |id: CommandId| file.commands.get(id.0 as usize).map(|command| command.range.start);
    let mut out = Vec::new();
    for statement in block {
        match statement {
            Statement::Command(_) => {}
            Statement::If { branches, otherwise, .. } => {
                let bodies = branches.iter().chain(otherwise).map(|(_, body)| body);
                out.extend(bodies.flat_map(|body| enclosed(file, body, kinds)));
            }
            Statement::Enclosed { kind, head, end, .. } if kinds.contains(kind) => {
                let end = end.map_or(Some(u32::MAX), start);
                out.extend(start(*head).zip(end).map(|(start, end)| start..end));
            }
            Statement::Enclosed { body, .. } => out.extend(enclosed(file, body, kinds)),
        }
    }
    out
}

/// Where a command that makes one text of a list names a variable: string(REPLACE), string(REGEX REPLACE), string(JOIN), list(JOIN).
fn output_places(command: &Command) -> &'static [usize] {
    let word = |at: usize| command.arguments.get(at).and_then(|argument| argument.template.literal());
    let semicolon = |at: usize| word(at).is_some_and(|text| text.contains(';'));
    match word(0) {
        Some("JOIN") => &[1, 2, 3],
        Some("REPLACE") if semicolon(1) => &[3],
        Some("REGEX") if semicolon(2) => &[4],
        _ => &[],
    }
}

/// A name that is not written out: `${v}`, `CMAKE_${lang}_FLAGS`.
fn written_name(argument: &Argument) -> Option<&Template> {
    argument.template.literal().is_none().then_some(&argument.template)
}

/// The name, not written out, of a variable that is read: `${${v}}`.
fn nested_name(argument: &Argument) -> Option<&Template> {
    argument.template.0.iter().find_map(|part| match part {
        Part::Reference(Namespace::Variable, name) if name.literal().is_none() => Some(name),
        _ => None,
    })
}

/// The names of flags that a command hands on: to a loop, a list of names, a macro of the project.
fn handed(command: &Command) -> impl Iterator<Item = &str> {
    let skipped = match &*command.lower {
        "set" => 1,
        "list" => 2,
        "string" | "unset" | "mark_as_advanced" | "set_property" | "message" | "if" | "elseif" | "while" => usize::MAX,
        _ => 0,
    };
    let names = command.arguments.iter().skip(skipped).filter_map(|argument| argument.template.literal());
    names.filter(|name| is_flags(name))
}

/// What stands in a variable when a directory ends: its condition, the element before, and the element.
type Found<'e> = Option<(Cond, Option<&'e Elem>, Second<'e>)>;

/// The element that is joined: itself, or the word that became a part of a longer text.
enum Second<'e> {
    Elem(&'e Elem),
    Word(String, Span),
}

fn shown(model: &Model<'_>, elem: &Elem) -> String {
    let text = model.facts.texts.plain(elem.text).map(|text| model.display(&text)).unwrap_or_default();
    text.trim().to_owned()
}

/// An element that a command joins to what users give, or to CMake's default.
fn after_users<'e>(model: &Model<'_>, joins: &Joins, name: &str, elems: &'e [Elem], builds: Cond) -> Found<'e> {
    let conds = &model.facts.conds;
    let places = joins.places.get(name).filter(|_| !joins.is_made_anew(name))?;
    let given = if is_of_build_type(name) { Cond::TRUE } else { conds.truthy(conds.subject(Subject::input(name))) };
    elems.iter().filter(|elem| !is_empty(model, elem)).find_map(|elem| {
        let cond = conds.all([elem.cond, builds, given]);
        let span = model.span(elem.origin).filter(|_| cond.is_possible())?;
        if places.iter().any(|join| join.command.holds(&span)) {
            return Some((cond, None, Second::Elem(elem)));
        }
        // What was joined may have become a part of a longer text.
        let text = model.facts.texts.plain(elem.text)?;
        places.iter().filter_map(|join| join.word.as_ref()).find_map(|(word, at)| {
            let whole = text.split_ascii_whitespace().any(|one| one == word);
            whole.then(|| (cond, None, Second::Word(word.clone(), *at)))
        })
    })
}

/// The build type whose flags a variable has.
fn build_type(name: &str) -> Option<&str> {
    name.split_once("_FLAGS_").map(|(_, one)| one).filter(|one| *one != "INIT")
}

/// Whether CMake gives the variable a value of its own: that of a build type.
fn is_of_build_type(name: &str) -> bool {
    let language = !name.contains("_LINKER_FLAGS");
    language && ["_DEBUG", "_RELEASE", "_RELWITHDEBINFO", "_MINSIZEREL"].iter().any(|suffix| name.ends_with(suffix))
}

/// Two elements that are there together, the second one right behind the first.
fn joint<'e>(model: &Model<'_>, elems: &'e [Elem], builds: Cond) -> Found<'e> {
    /// More elements are alternatives rather than a list of flags.
    const MOST: usize = 64;
    let conds = &model.facts.conds;
    let elems = elems.get(..elems.len().min(MOST))?;
    for (at, second) in elems.iter().enumerate().skip(1) {
        if is_empty(model, second) {
            continue;
        }
        for first in elems[..at].iter().rev().filter(|first| !is_empty(model, first)) {
            let cond = conds.all([first.cond, second.cond, builds, present(model, first), present(model, second)]);
            if cond.is_possible() {
                return Some((cond, Some(first), Second::Elem(second)));
            }
        }
    }
    None
}

/// When an element is there: one that is all a variable of the user's is none where that is empty.
fn present(model: &Model<'_>, elem: &Elem) -> Cond {
    let (texts, conds) = (&model.facts.texts, &model.facts.conds);
    let symbol = texts.lone_symbol(elem.text);
    symbol.map_or(Cond::TRUE, |symbol| conds.not(conds.equals(texts.info(symbol).subject, "")))
}

fn is_empty(model: &Model<'_>, elem: &Elem) -> bool {
    model.facts.texts.plain(elem.text).is_none_or(|text| text.trim().is_empty())
}

/// `CMAKE_<LANG>_FLAGS`, `CMAKE_<KIND>_LINKER_FLAGS` and their forms for a build type.
fn is_flags(name: &str) -> bool {
    const LANGUAGES: &[&str] = &["C", "CXX", "CUDA", "HIP", "OBJC", "OBJCXX", "Fortran", "ASM"];
    const KINDS: &[&str] = &["EXE", "SHARED", "MODULE"];
    let Some(rest) = name.strip_prefix("CMAKE_") else { return false };
    // What `…_FLAGS_<CONFIG>_INIT` holds is the first value of another one (cmake-variables(7)).
    let suffix = |rest: &str| rest.is_empty() || rest == "_INIT" || rest.starts_with('_') && !rest.ends_with("_INIT");
    LANGUAGES.iter().any(|one| rest.strip_prefix(one).and_then(|rest| rest.strip_prefix("_FLAGS")).is_some_and(suffix))
        || KINDS
            .iter()
            .any(|one| rest.strip_prefix(one).and_then(|rest| rest.strip_prefix("_LINKER_FLAGS")).is_some_and(suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_flags() {
        assert!(!is_flags("CMAKE_CXX_FLAGS_DEBUG_INIT") && is_flags("CMAKE_CXX_FLAGS_INIT"));
        assert!(is_flags("CMAKE_C_FLAGS") && is_flags("CMAKE_CXX_FLAGS_RELEASE") && is_flags("CMAKE_EXE_LINKER_FLAGS"));
        assert!(!is_flags("CMAKE_C_COMPILER") && !is_flags("CXX_FLAGS") && !is_flags("CMAKE_CXX_FLAGSX"));
    }
}
