//! Variables that look like those of CMake, which it does not have, and that nobody reads.
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::cmake::lang::condition::constant;
use crate::cmake::lang::property_table::{CONFIGURATIONS, known_variable, variables};
use crate::cmake::syntax::{Command, File, Part};
use crate::discover::Kind;
use crate::model::branches::references;
use crate::model::mentions::has_word;
use crate::nearest::nearest;
use crate::rules::wording::listing;
use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};
use crate::source::Span;

/// Languages that stand for `<LANG>` (cmake-language-variables(7)).
const LANGUAGES: &[&str] = &[
    "C", "CXX", "CUDA", "HIP", "Fortran", "ASM", "OBJC", "OBJCXX", "Swift", "ISPC", "CSharp", "RC", "ASM_NASM",
    "ASM_MASM", "ASM-ATT",
];

/// Variables of CMake's own modules that are not documented and have nearly the name of one that is.
const INTERNAL: &str = include_str!("unknown_cmake_variable/internal.txt");

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let types = LazyCell::new(|| own_types(cx, project));
    let mut set: BTreeMap<String, Vec<Span>> = BTreeMap::new();
    for file in project.evaluated() {
        for command in &file.commands {
            let is_slip = |name: &&str| is_unknown(name) && !is_of_type(name, &types) && !is_kept(command, name);
            if let Some(name) = assigned(command).filter(is_slip) {
                set.entry(name.to_owned()).or_default().push(Span::new(file.id, command.range.clone()));
            }
        }
    }
    for (name, places) in set {
        let near = near(&name);
        if (!near.is_empty() || is_standard_of_others(&name)) && !is_read(cx, project, &name) {
            report(project, &name, &near, &places, sink);
        }
    }
}

/// What holds the build types (cmake-variables(7)).
const OF_TYPES: &[&str] = &["CMAKE_BUILD_TYPE", "CMAKE_CONFIGURATION_TYPES"];

/// The words that may be build types of the project's own, in capitals: what stands beside the variables for them, or beside one that is made
/// of them, in `$<CONFIG:…>`, or in a preset.
fn own_types(cx: &Context<'_>, project: Project<'_>) -> BTreeSet<String> {
    let files = project.files.all();
    let is_meant = |names: &BTreeSet<String>, command: &Command| {
        let mut read = BTreeSet::new();
        command.arguments.iter().for_each(|argument| references(&argument.template, &mut read));
        let literal = command.arguments.iter().filter_map(|argument| argument.template.literal());
        read.iter().map(String::as_str).chain(literal).any(|name| names.contains(name))
    };
    let commands = || files.iter().flat_map(|file| &file.commands);
    let mut names: BTreeSet<String> = OF_TYPES.iter().map(|name| (*name).to_owned()).collect();
    // `string(TOUPPER "${CMAKE_BUILD_TYPE}" type)`
    let made = commands().filter(|command| is_meant(&names, command)).flat_map(|command| match &*command.lower {
        "set" => command.arguments.get(..1).unwrap_or_default(),
        "string" => command.arguments.get(1..).unwrap_or_default(),
        _ => &[],
    });
    let made: Vec<String> = made.filter_map(|argument| argument.template.literal()).map(str::to_owned).collect();
    names.extend(made);
    let mut out = BTreeSet::new();
    let mut add = |text: &str| {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        out.extend(words.map(str::to_ascii_uppercase));
    };
    for argument in commands().filter(|command| is_meant(&names, command)).flat_map(|command| &command.arguments) {
        for part in &argument.template.0 {
            if let Part::Literal(text) = part {
                add(text);
            }
        }
    }
    for file in files.iter() {
        let source = cx.facts.sources.get(file.id);
        let bytes = source.bytes();
        for at in memchr::memmem::find_iter(bytes, b"$<CONFIG:") {
            let rest = bytes.get(at + "$<CONFIG:".len()..).unwrap_or_default();
            let end = rest.iter().take(LONGEST).position(|byte| *byte == b'>').unwrap_or(0);
            add(&String::from_utf8_lossy(rest.get(..end).unwrap_or_default()));
        }
    }
    for path in project.inputs.of(Kind::Presets) {
        if let Ok(file) = cx.facts.sources.load(path) {
            add(&String::from_utf8_lossy(file.bytes()));
        }
    }
    out
}

