//! Platform variables as conditions on `CMAKE_SYSTEM_NAME` and on the compiler.
//!
//! Source: cmake-variables(7) (`CMAKE_SYSTEM_NAME`, `WIN32`, `UNIX`, `BSD`, `MSVC`, `MINGW`, `CMAKE_<LANG>_COMPILER_ID`),
//! and for what a system sets beyond that page the modules `Platform/<system>-Initialize` of CMake 4.4 and `OpenHarmony`'s
//! toolchain file.

use super::atoms::{Domain, Store, Subject, SubjectKind};
use super::predicate::Predicate;
use super::{Cond, SubjectId};

/// A system that CMake can build for.
struct System {
    /// The value of `CMAKE_SYSTEM_NAME`.
    value: &'static str,
    /// The name in a witness.
    label: &'static str,
    /// Variables that CMake sets for it.
    sets: &'static [&'static str],
}

/// Likely ones first: that order is the order of the atoms, and of what a witness tries.
const SYSTEMS: &[System] = &[
    System { value: "Linux", label: "linux", sets: &["UNIX", "LINUX"] },
    System { value: "Windows", label: "windows", sets: &["WIN32"] },
    System { value: "Darwin", label: "macos", sets: &["UNIX", "APPLE"] },
    System { value: "Android", label: "android", sets: &["UNIX", "ANDROID"] },
    System { value: "iOS", label: "ios", sets: &["UNIX", "APPLE", "IOS"] },
    System { value: "FreeBSD", label: "freebsd", sets: &["UNIX", "BSD"] },
    System { value: "Emscripten", label: "emscripten", sets: &["UNIX", "EMSCRIPTEN"] },
    System { value: "OpenBSD", label: "openbsd", sets: &["UNIX", "BSD"] },
    System { value: "NetBSD", label: "netbsd", sets: &["UNIX", "BSD"] },
    System { value: "DragonFly", label: "dragonfly", sets: &["UNIX", "BSD"] },
    System { value: "tvOS", label: "tvos", sets: &["UNIX", "APPLE"] },
    System { value: "watchOS", label: "watchos", sets: &["UNIX", "APPLE"] },
    System { value: "visionOS", label: "visionos", sets: &["UNIX", "APPLE"] },
    System { value: "CYGWIN", label: "cygwin", sets: &["UNIX", "CYGWIN"] },
    System { value: "MSYS", label: "msys", sets: &["UNIX", "CYGWIN", "MSYS"] },
    System { value: "WindowsStore", label: "windowsstore", sets: &["WIN32", "WINDOWS_STORE"] },
    System { value: "WindowsPhone", label: "windowsphone", sets: &["WIN32", "WINDOWS_PHONE"] },
    System { value: "WindowsCE", label: "windowsce", sets: &["WIN32", "WINCE"] },
    System { value: "SunOS", label: "solaris", sets: &["UNIX"] },
    System { value: "AIX", label: "aix", sets: &["UNIX", "AIX"] },
    System { value: "Haiku", label: "haiku", sets: &["UNIX", "HAIKU"] },
    System { value: "QNX", label: "qnx", sets: &["UNIX", "QNXNTO"] },
    System { value: "GNU", label: "hurd", sets: &["UNIX"] },
    System { value: "OHOS", label: "ohos", sets: &["UNIX", "OHOS"] },
    System { value: "SerenityOS", label: "serenityos", sets: &["UNIX", "SERENITYOS"] },
    System { value: "HP-UX", label: "hpux", sets: &["UNIX"] },
    System { value: "Fuchsia", label: "fuchsia", sets: &["FUCHSIA"] },
    System { value: "WASI", label: "wasi", sets: &["WASI"] },
    System { value: "Generic", label: "none", sets: &[] },
];

/// Variables that get an atom of their own, in this order, so that conditions on them are small and read well. The
/// others are disjunctions of systems.
const CLASSES: &[&str] = &["WIN32", "UNIX", "APPLE", "LINUX", "ANDROID", "IOS", "BSD", "EMSCRIPTEN", "CYGWIN"];

