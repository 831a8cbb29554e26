//! A shared library or module that calls functions of another library of the project, which it does not link.
#[path = "underlinked_library/archives.rs"]
mod archives;
#[path = "underlinked_library/processes.rs"]
mod processes;
#[path = "underlinked_library/startup.rs"]
mod startup;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::Files;
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::discover::Kind;
use crate::model::binaries::{Binaries, is_compiled};
use crate::model::extensions;
use crate::model::foreign::WrittenNames;
use crate::model::loading::Load;
use crate::model::symbols::{Key, Site, Symbols, members_of};
use crate::model::{Model, Source, TargetId};
use crate::native::Natives;
use crate::rules::wording::{letters, link_scope};
use crate::rules::{Confidence, Context, Draft, Place, Project, Severity, Sink, assembled};
use crate::source::Span;

use processes::Process;

/// Kinds of targets that can give another one a symbol.
const PROVIDERS: &[TargetKind] =
    &[TargetKind::Executable, TargetKind::Static, TargetKind::Shared, TargetKind::Module, TargetKind::Object];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let unforeseen = model.unforeseen_shared(project.files);
    let offered = |id: &TargetId| is_offered(model, *id, unforeseen);
    let users: Vec<TargetId> = model.judged_targets().filter(|id| is_loadable(model, *id) || offered(id)).collect();
    let exports = !model.exported_targets().is_empty();
    // Two libraries at least: one that needs, one that has.
    if users.is_empty() && !exports || model.built_targets().nth(1).is_none() {
        return;
    }
    let mut search = Search::new(&project);
    let names = search.definers.keys().map(String::as_str).collect();
    for name in assembled::names(cx, &project, &names) {
        search.definers.remove(&name);
    }
    search.exported_archives(unforeseen, sink);
    let mut gaps: Vec<Gap> = users.into_iter().flat_map(|user| search.gaps(user)).collect();
    if !gaps.is_empty() {
        search.ask_loaders(&project, &mut gaps);
    }
    search.global = search.global || !gaps.is_empty() && loads_for_all(cx, &project);
    // Libraries that need each other cannot link each other: CMake refuses a cycle of shared ones.
    let pairs: BTreeSet<(TargetId, TargetId)> = gaps.iter().map(|gap| (gap.user, gap.provider)).collect();
    let mut found: BTreeMap<(Span, TargetId), Vec<Gap>> = BTreeMap::new();
    for gap in gaps.into_iter().filter(|gap| !pairs.contains(&(gap.provider, gap.user))) {
        if let Some(place) = model.links_span(gap.user) {
            found.entry((place, gap.provider)).or_default().push(gap);
        }
    }
    search.startup(&project, sink);
    search.on_apple = !found.is_empty() && cx.facts.is_built_by_others_on("APPLE");
    for ((place, provider), gaps) in found {
        search.report(place, provider, &gaps, sink);
    }
}

/// Whether a script of Python loads something for all others to see (Python's manual, `ctypes.CDLL`, `sys.setdlopenflags`).
fn loads_for_all(cx: &Context<'_>, project: &Project<'_>) -> bool {
    let sandbox = cx.facts.sources.sandbox();
    let scripts = project.inputs.of(Kind::Python);
    let says = |bytes: &[u8]| memchr::memmem::find(bytes, b"RTLD_GLOBAL").is_some();
    scripts.iter().any(|path| sandbox.read(path).is_ok_and(|bytes| says(&bytes)))
}

/// Libraries that are shared ones or modules unless users ask for others: what is static by default is linked by others for its symbols.
fn is_loadable(model: &Model<'_>, id: TargetId) -> bool {
    let definitions = model.definitions_of(id);
    let is_static = || model.is_kind(id, &[TargetKind::Static, TargetKind::Object]);
    let loadable = |kind| matches!(kind, TargetKind::Shared | TargetKind::Module);
    definitions.iter().all(|one| !one.imported)
        && definitions.iter().any(|one| loadable(one.kind))
        && (definitions.iter().all(|one| loadable(one.kind)) || !model.without_settings(is_static()).is_possible())
}

