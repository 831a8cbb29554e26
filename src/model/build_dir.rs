//! What a configured build folder knows: its cache and what CMake found out about compilers and system. These are inputs
//! of a configuration; the generated build files and the replies of the File API, which are its result, are never read.
use std::path::{Path, PathBuf};

use crate::cmake::eval::Given;
use crate::cmake::eval::policy::Version;
use crate::cmake::syntax::{self, Part};
use crate::source::{ReadError, SourceMap};

/// One line of a CMakeCache.txt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CacheLine {
    /// The name.
    pub name: String,
    /// `BOOL`, `PATH`, `FILEPATH`, `STRING`, `INTERNAL`, `STATIC`, `UNINITIALIZED`.
    pub kind: String,
    /// The value.
    pub value: String,
}

/// The inputs in a build folder.
#[derive(Debug, Clone, Default)]
pub struct BuildDir {
    /// The folder, links resolved.
    pub path: PathBuf,
    /// Its cache.
    pub cache: Vec<CacheLine>,
    /// Variables that the compiler and system files set, in order.
    pub toolchain: Vec<(String, String)>,
}

impl BuildDir {
    /// Reads a folder. A folder without a CMakeCache.txt is an error; missing toolchain files are not.
    pub fn read(sources: &SourceMap, path: &Path) -> Result<Self, ReadError> {
        let text = sources.sandbox().read(&path.join("CMakeCache.txt"))?;
        let mut found = Self {
            path: path.to_path_buf(),
            cache: parse_cache(&String::from_utf8_lossy(&text)),
            toolchain: Vec::new(),
        };
        let files = path.join("CMakeFiles");
        // One folder for each CMake that configured the tree: the newest one counts.
        let mut versions: Vec<String> = sources
            .sandbox()
            .list(&files)
            .iter()
            .filter(|(name, folder)| *folder && name.starts_with(|c: char| c.is_ascii_digit()))
            .map(|(name, _)| name.clone())
            .collect();
        versions.sort_by(|a, b| crate::cmake::lang::condition::version_compare(a, b));
        if let Some(version) = versions.last() {
            found.read_toolchain(sources, &files.join(version));
        }
        Ok(found)
    }

    /// A CMakeCache.txt alone.
    pub fn read_cache(sources: &SourceMap, file: &Path) -> Result<Self, ReadError> {
        let text = sources.sandbox().read(file)?;
        Ok(Self { path: PathBuf::new(), cache: parse_cache(&String::from_utf8_lossy(&text)), toolchain: Vec::new() })
    }

    fn read_toolchain(&mut self, sources: &SourceMap, folder: &Path) {
        let known =
            |name: &str| name == "CMakeSystem.cmake" || name.starts_with("CMake") && name.ends_with("Compiler.cmake");
        for (name, is_folder) in sources.sandbox().list(folder).iter() {
            if !*is_folder
                && known(name)
                && let Ok(bytes) = sources.sandbox().read(&folder.join(name))
            {
                self.read_settings(&bytes);
            }
        }
    }

    /// Takes in each `set(NAME value…)` of a file. Such files are written by CMake: conditions in them only guard
    /// further settings of values that are set.
    fn read_settings(&mut self, bytes: &[u8]) {
        let sources = SourceMap::new(crate::source::Sandbox::nowhere());
        let id = sources.insert(PathBuf::from("toolchain"), bytes.into()).id();
        for command in syntax::parse(id, bytes).commands.iter().filter(|c| &*c.lower == "set") {
            let words: Option<Vec<String>> = command.arguments.iter().map(|a| self.plain(&a.template.0)).collect();
            let Some((name, values)) = words.as_deref().and_then(<[_]>::split_first) else { continue };
            self.toolchain.push((name.clone(), values.join(";")));
        }
    }

    fn plain(&self, parts: &[Part]) -> Option<String> {
        let mut out = String::new();
        for part in parts {
            match part {
                Part::Literal(text) => out.push_str(text),
                Part::Reference(_, name) => out.push_str(self.variable(name.literal()?)?),
            }
        }
        Some(out)
    }

