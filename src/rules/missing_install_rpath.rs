//! Installed programs and libraries that do not find the shared libraries which are installed with them.
#[path = "missing_install_rpath/above.rs"]
mod above;
#[path = "missing_install_rpath/bundled.rs"]
mod bundled;
#[path = "missing_install_rpath/launchers.rs"]
mod launchers;
#[path = "missing_install_rpath/libraries.rs"]
mod libraries;
#[path = "missing_install_rpath/literal.rs"]
mod literal;
#[path = "missing_install_rpath/loaded.rs"]
mod loaded;
#[path = "missing_install_rpath/mended.rs"]
mod mended;
#[path = "missing_install_rpath/nowhere.rs"]
mod nowhere;
#[path = "missing_install_rpath/searched.rs"]
mod searched;
#[path = "missing_install_rpath/siblings.rs"]
mod siblings;
#[path = "missing_install_rpath/systems.rs"]
mod systems;
#[path = "missing_install_rpath/told_loader.rs"]
mod told_loader;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::cmake::eval::facts::{InstallKind, TargetKind};
use crate::cmake::eval::policy::{Policies, PolicyState, Version};
use crate::cond::{Cond, SubjectKind};
use crate::discover::Kind;
use crate::model::archives::is_ever;
use crate::model::{InstalledTarget, Item, Model, TargetId, join};
use crate::rules::told_outside::holds;
use crate::rules::wording::listing;
use crate::rules::{Confidence, Context, Draft, Facts, Place, Project, Severity, Sink};
use crate::source::Span;

use searched::{is_searched, is_system};

use launchers::Launchers;
use literal::Literal;
use mended::{
    ENVIRONMENT_HOOKS, exported_folders, is_for_apple, is_mended, is_unasked, path_setters, writes_into_files,
};
use told_loader::gives_path;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    if model.facts.installs.is_empty() || is_mended(project, cx.facts.sources) {
        return;
    }
    told_loader::check(project, sink);
    let places = bundled::with_bundled(model);
    if places.is_empty() || !model.facts.installs.iter().any(|i| i.kind == InstallKind::Target) {
        return;
    }
    let before = sink.len();
    find(cx, project, &places, sink);
    // Another project of the repository may build this one, and say where its programs look (`ExternalProject_Add()`).
    let given = |kind, line: &[u8]| kind == Kind::CMakeModule && holds(line, &["-DCMAKE_INSTALL_RPATH"]);
    if sink.len() > before && cx.facts.outside_says(|kind, line| writes_into_files(line) || given(kind, line)) {
        sink.weaken(before, Confidence::Heuristic);
    }
}

fn find(cx: &Context<'_>, project: Project<'_>, places: &BTreeMap<TargetId, Vec<InstalledTarget>>, sink: &mut Sink) {
    let model = project.model;
    let setters: Vec<&str> = path_setters().collect();
    if cx.facts.build_says(ENVIRONMENT_HOOKS) || cx.facts.build_says(&setters) {
        return;
    }
    // The path of a module (an extension of an interpreter, a plugin) says nothing of programs.
    let paths = |id: TargetId| {
        let has = model.target(id).properties.contains_key("INSTALL_RPATH");
        has && model
            .property(id, "INSTALL_RPATH")
            .iter()
            .any(|item| is_unasked(model, item.cond) && !is_for_apple(model, item.cond))
    };
    let bins = &[TargetKind::Executable, TargetKind::Shared];
    let aware = places.keys().any(|&id| paths(id) && is_ever(model, id, bins));
    // Whoever names it decides on it, be it where users ask for it only.
    let offered = cx.facts.build_says(&["INSTALL_RPATH"]);
    let given = GIVEN.iter().any(|name| cx.facts.is_given(name));
    // Who never speaks of macOS does not build there.
    let apple = cx.facts.own_build_says(&["APPLE", "MACOSX", "Darwin"]);
    let only = places.iter().map(|(id, places)| (*id, model.only_places(places))).collect();
    let mut search = Search {
        model,
        places,
        only: &only,
        facts: cx.facts,
        judged: systems::judged(project),
        under_usr: systems::defaults_to_usr(project),
        aware,
        offered,
        launchers: Launchers::new(project, cx.facts.sources, given),
        exported: exported_folders(project.scripts),
        apple,
        without: BTreeMap::new(),
        on_macos: Without::default(),
        literals: BTreeMap::new(),
        told: BTreeSet::new(),
        misplaced: BTreeSet::new(),
        filled: OnceCell::new(),
    };
    search.nowhere(sink);
    search.siblings(project, sink);
    if !places.keys().any(|id| is_ever(model, *id, &[TargetKind::Shared])) {
        return;
    }
    for (&id, own) in places.iter().filter(|(id, _)| is_ever(model, **id, &[TargetKind::Executable])) {
        for place in own {
            search.program(id, place, sink);
        }
    }
    search.modules(project, cx.facts.sources, sink);
    search.lone_libraries(sink);
    search.report(sink);
}