/// Libraries that are static ones by default, and come to users as shared ones where they ask for such: the project offers it, and
/// an installed set of exports names them.
fn is_offered(model: &Model<'_>, id: TargetId, unforeseen: Cond) -> bool {
    let definitions = model.definitions_of(id);
    let shared = model.is_kind(id, &[TargetKind::Shared]);
    let exported = || model.exported_targets().get(&id).is_some_and(|exported| !exported.installed.is_false());
    definitions.iter().all(|one| !one.imported)
        && definitions.iter().any(|one| one.kind == TargetKind::Shared)
        && model.facts.conds.diff(shared, unforeseen).is_possible()
        && exported()
}

/// Whether a file is made by a generator whose code has names after its input: Qt's (moc(1), rcc(1)), of protocol buffers.
fn has_names_of_its_own(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    ["moc_", "mocs_", "qrc_", "ui_"].iter().any(|start| name.starts_with(start))
        || [".pb.cc", ".pb.c", ".pb.cpp", ".moc"].iter().any(|end| name.ends_with(end))
}

/// A function that a library calls and another one has.
struct Gap {
    user: TargetId,
    provider: TargetId,
    key: Key,
    call: Span,
    definition: Span,
    cond: Cond,
    /// A program or library that loads libraries has the function in its process from the start.
    supplied: bool,
    /// The provider loads libraries itself: they find it where it was loaded for all to see. Another module brings it along, and
    /// who loads that need not do so.
    by_provider: bool,
}

/// What a library links.
struct Line {
    targets: Vec<(TargetId, Cond)>,
    /// When something of it may be a library of the project, and is no target there.
    unclear: Cond,
    /// There is a library of others.
    others: bool,
}

struct Search<'a> {
    model: &'a Model<'a>,
    symbols: &'a Symbols<'a>,
    natives: &'a Natives<'a>,
    binaries: &'a Binaries<'a>,
    files: &'a Files<'a>,
    written: WrittenNames,
    /// Which targets define a name.
    definers: FxHashMap<String, Vec<TargetId>>,
    /// The last parts of the names of members that targets define.
    members: FxHashSet<String>,
    /// Calls that load libraries.
    loads: FxHashMap<TargetId, Vec<Load>>,
    /// Programs and libraries with code that loads libraries, found once there are gaps.
    processes: Vec<Process>,
    /// Something loads libraries for all others to see.
    global: bool,
    /// Continuous integration builds the project on macOS, whose linker refuses what is undefined.
    on_apple: bool,
}

impl<'a> Search<'a> {
    fn new(project: &Project<'a>) -> Self {
        let (model, natives, symbols) = (project.model, project.natives, project.symbols);
        let definers = symbols.definers(PROVIDERS);
        let loads: FxHashMap<TargetId, Vec<Load>> =
            model.built_targets().map(|id| (id, model.loads(natives, id))).collect();
        let global = loads.values().flatten().any(Load::is_global);
        let files = project.files;
        Self {
            model,
            symbols,
            natives,
            binaries: project.binaries,
            files,
            written: WrittenNames::new(model, &files.all()),
            members: members_of(&definers),
            definers,
            loads,
            processes: Vec::new(),
            global,
            on_apple: false,
        }
    }

    /// What a library calls and nothing on its link line has: one function for each library that has some.
    fn gaps(&self, user: TargetId) -> Vec<Gap> {
        let unseen = |source: &Source| source.path.as_deref().is_none_or(|path| self.is_unseen(path));
        if self.model.links_anything(user) || self.model.sources(user).iter().any(unseen) || self.links_own_file(user) {
            return Vec::new();
        }
        let own = self.symbols.names(user);
        let fields = self.symbols.field_calls(user, &|name| self.members.contains(name));
        let fields = fields.iter().filter(|(name, _)| own.definitions(name).is_none());
        let wanted: BTreeMap<&String, &Vec<Site>> =
            fields.chain(own.wanted()).filter(|(name, _)| self.definers.contains_key(*name)).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        // So may an archive that is there already.
        let is_archive =
            |text: &str| text.contains('/') && [".a", ".lib", ".o", ".obj"].iter().any(|end| text.ends_with(end));
        let items = self.model.library_items(user);
        if self.model.is_given_away(user) || items.iter().any(|item| is_archive(&item.text)) {
            return Vec::new();
        }
        if self.model.links_by_platform(self.files, user) {
            return Vec::new();
        }
        let mut targets = self.symbols.on_link_line(user);
        targets.extend(self.symbols.loaded_with(user));
        let unclear = self.model.unclear_libraries(user, &self.written);
        let line = Line { targets, unclear, others: self.model.links_library_of_others(user) };
        let mut found: BTreeMap<TargetId, Gap> = BTreeMap::new();
        for (name, calls) in wanted {
            let gap = self.gap(user, &line, name, calls);
            if let Some(gap) =
                gap.filter(|gap| !self.is_named(user, gap.provider) && !self.interposes(user, gap.provider))
            {
                found.entry(gap.provider).or_insert(gap);
            }
        }
        found.into_values().collect()
    }

