//! Writes over what users gave that are meant where they happen: whoever gives both options asks for two things at once.
use std::collections::BTreeSet;

use super::written_over::{has_word, is_boundary};
use crate::cmake::eval::facts::{Override, OverrideKind};
use crate::cmake::lang::condition::{constant, is_off};
use crate::cmake::syntax::Command;
use crate::cond::{Cond, Subject, SubjectId, SubjectKind};
use crate::rules::Project;
use crate::rules::remote::offered_values;
use crate::source::{Purpose, Span, purposes};

/// Words of options that have the project bring a thing, where they name it (`BUILD_FOO`).
const BRINGS: &[&str] =
    &["BUILD", "BUILTIN", "BUNDLED", "DOWNLOAD", "EMBEDDED", "FETCH", "INTERNAL", "SOURCE", "VENDORED"];

/// What brings all that a project needs.
const MANAGERS: &[&str] = &["CONAN", "CPM", "FETCHCONTENT", "HUNTER", "SUPERBUILD", "VCPKG"];

/// Words for all that a project needs.
const NEEDS: &[&str] = &["3RDPARTY", "DEPENDENCIES", "DEPS", "LIBRARIES", "LIBS", "PACKAGES", "THIRDPARTY"];

/// Words of options that say by their value where a thing comes from (`FOO_PROVIDER`).
const CHOICES: &[&str] = &["ORIGIN", "PROVIDER", "SOURCE"];

/// How names of settings for a place end.
const ENDS: &[&str] =
    &["DIR", "FOLDER", "HOME", "INCLUDE", "INCLUDES", "LIB", "LIBRARIES", "LIBRARY", "PATH", "PREFIX", "ROOT"];

/// Layouts and packages that say where things lie.
const LAYOUTS: &[&str] = &[
    "APPIMAGE",
    "BUNDLE",
    "CONDA",
    "DEB",
    "DMG",
    "FLATPAK",
    "FRAMEWORK",
    "MSI",
    "NSIS",
    "PKG",
    "PORTABLE",
    "RPM",
    "SNAP",
    "STANDALONE",
    "WHEEL",
];

/// Kinds of builds for one purpose, with all that belongs to it.
const MODES: &[&str] = &[
    "ASAN",
    "COVERAGE",
    "FUZZ",
    "FUZZER",
    "FUZZERS",
    "FUZZING",
    "GCOV",
    "LSAN",
    "MSAN",
    "PROFILING",
    "SANITIZE",
    "SANITIZER",
    "SANITIZERS",
    "TSAN",
    "UBSAN",
];

/// Systems for which projects have options of their own, beside what CMake says.
const SYSTEMS: &[&str] =
    &["ANDROID", "EMSCRIPTEN", "IOS", "PS4", "PS5", "RPI", "UWP", "VITA", "WASI", "WASM", "WINRT", "XBOX"];

/// Words of settings that say by their value for which system or device the build is.
const TARGETS: &[&str] = &["BOARD", "CONSOLE", "DEVICE", "MACHINE", "MCU", "OS", "PLATFORM", "SOC", "TARGET"];

/// Conditions of CMake that hold on one system each.
const PLATFORMS: &[&str] = &["ANDROID", "APPLE", "EMSCRIPTEN", "IOS", "MSVC", "WIN32"];

fn words(name: &str) -> BTreeSet<String> {
    name.split('_').map(str::to_uppercase).collect()
}

fn has(words: &BTreeSet<String>, known: &[&str]) -> bool {
    known.iter().any(|word| words.contains(*word))
}

/// What a condition asks of the users' options, each with its words.
fn asked(project: Project<'_>, cond: Cond) -> Vec<(SubjectId, std::sync::Arc<Subject>)> {
    let conds = &project.model.facts.conds;
    let all = conds.subjects(cond).into_iter().map(|one| (one, conds.subject_info(one)));
    all.filter(|(_, info)| matches!(info.kind, SubjectKind::Option | SubjectKind::Input)).collect()
}