/// Lists of build types in an expression are no longer.
const LONGEST: usize = 200;

/// Whether a name has such a build type in the place that CMake documents for one.
fn is_of_type(name: &str, types: &BTreeSet<String>) -> bool {
    let name = name.strip_suffix("_INIT").unwrap_or(name);
    let documents = |stem: &str| {
        stem.ends_with('_') && CONFIGURATIONS.iter().any(|known| documented().contains(&format!("{stem}{known}")))
    };
    let places = name.match_indices('_').map(|(at, _)| name.split_at(at + 1));
    places.into_iter().any(|(stem, word)| types.contains(word) && documents(stem))
}

fn report(project: Project<'_>, name: &str, near: &[String], places: &[Span], sink: &mut Sink) {
    let facts = project.model.facts;
    let ran = places.iter().filter_map(|place| Some((place, facts.assigned.get(place)?)));
    let ran: Vec<_> = ran.map(|(place, conds)| (place, facts.conds.any(conds.iter().copied()))).collect();
    let Some((first, _)) = ran.first() else { return };
    let cond = facts.conds.any(ran.iter().map(|(_, cond)| *cond).collect::<Vec<_>>());
    if !cond.is_possible() {
        return;
    }
    let mut draft = Draft::new(cond, Place::new(*(*first), "nobody reads it")).named("name", name);
    let command = project.files.command_at(*(*first));
    let command = command.as_ref().and_then(|(file, at)| file.commands.get(*at));
    let values: Vec<&str> = command.iter().flat_map(|command| values(command)).collect();
    let near = near.iter().filter(|near| takes(near, &values)).cloned();
    let (siblings, near): (Vec<String>, Vec<String>) = near.partition(|near| is_sibling(name, near));
    let likely = match near.iter().find(|near| near.eq_ignore_ascii_case(name)) {
        Some(same) => vec![same.clone()],
        None => likely(project, name, &near),
    };
    draft = match siblings.as_slice() {
        _ if !likely.is_empty() => {
            // What is set there, too, has its value: it may not be what is meant.
            let file = project.evaluated().find(|file| file.id == first.file);
            let set: BTreeSet<&str> = file.iter().flat_map(|file| &file.commands).filter_map(assigned).collect();
            let set: Vec<&String> = likely.iter().filter(|near| set.contains(near.as_str())).collect();
            let beside = match set.as_slice() {
                [] => String::new(),
                set => format!("; this file sets {} as well", listing(set)),
            };
            match mapped(&likely) {
                Some(mapped) => draft.help(mapped),
                None => draft.value("near", listing(&likely) + &beside),
            }
        }
        [] if is_standard_of_others(name) => draft.help(
            "take it away: CMake has standards for C, C++, Objective-C, CUDA and HIP only; give the compiler's own flag \
             (target_compile_options)",
        ),
        [] => draft.help("take it away, or write what is meant: cmake-variables(7) lists what CMake reads"),
        siblings => draft.help(format!("take it away: CMake has {}, and none for this tool", listing(siblings))),
    };
    for (place, _) in ran.iter().skip(1).take(8) {
        draft = draft.related(*(*place), "nor here");
    }
    // What is missing may read it.
    sink.report(if project.model.misses_readers() { draft.confidence(Confidence::Heuristic) } else { draft });
}