/// Variables that `CMAKE_HOST_*` exists for.
const HOST_VARIABLES: &[&str] = &["WIN32", "UNIX", "APPLE", "LINUX", "BSD", "AIX", "SOLARIS"];

/// A variable that says something about the tools, and the variable without which it is never set.
const TOOLS: &[(&str, Option<&str>)] = &[
    ("MSVC", Some("WIN32")),
    ("MINGW", Some("WIN32")),
    ("MSVC_IDE", Some("MSVC")),
    ("XCODE", Some("CMAKE_HOST_APPLE")),
    ("BORLAND", Some("WIN32")),
];

/// Compilers, and a variable that says whether one of them can be it: `(id, variable, value of the variable)`.
const COMPILERS: &[(&str, Option<(&str, bool)>)] = &[
    ("GNU", Some(("MSVC", false))),
    ("Clang", None),
    ("AppleClang", Some(("APPLE", true))),
    ("MSVC", Some(("MSVC", true))),
    ("IntelLLVM", None),
    ("Intel", None),
    ("NVHPC", None),
    ("ARMClang", Some(("MSVC", false))),
    ("XLClang", Some(("MSVC", false))),
    ("IBMClang", Some(("MSVC", false))),
    ("PGI", None),
    ("SunPro", Some(("MSVC", false))),
];

/// Options by which projects name a system that CMake 4.4 does not, or that their own toolchain files name: when they may be on. SDL's
/// `sdlplatform.cmake` and the toolchain files of devkitPro, `VitaSDK`, PSPDEV and the AROS and iOS ports have these names.
const NAMED: &[(&str, &[&str])] = &[
    ("IOS", &["APPLE"]),
    ("TVOS", &["APPLE"]),
    ("WATCHOS", &["APPLE"]),
    ("VISIONOS", &["APPLE"]),
    ("MACOS", &["APPLE"]),
    ("MACOSX", &["APPLE"]),
    ("OSX", &["APPLE"]),
    ("ANDROID", &["ANDROID", "LINUX"]),
    ("EMSCRIPTEN", &["EMSCRIPTEN"]),
    ("HAIKU", &["HAIKU"]),
    ("QNX", &["QNXNTO"]),
    ("AROS", &[]),
    ("AMIGA", &[]),
    ("AMIGAOS", &[]),
    ("MORPHOS", &[]),
    ("VITA", &[]),
    ("PSP", &[]),
    ("PS2", &[]),
    ("IOP", &[]),
    ("N3DS", &[]),
    ("NINTENDO_3DS", &[]),
    ("NINTENDO_SWITCH", &[]),
    ("NINTENDO_WII", &[]),
    ("NINTENDO_GAMECUBE", &[]),
    ("WII", &[]),
    ("WIIU", &[]),
    ("RISCOS", &[]),
    ("OS2", &[]),
    ("BEOS", &[]),
    ("SYLLABLE", &[]),
];

/// Languages whose compiler is known by `CMAKE_<LANG>_COMPILER_ID` with the values above.
pub(super) const LANGUAGES: &[&str] = &["C", "CXX", "OBJC", "OBJCXX"];

/// Whether a variable holds the id of a compiler.
pub(super) fn names_compiler(variable: &str) -> bool {
    let language = variable.strip_prefix("CMAKE_").and_then(|rest| rest.strip_suffix("_COMPILER_ID"));
    language.is_some_and(|language| LANGUAGES.contains(&language))
}

/// Whether a variable says which compiler another one simulates (cmake-variables(7)): users cannot give it, and where it says MSVC, `MSVC`
/// is set.
pub(crate) fn simulates(variable: &str) -> bool {
    let of = |end: &str| variable.strip_prefix("CMAKE_").and_then(|rest| rest.strip_suffix(end));
    of("_SIMULATE_ID").or_else(|| of("_COMPILER_FRONTEND_VARIANT")).is_some_and(|one| LANGUAGES.contains(&one))
}

/// Bytes in an address: of 64, 32 and 16 bits.
const WIDTHS: &[&str] = &["8", "4", "2"];

