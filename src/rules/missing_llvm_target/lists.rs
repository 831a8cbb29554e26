//! Where a list of components or libraries is written, and what made it when it says that it was generated.
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::cmake::syntax;
use crate::model::branches::references;
use crate::model::merged_archives::base_name;
use crate::rules::Project;
use crate::rules::llvm::supply::{Entry, List};
use crate::source::{SourceFile, SourceMap, Span, normalize};

/// A list in a file.
#[derive(Debug, Clone)]
pub(super) struct Written {
    pub(super) span: Span,
    /// Where its generator is, or the line that says that there is one.
    pub(super) generator: Option<Generator>,
    /// The command that has the components of a call in a variable.
    pub(super) components: Option<Span>,
}

/// What a list says of its making.
#[derive(Debug, Clone)]
pub(super) struct Generator {
    pub(super) span: Span,
    /// Its name, where the list gives it and it is there.
    pub(super) name: Option<String>,
}

/// Finds where lists are written.
pub(super) struct Lists<'a> {
    pub(super) project: Project<'a>,
    pub(super) sources: &'a SourceMap,
}

impl Lists<'_> {
    /// The place of a list of which `entries` are known.
    pub(super) fn place(&self, list: List, entries: &[&Entry]) -> Option<Written> {
        let stated = || entries.iter().find_map(|entry| self.project.model.span(entry.origin));
        let span = match list {
            List::Call(origin) => self.project.model.span(origin)?,
            List::Target(_) => {
                let names: Vec<&str> = entries.iter().filter_map(|entry| entry.name.as_deref()).collect();
                let (command, text) = (self.literal(&names), self.in_text(&names));
                let (count, best) = command.max_by_count(text);
                best.filter(|_| count > 0).or_else(stated)?
            }
        };
        let components = if matches!(list, List::Call(_)) { self.components(span, entries) } else { None };
        Some(Written { span, generator: self.generator(span), components })
    }

    /// Where the components of a call are written, when that is another command: one that writes a variable which the call reads.
    fn components(&self, call: Span, entries: &[&Entry]) -> Option<Span> {
        /// Fewer may stand anywhere.
        const SEVERAL: usize = 4;
        let (list, at) = self.project.files.command_at(call)?;
        let mut read = BTreeSet::new();
        // The first word is what the call fills.
        list.commands.get(at)?.arguments.iter().skip(1).for_each(|argument| references(&argument.template, &mut read));
        if read.is_empty() {
            return None;
        }
        let names: Vec<&str> = entries.iter().filter_map(|entry| entry.component.as_deref()).collect();
        let mut found = Vec::new();
        for file in self.project.evaluated() {
            for command in
                file.commands.iter().filter(|command| writes(command).is_some_and(|name| read.contains(name)))
            {
                let words = command.arguments.iter().skip(1).filter_map(|argument| argument.template.literal());
                let count = words.filter(|word| names.contains(&word.to_lowercase().as_str())).count();
                if count >= SEVERAL {
                    found.push(Span::new(file.id, command.range.clone()));
                }
            }
        }
        // Of several, nobody knows which the call has.
        if let [one] = found.as_slice() { Some(*one) } else { None }
    }

    /// The command that names the most of the libraries.
    fn literal(&self, names: &[&str]) -> Found {
        let mut best = Found::default();
        for file in self.project.evaluated() {
            for command in &file.commands {
                // The first argument is what a command sets or makes: the library itself, when that is defined here.
                let named = command.arguments.iter().skip(1).filter(|argument| {
                    let text = argument.template.literal();
                    text.is_some_and(|text| names.contains(&base_name(text)))
                });
                let count = named.count();
                if count > best.count {
                    best = Found { count, span: Some(Span::new(file.id, command.range.clone())) };
                }
            }
        }
        best
    }

    /// The text file, read by `file(STRINGS)` or `file(READ)`, that names the most of the libraries: its first such line.
    fn in_text(&self, names: &[&str]) -> Found {
        let mut best = Found::default();
        for file in self.project.evaluated() {
            let list = self.sources.get(file.id);
            let Some(directory) = list.path().parent() else { continue };
            for command in file.commands.iter().filter(|command| &*command.lower == "file") {
                let Some(text) = read_file(command).and_then(|tail| self.near(directory, &tail)) else { continue };
                let found = count_lines(&text, names);
                if found.count > best.count {
                    best = found;
                }
            }
        }
        best
    }

    /// A file below the directory of the list file or of the project.
    fn near(&self, directory: &Path, tail: &str) -> Option<std::sync::Arc<SourceFile>> {
        let tail = tail.trim_start_matches('/');
        let bases = [directory.to_path_buf(), self.project.model.facts.source_dir.clone()];
        bases.iter().find_map(|base| self.sources.load(&normalize(&base.join(tail))).ok())
    }

    /// What the head of the list's file says of its making.
    fn generator(&self, list: Span) -> Option<Generator> {
        let file = self.sources.get(list.file);
        for line in 1..=HEAD {
            let range = file.line_range(line);
            let text = String::from_utf8_lossy(file.bytes().get(range.clone()).unwrap_or_default()).into_owned();
            let Some(rest) = says_generated(&text) else { continue };
            let here = Span::new(file.id(), range.start as u32..range.end as u32);
            let named = rest.split_whitespace().find_map(|word| self.program(&file, word));
            return Some(named.unwrap_or(Generator { span: here, name: None }));
        }
        None
    }

    /// The file of a word, looked for from the list's folder upwards.
    fn program(&self, list: &SourceFile, word: &str) -> Option<Generator> {
        let word = word.trim_matches(['`', '\'', '"', ',', ':', ';', '(', ')', '<', '>']).trim_end_matches('.');
        if word.is_empty() || !word.contains(['/', '.', '-', '_']) || Path::new(word).is_absolute() {
            return None;
        }
        let folders: Vec<PathBuf> = list.path().ancestors().skip(1).take(FOLDERS).map(Path::to_path_buf).collect();
        let paths = folders.iter().map(|folder| normalize(&folder.join(word)));
        let file = paths.filter(|path| *path != list.path()).find_map(|path| self.sources.load(&path).ok())?;
        let range = speaking_line(&file);
        let span = Span::new(file.id(), range.start as u32..range.end as u32);
        Some(Generator { span, name: Some(word.to_owned()) })
    }
}

