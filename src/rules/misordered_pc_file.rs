//! pkg-config files that list archives of the project in the wrong order, the one that is needed before the one that needs it.
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::{InstallKind, TargetKind};
use crate::cond::Cond;
use crate::model::archive_calls::ArchiveCalls;
use crate::model::archives::is_ever;
use crate::model::symbols::Site;
use crate::model::{Model, TargetId};
use crate::rules::pc_files::templates;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::{SourceFile, Span};

const ARCHIVE: &[TargetKind] = &[TargetKind::Static];
const SHARED: &[TargetKind] = &[TargetKind::Shared];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let pc_files: Vec<PcFile> = pc_files(cx, model);
    if pc_files.iter().all(|one| one.libs.iter().map(|lib| lib.count).sum::<usize>() < 2) {
        return;
    }
    let calls = ArchiveCalls::new(model, project.symbols, project.binaries);
    let search = Search { model, calls, libraries: libraries(model), pc_files: &pc_files };
    for file in &pc_files {
        search.file(&project, file, sink);
    }
}

/// A pkg-config file that is installed.
struct PcFile {
    name: Arc<str>,
    text: Arc<SourceFile>,
    cond: Cond,
    libs: Vec<Words>,
    requires: Vec<String>,
}

/// The words behind `Libs:` or `Libs.private:`, and how many of them may be libraries.
struct Words {
    words: Vec<(String, Range<u32>)>,
    count: usize,
}

/// One library on the line.
#[derive(Clone)]
struct Listed {
    name: String,
    span: Span,
    /// Nothing but this name: `-lfoo@SUFFIX@` may be another one.
    whole: bool,
}

/// A library of the project that is installed, and when.
type Libraries = FxHashMap<String, Vec<(TargetId, Cond)>>;

struct Search<'a> {
    model: &'a Model<'a>,
    calls: ArchiveCalls<'a>,
    libraries: Libraries,
    pc_files: &'a [PcFile],
}

impl Search<'_> {
    fn file(&self, project: &Project<'_>, file: &PcFile, sink: &mut Sink) {
        let Some(line) = line(project, file) else { return };
        for (at, needing) in line.iter().enumerate() {
            let Some((later, installed)) = self.archive(needing) else { continue };
            for (before, needed) in line.iter().enumerate().take(at) {
                let again = line.iter().skip(before + 1).any(|one| one.name == needed.name || one.name.is_empty());
                if again || needed.name == needing.name || self.is_required(file, &needed.name) {
                    continue;
                }
                let Some((first, also)) = self.archive(needed).filter(|(first, _)| *first != later) else { continue };
                let behind: Vec<(TargetId, Cond)> = line
                    .iter()
                    .skip(before + 1)
                    .filter_map(|one| self.archive(one))
                    .filter(|one| one.0 != first)
                    .collect();
                let Some((name, call, definition)) = self.call(first, later, &behind) else { continue };
                let conds = &self.model.facts.conds;
                let alone = |one: &Listed| self.shared(&one.name);
                let kinds = conds.and(self.model.is_kind(first, ARCHIVE), self.model.is_kind(later, ARCHIVE));
                let cond = conds.all([file.cond, installed, also, kinds, call.cond, definition.cond]);
                let cond = conds.diff(cond, conds.or(alone(needed), alone(needing)));
                let platform = |name| conds.platform(name).unwrap_or(Cond::FALSE);
                let cond = conds.diff(conds.diff(cond, platform("WIN32")), platform("APPLE"));
                let (Some(used), Some(function)) = (call.call(), definition.function()) else { continue };
                if !cond.is_possible() {
                    continue;
                }
                let draft = Draft::new(cond, Place::new(needing.span, "needs what stands before it"))
                    .related(call.span(&used.range), format!("`{name}` is called here"))
                    .related(definition.span(&function.range), "and defined here")
                    .named("file", self.model.display(&file.name))
                    .named("needed", needed.name.clone())
                    .named("needing", needing.name.clone())
                    .named("symbol", name);
                sink.report(draft);
                break;
            }
        }
    }

    /// The one library of a name that is ever an archive, and when it is installed.
    fn archive(&self, one: &Listed) -> Option<(TargetId, Cond)> {
        let found = self.libraries.get(&one.name).filter(|_| one.whole)?;
        let mut archives = found.iter().filter(|(id, _)| is_ever(self.model, *id, ARCHIVE));
        let first = archives.next()?;
        archives.next().is_none().then_some(*first)
    }

    /// When a shared library has the name.
    fn shared(&self, name: &str) -> Cond {
        let conds = &self.model.facts.conds;
        let found = self.libraries.get(name).into_iter().flatten();
        let shared = found.filter(|(id, _)| is_ever(self.model, *id, SHARED));
        conds.any(shared.map(|(id, cond)| conds.and(*cond, self.model.is_kind(*id, SHARED))).collect::<Vec<_>>())
    }

    /// Whether a package that a file requires brings a library, which comes behind the file's own then.
    fn is_required(&self, file: &PcFile, name: &str) -> bool {
        file.requires.iter().any(|package| {
            let own = self.pc_files.iter().filter(|one| one.name.strip_suffix(".pc") == Some(package));
            let mut words = own.flat_map(|one| &one.libs).flat_map(|libs| &libs.words);
            words.any(|(word, _)| word.strip_prefix("-l") == Some(name) || variable(word).is_some())
                || package.to_lowercase().contains(&name.to_lowercase())
                || package.contains(['@', '$'])
        })
    }

    /// A function of the first library that the later one calls, where nothing behind has it and the first one does not need the
    /// later one as well.
    fn call(&self, first: TargetId, later: TargetId, behind: &[(TargetId, Cond)]) -> Option<(String, Site, Site)> {
        let needs = |id: TargetId, other: TargetId| self.model.link_closure(id).iter().any(|(to, _)| *to == other);
        if needs(first, later) || self.calls.archives.is_unknown(first) {
            return None;
        }
        let found = self.calls.call(first, later)?;
        let back = self.calls.call(later, first).is_some();
        (!back && !self.calls.symbols.is_defined_in(behind, &found.0)).then_some(found)
    }
}

