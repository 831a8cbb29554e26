//! A variable that has the name of a target property and lacks `CMAKE_`: CMake does not read it, and nobody else does.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::lang::condition::constant;
use crate::cmake::lang::property_table::{initialised_by_variables, known_variable};
use crate::cmake::syntax::{Command, File, Part};
use crate::cond::Cond;
use crate::discover::Kind;
use crate::model::branches::{self, reads};
use crate::model::held::is_default;
use crate::model::mentions::has_word;
use crate::rules::{Confidence, Context, Draft, Place, Project, Severity, Sink};
use crate::source::Span;

/// The questions which `set()` names a property, whether nobody writes a variable, and whether somebody reads one.
struct Named;
struct Stays;
struct Read;

/// Whether some variable is read by a name that is the value of another: `${${name}}`.
struct ByName(bool);

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let files = project.files.all();
    let mut found: BTreeMap<(&str, Span), &str> = BTreeMap::new();
    let mut meant: Vec<Span> = Vec::new();
    for (file, command) in files.chosen::<Named>("set", |command| property(command).is_some()) {
        if let Some((name, variable)) = property(command) {
            let span = Span::new(file.id, command.range.clone());
            meant.extend(names_properties(command).then_some(span));
            found.insert((name, span), variable);
        }
    }
    let facts = project.model.facts;
    let mut groups: BTreeMap<(&str, &str), Vec<(Span, Cond)>> = BTreeMap::new();
    for ((name, span), variable) in found {
        let Some(conds) = facts.assigned.get(&span) else { continue };
        if read_by_modules(project, name) {
            continue;
        }
        let stays = || {
            files.answer::<Stays>(variable, || branches::is_never_written(files.iter().map(|file| &**file), variable))
        };
        if states_default(project, span, name) && stays() || is_said_above(project, span, variable) {
            continue;
        }
        let by_name = || files.once(|| ByName(files.iter().any(|file| reads_by_name(cx, file)))).0;
        let read = || {
            files.iter().any(|file| is_read(cx, file, name) || is_put_together(cx, file, name))
                || is_filled_in(cx, project, name)
                || by_name() && files.iter().any(|file| is_listed(file, name))
        };
        if files.answer::<Read>(name, read) {
            continue;
        }
        groups.entry((name, variable)).or_default().push((span, facts.conds.any(conds.iter().copied())));
    }
    // What is copied from folder to folder is one mistake.
    for ((name, variable), places) in groups {
        let Some((&(first, _), others)) = places.split_first() else { continue };
        let cond = facts.conds.any(places.iter().map(|(_, cond)| *cond));
        let mut draft =
            Draft::new(cond, Place::new(first, "nothing reads this")).named("name", name).value("variable", variable);
        for (other, _) in others.iter().take(MOST) {
            draft = draft.related(*other, "and here");
        }
        if places.iter().all(|(span, _)| meant.contains(span)) {
            draft = draft.help(format!(
                "`PROPERTIES` is a word of `set_target_properties()`: say there which targets have `{name}`, or leave it out"
            ));
        }
        if places.iter().all(|(span, _)| is_had_anyway(project, *span, name)) {
            draft = draft.severity(Severity::Note);
            draft = draft.help(format!("leave it out: whatever is built has `{name}` by other means"));
        }
        // What is missing may read it.
        if !OF_CMAKE.contains(&name) && project.model.misses_readers() {
            draft = draft.confidence(Confidence::Heuristic);
        }
        sink.report(draft);
    }
}

/// As many places more are shown.
const MOST: usize = 20;

/// Names by which projects hand no setting from file to file: code that is not there reads them as little as all that is. A search for
/// `${NAME}` in public code found none that is read in another file than the one that sets it; but `POSITION_INDEPENDENT_CODE` and
/// `CXX_STANDARD_REQUIRED`, which are left out as standards and folders for outputs are.
const OF_CMAKE: &[&str] = &[
    "BUILD_WITH_INSTALL_RPATH",
    "CXX_VISIBILITY_PRESET",
    "C_VISIBILITY_PRESET",
    "INSTALL_RPATH_USE_LINK_PATH",
    "LINK_WHAT_YOU_USE",
    "MACOSX_RPATH",
    "SKIP_BUILD_RPATH",
    "VISIBILITY_INLINES_HIDDEN",
];