    /// A variable of the compiler and system files.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.toolchain.iter().rev().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The CMake that configured it.
    pub fn cmake(&self) -> Option<Version> {
        let part = |name: &str| self.entry(name)?.parse().ok();
        Some(Version(
            part("CMAKE_CACHE_MAJOR_VERSION")?,
            part("CMAKE_CACHE_MINOR_VERSION")?,
            part("CMAKE_CACHE_PATCH_VERSION").unwrap_or(0),
        ))
    }

    /// Everything as inputs of an evaluation: compiler and system first, so that the cache wins.
    pub fn given(&self) -> Vec<Given> {
        let variables =
            self.toolchain.iter().map(|(name, value)| Given { name: name.clone(), kind: None, value: value.clone() });
        let entries = self.cache.iter().map(|line| Given {
            name: line.name.clone(),
            kind: Some(line.kind.clone()),
            value: line.value.clone(),
        });
        variables.chain(entries).collect()
    }

    /// A cache entry's value.
    pub fn entry(&self, name: &str) -> Option<&str> {
        self.cache.iter().rev().find(|line| line.name == name).map(|line| line.value.as_str())
    }
}

/// Parses a CMakeCache.txt: `KEY:TYPE=VALUE`, keys with a `:` in quotes, values with blanks at their ends in single
/// quotes; `#` and `//` begin comments. Properties of entries (`X-ADVANCED`) are left out. Lines that are none of this
/// are skipped.
pub fn parse_cache(text: &str) -> Vec<CacheLine> {
    text.lines().filter_map(parse_line).collect()
}

fn parse_line(line: &str) -> Option<CacheLine> {
    const PROPERTIES: &[&str] = &["-ADVANCED", "-STRINGS", "-MODIFIED"];
    let line = line.trim_end_matches('\r');
    if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
        return None;
    }
    let (name, rest) = match line.strip_prefix('"') {
        Some(quoted) => quoted.split_once("\":")?,
        None => line.split_once(':')?,
    };
    let (kind, value) = rest.split_once('=')?;
    let plain = value.strip_prefix('\'').and_then(|v| v.strip_suffix('\'')).unwrap_or(value);
    let is_property = kind == "INTERNAL" && PROPERTIES.iter().any(|suffix| name.ends_with(suffix));
    let is_kind = !kind.is_empty() && kind.bytes().all(|b| b.is_ascii_uppercase());
    if name.is_empty() || name.contains('=') || !is_kind || is_property {
        return None;
    }
    Some(CacheLine { name: name.to_owned(), kind: kind.to_owned(), value: plain.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line(name: &str, kind: &str, value: &str) -> CacheLine {
        CacheLine { name: name.into(), kind: kind.into(), value: value.into() }
    }

    #[test]
    fn lines_of_a_cache() {
        let text =
            "# note\n//help\nA:BOOL=ON\n\"B:C\":STRING=x=y\nD:PATH=' z '\r\nA-ADVANCED:INTERNAL=1\nnone\nE:STRING=\n";
        let all =
            [line("A", "BOOL", "ON"), line("B:C", "STRING", "x=y"), line("D", "PATH", " z "), line("E", "STRING", "")];
        assert_eq!(parse_cache(text), all);
    }

    #[test]
    fn settings_refer_to_earlier_ones() {
        let mut dir = BuildDir::default();
        dir.read_settings(
            b"set(A_SIZE \"8\")\nif(A_SIZE)\n set(SIZE \"${A_SIZE}\")\nendif()\nset(L a b)\nset(U ${NONE})\n",
        );
        assert_eq!(dir.variable("SIZE"), Some("8"));
        assert_eq!(dir.variable("L"), Some("a;b"));
        assert_eq!(dir.variable("U"), None);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC*\n?\\PC*") {
            for entry in parse_cache(&text) {
                prop_assert!(!entry.name.is_empty());
            }
        }

        #[test]
        fn an_entry_is_read_back(name in "[A-Za-z_][A-Za-z0-9_.+-]{0,9}[A-Za-z0-9_]", value in "[ -~]{0,20}") {
            let quoted = value.starts_with(' ') || value.ends_with(' ') || value.starts_with('\'');
            let text = if quoted { format!("{name}:STRING='{value}'") } else { format!("{name}:STRING={value}") };
            prop_assert_eq!(parse_cache(&text), vec![line(&name, "STRING", &value)]);
        }
    }
}