    /// Whether a source is not there to be read, and may have what is called: the build makes it, and not with a generator whose code
    /// has names of its own.
    fn is_unseen(&self, path: &Path) -> bool {
        is_compiled(path) && !self.natives.holds(path) && !has_names_of_its_own(path)
    }

    /// Whether a library links a file of the project's folder by its path, which nobody reads: it may have what is called.
    fn links_own_file(&self, user: TargetId) -> bool {
        let items = self.model.library_items(user);
        items.iter().any(|item| Path::new(&*item.text).starts_with(&self.model.facts.source_dir))
    }

    fn gap(&self, user: TargetId, line: &Line, name: &str, calls: &[Site]) -> Option<Gap> {
        let conds = &self.model.facts.conds;
        let definers = self.definers.get(name)?;
        let missing = conds.diff(self.kind(user), self.symbols.defined_in(&line.targets, name));
        let missing = conds.diff(missing, line.unclear);
        if !missing.is_possible() {
            return None;
        }
        let provider = self.provider(user, name, definers)?;
        // Two modules may each have a copy of what others wrote: it is the library of others that is meant.
        let module = self.model.is_kind(provider, &[TargetKind::Shared]).is_false();
        let declared = |site: &Site, key: &Key| self.binaries.sees_declared(user, &site.path, &key.name);
        let (call, key, cond) = calls.iter().find_map(|site| {
            let key = self.symbols.meaning(user, site).or_else(|| self.symbols.member(user, site))?;
            let (when, sure) = self.binaries.compiled(user, site, site.call()?.guard);
            let cond = conds.and(when, missing);
            let told = sure && !cond.is_false() && (!(line.others || module) || declared(site, &key));
            told.then_some((site, key, cond))
        })?;
        let names = self.symbols.names(provider);
        let (definition, cond) = names.definitions(name)?.iter().find_map(|site| {
            if !self.symbols.is_definition_of(provider, site, &key) {
                return None;
            }
            let (when, sure) = self.binaries.compiled(provider, site, site.function()?.guard);
            let cond = conds.all([when, cond, self.model.defined(provider)]);
            (sure && !cond.is_false()).then_some((site, cond))
        })?;
        let cond = conds.diff(cond, self.model.undefined_allowed(user));
        // CMake takes no circle of shared libraries: who needs the caller itself is loaded before it, or not linked at all.
        let cond = conds.diff(cond, self.model.depends_on(provider, user));
        if !cond.is_possible() {
            return None;
        }
        let (call, definition) = (call.span(&call.call()?.range), definition.span(&definition.function()?.range));
        Some(Gap { user, provider, key, call, definition, cond, supplied: false, by_provider: false })
    }

    /// Whether a module that is no plugin of the provider's, as an extension of an interpreter or a plugin of another program, links it:
    /// nothing loads that for all to see.
    fn is_brought_by_module(&self, user: TargetId, provider: TargetId) -> bool {
        let model = self.model;
        let shared = !model.is_kind(provider, &[TargetKind::Shared]).is_false();
        let is_other = |id: &TargetId| {
            *id != user && model.definitions_of(*id).iter().all(|one| one.kind == TargetKind::Module && !one.imported)
        };
        let brings = |id: &TargetId| model.shared_closure(*id).iter().any(|(library, _)| *library == provider);
        // Another program that loads libraries may load it, or an interpreter does.
        let mut others = self.processes.iter().filter(|process| process.own && process.id != provider);
        let mut loaded = || others.any(|process| !process.held.contains(&provider));
        shared && model.built_targets().filter(is_other).filter(brings).any(|id| self.is_extension(id) || loaded())
    }

    /// Whether the sources of a module have what an interpreter asks for.
    fn is_extension(&self, id: TargetId) -> bool {
        let sources = self.model.sources(id);
        let indices = sources.iter().filter_map(|source| self.natives.index(source.path.as_ref()?));
        let texts = indices.filter_map(|index| self.natives.text(index));
        texts.into_iter().any(|text| extensions::entry(&text, extensions::ALL).is_some())
    }