/// What is to be said where the mapping of a build type is meant, which never held: with it CMake refuses imported targets that have no file
/// of their own for a listed one (cmake-properties(7), `MAP_IMPORTED_CONFIG_<CONFIG>`).
fn mapped(likely: &[String]) -> Option<String> {
    let [name] = likely else { return None };
    name.starts_with("CMAKE_MAP_IMPORTED_CONFIG_").then(|| {
        format!(
            "take it away: the build does without; or write `{name}`, with an empty element at the end of the list in quotes (`\"Debug;\"`): \
             without that CMake stops at imported targets that have a plain `IMPORTED_LOCATION` only"
        )
    })
}

/// As many names are a suggestion, more are none.
const MOST: usize = 3;

/// Tools of Qt for which CMake has variables of the same form (cmake-qt(7)).
const TOOLS: &[&str] = &["AUTOMOC", "AUTOUIC", "AUTORCC"];

/// Whether a command keeps what a variable of CMake's holds under a name like its own: `set(CMAKE_BASE_MODULE_PATH ${CMAKE_MODULE_PATH})`.
fn is_kept(command: &Command, name: &str) -> bool {
    let [_, value] = &command.arguments[..] else { return false };
    let of = value.template.reference().filter(|_| &*command.lower == "set");
    of.is_some_and(|of| of != name && near(name).iter().any(|near| near == of))
}

/// Whether a variable may be meant by a value, by the words of its name: flags of a compiler go into flags and the like, and an answer to
/// yes or no does not.
fn takes(name: &str, values: &[&str]) -> bool {
    const WITH_FLAGS: &[&str] = &["FLAGS", "OPTIONS", "LIBRARIES", "ARGS", "COMMAND", "DEPENDS"];
    const WITHOUT_ANSWERS: &[&str] = &["FLAGS", "PATH", "DIRECTORY", "DIR", "LIBRARIES"];
    let words: Vec<&str> = name.split('_').collect();
    let has = |any: &[&str]| any.iter().any(|word| words.contains(word));
    let flags = values.iter().any(|value| value.starts_with('-') || value.contains(" -"));
    let answer =
        matches!(values, [value] if constant(value).is_some() && value.bytes().any(|byte| byte.is_ascii_alphabetic()));
    if flags { has(WITH_FLAGS) } else { !answer || !has(WITHOUT_ANSWERS) }
}

/// What a command puts into a variable, as far as it stands there.
fn values(command: &Command) -> impl Iterator<Item = &str> {
    let from = if &*command.lower == "set" { 1 } else { 2 };
    let templates = command.arguments.iter().skip(from).flat_map(|one| &one.template.0);
    templates.filter_map(|part| if let Part::Literal(text) = part { Some(text.trim()) } else { None })
}

/// Whether two names differ by the tool that they are for: nobody means one by the other.
fn is_sibling(one: &str, other: &str) -> bool {
    let mut different = one.split('_').zip(other.split('_')).filter(|(one, other)| one != other);
    different.next().is_some_and(|(one, other)| TOOLS.contains(&one) && TOOLS.contains(&other))
        && different.next().is_none()
}

/// How the variables end that hold command lines, or that CMake itself sets (cmake-variables(7)): nobody means these by a slip.
const OF_CMAKE_ITSELF: &[&str] = &[
    "_COMPILE_OBJECT",
    "_CREATE_SHARED_LIBRARY",
    "_CREATE_SHARED_MODULE",
    "_CREATE_STATIC_LIBRARY",
    "_LINK_EXECUTABLE",
    "_ARCHIVE_CREATE",
    "_ARCHIVE_APPEND",
    "_ARCHIVE_FINISH",
    "_STANDARD_DEFAULT",
    "_STANDARD_LATEST",
];

/// The variables for flags of all links, where a name speaks of such flags and not of one kind of binary.
fn flags_of_links(name: &str) -> Option<Vec<String>> {
    const KINDS: &[&str] = &["EXE", "SHARED", "MODULE", "STATIC"];
    let words: Vec<&str> = name.split('_').collect();
    let at = words.windows(2).position(|pair| matches!(pair, ["LINK" | "LINKER", "FLAGS"]))?;
    let rest = words.get(at + 2..).unwrap_or_default();
    let is_type = |word: &&str| CONFIGURATIONS.iter().any(|one| one == word);
    let end = match rest {
        [] => String::new(),
        [word] if is_type(word) => format!("_{word}"),
        _ => return None,
    };
    let kinds = KINDS.iter().filter(|kind| **kind != "STATIC");
    let all = || kinds.map(|kind| format!("CMAKE_{kind}_LINKER_FLAGS{end}")).collect();
    (!words.iter().any(|word| KINDS.contains(word))).then(all)
}