/// The property that a `set()` names, with the variable that CMake has for it.
fn property(command: &Command) -> Option<(&'static str, &'static str)> {
    static NAMES: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
        let rows = initialised_by_variables().iter();
        let meant = rows.filter(|row| row.variable.strip_prefix("CMAKE_") == Some(&row.property));
        // One word is easily a name of the project's own.
        let long = meant.filter(|row| row.property.contains('_') && !known_variable(&row.property));
        long.map(|row| (row.property.as_str(), row.variable.as_str())).collect()
    });
    let (first, values) = command.arguments.split_first()?;
    let words = || values.iter().filter_map(|argument| argument.template.literal());
    // What goes into the cache or to a caller is for others, and nothing is what the property holds anyway.
    if words().filter(|word| word.is_empty()).count() == values.len()
        || words().any(|word| matches!(word, "CACHE" | "PARENT_SCOPE"))
    {
        return None;
    }
    NAMES.get_key_value(first.template.literal()?).map(|(name, variable)| (*name, *variable))
}

/// Whether a `set()` has the form of a command that gives properties to targets.
fn names_properties(command: &Command) -> bool {
    command.arguments.get(1).and_then(|one| one.template.literal()).is_some_and(|word| word == "PROPERTIES")
}

/// Whether a `set()` gives what the property has anyway.
fn states_default(project: Project<'_>, span: Span, name: &str) -> bool {
    let value = project.files.command_at(span).and_then(|(file, at)| match &file.commands[at].arguments[..] {
        [_, value] => value.template.literal().and_then(constant),
        _ => None,
    });
    value.is_some_and(|value| is_default(name, value))
}

/// Whether all that the project builds has by other means what a `set()` would give it: nothing is lost.
fn is_had_anyway(project: Project<'_>, span: Span, name: &str) -> bool {
    const COMPILED: &[TargetKind] =
        &[TargetKind::Executable, TargetKind::Shared, TargetKind::Module, TargetKind::Static, TargetKind::Object];
    let Some((file, at)) = project.files.command_at(span) else { return false };
    let [_, value] = &file.commands[at].arguments[..] else { return false };
    let Some(value) = value.template.literal() else { return false };
    let model = project.model;
    let mut built = model.built_targets().filter(|id| model.is_kind(*id, COMPILED).is_possible()).peekable();
    // What is missing may make targets.
    (built.peek().is_some() || !model.misses_readers()) && built.all(|id| model.has_anyway(id, name, value))
}

/// Whether the folder of a `set()`, or one above it, gives the same value to the variable that CMake has: then targets have it.
fn is_said_above(project: Project<'_>, span: Span, variable: &str) -> bool {
    let second =
        |command: &Command| command.arguments.get(1).and_then(|value| value.template.literal()).map(str::to_owned);
    let Some(value) = project.files.command_at(span).and_then(|(file, at)| second(&file.commands[at])) else {
        return false;
    };
    let is_same = |other: &str| other == value || constant(other).is_some_and(|other| constant(&value) == Some(other));
    let folder = |file| project.files.sources().get(file).path().parent().map(Path::to_path_buf);
    // What a module sets is there in the folder whose list includes it.
    let reached = |file: &File, command: &Command| -> Vec<PathBuf> {
        let included = included_by(project, file);
        let place = Span::new(file.id, command.range.clone());
        let ran = project.model.facts.assigned.contains_key(&place);
        if ran && !included.is_empty() { included } else { folder(file.id).into_iter().collect() }
    };
    project.files.all().calls("set").any(|(file, command)| {
        command.arguments.first().and_then(|name| name.template.literal()) == Some(variable)
            && second(command).is_some_and(|other| is_same(&other))
            && folder(span.file).is_some_and(|own| reached(file, command).iter().any(|above| own.starts_with(above)))
    })
}

/// The folders whose lists include a module, by its name.
fn included_by(project: Project<'_>, module: &File) -> Vec<PathBuf> {
    let source = project.files.sources().get(module.id);
    let Some(stem) = source.path().file_stem().and_then(|stem| stem.to_str()) else { return Vec::new() };
    let is_it = |command: &Command| {
        let last = command.arguments.first().and_then(|first| first.template.0.last());
        let Some(Part::Literal(text)) = last else { return false };
        text.rsplit('/').next().is_some_and(|name| name.strip_suffix(".cmake").unwrap_or(name) == stem)
    };
    let files = project.files.all();
    let calls = files.calls("include").filter(|(_, command)| is_it(command));
    let folders = calls.filter_map(|(file, _)| {
        let list = project.files.sources().get(file.id);
        (list.path().file_name()? == "CMakeLists.txt").then(|| list.path().parent().map(Path::to_path_buf))?
    });
    folders.collect()
}