/// The libraries of a file in their order; nothing where the order is not all that decides.
fn line(project: &Project<'_>, file: &PcFile) -> Option<Vec<Listed>> {
    let mut out = Vec::new();
    for (word, range) in file.libs.iter().flat_map(|libs| &libs.words) {
        let span = Span::new(file.text.id(), range.clone());
        if word.contains("-group") || word.contains("whole-archive") || word.contains("-Wl,-(") {
            return None;
        }
        if let Some(name) = word.strip_prefix("-l") {
            out.push(listed(name, span));
        } else if let Some(variable) = variable(word) {
            match filled(project, variable) {
                Some(words) => out.extend(words),
                None => out.push(Listed { name: String::new(), span, whole: false }),
            }
        }
    }
    (out.len() > 1).then_some(out)
}

/// The libraries of the project that are installed, by what stands behind `-l`.
fn libraries(model: &Model<'_>) -> Libraries {
    let conds = &model.facts.conds;
    let mut when: BTreeMap<TargetId, Cond> = BTreeMap::new();
    for install in model.facts.installs.iter().filter(|one| one.kind == InstallKind::Target) {
        for item in model.items(&install.items, None) {
            let Some(id) = model.find(&item.text).filter(|id| !model.is_imported(*id)) else { continue };
            if is_ever(model, id, ARCHIVE) || is_ever(model, id, SHARED) {
                let cond = conds.and(model.install_runs(install), item.cond);
                let known = when.entry(id).or_insert(Cond::FALSE);
                *known = conds.or(*known, cond);
            }
        }
    }
    let mut out = Libraries::default();
    for (id, cond) in when {
        let stem = model.stem(id);
        if let Some(name) = stem.strip_prefix("lib") {
            out.entry(name.to_owned()).or_default().push((id, cond));
        }
        out.entry(stem).or_default().push((id, cond));
    }
    out
}