    fn kind(&self, id: TargetId) -> Cond {
        self.model.is_kind(id, &[TargetKind::Shared, TargetKind::Module])
    }

    /// The library that should be linked: a shared one, or the one module that has the function.
    ///
    /// Where code that becomes part of programs has it too, those programs may be meant to give it.
    fn provider(&self, user: TargetId, name: &str, definers: &[TargetId]) -> Option<TargetId> {
        let is = |id: &TargetId, kind| !self.model.is_kind(*id, &[kind]).is_false();
        let others: Vec<TargetId> = definers.iter().copied().filter(|id| *id != user).collect();
        let loadable = |id: &TargetId| is(id, TargetKind::Shared) || is(id, TargetKind::Module);
        // The objects of a shared library may be a library of their own.
        let (libraries, rest): (Vec<TargetId>, Vec<TargetId>) = others.into_iter().partition(loadable);
        let taken = |id: &TargetId| libraries.iter().any(|library| self.holds(*library, *id));
        if rest.iter().any(|id| !taken(id)) {
            return None;
        }
        let shared: Vec<TargetId> = libraries.iter().copied().filter(|id| is(id, TargetKind::Shared)).collect();
        // Where several shared ones have it, some hold all of another: the smallest is meant. Each with one of its own, they stand for each
        // other, as implementations of one interface, and who loads the user chooses.
        let smallest = shared.iter().copied().min_by_key(|id| self.model.sources(*id).len());
        let sites = |id: TargetId| self.symbols.names(id).definitions(name).cloned().unwrap_or_default();
        let own = smallest.map(sites).unwrap_or_default();
        let is_same = |id: &TargetId| sites(*id).iter().any(|site| own.iter().any(|one| one.path == site.path));
        if shared.len() > 1 && !shared.iter().all(is_same) {
            return None;
        }
        smallest.or(if let [one] = libraries.as_slice() { Some(*one) } else { None })
    }

    /// Whether a library is made of the sources of another target.
    fn holds(&self, library: TargetId, part: TargetId) -> bool {
        let sources = self.model.sources(part).iter().filter_map(|source| source.path.as_deref());
        let kind = self.model.is_kind(part, &[TargetKind::Object, TargetKind::Static]);
        !kind.is_false()
            && sources.into_iter().all(|path| self.model.containers(path).iter().any(|(id, _)| *id == library))
    }

    /// Whether an item of the link line may be the provider's file: by its path, or found, by the name of the library or that of a
    /// package which begins like it.
    fn is_named(&self, user: TargetId, provider: TargetId) -> bool {
        /// Shorter names of packages stand in other words.
        const SHORT: usize = 3;
        let model = self.model;
        let (name, stem) = (model.name(provider), model.stem(provider));
        let items = model.library_items(user);
        let options = model.link_flags(user);
        let texts = items.iter().map(|item| &*item.text).chain(options.iter().map(|source| &*source.item.text));
        let imported = self.symbols.on_link_line(user).into_iter().filter(|(id, _)| model.is_imported(*id));
        let files: Vec<_> = imported.flat_map(|(id, _)| model.locations(id)).collect();
        if texts.chain(files.iter().map(|item| &*item.text)).any(|text| text.contains(name) || text.contains(&*stem)) {
            return true;
        }
        let names = [letters(name), letters(&stem)];
        let unknown = items.iter().filter(|item| model.is_unknown(&item.text)).map(|item| model.display(&item.text));
        unknown.into_iter().any(|shown| {
            let shown_letters = letters(&shown);
            let package =
                shown.split("find_package(").nth(1).map(|rest| letters(rest.split(')').next().unwrap_or_default()));
            let package = package.filter(|package| package.len() > SHORT);
            names.iter().any(|name| {
                shown_letters.contains(name) || package.as_ref().is_some_and(|package| name.starts_with(&**package))
            })
        })
    }