/// Those of some names that are likely meant: of the languages that the project has, where they differ by that; none where it may be any.
fn likely(project: Project<'_>, name: &str, near: &[String]) -> Vec<String> {
    let is_set = |name: &String| !OF_CMAKE_ITSELF.iter().any(|end| name.ends_with(end));
    let near: Vec<String> = near.iter().filter(|name| is_set(name)).cloned().collect();
    if let Some(flags) = flags_of_links(name) {
        return flags;
    }
    if near.len() <= MOST {
        return near;
    }
    let enabled: BTreeSet<&str> =
        project.model.facts.projects.iter().flat_map(|one| &one.languages).map(|language| &**language).collect();
    let of_project = near.iter().filter(|name| {
        let mut words = name.split('_').filter(|word| LANGUAGES.contains(word)).peekable();
        words.peek().is_none() || words.any(|word| enabled.contains(word))
    });
    let of_project: Vec<String> = of_project.cloned().collect();
    if of_project.len() > MOST { Vec::new() } else { of_project }
}

/// The variable that a command gives a value, of the scope or of the cache.
fn assigned(command: &Command) -> Option<&str> {
    let word = |at: usize| command.arguments.get(at).and_then(|argument| argument.template.literal());
    // A copy under another name (`set(CMAKE_C_FLAGS_OLD ${CMAKE_C_FLAGS})`) is no slip.
    let copied = command.arguments.get(1).and_then(|value| value.template.reference());
    let is_copy = |name: &str| copied.is_some_and(|of| name.strip_prefix(of).is_some_and(|rest| rest.starts_with('_')));
    let name = match (&*command.lower, word(0)?) {
        ("set", name) if command.arguments.len() > 1 && !is_copy(name) => name,
        ("string" | "list", "APPEND" | "PREPEND") => word(1)?,
        _ => return None,
    };
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (name.starts_with("CMAKE_") && plain && !name.ends_with('_')).then_some(name)
}

/// How the variables end that give targets a standard of their language, and the languages that have standards (cmake-properties(7),
/// `<LANG>_STANDARD`).
const STANDARDS: &[&str] = &["<LANG>_STANDARD", "<LANG>_STANDARD_REQUIRED", "<LANG>_EXTENSIONS"];
const WITH_STANDARDS: &[&str] = &["C", "CXX", "OBJC", "OBJCXX", "CUDA", "HIP"];

/// Whether a name would give targets a standard of a language for which CMake has none.
fn is_standard_of_others(name: &str) -> bool {
    STANDARDS.iter().filter_map(|end| end.strip_prefix("<LANG>")).any(|end| {
        let language = name.strip_prefix("CMAKE_").and_then(|rest| rest.strip_suffix(end));
        language.is_some_and(|language| LANGUAGES.contains(&language) && !WITH_STANDARDS.contains(&language))
    })
}

/// Names that CMake documents, with languages and build types in their places.
fn documented() -> &'static BTreeSet<String> {
    static NAMES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
        let filled = |name: &str, place: &str, words: &[&str]| -> Vec<String> {
            if name.contains(place) {
                words.iter().map(|word| name.replace(place, word)).collect()
            } else {
                vec![name.to_owned()]
            }
        };
        let names = variables().filter(|name| name.starts_with("CMAKE_"));
        let languages =
            |name: &str| if STANDARDS.iter().any(|end| name.ends_with(end)) { WITH_STANDARDS } else { LANGUAGES };
        let names = names.flat_map(|name| filled(name, "<LANG>", languages(name)));
        let names = names.flat_map(|name| filled(&name, "<CONFIG>", &CONFIGURATIONS));
        names.filter(|name| !name.contains('<')).collect()
    });
    &NAMES
}

