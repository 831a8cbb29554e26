//! A shared library or a module that calls functions of a library of others and does not link it, while siblings that call them do.
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::in_c_library;
use crate::cond::Cond;
use crate::flags::system_library;
use crate::model::archives::Archives;
use crate::model::binaries::{LINKED, is_compiled};
use crate::model::symbols::Site;
use crate::model::{Item, Model, TargetId};
use crate::native::{NativeFile, Use};
use crate::rules::wording::letters;
use crate::rules::{Context, Draft, Place, Project, Severity, Sink};
use crate::source::Span;

/// The linker says nothing of what these lack.
const LOADABLE: &[TargetKind] = &[TargetKind::Shared, TargetKind::Module];

#[derive(Deserialize)]
struct Table {
    library: Vec<Row>,
    brought: Vec<Brought>,
}

/// Libraries that need not stand on a link line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Brought {
    words: Vec<String>,
    #[allow(dead_code, reason = "each row must have one")]
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    headers: Vec<String>,
    words: Vec<String>,
    prefixes: Vec<String>,
    #[allow(dead_code, reason = "each row must have one")]
    source: String,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    // The file is part of the program; a test reads it.
    TABLE.get_or_init(|| {
        let table = toml::from_str::<Table>(include_str!("unlinked_outside_library/prefixes.toml"));
        table.unwrap_or(Table { library: Vec::new(), brought: Vec::new() })
    })
}

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let linked = |id: &TargetId| !model.is_kind(*id, LINKED).is_false() && !model.is_imported(*id);
    let all: Vec<TargetId> = model.judged_targets().filter(linked).collect();
    if !all.iter().any(|id| !model.is_kind(*id, LOADABLE).is_false()) || all.len() < 2 {
        return;
    }
    let search = Search { project, model, archives: Archives::new(model) };
    let lines: BTreeMap<TargetId, Line> = all.iter().map(|id| (*id, search.line(*id))).collect();
    let named: BTreeSet<&str> = lines.values().flat_map(|line| line.own.keys().map(String::as_str)).collect();
    if named.is_empty() {
        return;
    }
    // By the word that a library of others has on link lines: who calls it.
    let mut callers: BTreeMap<String, Vec<Call>> = BTreeMap::new();
    for &id in &all {
        for (word, call) in search.calls(id, &named) {
            callers.entry(word).or_default().push(call);
        }
    }
    for (word, calls) in &callers {
        search.library(word, calls, &lines, sink);
    }
}

/// What a target links.
#[derive(Default)]
struct Line {
    /// What it names itself, by the words in it.
    own: BTreeMap<String, Item>,
    /// All that stands on its line, each with when.
    all: Vec<(String, Cond)>,
    /// What is not known there: imported targets and results of searches.
    outside: BTreeSet<String>,
    /// Something on it may be anything.
    open: bool,
}

/// A call of a library of others.
struct Call {
    target: TargetId,
    file: NativeFile,
    used: Use,
    cond: Cond,
}

struct Search<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
    archives: Archives<'a>,
}

