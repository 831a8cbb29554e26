//! Libraries of the project that scripts preload, and where scripts configure the project.
use std::path::Path;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::discover::Inputs;
use crate::scripts::{Act, Assigned, Part, Ran, Script, Scripts, Step, Text};
use crate::source::{Span, normalize};

use super::{Model, TargetId};

/// An assignment of `LD_PRELOAD`.
#[derive(Clone, Copy)]
pub struct Preload<'a> {
    /// The file.
    pub script: &'a Script,
    /// Its number among the steps of the file.
    pub number: usize,
    /// The step.
    pub step: &'a Step,
    /// The assignment.
    pub assigned: &'a Assigned,
}

impl<'a> Preload<'a> {
    /// All of them, in the order of the files.
    pub fn all(scripts: &'a Scripts) -> impl Iterator<Item = Self> {
        scripts.files().iter().flat_map(|script| {
            let steps = script.facts.steps.iter().enumerate();
            steps.filter_map(move |(number, step)| match &step.act {
                Act::Assigned(assigned) if assigned.name == "LD_PRELOAD" => {
                    Some(Preload { script, number, step, assigned })
                }
                _ => None,
            })
        })
    }

    /// Its place: name and value.
    pub fn span(&self) -> Span {
        Span::new(self.script.source.id(), self.step.range.clone())
    }

    /// What is preloaded: ld.so(8) takes blanks and colons for separators.
    pub fn elements(&self) -> Vec<Text> {
        let mut elements = self.assigned.value.split(&[' ', ':', '\t', '\n']);
        elements.retain(|element| !element.parts.is_empty());
        elements
    }

    /// The commands that are run with it.
    pub fn commands(&self) -> impl Iterator<Item = (&'a Step, &'a Ran)> + use<'a> {
        let number = self.number;
        self.script.facts.steps.iter().skip(number).filter_map(move |step| match &step.act {
            Act::Ran(ran) if ran.preload == Some(number) => Some((step, ran)),
            _ => None,
        })
    }
}

/// The files of shared libraries and modules, by their names on ELF platforms.
pub struct SharedFiles<'m> {
    model: &'m Model<'m>,
    by_name: FxHashMap<String, Vec<(TargetId, Cond)>>,
}

impl<'m> SharedFiles<'m> {
    /// Reads the names of all targets.
    pub fn new(model: &'m Model<'m>) -> Self {
        const SHARED: &[TargetKind] = &[TargetKind::Shared, TargetKind::Module];
        let mut by_name: FxHashMap<String, Vec<(TargetId, Cond)>> = FxHashMap::default();
        for id in model.built_targets() {
            let cond = model.is_kind(id, SHARED);
            if cond.is_false() {
                continue;
            }
            if let Some(name) = file_name(model, id) {
                by_name.entry(name).or_default().push((id, cond));
            }
        }
        Self { model, by_name }
    }

    /// The name of the file of a target, where it is known.
    pub fn name_of(model: &Model<'_>, id: TargetId) -> Option<String> {
        file_name(model, id)
    }

    /// The targets that build a file of that name; a version behind `.so` does not count.
    pub fn of(&self, file: &str) -> &[(TargetId, Cond)] {
        let file = file.find(".so.").map_or(file, |at| file.get(..at + 3).unwrap_or(file));
        self.by_name.get(file).map_or(&[], Vec::as_slice)
    }

    /// The targets that an element of `LD_PRELOAD` means.
    pub fn preloaded(&self, element: &Text) -> &[(TargetId, Cond)] {
        element.file_name().map_or(&[], |name| self.of(name))
    }

    /// Where the file of a target is, below the folder that the project is configured in; nothing when that is not known.
    pub fn built_in(&self, id: TargetId) -> Option<String> {
        let [definition] = self.model.definitions_of(id) else { return None };
        let top = &self.model.facts.binary_dir;
        let name = file_name(self.model, id)?;
        let properties = &self.model.target(id).properties;
        if properties.keys().any(|name| name.starts_with("LIBRARY_OUTPUT_DIRECTORY_")) {
            return None;
        }
        let folder = match properties.get("LIBRARY_OUTPUT_DIRECTORY") {
            None => self.model.facts.directories.get(definition.directory.0 as usize)?.binary.clone(),
            Some(_) => {
                let items = self.model.property(id, "LIBRARY_OUTPUT_DIRECTORY");
                let [one] = items.as_slice() else { return None };
                if !self.model.facts.conds.implies(definition.cond, one.cond) || has_symbol(&one.text) {
                    return None;
                }
                std::path::PathBuf::from(&*one.text)
            }
        };
        let below = folder.strip_prefix(top).ok()?;
        Some(below.join(name).to_string_lossy().into_owned())
    }
}

/// The name of the file of a shared library or module: prefix, output name, suffix.
fn file_name(model: &Model<'_>, id: TargetId) -> Option<String> {
    let text = |names: &[&str], default: &str| {
        let Some(name) = names.iter().find(|name| model.target(id).properties.contains_key(**name)) else {
            return Some(default.to_owned());
        };
        match model.property(id, name).as_slice() {
            [] => Some(String::new()),
            [one] if !has_symbol(&one.text) && model.facts.conds.implies(model.defined(id), one.cond) => {
                Some(one.text.to_string())
            }
            _ => None,
        }
    };
    let prefix = text(&["PREFIX"], "lib")?;
    let base = text(&["LIBRARY_OUTPUT_NAME", "OUTPUT_NAME"], model.name(id))?;
    let suffix = text(&["SUFFIX"], ".so")?;
    Some(format!("{prefix}{base}{suffix}"))
}

/// A `cmake` command that configures: which folder, into which one, with what.
#[derive(Debug, Clone)]
pub struct Configure {
    /// The source folder, seen from where the script begins.
    pub source: Option<Text>,
    /// The build folder likewise.
    pub build: Option<Text>,
    /// `-D NAME[:TYPE]=VALUE`: name, value, number of the word.
    pub settings: Vec<(String, Text, usize)>,
}

impl Configure {
    /// Reads a command; nothing when it does not configure (`--build`, `-E`, `-P`, …).
    pub fn of(ran: &Ran) -> Option<Self> {
        if !matches!(ran.program(), Some("cmake" | "cmake3" | "emcmake")) {
            return None;
        }
        let mut out = Self { source: None, build: None, settings: Vec::new() };
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
    /// Whether it configures the project of a folder. A script begins in the root of the repository or beside itself; in
    /// its own folder when that is a project.
    pub fn is_of(&self, script: &Script, inputs: &Inputs, project: &Path) -> bool {
        let Some(source) = &self.source else { return false };
        let (first, rest) = match source.parts.as_slice() {
            [first] => (first, ""),
            [first, Part::Known(rest)] => (first, rest.as_str()),
            _ => return false,
        };
        let own = script.source.path().parent().unwrap_or(Path::new("/"));
        let is_project = inputs.cmake_lists.iter().any(|list| list.calls_project && list.path.parent() == Some(own));
        let starts = match first {
            Part::Initial(name) if name == "PWD" && is_project => vec![own],
            Part::Initial(name) if name == "PWD" => vec![inputs.root.as_path(), own],
            Part::Initial(name) if WORKSPACES.contains(&name.as_str()) => vec![inputs.root.as_path()],
            Part::Other(text) if text.replace(' ', "") == "${{github.workspace}}" => vec![inputs.root.as_path()],
            _ => return false,
        };
        starts.iter().any(|start| normalize(&start.join(rest.trim_start_matches('/'))) == project)
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
