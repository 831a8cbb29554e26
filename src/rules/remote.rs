//! Findings in configurations that nobody builds: they are guesses, whatever their rule says.
use std::path::Path;

use super::conditions::Conditions as _;
use super::context::{Facts, Project};
use super::finding::{Condition, Confidence, RenderedWitness, Severity};
use super::sink::Merged;
use crate::cmake::eval::facts::CacheEntry;
use crate::cmake::eval::text::has_symbol;
use crate::cmake::lang::condition::is_off;
use crate::cond::{Cond, SubjectKind};
use crate::flags::is_unknown;
use crate::model::branches;
use crate::source::{Purpose, Span, purpose};

/// An error that takes as many settings away from the project's own defaults nobody has built; whether it was ever meant to work is a guess.
const REMOTE: usize = 4;

/// Systems that a witness names when all others need more than that: nobody meant them.
const LEFT_OVER: &[&str] = &["fuchsia", "wasi", "none", "cygwin"];

/// Whether a finding happens only where nobody builds. `unforeseen` says where libraries become shared ones by a setting that the project
/// does not know.
pub(super) fn is_remote(merged: &Merged<Cond>, condition: &Condition, facts: Facts<'_>, unforeseen: Cond) -> bool {
    let witness = &condition.witness;
    merged.severity == Severity::Error && witness.settings.len() >= REMOTE
        || facts.conditions.is_remote(merged.condition)
        || witness.platform.as_deref().is_some_and(|name| LEFT_OVER.contains(&name))
        || is_unnamed_apple(condition)
        || is_unnamed_unix(condition, facts)
        || is_another_system(condition)
        || is_neither_compiler(&condition.witness)
        || asks_what_is_unknown(&condition.formula)
        || mixes_compilers(&witness.assumptions)
        || witness.settings.iter().any(|(name, value)| {
            let needed = is_off(value) || is_needed(merged.condition, name, facts);
            is_no_folder(name, value) || needed && is_private(name, value, facts)
        })
        || finds_itself(merged.condition, facts)
        || sets_up_others(merged.condition, facts)
        || condition.witness.settings.iter().any(|(name, _)| is_known_to_others_only(name, facts))
        || merged.confidence != Confidence::Proved && is_of_others(facts)
        || is_offered_elsewhere(merged.condition, facts)
        || fails_what_all_have(merged.condition, facts)
        || is_for_android(facts)
            && facts
                .conditions
                .conds
                .platform("ANDROID")
                .is_some_and(|android| facts.conditions.conds.disjoint(merged.condition, android))
        || !unforeseen.is_false() && facts.conditions.conds.implies(merged.condition, unforeseen)
}

/// Whether it hangs on a name that is not known.
fn asks_what_is_unknown(formula: &str) -> bool {
    formula.chars().any(is_unknown)
}

/// Whether it happens on a system of Apple's that has no command line and that the condition does not speak of: what is said of macOS was
/// left out, and the others nobody meant.
fn is_unnamed_apple(condition: &Condition) -> bool {
    const SYSTEMS: &[&str] = &["ios", "tvos", "watchos", "visionos"];
    let system = condition.witness.platform.as_deref().filter(|name| SYSTEMS.contains(name));
    system.is_some_and(|name| !condition.formula.to_lowercase().contains(name))
}

/// Systems whose builds are seldom meant, with words of build descriptions that mean them.
const SELDOM: &[(&str, &[&str])] = &[
    ("freebsd", &["FreeBSD", "FREEBSD", "BSD"]),
    ("openbsd", &["OpenBSD", "OPENBSD", "BSD"]),
    ("netbsd", &["NetBSD", "NETBSD", "BSD"]),
    ("dragonfly", &["DragonFly", "DRAGONFLY", "BSD"]),
    ("solaris", &["SunOS", "SOLARIS"]),
    ("aix", &["AIX"]),
    ("haiku", &["Haiku", "HAIKU"]),
    ("qnx", &["QNX"]),
    ("hurd", &["GNU/Hurd", "HURD"]),
    ("hpux", &["HP-UX", "HPUX"]),
    ("serenityos", &["SerenityOS", "SERENITYOS"]),
    ("ohos", &["OHOS"]),
];

/// Whether it happens only on systems like Unix that no build description here names: what is said of Linux was left out.
fn is_unnamed_unix(condition: &Condition, facts: Facts<'_>) -> bool {
    let system = condition.witness.platform.as_deref();
    let words = SELDOM.iter().find(|(name, _)| Some(*name) == system).map(|(_, words)| *words);
    words.is_some_and(|words| !facts.build_says(words))
}

