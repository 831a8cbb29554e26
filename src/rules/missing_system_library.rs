//! An installed library or program that calls functions of `libdl`, `librt` or `libpthread` and does not link it.
#[path = "missing_system_library/calls.rs"]
mod calls;
#[path = "missing_system_library/items.rs"]
mod items;
#[path = "missing_system_library/language.rs"]
mod language;
#[path = "missing_system_library/others.rs"]
mod others;
#[path = "missing_system_library/table.rs"]
mod table;
#[path = "missing_system_library/text.rs"]
mod text;
#[path = "missing_system_library/users.rs"]
mod users;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::Files;
use crate::cmake::eval::facts::{DirectoryId, InstallKind, Reason, TargetKind, target_question};
use crate::cmake::eval::text::SymbolKind;
use crate::cond::Cond;
use crate::model::binaries::LINKED;
use crate::model::headers::Headers;
use crate::model::symbols::is_test;
use crate::model::{Item, Model, TargetId};
use crate::native::{NativeFile, Natives, Use};
use crate::rules::conditions::{Conditions as _, Configurations};
use crate::rules::context::OWN_LINKER;
use crate::rules::wording::link_scope;
use crate::rules::{Confidence, Context, Draft, Place, Severity, Sink};
use crate::source::{FileId, SourceMap, Span};

use table::{AllMentioned, Mentioned, Row, table};
use text::{is_type, leaves_driver_of_c, says_mathematics};

const PROGRAM: &[TargetKind] = &[TargetKind::Executable];
/// What the linker makes for good.
const LOADED: &[TargetKind] = &[TargetKind::Shared, TargetKind::Executable];
/// What comes to systems that the project does not choose.
const INSTALLED: &[TargetKind] = &[TargetKind::Shared, TargetKind::Module, TargetKind::Static, TargetKind::Executable];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    // A linker of the project's own has options and libraries of its own.
    if cx.facts.build_says(OWN_LINKER) {
        return;
    }
    let model = project.model;
    let installed = installed(model);
    // What is built by request only, and that nothing of the project links, is there for the lists of files in editors.
    let excluded = |id: TargetId| model.facts.conds.implies(model.defined(id), model.excluded_from_all(id));
    let for_nobody = |id: TargetId| !model.is_linked(id) && excluded(id);
    let linked = |id: &TargetId| !model.is_kind(*id, LINKED).is_false() && !model.is_imported(*id) && !for_nobody(*id);
    let linked: Vec<TargetId> = model.judged_targets().filter(linked).collect();
    let all = project
        .natives
        .once(|| AllMentioned(table().library.iter().map(|row| Mentioned::of(row, project.natives)).collect()));
    let mut unread: FxHashMap<FileId, Vec<(u32, Cond)>> = FxHashMap::default();
    for unknown in model.facts.unknowns.iter().filter(|unknown| unknown.reason == Reason::UnmodelledCommand) {
        if let Some(span) = model.span(unknown.origin) {
            unread.entry(span.file).or_default().push((span.start, unknown.cond));
        }
    }
    let unforeseen = model.unforeseen_shared(project.files);
    let is_built_on = |system: &str| cx.facts.is_built_by_others_on(system);
    for (row, mentioned) in table().library.iter().zip(&all.0) {
        // The mathematics of a shared library in C stay with whoever loads it, and what programs link they need to start.
        let built = |id: &&TargetId| {
            let shared = model.is_kind(**id, &[TargetKind::Shared]);
            if row.is_of_others() {
                return false;
            }
            // Programs do not link on those systems, whoever they are for.
            let is_program = || !model.is_kind(**id, PROGRAM).is_false();
            let offered = || model.facts.conds.diff(shared, unforeseen).is_possible();
            !installed.contains(*id)
                && (is_program()
                    || row.comes_with_cxx && model.without_settings(shared).is_possible()
                    || offered() && model.is_linked(**id))
        };
        let others = || linked.iter().filter(built).copied();
        let targets = if row.platform.is_some() || row.alone {
            linked.clone()
        } else {
            installed.iter().copied().chain(others()).collect()
        };
        // Who never speaks of a platform does not build for it, and what the sources name is linked by them.
        let spoken = row.platform.is_none() || cx.facts.build_says(row.spoken());
        if targets.is_empty() || !spoken {
            continue;
        }
        if mentioned.files.is_empty() || row.platform.is_some() && mentioned.named {
            continue;
        }
        // Who speaks of the library somewhere knows of it, and whose sources ask for more has a compiler that needs none.
        if row.namespace.is_some()
            && (cx.facts.build_says(&[&row.library]) || language::is_newer(cx, project.natives, row))
        {
            continue;
        }
        if row.drivers.iter().any(|driver| cx.facts.build_says(&[driver])) {
            continue;
        }
        let (natives, headers) = (project.natives, &project.binaries.headers);
        let (conditions, sources) = (cx.facts.conditions, cx.facts.sources);
        let search = Search {
            model,
            files: project.files,
            natives,
            headers,
            row,
            mentioned,
            unread: &unread,
            conditions,
            sources,
            unforeseen,
            is_built_on: &is_built_on,
            finds_threads: row.library == "pthread" && cx.facts.build_says(&["find_dependency(Threads"]),
        };
        if row.is_of_others() && !search.is_linked_by_name() {
            continue;
        }
        let gaps = targets.iter().filter_map(|id| search.library(*id, installed.contains(id)));
        let (sure, others): (Vec<Gap>, Vec<Gap>) =
            gaps.partition(|gap| search.is_sure(gap) && (installed.contains(&gap.id) || !search.is_built_by_all(gap)));
        search.report(&sure, Confidence::Likely, sink);
        search.report(&others, Confidence::Heuristic, sink);
    }
}
/// Binaries and libraries of the project that are installed: they come to systems that the project does not choose.
fn installed(model: &Model<'_>) -> Vec<TargetId> {
    let rules = model.facts.installs.iter().filter(|rule| rule.kind == InstallKind::Target);
    let names: FxHashSet<String> =
        rules.flat_map(|rule| model.items(&rule.items, None)).map(|item| item.text.to_string()).collect();
    let kind = |id: &TargetId| !model.is_kind(*id, INSTALLED).is_false();
    model.judged_targets().filter(|id| names.contains(model.name(*id))).filter(kind).collect()
}