/// Whether CMake has no such variable: documented, of its modules, or with another language or build type in its place.
fn is_unknown(name: &str) -> bool {
    let internal = || {
        let language = name.split('_').nth(1).filter(|word| LANGUAGES.contains(word));
        let of_language = |line: &str| {
            let other = line.split('_').nth(1).filter(|word| LANGUAGES.contains(word));
            language.zip(other).is_some_and(|(one, other)| {
                let rest = |name: &str, word: &str| name.get("CMAKE_".len() + word.len()..).map(str::to_owned);
                rest(name, one) == rest(line, other)
            })
        };
        INTERNAL.lines().filter(|line| !line.starts_with('#')).any(|line| line == name || of_language(line))
    };
    // `CMAKE_<LANG>_FLAGS` fits any word, `LINKER` too: the place is filled with languages only.
    let of_a_place = || known_variable(name) && !variables().any(|known| known.contains("<LANG>") && fits(name, known));
    let typed = || {
        let stems =
            documented().iter().filter(|known| CONFIGURATIONS.iter().any(|one| known.ends_with(&format!("_{one}"))));
        stems.filter_map(|known| known.rsplit_once('_')).any(|(stem, _)| {
            name.strip_prefix(stem)
                .and_then(|rest| rest.strip_prefix('_'))
                .is_some_and(|word| !word.contains('_') && !is_type_in_wrong_case(word))
        })
    };
    !documented().contains(name) && !internal() && !of_a_place() && !typed() && !is_of_word(name)
}

/// Names of CMake with a language, the name of a project or a build type in them, on the pages of their plain forms (cmake-variables(7):
/// `CMAKE_SHARED_LIBRARY_PREFIX` and its like "…_<LANG> overrides this", `CMAKE_PROJECT`_<PROJECT-NAME>_INCLUDE,
/// `CMAKE_EXE_LINKER_FLAGS`_<CONFIG>_INIT, `CMAKE_USER_MAKE_RULES_OVERRIDE`_<LANG>).
fn is_of_word(name: &str) -> bool {
    const AFFIXES: &[&str] = &[
        "STATIC_LIBRARY_PREFIX_",
        "STATIC_LIBRARY_SUFFIX_",
        "SHARED_LIBRARY_PREFIX_",
        "SHARED_LIBRARY_SUFFIX_",
        "SHARED_MODULE_PREFIX_",
        "SHARED_MODULE_SUFFIX_",
        "IMPORT_LIBRARY_PREFIX_",
        "IMPORT_LIBRARY_SUFFIX_",
        "EXTRA_SHARED_LIBRARY_SUFFIXES_",
    ];
    let Some(rest) = name.strip_prefix("CMAKE_") else { return false };
    let of_language =
        AFFIXES.iter().any(|affix| rest.strip_prefix(affix).is_some_and(|word| LANGUAGES.contains(&word)));
    let included = rest.strip_prefix("PROJECT_").is_some_and(|rest| {
        let project = rest.strip_suffix("_INCLUDE").or_else(|| rest.strip_suffix("_INCLUDE_BEFORE"));
        project.is_some_and(|project| !project.is_empty())
    });
    let initial = rest.strip_suffix("_INIT").and_then(|rest| rest.split_once("_FLAGS_")).is_some_and(|(of, word)| {
        let of_linker =
            of.strip_suffix("_LINKER").is_some_and(|kind| ["EXE", "SHARED", "MODULE", "STATIC"].contains(&kind));
        (of_linker || LANGUAGES.contains(&of)) && !word.contains('_') && !is_type_in_wrong_case(word)
    });
    of_language || included || initial || rest.starts_with("USER_MAKE_RULES_OVERRIDE_")
}

