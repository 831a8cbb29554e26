//! What scripts say: who sets which variable of the environment, and what is run with it.
use std::ops::Range;

use super::word::Word;

/// A value as far as it is known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Text {
    /// Its parts; neighbours are never both [`Part::Known`].
    pub parts: Vec<Part>,
}

/// A part of a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Part {
    /// Itself.
    Known(String),
    /// What a variable holds when the script begins; `PWD` is the folder in which it begins.
    Initial(String),
    /// Something else, as it is written: two that are written alike count as the same.
    Other(String),
}

/// Longer values are not followed.
const LONGEST: usize = 4096;

impl Text {
    /// A known text.
    pub fn known(text: &str) -> Self {
        let mut out = Self::default();
        out.push(Part::Known(text.to_owned()));
        out
    }

    /// What a variable holds at the beginning.
    pub fn initial(name: &str) -> Self {
        Self { parts: vec![Part::Initial(name.to_owned())] }
    }

    /// Something unknown.
    pub fn other(text: &str) -> Self {
        Self { parts: vec![Part::Other(text.to_owned())] }
    }

    /// The whole text, where nothing of it is unknown.
    pub fn literal(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Known(text)] => Some(text),
            _ => None,
        }
    }

    /// Puts a part behind it.
    pub fn push(&mut self, part: Part) {
        match (self.parts.last_mut(), part) {
            (_, Part::Known(text)) if text.is_empty() => {}
            (Some(Part::Known(last)), Part::Known(text)) => last.push_str(&text),
            (_, part) => self.parts.push(part),
        }
    }

    /// Puts another text behind it.
    pub fn extend(&mut self, other: &Self) {
        for part in &other.parts {
            self.push(part.clone());
        }
    }

    /// Whether it has outgrown what is followed.
    pub(super) fn is_long(&self) -> bool {
        let length = |part: &Part| match part {
            Part::Known(text) | Part::Initial(text) | Part::Other(text) => text.len(),
        };
        self.parts.len() > 64 || self.parts.iter().map(length).sum::<usize>() > LONGEST
    }

    /// The elements between separators; what is unknown holds none.
    pub fn split(&self, separators: &[char]) -> Vec<Self> {
        let mut out = vec![Self::default()];
        for part in &self.parts {
            let Part::Known(text) = part else {
                if let Some(last) = out.last_mut() {
                    last.push(part.clone());
                }
                continue;
            };
            for (at, piece) in text.split(separators).enumerate() {
                if at > 0 {
                    out.push(Self::default());
                }
                if let Some(last) = out.last_mut() {
                    last.push(Part::Known(piece.to_owned()));
                }
            }
        }
        out
    }

    /// The text behind the last `/`, where it is known.
    pub fn file_name(&self) -> Option<&str> {
        match self.parts.last()? {
            Part::Known(text) => match text.rsplit_once('/') {
                Some((_, name)) => Some(name),
                None if self.parts.len() == 1 => Some(text),
                None => None,
            },
            _ => None,
        }
    }

    /// For people: what is not known stands as it would in a script.
    pub fn shown(&self) -> String {
        let shown = |part: &Part| match part {
            Part::Known(text) | Part::Other(text) => text.clone(),
            Part::Initial(name) => format!("${name}"),
        };
        self.parts.iter().map(shown).collect()
    }

    /// This path, seen from a folder.
    #[must_use]
    pub fn below(&self, folder: &Self) -> Self {
        let is_whole = match self.parts.first() {
            Some(Part::Known(text)) => text.starts_with('/'),
            // A variable that holds a path nearly always holds all of it.
            Some(_) => true,
            None => false,
        };
        let mut out = if is_whole { Self::default() } else { folder.clone() };
        if !is_whole {
            out.push(Part::Known("/".to_owned()));
        }
        out.extend(self);
        out.normal()
    }

    /// Without `.`, and without `..` where that has something to take away.
    fn normal(&self) -> Self {
        let mut names: Vec<Self> = Vec::new();
        let absolute = matches!(self.parts.first(), Some(Part::Known(text)) if text.starts_with('/'));
        for name in self.split(&['/']) {
            match name.literal() {
                Some("" | ".") => {}
                Some("..") if names.last().is_some_and(|last| last.literal().is_some_and(|last| last != "..")) => {
                    names.pop();
                }
                _ => names.push(name),
            }
        }
        let mut out = Self::default();
        for (at, name) in names.iter().enumerate() {
            if at > 0 || absolute {
                out.push(Part::Known("/".to_owned()));
            }
            out.extend(name);
        }
        if names.is_empty() && absolute {
            out.push(Part::Known("/".to_owned()));
        }
        out
    }

    /// What is left behind a folder; nothing where it does not lie in it.
    pub fn within(&self, folder: &Self) -> Option<String> {
        let (own, outer) = (self.split(&['/']), folder.split(&['/']));
        let rest = own.strip_prefix(outer.as_slice())?;
        let names: Option<Vec<&str>> = rest.iter().map(Self::literal).collect();
        names.map(|names| names.join("/")).filter(|rest| !rest.is_empty())
    }
}