struct Search<'a> {
    model: &'a Model<'a>,
    files: &'a Files<'a>,
    natives: &'a Natives<'a>,
    headers: &'a Headers<'a>,
    row: &'static Row,
    mentioned: &'a Mentioned,
    /// Where commands that nobody knows are called, by file, and when.
    unread: &'a FxHashMap<FileId, Vec<(u32, Cond)>>,
    conditions: Configurations<'a>,
    sources: &'a SourceMap,
    /// Where libraries are shared although the project offers no such choice.
    unforeseen: Cond,
    /// Whether continuous integration builds the project on a system.
    is_built_on: &'a dyn Fn(&str) -> bool,
    /// A configuration of the project's packages looks for threads.
    finds_threads: bool,
}

/// A library that calls a function and does not link what has it.
struct Gap {
    id: TargetId,
    defined: Span,
    /// Where the library gets the source, if it is made elsewhere.
    added: Option<Span>,
    call: Call,
    cond: Cond,
    /// A library of others stands on the link line, which may bring it into the process.
    beside: bool,
}

impl Gap {
    fn function(&self) -> &str {
        self.call.used.name.trim_start_matches("::")
    }
}

/// A call in a source of a library.
struct Call {
    file: NativeFile,
    used: Use,
    cond: Cond,
}