/// The name of a system in a witness.
pub(super) fn label(system: &str) -> String {
    let known = SYSTEMS.iter().find(|known| known.value == system);
    known.map_or_else(|| system.to_lowercase(), |known| known.label.to_owned())
}

/// The variable that CMake sets for this system and no other, unless it has atoms of its own.
pub(super) fn own_variable(system: &str) -> Option<&'static str> {
    let known = SYSTEMS.iter().find(|known| known.value == system)?;
    known.sets.iter().copied().find(|variable| !CLASSES.contains(variable) && systems_that_set(variable).len() == 1)
}

/// Variables that stand for several systems, all of which are among these, large ones first; with the systems that they stand for.
pub(super) fn classes_within(systems: &[&str]) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = CLASSES
        .iter()
        .map(|class| (*class, systems_that_set(class)))
        .filter(|(_, members)| members.len() > 1 && members.iter().all(|member| systems.contains(member)))
        .collect();
    found.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
    found
}

/// The values of `CMAKE_SYSTEM_NAME` for which CMake sets a variable.
fn systems_that_set(variable: &str) -> Vec<&'static str> {
    SYSTEMS.iter().filter(|system| system.sets.contains(&variable)).map(|system| system.value).collect()
}

impl Store {
    /// The subject behind a variable that CMake sets from platform and compiler, and whose text a project may compare.
    pub(super) fn well_known(&mut self, variable: &str) -> Option<SubjectId> {
        match variable {
            "CMAKE_SYSTEM_NAME" => Some(self.system(SubjectKind::Platform, "CMAKE_SYSTEM_NAME")),
            "CMAKE_SIZEOF_VOID_P" => {
                let values = WIDTHS.iter().map(|width| (*width).to_owned()).collect();
                let domain = Domain::Closed { values, with_other: false };
                let (kind, name) = (SubjectKind::Toolchain, variable.to_owned());
                let subject = self.subject(Subject { kind, name, domain, default: None, always_defined: true });
                self.complete(subject);
                Some(subject)
            }
            "CMAKE_HOST_SYSTEM_NAME" => Some(self.system(SubjectKind::Toolchain, "CMAKE_HOST_SYSTEM_NAME")),
            _ if simulates(variable) => Some(self.simulated(variable)),
            _ => names_compiler(variable).then(|| self.compiler(variable)),
        }
    }

    fn closed(&mut self, kind: SubjectKind, name: &str, values: Vec<String>) -> SubjectId {
        let domain = Domain::Closed { values, with_other: true };
        self.subject(Subject { kind, name: name.to_owned(), domain, default: None, always_defined: true })
    }

    fn system(&mut self, kind: SubjectKind, name: &str) -> SubjectId {
        let subject = self.closed(kind, name, SYSTEMS.iter().map(|system| system.value.to_owned()).collect());
        if self.is_fresh(subject) {
            let prefix = if kind == SubjectKind::Platform { "" } else { "CMAKE_HOST_" };
            for &class in CLASSES {
                if kind == SubjectKind::Platform || HOST_VARIABLES.contains(&class) {
                    let values = systems_that_set(class).into();
                    self.define(subject, Predicate::Class { prefix, name: class, values });
                }
            }
            self.complete(subject);
        }
        subject
    }

    fn compiler(&mut self, variable: &str) -> SubjectId {
        let values = COMPILERS.iter().map(|(id, _)| (*id).to_owned()).collect();
        let subject = self.closed(SubjectKind::Toolchain, variable, values);
        if self.is_fresh(subject) {
            for (id, needs) in COMPILERS {
                if let Some((variable, value)) = needs {
                    let set = self.platform(variable).unwrap_or(Cond::UNKNOWN);
                    self.require(subject, id, if *value { set } else { set.negated() });
                }
            }
            self.complete(subject);
        }
        subject
    }

    /// What the identification says that a compiler stands for, or takes its options from.
    fn simulated(&mut self, variable: &str) -> SubjectId {
        let values = ["GNU", "MSVC"].map(str::to_owned).into();
        let subject = self.closed(SubjectKind::Toolchain, variable, values);
        if self.is_fresh(subject) {
            let msvc = self.platform("MSVC").unwrap_or(Cond::UNKNOWN);
            self.require(subject, "MSVC", msvc);
            self.complete(subject);
        }
        subject
    }