/// Whether a word is a build type of CMake's that is not written in capitals: `CMAKE_CXX_FLAGS_Release`.
fn is_type_in_wrong_case(word: &str) -> bool {
    CONFIGURATIONS.iter().any(|one| word != *one && word.eq_ignore_ascii_case(one))
}

/// Whether a name is that of a pattern with one place, whatever fills it.
fn fits(name: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('<') else { return false };
    let end = rest.rsplit_once('>').map_or("", |(_, end)| end);
    name.len() > start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
}

/// Shorter words are other words, not misspelt ones.
const SHORTEST: usize = 4;

/// Documented names that differ by one word, or by a letter or two of one word.
fn near(name: &str) -> Vec<String> {
    let words: Vec<&str> = name.split('_').collect();
    let without = |longer: &[&str], shorter: &[&str]| {
        longer.len() == shorter.len() + 1
            && (0..longer.len()).any(|at| longer[..at] == shorter[..at] && longer[at + 1..] == shorter[at..])
    };
    let misspelt = |other: &[&str]| {
        let mut different = words.iter().zip(other).filter(|(one, other)| one != other);
        let (Some((one, other)), None) = (different.next(), different.next()) else { return false };
        one.len() >= SHORTEST && other.len() >= SHORTEST && !nearest(one, [*other]).is_empty()
    };
    let all = documented().iter().map(|known| (known, known.split('_').collect::<Vec<_>>()));
    // A name that goes on has another meaning, but for a build type.
    let goes_on = |other: &[&str]| {
        other.starts_with(&words) && other.last().is_some_and(|last| !CONFIGURATIONS.iter().any(|one| one == last))
    };
    let all = all.filter(|(_, other)| {
        without(other, &words) && !goes_on(other)
            || without(&words, other)
            || other.len() == words.len() && misspelt(other)
    });
    all.map(|(known, _)| known.clone()).chain(without_prefix(name)).collect()
}

/// Variables of CMake's that do not begin like the others and concern the link (cmake-variables(7), "Variables that Change Behavior").
const WITHOUT_PREFIX: &[&str] = &["BUILD_SHARED_LIBS"];

/// The variable that a name means which has the prefix that the variable has not, before its words or in the place of the first.
fn without_prefix(name: &str) -> Option<String> {
    let rest = name.strip_prefix("CMAKE_")?;
    let means = |known: &&&str| rest == **known || known.split_once('_').is_some_and(|(_, words)| words == rest);
    WITHOUT_PREFIX.iter().find(means).map(|known| (*known).to_owned())
}

/// Whether anything in the project reads a variable: a reference, a condition, a name that is put together, a template.
fn is_read(cx: &Context<'_>, project: Project<'_>, name: &str) -> bool {
    let in_code = project.files.all().iter().any(|file| reads(file, name));
    let facts = project.model.facts;
    // Whatever configure_file() fills in.
    let filled_in = facts.generated.iter().filter_map(|one| facts.texts.as_str(one.input?)).any(|path| {
        let file = cx.facts.sources.load(std::path::Path::new(path));
        file.is_ok_and(|file| has_word(file.bytes(), name))
    });
    let kinds = [Kind::CMakeLists, Kind::CMakeModule, Kind::CMakeTemplate, Kind::Script];
    in_code
        || filled_in
        || kinds.into_iter().any(|kind| {
            project.inputs.of(kind).iter().filter_map(|path| cx.facts.sources.load(path).ok()).any(|file| {
                let bytes = file.bytes();
                let whole = matches!(kind, Kind::CMakeTemplate | Kind::Script) && has_word(bytes, name);
                whole || put_together(bytes, name)
            })
        })
}

fn reads(file: &File, name: &str) -> bool {
    file.commands.iter().any(|command| {
        let own = assigned(command) == Some(name);
        let forgets = matches!(&*command.lower, "unset" | "mark_as_advanced");
        if own || forgets {
            return false;
        }
        let mut read = BTreeSet::new();
        command.arguments.iter().for_each(|argument| references(&argument.template, &mut read));
        read.contains(name) || command.arguments.iter().any(|argument| argument.template.literal() == Some(name))
    })
}

