//! Libraries of others on one list, of which it is known that one needs the other: the one that is needed before the one that needs it.
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;

use crate::cmake::eval::text::SymbolKind;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::{Item, Model, TargetId};
use crate::rules::{Confidence, Context, Draft, Place, Project, Severity, Sink};
use crate::source::Span;

use super::known_lists::{Brought, Entry, Lists};

/// Longer lists are not looked at pair by pair.
const MOST: usize = 400;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    pub(super) library: Vec<Row>,
    pub(super) nothing: Vec<Nothing>,
}

/// A library of others.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub(super) library: String,
    #[serde(default)]
    pub(super) names: Vec<String>,
    #[serde(default)]
    pub(super) variables: Vec<String>,
    #[serde(default)]
    pub(super) needs: Vec<String>,
    #[serde(default)]
    pub(super) archive: bool,
    #[serde(default)]
    more: bool,
    #[serde(default)]
    asked_by: Vec<String>,
    pub(super) come_with: Option<Vec<String>>,
    #[allow(dead_code, reason = "each row must have one")]
    source: String,
}

/// Imported targets that bring no library of the table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {
    pub(super) names: Vec<String>,
    #[allow(dead_code, reason = "each row must have one")]
    source: String,
}

pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        toml::from_str(include_str!("known.toml")).unwrap_or(Table { library: Vec::new(), nothing: Vec::new() })
    })
}

/// Rows of the table by the names that their libraries have on link lines.
pub(super) fn by_name() -> &'static FxHashMap<&'static str, usize> {
    static NAMES: OnceLock<FxHashMap<&'static str, usize>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let rows = table().library.iter().enumerate();
        rows.flat_map(|(at, row)| row.names.iter().chain([&row.library]).map(move |name| (name.as_str(), at))).collect()
    })
}

pub(super) fn check(cx: &Context<'_>, project: Project<'_>, sink: &mut Sink) {
    let model = project.model;
    let lists = Lists::new(model);
    let mut search = Search { project, model, found_static: false, asked: FxHashSet::default() };
    let mut found: Vec<(TargetId, Vec<Entry>)> = Vec::new();
    for id in model.judged_targets().filter(|id| !model.is_imported(*id)) {
        for interface in [false, true] {
            let entries = lists.read(id, interface);
            let several = entries.iter().filter(|entry| !entry.libraries.is_empty()).nth(1).is_some();
            if several && entries.len() <= MOST && !search.pairs(id, &entries).is_empty() {
                found.push((id, entries));
            }
        }
    }
    // Where only shared libraries are looked for the order does not matter.
    if found.is_empty() || cx.facts.any_build_text(finds_shared) {
        return;
    }
    search.found_static = cx.facts.any_build_text(finds_archives);
    let asks = |row: &Row| row.asked_by.iter().any(|name| cx.facts.any_build_text(|text| switches_on(text, name)));
    search.asked = table().library.iter().enumerate().filter(|(_, row)| asks(row)).map(|(at, _)| at).collect();
    for (id, entries) in found {
        search.list(id, &entries, sink);
    }
}

/// Whether a text of the build description looks for archives only: `set(CMAKE_FIND_LIBRARY_SUFFIXES .a)`.
fn finds_archives(text: &[u8]) -> bool {
    lines_with(text, SUFFIXES).any(|line| is_set(&line) && line.contains(".a") && !line.contains(".so"))
}

/// Whether it switches a variable on: `set(OPENSSL_USE_STATIC_LIBS ON)`.
fn switches_on(text: &[u8], variable: &str) -> bool {
    lines_with(text, variable).any(|line| {
        let value = line.split_once(variable).map_or("", |(_, rest)| rest.trim_start());
        is_set(&line) && ["ON", "TRUE", "1", "YES"].iter().any(|on| value.to_uppercase().starts_with(on))
    })
}

/// Endings of the files that `find_library()` looks for (cmake-variables(7)).
const SUFFIXES: &str = "CMAKE_FIND_LIBRARY_SUFFIXES";

fn is_set(line: &str) -> bool {
    line.trim_start().to_lowercase().starts_with("set(")
}

/// Whether it looks for shared libraries only.
fn finds_shared(text: &[u8]) -> bool {
    lines_with(text, SUFFIXES).any(|line| is_set(&line) && line.contains(".so") && !line.contains(".a"))
}

fn lines_with<'t>(text: &'t [u8], word: &str) -> impl Iterator<Item = std::borrow::Cow<'t, str>> {
    let found = memchr::memmem::find(text, word.as_bytes()).is_some();
    let lines = if found { text } else { &[] }.split(|byte| *byte == b'\n');
    let word = word.as_bytes().to_vec();
    lines.filter(move |line| memchr::memmem::find(line, &word).is_some()).map(String::from_utf8_lossy)
}

struct Search<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
    found_static: bool,
    /// Rows of which the project asks for archives.
    asked: FxHashSet<usize>,
}