/// Whether a setting of the project's own names another system than the one that is built for (`X_PLATFORM=windows` on Linux).
fn is_another_system(condition: &Condition) -> bool {
    const NAMES: &[(&str, &[&str])] = &[
        ("linux", &["linux"]),
        ("windows", &["windows", "win32", "win64"]),
        ("macos", &["macos", "osx", "darwin", "mac"]),
        ("android", &["android"]),
        ("ios", &["ios"]),
    ];
    let of =
        |value: &str| NAMES.iter().find(|(_, names)| names.contains(&&*value.to_lowercase())).map(|(name, _)| *name);
    let Some(system) = condition.witness.platform.as_deref().filter(|name| of(name).is_some()) else { return false };
    condition.witness.settings.iter().any(|(name, value)| {
        let about = name.to_uppercase().split('_').any(|word| matches!(word, "PLATFORM" | "OS" | "SYSTEM"));
        about && of(value).is_some_and(|named| named != system)
    })
}

/// Whether, on Linux, the compiler is neither GCC nor Clang, and no other is named: one that the project does not know.
fn is_neither_compiler(witness: &RenderedWitness) -> bool {
    let denied = |id: &str| {
        witness.assumptions.iter().any(|one| one.starts_with("!(CMAKE_C") && one.contains(&format!("\"{id}\")")))
    };
    witness.platform.as_deref() == Some("linux") && denied("GNU") && denied("Clang")
}

/// Whether C and C++ are compiled by compilers of two makers: nobody builds so.
fn mixes_compilers(assumptions: &[String]) -> bool {
    let compiler = |language: &str| {
        let start = format!("CMAKE_{language}_COMPILER_ID STREQUAL \"");
        assumptions.iter().find_map(|one| one.strip_prefix(start.as_str()))
    };
    compiler("C").zip(compiler("CXX")).is_some_and(|(c, cxx)| c != cxx)
}

/// Whether the project is built by the NDK alone, as the name of its folder or its own says (`jni` is the folder of ndk-build).
fn is_for_android(facts: Facts<'_>) -> bool {
    let Some(project) = facts.project else { return false };
    let facts = project.model.facts;
    let folder = facts.source_dir.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let first = facts.projects.first().and_then(|one| facts.texts.as_str(one.name)).unwrap_or_default();
    folder == "jni" || folder == "android" || first.to_lowercase().contains("android")
}

/// Whether it happens only where the project looks for the package that it is itself, and cannot do without: a part of it that is built by
/// itself, against what is installed.
fn finds_itself(cond: Cond, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project.filter(|_| !cond.is_true()) else { return false };
    let (model, conds) = (project.model, facts.conditions.conds);
    let own = |name: &str| model.facts.projects.iter().any(|one| model.facts.texts.as_str(one.name) == Some(name));
    let mut searches = model.facts.packages.iter().filter(|search| search.required && !search.cond.is_true());
    searches.any(|search| {
        let name = model.facts.texts.as_str(search.name);
        name.is_some_and(|name| own(name) && model.find(name).is_some_and(|id| !model.is_imported(id)))
            && conds.implies(cond, search.cond)
    })
}

/// Whether it happens only where users change options of code that others wrote and the project takes along: its own build gives those
/// what it needs.
fn sets_up_others(cond: Cond, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project.filter(|_| !cond.is_true()) else { return false };
    let (model, conds) = (project.model, facts.conditions.conds);
    let mut defaults = Cond::TRUE;
    for subject in conds.subjects(cond) {
        let info = conds.subject_info(subject);
        let entry = model.facts.cache.get(&*info.name).filter(|entry| entry.option);
        let Some((entry, span)) = entry.and_then(|entry| Some((entry, model.span(entry.origin)?))) else { continue };
        let Some(default) = entry.default.and_then(|text| model.facts.texts.plain(text)) else { continue };
        let vendored = |span: Span| is_taken_along(project, project.files.sources().get(span.file).path());
        // A folder such as `contrib` may be the project's own, as the names of its options say.
        let own = || {
            let others = model.facts.cache.iter().filter(|(_, other)| other.option);
            prefix(&info.name).is_some_and(|own| {
                others
                    .filter(|(name, _)| prefix(name) == Some(own))
                    .any(|(_, other)| model.span(other.origin).is_some_and(|span| !vendored(span)))
            })
        };
        if !has_symbol(&default) && vendored(span) && !own() {
            let on = conds.truthy(subject);
            defaults = conds.and(defaults, if is_off(&default) { conds.not(on) } else { on });
        }
    }
    !defaults.is_true() && conds.disjoint(cond, defaults)
}