/// Settings by which whoever builds gives search paths: presets and scripts name them.
const GIVEN: &[&str] = &["CMAKE_INSTALL_RPATH", "CMAKE_INSTALL_RPATH_USE_LINK_PATH"];

/// Programs without a search path, reported together.
#[derive(Default)]
struct Without {
    cond: Option<Cond>,
    programs: BTreeSet<String>,
    libraries: BTreeSet<String>,
    /// All of them.
    targets: BTreeSet<TargetId>,
    primary: Option<Span>,
    /// Where the libraries are installed.
    related: Vec<(Span, String)>,
    /// Where further programs are.
    others: Vec<(Span, String)>,
}

#[allow(clippy::struct_excessive_bools, reason = "each says one thing of the project")]
struct Search<'a> {
    model: &'a Model<'a>,
    places: &'a BTreeMap<TargetId, Vec<InstalledTarget>>,
    /// Where targets are installed, each place with the condition that it is the only one.
    only: &'a BTreeMap<TargetId, Vec<InstalledTarget>>,
    facts: Facts<'a>,
    /// The systems that count, and where search paths are wanted at all.
    judged: Cond,
    /// Whether it installs where every loader looks.
    under_usr: bool,
    /// Whether the project gives search paths to some targets.
    aware: bool,
    /// Whether its build description speaks of search paths at all.
    offered: bool,
    /// What scripts of the project put into `LD_LIBRARY_PATH`.
    exported: Vec<String>,
    /// What else is known to start programs.
    launchers: Launchers<'a>,
    /// Whether the project is built for macOS as well.
    apple: bool,
    without: BTreeMap<(Severity, Confidence), Without>,
    /// Programs for macOS, where the name of the library asks for a search path.
    on_macos: Without,
    literals: BTreeMap<Span, Literal>,
    /// Libraries that were told of.
    told: BTreeSet<TargetId>,
    /// Entries that were told of for programs of a folder.
    misplaced: BTreeSet<(Span, String)>,
    /// The folders that something is installed into.
    filled: OnceCell<BTreeSet<String>>,
}

/// What the search path of an installed file does for a folder.
struct Leads {
    /// When it leads there, or may do so.
    there: Cond,
    /// When there is a path at all.
    any: Cond,
    /// When the project asks CMake for the folders of what it links: those outside the project (cmake-properties(7),
    /// `INSTALL_RPATH_USE_LINK_PATH`).
    foreign: Cond,
    /// Its items that lead elsewhere.
    elsewhere: Vec<Item>,
    /// Its items that lead there, and which of them name a part of the folder by the variable that users may set.
    items: Vec<(Item, bool)>,
}

