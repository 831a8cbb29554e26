//! Systems and compilers that nobody meant.
use crate::cmake::lang::condition::is_off;
use crate::cond::{Cond, Conds};
use crate::rules::{Condition, Facts, RenderedWitness};

/// Systems that a witness names when all others need more than that: nobody meant them. The last two are given up by their maker.
const LEFT_OVER: &[&str] = &["fuchsia", "wasi", "none", "cygwin", "windowsce", "windowsphone"];

/// Whether it happens on such a system.
pub(super) fn is_left_over(witness: &RenderedWitness) -> bool {
    witness.platform.as_deref().is_some_and(|name| LEFT_OVER.contains(&name))
}

/// Apple's systems that have no command line, with words of build descriptions that mean them.
const APPLES: &[(&str, &[&str])] = &[
    ("ios", &["iOS", "IOS"]),
    ("tvos", &["tvOS", "TVOS"]),
    ("watchos", &["watchOS", "WATCHOS"]),
    ("visionos", &["visionOS", "VISIONOS"]),
];

/// Whether it happens on such a system, and either the condition does not speak of it, since what is said of macOS was left out, or no
/// build description here does: it is what is left where all others are excluded by their names.
pub(super) fn is_unnamed_apple(condition: &Condition, says: impl FnOnce(&[&str]) -> bool) -> bool {
    let system = condition.witness.platform.as_deref();
    let system = APPLES.iter().find(|(name, _)| Some(*name) == system);
    system.is_some_and(|(name, words)| !condition.formula.to_lowercase().contains(name) || !says(words))
}

/// Other systems whose builds are seldom meant, with words of build descriptions that mean them.
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
    ("windowsstore", &["WINDOWS_STORE", "WindowsStore", "WINDOWS_UWP", "UWP", "WINRT", "WinRT"]),
];

/// Whether it happens only on such systems and no build description here names them: what is said of Linux, or of Windows, was left out.
pub(super) fn is_unnamed_system(condition: &Condition, facts: Facts<'_>) -> bool {
    let system = condition.witness.platform.as_deref();
    let words = SELDOM.iter().find(|(name, _)| Some(*name) == system).map(|(_, words)| *words);
    words.is_some_and(|words| !facts.build_says(words))
}

/// Whether a setting of the project's own names another system than the one that is built for (`X_HOST=darwin` on Linux).
pub(super) fn is_another_system(condition: &Condition) -> bool {
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
        of(value).is_some_and(|named| named != system) || !is_off(value) && is_named_for_another(name, system)
    })
}

/// Whether a setting is for other systems by its name (`BUILD_APPLE_FRAMEWORK` on Windows), and none that leaves them out.
fn is_named_for_another(name: &str, system: &str) -> bool {
    const WORDS: &[(&str, &[&str])] = &[
        ("LINUX", &["linux"]),
        // Packages of Linux, and systems of it (CPack's generators DEB and RPM).
        ("APPIMAGE", &["linux"]),
        ("DEB", &["linux"]),
        ("DEBIAN", &["linux"]),
        ("FEDORA", &["linux"]),
        ("FLATPAK", &["linux"]),
        ("RPM", &["linux"]),
        ("UBUNTU", &["linux"]),
        ("WINDOWS", &["windows"]),
        ("WIN32", &["windows"]),
        ("MINGW", &["windows"]),
        ("MSVC", &["windows"]),
        ("APPLE", &["macos", "ios"]),
        ("DARWIN", &["macos", "ios"]),
        ("MAC", &["macos"]),
        ("MACOS", &["macos"]),
        ("MACOSX", &["macos"]),
        ("OSX", &["macos"]),
        ("XCFRAMEWORK", &["macos", "ios"]),
        ("ANDROID", &["android"]),
        ("NDK", &["android"]),
        ("IOS", &["ios"]),
        ("HARMONY", &["ohos"]),
        ("OHOS", &["ohos"]),
        ("OPENHARMONY", &["ohos"]),
        // Interfaces that one family of systems has.
        ("D3D11", &["windows"]),
        ("D3D12", &["windows"]),
        ("DIRECTX", &["windows"]),
        ("DSHOW", &["windows"]),
        ("NSIS", &["windows"]),
        ("SCHANNEL", &["windows"]),
        ("UWP", &["windows", "windowsstore"]),
        ("WASAPI", &["windows"]),
        ("WINHTTP", &["windows"]),
        ("AVFOUNDATION", &["macos", "ios"]),
        ("COCOA", &["macos"]),
        ("COREAUDIO", &["macos", "ios"]),
    ];
    let words = words_of(name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let leaves_out = ["NO", "NOT", "DISABLE", "WITHOUT", "SKIP", "EXCLUDE"].iter().any(|word| words.contains(word));
    let mut meant = WORDS.iter().filter(|(word, _)| words.contains(word)).map(|(_, systems)| *systems).peekable();
    !leaves_out && meant.peek().is_some() && meant.all(|systems| !systems.contains(&system))
}

/// Whether it needs a generator that another system has (cmake-generators(7)): Visual Studio's on Linux.
pub(super) fn is_generator_of_another_system(cond: Cond, conds: &Conds) -> bool {
    const OF_SYSTEMS: &[(&str, &[&str])] = &[
        ("WIN32", &["Visual Studio", "NMake", "Borland", "MinGW Makefiles", "MSYS Makefiles"]),
        ("APPLE", &["Xcode"]),
    ];
    let needed = conds.needed(cond);
    let asked = needed.iter().filter(|(subject, literal)| {
        conds.subject_info(*subject).name == "CMAKE_GENERATOR" && conds.formula(*literal).starts_with("CMAKE_GENERATOR")
    });
    asked.into_iter().any(|(_, literal)| {
        let formula = conds.formula(*literal);
        OF_SYSTEMS.iter().filter(|(_, names)| names.iter().any(|name| formula.contains(name))).any(|(system, _)| {
            // Visual Studio builds for Android, too.
            let builds = [*system, "ANDROID"].into_iter().filter_map(|name| conds.platform(name));
            conds.disjoint(cond, conds.any(builds.collect::<Vec<_>>()))
        })
    })
}

/// The words of a name in capitals: `IS_DARWIN` and `IsDarwin` have the same, and the latter `ISDARWIN` besides.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = name.to_uppercase().split('_').map(str::to_owned).collect();
    let mut last = '_';
    for c in name.chars() {
        if last == '_' || last.is_ascii_lowercase() && c.is_ascii_uppercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c != '_') {
            word.push(c.to_ascii_uppercase());
        }
        last = c;
    }
    words
}