    fn tool(&mut self, name: &str, within: Option<&str>) -> Cond {
        let subject = self.subject(Subject {
            kind: SubjectKind::Toolchain,
            name: name.to_owned(),
            domain: Domain::Boolean,
            default: None,
            always_defined: true,
        });
        if self.is_fresh(subject) {
            let mut within = within.and_then(|name| self.platform(name)).unwrap_or(Cond::TRUE);
            if name == "MINGW" {
                let msvc = self.tool("MSVC", Some("WIN32"));
                within = self.diff(within, msvc);
            }
            self.require(subject, "ON", within);
        }
        self.truthy(subject)
    }

    /// When a setting of this name may be on, if it names a system.
    pub(super) fn system_named(&mut self, setting: &str) -> Option<Cond> {
        let (_, systems) = NAMED.iter().find(|(name, _)| *name == setting)?;
        let others = CLASSES.iter().filter(|_| systems.is_empty());
        let among = if systems.is_empty() { others.copied().collect() } else { systems.to_vec() };
        let conds: Vec<Cond> = among.into_iter().filter_map(|name| self.platform(name)).collect();
        let any = conds.into_iter().fold(Cond::FALSE, |any, cond| self.or(any, cond));
        Some(if systems.is_empty() { any.negated() } else { any })
    }

