//! A source that several targets compile calls a library under a definition that all of them get, and one of them does not link it.
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::in_c_library;
use crate::cmake::eval::text::has_symbol;
use crate::cond::{Cond, SubjectId, SubjectKind};
use crate::flags::system_library;
use crate::model::binaries::LINKED;
use crate::model::symbols::{Site, last};
use crate::model::{Item, Model, TargetId};
use crate::native::{GuardId, NativeFile, Use};
use crate::rules::wording::letters;
use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};
use crate::source::Span;

/// Kinds of targets that say which library a source needs.
const SAYING: &[TargetKind] =
    &[TargetKind::Executable, TargetKind::Shared, TargetKind::Module, TargetKind::Static, TargetKind::Object];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let saying = model.judged_targets().filter(|id| !model.is_kind(*id, SAYING).is_false() && !model.is_imported(*id));
    let saying: Vec<TargetId> = saying.collect();
    let features: Vec<Feature> = saying.iter().flat_map(|id| features(model, *id)).collect();
    if features.is_empty() {
        return;
    }
    let mut users: BTreeMap<&Path, Vec<TargetId>> = BTreeMap::new();
    for id in saying {
        for path in own_sources(model, id) {
            let known = users.entry(path).or_default();
            if !known.contains(&id) {
                known.push(id);
            }
        }
    }
    let search = Search { project, model };
    let mut told: FxHashSet<(TargetId, String)> = FxHashSet::default();
    for feature in &features {
        // What a target lacks is the same for all sources that both compile.
        let mut lacking: FxHashMap<TargetId, Cond> = FxHashMap::default();
        for path in own_sources(model, feature.target) {
            let others: Vec<_> = users.get(path).into_iter().flatten().filter(|id| **id != feature.target).collect();
            if others.is_empty() {
                continue;
            }
            let Some(file) = project.natives.file(path).filter(|file| mentions(file, &feature.define)) else {
                continue;
            };
            for &other in others {
                if told.contains(&(other, feature.word.clone())) {
                    continue;
                }
                let lacking = *lacking.entry(other).or_insert_with(|| search.lacking(feature, other));
                if lacking.is_possible() && search.source(feature, (path, &file), other, lacking, sink) {
                    told.insert((other, feature.word.clone()));
                }
            }
        }
    }
}

/// What a target compiles itself: objects of a library are compiled with the definitions of that one.
fn own_sources<'m>(model: &'m Model<'_>, id: TargetId) -> impl Iterator<Item = &'m Path> {
    model.sources(id).iter().filter(|source| source.through.is_none()).filter_map(|source| source.path.as_deref())
}

/// A definition of a target, and what it links under the same settings.
struct Feature {
    target: TargetId,
    define: String,
    library: Item,
    /// What names of the library have in common.
    word: String,
}

/// The definitions of a target that come with a library, and only by a setting.
fn features(model: &Model<'_>, id: TargetId) -> Vec<Feature> {
    let conds = &model.facts.conds;
    let there = model.defined(id);
    let within = |cond: Cond| conds.and(cond, there);
    let items: Vec<Item> = own_items(model, id).into_iter().filter(|item| within(item.cond) != there).collect();
    let mut out = Vec::new();
    let mut seen: FxHashSet<String> = FxHashSet::default();
    let definitions = if items.is_empty() { Rc::default() } else { model.definitions(id) };
    for definition in definitions.iter().filter(|one| !has_symbol(&one.text)) {
        let name = definition.text.split('=').next().unwrap_or_default();
        if !seen.insert(name.to_owned()) {
            continue;
        }
        let when = within(model.defines(id, name));
        if when == there || !when.is_possible() || !is_chosen(model, when) {
            continue;
        }
        for item in items.iter().filter(|item| is_same_setting(model, within(item.cond), when)) {
            let word = word_of(&model.display(&item.text));
            if word.len() > 2 && system_library(&item.text).is_none() {
                out.push(Feature { target: id, define: name.to_owned(), library: item.clone(), word });
            }
        }
    }
    out
}

/// Whether users choose a condition: platforms alone have libraries of their own that compilers link unasked.
fn is_chosen(model: &Model<'_>, cond: Cond) -> bool {
    !settings(model, cond).is_empty()
}

/// The settings that a condition asks for.
fn settings(model: &Model<'_>, cond: Cond) -> Vec<SubjectId> {
    let conds = &model.facts.conds;
    let is_setting =
        |one: &SubjectId| matches!(conds.subject_info(*one).kind, SubjectKind::Option | SubjectKind::Input);
    let mut found: Vec<SubjectId> = conds.subjects(cond).into_iter().filter(is_setting).collect();
    found.sort_unstable();
    found
}

/// Whether a library is linked where a definition is given, results of searches aside.
fn is_same_setting(model: &Model<'_>, library: Cond, definition: Cond) -> bool {
    library.is_possible()
        && model.facts.conds.implies(library, definition)
        && settings(model, library) == settings(model, definition)
}