/// Whether, on Linux, the compiler is neither GCC nor Clang, and no other is named: one that the project does not know. The project may
/// refuse all others.
pub(super) fn is_neither_compiler(witness: &RenderedWitness) -> bool {
    let denied = |id: &str| {
        witness.assumptions.iter().any(|one| one.starts_with("!(CMAKE_C") && one.contains(&format!("\"{id}\")")))
    };
    witness.platform.as_deref() == Some("linux") && denied("GNU") && denied("Clang")
}

/// Compilers of systems that their makers have given up, by what CMake calls them (cmake-variables(7), `CMAKE_<LANG>_COMPILER_ID`): Tru64, HP-UX, IRIX.
const GONE: &[&str] = &["Compaq", "HP", "MIPSpro"];

/// Whether it happens with such a compiler only.
pub(super) fn is_for_gone_compiler(cond: Cond, conds: &Conds) -> bool {
    conds.subjects(cond).into_iter().any(|subject| {
        if !conds.subject_info(subject).name.ends_with("_COMPILER_ID") {
            return false;
        }
        let asked = conds.constants(subject);
        let gone = GONE.iter().filter(|id| asked.iter().any(|one| one == *id));
        let gone: Vec<Cond> = gone.map(|id| conds.equals(subject, id)).collect();
        !gone.is_empty() && conds.implies(cond, conds.any(gone))
    })
}

/// Whether C and C++ are compiled by compilers of two makers: nobody builds so.
pub(super) fn mixes_compilers(assumptions: &[String]) -> bool {
    let compiler = |language: &str| {
        let start = format!("CMAKE_{language}_COMPILER_ID STREQUAL \"");
        assumptions.iter().find_map(|one| one.strip_prefix(start.as_str()))
    };
    compiler("C").zip(compiler("CXX")).is_some_and(|(c, cxx)| c != cxx)
}

/// Whether it happens on Apple's systems only where the project needs what these do not have: CUDA, HIP, packages of Linux.
pub(super) fn lacks_what_it_needs_on_apple(cond: Cond, facts: Facts<'_>) -> bool {
    let conds = facts.conditions.conds;
    let apple = conds.platform("APPLE").is_some_and(|apple| conds.implies(cond, apple));
    apple && facts.project.is_some_and(|project| conds.implies(cond, project.model.needs_what_apple_lacks()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cond::Subject;

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
    fn compilers_that_are_gone() {
        let conds = Conds::new();
        let compiler = conds.subject(Subject::input("CMAKE_Fortran_COMPILER_ID"));
        let is = |id: &str| conds.equals(compiler, id);
        assert!(
            is_for_gone_compiler(is("HP"), &conds) && is_for_gone_compiler(conds.or(is("HP"), is("MIPSpro")), &conds)
        );
        assert!(
            !is_for_gone_compiler(is("GNU"), &conds) && !is_for_gone_compiler(conds.or(is("HP"), is("GNU")), &conds)
        );
    }

    #[test]
    fn settings_for_other_systems() {
        assert!(
            is_named_for_another("BUILD_APPLE_XCFRAMEWORK", "windows") && is_named_for_another("X_ANDROID", "linux")
        );
        assert!(!is_named_for_another("BUILD_APPLE_XCFRAMEWORK", "macos") && !is_named_for_another("X_LINUX", "linux"));
        assert!(
            is_named_for_another("IsDarwinPlatform", "linux") && !is_named_for_another("IsDarwinPlatform", "macos")
        );
        assert!(is_named_for_another("BUILD_iOS", "linux") && !is_named_for_another("MACHINE_CODE", "linux"));
        assert!(!is_named_for_another("NO_ANDROID", "linux") && !is_named_for_another("WITH_IOSTREAMS", "linux"));
    }

    #[test]
    fn systems_that_are_left_over() {
        let on = |platform: &str, formula: &str| {
            let mut condition = Condition::always();
            condition.formula = formula.to_owned();
            condition.witness.platform = Some(platform.to_owned());
            is_unnamed_apple(&condition, |words| words.contains(&"iOS"))
        };
        assert!(on("ios", "APPLE & !(CMAKE_SYSTEM_NAME STREQUAL \"Darwin\")"));
        assert!(!on("ios", "IOS & WITH_TESTS") && !on("macos", "APPLE"));
        assert!(on("watchos", "CMAKE_SYSTEM_NAME STREQUAL \"watchOS\""));
    }
}
