//! Libraries of the project that scripts preload.
use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::scripts::{Act, Assigned, Ran, Script, Scripts, Step, Text};
use crate::source::Span;

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
    /// The files, and what scripts preload; nothing where no script does.
    pub fn preloads<'s>(model: &'m Model<'m>, scripts: &'s Scripts) -> Option<(Self, Vec<Preload<'s>>)> {
        let preloads: Vec<Preload<'s>> = Preload::all(scripts).collect();
        (!preloads.is_empty()).then(|| (Self::new(model), preloads))
    }

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
        let folder = if properties.get("LIBRARY_OUTPUT_DIRECTORY").is_none() {
            self.model.facts.directories.get(definition.directory.0 as usize)?.binary.clone()
        } else {
            let items = self.model.property(id, "LIBRARY_OUTPUT_DIRECTORY");
            let [one] = items.as_slice() else { return None };
            if !self.model.facts.conds.implies(definition.cond, one.cond) || has_symbol(&one.text) {
                return None;
            }
            std::path::PathBuf::from(&*one.text)
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