/// How far an assignment reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// The script itself.
    Shell,
    /// The script and all that it runs from there on.
    Exported,
    /// The command that it stands in front of.
    Command,
}

/// What is known of a variable before it is assigned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Before {
    /// Nobody touched it: it holds what the environment gave.
    Untouched,
    /// It is not set, or empty.
    Empty,
    /// It holds something.
    Set,
    /// Not known.
    Unknown,
}

/// A variable gets a value.
#[derive(Debug, Clone)]
pub struct Assigned {
    /// The variable.
    pub name: String,
    /// Its value.
    pub value: Text,
    /// The value as it is written.
    pub word: Word,
    /// Whether it is put behind the old one (`+=`).
    pub append: bool,
    /// How far it reaches.
    pub reach: Reach,
    /// What it held.
    pub before: Before,
    /// Whether something asked about the variable before.
    pub asked: bool,
    /// Whether an unset variable ends the script (`set -u`).
    pub nounset: bool,
}

/// A command is run.
#[derive(Debug, Clone)]
pub struct Ran {
    /// The command and its arguments, wrappers such as `exec` and `env` taken off.
    pub words: Vec<Text>,
    /// The bytes of each of the words.
    pub ranges: Vec<Range<u32>>,
    /// The folder that it is run in.
    pub folder: Text,
    /// The step that sets `LD_PRELOAD` for it.
    pub preload: Option<usize>,
}

impl Ran {
    /// The file name of the program, where it is known.
    pub fn program(&self) -> Option<&str> {
        self.words.first()?.file_name()
    }
}

/// One thing that a script does.
#[derive(Debug, Clone)]
pub enum Act {
    /// A variable gets a value.
    Assigned(Assigned),
    /// A command is run.
    Ran(Ran),
}

/// One thing that a script does, and where.
#[derive(Debug, Clone)]
pub struct Step {
    /// What.
    pub act: Act,
    /// Its bytes in the file.
    pub range: Range<u32>,
    /// Whether it may not happen: a branch, a loop, a function.
    pub conditional: bool,
    /// Whether it is part of a function.
    pub function: bool,
}

/// What a file says.
#[derive(Debug, Clone, Default)]
pub struct ScriptFacts {
    /// In order.
    pub steps: Vec<Step>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_and_shortened() {
        let start = Text::initial("PWD");
        let built = Text::known("build").below(&start);
        assert_eq!(built.shown(), "$PWD/build");
        assert_eq!(Text::known("../x/./y").below(&built).shown(), "$PWD/x/y");
        assert_eq!(Text::known("/a/../b").below(&built).shown(), "/b");
        assert_eq!(Text::known("src/libx.so").below(&built).within(&built).as_deref(), Some("src/libx.so"));
        assert_eq!(Text::known("/other").within(&built), None);
        assert_eq!(Text::known("a:b c").split(&[':', ' ']).len(), 3);
    }
}