/// What a target names itself: names, paths and imported targets.
fn own_items(model: &Model<'_>, id: TargetId) -> Vec<Item> {
    let imported = model.links(id).iter().filter(|edge| model.is_imported(edge.to));
    let imported = imported.map(|edge| Item {
        text: model.name(edge.to).into(),
        cond: edge.cond,
        origin: edge.origin,
        from: None,
    });
    model.link_items(id).iter().cloned().chain(imported).collect()
}

/// What a target links, all of it: names, paths and imported targets, each with when.
fn linked(model: &Model<'_>, id: TargetId) -> Vec<(Arc<str>, Cond)> {
    let items = model.library_items(id);
    let items = items.iter().map(|item| (Arc::clone(&item.text), item.cond));
    let imported = model.link_closure(id).into_iter().filter(|(library, _)| model.is_imported(*library));
    items.chain(imported.map(|(library, cond)| (Arc::from(model.name(library)), cond))).collect()
}

/// The letters of a library's name without what all such names have (`${ZLIB_LIBRARIES}`, `-lz`, `ZLIB::ZLIB`).
fn word_of(shown: &str) -> String {
    let name = shown.rsplit("::").next().unwrap_or(shown);
    let name = name.strip_prefix("-l").unwrap_or(name);
    let mut word = letters(name);
    for end in ["libraries", "library", "ldflags", "libs", "lib"] {
        if let Some(rest) = word.strip_suffix(end).filter(|rest| !rest.is_empty()) {
            word = rest.to_owned();
        }
    }
    word
}

/// Whether a name may be one of a library, by letters that both have: what is linked beside it, as a framework for tests, has none.
fn is_akin(word: &str, name: &str) -> bool {
    /// So many letters in a row are no chance.
    const RUN: usize = 4;
    /// So many are enough at the start.
    const START: usize = 3;
    let name = letters(name);
    let start = word.get(..START).unwrap_or(word);
    name.contains(start) || word.as_bytes().windows(RUN).any(|run| memchr::memmem::find(name.as_bytes(), run).is_some())
}

/// Whether a source tells the linker itself (`#pragma comment(lib, "…")`): the project is built with compilers that take that.
fn names_library(file: &NativeFile, word: &str) -> bool {
    let mut libraries = file.facts.pragmas.iter().filter(|pragma| pragma.kind == "lib");
    libraries.any(|library| is_akin(word, &library.text) || is_akin(&word_of(&library.text), word))
}

struct Search<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
}

