//! Packages of the repository, built by themselves, whose configurations say how what finds them is compiled.
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::DirectoryId;
use crate::cmake::syntax::{self, Command, File};
use crate::cond::Cond;
use crate::discover::Kind;
use crate::model::TargetId;
use crate::rules::{Context, Project};
use crate::source::{SourceFile, SourceMap};

use super::Search;

/// How it is said.
const WORDS: &[&str] = &["-fPIC", "-fpic", "POSITION_INDEPENDENT_CODE"];

/// The searches of a project for such packages: in which folder, and when.
pub(super) fn telling(cx: &Context<'_>, project: Project<'_>) -> Vec<(DirectoryId, Cond)> {
    let facts = project.model.facts;
    let mut files = Files { sources: cx.facts.sources, by_name: FxHashMap::default() };
    let mut known: FxHashMap<Arc<str>, bool> = FxHashMap::default();
    let mut out = Vec::new();
    for search in &facts.packages {
        let Some(name) = facts.texts.plain(search.name) else { continue };
        let tells = *known.entry(name).or_insert_with_key(|name| files.tells(name, project));
        if tells {
            out.push((search.directory, search.cond));
        }
    }
    out
}

/// The modules and templates of a repository, by their names in small letters without `.in`.
struct Files<'a> {
    sources: &'a SourceMap,
    by_name: FxHashMap<String, Vec<PathBuf>>,
}

impl Files<'_> {
    /// Whether the configuration of a package, or what it includes, speaks of position-independent code.
    fn tells(&mut self, package: &str, project: Project<'_>) -> bool {
        if self.by_name.is_empty() {
            for path in [Kind::CMakeModule, Kind::CMakeTemplate].iter().flat_map(|kind| project.inputs.of(*kind)) {
                let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
                let name = name.strip_suffix(".in").unwrap_or(&name).to_owned();
                self.by_name.entry(name).or_default().push(path.clone());
            }
        }
        let mut next: Vec<String> =
            ["Config.cmake", "-config.cmake"].map(|end| format!("{package}{end}").to_lowercase()).into();
        let mut seen = BTreeSet::new();
        while let Some(name) = next.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            for file in self.named(&name) {
                let parsed = syntax::parse(file.id(), file.bytes());
                if parsed.commands.iter().any(|command| says(command, file.bytes())) {
                    return true;
                }
                next.extend(included(&parsed));
            }
        }
        false
    }

    fn named(&self, name: &str) -> Vec<Arc<SourceFile>> {
        let paths = self.by_name.get(name).into_iter().flatten();
        paths.filter_map(|path| self.sources.load(path).ok()).collect()
    }
}

/// Whether a command says for all that follows in a directory that code is position-independent.
fn says(command: &Command, bytes: &[u8]) -> bool {
    let text = bytes.get(command.range.start as usize..command.range.end as usize).unwrap_or_default();
    let holds = |word: &str| memchr::memmem::find(text, word.as_bytes()).is_some();
    let is_of_directory = match &*command.lower {
        "add_compile_options" | "add_definitions" => true,
        "set" | "string" | "list" => holds("CMAKE_"),
        _ => false,
    };
    is_of_directory && WORDS.iter().any(|word| holds(word))
}

/// The names of the files that a file includes, in small letters.
fn included(file: &File) -> Vec<String> {
    let includes = file.commands.iter().filter(|command| &*command.lower == "include");
    let names = includes.filter_map(|command| {
        let syntax::Part::Literal(end) = command.arguments.first()?.template.0.last()? else { return None };
        let name = end.rsplit('/').next()?.to_lowercase();
        let is_module = !name.contains('.') && !name.is_empty();
        Some(if is_module { format!("{name}.cmake") } else { name })
    });
    names.collect()
}

impl Search<'_> {
    /// Whether the folder of a binary is built as a package of Python by itself, and gives the flag to all that is made there: what is made
    /// above before is for other uses.
    pub(super) fn is_built_by_itself(&self, binary: TargetId) -> bool {
        let (facts, sandbox) = (self.model.facts, self.files.sources().sandbox());
        let gives = |directory: DirectoryId, name: &'static str| {
            let items = self.model.variable_items(directory, name);
            items.iter().any(|item| item.text.split([' ', ';']).any(|word| matches!(word, "-fPIC" | "-fpic")))
        };
        self.model.definitions_of(binary).iter().any(|definition| {
            facts.directories.get(definition.directory.0 as usize).is_some_and(|directory| {
                let is_package =
                    ["pyproject.toml", "setup.py"].iter().any(|name| sandbox.is_file(&directory.source.join(name)));
                is_package
                    && directory.source != facts.source_dir
                    && ["CMAKE_C_FLAGS", "CMAKE_CXX_FLAGS"].iter().any(|name| gives(definition.directory, name))
            })
        })
    }
}