/// Whether commands of a find module read the variable that the project calls anywhere, be it in a branch which a constant closes, and its
/// authors open by hand: `FindCUDA` documents this one.
fn read_by_modules(project: Project<'_>, name: &str) -> bool {
    const READ: &[(&str, &[&str])] = &[(
        "CUDA_SEPARABLE_COMPILATION",
        &[
            "cuda_add_executable",
            "cuda_add_library",
            "cuda_wrap_srcs",
            "cuda_compile",
            "cuda_compile_ptx",
            "cuda_compile_fatbin",
            "cuda_compile_cubin",
            "cuda_link_separable_compilation_objects",
        ],
    )];
    let commands = READ.iter().find(|(read, _)| *read == name).map_or(&[][..], |(_, commands)| commands);
    let files = project.files.all();
    commands.iter().any(|command| files.calls(command).next().is_some())
}

/// Whether a file uses the variable, or may do so: a reference, a name in a condition, a template's place, a definition.
fn is_read(cx: &Context<'_>, file: &File, name: &str) -> bool {
    let source = cx.facts.sources.get(file.id);
    let holds = |text: String| memchr::memmem::find(source.bytes(), text.as_bytes()).is_some();
    reads(file, name)
        || [format!("{{{name}}}"), format!("@{name}@"), format!("-D{name}")].into_iter().any(holds)
        || file.commands.iter().any(|command| is_declared(command, name))
}

/// Whether a file reads variables by names that others hold, and by nothing else: `${${name}}`.
fn reads_by_name(cx: &Context<'_>, file: &File) -> bool {
    let source = cx.facts.sources.get(file.id);
    let bytes = source.bytes();
    memchr::memmem::find_iter(bytes, b"${${").any(|at| {
        let rest = bytes.get(at + 4..).unwrap_or_default();
        memchr::memchr(b'}', rest).is_some_and(|end| rest.get(end + 1) == Some(&b'}'))
    })
}

/// Whether a file reads a variable whose name is put together of a value and this beginning or end: `${${kind}_OUTPUT_DIRECTORY}`.
fn is_put_together(cx: &Context<'_>, file: &File, name: &str) -> bool {
    let source = cx.facts.sources.get(file.id);
    let bytes = source.bytes();
    let word = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    memchr::memmem::find_iter(bytes, b"${").any(|at| {
        let rest = bytes.get(at + 2..).unwrap_or_default();
        let (start, rest) = rest.split_at(word(rest));
        let Some(inner) = rest.strip_prefix(b"${") else { return false };
        let Some(rest) = inner.get(word(inner)..).and_then(|rest| rest.strip_prefix(b"}")) else { return false };
        let (end, rest) = rest.split_at(word(rest));
        rest.first() == Some(&b'}')
            && start.len() + end.len() > 0
            && name.len() > start.len() + end.len()
            && name.as_bytes().starts_with(start)
            && name.as_bytes().ends_with(end)
    })
}

/// Whether a name is a word of a list: an argument of a command that does not write the variable.
fn is_listed(file: &File, name: &str) -> bool {
    file.commands.iter().any(|command| {
        let words = command.arguments.iter().filter_map(|argument| argument.template.literal());
        let is_property = command.lower.contains("propert");
        !is_property && words.skip(1).any(|text| text.split(';').any(|word| word == name))
    })
}

/// Whether a template has a place for the variable, or something of its name: `@NAME@`, `${NAME}`, `#cmakedefine NAME`.
fn is_filled_in(cx: &Context<'_>, project: Project<'_>, name: &str) -> bool {
    let facts = project.model.facts;
    let inputs = facts.generated.iter().filter_map(|one| facts.texts.as_str(one.input?)).map(Path::new);
    let templates = project.inputs.of(Kind::CMakeTemplate).iter().map(std::path::PathBuf::as_path);
    inputs.chain(templates).any(|path| cx.facts.sources.load(path).is_ok_and(|file| has_word(file.bytes(), name)))
}

/// Whether a command makes it a setting of the users' or of a function.
fn is_declared(command: &Command, name: &str) -> bool {
    let takes = matches!(&*command.lower, "option" | "function" | "macro" | "cmake_dependent_option")
        || (&*command.lower == "set" && command.arguments.iter().any(|a| a.template.literal() == Some("CACHE")))
        || command.lower.contains("parse_arguments");
    takes
        && command.arguments.iter().any(|a| a.template.literal().is_some_and(|text| text.split(';').any(|t| t == name)))
}