impl Search<'_> {
    /// Whether somebody meets what a target lacks: programs and plugins are started and loaded, libraries are linked or installed.
    fn has_users(&self, id: TargetId) -> bool {
        const STARTED: &[TargetKind] = &[TargetKind::Executable, TargetKind::Module];
        let model = self.model;
        let is_linked = |by: TargetId| by != id && model.links(by).iter().any(|edge| edge.to == id);
        model.is_kind(id, STARTED).is_possible()
            || model.installed_targets().contains_key(&id)
            || model.targets().any(is_linked)
    }

    /// When a target has the definition of a feature and not its library.
    fn lacking(&self, feature: &Feature, other: TargetId) -> Cond {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let lacking = conds.all([
            model.is_kind(other, LINKED),
            model.defines(other, &feature.define),
            feature.library.cond,
            model.defined(feature.target),
        ]);
        if !lacking.is_possible() || !self.has_users(other) {
            return Cond::FALSE;
        }
        // What a program loads finds the library where the program has it.
        let loaded = model.is_kind(other, &[TargetKind::Module]);
        let by_host = conds.and(loaded, model.is_kind(feature.target, &[TargetKind::Executable]));
        let excused = conds.any([self.has(other, feature), model.undefined_allowed(other), by_host]);
        let lacking = conds.diff(lacking, excused);
        if lacking.is_possible() && !self.is_open(other) { lacking } else { Cond::FALSE }
    }

    /// Whether a target needs the library that it lacks for a source; then it is reported.
    fn source(
        &self,
        feature: &Feature,
        (path, file): (&Path, &NativeFile),
        other: TargetId,
        lacking: Cond,
        sink: &mut Sink,
    ) -> bool {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let Some(source) = model.sources(other).iter().find(|source| source.path.as_deref() == Some(path)) else {
            return false;
        };
        let site =
            |index| Site { path: Rc::from(path), file: file.clone(), index, cond: source.cond, is_included: false };
        let headers = self.foreign_headers(file, other, feature, &site(0));
        if headers.is_empty() {
            return false;
        }
        let is_named =
            is_akin(&feature.word, &feature.define) || headers.iter().any(|path| is_akin(&feature.word, path));
        let call = file.facts.uses.iter().enumerate().find_map(|(index, used)| {
            let when = self.only_with(other, feature, &site(index), used.guard)?;
            let cond = conds.and(when, lacking);
            let is_of_library = is_named || is_akin(&feature.word, &used.name);
            (cond.is_possible() && is_of_library && self.is_foreign(other, path, used)).then_some((used, cond))
        });
        let Some((used, cond)) = call else { return false };
        // One of its sources tells the linker for all.
        let mut files = own_sources(self.model, other).filter_map(|path| self.project.natives.file(path));
        if files.any(|file| names_library(&file, &feature.word)) {
            return false;
        }
        self.report(feature, other, (file, used), cond, sink);
        true
    }

    /// When a piece of a source is compiled into a target, if that is with the definition only.
    fn only_with(&self, id: TargetId, feature: &Feature, site: &Site, guard: GuardId) -> Option<Cond> {
        if guard == GuardId::TRUE {
            return None;
        }
        let (when, sure) = self.model.compiled(id, site, guard);
        let defined = self.model.defines(id, &feature.define);
        (sure && when.is_possible() && self.model.facts.conds.implies(when, defined)).then_some(when)
    }

    /// Headers that the source includes under the definition and that are no files of the project.
    fn foreign_headers<'f>(&self, file: &'f NativeFile, id: TargetId, feature: &Feature, site: &Site) -> Vec<&'f str> {
        let view = self.project.symbols.headers.view(id, &site.path);
        let foreign = |path: &String| view.foreign.contains(path) || view.missing.contains(path);
        let includes = file.facts.includes.iter().filter(|include| foreign(&include.path));
        let with = includes.filter(|include| self.only_with(id, feature, site, include.guard).is_some());
        with.map(|include| include.path.as_str()).collect()
    }

    /// Whether nothing of the project is known by the name of what is called.
    fn is_foreign(&self, id: TargetId, path: &Path, used: &Use) -> bool {
        let name = last(&used.name);
        let symbols = self.project.symbols;
        let view = symbols.headers.view(id, path);
        let is_known = |file: &NativeFile| {
            let facts = &file.facts;
            facts.functions.iter().any(|one| one.name == name)
                || facts.macros.iter().any(|one| one.name == name)
                || facts.variables.iter().any(|one| one.name == name)
                || facts.classes.iter().any(|one| one.name == name)
        };
        !in_c_library(name)
            && !used.name.contains("::")
            && !view.files.iter().any(|(_, file)| is_known(file))
            && !symbols.names(id).defined.contains_key(name)
            && !symbols.is_defined_in(&symbols.on_link_line(id), name)
    }

    /// When a target links something like the library.
    fn has(&self, id: TargetId, feature: &Feature) -> Cond {
        let alike = |text: &Arc<str>| {
            let word = word_of(&self.model.display(text));
            let (short, long) =
                if word.len() < feature.word.len() { (&word, &feature.word) } else { (&feature.word, &word) };
            *text == feature.library.text || !short.is_empty() && long.contains(short.as_str())
        };
        let items = linked(self.model, id).into_iter();
        self.model.facts.conds.any(items.filter(|(text, _)| alike(text)).map(|(_, cond)| cond).collect::<Vec<_>>())
    }

    /// Whether something that a target links may be anything.
    fn is_open(&self, id: TargetId) -> bool {
        let items = self.model.library_items(id);
        self.model.is_given_away(id) || items.iter().any(|item| self.model.may_say_anything(&item.text))
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

    fn report(&self, feature: &Feature, other: TargetId, call: (&NativeFile, &Use), cond: Cond, sink: &mut Sink) {
        let (model, (file, used)) = (self.model, call);
        let Some(place) = model.links_span(other) else { return };
        let (library, define) = (self.written(&feature.library), &feature.define);
        let name = file.source.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let given = model.definitions(other).iter().find_map(|one| {
            let is_it = one.text.split('=').next() == Some(define.as_str());
            model.span(one.origin).filter(|_| is_it)
        });
        let mut draft = Draft::new(cond, Place::new(place, "does not link it"))
            .related(Span::new(file.source.id(), used.range.clone()), format!("`{}` is called here", used.name));
        if let Some(span) = given {
            draft = draft.related(span, format!("`{define}` comes from here"));
        }
        if let Some(span) = model.span(feature.library.origin) {
            draft = draft.related(span, format!("`{}` links the library here", model.name(feature.target)));
        }
        // What the defaults build, its maintainers have linked: then something was not understood here.
        let is_seen = model.without_settings(cond).is_possible();
        sink.report(
            draft
                .named("program", model.name(other))
                .named("sibling", model.name(feature.target))
                .named("define", define.as_str())
                .named("symbol", used.name.to_string())
                .value("library", library)
                .value("source", format!("`{name}`"))
                .confidence(if is_seen { Confidence::Heuristic } else { Confidence::Likely }),
        );
    }
}

/// Whether a file asks the preprocessor for a name.
fn mentions(file: &NativeFile, name: &str) -> bool {
    let asks = |guard: GuardId| guard != GuardId::TRUE && file.facts.guards.names(guard).contains(&name);
    file.facts.includes.iter().any(|include| asks(include.guard)) && file.facts.uses.iter().any(|used| asks(used.guard))
}