impl Search<'_> {
    fn line(&self, id: TargetId) -> Line {
        let model = self.model;
        let mut line = Line { open: model.is_given_away(id) || self.archives.is_unknown(id), ..Line::default() };
        let imported = model.links(id).iter().filter(|edge| model.is_imported(edge.to));
        let imported = imported.map(|edge| Item {
            text: model.name(edge.to).into(),
            cond: edge.cond,
            origin: edge.origin,
            from: None,
        });
        for item in model.link_items(id).iter().cloned().chain(imported) {
            let words = words(&model.display(&item.text));
            // Compilers and interpreters bring some, and the C library has its parts.
            let brought = |word: &&String| table().brought.iter().any(|row| row.words.contains(*word));
            if system_library(&item.text).is_some() || words.iter().any(|word| brought(&word)) {
                continue;
            }
            for word in words {
                line.own.entry(word).or_insert_with(|| item.clone());
            }
        }
        for item in model.library_items(id) {
            line.open |= model.may_say_anything(&item.text);
            let shown = model.display(&item.text);
            if model.is_unknown(&item.text) || item.text.contains("::") {
                line.outside.insert(shown.clone());
            }
            line.all.push((shown, item.cond));
        }
        for (library, cond) in model.link_closure(id) {
            if model.is_imported(library) {
                line.outside.insert(model.name(library).to_owned());
            }
            line.all.push((model.name(library).to_owned(), cond));
        }
        for source in model.link_flags(id).iter() {
            line.all.push((model.display(&source.item.text), source.cond));
        }
        line
    }

    /// Calls of libraries of others in a target's own sources, the first for each.
    fn calls(&self, id: TargetId, named: &BTreeSet<&str>) -> BTreeMap<String, Call> {
        let mut found = BTreeMap::new();
        for source in self.model.sources(id) {
            let Some(path) = source.path.as_deref().filter(|path| is_compiled(path)) else { continue };
            let Some(file) = self.project.natives.file(path) else { continue };
            for include in &file.facts.includes {
                for (word, prefixes) in libraries(&include.path, named) {
                    if !found.contains_key(&word)
                        && let Some((used, cond)) = self.call(id, path, file.clone(), source.cond, &prefixes)
                        && self.is_foreign(id, path, &include.path, &used)
                    {
                        found.insert(word, Call { target: id, file: file.clone(), used, cond });
                    }
                }
            }
        }
        found
    }

    fn call(
        &self,
        id: TargetId,
        path: &Path,
        file: NativeFile,
        cond: Cond,
        prefixes: &[Prefix<'_>],
    ) -> Option<(Use, Cond)> {
        let site = |index| Site { path: Rc::from(path), file: file.clone(), index, cond };
        file.facts.uses.iter().enumerate().find_map(|(index, used)| {
            let begins = prefixes.iter().any(|prefix| prefix.begins(&used.name));
            if !begins || in_c_library(&used.name) {
                return None;
            }
            let (when, sure) = self.model.compiled(id, &site(index), used.guard);
            (sure && !when.is_false()).then(|| (used.clone(), when))
        })
    }

    /// Whether a header is no file of the project, and nothing of the project is known by the name of what is called.
    fn is_foreign(&self, id: TargetId, path: &Path, header: &str, used: &Use) -> bool {
        let symbols = self.project.symbols;
        let name = &*used.name;
        let view = symbols.headers.view(id, path);
        let is_known = |file: &NativeFile| {
            let facts = &file.facts;
            facts.functions.iter().any(|one| one.name == name)
                || facts.macros.iter().any(|one| one.name == name)
                || facts.variables.iter().any(|one| one.name == name)
        };
        let is_there = |other: &str| other == header;
        (view.foreign.iter().any(|one| is_there(one)) || view.missing.iter().any(|one| is_there(one)))
            && !view.files.iter().any(|(_, file)| is_known(file))
            && !self.model.built_targets().any(|other| symbols.names(other).defined.contains_key(name))
    }

    /// Those who call a library and do not link it, where others do.
    fn library(&self, word: &str, calls: &[Call], lines: &BTreeMap<TargetId, Line>, sink: &mut Sink) {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let saying = |call: &&Call| lines.get(&call.target).is_some_and(|line| line.own.contains_key(word));
        let siblings: Vec<&Call> = calls.iter().filter(saying).collect();
        let Some(sibling) = siblings.first() else { return };
        let Some(theirs) = lines.get(&sibling.target) else { return };
        let Some(item) = theirs.own.get(word) else { return };
        let has = |line: &Line| {
            let alike = line.all.iter().filter(|(text, _)| says(text, word));
            conds.any(alike.map(|(_, cond)| *cond).collect::<Vec<_>>())
        };
        let mut lacking: Vec<(&Call, Cond)> = Vec::new();
        for call in calls.iter().filter(|call| !saying(call)) {
            let Some(line) = lines.get(&call.target).filter(|line| !line.open) else { continue };
            let cond = conds.all([call.cond, model.defined(call.target), model.defined(sibling.target), item.cond]);
            let cond = conds.diff(cond, has(line));
            if cond.is_possible() {
                lacking.push((call, cond));
            }
        }
        // Where most do without, it comes some other way.
        if lacking.is_empty() || lacking.len() > siblings.len() {
            return;
        }
        // What the sibling links besides, it links the library in spite of: that does not bring it.
        let known = |call: &Call| {
            lines.get(&call.target).is_some_and(|line| line.outside.iter().all(|one| theirs.outside.contains(one)))
        };
        let loadable = |id| model.is_kind(id, LOADABLE);
        let gaps = lacking.into_iter().map(|(call, cond)| (call, conds.and(cond, loadable(call.target))));
        let gaps: Vec<(&Call, Cond)> = gaps
            .filter(|(call, cond)| cond.is_possible() && known(call) && !model.is_test_target(call.target))
            .collect();
        let Some((first, _)) = gaps.first() else { return };
        let in_process = |id: &TargetId| {
            let beside = self.project.symbols.loaded_with(*id);
            beside.iter().any(|(library, _)| lines.get(library).is_some_and(|line| !has(line).is_false()))
        };
        let programs = || {
            let program = |id: &&TargetId| !model.is_kind(**id, &[TargetKind::Executable]).is_false();
            lines.keys().filter(program).any(|id| lines.get(id).is_some_and(|line| !has(line).is_false()))
        };
        let brought = gaps.iter().all(|(call, _)| in_process(&call.target)) || programs();
        let Some(place) = model.links_span(first.target) else { return };
        let cond = conds.any(gaps.iter().map(|(_, cond)| *cond).collect::<Vec<_>>());
        let target = model.name(first.target);
        let effect = if brought {
            "it has it only where others bring it along, and linkers that want every symbol (-z defs) refuse it"
        } else {
            "undefined symbol where it is loaded"
        };
        let mut draft = Draft::new(cond, Place::new(place, "does not link it"))
            .named("target", target)
            .named("function", first.used.name.to_string())
            .named("sibling", model.name(sibling.target))
            .value("library", self.written(item))
            .value("effect", effect)
            .severity(if brought { Severity::Note } else { Severity::Warning });
        for (n, (call, _)) in gaps.iter().take(20).enumerate() {
            let span = Span::new(call.file.source.id(), call.used.range.clone());
            draft = draft.related(span, format!("`{}` calls `{}`", model.name(call.target), call.used.name));
            if n > 0 {
                draft = draft.subject(model.name(call.target));
                if let Some(place) = model.links_span(call.target) {
                    draft = draft.related(place, "nor does this one link it");
                }
            }
        }
        if let Some(span) = model.span(item.origin) {
            draft = draft.related(span, format!("`{}` links it here", model.name(sibling.target)));
        }
        sink.report(draft);
    }

    /// A library as the project writes it (`${ZLIB_LIBRARIES}`).
    fn written(&self, library: &Item) -> String {
        /// A longer argument is a list of its own.
        const LONGEST: usize = 60;
        let written = self.model.span(library.origin).and_then(|span| {
            let source = self.project.files.sources().get(span.file);
            let text = source.written(span.start..span.end);
            (text.len() <= LONGEST && !text.contains(char::is_whitespace)).then(|| text.into_owned())
        });
        written.unwrap_or_else(|| self.model.display(&library.text))
    }
}