/// The pkg-config files that are installed, with their texts.
fn pc_files(cx: &Context<'_>, model: &Model<'_>) -> Vec<PcFile> {
    let conds = &model.facts.conds;
    let installed = model.installed();
    let mut out: Vec<PcFile> = Vec::new();
    for file in installed.files.iter().filter(|file| file.name.ends_with(".pc") && !file.wrapped) {
        let Some(source) = &file.source else { continue };
        let mut texts = templates(model, cx.facts.sources, source);
        // Another command may make it of a template that has its name.
        if texts.is_empty() && model.makers_of(source).next().is_none() {
            let folder = &model.facts.source_dir;
            let places = [folder.clone(), folder.join("cmake")].map(|at| at.join(format!("{}.in", file.name)));
            texts.extend(places.iter().find_map(|path| Some((cx.facts.sources.load(path).ok()?, Cond::TRUE))));
        }
        for (text, cond) in texts {
            let known = out.iter_mut().find(|one| one.text.id() == text.id());
            let cond = conds.and(file.cond, cond);
            if let Some(known) = known {
                known.cond = conds.or(known.cond, cond);
                continue;
            }
            let bytes = String::from_utf8_lossy(text.bytes()).into_owned();
            let libs = ["Libs:", "Libs.private:"].map(|key| words(&bytes, key));
            let requires = ["Requires:", "Requires.private:"].map(|key| words(&bytes, key).words);
            let requires = requires.into_iter().flatten().map(|(word, _)| word).collect();
            out.push(PcFile { name: Arc::clone(&file.name), text, cond, libs: libs.into(), requires });
        }
    }
    out
}

/// The words of a line that begins with a key.
fn words(text: &str, key: &str) -> Words {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(value) = line.trim_start().strip_prefix(key) {
            let offset = start + line.len() - value.len();
            let mut out = Vec::new();
            let mut at = 0;
            for word in value.split(|c: char| c.is_whitespace() || c == ',') {
                if let (Ok(from), Ok(to)) = (u32::try_from(offset + at), u32::try_from(offset + at + word.len()))
                    && !word.is_empty()
                {
                    out.push((word.to_owned(), from..to));
                }
                at += word.len() + value[at + word.len()..].chars().next().map_or(0, char::len_utf8);
            }
            let is_library = |(word, _): &&(String, Range<u32>)| word.starts_with("-l");
            let filled = out.iter().filter(|(word, _)| variable(word).is_some()).count();
            let count = out.iter().filter(is_library).count() + filled * 2;
            return Words { words: out, count };
        }
        start += line.len();
    }
    Words { words: Vec::new(), count: 0 }
}

/// The variable that a word is filled from: `@NAME@`. What pkg-config fills in (`${libdir}`) stands behind an option.
fn variable(word: &str) -> Option<&str> {
    word.strip_prefix('@')?.strip_suffix('@').filter(|name| !name.contains('@'))
}

/// A library by the word behind `-l`.
fn listed(name: &str, span: Span) -> Listed {
    let known = name.find(['@', '$']).map_or(name, |at| &name[..at]);
    Listed { name: known.to_owned(), span, whole: known.len() == name.len() }
}

/// The libraries in a variable that one `set()` fills, and nothing else.
fn filled(project: &Project<'_>, variable: &str) -> Option<Vec<Listed>> {
    let files = project.files.all();
    let word = |command: &crate::cmake::syntax::Command, at: usize| {
        command.arguments.get(at).and_then(|one| one.template.literal().map(str::to_owned))
    };
    let mut sets = files.calls("set").filter(|(_, command)| word(command, 0).as_deref() == Some(variable));
    let (file, command) = sets.next()?;
    let listed_elsewhere = files.calls("list").any(|(_, command)| word(command, 1).as_deref() == Some(variable));
    if sets.next().is_some() || listed_elsewhere {
        return None;
    }
    let mut out = Vec::new();
    for (at, argument) in command.arguments.iter().enumerate().skip(1) {
        let span = Span::new(file.id, argument.range.clone());
        for one in word(command, at)?.split_whitespace() {
            out.push(listed(one.strip_prefix("-l")?, span));
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_line() {
        let text = "Name: x\nLibs: -L${libdir} -la @B@\nLibs.private: -lc\n";
        let found = words(text, "Libs:");
        let at = |at: usize| &text[found.words[at].1.start as usize..found.words[at].1.end as usize];
        assert_eq!((at(0), at(1), at(2), found.count), ("-L${libdir}", "-la", "@B@", 3));
        assert_eq!(words(text, "Libs.private:").words[0].0, "-lc");
        assert_eq!(words(text, "Requires:").count, 0);
        assert_eq!((variable("@B@"), variable("-l@B@")), (Some("B"), None));
    }
}