/// Two libraries in the wrong order.
struct Pair<'e> {
    needed: (&'e Entry, &'e Brought),
    needing: (&'e Entry, &'e Brought),
    cond: Cond,
    /// It is seen that they are archives.
    certain: bool,
}

impl Search<'_> {
    fn list(&self, id: TargetId, entries: &[Entry], sink: &mut Sink) {
        let pairs = self.pairs(id, entries);
        if pairs.is_empty() || self.looks_again(id, entries) {
            return;
        }
        let statics = self.linked_static(id);
        let pairs: Vec<Pair<'_>> = pairs.into_iter().filter_map(|pair| self.judged(pair, statics)).collect();
        // One finding for libraries that belong together.
        let mut told: FxHashSet<usize> = FxHashSet::default();
        for (at, pair) in pairs.iter().enumerate() {
            let both = [pair.needed.1.library, pair.needing.1.library];
            if both.iter().any(|one| told.contains(one)) {
                told.extend(both);
                continue;
            }
            told.extend(both);
            self.tell(id, pair, &pairs[at + 1..], sink);
        }
    }

    fn pairs<'e>(&self, id: TargetId, entries: &'e [Entry]) -> Vec<Pair<'e>> {
        let conds = &self.model.facts.conds;
        let rows = &table().library;
        let others = ["WIN32", "APPLE", "ANDROID"].into_iter().filter_map(|name| conds.platform(name));
        let here = conds.diff(self.model.defined(id), conds.any(others.collect::<Vec<_>>()));
        let linux = conds.platform("LINUX").unwrap_or(Cond::TRUE);
        let mut known: FxHashMap<(usize, usize, usize), Cond> = FxHashMap::default();
        let mut out: Vec<Pair<'e>> = Vec::new();
        for (at, first) in entries.iter().enumerate() {
            for needed in &first.libraries {
                let Some(name) = rows.get(needed.library).map(|row| &row.library) else { continue };
                for second in entries.iter().skip(at + 1) {
                    for needing in &second.libraries {
                        let needs = rows.get(needing.library).is_some_and(|row| row.needs.contains(name));
                        if !needs || needed.through && !needing.through {
                            continue;
                        }
                        let both = conds.all([here, needed.cond, needing.cond]);
                        let both = conds.diff(both, conds.or(needed.shared, needing.shared));
                        if !both.is_possible() {
                            continue;
                        }
                        let asked = (at, needed.library, needing.library);
                        let excuse = || self.excused(entries, at, needed.library, needing.library);
                        let excused = *known.entry(asked).or_insert_with(excuse);
                        let cond = conds.diff(both, excused);
                        if conds.and(cond, linux).is_possible() {
                            out.push(Pair {
                                needed: (first, needed),
                                needing: (second, needing),
                                cond,
                                certain: false,
                            });
                        }
                    }
                }
            }
        }
        out
    }

    /// A pair where archives are seen, or where they may well be: what needs more than that would be told by the linker anyway.
    fn judged<'e>(&self, pair: Pair<'e>, statics: Cond) -> Option<Pair<'e>> {
        let conds = &self.model.facts.conds;
        let asked = [pair.needed.1, pair.needing.1].iter().any(|one| self.asked.contains(&one.library));
        let archive = if asked { Cond::TRUE } else { conds.or(pair.needed.1.archive, pair.needing.1.archive) };
        let seen = conds.or(statics, archive);
        let archives = conds.and(pair.cond, seen);
        if archives.is_possible() {
            return Some(Pair { cond: archives, certain: true, ..pair });
        }
        let needs_more = table().library.get(pair.needing.1.library).is_some_and(|row| row.more);
        (!needs_more).then_some(pair)
    }

    /// When the needed library comes again, or the one that needs it came before.
    fn excused(&self, entries: &[Entry], at: usize, needed: usize, needing: usize) -> Cond {
        let conds = &self.model.facts.conds;
        let come_with = table().library.get(needed).and_then(|row| row.come_with.as_ref());
        let brings = |text: &str| come_with.is_none_or(|words| words.iter().any(|word| text.contains(word.as_str())));
        let mut out = Vec::new();
        for (other, entry) in entries.iter().enumerate() {
            let behind = other > at;
            // What targets bring stands behind all that is listed.
            let again = entry.libraries.iter().filter(|one| one.library == needed && other != at);
            out.extend(again.filter(|one| behind || one.through).map(|one| one.cond));
            let before = entry.libraries.iter().filter(|one| one.library == needing && !behind);
            out.extend(before.map(|one| one.cond));
            let unseen = entry.others.iter().filter(|one| behind || one.is_target);
            out.extend(unseen.filter(|one| brings(&one.text)).map(|one| one.cond));
        }
        conds.any(out)
    }

    /// Whether the linker comes back to archives.
    fn looks_again(&self, id: TargetId, entries: &[Entry]) -> bool {
        let again = |flag: &LinkFlag| {
            matches!(flag, LinkFlag::StartGroup | LinkFlag::WholeArchive(true) | LinkFlag::ResponseFile(_))
        };
        self.model.remembers_archives(id)
            || entries.iter().any(|entry| entry.is_group)
            || self.model.link_flags(id).iter().any(|source| again(&source.flag.flag))
    }

    fn tell(&self, id: TargetId, pair: &Pair<'_>, more: &[Pair<'_>], sink: &mut Sink) {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let rows = &table().library;
        let name = |one: &Brought| rows.get(one.library).map(|row| row.library.clone()).unwrap_or_default();
        let (needed, needing) = (name(pair.needed.1), name(pair.needing.1));
        let (certain, cond) = (pair.certain, pair.cond);
        let (Some(first), Some(second)) = (self.place(pair.needed.0), self.place(pair.needing.0)) else { return };
        let mut draft = Draft::new(cond, Place::new(second, "needs what stands before it"));
        if first != second {
            draft = draft.related(first, "read before anybody asks for it");
        }
        for one in more.iter().filter(|one| !conds.disjoint(one.cond, cond)) {
            draft = draft.subject(name(one.needed.1)).subject(name(one.needing.1));
        }
        // What the defaults link, its maintainers have linked: something pulls what is missing, or they are shared libraries.
        let is_seen = !certain || model.without_settings(cond).is_possible();
        let where_static = if certain { "" } else { "where they are archives, " };
        let draft = draft
            .severity(if certain { Severity::Warning } else { Severity::Note })
            .confidence(if is_seen { Confidence::Heuristic } else { Confidence::Likely })
            .message(format!(
                "`{needed}` comes before `{needing}` among the libraries of `{}`, and `{needing}` needs it: {where_static}the linker has \
                 passed it by then",
                model.display(model.name(id))
            ))
            .help(format!("name `{needed}` behind `{needing}`"))
            .subject(needed.as_str())
            .subject(needing.as_str())
            .subject(model.display(model.name(id)));
        sink.report(draft);
    }

    /// When it is seen that libraries are linked as archives.
    fn linked_static(&self, id: TargetId) -> Cond {
        if self.found_static {
            return Cond::TRUE;
        }
        let is_static =
            |flag: &LinkFlag| matches!(flag, LinkFlag::Static | LinkFlag::StaticPie | LinkFlag::SearchStatic(true));
        let flags = self.model.link_flags(id);
        let conds = flags.iter().filter(|source| is_static(&source.flag.flag)).map(|source| source.cond);
        self.model.facts.conds.any(conds.collect::<Vec<_>>())
    }

    /// Where an entry was put into the list: the one command of those that were evaluated that names its variable for a list, else where
    /// the list is given to the target.
    fn place(&self, entry: &Entry) -> Option<Span> {
        let given = self.model.span(entry.item.origin)?;
        let Some(variable) = variable(self.model, &entry.item) else { return Some(given) };
        let mut found = self.project.evaluated().flat_map(|file| {
            let lists = file.commands.iter().filter(|command| matches!(&*command.lower, "set" | "list"));
            let names = lists.filter_map(|command| {
                let mut arguments = command.arguments.iter().skip(1);
                arguments
                    .find(|one| one.template.reference() == Some(variable))
                    .map(|one| Span::new(file.id, one.range.clone()))
            });
            names.collect::<Vec<_>>()
        });
        let first = found.next();
        Some(first.filter(|_| found.next().is_none()).unwrap_or(given))
    }
}

