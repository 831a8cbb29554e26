//! A component of LLVM whose functions are called, and that no list of components or libraries names.
#[path = "missing_llvm_component/table.rs"]
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::value::Value;
use crate::cond::Cond;
use crate::model::preprocess::Compilation;
use crate::model::symbols::last;
use crate::model::{Model, Source, TargetId};
use crate::native::{ClassUse, ClassUseKind, GuardId, NativeFile};
use crate::rules::llvm::names::{self, Meaning};
use crate::rules::llvm::supply::{List, Supply, Survey};
use crate::rules::llvm::where_found;
use crate::rules::{Context, Draft, Place, Project, Severity, Sink, wording};
use crate::source::Span;

use table::{Component, components, is_library, library_of, version, with_dependencies};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let maps = |name: &str| name.starts_with("llvm_map_components_to_lib") || name == "llvm_config";
    if !model.facts.calls.iter().any(|call| maps(&call.command)) && !links_libraries(model) {
        return;
    }
    let rule = Rule { project, survey: Survey::new(project, cx.facts.sources) };
    let mut found: BTreeMap<(Span, Vec<&str>), Found> = BTreeMap::new();
    for target in model.judged_targets() {
        // A plugin has what it needs of LLVM from the program that loads it.
        let linked = model.is_kind(target, &[TargetKind::Executable, TargetKind::Shared]);
        if !linked.is_false() {
            rule.binary(target, linked, &mut found);
        }
    }
    for ((span, names), one) in &found {
        rule.report(*span, names, one, sink);
    }
}

struct Rule<'a> {
    project: Project<'a>,
    survey: Survey<'a>,
}

/// A use of a component in the code of a binary.
struct Use {
    name: String,
    span: Span,
    cond: Cond,
    /// The library whose code it is, when that is not linked with LLVM itself.
    by: Option<TargetId>,
}

/// What lacks the same components of the same list.
struct Found {
    cond: Cond,
    targets: Vec<TargetId>,
    /// Shared libraries whose code needs them.
    of: BTreeSet<TargetId>,
    uses: BTreeMap<&'static str, (String, Span)>,
    /// Components that nothing on the list needs, either.
    absent: BTreeSet<&'static str>,
    /// The list is one of libraries.
    libraries: bool,
}