/// How functions of a library begin: as the table says, or with the name of its header and a sign that a word ends there.
enum Prefix<'a> {
    Said(&'a str),
    Header(String),
}

impl Prefix<'_> {
    fn begins(&self, name: &str) -> bool {
        match self {
            Self::Said(prefix) => name.starts_with(prefix),
            Self::Header(stem) => {
                let start = name.get(..stem.len()).is_some_and(|start| start.eq_ignore_ascii_case(stem));
                let next = name.as_bytes().get(stem.len()).copied();
                let last = name.as_bytes().get(stem.len().wrapping_sub(1)).copied();
                let word_ends = |next: u8| {
                    next == b'_' || next.is_ascii_uppercase() && last.is_some_and(|byte| !byte.is_ascii_uppercase())
                };
                start && next.is_some_and(word_ends)
            }
        }
    }
}

/// The libraries that a header is of, of those that are named on link lines, and how their functions begin.
fn libraries<'t>(header: &str, named: &BTreeSet<&str>) -> Vec<(String, Vec<Prefix<'t>>)> {
    let of_header = |row: &&Row| {
        let is = |known: &String| if known.ends_with('/') { header.starts_with(&**known) } else { header == known };
        row.headers.iter().any(is)
    };
    if let Some(row) = table().library.iter().find(of_header) {
        let word = row.words.iter().find(|word| named.contains(word.as_str()));
        let prefixes = || row.prefixes.iter().map(|prefix| Prefix::Said(prefix)).collect();
        return word.map(|word| (word.clone(), prefixes())).into_iter().collect();
    }
    let stems = stems(header).into_iter().filter(|stem| named.contains(stem.as_str()));
    stems.map(|stem| (stem.clone(), vec![Prefix::Header(stem)])).collect()
}