    /// Whether a library stands before another one in its process, and asks for the functions behind its own (dlsym(3), `RTLD_NEXT)`: it is
    /// loaded into programs that have the other one.
    fn interposes(&self, user: TargetId, provider: TargetId) -> bool {
        const NEXT: &[u8] = b"RTLD_NEXT";
        let theirs = self.symbols.names(provider);
        let sources = self.model.sources(user);
        let indices = sources.iter().filter_map(|source| self.natives.index(source.path.as_ref()?));
        indices.filter_map(|index| self.natives.text(index)).any(|text| {
            let mut asked = memchr::memmem::find_iter(&text, NEXT).filter_map(|at| {
                let rest = text.get(at + NEXT.len()..)?;
                let end = memchr::memchr(b')', rest)?;
                let name = rest.get(..end)?.split(|byte| *byte == b'"').nth(1);
                Some(name.and_then(|name| std::str::from_utf8(name).ok()))
            });
            // A macro may make any name.
            asked.any(|name| name.is_none_or(|name| theirs.definitions(name).is_some()))
        })
    }

    /// Finds out of which gaps who loads the library has the function.
    fn ask_loaders(&mut self, project: &Project<'_>, gaps: &mut [Gap]) {
        self.processes = processes::find(project, &self.loads);
        for gap in gaps {
            let provider = gap.provider;
            gap.supplied = self.processes.iter().any(|process| process.held.contains(&provider));
            let loads = self.processes.iter().any(|process| process.own && process.id == provider);
            gap.by_provider = loads && self.is_brought_by_module(gap.user, provider);
        }
    }

    fn report(&self, place: Span, provider: TargetId, gaps: &[Gap], sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let (Some(first), Some(made)) = (gaps.first(), self.model.definition_span(provider)) else { return };
        let module = |id: TargetId| !self.model.is_kind(id, &[TargetKind::Module]).is_false();
        // The linker for Windows refuses such a library at once.
        let cond = conds.any(gaps.iter().map(|gap| gap.cond));
        let cond = conds.diff(cond, conds.platform("WIN32").unwrap_or(Cond::FALSE));
        if !cond.is_possible() {
            return;
        }
        let names: BTreeSet<&str> = gaps.iter().map(|gap| self.model.name(gap.user)).collect();
        let library = self.model.name(provider);
        let (symbol, user) = (first.key.name.as_str(), self.model.name(first.user));
        let users = match names.len() {
            1 => format!("`{user}` calls"),
            2 => format!("`{user}` and another one call"),
            n => format!("`{user}` and {} others call", n - 1),
        };
        let scope = link_scope(self.model, self.files, first.user);
        let mut draft = Draft::new(cond, Place::new(place, format!("does not link `{library}`")))
            .related(first.call, format!("`{user}` calls `{symbol}`"))
            .related(first.definition, "defined here")
            .related(made, "in this library")
            .named("user", user)
            .named("provider", library)
            .named("symbol", symbol)
            .value("users", users.clone())
            .value("scope", scope);
        for name in names.into_iter().take(100) {
            draft = draft.subject(name);
        }
        if module(provider) {
            draft = draft.help(format!(
                "make `{library}` SHARED, which can be linked and still be loaded, and target_link_libraries({user} {scope}{library})"
            ));
        }
        let supplied = self.global || gaps.iter().all(|gap| gap.supplied);
        let by_provider = !self.global && gaps.iter().all(|gap| gap.by_provider);
        // What the defaults build by a link that stops at such symbols, its maintainers have built: then something was not understood here.
        let is_seen = gaps.iter().any(|gap| {
            let refused = self.model.undefined_refused(gap.user);
            let apple = conds.platform("APPLE").filter(|_| self.on_apple).unwrap_or(Cond::FALSE);
            let refused = conds.and(gap.cond, conds.or(refused, apple));
            let built = conds.diff(refused, self.model.excluded_from_all(gap.user));
            self.model.without_settings(built).is_possible()
        });
        let is_far = self.model.needs_many_settings(cond);
        let doubtful = is_seen || is_far || supplied && !by_provider;
        let confidence = if doubtful { Confidence::Heuristic } else { Confidence::Likely };
        let severity = match (by_provider, module(first.user)) {
            (true, _) => Severity::Note,
            (false, true) => Severity::Error,
            (false, false) => Severity::Warning,
        };
        if by_provider {
            draft = draft.message(format!(
                "{users} `{symbol}` of `{library}`, which is not linked: where `{library}` came with a module (RTLD_LOCAL, as interpreters \
                 load extensions) they cannot be loaded"
            ));
        }
        sink.report(draft.confidence(confidence).severity(severity));
    }
}
