//! An exported target links a target of another package, and the package configuration looks for none.
#[path = "missing_find_dependency/advice.rs"]
mod advice;
#[path = "missing_find_dependency/brought.rs"]
mod brought;
#[path = "missing_find_dependency/chosen.rs"]
mod chosen;
#[path = "missing_find_dependency/components.rs"]
mod components;
#[path = "missing_find_dependency/forms.rs"]
mod forms;
#[path = "missing_find_dependency/own_module.rs"]
mod own_module;
#[path = "missing_find_dependency/sibling.rs"]
mod sibling;
#[path = "missing_find_dependency/text.rs"]
mod text;
#[path = "missing_find_dependency/untaken.rs"]
mod untaken;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::cmake::eval::Files;
use crate::cmake::eval::facts::{InstallKind, PackageSearch, TargetKind, package_question, target_question};
use crate::cmake::eval::text::has_symbol;
use crate::cmake::eval::value::Origin;
use crate::cmake::syntax;
use crate::cond::Cond;
use crate::discover::{Inputs, Kind};
use crate::model::mentions::has_word;
use crate::model::{Installed, InstalledFile, Item, Model, TargetId};
use crate::rules::cmake_modules::find_modules;
use crate::rules::wording::{self, letters};
use crate::rules::{Context, Draft, Place, Severity, Sink};
use crate::source::{Purpose, SourceMap, Span, purposes};

use components::{is_asked_by_name, lacks_component};
use sibling::{Sets, is_beside, is_called_like};
use text::{
    Finder, has_placeholder, includes_file, includes_named_targets, is_brought, is_name, is_named, looks_for_alike,
    package_of_namespace, packages,
};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    if !model.facts.installs.iter().any(|install| install.kind == InstallKind::Export) {
        return;
    }
    let installed = model.installed();
    let rule = Rule {
        model,
        files: project.files,
        sources: cx.facts.sources,
        inputs: project.inputs,
        installed: &installed,
        finders: OnceCell::new(),
        sets: Sets::new(model, &installed),
    };
    let configs: Vec<&InstalledFile> = installed.files.iter().filter(|f| f.source.is_some()).collect();
    // An export file that is the configuration itself has no place for a find_dependency().
    for config in installed.files.iter().filter(|f| f.source.is_none() && !f.wrapped && f.is_config()) {
        let Some(place) = model.span(config.origin).filter(|_| is_searched(model, config)) else { continue };
        // find_package() takes the form with capitals first (cmake-commands(7), find_package).
        let first = |file: &InstalledFile| {
            let package = |file: &InstalledFile| file.package().map(str::to_lowercase);
            file.is_config() && package(file) == package(config) && file.directory == config.directory
        };
        let made = |file: &InstalledFile| file.source.is_some() && (file.name == config.name || first(file));
        if !installed.files.iter().any(made) {
            rule.export(config.origin, config, ("", place), config.cond, sink);
        }
    }
    for config in configs.into_iter().filter(|f| f.directory.is_some() && f.is_config()) {
        for form in rule.forms(config) {
            // The export sets that are installed beside the configuration.
            let beside =
                installed.files.iter().filter(|f| f.source.is_none() && !f.wrapped && is_beside(model, f, config));
            let beside: Vec<&InstalledFile> = beside.collect();
            let is_alone = beside.len() == 1;
            let has_own = beside.iter().any(|export| is_called_like(export, config));
            for export in beside {
                let named = || form.commands.commands.iter().find(|one| is_alone && includes_named_targets(one));
                let Some(include) = form.including(&export.name).or_else(named) else { continue };
                // `@PROJECT_NAME@Targets.cmake` is the file that is called like the configuration, where there is one.
                if has_own && has_placeholder(include) && !is_called_like(export, config) {
                    continue;
                }
                let cond = model.facts.conds.all([config.cond, form.cond, export.cond]);
                let place = form.place(include);
                rule.export(export.origin, config, (&form.text, place), cond, sink);
            }
        }
    }
}