/// Whether only an option that has the project bring something writes the place of that very thing (`BUILD_FOO` for `FOO_DIR`), of all things
/// (`USE_CONAN`, `NOT USE_SYSTEM_LIBS`), or chooses where it comes from.
pub(super) fn is_asked_to_bring(project: Project<'_>, name: &str, cond: Cond) -> bool {
    let thing: BTreeSet<String> = words(name).into_iter().filter(|word| !ENDS.contains(&word.as_str())).collect();
    let is_place = name.rsplit('_').next().is_some_and(|end| ENDS.contains(&end.to_uppercase().as_str()));
    if thing.is_empty() {
        return false;
    }
    let conds = &project.model.facts.conds;
    let brings = asked(project, cond).into_iter().any(|(subject, info)| {
        let option = words(&info.name);
        let (of_thing, of_all) = (thing.is_subset(&option), is_place && has(&option, NEEDS));
        let own = has(&option, BRINGS) && (of_thing || of_all && !option.contains("BUILD"))
            || has(&option, MANAGERS) && (of_thing || is_place);
        let of_system = option.contains("SYSTEM") && (of_thing || of_all);
        let yes = conds.truthy(subject);
        own && conds.implies(cond, yes) || of_system && conds.disjoint(cond, yes)
    });
    let chooses = |subject| {
        let option = words(&conds.subject_info(subject).name);
        thing.is_subset(&option) && has(&option, CHOICES)
    };
    brings || conds.needed(cond).into_iter().any(|(subject, _)| chooses(subject))
}

/// Whether the platform alone decides about a write: one that has a value of its own, or several of which each is named. All but one are most.
fn is_of_platform(project: Project<'_>, cond: Cond) -> bool {
    let conds = &project.model.facts.conds;
    let mut whens: Vec<Cond> = PLATFORMS.iter().filter_map(|name| conds.platform(name)).collect();
    let crossing = |info: &Subject| info.name == "CMAKE_CROSSCOMPILING";
    let mut alone = true;
    for (subject, info) in conds.subjects(cond).into_iter().map(|one| (one, conds.subject_info(one))) {
        if crossing(&info) {
            whens.push(conds.truthy(subject));
        } else if info.kind != SubjectKind::Platform {
            alone = false;
        }
    }
    alone && conds.implies(cond, conds.any(whens))
}

/// Whether what decides about a write leaves no other choice: the platform, an option that asks for the very value (`USE_VULKAN` for `vulkan`),
/// for a system, for a kind of build or for a layout of its own (a framework, a package that runs where it is unpacked).
pub(super) fn is_dictated(project: Project<'_>, over: &Override) -> bool {
    let facts = project.model.facts;
    let conds = &facts.conds;
    let value = over.value.single().and_then(|text| facts.texts.as_str(text));
    let is_list = value.is_none_or(|value| value.contains(';'));
    let value = value.filter(|value| !value.is_empty()).map(str::to_uppercase);
    let holds_value =
        |words: &BTreeSet<String>| value.as_ref().is_some_and(|value| value.len() > 2 && words.contains(value));
    let says = |info: &Subject| {
        let option = words(&info.name);
        let help = facts.cache.get(info.name.as_str()).map(|entry| help_words(&entry.help)).unwrap_or_default();
        [LAYOUTS, MODES, SYSTEMS].iter().any(|known| has(&option, known))
            || holds_value(&option)
            || holds_value(&help)
            || help.contains("DEPRECATED")
            || is_list && option.contains("ALL")
    };
    let asked = asked(project, over.cond);
    let given = asked.iter().filter(|(_, info)| says(info)).map(|(one, _)| conds.truthy(*one));
    let fronts = asked.iter().filter(|(_, info)| is_front_end(project, &info.name)).map(|(one, _)| conds.defined(*one));
    let meant: Vec<Cond> = given.chain(fronts).collect();
    // What a package lies in, and for which machine it is built, are values.
    let of_target = |name: &str| name == "CMAKE_INSTALL_PREFIX" || has(&words(name), TARGETS);
    let compared = |(subject, atom): (SubjectId, Cond)| {
        of_target(&conds.subject_info(subject).name) && atom != conds.truthy(subject) && atom != conds.defined(subject)
    };
    is_of_platform(project, over.cond)
        || !meant.is_empty() && conds.implies(over.cond, conds.any(meant))
        || conds.needed(over.cond).into_iter().any(compared)
}

/// Whether the help text of an entry names a value with which the write does not happen, of an option that decides about it ("sysroot of the
/// developer mode", `MODE` being one of developer and release): it says so when the entry counts.
pub(super) fn speaks_of_another_value(project: Project<'_>, over: &Override, help: &str) -> bool {
    /// Words that are values of many options, and say nothing of one.
    const COMMON: &[&str] = &["AUTO", "DEFAULT", "NONE"];
    let conds = &project.model.facts.conds;
    let spoken = help_words(help);
    asked(project, over.cond).into_iter().filter(|(_, info)| info.name != *over.name).any(|(subject, info)| {
        let offered = offered_values(project, &info.name).into_iter().flatten();
        let values = offered.chain(conds.constants(subject)).chain(info.default.clone());
        let mut said = values.filter(|value| {
            let word = value.to_uppercase();
            value.len() > 3 && constant(value).is_none() && !COMMON.contains(&&*word) && spoken.contains(&word)
        });
        said.any(|value| conds.disjoint(over.cond, conds.equals(subject, &value)))
    })
}