impl Search<'_> {
    fn library(&self, id: TargetId, is_installed: bool) -> Option<Gap> {
        let conds = &self.model.facts.conds;
        let platform = conds.platform(self.row.platform())?;
        if self.row.is_apple() && self.is_node_addon(id) {
            return None;
        }
        let sources = self.model.sources(id);
        let (call, source) = sources.iter().find_map(|source| Some((self.call(id, source)?, source)))?;
        if self.row.alone && self.is_brought_by_language(id) {
            return None;
        }
        // Who links an archive of the project's own may bring what it needs.
        let kinds =
            if is_installed || self.row.platform.is_some() || self.row.alone { self.row.kinds() } else { LOADED };
        let kind = self.model.is_kind(id, kinds);
        let mut cond = conds.all([call.cond, kind, platform]);
        if let Some(android) = conds.platform("ANDROID").filter(|_| self.row.platform.is_none()) {
            cond = conds.diff(cond, android);
        }
        if self.row.comes_with_cxx {
            let program = self.model.is_kind(id, PROGRAM);
            let as_program = if program.is_false() { program } else { conds.and(program, self.without_cxx(id)) };
            let as_library = if self.is_linked_as_c(id) { conds.not(program) } else { Cond::FALSE };
            cond = conds.and(cond, conds.or(as_program, as_library));
        }
        if self.row.namespace.is_some() {
            cond = conds.and(cond, language::is_of_its_time(self.model, id));
        }
        // Where it is linked in some configurations, a search or an option decides, and knows why.
        cond = self.alone(id, cond)?;
        if self.row.platform.is_some() && self.model.is_made_without_packages(id, cond) {
            return None;
        }
        if self.row.alone && self.asks_for_siblings(cond) {
            return None;
        }
        let defined = self.model.definition_span_under(id, cond).filter(|_| cond.is_possible())?;
        let added = self.model.span(source.origin).filter(|span| span.file != defined.file);
        // Programs, and those that link an archive, need on their own line what is called.
        let is_shared = self.model.is_kind(id, &[TargetKind::Shared]).is_possible();
        let may_bring = |text: &str| {
            self.is_file_alone(text)
                || is_shared && self.is_one_file(text)
                || self.row.comes_with_cxx && self.is_pkg_config(text)
        };
        let items = self.model.library_items(id);
        // Nor does one that is an archive come with others.
        let is_archive = self.row.namespace.is_some();
        let others = self.row.is_of_others();
        let beside =
            self.row.platform.is_none() && !is_archive && !others && items.iter().any(|item| may_bring(&item.text));
        Some(Gap { id, defined, added, call, cond, beside })
    }

    /// Whether a library is an addon of Node's, which its build tools link with `-undefined dynamic_lookup` on macOS (node-gyp, addon.gypi;
    /// cmake-js, lib/toolset.js): what it lacks is looked for when it is loaded.
    fn is_node_addon(&self, id: TargetId) -> bool {
        self.model.property(id, "SUFFIX").iter().any(|item| &*item.text == ".node")
    }

    /// Whether the driver of C links a target: neither it nor what it is linked with has sources of another language.
    fn is_linked_as_c(&self, id: TargetId) -> bool {
        let of_c =
            |id: TargetId| self.model.sources(id).iter().all(|one| one.path.as_deref().is_some_and(leaves_driver_of_c));
        let language = self.model.property(id, "LINKER_LANGUAGE");
        let members = self.model.link_closure(id).into_iter().map(|(library, _)| library);
        language.iter().all(|item| &*item.text == "C")
            && std::iter::once(id).chain(members).all(|id| self.model.is_imported(id) || of_c(id))
    }

    /// When the driver of C links a program that the driver of C++ links by default: its archives in C++ are shared libraries there, which
    /// do not choose the driver (cmake-properties(7), `LINKER_LANGUAGE`).
    fn without_cxx(&self, id: TargetId) -> Cond {
        let conds = &self.model.facts.conds;
        let by_cxx = self.model.linked_as_cxx(id);
        if !self.model.without_settings(by_cxx).is_possible() {
            return Cond::FALSE;
        }
        let others = conds.diff(conds.not(by_cxx), self.unforeseen);
        if self.model.without_settings(others).is_possible() { Cond::FALSE } else { others }
    }

    /// One finding for all libraries that lack the same one.
    fn report(&self, gaps: &[Gap], confidence: Confidence, sink: &mut Sink) {
        /// Places beyond this many are only counted.
        const MOST: usize = 20;
        const BROUGHT: &str =
            "has it only where another library brings it along, and linkers that want every symbol (-z defs) refuse it";
        let Some(first) = gaps.first() else { return };
        let conds = &self.model.facts.conds;
        let (name, library) = (first.function(), &*self.row.library);
        // Where the target is made on other systems, too, these have no such library.
        let elsewhere = conds.platform(self.row.platform()).is_none_or(|platform| {
            let made = self.model.defined(first.id);
            !conds.implies(made, platform)
        });
        let only = |item: &str| match self.row.platform() {
            one @ ("WIN32" | "APPLE" | "ANDROID") if elsewhere => format!("\"$<$<BOOL:${{{one}}}>:{item}>\""),
            _ if item.contains(' ') => format!("\"{item}\""),
            _ => item.to_owned(),
        };
        let advice = match library {
            "dl" => "${CMAKE_DL_LIBS}",
            "pthread" => "Threads::Threads",
            "rt" => "$<$<PLATFORM_ID:Linux>:rt>",
            "m" => "$<$<PLATFORM_ID:Linux>:m>",
            "stdc++fs" => "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,9>>:stdc++fs>",
            _ if self.row.is_of_others() => self.row.target.as_deref().unwrap_or(library),
            framework if self.row.is_apple() => &*only(&format!("-framework {framework}")),
            other => &*only(other),
        };
        // The target is there where a search made it.
        let package = if library == "pthread" { Some("Threads") } else { self.row.package.as_deref() };
        let unsought = package.filter(|package| !self.searches(first.id, package));
        let before = unsought.map_or_else(String::new, |package| format!("find_package({package} REQUIRED) and "));
        let target = self.model.name(first.id);
        let (targets, do_not) = match gaps.len() {
            1 => (format!("`{target}` calls"), "does not"),
            2 => (format!("`{target}` and another target call"), "do not"),
            n => (format!("`{target}` and {} other targets call", n - 1), "do not"),
        };
        let targets = if is_type(name) { targets.replace(" call", " use") } else { targets };
        let program = !self.model.is_kind(first.id, PROGRAM).is_false();
        // Where libraries of others stand beside it, these may bring it into the process.
        let beside = gaps.iter().all(|gap| gap.beside);
        let effect = match self.row.platform() {
            _ if beside => match &self.row.moved {
                Some(moved) => format!("before {moved}, `{target}` {BROUGHT}"),
                None => format!("with glibc, `{target}` {BROUGHT}"),
            },
            "WIN32" => "on Windows it does not link".to_owned(),
            "APPLE" => "on macOS it does not link".to_owned(),
            "ANDROID" => "on Android it does not link, or does not load".to_owned(),
            _ if self.row.is_of_others() && program => "it does not link".to_owned(),
            _ if self.row.is_of_others() && !self.model.is_kind(first.id, &[TargetKind::Module]).is_false() => {
                "it loads only where something else brings that into the process".to_owned()
            }
            _ if self.row.is_of_others() => format!("programs that link `{target}` do not link, or it does not load"),
            _ => match &self.row.moved {
                Some(moved) if program => format!("before {moved} it does not link"),
                Some(moved) => {
                    format!("before {moved}, programs that link `{target}` do not link, or it does not load")
                }
                None if program => "with glibc it does not link".to_owned(),
                None => {
                    format!("with glibc, programs in C that link `{target}` do not link, and others do not load it")
                }
            },
        };
        // Where the project's own users bring the library, only others meet it.
        let at_home = self.row.comes_with_cxx && gaps.iter().all(|gap| self.has_users_in_cxx(gap.id));
        let severity = if self.row.moved.is_none() && !at_home && !beside { Severity::Warning } else { Severity::Note };
        let cond = conds.any(gaps.iter().map(|gap| gap.cond).collect::<Vec<_>>());
        let mut draft = Draft::new(cond, Place::new(first.defined, format!("does not link `{library}`")))
            .named("target", target)
            .named("function", name)
            .named("library", library)
            .severity(severity)
            .confidence(confidence)
            .value("targets", targets)
            .value("do_not", do_not)
            .value("effect", effect)
            .value("scope", link_scope(self.model, self.files, first.id))
            .value("advice", advice)
            .value("exported", self.for_users(first.id))
            .value("before", before);
        if let Some(links) = self.links_place(first) {
            draft = draft.related(links, format!("`{target}` links libraries here"));
        }
        for (n, gap) in gaps.iter().take(MOST).enumerate() {
            let (target, call) = (self.model.name(gap.id), &gap.call);
            if n > 0 {
                draft = draft.related(gap.defined, format!("nor does `{target}`")).subject(target);
            }
            draft = draft.related(
                Span::new(call.file.source.id(), call.used.range.clone()),
                format!("`{target}` {} `{}`", if is_type(gap.function()) { "uses" } else { "calls" }, gap.function()),
            );
            if let Some(added) = gap.added {
                draft = draft.related(added, format!("`{target}` gets the source here"));
            }
        }
        sink.report(draft);
    }

    /// What users of a package need for the target of threads: an archive that is exported hands it on, by that name.
    fn for_users(&self, id: TargetId) -> &'static str {
        let exported = self.model.exported_targets().get(&id).is_some_and(|one| one.installed.is_possible());
        let archive = self.model.is_kind(id, &[TargetKind::Static]).is_possible();
        if self.row.library == "pthread" && exported && archive && !self.finds_threads {
            "; it is exported as an archive: write `find_dependency(Threads)` into the configuration of its package, too"
        } else {
            ""
        }
    }

    /// Whether something looks for a package where a target sees what is found: imported targets are of their folder and those below it.
    fn searches(&self, id: TargetId, package: &str) -> bool {
        let facts = self.model.facts;
        let folder = |id: DirectoryId| facts.directories.get(id.0 as usize).map(|one| &one.source);
        let made = self.model.definitions_of(id).first().and_then(|one| folder(one.directory));
        facts.packages.iter().any(|search| {
            let seen = made.zip(folder(search.directory)).is_none_or(|(made, of_search)| made.starts_with(of_search));
            seen && facts.texts.as_str(search.name) == Some(package)
        })
    }

    /// Where a target links libraries: behind its definition, or in the file that has a macro make it.
    fn links_place(&self, gap: &Gap) -> Option<Span> {
        let near = self.model.links_span(gap.id).filter(|links| *links != gap.defined);
        let edges = self.model.links(gap.id).iter().map(|edge| edge.origin);
        let mut all = edges.chain(self.model.link_items(gap.id).iter().map(|item| item.origin));
        near.or_else(|| all.find_map(|origin| self.model.span(origin)))
    }

    /// Whether a program is built by default, which then links on all systems that the maintainers have: glibc 2.34 or later, by now.
    fn is_built_by_all(&self, gap: &Gap) -> bool {
        let program = self.model.facts.conds.and(gap.cond, self.model.is_kind(gap.id, PROGRAM));
        (self.row.moved.is_some() || self.row.is_of_others()) && self.model.without_settings(program).is_possible()
    }

    /// Whether somebody meets a gap: not where nothing of the project brings it to other systems, nor where the process has the library
    /// anyway.
    fn is_sure(&self, gap: &Gap) -> bool {
        let model = self.model;
        let is = |kinds: &[TargetKind]| !model.is_kind(gap.id, kinds).is_false();
        // A test may be a project of its own.
        let file = self.sources.get(gap.defined.file);
        let folder = self.sources.sandbox().root().and_then(|root| file.path().strip_prefix(root).ok());
        let is_program = model.facts.conds.implies(gap.cond, model.is_kind(gap.id, PROGRAM));
        let program = is_program && self.row.platform.is_none();
        if !program && (model.is_test_target(gap.id) || folder.is_some_and(is_test)) {
            return false;
        }
        if self.row.platform.is_some() {
            return !self.is_linked_there(gap) && !self.is_told_by_headers(gap);
        }
        if !is_program && (self.is_loaded_only(gap.id) || self.is_served(gap)) {
            return false;
        }
        // Where a file is included that is not known, it may say what is linked.
        if !model.reads_unknown_files().is_false() {
            return false;
        }
        if self.row.is_of_others() {
            return self.is_missed_by_all(gap);
        }
        // Systems with an older C library and a setting of the user's besides: nobody meets both.
        if self.row.moved.is_some() {
            let witness = self.conditions.render(gap.cond).map(|condition| condition.witness);
            // Distributions build shared libraries where a project offers them.
            let offered = !model.facts.conds.implies(gap.cond, self.unforeseen);
            let meant = |name: &str| name == "BUILD_SHARED_LIBS" && offered;
            // What nobody declares is no option: a search or a check gives it its value.
            let plain = model.without_settings(gap.cond).is_possible();
            let chosen = |name: &str| !plain || name.starts_with("CMAKE_") || model.facts.cache.contains_key(name);
            if witness.is_none_or(|witness| {
                witness.settings.iter().any(|(name, _)| !meant(name) && chosen(name)) || !witness.environment.is_empty()
            }) {
                return false;
            }
        }
        // A file without `lib` in front is loaded by name, by a program that may well have threads and a loader.
        if !is_program && is(&[TargetKind::Shared]) && model.has_bare_name(gap.id, gap.cond) {
            return false;
        }
        // What is installed as a file alone says nothing of its needs, whatever it links; the project's own programs have them.
        let lonely = || model.exported_targets().get(&gap.id).is_none_or(|exported| exported.installed.is_false());
        if !is_program && lonely() && self.is_for_own_cxx(gap.id) {
            return false;
        }
        let shipped = is(&[TargetKind::Executable, TargetKind::Shared]) || is(&[TargetKind::Static]) && !lonely();
        shipped && !model.link_closure(gap.id).iter().any(|(library, _)| self.alone(*library, Cond::FALSE).is_none())
    }

    /// When a command links a target, or a library that it links, with all that some packages bring (`ament_cmake_target_dependencies`).
    fn packages_for(&self, id: TargetId) -> impl Iterator<Item = Cond> + '_ {
        let facts = self.model.facts;
        let calls = facts.calls.iter().filter(|call| &*call.command == "ament_target_dependencies");
        let closure = self.model.link_closure(id).into_iter().map(|(library, _)| library);
        let linked: Vec<&str> = std::iter::once(id).chain(closure).map(|one| self.model.name(one)).collect();
        let of_target = calls.filter(move |call| {
            let first = call.arguments.elems.first().and_then(|elem| facts.texts.as_str(elem.text));
            first.is_some_and(|first| linked.contains(&first))
        });
        of_target.map(|call| call.cond)
    }

    /// When, of a condition, nothing is on the link line that may bring the library; nothing where the library itself ever is.
    fn alone(&self, id: TargetId, cond: Cond) -> Option<Cond> {
        let conds = &self.model.facts.conds;
        let mut others = Vec::new();
        // What whoever links it is told to link as well: programs of the project, and those of users, have it.
        let told = self.model.property(id, "INTERFACE_LINK_LIBRARIES");
        if told.iter().any(|item| self.names(&item.text, &self.model.display(&item.text))) {
            return None;
        }
        let items = self.model.library_items(id);
        let flags = self.model.link_flags(id);
        others.push(self.model.reads_unknown_files());
        others.extend(self.packages_for(id));
        for item in items.iter().chain(flags.iter().map(|source| &*source.item)) {
            let shown = self.model.display(&item.text);
            if self.names(&item.text, &shown) {
                // What comes with another target is there only where that is linked; so what comes with archives, which the shared
                // libraries in their place need not bring.
                if self.may_lack(item.from.is_some()) || conds.implies(item.cond, self.archives_only()) {
                    others.push(item.cond);
                    continue;
                }
                return None;
            }
            // A library of others has what it needs itself, and what finds that there needs no more.
            let known = self.is_pkg_config(&item.text) && !says_mathematics(&shown)
                || self.is_one_file(&item.text)
                || self.is_threads(&item.text)
                || self.is_file_alone(&item.text);
            let unknown = self.model.is_unknown(&item.text) && !known || self.model.may_say_anything(&item.text);
            others.push(conds.and(item.cond, self.model.may_be_fetched(&item.text)));
            let imported = item.text.contains("::") && &*item.text != "Threads::Threads" || self.is_foreign(&item.text);
            // Frameworks come with the libraries of others, whatever their names.
            let framework = self.row.is_apple() && !item.text.starts_with('-');
            if unknown || framework || (imported && !self.brings_nothing_more(&item.text)) {
                others.push(item.cond);
            }
        }
        for (library, cond) in self.model.link_closure(id) {
            let name = self.model.name(library);
            if self.row.names.iter().any(|known| known == name) {
                if !self.may_lack(self.model.links(id).iter().all(|edge| edge.to != library)) {
                    return None;
                }
                others.push(cond);
            }
            // What comes from outside may bring anything; `Threads::Threads` brings threads.
            if self.model.is_imported(library) && name != "Threads::Threads" && !self.brings_nothing_more(name) {
                others.push(cond);
            }
        }
        others.push(self.unread_before(id));
        let rest = others.into_iter().fold(cond, |rest, other| conds.diff(rest, other));
        Some(self.without_targets_of_others(rest, &items))
    }

    /// Whether a library that is on the link line somewhere is missed where the target that brings it is not linked. What one system has comes
    /// with all that the project is made of there.
    fn may_lack(&self, is_brought: bool) -> bool {
        is_brought && self.row.platform.is_none()
    }

    /// The same without configurations in which a library is a target that others made: it brings what its makers say.
    fn without_targets_of_others(&self, cond: Cond, items: &[Item]) -> Cond {
        let conds = &self.model.facts.conds;
        let asked: Vec<String> =
            conds.subjects(cond).iter().map(|subject| conds.subject_info(*subject).name.clone()).collect();
        let questions = items.iter().map(|item| (item, target_question(&item.text)));
        let there = questions.filter(|(_, question)| asked.contains(question));
        let there = there.map(|(item, question)| conds.and(item.cond, conds.opaque(&question)));
        conds.diff(cond, conds.any(there.collect::<Vec<_>>()))
    }

    /// When a command from outside of the project may have filled the variables that a target links.
    fn unread_before(&self, id: TargetId) -> Cond {
        let Some(file) = self.model.definition_span(id).map(|span| span.file) else { return Cond::FALSE };
        // One that comes after all that is linked fills nothing there.
        let linked = self.model.link_items(id).iter().filter_map(|item| self.model.span(item.origin));
        let last = linked.filter(|span| span.file == file).map(|span| span.start).max();
        let unread = self.unread.get(&file).into_iter().flatten();
        let before = unread.filter(|(start, _)| last.is_none_or(|last| *start < last)).map(|(_, cond)| *cond);
        self.model.facts.conds.any(before.collect::<Vec<_>>())
    }

    /// Where a project that offers shared libraries builds archives. False in others.
    fn archives_only(&self) -> Cond {
        let facts = self.model.facts;
        let symbol = facts.texts.find_symbol(SymbolKind::Input, "BUILD_SHARED_LIBS");
        let Some(symbol) = symbol.filter(|_| self.unforeseen.is_false()) else { return Cond::FALSE };
        facts.conds.not(facts.conds.truthy(facts.texts.info(symbol).subject))
    }
}