/// How many names of a list stand in one place.
#[derive(Debug, Default, Clone, Copy)]
struct Found {
    count: usize,
    span: Option<Span>,
}

impl Found {
    /// The place with more names; this one when they have equally many.
    fn max_by_count(self, other: Self) -> (usize, Option<Span>) {
        let best = if other.count > self.count { other } else { self };
        (best.count, best.span)
    }
}

/// Lines of a text that name a library, and the first of them.
fn count_lines(text: &SourceFile, names: &[&str]) -> Found {
    let mut found = Found::default();
    for line in 1..=text.line_count().min(10_000) {
        let range = text.line_range(line);
        let line = String::from_utf8_lossy(text.bytes().get(range.clone()).unwrap_or_default());
        let mut words = line.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"'));
        if words.any(|word| names.contains(&base_name(word))) {
            found.count += 1;
            found.span = found.span.or(Some(Span::new(text.id(), range.start as u32..range.end as u32)));
        }
    }
    found
}

/// Lines at the head of a file in which it says that it was generated.
const HEAD: u32 = 8;
/// Folders above a list in which its generator is looked for.
const FOLDERS: usize = 6;

/// What stands behind "generated", when a comment says so.
fn says_generated(line: &str) -> Option<&str> {
    if !line.trim_start().starts_with(['#', '/', ';', '*', '-']) {
        return None;
    }
    let lower = line.to_ascii_lowercase();
    lower.find("generated").and_then(|at| line.get(at + "generated".len()..))
}

/// The first line of a generator that speaks of LLVM's target libraries outside of comments, or its first.
fn speaking_line(file: &SourceFile) -> std::ops::Range<usize> {
    let speaks = |range: &std::ops::Range<usize>| {
        let text = String::from_utf8_lossy(file.bytes().get(range.clone()).unwrap_or_default()).into_owned();
        !text.trim_start().starts_with(['#', '/']) && text.contains("LLVM")
    };
    let lines = (1..=file.line_count().min(10_000)).map(|line| file.line_range(line));
    lines.into_iter().find(speaks).unwrap_or_else(|| file.line_range(1))
}

/// The variable to which a command gives elements.
fn writes(command: &syntax::Command) -> Option<&str> {
    let word = |at: usize| command.arguments.get(at).and_then(|argument| argument.template.literal());
    match &*command.lower {
        "set" => word(0),
        "list" if matches!(word(0), Some("APPEND" | "PREPEND" | "INSERT")) => word(1),
        _ => None,
    }
}

/// The literal end of the path that `file(STRINGS)` or `file(READ)` reads.
fn read_file(command: &syntax::Command) -> Option<String> {
    let verb = command.arguments.first()?.template.literal()?;
    if !matches!(verb, "STRINGS" | "READ") {
        return None;
    }
    let path = &command.arguments.get(1)?.template;
    if let Some(text) = path.literal() {
        return Some(text.to_owned());
    }
    match path.0.last()? {
        syntax::Part::Literal(text) => Some(text.to_string()),
        syntax::Part::Reference(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_that_say_so() {
        assert_eq!(says_generated("# Generated by tools/x. Do not edit."), Some(" by tools/x. Do not edit."));
        assert_eq!(says_generated("// AUTO-GENERATED FILE"), Some(" FILE"));
        assert_eq!(says_generated("set(generated ON)"), None);
        assert_eq!(says_generated("# A list"), None);
    }
}
