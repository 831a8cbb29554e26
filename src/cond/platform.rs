//! Platform variables as conditions on `CMAKE_SYSTEM_NAME`.

use super::atoms::{Domain, Store, Subject, SubjectKind};
use super::{Cond, SubjectId};

/// Values of `CMAKE_SYSTEM_NAME`, likely ones first. Source: cmake-variables(7), `CMAKE_SYSTEM_NAME`.
const SYSTEMS: &[&str] = &[
    "Windows",
    "Linux",
    "Darwin",
    "Android",
    "iOS",
    "FreeBSD",
    "Emscripten",
    "tvOS",
    "watchOS",
    "visionOS",
    "OpenBSD",
    "NetBSD",
    "DragonFly",
    "CYGWIN",
    "MSYS",
    "SunOS",
    "AIX",
    "Haiku",
    "QNX",
    "GNU",
    "HP-UX",
    "Fuchsia",
    "OHOS",
    "SerenityOS",
    "WASI",
    "WindowsStore",
    "WindowsPhone",
    "WindowsCE",
    "Generic",
];

const APPLE: &[&str] = &["Darwin", "iOS", "tvOS", "watchOS", "visionOS"];
const WINDOWS: &[&str] = &["Windows", "WindowsStore", "WindowsPhone", "WindowsCE"];
const NOT_UNIX: &[&str] = &["Windows", "WindowsStore", "WindowsPhone", "WindowsCE", "Generic"];

impl Store {
    /// The subject of what is built for.
    pub(super) fn system(&mut self) -> SubjectId {
        self.subject(Subject {
            kind: SubjectKind::Platform,
            name: "CMAKE_SYSTEM_NAME".to_owned(),
            domain: Domain::Closed { values: SYSTEMS.iter().map(|&name| name.to_owned()).collect(), with_other: true },
            default: None,
            always_defined: true,
        })
    }

    fn any_system(&mut self, names: &[&str]) -> Cond {
        let system = self.system();
        names.iter().fold(Cond::FALSE, |any, name| {
            let literal = self.equals(system, name);
            self.or(any, literal)
        })
    }

    fn tool(&mut self, name: &str, within: Cond) -> Cond {
        let subject = self.subject(Subject {
            kind: SubjectKind::Toolchain,
            name: name.to_owned(),
            domain: Domain::Boolean,
            default: None,
            always_defined: true,
        });
        self.confine(subject, within);
        self.truthy(subject)
    }

    pub(super) fn platform(&mut self, name: &str) -> Option<Cond> {
        Some(match name {
            "WIN32" => self.any_system(WINDOWS),
            "APPLE" => self.any_system(APPLE),
            "UNIX" => {
                let names: Vec<&str> = SYSTEMS.iter().copied().filter(|name| !NOT_UNIX.contains(name)).collect();
                self.any_system(&names)
            }
            "LINUX" => self.any_system(&["Linux"]),
            "ANDROID" => self.any_system(&["Android"]),
            "IOS" => self.any_system(&["iOS"]),
            "CYGWIN" => self.any_system(&["CYGWIN"]),
            "MSYS" => self.any_system(&["MSYS"]),
            "BSD" => self.any_system(&["FreeBSD", "OpenBSD", "NetBSD", "DragonFly"]),
            "EMSCRIPTEN" => self.any_system(&["Emscripten"]),
            "MSVC" => {
                let windows = self.any_system(WINDOWS);
                self.tool("MSVC", windows)
            }
            "MINGW" => {
                let windows = self.any_system(WINDOWS);
                let msvc = self.platform("MSVC")?;
                let within = self.diff(windows, msvc);
                self.tool("MINGW", within)
            }
            _ => return None,
        })
    }
}