fn help_words(help: &str) -> BTreeSet<String> {
    help.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_uppercase).collect()
}

/// Whether a name is that of a variable which only the front end of a package sets when it configures a project: it asks for a layout of its
/// own (scikit-build and scikit-build-core, `SKBUILD`; the toolchain files of vcpkg and Conan, unless the project offers such a name itself).
pub(super) fn is_front_end(project: Project<'_>, name: &str) -> bool {
    const FRONT_ENDS: &[&str] = &["SKBUILD", "SKBUILD_PROJECT_NAME", "SKBUILD_STATE"];
    const BEGINNINGS: &[&str] = &["CONAN_", "VCPKG_"];
    FRONT_ENDS.contains(&name)
        || BEGINNINGS.iter().any(|start| name.starts_with(start)) && !project.model.facts.cache.contains_key(name)
}

/// Whether a line of the output beside a write says the value that is taken.
pub(super) fn is_told_beside(project: Project<'_>, over: &Override, write: Span) -> bool {
    let value = over.value.single().and_then(|text| project.model.facts.texts.as_str(text));
    let Some(value) = value.filter(|value| value.len() > 2) else { return false };
    let Some((file, at)) = project.files.command_at(write) else { return false };
    let plain = |one: &&Command| !is_boundary(&one.lower);
    let (before, after) = file.commands.split_at(at);
    before.iter().rev().take_while(plain).chain(after.iter().take_while(plain)).any(|one| {
        let mode = one.arguments.first().and_then(|first| first.template.literal());
        &*one.lower == "message"
            && mode == Some("STATUS")
            && one.arguments.iter().skip(1).any(|text| has_word(&text.template, value))
    })
}

/// Whether a plain `set()` stands in a folder for tests or examples: it chooses for those alone.
pub(super) fn is_for_tests(project: Project<'_>, over: &Override, write: Span) -> bool {
    let file = project.files.sources().get(write.file);
    let mut purposes = purposes(file.path(), &project.model.facts.source_dir);
    over.kind != OverrideKind::Force && purposes.any(|one| matches!(one, Purpose::Test | Purpose::Example))
}

/// Whether a write is one of several in a block for one value of another entry, or for a mode: who chooses that, chooses them all.
pub(super) fn is_of_a_choice(project: Project<'_>, name: &str, write: Span) -> bool {
    /// As many other entries are written there.
    const OTHERS: usize = 3;
    let Some((file, at)) = project.files.command_at(write) else { return false };
    let entries = &project.model.facts.cache;
    let plain = |one: &&Command| !is_boundary(&one.lower);
    let (before, after) = file.commands.split_at(at);
    let word = |one: &Command, at: usize| {
        one.arguments.get(at).and_then(|argument| argument.template.literal()).map(str::to_owned)
    };
    let is_other = |other: &str| other != name && entries.get(other).is_some_and(|entry| !entry.offered.is_false());
    let writes = |one: &&Command| *one.lower == *"set" && word(one, 0).is_some_and(|other| is_other(&other));
    let beside: Vec<&Command> =
        before.iter().rev().take_while(plain).chain(after.iter().take_while(plain)).filter(writes).collect();
    let others = beside.iter().filter(|one| word(one, 1).is_some()).count();
    let Some(test) = before.iter().rev().find(|one| is_boundary(&one.lower)) else { return false };
    let words: Vec<&str> = test.arguments.iter().filter_map(|argument| argument.template.literal()).collect();
    let compares = words.iter().any(|word| matches!(*word, "STREQUAL" | "MATCHES" | "EQUAL"));
    let of_value = others >= OTHERS && compares && words.iter().any(|word| entries.contains_key(*word));
    // A mode that is off unless users ask for it, and settles more than one entry.
    let is_mode = |word: &str| match entries.get(word) {
        Some(entry) => {
            let default = entry.default.filter(|_| entry.option);
            default.and_then(|text| project.model.facts.texts.as_str(text)).is_some_and(is_off)
        }
        None => super::is_never_set(project, word),
    };
    // A loop over names of others behind it.
    let behind = after.iter().take_while(|one| plain(one) || one.lower.ends_with("foreach"));
    let mut looped = behind.filter(|one| *one.lower == *"foreach").flat_map(|one| one.arguments.iter().skip(1));
    let mut several = || !beside.is_empty() || looped.any(|one| one.template.literal().is_some_and(is_other));
    let of_mode = matches!(*words, [word] if is_mode(word)) && several();
    matches!(&*test.lower, "if" | "elseif") && (of_value || of_mode)
}