    /// Whether CMake sets a platform variable; `None` for a name that is none.
    pub(super) fn platform(&mut self, name: &str) -> Option<Cond> {
        if let Some((name, within)) = TOOLS.iter().find(|(tool, _)| *tool == name) {
            return Some(self.tool(name, *within));
        }
        let (subject, variable) = match name.strip_prefix("CMAKE_HOST_") {
            Some(rest) if HOST_VARIABLES.contains(&rest) => ("CMAKE_HOST_SYSTEM_NAME", rest),
            Some(_) => return None,
            None => ("CMAKE_SYSTEM_NAME", name),
        };
        let systems = match variable {
            "SOLARIS" if subject == "CMAKE_HOST_SYSTEM_NAME" => vec!["SunOS"],
            _ => systems_that_set(variable),
        };
        if systems.is_empty() {
            return None;
        }
        let subject = self.well_known(subject)?;
        if let Some(class) = self.class(subject, variable) {
            return Some(class);
        }
        let literals: Vec<Cond> = systems.into_iter().map(|system| self.equals(subject, system)).collect();
        Some(literals.into_iter().fold(Cond::FALSE, |any, literal| self.or(any, literal)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cond::{Conds, Subject};

    #[test]
    fn every_class_has_systems() {
        for class in CLASSES {
            assert!(!systems_that_set(class).is_empty(), "{class}");
        }
    }

    #[test]
    fn variables_agree_with_the_table() {
        let mut store = Store::new(100_000);
        let subject = store.well_known("CMAKE_SYSTEM_NAME").unwrap();
        let variables: Vec<&str> = SYSTEMS.iter().flat_map(|system| system.sets.iter().copied()).collect();
        for system in SYSTEMS {
            let is = store.equals(subject, system.value);
            assert!(!is.is_false(), "{}", system.value);
            for variable in &variables {
                let set = store.platform(variable).unwrap();
                let expected = if system.sets.contains(variable) { is } else { Cond::FALSE };
                assert_eq!(store.and(is, set), expected, "{} {variable}", system.value);
            }
        }
        assert_eq!(store.platform("FOO"), None);
    }

    #[test]
    fn a_setting_that_names_a_system_is_on_there_only() {
        let mut store = Store::new(100_000);
        let option = store.subject(Subject::option("AROS", false));
        let input = store.subject(Subject::input("IOS"));
        let (aros, ios) = (store.truthy(option), store.truthy(input));
        let (linux, apple) = (store.platform("LINUX").unwrap(), store.platform("APPLE").unwrap());
        assert!(!aros.is_false() && !ios.is_false());
        let unix = store.platform("UNIX").unwrap();
        assert_eq!(store.and(aros, linux), Cond::FALSE);
        assert_eq!(store.and(aros, unix), Cond::FALSE);
        assert_eq!(store.and(aros, apple), Cond::FALSE);
        assert_eq!(store.diff(ios, apple), Cond::FALSE);
    }

    #[test]
    fn a_pattern_holds_for_compilers_that_there_are() {
        let mut store = Store::new(100_000);
        let compiler = store.well_known("CMAKE_CXX_COMPILER_ID").unwrap();
        let gnu = store.matches(compiler, "GNU", &regex::Regex::new("GNU").unwrap());
        let msvc = store.platform("MSVC").unwrap();
        assert!(!gnu.is_false());
        assert!(store.and(gnu, msvc).is_false());
    }

    #[test]
    fn what_simulates_microsofts_compiler_builds_for_windows() {
        let mut store = Store::new(100_000);
        let subject = store.well_known("CMAKE_C_SIMULATE_ID").unwrap();
        let simulates = store.equals(subject, "MSVC");
        let linux = store.platform("LINUX").unwrap();
        assert!(!simulates.is_false());
        assert!(store.and(simulates, linux).is_false());
        assert!(store.well_known("CMAKE_Swift_SIMULATE_ID").is_none());
    }

    #[test]
    fn compilers_agree_with_the_platform() {
        let mut store = Store::new(100_000);
        let compiler = store.well_known("CMAKE_CXX_COMPILER_ID").unwrap();
        let (msvc, win32) = (store.platform("MSVC").unwrap(), store.platform("WIN32").unwrap());
        let (cl, gnu) = (store.equals(compiler, "MSVC"), store.equals(compiler, "GNU"));
        let clang = store.equals(compiler, "Clang");
        assert_eq!(store.and(cl, msvc), cl);
        assert_eq!(store.and(cl, win32), cl);
        assert_eq!(store.and(gnu, msvc), Cond::FALSE);
        assert!(!store.and(clang, msvc).is_false());
        assert!(!store.diff(clang, msvc).is_false());
    }

    #[test]
    fn addresses_have_few_widths() {
        let mut store = Store::new(100_000);
        let width = store.well_known("CMAKE_SIZEOF_VOID_P").unwrap();
        assert_eq!(store.equals(width, "16"), Cond::FALSE);
        let (eight, four) = (store.equals(width, "8"), store.equals(width, "4"));
        assert!(!eight.is_false() && !four.is_false());
        assert_eq!(store.and(eight, four), Cond::FALSE);
    }

    #[test]
    fn a_system_is_named_by_its_own_variable() {
        let conds = Conds::new();
        let platform = |name: &str| conds.platform(name).unwrap();
        assert_eq!(conds.formula(platform("WINDOWS_STORE")), "WINDOWS_STORE");
        let desktop = conds.diff(conds.diff(platform("WIN32"), platform("WINDOWS_STORE")), platform("WINDOWS_PHONE"));
        assert_eq!(conds.formula(desktop), "WIN32 & !WINDOWS_PHONE & !WINDOWS_STORE");
        let name = conds.well_known("CMAKE_SYSTEM_NAME").unwrap();
        // There is no such variable for it alone.
        assert_eq!(conds.formula(conds.equals(name, "SunOS")), "CMAKE_SYSTEM_NAME STREQUAL \"SunOS\"");
    }

    #[test]
    fn systems_that_are_ruled_out_together_are_a_class() {
        let conds = Conds::new();
        let name = conds.well_known("CMAKE_SYSTEM_NAME").unwrap();
        let a = conds.truthy(conds.subject(Subject::option("A", false)));
        let mut c = a;
        for system in systems_that_set("WIN32").into_iter().chain(systems_that_set("APPLE")).chain(["Haiku", "Linux"]) {
            c = conds.diff(c, conds.equals(name, system));
        }
        assert_eq!(conds.formula(c), "A & !APPLE & !HAIKU & !LINUX & !WIN32");
    }
}