/// Whether a setting is one that only code of others knows, which the project takes along.
fn is_known_to_others_only(name: &str, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project.filter(|_| !name.starts_with("CMAKE_") && !name.starts_with("BUILD_")) else {
        return false;
    };
    let sources = project.files.sources();
    let (mut others, mut own) = (false, false);
    for file in project.files.all().iter() {
        let source = sources.get(file.id);
        if memchr::memmem::find(source.bytes(), name.as_bytes()).is_some() {
            let taken = is_taken_along(project, source.path());
            (others, own) = (others | taken, own | !taken);
        }
    }
    others && !own
}

/// Names of files with the licence of what stands beside and below them.
const LICENCES: &[&str] = &["LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "COPYING", "COPYING.txt"];

/// Files by which the folder of a repository is built as a whole, and not only its parts.
const BUILDS: &[&str] = &[
    "CMakeLists.txt",
    "configure.ac",
    "configure.in",
    "configure",
    "meson.build",
    "Makefile",
    "Cargo.toml",
    "SConstruct",
];

/// Whether a file belongs to code of others: its folder is one for that, or the top of a project below this one has a licence of its own.
fn is_taken_along(project: Project<'_>, path: &Path) -> bool {
    let sandbox = project.files.sources().sandbox();
    let top = &project.model.facts.source_dir;
    let folders = || path.ancestors().skip(1).take_while(|folder| *folder != top && folder.starts_with(top));
    let is_top = |folder: &Path| {
        let list = folder.join("CMakeLists.txt");
        project.inputs.cmake_lists.iter().any(|known| known.calls_project && known.path == list)
    };
    project.model.is_vendored(path)
        || folders().any(|folder| is_top(folder) && LICENCES.iter().any(|name| sandbox.is_file(&folder.join(name))))
}

/// Whether the top of a project is code of others that no build description of this repository adds: nobody builds it from here.
fn is_of_others(facts: Facts<'_>) -> bool {
    facts.project.is_some_and(|project| {
        let (top, own) = (&project.inputs.path, &project.model.facts.source_dir);
        let below = own.strip_prefix(top).unwrap_or(Path::new(""));
        let sandbox = project.files.sources().sandbox();
        let has = |folder: &Path, names: &[&str]| names.iter().any(|name| sandbox.is_file(&folder.join(name)));
        below.iter().any(|part| purpose(&part.to_string_lossy()) == Some(Purpose::Vendored))
            || own != top && has(own, LICENCES) && has(top, BUILDS)
    })
}

/// Whether it happens only with settings that the project offers in other configurations alone: in these, nobody is told of them.
fn is_offered_elsewhere(cond: Cond, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project.filter(|_| !cond.is_true()) else { return false };
    let (cache, conds) = (&project.model.facts.cache, facts.conditions.conds);
    let mut unset = cond;
    for subject in conds.subjects(cond) {
        let info = conds.subject_info(subject);
        let of_users =
            matches!(info.kind, SubjectKind::Option | SubjectKind::Input) && !info.name.starts_with("CMAKE_");
        let entry = cache.get(&*info.name).filter(|entry| of_users && !entry.declared.is_false());
        // Where it is declared only if nobody has set it (`if(NOT DEFINED …)`), it is offered all the same.
        let declared = |entry: &CacheEntry| conds.exists_subject(entry.declared, subject);
        if entry.is_some_and(|entry| conds.disjoint(declared(entry), cond)) {
            unset = conds.diff(unset, conds.truthy(subject));
        }
    }
    unset != cond && unset.is_false()
}

/// The first word of an option's name, where that is a project's name and no verb.
fn prefix(name: &str) -> Option<&str> {
    const VERBS: &[&str] =
        &["BUILD", "ENABLE", "DISABLE", "WITH", "WITHOUT", "USE", "CMAKE", "INSTALL", "HAVE", "SKIP"];
    let (first, _) = name.split_once('_')?;
    (first.len() > 1 && !VERBS.contains(&first.to_uppercase().as_str())).then_some(first)
}

/// Flags that GCC and Clang have had for longer than anybody uses them (manual of GCC 4.8, "Option Summary").
const EVERYWHERE: &[&str] = &[
    "-fPIC",
    "-fpic",
    "-fPIE",
    "-fpie",
    "-fvisibility=hidden",
    "-fvisibility-inlines-hidden",
    "-pthread",
    "-Wall",
    "-Wextra",
    "-std=c99",
    "-std=gnu99",
    "-std=c++11",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-strict-aliasing",
];

/// Whether it happens only where a compiler refuses a flag that all have, on a system where it is not Microsoft's.
fn fails_what_all_have(cond: Cond, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project.filter(|_| !cond.is_true()) else { return false };
    let conds = facts.conditions.conds;
    if !conds.platform("WIN32").is_some_and(|windows| conds.disjoint(cond, windows)) {
        return false;
    }
    let failed = |name: &str| {
        let mut subjects = conds.subjects(cond).into_iter();
        subjects.any(|subject| conds.subject_info(subject).name == name && conds.disjoint(cond, conds.truthy(subject)))
    };
    ["check_c_compiler_flag", "check_cxx_compiler_flag"].into_iter().any(|command| {
        project.files.all().calls(command).any(|(_, command)| {
            let word = |at: usize| command.arguments.get(at).and_then(|argument| argument.template.literal());
            word(0).is_some_and(|flag| EVERYWHERE.contains(&flag)) && word(1).is_some_and(failed)
        })
    })
}

/// Whether a setting takes away one of the folders that GNUInstallDirs gives to everybody: nobody installs so.
fn is_no_folder(name: &str, value: &str) -> bool {
    let folder = name.strip_prefix("CMAKE_INSTALL_").is_some_and(|rest| rest.ends_with("DIR"));
    folder && is_off(value)
}

/// Whether no configuration of a condition does without a setting.
fn is_needed(cond: Cond, name: &str, facts: Facts<'_>) -> bool {
    let conds = facts.conditions.conds;
    let mut subjects = conds.subjects(cond).into_iter();
    let named = subjects.find(|subject| conds.subject_info(*subject).name == name);
    named.is_some_and(|subject| conds.implies(cond, conds.truthy(subject)))
}

/// Whether a name is one by which parts of the project speak to each other: it is declared nowhere, and some file sets it without asking
/// first whether users have. Where another file gives it a default, users may set it; who switches it off, even so, asks for what is not there.
fn is_private(name: &str, value: &str, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project else { return false };
    if name.starts_with("CMAKE_") || name.starts_with("BUILD_") || project.model.facts.cache.contains_key(name) {
        return false;
    }
    let (mut plain, mut default) = (false, false);
    for (file, command) in project.files.all().calls("set") {
        let word = |at: usize| command.arguments.get(at).and_then(|argument| argument.template.literal());
        if word(0) == Some(name) && !(2..command.arguments.len()).any(|at| word(at) == Some("CACHE")) {
            let asks = branches::around(file, command.range.start).tested.contains(name);
            plain |= !asks;
            default |= asks;
        }
    }
    plain && (!default || is_off(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_maker_compiles_both() {
        let both = |c: &str, cxx: &str| {
            let text = |language: &str, id: &str| format!("CMAKE_{language}_COMPILER_ID STREQUAL \"{id}\"");
            mixes_compilers(&[text("C", c), text("CXX", cxx)])
        };
        assert!(both("GNU", "Clang") && !both("Clang", "Clang"));
        assert!(!mixes_compilers(&["CMAKE_C_COMPILER_ID STREQUAL \"GNU\"".to_owned()]));
    }

    #[test]
    fn systems_that_are_left_over() {
        let on = |platform: &str, formula: &str| {
            let mut condition = Condition::always();
            condition.formula = formula.to_owned();
            condition.witness.platform = Some(platform.to_owned());
            is_unnamed_apple(&condition)
        };
        assert!(on("ios", "APPLE & !(CMAKE_SYSTEM_NAME STREQUAL \"Darwin\")"));
        assert!(!on("ios", "IOS & WITH_TESTS") && !on("macos", "APPLE"));
    }

    #[test]
    fn projects_name_their_options() {
        assert_eq!(prefix("PLAYER_BUILD_PLUGIN"), Some("PLAYER"));
        assert_eq!(prefix("BUILD_PLUGIN"), None);
        assert_eq!(prefix("PLAYER"), None);
    }

    #[test]
    fn names_that_are_not_known() {
        assert!(asks_what_is_unknown("DEFINED FLAGS\u{f0000}") && !asks_what_is_unknown("DEFINED FLAGS"));
    }

    #[test]
    fn folders_of_an_installation_are_there() {
        assert!(is_no_folder("CMAKE_INSTALL_LIBDIR", "OFF") && is_no_folder("CMAKE_INSTALL_INCLUDEDIR", ""));
        assert!(!is_no_folder("CMAKE_INSTALL_LIBDIR", "lib64") && !is_no_folder("X_LIBDIR", ""));
    }
}