/// What a header is called, and the folder that it is in, as names of libraries are written: `curl` for `curl/curl.h`.
fn stems(header: &str) -> BTreeSet<String> {
    let mut parts = header.split('/');
    let file = parts.next_back().unwrap_or_default();
    let name = file.rsplit_once('.').map_or(file, |(name, _)| name);
    let all = parts.next().into_iter().chain([name]).map(plain);
    all.filter(|stem| stem.len() > 2 && !stem.bytes().all(|byte| byte.is_ascii_digit())).collect()
}

/// The words of an item of a link line: `zlib` for `${ZLIB_LIBRARIES}` and `ZLIB::ZLIB`.
fn words(shown: &str) -> BTreeSet<String> {
    let name = shown.trim_start_matches('<').split(" of ").next().unwrap_or_default();
    let name = name.trim_start_matches("-l").trim_matches(|c: char| "${}<>".contains(c));
    name.split("::").filter(|part| *part != "PkgConfig").map(plain).filter(|word| !word.is_empty()).collect()
}

/// Small letters and digits of a name without what says that it is a library.
fn plain(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let ends = ["_link_libraries", "_libraries", "_library", "_libs", "_lib", "_ldflags"];
    let end = ends.iter().find_map(|end| lower.strip_suffix(end));
    let word = letters(end.unwrap_or(&lower));
    word.strip_prefix("lib").filter(|rest| rest.len() > 1).map_or(word.clone(), str::to_owned)
}

/// Whether an item speaks of a library: a short name as a word of its own, a longer one anywhere.
fn says(shown: &str, word: &str) -> bool {
    let (text, own) = (letters(shown), words(shown));
    let alike = |word: &str| own.contains(word) || word.len() > 2 && text.contains(word);
    let row = table().library.iter().find(|row| row.words.iter().any(|one| one == word));
    row.map_or_else(|| alike(word), |row| row.words.iter().any(|word| alike(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read() {
        let table: Table =
            toml::from_str(include_str!("unlinked_outside_library/prefixes.toml")).expect("prefixes.toml");
        assert!(table.library.iter().all(|row| !row.prefixes.is_empty() && !row.source.is_empty()));
    }

    #[test]
    fn words_of_items_and_headers() {
        let words = |shown: &str| words(shown).into_iter().collect::<Vec<_>>();
        assert_eq!(words("<CURL_LIBRARIES of find_package(CURL)>"), ["curl"]);
        assert_eq!(words("Volk::volk"), ["volk"]);
        assert_eq!(words("-lsqlite3"), ["sqlite3"]);
        assert_eq!(stems("libavcodec/avcodec.h").into_iter().collect::<Vec<_>>(), ["avcodec"]);
        let curl = Prefix::Header("curl".into());
        assert!(curl.begins("curl_easy_init") && !curl.begins("curling") && !curl.begins("curl"));
        assert!(Prefix::Header("cjson".into()).begins("cJSON_Parse"));
    }

    #[test]
    fn short_names_are_whole() {
        assert!(says("zlibstatic", "zlib") && says("-lz", "zlib") && !says("zstd", "zlib"));
        assert!(says("Libva::va", "va") && !says("valve", "va"));
    }
}
