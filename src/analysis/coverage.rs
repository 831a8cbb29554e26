//! How much of the build description an evaluation reached: which target definitions, and why not the others.
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::Facts;
use crate::cmake::syntax::{Block, CommandId, EnclosedKind, File, Statement};
use crate::report::Coverage;
use crate::rules::finding::{Diagnostic, Place, Severity, code};
use crate::source::{FileId, Span};

/// The commands that make targets.
const MAKING: &[&str] = &["add_library", "add_executable"];

/// What the evaluations of all roots reached.
#[derive(Debug, Default)]
pub struct Reached {
    /// Calls of `add_library` and `add_executable` that ran in some configuration.
    sites: FxHashSet<Span>,
    /// Start of each command that ran, by file.
    commands: FxHashSet<(FileId, u32)>,
    /// Files of which something ran.
    files: FxHashSet<FileId>,
    /// Source directories that were evaluated, or that are tests of the toolchain.
    directories: BTreeSet<PathBuf>,
    targets: usize,
    named: usize,
}

/// A call that defines a target.
struct Site<'f> {
    command: CommandId,
    /// The function or macro that it stands in, with its body.
    function: Option<(&'f str, &'f Block)>,
}

impl Reached {
    /// Takes in what one root's evaluation reached.
    pub fn add(&mut self, facts: &Facts) {
        self.sites.extend(facts.reached.iter().copied());
        for span in facts.places.spans() {
            self.files.insert(span.file);
            self.commands.insert((span.file, span.start));
        }
        self.directories.extend(facts.directories.iter().map(|d| d.source.clone()));
        self.directories.extend(facts.tried.iter().cloned());
        self.targets += (facts.counts.known_names + facts.counts.unknown_names) as usize;
        self.named += facts.counts.known_names as usize;
    }

    /// Whether a source directory was evaluated.
    pub fn has(&self, directory: &Path) -> bool {
        self.directories.contains(directory)
    }

    /// Figures over all files, and a note for each target definition that was not reached.
    pub fn judge<'f>(&self, files: impl IntoIterator<Item = &'f File>) -> (Coverage, Vec<Diagnostic>) {
        let mut coverage = Coverage { targets: self.targets, named: self.named, ..Coverage::default() };
        let mut notes = Vec::new();
        let files: Vec<&File> = files.into_iter().collect();
        // Where the project has a command of its own with that name (it calls `_add_library`), that one ran.
        let own = files.iter().any(|file| redefines(file, &file.body));
        for file in files {
            let mut sites = Vec::new();
            collect(file, &file.body, None, &mut sites);
            for site in sites {
                let span = Span::new(file.id, file.commands[site.command.0 as usize].range.clone());
                coverage.call_sites += 1;
                if self.sites.contains(&span) || own && self.commands.contains(&(span.file, span.start)) {
                    coverage.reached += 1;
                } else {
                    notes.push(self.note(file, &site, span));
                }
            }
        }
        (coverage, notes)
    }

    fn note(&self, file: &File, site: &Site<'_>, span: Span) -> Diagnostic {
        let ran = |id: &CommandId| self.commands.contains(&(file.id, file.commands[id.0 as usize].range.start));
        let why = match site.function {
            _ if !self.files.contains(&file.id) => "nothing that was evaluated includes this file".to_owned(),
            Some((name, body)) if !commands(body).iter().any(ran) => {
                format!("no call of `{name}` was evaluated")
            }
            _ => "no configuration that is known comes here".to_owned(),
        };
        Diagnostic::new(Severity::Note, code::UNREACHED, format!("this target definition was not reached: {why}"))
            .at(Place::new(span, ""))
    }
}

fn collect<'f>(file: &'f File, block: &'f Block, function: Option<(&'f str, &'f Block)>, out: &mut Vec<Site<'f>>) {
    for statement in block {
        match statement {
            Statement::Command(id) => {
                if MAKING.contains(&&*file.commands[id.0 as usize].lower) {
                    out.push(Site { command: *id, function });
                }
            }
            Statement::If { branches, otherwise, .. } => {
                branches.iter().chain(otherwise).for_each(|(_, body)| collect(file, body, function, out));
            }
            Statement::Enclosed { kind, head, body, .. } => {
                let inner = match kind {
                    EnclosedKind::Function | EnclosedKind::Macro => {
                        let name = file.commands[head.0 as usize].arguments.first();
                        name.and_then(|a| a.template.literal()).map(|name| (name, &**body))
                    }
                    _ => function,
                };
                collect(file, body, inner, out);
            }
        }
    }
}

/// Whether a function or macro of a block has the name of a command that makes targets.
fn redefines(file: &File, block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Command(_) => false,
        Statement::If { branches, otherwise, .. } => {
            branches.iter().chain(otherwise).any(|(_, body)| redefines(file, body))
        }
        Statement::Enclosed { kind: EnclosedKind::Function | EnclosedKind::Macro, head, .. } => {
            let name = file.commands[head.0 as usize].arguments.first().and_then(|one| one.template.literal());
            name.is_some_and(|name| MAKING.iter().any(|making| name.eq_ignore_ascii_case(making)))
        }
        Statement::Enclosed { body, .. } => redefines(file, body),
    })
}

/// All commands of a block, nested ones included.
fn commands(block: &Block) -> Vec<CommandId> {
    let mut out = Vec::new();
    for statement in block {
        match statement {
            Statement::Command(id) => out.push(*id),
            Statement::If { branches, otherwise, .. } => {
                out.extend(branches.iter().map(|(head, _)| *head));
                branches.iter().chain(otherwise).for_each(|(_, body)| out.extend(commands(body)));
            }
            Statement::Enclosed { head, body, .. } => {
                out.push(*head);
                out.extend(commands(body));
            }
        }
    }
    out
}
