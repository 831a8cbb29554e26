//! Names of variables that somebody gives to CMake, gathered once from the texts of a repository: scripts, what people read, and what
//! other tools are told that run CMake.
use std::path::Path;

use rustc_hash::FxHashSet;

use super::{Facts, Project};
use crate::cmake::lang::condition::{constant, is_known_value};
use crate::cmake::syntax::{Command, Part};
use crate::discover::Kind;
use crate::source::Sandbox;

/// What people read first.
pub(super) const READ: &[&str] = &["README.md", "README", "README.rst", "README.txt", "INSTALL.md", "INSTALL"];

/// Commands that run CMake, or hand arguments to it.
const RUNS: &[&str] =
    &["add_custom_command", "add_custom_target", "execute_process", "externalproject_add", "externalproject_add_step"];

/// Types of cache entries (cmake(1), `-D <var>:<type>=<value>`): flags of compilers have none.
const TYPES: &[&str] = &["BOOL", "FILEPATH", "INTERNAL", "PATH", "STRING", "UNINITIALIZED"];

/// The names.
#[derive(Default)]
pub(super) struct GivenNames {
    /// Given by name: `-DX=…`, an entry of a preset.
    stated: FxHashSet<Box<str>>,
    /// Words of texts that give names otherwise, or put them together.
    spoken: FxHashSet<Box<str>>,
    /// What programs that build the project for another tool switch on (`"-DX=ON"`), and what they switch off.
    on: FxHashSet<Box<str>>,
    off: FxHashSet<Box<str>>,
}

impl GivenNames {
    pub(super) fn scan(project: Project<'_>, sandbox: &Sandbox) -> Self {
        let mut out = Self::default();
        let each = |kinds: &[Kind], read: &mut dyn FnMut(&Path, &[u8])| {
            for path in kinds.iter().flat_map(|kind| project.inputs.of(*kind)) {
                if let Ok(bytes) = sandbox.read(path) {
                    read(path, &bytes);
                }
            }
        };
        each(&[Kind::Script, Kind::Packaging], &mut |_, bytes| out.script(bytes));
        for name in READ {
            if let Ok(bytes) = sandbox.read(&project.inputs.root.join(name)) {
                out.script(&bytes);
            }
        }
        each(&[Kind::Presets], &mut |_, bytes| out.stated.extend(quoted(bytes)));
        each(&[Kind::Python, Kind::BuildScript], &mut |_, bytes| {
            if speaks_of_cmake(bytes) {
                out.script(bytes);
                out.spoken.extend(quoted(bytes));
                out.switches(bytes);
            }
        });
        each(&[Kind::Recipe], &mut |path, bytes| {
            let name = path.file_name().map(|name| name.to_string_lossy());
            if speaks_of_cmake(bytes) || name.is_some_and(|name| speaks_of_cmake(name.as_bytes())) {
                out.script(bytes);
                out.spoken.extend(identifiers(bytes));
            }
        });
        for file in project.files.all().iter() {
            file.commands.iter().for_each(|command| out.command(command));
        }
        out
    }

    /// Whether a name is among them. Names of systems and compilers stand in such texts for themselves.
    pub(super) fn has(&self, name: &str) -> bool {
        self.stated.contains(name) || !is_known_value(name) && self.spoken.contains(name)
    }

    /// Whether a program that builds the project for another tool, a hook for Python packages for example, switches a setting on, and none
    /// switches it off.
    pub(super) fn is_switched_on(&self, name: &str) -> bool {
        self.on.contains(name) && !self.off.contains(name)
    }

    fn switches(&mut self, bytes: &[u8]) {
        for given in defined(bytes) {
            let Given::Name(name, rest) = given else { continue };
            let rest = rest.strip_prefix(b":BOOL").unwrap_or(rest);
            let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'=').unwrap_or(rest.len());
            let value = rest.get(..end).and_then(|value| std::str::from_utf8(value).ok()?.strip_prefix('='));
            match value.and_then(constant) {
                Some(true) => drop(self.on.insert(name.into())),
                // `-DX={…}` may be either.
                Some(false) | None => drop(self.off.insert(name.into())),
            }
        }
    }

    fn script(&mut self, bytes: &[u8]) {
        let mut is_open = false;
        for given in defined(bytes) {
            match given {
                Given::Name(name, _) => {
                    self.stated.insert(name.into());
                }
                Given::Open => is_open = true,
            }
        }
        if is_open && speaks_of_cmake(bytes) {
            self.spoken.extend(identifiers(bytes));
        }
    }

    fn command(&mut self, command: &Command) {
        let first = command.arguments.first().and_then(|one| one.template.literal()).unwrap_or_default();
        let collects = match &*command.lower {
            "set" => first.contains("ARGS"),
            "list" => {
                command.arguments.get(1).and_then(|one| one.template.literal()).is_some_and(|n| n.contains("ARGS"))
            }
            lower => RUNS.contains(&lower) || lower.starts_with("vcpkg_") && lower.contains("configure"),
        };
        let parts = command.arguments.iter().flat_map(|argument| &argument.template.0);
        for part in parts {
            let Part::Literal(text) = part else { continue };
            for given in defined(text.as_bytes()) {
                let Given::Name(name, rest) = given else { continue };
                // What is said of all projects is said of another one there.
                if name.starts_with("CMAKE_") || name == "BUILD_SHARED_LIBS" {
                    continue;
                }
                let typed = rest.strip_prefix(b":").is_some_and(|rest| TYPES.contains(&word(rest)));
                if collects || typed {
                    self.stated.insert(name.into());
                }
            }
        }
    }
}