/// The variable that a search fills, where an item is what it found.
fn variable<'m>(model: &'m Model<'_>, item: &Item) -> Option<&'m str> {
    let value = model.lone_value(&item.text).filter(|value| value.kind == SymbolKind::Found)?;
    value.name.split(' ').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_has_a_row() {
        let rows = &table().library;
        assert!(!rows.is_empty());
        for row in rows {
            for name in &row.needs {
                let needed = rows.iter().find(|other| other.library == *name);
                assert!(needed.is_some_and(|needed| !needed.needs.contains(&row.library)), "{name} of {}", row.library);
            }
        }
        let named: usize = rows.iter().map(|row| row.names.len() + 1).sum();
        assert_eq!(by_name().len(), named);
    }

    #[test]
    fn searches_for_archives() {
        assert!(finds_archives(b"set(CMAKE_FIND_LIBRARY_SUFFIXES .a)"));
        assert!(!finds_archives(b"list(APPEND CMAKE_FIND_LIBRARY_SUFFIXES .a)"));
        let on = |text: &[u8]| switches_on(text, "OPENSSL_USE_STATIC_LIBS");
        assert!(on(b"if(X)\n  SET(OPENSSL_USE_STATIC_LIBS TRUE)\nendif()"));
        assert!(!on(b"if(OPENSSL_USE_STATIC_LIBS)\nset(OPENSSL_USE_STATIC_LIBS OFF)"));
        assert!(finds_shared(b"set(CMAKE_FIND_LIBRARY_SUFFIXES .so)"));
        assert!(!finds_shared(b"set(CMAKE_FIND_LIBRARY_SUFFIXES .so .a)"));
    }
}