impl Rule<'_> {
    fn binary(&self, target: TargetId, linked: Cond, found: &mut BTreeMap<(Span, Vec<&str>), Found>) {
        let conds = &self.project.model.facts.conds;
        let supply = self.survey.of(target);
        let listed: Vec<_> =
            supply.entries.iter().filter(|entry| entry.list.is_some() && entry.component.is_some()).collect();
        let Some((list, libraries, listing)) = self.list(target, &supply) else { return };
        // Where a list is, and all of LLVM may be in nothing else on the line.
        let present = conds.any(listed.iter().map(|entry| entry.cond).collect::<Vec<_>>());
        let all = supply.entries.iter().filter(|entry| matches!(entry.meaning, Meaning::Everything | Meaning::Unknown));
        let more = listed.iter().filter(|entry| entry.component.as_deref().is_some_and(is_several));
        let all = conds.any(all.map(|entry| entry.cond).chain(more.map(|entry| entry.cond)).collect::<Vec<_>>());
        let open = conds.diff(conds.and(linked, present), all);
        if !open.is_possible() {
            return;
        }
        let names: Vec<&str> = listed.iter().filter_map(|entry| entry.component.as_deref()).collect();
        let targets = listed.iter().any(|entry| matches!(entry.meaning, Meaning::Holds(..)));
        let reached = with_dependencies(&names, targets);
        let mut lacking: Vec<(&'static str, Use, Cond)> = Vec::new();
        for (component, used) in self.uses(target, &supply) {
            let held = supply.entries.iter().filter(|entry| entry.component.as_deref() == Some(component));
            let held = conds.any(held.map(|entry| entry.cond).collect::<Vec<_>>());
            // Elsewhere another list is the one that lacks it.
            let cond = conds.diff(conds.all([open, used.cond, listing]), held);
            if cond.is_possible() {
                lacking.push((component, used, cond));
            }
        }
        if lacking.is_empty() {
            return;
        }
        let key = (list, lacking.iter().map(|(name, ..)| *name).collect());
        let one = found.entry(key).or_insert_with(|| Found {
            cond: Cond::FALSE,
            targets: Vec::new(),
            of: BTreeSet::new(),
            uses: BTreeMap::new(),
            absent: BTreeSet::new(),
            libraries,
        });
        one.targets.push(target);
        for (name, used, cond) in lacking {
            one.cond = conds.or(one.cond, cond);
            one.of.extend(used.by);
            if !reached.contains(name) {
                one.absent.insert(name);
            }
            one.uses.entry(name).or_insert((used.name, used.span));
        }
    }

    /// Where the components of a binary are listed: the call that names the most, or else the link line that does; which of both, and when it is
    /// there.
    fn list(&self, target: TargetId, supply: &Supply) -> Option<(Span, bool, Cond)> {
        let model = self.project.model;
        let mut counts: BTreeMap<List, usize> = BTreeMap::new();
        for entry in supply.entries.iter().filter(|entry| entry.component.is_some()) {
            if let Some(list) = entry.list {
                *counts.entry(list).or_default() += 1;
            }
        }
        let calls = counts.iter().filter(|(list, _)| matches!(list, List::Call(_)));
        let most = calls.max_by_key(|(list, count)| (**count, std::cmp::Reverse(**list))).or_else(|| {
            // What a library brings along that is none of LLVM's own, or built here, is not known.
            let known =
                supply.entries.iter().filter_map(|entry| entry.name.as_deref()).all(is_installed_library(model));
            let most = counts.iter().max_by_key(|(list, count)| (**count, std::cmp::Reverse(**list)));
            most.filter(|_| known)
        });
        let (list, _) = most?;
        let place = match list {
            List::Call(origin) => model.span(*origin),
            List::Target(_) => {
                let entries =
                    supply.entries.iter().filter(|entry| entry.list == Some(*list) && entry.component.is_some());
                entries.filter_map(|entry| model.span(entry.origin)).min()
            }
        };
        let libraries = matches!(list, List::Target(_));
        let own = supply.entries.iter().filter(|entry| entry.list == Some(*list)).map(|entry| entry.cond);
        let listing = model.facts.conds.any(own.collect::<Vec<_>>());
        place.filter(|_| model.definition_span(target).is_some()).map(|place| (place, libraries, listing))
    }

    /// The components that the code of a binary uses, each with its first use.
    fn uses(&self, target: TargetId, supply: &Supply) -> BTreeMap<&'static str, Use> {
        let (model, conds) = (self.project.model, &self.project.model.facts.conds);
        let mut parts: Vec<(TargetId, Cond, Option<TargetId>)> =
            supply.contents.iter().map(|&(part, cond)| (part, cond, None)).collect();
        // A shared library without LLVM of its own has its symbols from what links it.
        for (library, cond) in model.shared_closure(target) {
            let own = self.survey.of(library);
            if own.entries.is_empty() && !model.is_imported(library) {
                parts.extend(own.contents.iter().map(|&(part, when)| (part, conds.and(cond, when), Some(library))));
            }
        }
        let mut uses: BTreeMap<&'static str, Use> = BTreeMap::new();
        for (part, cond, by) in parts {
            for source in model.sources(part) {
                self.of_source(part, source, (cond, by), &mut uses);
            }
        }
        uses
    }

    fn of_source(
        &self,
        part: TargetId,
        source: &Source,
        (cond, by): (Cond, Option<TargetId>),
        uses: &mut BTreeMap<&'static str, Use>,
    ) {
        let (model, conds) = (self.project.model, &self.project.model.facts.conds);
        let natives = self.project.natives;
        let Some(path) = source.path.as_deref().filter(|path| natives.holds(path)) else { return };
        let Some(file) = natives.file(path) else { return };
        let headers: Vec<&str> =
            file.facts.includes.iter().filter_map(|include| include.path.strip_prefix("llvm/")).collect();
        let wanted = components().iter().filter(|one| headers.iter().any(|header| one.has_header(header)));
        let wanted: Vec<&'static Component> = wanted.collect();
        if wanted.is_empty() {
            return;
        }
        let compilation = Compilation::new(model, source.through.unwrap_or(part), path);
        for component in wanted {
            if uses.get(component.name()).is_some_and(|known| known.by.is_none() && known.cond == Cond::TRUE) {
                continue;
            }
            let Some((name, span, guard)) = use_of(component, &file) else { continue };
            let must = compilation.holds(&file.facts.guards, guard).must;
            let cond = conds.all([cond, source.cond, must]);
            if cond.is_false() {
                continue;
            }
            match uses.get_mut(component.name()) {
                Some(known) => {
                    known.cond = conds.or(known.cond, cond);
                    known.by = known.by.or(by);
                }
                None => {
                    uses.insert(component.name(), Use { name, span, cond, by });
                }
            }
        }
    }

    fn report(&self, span: Span, names: &[&str], found: &Found, sink: &mut Sink) {
        /// Places beyond this many are left out.
        const MOST: usize = 8;
        let model = self.project.model;
        let Some(first) = found.targets.first() else { return };
        let target = model.name(*first);
        let targets = match found.targets.len() {
            1 => format!("`{target}` uses"),
            2 => format!("`{target}` and another target use"),
            n => format!("`{target}` and {} other targets use", n - 1),
        };
        let it = if names.len() == 1 { "it" } else { "them" };
        let consequence = if found.absent.is_empty() {
            format!("what is listed needs {it}, which helps while LLVM is static")
        } else {
            format!(
                "nothing that is listed needs {} (components of LLVM {})",
                if found.absent.len() == 1 { "it" } else { "all of them" },
                version()
            )
        };
        let severity = if found.absent.is_empty() { Severity::Note } else { Severity::Warning };
        let add = if found.libraries {
            let libraries: Vec<&str> = names.iter().filter_map(|name| library_of(name)).collect();
            format!("{} to the libraries", libraries.join(" "))
        } else {
            format!("{} to the components", names.join(" "))
        };
        let cond = where_found(&model.facts.conds, found.cond);
        let mut draft = Draft::new(cond, Place::new(span, format!("{} not listed", wording::all(names))))
            .named("target", target)
            .value("targets", targets)
            .value("components", wording::all(names))
            .value("consequence", consequence)
            .value("add", add)
            .severity(severity);
        for name in names {
            draft = draft.subject(*name);
        }
        for (component, (name, place)) in found.uses.iter().take(MOST) {
            draft = draft.related(*place, format!("`{name}` of `{component}`"));
        }
        for library in found.of.iter().take(MOST) {
            draft = draft.subject(model.name(*library));
            if let Some(place) = model.definition_span(*library) {
                draft = draft.related(place, format!("`{}` uses LLVM and links nothing of it", model.name(*library)));
            }
        }
        for other in found.targets.iter().take(MOST).filter(|other| *other != first) {
            draft = draft.subject(model.name(*other));
        }
        sink.report(draft);
    }
}