/// Whether somebody is known to give a variable of a project a value.
pub(super) fn is_given(project: Project<'_>, name: &str) -> bool {
    let sandbox = project.files.sources().sandbox();
    project.files.all().once(|| GivenNames::scan(project, sandbox)).has(name)
}

impl Facts<'_> {
    /// Whether somebody is known to give a variable a value: a script, a preset, another tool that runs CMake, or what people read.
    pub fn is_given(&self, name: &str) -> bool {
        let Some(project) = self.project else { return false };
        project.files.all().once(|| GivenNames::scan(project, self.sources.sandbox())).has(name)
    }

    /// Whether a program that builds the project for another tool switches a setting on, and none switches it off.
    pub fn is_switched_on(&self, name: &str) -> bool {
        let Some(project) = self.project else { return false };
        project.files.all().once(|| GivenNames::scan(project, self.sources.sandbox())).is_switched_on(name)
    }
}

/// What stands behind a `-D`.
enum Given<'t> {
    /// A name, and what follows it.
    Name(&'t str, &'t [u8]),
    /// The value of a variable.
    Open,
}

fn defined(bytes: &[u8]) -> impl Iterator<Item = Given<'_>> {
    memchr::memmem::find_iter(bytes, b"-D").filter_map(|at| {
        let rest = bytes.get(at + 2..)?;
        // `-D "X=1"`, `"-D", "X=1"`, `"-D" + x`
        let between = rest.iter().position(|byte| !b" \"',".contains(byte))?;
        let bare = rest.get(between..)?;
        let name = word(bare);
        if name.is_empty() {
            return bare.first().is_some_and(|next| b"$<{%+".contains(next)).then_some(Given::Open);
        }
        Some(Given::Name(name, bare.get(name.len()..)?))
    })
}

/// The name at the start of a text.
fn word(bytes: &[u8]) -> &str {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let end = bytes.iter().position(|byte| !is_part(byte)).unwrap_or(bytes.len());
    let name = bytes.get(..end).and_then(|name| std::str::from_utf8(name).ok()).unwrap_or_default();
    if name.starts_with(|c: char| c.is_ascii_digit()) { "" } else { name }
}

fn identifiers(bytes: &[u8]) -> impl Iterator<Item = Box<str>> + '_ {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    bytes.split(move |byte| !is_part(byte)).map(word).filter(|name| name.len() > 1).map(Into::into)
}

/// Names that stand in quotes, and nothing else with them.
fn quoted(bytes: &[u8]) -> impl Iterator<Item = Box<str>> + '_ {
    memchr::memchr2_iter(b'"', b'\'', bytes).filter_map(|at| {
        let name = word(bytes.get(at + 1..)?);
        let closed = bytes.get(at + 1 + name.len()) == bytes.get(at);
        (closed && !name.is_empty()).then(|| name.into())
    })
}

fn speaks_of_cmake(bytes: &[u8]) -> bool {
    ["cmake", "CMake", "CMAKE"].iter().any(|word| memchr::memmem::find(bytes, word.as_bytes()).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_script(text: &str) -> GivenNames {
        let mut out = GivenNames::default();
        out.script(text.as_bytes());
        out
    }

    #[test]
    fn names_behind_the_flag() {
        let found = of_script("cmake -DWITH_X=ON -D WITH_Y=1 \"-DWITH_Z:BOOL=ON\" '-D', 'WITH_V=1' -G Ninja");
        assert!(["WITH_V", "WITH_X", "WITH_Y", "WITH_Z"].iter().all(|name| found.has(name)));
        assert!(!found.has("WITH") && !found.has("Ninja"));
    }

    #[test]
    fn what_programs_switch_on() {
        let mut found = GivenNames::default();
        found.switches(b"args = ['-DWITH_X=ON', \"-DWITH_Y:BOOL=1\", '-DWITH_Z=OFF', f'-DWITH_V={v}', '-DWITH_W=ON', '-DWITH_W=0']");
        assert!(found.is_switched_on("WITH_X") && found.is_switched_on("WITH_Y"));
        assert!(!["WITH_Z", "WITH_V", "WITH_W", "WITH_U"].iter().any(|name| found.is_switched_on(name)));
    }

    #[test]
    fn names_that_are_put_together() {
        let found = of_script("for PLAT in WINDOWS MACOS Linux; do cmake -D$PLAT=1 ..; done");
        assert!(found.has("WINDOWS") && found.has("MACOS") && !found.has("Linux"));
        assert!(!of_script("for PLAT in WINDOWS; do cc -D$PLAT=1 a.c; done").has("WINDOWS"));
        assert!(of_script("cmake(['-D' + k for k in ['WINDOWS']])").has("WINDOWS"));
    }

    #[test]
    fn names_in_quotes() {
        let names: Vec<_> = quoted(b"f(\"A_B\", 'C_D', \"two words\", \"3D\")").collect();
        assert_eq!(names, ["A_B".into(), "C_D".into()] as [Box<str>; 2]);
    }
}
