//! The outside programs that the proofs need, and where they are.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The programs of one run, by absolute path, with the version of cmake as `(major, minor)`.
#[derive(Debug, Clone)]
pub struct Tools {
    pub cmake: PathBuf,
    pub ninja: PathBuf,
    pub cc: PathBuf,
    pub cxx: PathBuf,
    pub cmake_version: (u32, u32),
}

impl Tools {
    /// Finds the tools: `CMAKE`, `NINJA`, `CC`, `CXX` in the environment, else cmake, ninja, gcc and g++ on `PATH`.
    ///
    /// # Errors
    /// One sentence that names everything that is missing.
    pub fn find() -> Result<Self, String> {
        let path = search_path();
        let mut missing = Vec::new();
        let mut need = |variable: &str, names: &[&str]| {
            let found = locate(variable, names, &path);
            if found.is_none() {
                missing.push(names[0].to_owned());
            }
            found.unwrap_or_default()
        };
        let cmake = need("CMAKE", &["cmake"]);
        let ninja = need("NINJA", &["ninja", "ninja-build"]);
        let cc = need("CC", &["gcc"]);
        let cxx = need("CXX", &["g++"]);
        if !missing.is_empty() {
            return Err(format!(
                "{} not found on PATH: the proofs need cmake, ninja, gcc and g++ (`cargo xtask test` installs cmake and ninja; \
                 CMAKE, NINJA, CC and CXX name them elsewhere)",
                missing.join(", ")
            ));
        }
        let cmake_version = version(&cmake).ok_or_else(|| format!("{} does not tell its version", cmake.display()))?;
        Ok(Self { cmake, ninja, cc, cxx, cmake_version })
    }
}

/// Where `cargo xtask test` installs what the machine lacks: a virtual environment of Python.
pub fn own_folder() -> PathBuf {
    crate::repository().join("target/proof-tools")
}

/// `PATH`, and behind it the folder of the tools that `cargo xtask test` installed.
pub fn search_path() -> OsString {
    let given = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&given).chain([own_folder().join("bin")]);
    // Joining fails only for a folder with a colon in its name: the own one, then.
    env::join_paths(folders).unwrap_or(given)
}

/// Whether `variable` names a program or one of `names` is found.
pub fn exists(variable: &str, names: &[&str]) -> bool {
    locate(variable, names, &search_path()).is_some()
}

/// Whether there is what a proof needs: a program on `PATH`; by a name that begins with `lib`, a library of clang; by
/// `rustlib/<triple>`, the standard library of Rust for another target.
pub fn is_there(needed: &str) -> bool {
    if let Some(triple) = needed.strip_prefix("rustlib/") {
        return has_rust_library(triple);
    }
    if !needed.starts_with("lib") {
        return exists("", &[needed]);
    }
    // clang prints the name alone where it has no such file.
    let asked = Command::new("clang").arg(format!("-print-file-name={needed}")).stdin(Stdio::null()).output();
    asked.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_absolute())
}

/// Whether rustc has the standard library of `triple` (`rustup target add`).
fn has_rust_library(triple: &str) -> bool {
    let asked =
        Command::new("rustc").args(["--print", "target-libdir", "--target", triple]).stdin(Stdio::null()).output();
    asked.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

/// An executable file that `variable` names, or the first of `names` in the folders of `path`.
fn locate(variable: &str, names: &[&str], path: &OsString) -> Option<PathBuf> {
    let given = env::var(variable).ok().filter(|v| !v.is_empty());
    let wanted: Vec<&str> = given.as_deref().map_or_else(|| names.to_vec(), |v| vec![v]);
    wanted.iter().find_map(|name| {
        if name.contains('/') {
            return Some(PathBuf::from(name)).filter(|file| executable(file));
        }
        env::split_paths(path).map(|folder| folder.join(name)).find(|file| executable(file))
    })
}

fn executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// The major version that a compiler prints for `-dumpversion`.
pub fn version_of(compiler: &str) -> Option<u32> {
    let output = Command::new(compiler).arg("-dumpversion").stdin(Stdio::null()).output().ok()?;
    String::from_utf8_lossy(&output.stdout).split('.').next()?.trim().parse().ok()
}

/// Major and minor of `cmake --version`.
fn version(cmake: &Path) -> Option<(u32, u32)> {
    let output = Command::new(cmake).arg("--version").stdin(Stdio::null()).output().ok()?;
    parse_version(&String::from_utf8_lossy(&output.stdout))
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let number = text.lines().next()?.strip_prefix("cmake version ")?;
    let mut parts = number.split('.').map(str::parse);
    Some((parts.next()?.ok()?, parts.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn version_of_cmake_is_read() {
        assert_eq!(parse_version("cmake version 3.25.1\n\nCMake suite"), Some((3, 25)));
        assert_eq!(parse_version("cmake version 4.4.0-rc1"), Some((4, 4)));
        assert_eq!(parse_version("ninja 1.11"), None);
    }

    #[test]
    fn only_executable_files_are_tools() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let plain = folder.path().join("proof-tool");
        fs::write(&plain, "").expect("written");
        let path = folder.path().as_os_str().to_owned();
        assert_eq!(locate("XTASK_NO_SUCH_VARIABLE", &["proof-tool"], &path), None);
        fs::set_permissions(&plain, fs::Permissions::from_mode(0o755)).expect("permissions");
        assert_eq!(locate("XTASK_NO_SUCH_VARIABLE", &["proof-tool"], &path), Some(plain));
    }
}