/// Whether any target links a library of LLVM by its name.
fn links_libraries(model: &Model<'_>) -> bool {
    let texts = &model.facts.texts;
    let names = |property: &Value| {
        let mut names = property.elems.iter().filter_map(|elem| texts.as_str(elem.text));
        names.any(|name| name.strip_prefix("LLVM").is_some_and(|rest| is_library(&rest.to_lowercase())))
    };
    model.built_targets().any(|id| {
        let properties = &model.target(id).properties;
        ["LINK_LIBRARIES", "INTERFACE_LINK_LIBRARIES"].iter().filter_map(|name| properties.get(*name)).any(names)
    })
}

/// Whether a library is one of LLVM's that is not built here.
fn is_installed_library(model: &Model<'_>) -> impl Fn(&str) -> bool {
    move |name| {
        let known = name.strip_prefix("LLVM").is_some_and(|rest| is_library(&rest.to_lowercase()));
        let code_of_target = matches!(names::library(name), Meaning::Holds(..));
        (known || code_of_target) && model.find(name).is_none_or(|id| model.is_imported(id))
    }
}

/// Pseudo components that stand for many.
fn is_several(component: &str) -> bool {
    matches!(component, "all" | "engine" | "backend")
}

/// The first use of a component in a file: a call of one of its functions or of a member of one of its classes, an object of
/// such a class.
fn use_of(component: &Component, file: &NativeFile) -> Option<(String, Span, GuardId)> {
    let span = |range: &Range<u32>| Span::new(file.source.id(), range.clone());
    let call = file.facts.needed().find_map(|used| {
        let mut parts = used.name.rsplit("::");
        let (last, before) = (parts.next()?, parts.next());
        let name =
            if component.has_function(last) { last } else { before.filter(|class| component.has_class(class))? };
        Some((name.to_owned(), span(&used.range), used.guard))
    });
    call.or_else(|| {
        let made = |used: &&ClassUse| used.kind == ClassUseKind::Construct && component.has_class(last(&used.name));
        let used = file.facts.class_uses.iter().find(made)?;
        Some((last(&used.name).to_owned(), span(&used.range), used.guard))
    })
}