impl Search<'_> {
    fn program(&mut self, id: TargetId, place: &InstalledTarget, sink: &mut Sink) {
        let (model, conds) = (self.model, &self.model.facts.conds);
        // A command that nobody knows gets the program: it may give it a search path.
        let Some(folder) = self.known(place).filter(|_| !model.is_given_away(id)) else { return };
        let only = self.only;
        let closure = model.shared_closure(id);
        let libraries = closure.iter().flat_map(|(library, linked)| {
            let targets = only.get(library).into_iter().flatten();
            targets.map(|target| (*library, *linked, target))
        });
        for (library, linked, target) in libraries {
            let Some(to) = self.known(target).filter(|to| !is_searched(to)) else { continue };
            let leads = self.leads(id, &folder, &to);
            if self.apple && leads.any.is_false() {
                self.unled_on_macos(id, place, (library, target), conds.diff(linked, leads.there));
            }
            let parts = [place.cond, target.cond, linked, model.is_kind(id, &[TargetKind::Executable]), self.judged];
            let cond = conds.diff(conds.all(parts), leads.there);
            let follows = self.follows(target, &folder, &leads);
            self.literal(id, (library, target, &to), conds.diff(conds.all(parts), follows), &leads);
            if !cond.is_possible() {
                if leads.elsewhere.is_empty() {
                    self.libraries_of(id, place, library, conds.all(parts), sink);
                }
                continue;
            }
            if let Some(cond) = self.without(&to, cond, leads.any) {
                self.unled(id, place, (library, target), (&to, !leads.foreign.is_false()), cond);
            }
            for item in leads.elsewhere {
                // INSTALL_RPATH_USE_LINK_PATH adds folders outside of the project only (cmake-properties(7)); where it is there, a path that
                // names no folder of the project may be for those.
                if !leads.foreign.is_false() && !self.names_folder(&item, &folder) {
                    continue;
                }
                self.misled(id, place, (library, target, &to), conds.and(cond, item.cond), &item, sink);
            }
        }
    }

    /// The part of a condition in which a program has no search path at all, where that is told of: a path that some settings take away is
    /// missing where no loader looks for the library and users give no settings.
    fn without(&self, to: &str, cond: Cond, any: Cond) -> Option<Cond> {
        let conds = &self.model.facts.conds;
        if conds.disjoint(any, self.judged) {
            return Some(cond);
        }
        let none = systems::at_home(self.model, conds.diff(cond, any));
        let unknown = conds.depends_on_kind(none, SubjectKind::Unknown);
        let told = !is_system(to) && none.is_possible() && !unknown;
        (told && self.model.without_settings(none).is_possible()).then_some(none)
    }

    fn known(&self, place: &InstalledTarget) -> Option<String> {
        let (text, known) = self.model.facts.texts.with_defaults(place.directory.as_ref()?);
        known.then(|| join(&text, ""))
    }

    /// What the search path of a target that is installed in `folder` does for `to`.
    fn leads(&self, id: TargetId, folder: &str, to: &str) -> Leads {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let foreign = model.property_true(id, "INSTALL_RPATH_USE_LINK_PATH");
        let mut out = Leads { there: Cond::FALSE, any: Cond::FALSE, foreign, elsewhere: Vec::new(), items: Vec::new() };
        for flag in model.link_flags(id).iter().filter(|flag| gives_path(flag)) {
            // What hangs on a check of the linker is there: those of ELF systems take it.
            let is_check = |one| {
                let info = conds.subject_info(one);
                info.kind == SubjectKind::Toolchain && !info.name.starts_with("CMAKE_")
            };
            let checked = conds.subjects(flag.cond).into_iter().any(is_check);
            let cond = if checked { Cond::TRUE } else { flag.cond };
            out.there = conds.or(out.there, cond);
            out.any = conds.or(out.any, cond);
        }
        // So are folders that the link is told to search, but for those of the source and build trees (cmComputeLinkInformation).
        for item in if foreign.is_false() { Vec::new() } else { model.link_folders(id) } {
            if self.resolve(&item.text, folder).as_deref() == Some(to) {
                let cond = conds.and(foreign, item.cond);
                out.there = conds.or(out.there, cond);
                out.any = conds.or(out.any, cond);
            }
        }
        for item in model.property(id, "INSTALL_RPATH") {
            out.any = conds.or(out.any, item.cond);
            let mut parts = item.text.split(':').filter(|part| !part.is_empty() && !nowhere::is_of_apple(part));
            if parts.any(|part| self.resolve(part, folder).is_none_or(|found| found == to)) {
                out.there = conds.or(out.there, item.cond);
                let settable =
                    item.text.chars().any(|c| model.facts.texts.symbol_of(c).is_some_and(|one| self.is_folder(one)))
                        || item.text.split(':').any(|part| self.resolve(part, folder).is_none());
                out.items.push((item, settable));
            } else {
                out.elsewhere.push(item);
            }
        }
        out
    }

    /// The folder below the prefix that an entry of a search path means, where it is one.
    fn resolve(&self, entry: &str, folder: &str) -> Option<String> {
        let relative = ["$ORIGIN", "${ORIGIN}"].iter().find_map(|origin| entry.strip_prefix(origin));
        let text = match relative {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => join(folder, &self.plain(rest)?),
            Some(_) => return None,
            None => {
                let below = self.model.below_prefix(entry);
                // A folder of the machine: which libraries it holds is not known.
                if below.starts_with('/') || *below == *join(entry, "") {
                    return None;
                }
                join(&self.plain(&below)?, "")
            }
        };
        (!text.starts_with("..")).then_some(text)
    }

    fn plain(&self, text: &str) -> Option<String> {
        let (text, known) = self.model.facts.texts.with_defaults(text);
        known.then_some(text)
    }

    /// What a program links itself: usage requirements lead there, or an archive that it takes in needs it.
    fn direct(&self, id: TargetId) -> BTreeMap<TargetId, Cond> {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let mut out: BTreeMap<TargetId, Cond> = model.usage_closure(id).into_iter().collect();
        for (archive, cond) in model.static_closure(id) {
            for edge in model.interface_links(archive) {
                let known = out.entry(edge.to).or_insert(Cond::FALSE);
                *known = conds.or(*known, conds.and(cond, edge.cond));
            }
        }
        out
    }

    /// Whether the project gives a program a search path to a folder.
    fn leads_to(&self, id: TargetId, folder: &str, to: &str) -> bool {
        let items = self.model.property(id, "INSTALL_RPATH");
        items.iter().any(|item| item.text.split(':').any(|part| self.resolve(part, folder).as_deref() == Some(to)))
    }

    /// A search path that leads elsewhere.
    fn misled(
        &self,
        id: TargetId,
        place: &InstalledTarget,
        (library, target, to): (TargetId, &InstalledTarget, &str),
        cond: Cond,
        item: &Item,
        sink: &mut Sink,
    ) {
        let model = self.model;
        // A path of parts that are not known may be another one.
        let unknown = model.facts.conds.depends_on_kind(cond, SubjectKind::Unknown);
        let cond = self.as_given(cond);
        let Some(span) = model.span(item.origin).filter(|_| !cond.is_false() && !unknown) else { return };
        let (program, library) = (model.name(id), model.name(library));
        let (shown, from) = (model.display(&item.text), self.known(place).unwrap_or_default());
        if self.misplaced.contains(&(span, from.clone())) {
            return;
        }
        let mut draft = Draft::new(cond, Place::new(span, "leads elsewhere"))
            .severity(Severity::Warning)
            .named("target", program)
            .named("library", library)
            .message(format!(
                "the search path `{shown}` does not lead from `{from}` to `{to}`, where libraries of the program are installed"
            ))
            .help("write the path from the folder of the program to that of the libraries: `$ORIGIN/…`, `@loader_path/…` on macOS");
        for (origin, name) in [(place.origin, program), (target.origin, library)] {
            if let Some(span) = model.span(origin) {
                draft = draft.related(span, format!("`{name}` is installed here"));
            }
        }
        sink.report(draft);
    }

    /// The part of a condition in which the settings are there that people are told to give, or scripts give.
    fn as_given(&self, cond: Cond) -> Cond {
        let conds = &self.model.facts.conds;
        let inputs = conds.subjects(cond).into_iter().filter(|subject| {
            let info = conds.subject_info(*subject);
            let declared = self.model.facts.cache.contains_key(&*info.name);
            info.kind == SubjectKind::Input && !declared && self.facts.is_given(&info.name)
        });
        inputs.fold(cond, |cond, subject| conds.and(cond, conds.defined(subject)))
    }

    /// A program for macOS without a search path, whose library has a name that begins with `@rpath`: it starts nowhere.
    fn unled_on_macos(
        &mut self,
        id: TargetId,
        place: &InstalledTarget,
        (library, target): (TargetId, &InstalledTarget),
        linked: Cond,
    ) {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let platform = |name: &str| conds.platform(name).unwrap_or(Cond::FALSE);
        let on = conds.diff(platform("APPLE"), platform("IOS"));
        let kind =
            conds.and(model.is_kind(id, &[TargetKind::Executable]), model.is_kind(library, &[TargetKind::Shared]));
        let has = |id: TargetId, name: &str| !model.property(id, name).is_empty();
        if has(id, "MACOSX_BUNDLE") || has(library, "INSTALL_NAME_DIR") || has(library, "FRAMEWORK") {
            return;
        }
        let named = |id: TargetId| {
            if has(id, "MACOSX_RPATH") {
                model.property_true(id, "MACOSX_RPATH")
            } else {
                let new = |policies: &Policies| policies.state(42, Version(3, 0, 0)) == PolicyState::New;
                let definitions = model.definitions_of(id).iter().filter(|one| new(&one.policies));
                conds.any(definitions.map(|one| one.cond).collect::<Vec<_>>())
            }
        };
        let cond = conds.all([place.cond, target.cond, linked, kind, on, named(library)]);
        let cond = conds.diff(cond, conds.or(model.elf_linked(id), model.elf_linked(library)));
        let Some(span) = model.span(place.origin).filter(|_| cond.is_possible()) else { return };
        let group = &mut self.on_macos;
        group.cond = Some(group.cond.map_or(cond, |before| conds.or(before, cond)));
        group.primary.get_or_insert(span);
        group.programs.insert(model.name(id).to_owned());
        if group.libraries.insert(model.name(library).to_owned())
            && let Some(span) = model.span(target.origin).filter(|_| group.related.len() < MOST)
        {
            group.related.push((span, format!("`{}` is installed here", model.name(library))));
        }
    }

    /// No search path at all.
    fn unled(
        &mut self,
        id: TargetId,
        place: &InstalledTarget,
        (library, target): (TargetId, &InstalledTarget),
        (to, asked): (&str, bool),
        cond: Cond,
    ) {
        let model = self.model;
        let severity = match (is_system(to), self.aware || asked) {
            // No loader looks there.
            (false, _) => Severity::Error,
            (true, true) => Severity::Warning,
            (true, false) => Severity::Note,
        };
        // A plain install goes where every loader looks.
        if severity == Severity::Note && self.under_usr {
            return;
        }
        let folder = to.rsplit('/').next().unwrap_or(to);
        // A script that starts the programs says where the libraries are.
        let beside = self.known(place).is_some_and(|from| from == to) && self.launchers.name_their_own();
        if beside
            || self.exported.iter().any(|path| path.split(['/', ':']).any(|part| part == folder))
            || self.launchers.name(to)
        {
            return;
        }
        let Some(span) = model.span(place.origin) else { return };
        let (cond, confidence) = self.as_seen(id, cond);
        let group = self.without.entry((severity, confidence)).or_default();
        group.cond = Some(group.cond.map_or(cond, |before| model.facts.conds.or(before, cond)));
        group.primary.get_or_insert(span);
        group.targets.extend([id, library]);
        let is_new = |places: &[(Span, String)], span: Span| {
            group.primary != Some(span) && places.len() < MOST && places.iter().all(|(known, _)| *known != span)
        };
        if group.libraries.insert(model.name(library).to_owned())
            && let Some(span) = model.span(target.origin).filter(|span| is_new(&group.related, *span))
        {
            group.related.push((span, format!("`{}` is installed in `{to}`", model.name(library))));
        }
        if group.programs.insert(model.name(id).to_owned()) && is_new(&group.others, span) {
            group.others.push((span, format!("and `{}`", model.name(id))));
        }
    }

    /// The part of a condition in which no file that is not there may give a target its search path; all of it, as a guess, where there
    /// is no such part.
    fn as_seen(&self, id: TargetId, cond: Cond) -> (Cond, Confidence) {
        let seen = self.model.facts.conds.diff(cond, self.model.may_be_set_by_missing_files(id));
        if seen.is_possible() { (seen, Confidence::Likely) } else { (cond, Confidence::Heuristic) }
    }

    fn report(mut self, sink: &mut Sink) {
        self.report_literals(sink);
        let macos = std::mem::take(&mut self.on_macos);
        // What is said of all systems needs no word on one of them.
        if self.without.is_empty() {
            self.report_macos(macos, sink);
        }
        for ((severity, confidence), group) in std::mem::take(&mut self.without) {
            let (Some(cond), Some(primary)) = (group.cond, group.primary) else { continue };
            let (programs, libraries) = (listing(&group.programs), listing(&group.libraries));
            let mut draft = Draft::new(cond, Place::new(primary, "installed without a search path"))
                .value("target", programs)
                .value("library", libraries)
                .severity(severity)
                .confidence(confidence);
            if severity == Severity::Note {
                // CMake's own default, and right wherever the prefix is the system's: who offers search paths knows of them. Who asks a library
                // for others to be shared is mostly a packager, whose prefix that is.
                let is_asked_for = || self.is_for_others() && !self.model.without_settings(cond).is_possible();
                let confidence = if self.offered || is_asked_for() { Confidence::Heuristic } else { confidence };
                draft = draft.confidence(confidence).message(without_any(&group.programs, &group.libraries));
            }
            if self.launchers.given {
                draft = draft.confidence(Confidence::Heuristic);
            }
            for name in group.programs.iter().chain(&group.libraries).take(MOST) {
                draft = draft.subject(name);
            }
            // Of a note the places are those of the programs, and where a search path would hold for all: no library is at fault.
            if severity == Severity::Note {
                let above = above::first_of(self.model, &group.targets);
                let above =
                    above.filter(|span| *span != primary && group.others.iter().all(|(known, _)| known != span));
                if let Some(span) = above {
                    draft = draft.related(span, "a search path for all of them: set CMAKE_INSTALL_RPATH before this");
                }
            } else {
                let project = self.model.facts.projects.first().and_then(|project| self.model.span(project.origin));
                let project =
                    project.map(|span| (span, "CMAKE_INSTALL_RPATH behind this holds for all targets".into()));
                draft = group
                    .related
                    .into_iter()
                    .chain(project)
                    .fold(draft, |draft, (span, label)| draft.related(span, label));
            }
            draft = group.others.into_iter().fold(draft, |draft, (span, label)| draft.related(span, label));
            sink.report(draft);
        }
    }

    fn report_macos(&self, group: Without, sink: &mut Sink) {
        let (Some(cond), Some(primary)) = (group.cond, group.primary) else { return };
        let (programs, libraries) = (listing(&group.programs), listing(&group.libraries));
        let (it, program) =
            if group.programs.len() == 1 { ("it is", "the program has") } else { ("they are", "the programs have") };
        let known =
            if group.libraries.len() == 1 { "is known by a name that begins" } else { "are known by names that begin" };
        // Packagers for macOS give the search path themselves, and know that they have to. And dyld looks in /usr/local/lib at last
        // (dyld(1), DYLD_FALLBACK_LIBRARY_PATH), where CMake installs unless told otherwise.
        let mut draft = Draft::new(cond, Place::new(primary, "installed without a search path"))
            .severity(Severity::Note)
            .confidence(Confidence::Heuristic)
            .message(format!(
                "on macOS {programs} cannot start where {it} installed: {libraries} {known} with `@rpath`, and {program} \
                 no search path"
            ))
            .help("set CMAKE_INSTALL_RPATH before the targets (`@loader_path/../lib`; `$ORIGIN/../lib` elsewhere)");
        for name in group.programs.iter().chain(&group.libraries).take(MOST) {
            draft = draft.subject(name);
        }
        for (span, label) in group.related {
            draft = draft.related(span, label);
        }
        if let Some(project) = self.model.facts.projects.first().and_then(|project| self.model.span(project.origin)) {
            draft = draft.related(project, "CMAKE_INSTALL_RPATH behind this holds for all targets");
        }
        sink.report(draft);
    }
}

/// What is said of a project without any search path: which folders a loader knows is the system's choice (ld.so.conf).
fn without_any(programs: &BTreeSet<String>, libraries: &BTreeSet<String>) -> String {
    let (is, has, needs, start) = match programs.len() {
        1 => ("is", "has", "needs", "starts"),
        _ => ("are", "have", "need", "start"),
    };
    let it = if libraries.len() == 1 { "it" } else { "them" };
    format!(
        "{} {is} installed with {}, {needs} {it} there and {has} no search path: {start} only where the loader knows that folder (ld.so.conf), as \
         it does under `/usr`",
        listing(programs),
        listing(libraries)
    )
}

/// Names and places of one finding.
const MOST: usize = 8;