/// Whether `find_package()` looks for a configuration in its folder (cmake-commands(7), `find_package`, "Config Mode Search Procedure"): what lies
/// elsewhere is part of another package, which includes it.
fn is_searched(model: &Model<'_>, config: &InstalledFile) -> bool {
    let (Some(package), Some(directory)) = (config.package(), &config.directory) else { return true };
    let (directory, known) = model.facts.texts.with_defaults(directory);
    let parts: Vec<String> = directory.to_lowercase().split('/').map(str::to_owned).collect();
    let package = package.to_lowercase();
    let is_plain = |part: &String| part.starts_with("lib") || matches!(&**part, "" | "." | "share" | "cmake");
    !known || parts.iter().any(|part| part.starts_with(&package)) || parts.iter().all(is_plain)
}

struct Rule<'a> {
    model: &'a Model<'a>,
    files: &'a Files<'a>,
    sources: &'a SourceMap,
    inputs: &'a Inputs,
    installed: &'a Installed,
    /// Which of the installed ones look for parts.
    finders: OnceCell<Vec<Finder>>,
    sets: Sets<'a>,
}

impl Rule<'_> {
    /// Whether the export file looks for what its targets link (CMake 3.29, experimental: cmake-commands(7), install(EXPORT)).
    fn looks_itself(&self, origin: Origin) -> bool {
        self.model.span(origin).is_some_and(|span| {
            let file = self.sources.get(span.file);
            let text = file.bytes().get(span.start as usize..span.end as usize).unwrap_or_default();
            has_word(text, "EXPORT_PACKAGE_DEPENDENCIES")
        })
    }

    /// The targets of an export set, named by the `install(EXPORT)` at `origin`.
    fn export(&self, origin: Origin, config: &InstalledFile, at: (&str, Span), cond: Cond, sink: &mut Sink) {
        let facts = self.model.facts;
        if self.looks_itself(origin) {
            return;
        }
        // The rounds of a loop share a place: which set is meant is not known. Nor are they alternatives, as names by a setting are.
        let named: Vec<&InstalledFile> =
            self.installed.files.iter().filter(|file| file.origin == origin && file.source.is_none()).collect();
        let overlap = |one: &InstalledFile, other: &InstalledFile| {
            one.name != other.name && !facts.conds.and(one.cond, other.cond).is_false()
        };
        if named.iter().enumerate().any(|(n, one)| named.iter().skip(n + 1).any(|other| overlap(one, other))) {
            return;
        }
        let targets = self.sets.members(origin);
        // One finding for all that need the same.
        let mut groups: Vec<(Vec<TargetId>, Vec<Needed>)> = Vec::new();
        for (&id, &when) in targets.iter() {
            let when = facts.conds.all([cond, when, self.model.is_linkable(id)]);
            let needed = self.needed(id, when, at.0, origin);
            self.unchosen(id, config, at, when, sink);
            let same = |group: &[Needed]| group.iter().map(|one| &one.item).eq(needed.iter().map(|one| &one.item));
            match groups.iter_mut().find(|(_, group)| same(group)) {
                Some((ids, group)) => {
                    ids.push(id);
                    group.iter_mut().zip(&needed).for_each(|(a, b)| a.cond = facts.conds.or(a.cond, b.cond));
                }
                None => groups.push((vec![id], needed)),
            }
        }
        for (ids, needed) in groups {
            // What is needed in most configurations is told of, what is needed in some of them beside it.
            let covers = |one: &Needed| needed.iter().filter(|other| facts.conds.implies(other.cond, one.cond)).count();
            // Of several the first one.
            let Some(first) = needed.iter().rev().max_by_key(|one| covers(one)).map(|one| one.cond) else { continue };
            let alike = |one: &&Needed| facts.conds.implies(first, one.cond) && facts.conds.implies(one.cond, first);
            let (told, others): (Vec<&Needed>, Vec<&Needed>) = needed.iter().partition(alike);
            let always = facts.conds.any(ids.iter().filter_map(|id| targets.get(id).copied()).collect::<Vec<_>>());
            let always = facts.conds.and(cond, always);
            self.report(&ids, (&told, &others), config, (at.0, at.1, always), sink);
        }
    }

    /// What the exported form of a target links of other packages; the one of the export set at `origin` is its own.
    fn needed(&self, id: TargetId, cond: Cond, text: &str, origin: Origin) -> Vec<Needed> {
        let conds = &self.model.facts.conds;
        let mut out: Vec<Needed> = Vec::new();
        let links = self.model.exported_links(id);
        // A command that nobody here knows may make a target of the project: then no package comes of it where that is exported nowhere.
        let unseen = links.iter().filter(|(item, _)| self.is_made_unseen(&item.text));
        let unseen = conds.any(unseen.map(|(item, _)| item.cond).collect::<Vec<_>>());
        for (item, private) in links {
            let sibling = || self.sets.sibling(&item, text, origin);
            let Some((package, searched, bare)) = self.package(&item, text).or_else(sibling) else { continue };
            let parts = self.sets.parts_with(id, &item, origin);
            if parts.iter().any(|part| self.looks_for(part, &package)) {
                continue;
            }
            let mut when = conds.diff(conds.all([cond, item.cond, searched]), unseen);
            // What is fetched in the same build is of no package.
            when = conds.diff(when, self.model.may_be_fetched(&item.text));
            when = conds.and(when, self.found(&item, &package, when));
            if private {
                // What is linked privately travels with an archive only.
                when = conds.and(when, self.model.is_kind(id, &[TargetKind::Static]));
            }
            let Some(place) = self.model.span(item.origin).filter(|_| !when.is_false()) else { continue };
            match out.iter_mut().find(|one| one.item == item.text) {
                Some(known) => known.cond = conds.or(known.cond, when),
                None => out.push(Needed { item: item.text, package, cond: when, place, bare }),
            }
        }
        out
    }

    /// Whether a target in the project's own namespace may be made by a command that nobody here knows.
    fn is_made_unseen(&self, name: &str) -> bool {
        let facts = self.model.facts;
        let Some((space, _)) = name.split_once("::") else { return false };
        let mut projects = facts.projects.iter().filter_map(|one| facts.texts.as_str(one.name));
        projects.any(|project| project.eq_ignore_ascii_case(space)) && self.model.may_be_made_unseen(name)
    }

    /// Whether a configuration of its own that includes an exported set looks for a package.
    fn looks_for(&self, export: &InstalledFile, package: &str) -> bool {
        let mut configs = self.installed.files.iter().filter(|file| file.source.is_some() && file.is_config());
        configs.any(|config| {
            let includes = |form: &forms::Form| {
                form.commands.commands.iter().any(|command| includes_file(command, &export.name))
                    && is_named(&form.text, &package.to_lowercase())
            };
            is_beside(self.model, export, config) && self.forms(config).iter().any(includes)
        })
    }

    /// When a package is found whose target is linked: without it there is none, unless the project makes that itself.
    fn found(&self, item: &Item, package: &str, cond: Cond) -> Cond {
        let conds = &self.model.facts.conds;
        let question = package_question(package);
        let is_own = !item.text.contains("::") || self.model.find(&item.text).is_some();
        let subject = conds.subjects(cond).into_iter().find(|subject| conds.subject_info(*subject).name == question);
        subject.filter(|_| !is_own).map_or(Cond::TRUE, |subject| conds.truthy(subject))
    }

    /// Whether what a name is the alias of (`x::x` of `x`) is exported with the project's own: it comes from a place that is not read.
    fn is_taken_along(&self, name: &str) -> bool {
        let Some((_, last)) = name.split_once("::") else { return false };
        let facts = self.model.facts;
        let exported = facts.installs.iter().filter(|one| one.kind == InstallKind::Target && one.export.is_some());
        let mut items = exported.flat_map(|one| one.items.elems.iter());
        items.any(|elem| facts.texts.as_str(elem.text) == Some(last))
    }

    /// The package that an item of the exported link line belongs to, where the configuration does not name it: with when the
    /// project looks for it, and whether a bare name says so.
    fn package(&self, item: &Item, text: &str) -> Option<(String, Cond, bool)> {
        let facts = self.model.facts;
        let versioned = self.with_version(&item.text);
        let name = versioned.as_deref().unwrap_or(&item.text);
        if has_symbol(name) || name.contains(['$', '<', '>', '@']) {
            return None;
        }
        // A target of the project itself is exported with its own name.
        let target = self.model.find(name);
        let found_by = target.and_then(|id| self.found_by(id));
        let own = target.filter(|id| !self.model.is_imported(*id));
        if target.is_none() && self.is_taken_along(name) {
            return None;
        }
        let other = || self.other_name(name, target.is_some(), found_by.as_deref(), text);
        let (package, bare) = match name.split_once("::") {
            Some((space, rest)) if !space.is_empty() && !rest.is_empty() => match other() {
                Some(package) => (Cow::Owned(package), false),
                None => (self.joined(space, rest, text).map_or(Cow::Borrowed(space), Cow::Owned), false),
            },
            None if is_name(name) => (Cow::Borrowed(found_by.as_deref().unwrap_or(name)), true),
            _ => return None,
        };
        // The configuration names the package, in whatever way.
        // What brings the package does not set the variable either.
        let unset = self.unset_choice(name, text);
        if unset.is_none_or(|choice| choice.is_looked_for(text)) && is_named(text, &package) {
            return self.component(name, &package, text);
        }
        // A bare name is the target of a package of that name, unless its module gives none; then it is a plain library.
        let no_target =
            || find_modules().any(|module| module.eq_ignore_ascii_case(name)) || self.is_library_of_module(name);
        if bare && target.is_none() && no_target() {
            return None;
        }
        // Which package it belongs to is known where the project looks for one of that name.
        let same = |found: &str| if bare { found == package } else { found.eq_ignore_ascii_case(&package) };
        let searches = facts.packages.iter().filter(|search| facts.texts.as_str(search.name).is_some_and(same));
        let mut searched = facts.conds.any(searches.map(|search| search.cond).collect::<Vec<_>>());
        // `if(NOT TARGET X) find_package()`: where the target is there already, it is of that package, too.
        let already = target_question(name);
        let already =
            facts.conds.subjects(searched).into_iter().find(|one| facts.conds.subject_info(*one).name == already);
        if let Some(already) = already {
            searched = facts.conds.exists_subject(searched, already);
        }
        if let Some(own) = own {
            searched = facts.conds.diff(searched, self.model.defined(own));
        }
        if self.is_alternative(searched, text) {
            return None;
        }
        // As the project spells it: file names have letters of both sizes.
        let spelt = facts.packages.iter().filter_map(|search| facts.texts.plain(search.name));
        let spelt =
            spelt.filter(|found| same(found)).min().map_or_else(|| package.into_owned(), |found| found.to_string());
        searched.is_possible().then(|| (self.behind_module(&spelt, name).unwrap_or(spelt), searched, bare))
    }

    /// The package that is called like a target with its namespace, where the project looks for that one (`Qt5Core` of `Qt5::Core`).
    fn joined(&self, space: &str, rest: &str, text: &str) -> Option<String> {
        let facts = self.model.facts;
        let joined = format!("{space}{rest}");
        let is_it = |search: &PackageSearch| facts.texts.as_str(search.name) == Some(&*joined);
        (!is_named(text, space) && facts.packages.iter().any(is_it)).then_some(joined)
    }

    /// The package of a target's namespace that a find module of the project looks for, where nobody but the project has that module.
    fn behind_module(&self, package: &str, target: &str) -> Option<String> {
        let (space, _) = target.split_once("::").filter(|(space, _)| !space.eq_ignore_ascii_case(package))?;
        let file = format!("Find{package}.cmake");
        let is_own = |path: &&std::path::PathBuf| path.file_name().is_some_and(|name| *name == *file);
        let module = self.inputs.of(Kind::CMakeModule).iter().find(is_own)?;
        let text = self.sources.load(module).ok().filter(|_| !self.installed.holds(module))?;
        packages(&syntax::parse(text.id(), text.bytes())).into_iter().find(|one| one.eq_ignore_ascii_case(space))
    }

    /// The component of a package that a target is, as a package of its own, where the configuration asks for others only.
    fn component(&self, name: &str, package: &str, text: &str) -> Option<(String, Cond, bool)> {
        let facts = self.model.facts;
        let (_, component) =
            name.split_once("::").filter(|(_, component)| lacks_component(text, package, component))?;
        // What is asked for by the package's name only may be brought by all that bring the package; or the project makes the target itself.
        let by_name = is_asked_by_name(package);
        let alone = if by_name { package.to_owned() } else { format!("{package}{component}") };
        if is_brought(text, &alone) || by_name && self.model.find(name).is_some() {
            return None;
        }
        let searches = facts
            .packages
            .iter()
            .filter(|search| facts.texts.as_str(search.name).is_some_and(|found| found == package || found == alone));
        let searched = facts.conds.any(searches.map(|search| search.cond).collect::<Vec<_>>());
        searched.is_possible().then_some((alone, searched, false))
    }

    /// The package of a target with a namespace, where that is not called like the package: it is known for the namespace, or the only
    /// one among those searched that is called like the target, apart from signs. Nothing where the configuration speaks of the target.
    fn other_name(&self, name: &str, defined: bool, found_by: Option<&str>, text: &str) -> Option<String> {
        let facts = self.model.facts;
        let (space, rest) = name.split_once("::")?;
        let searched: BTreeSet<&str> =
            facts.packages.iter().filter_map(|search| facts.texts.as_str(search.name)).collect();
        if is_named(text, name) {
            return None;
        }
        // `Boost::Boost.DI` is of the package Boost.DI, where the project looks for that and asks Boost for no such part.
        let is_part = |part: &str| {
            let of_space = facts.packages.iter().filter(|search| facts.texts.as_str(search.name) == Some(space));
            let mut parts = of_space.flat_map(|search| &search.components);
            parts.any(|one| facts.texts.as_str(*one).is_none_or(|one| one == part))
        };
        if !defined && rest != space && searched.contains(rest) && !is_named(text, rest) && !is_part(rest) {
            return Some(rest.to_owned());
        }
        if let Some(known) = package_of_namespace(space, rest) {
            return (searched.contains(&*known) && !looks_for_alike(text, &space.to_lowercase())).then_some(known);
        }
        // Targets that the project itself makes are of the package whose find module makes them.
        if let Some(module) = found_by {
            return (searched.contains(module) && !is_named(text, space)).then(|| module.to_owned());
        }
        if defined || searched.iter().any(|found| found.eq_ignore_ascii_case(space)) || is_named(text, space) {
            return None;
        }
        // Of `ns::sub::name` the last part is the target: its namespace may be one that the project's own targets have, too.
        let last = rest.rsplit_once("::").map(|(_, last)| last).filter(|last| self.model.find(last).is_none());
        let names = [letters(space), letters(rest), letters(name), letters(last.unwrap_or(rest))];
        let mut fitting = searched.into_iter().filter(|found| names.contains(&letters(found)));
        let only = fitting.next()?;
        fitting.next().is_none().then(|| only.to_owned())
    }

    /// The package of the find module that makes a target.
    fn found_by(&self, id: TargetId) -> Option<String> {
        let file = self.sources.get(self.model.definition_span(id)?.file);
        let name = file.path().file_name()?.to_str()?;
        Some(name.strip_prefix("Find")?.strip_suffix(".cmake")?.to_owned())
    }

    /// Targets of others that exported ones link, and that no package which the project looks for is called by.
    fn unplaced(&self, ids: &[TargetId], text: &str) -> BTreeSet<Arc<str>> {
        let links = ids.iter().flat_map(|id| self.model.exported_links(*id)).map(|(item, _)| item);
        // The project's own namespace, which the text has for its own targets, may be that of another package, too.
        let facts = self.model.facts;
        let spaces: Vec<&str> = facts
            .installs
            .iter()
            .filter_map(|install| facts.texts.as_str(install.namespace?)?.split_once("::"))
            .map(|(space, _)| space)
            .collect();
        let is_told =
            |space: &str, last: &str| is_named(text, last) || is_named(text, space) && !spaces.contains(&space);
        let is_foreign = |item: &Item| {
            let name = &*item.text;
            let plain = !has_symbol(name) && !name.contains(['$', '<', '>', '@']);
            plain
                && self.model.find(name).is_none()
                && !self.is_made_unseen(name)
                && name.split_once("::").is_some_and(|(space, rest)| {
                    let last = rest.rsplit("::").next().unwrap_or(rest);
                    !space.is_empty() && !rest.is_empty() && self.model.find(last).is_none() && !is_told(space, last)
                })
        };
        links.filter(|item| is_foreign(item) && self.package(item, text).is_none()).map(|item| item.text).collect()
    }

    /// Imported targets of a namespace that exported ones link and that a file of the project makes, which is no find module: a user has to
    /// have that file, too, unless the configuration speaks of it. With the name of the file.
    fn made_here(&self, ids: &[TargetId], text: &str) -> BTreeSet<(Arc<str>, String)> {
        let links = ids.iter().flat_map(|id| self.model.exported_links(*id)).map(|(item, _)| item.text);
        let made = links.filter(|name| name.contains("::") && !is_named(text, name)).filter_map(|name| {
            let id = self.model.find(&name).filter(|id| self.model.is_imported(*id) && self.found_by(*id).is_none())?;
            let source = self.sources.get(self.model.definition_span(id)?.file);
            let file = source.path().file_name()?.to_str()?.to_owned();
            let is_told = text.contains(&file.to_lowercase()) || self.installed.holds(source.path());
            (!is_told && file != "CMakeLists.txt").then_some((name, file))
        });
        made.collect()
    }

    /// Whether a package is one of others, of tests or of examples: of these its target and its configuration are made there.
    fn is_aside(&self, id: TargetId, config: &InstalledFile) -> bool {
        let aside = |one| matches!(one, Purpose::Test | Purpose::Example | Purpose::Vendored);
        let is_there = |span: Option<Span>| {
            span.is_some_and(|span| {
                purposes(self.sources.get(span.file).path(), &self.model.facts.source_dir).any(aside)
            })
        };
        is_there(self.model.definition_span(id)) && is_there(self.model.span(config.origin))
    }

    fn report(
        &self,
        ids: &[TargetId],
        // Those of one condition, and what is needed in other configurations, which the finding names beside them.
        (needed, others): (&[&Needed], &[&Needed]),
        config: &InstalledFile,
        (text, looks, always): (&str, Span, Cond),
        sink: &mut Sink,
    ) {
        let conds = &self.model.facts.conds;
        let (Some(id), Some(first)) = (ids.first(), needed.first()) else { return };
        let names = |of: fn(&Needed) -> &str| -> Vec<&str> {
            let names: BTreeSet<&str> = needed.iter().map(|one| of(one)).collect();
            names.into_iter().collect()
        };
        let (items, packages) = (names(|one| &one.item), names(|one| &one.package));
        let cond = conds.any(needed.iter().map(|one| one.cond).collect::<Vec<_>>());
        let call = |among: &[&Needed], package: &str| {
            let items = among.iter().filter(|one| one.package == package).map(|one| &*one.item);
            let items: Vec<&str> = items.collect();
            let unset = items.iter().find_map(|item| self.unset_choice(item, text));
            let before = unset.map(|choice| format!("`set({} ON)` and ", choice.variable)).unwrap_or_default();
            let mut calls = advice::calls(self.model, self.files, package, &items);
            calls.iter_mut().take(1).for_each(|first| first.insert_str(0, &before));
            calls
        };
        let calls: Vec<String> = packages.iter().flat_map(|package| call(needed, package)).collect();
        // What some configurations alone need may not be there for the others.
        let elsewhere: BTreeSet<&str> =
            others.iter().map(|one| &*one.package).filter(|package| !packages.contains(package)).collect();
        let all: Vec<&str> = packages.iter().copied().chain(elsewhere.iter().copied()).collect();
        let elsewhere: Vec<String> = elsewhere
            .iter()
            .map(|package| {
                let of_package = others.iter().filter(|one| one.package == *package).map(|one| one.cond);
                let when = conds.any(of_package.collect::<Vec<_>>());
                let builds = advice::builds(self.model, when, always);
                let builds = builds.map_or_else(|| "where that is linked".to_owned(), |when| format!("where {when}"));
                format!(", and {} {builds}", call(others, package).join(" and "))
            })
            .collect();
        let elsewhere = elsewhere.concat();
        let chosen = if conds.implies(always, cond) {
            String::new()
        } else {
            let builds = advice::builds(self.model, cond, always).map(|when| format!(" ({when})")).unwrap_or_default();
            format!(", in builds that link it only{builds}: configure that choice into the file")
        };
        let may_bring = self.looks_for_unseen(text, &packages);
        let brought =
            if may_bring { "; or rely on what it looks for, if the configuration of that looks for it" } else { "" };
        let target = self.model.name(*id);
        let targets = match ids.len() {
            1 => format!("`{target}` is exported and links"),
            2 => format!("`{target}` and another target are exported and link"),
            n => format!("`{target}` and {} other targets are exported and link", n - 1),
        };
        let its = match &*packages {
            [one] if advice::asks_for_others(text, one) && items.len() > 1 => "them as components of their package",
            [one] if advice::asks_for_others(text, one) => "it as a component of its package",
            [_] => "its package",
            _ => "their packages",
        };
        let mut draft = Draft::new(cond, Place::new(first.place, "whoever links the exported target needs this"))
            .value("targets", targets)
            .value("items", wording::all(&items))
            .value("its", its)
            .value("config", self.model.display(&config.name))
            .value("calls", advice::place(text, &calls) + &chosen + &elsewhere)
            .value(
                "modules",
                advice::own_modules(self.sources, self.inputs, self.installed, &all)
                    + &advice::modules_of_others(self.model, &all)
                    + &advice::others(&self.unplaced(ids, text))
                    + &advice::made_here(&self.made_here(ids, text))
                    + brought,
            );
        let mut places: Vec<Span> = vec![first.place];
        for one in needed {
            if !places.contains(&one.place) {
                places.push(one.place);
                draft = draft.related(one.place, format!("and `{}`", one.item));
            }
        }
        for one in others {
            draft = draft.related(one.place, format!("in some configurations `{}`", one.item));
        }
        let beside = others.iter().flat_map(|one| [&*one.item, &*one.package]);
        draft = draft.related(looks, advice::missed(text, &packages));
        let targets = ids.iter().take(100).map(|id| self.model.name(*id));
        for name in targets.chain(items).chain(packages).chain(beside) {
            draft = draft.subject(name);
        }
        // Without the target a bare name is that of a library, which the linker may find. What is installed beside the project's own, or is for
        // its tests, hardly anybody looks for.
        if needed.iter().all(|one| one.bare) || may_bring || self.is_aside(*id, config) {
            draft = draft.severity(Severity::Warning);
        }
        sink.report(draft);
    }
}

/// An item of a link interface whose package nobody looks for.
struct Needed {
    item: Arc<str>,
    package: String,
    cond: Cond,
    place: Span,
    /// The package's name stands alone.
    bare: bool,
}
