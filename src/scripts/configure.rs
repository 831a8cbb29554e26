//! Where scripts configure a project.
use std::path::{Path, PathBuf};

use crate::discover::Inputs;
use crate::source::normalize;

use super::facts::{Act, Part, Ran, Step, Text};

/// A `cmake` command that configures: which folder, into which one, with what.
#[derive(Debug, Clone)]
pub struct Configure {
    /// The source folder, seen from where the script begins.
    pub source: Option<Text>,
    /// The build folder likewise.
    pub build: Option<Text>,
    /// `-D NAME[:TYPE]=VALUE`: name, value, number of the word.
    pub settings: Vec<(String, Text, usize)>,
    /// The number of its step in the file.
    pub step: usize,
    /// The folders that the source folder may be.
    folders: Vec<PathBuf>,
}

impl Configure {
    /// All of a file.
    pub(super) fn all(steps: &[Step], script: &Path, inputs: &Inputs) -> Vec<Self> {
        let found = steps.iter().enumerate().filter_map(|(step, one)| match &one.act {
            Act::Ran(ran) => Self::of(ran).map(|configure| Self { step, ..configure }),
            Act::Assigned(_) => None,
        });
        found.map(|one| Self { folders: one.folders(script, inputs), ..one }).collect()
    }

    /// Reads a command; nothing when it does not configure (`--build`, `-E`, `-P`, …).
    fn of(ran: &Ran) -> Option<Self> {
        // `$CMAKE`, where the environment says which one.
        let by_variable = ran.words.first().is_some_and(|word| *word == Text::initial("CMAKE"));
        if !by_variable && !matches!(ran.program(), Some("cmake" | "cmake3" | "emcmake")) {
            return None;
        }
        let mut out = Self { source: None, build: None, settings: Vec::new(), step: 0, folders: Vec::new() };
        let mut plain = Vec::new();
        let arguments: Vec<&Text> = ran.words.iter().skip(1).collect();
        let mut at = 0;
        while let Some(word) = arguments.get(at) {
            let begin = match word.parts.first() {
                Some(Part::Known(text)) => text.as_str(),
                _ => "",
            };
            let number = at + 1;
            let mut behind = |length: usize| {
                if begin.len() > length || word.parts.len() > 1 {
                    return Some(behind(word, length));
                }
                at += 1;
                arguments.get(at).map(|next| (*next).clone())
            };
            match begin {
                "--build" | "--install" | "-E" | "-P" | "--open" | "--workflow" | "--version" | "--help" => {
                    return None;
                }
                _ if begin.starts_with("-S") => out.source = behind(2),
                _ if begin.starts_with("-B") => out.build = behind(2),
                _ if begin.starts_with("-D") => {
                    if let Some((name, value)) = behind(2).as_ref().and_then(setting) {
                        out.settings.push((name, value, number));
                    }
                }
                "-G" | "-T" | "-A" | "-C" | "-U" | "--preset" | "--toolchain" => at += 1,
                _ if begin.starts_with('-') => {}
                _ => plain.push((*word).clone()),
            }
            at += 1;
        }
        if let [folder] = plain.as_slice() {
            // `cmake <source>`, or `cmake <build>` of a folder that was configured before.
            out.source = out.source.or_else(|| Some(folder.clone()));
        }
        // Without either, the folder that it runs in.
        out.source = Some(out.source.map_or_else(|| ran.folder.clone(), |source| source.below(&ran.folder)));
        out.build = Some(out.build.map_or_else(|| ran.folder.clone(), |build| build.below(&ran.folder)));
        Some(out)
    }
}

impl Configure {
    /// Whether it configures the project of a folder.
    pub fn is_of(&self, project: &Path) -> bool {
        self.folders.iter().any(|folder| folder == project)
    }

    /// The folders whose project it may configure, by the file that it stands in. A script begins in the root of the
    /// repository or beside itself; in its own folder when that is a project.
    fn folders(&self, script: &Path, inputs: &Inputs) -> Vec<PathBuf> {
        let (first, rest) = match self.source.as_ref().map(|source| source.parts.as_slice()) {
            Some([first]) => (first, ""),
            Some([first, Part::Known(rest)]) => (first, rest.as_str()),
            _ => return Vec::new(),
        };
        let own = script.parent().unwrap_or(Path::new("/"));
        let is_project = || inputs.cmake_lists.iter().any(|list| list.calls_project && list.path.parent() == Some(own));
        let starts = match first {
            Part::Initial(name) if name == "PWD" && is_project() => vec![own],
            Part::Initial(name) if name == "PWD" => vec![inputs.root.as_path(), own],
            Part::Initial(name) if WORKSPACES.contains(&name.as_str()) => vec![inputs.root.as_path()],
            Part::Other(text) if text.replace(' ', "") == "${{github.workspace}}" => vec![inputs.root.as_path()],
            _ => Vec::new(),
        };
        starts.iter().map(|start| normalize(&start.join(rest.trim_start_matches('/')))).collect()
    }
}

/// Variables that hold the checkout's folder (GitHub's and GitLab's predefined variables).
const WORKSPACES: &[&str] = &["GITHUB_WORKSPACE", "CI_PROJECT_DIR"];

/// A text without its first bytes.
fn behind(text: &Text, length: usize) -> Text {
    let mut out = Text::default();
    for (at, part) in text.parts.iter().enumerate() {
        match part {
            Part::Known(known) if at == 0 => out.push(Part::Known(known.get(length..).unwrap_or_default().to_owned())),
            other => out.push(other.clone()),
        }
    }
    out
}

/// `NAME=VALUE`, `NAME:TYPE=VALUE`
fn setting(text: &Text) -> Option<(String, Text)> {
    let Some(Part::Known(known)) = text.parts.first() else { return None };
    let (name, _) = known.split_once('=')?;
    let value = behind(text, name.len() + 1);
    let name = name.split(':').next().unwrap_or(name);
    (!name.is_empty()).then(|| (name.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(words: &[&str]) -> Ran {
        Ran {
            words: words.iter().map(|word| Text::known(word)).collect(),
            ranges: Vec::new(),
            folder: Text::initial("PWD"),
            preload: None,
        }
    }

    #[test]
    fn configure_lines_are_read() {
        let line = ["cmake", "-S", "src", "-Bout", "-DA=1", "-D", "B:BOOL=ON", "-G", "Ninja"];
        let found = Configure::of(&ran(&line)).unwrap();
        assert_eq!(found.source.unwrap().shown(), "$PWD/src");
        assert_eq!(found.build.unwrap().shown(), "$PWD/out");
        let settings: Vec<_> =
            found.settings.iter().map(|(name, value, at)| (name.as_str(), value.shown(), *at)).collect();
        assert_eq!(settings, [("A", "1".to_owned(), 4), ("B", "ON".to_owned(), 5)]);
        assert!(Configure::of(&ran(&["cmake", "--build", "out"])).is_none());
        assert_eq!(Configure::of(&ran(&["cmake", ".."])).unwrap().build.unwrap().shown(), "$PWD");
    }
}