/// Whether a name may be made of a variable: `${CMAKE_${kind}_FLAGS}`.
fn put_together(bytes: &[u8], name: &str) -> bool {
    memchr::memmem::find_iter(bytes, b"CMAKE_").any(|at| {
        let rest = bytes.get(at..).unwrap_or_default();
        let rest = rest.get(..120).unwrap_or(rest);
        let Some(open) = memchr::memmem::find(rest, b"${") else { return false };
        let start = rest.get(..open).unwrap_or_default();
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let Some(close) = memchr::memchr(b'}', rest.get(open..).unwrap_or_default()) else { return false };
        let end = rest.get(open + close + 1..).unwrap_or_default();
        let end = end.get(..end.iter().position(|byte| !is_word(byte)).unwrap_or(end.len())).unwrap_or_default();
        start.iter().all(is_word)
            && name.as_bytes().starts_with(start)
            && name.as_bytes().ends_with(end)
            && name.len() > start.len() + end.len()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_all_links() {
        let flags = |name| flags_of_links(name).unwrap_or_default().join(" ");
        assert_eq!(
            flags("CMAKE_CXX_LINKER_FLAGS_DEBUG"),
            "CMAKE_EXE_LINKER_FLAGS_DEBUG CMAKE_SHARED_LINKER_FLAGS_DEBUG CMAKE_MODULE_LINKER_FLAGS_DEBUG"
        );
        assert!(flags("CMAKE_LINK_FLAGS").starts_with("CMAKE_EXE_LINKER_FLAGS "));
        assert!(flags("CMAKE_EXE_LINK_FLAGS").is_empty() && flags("CMAKE_CXX_FLAG").is_empty());
    }

    #[test]
    fn names_that_cmake_does_not_have() {
        for name in ["CMAKE_LINKER_FLAGS", "CMAKE_LINKER_FLAGS_DEBUG", "CMAKE_MACOS_RPATH", "CMAKE_STANDARD_LIBRARIES"]
        {
            assert!(is_unknown(name) && !near(name).is_empty(), "{name}");
        }
        for name in [
            "CMAKE_EXE_LINKER_FLAGS",
            "CMAKE_CXX_FLAGS_ASAN",
            "CMAKE_C_FLAGS_INIT",
            "CMAKE_SYSTEM_NAME",
            "CMAKE_CXX_COMPILER_ARG1",
            "CMAKE_SHARED_LIBRARY_PREFIX_CXX",
            "CMAKE_PROJECT_viewer_INCLUDE",
            "CMAKE_EXE_LINKER_FLAGS_ASAN_INIT",
        ] {
            assert!(!is_unknown(name) || near(name).is_empty(), "{name}");
        }
    }

    #[test]
    fn standards_are_for_some_languages() {
        assert!(near("CMAKE_Fortran_STANDARD").is_empty() && is_standard_of_others("CMAKE_Fortran_STANDARD"));
        assert!(is_unknown("CMAKE_Fortran_STANDARD") && !is_unknown("CMAKE_HIP_STANDARD_REQUIRED"));
    }

    #[test]
    fn tools_are_no_slips() {
        assert!(is_sibling("CMAKE_AUTOUIC_DEPEND_FILTERS", "CMAKE_AUTOMOC_DEPEND_FILTERS"));
        assert!(!is_sibling("CMAKE_AUTOMOC_DEPEND_FILTER", "CMAKE_AUTOMOC_DEPEND_FILTERS"));
    }

    #[test]
    fn names_that_are_put_together() {
        assert!(put_together(b"set(x ${CMAKE_${kind}_FLAGS})", "CMAKE_LINKER_FLAGS"));
        assert!(!put_together(b"set(x ${CMAKE_${kind}_DIR})", "CMAKE_LINKER_FLAGS"));
    }
}
