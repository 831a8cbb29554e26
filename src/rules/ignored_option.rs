//! An option that users set and that has no effect in some configuration.
use std::collections::BTreeSet;

use crate::cmake::eval::facts::{Override, OverrideKind};
use crate::cmake::eval::text::SymbolKind;
use crate::cmake::eval::value::Value;
use crate::cond::{Cond, SubjectId, SubjectKind};
use crate::model::branches::{self, BranchSet, Branching};
use crate::source::Span;

use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    replaced_in_a_branch(project, sink);
    written_over(project, sink);
}

/// One option decides between the user's value and another one of the same nature.
fn replaced_in_a_branch(project: Project<'_>, sink: &mut Sink) {
    let facts = project.model.facts;
    let mut seen = BTreeSet::new();
    for evaluated in &facts.files {
        if !seen.insert(&evaluated.path) {
            continue;
        }
        let Ok(file) = project.files.parse(&evaluated.path) else { continue };
        for branching in branches::branchings(&file) {
            for set in &branching.sets {
                ignored_in(project, &branching, set, sink);
            }
        }
    }
}

/// The user's inputs that another branch takes and this one does not.
fn ignored_in(project: Project<'_>, branching: &Branching, here: &BranchSet, sink: &mut Sink) {
    let siblings = branching.sets.iter().filter(|s| s.variable == here.variable && s.branch != here.branch);
    for other in siblings {
        let Some(option) = lone(&other.refers).filter(|o| !here.refers.contains(*o)) else { continue };
        let tested = &branching.tests[here.branch.max(other.branch)];
        let own_default = here.variable == *option || here.refers.contains(&here.variable);
        if own_default || tested.contains(option) || !offered(project, option) || !alike(project, here, option) {
            continue;
        }
        let Some(ran) = project.model.facts.assigned.get(&here.span) else { continue };
        let cond = project.model.facts.conds.any(ran.iter().copied());
        let Some(decisive) = decided_by_options(project, cond, option) else { continue };
        report_branch(project, here, other, option, (cond, &decisive), sink);
    }
}

fn lone(names: &BTreeSet<String>) -> Option<&String> {
    if names.len() == 1 { names.first() } else { None }
}

/// Whether users are meant to set a name: declared in the cache for them, or asked for and never set by the project.
fn offered(project: Project<'_>, name: &str) -> bool {
    let facts = project.model.facts;
    if name.starts_with("CMAKE_") {
        return false;
    }
    match facts.cache.get(name) {
        Some(entry) => !matches!(&*entry.kind, "INTERNAL" | "STATIC"),
        None => facts.texts.find_symbol(SymbolKind::Input, name).is_some(),
    }
}

/// Whether the other value is of the same nature as the user's: the declared default itself, or a name made of the
/// same words and more (`DEFAULT_X` for `X`).
fn alike(project: Project<'_>, set: &BranchSet, option: &str) -> bool {
    let words = |name: &str| -> BTreeSet<String> { name.split('_').map(str::to_uppercase).collect() };
    let wanted = words(option);
    if set.refers.iter().any(|name| name != option && wanted.is_subset(&words(name))) {
        return true;
    }
    let facts = project.model.facts;
    let default = facts.cache.get(option).and_then(|e| e.default).and_then(|d| facts.texts.as_str(d));
    matches!((default, &set.literal), (Some(default), Some(literal)) if !default.is_empty() && default == literal)
}

/// The options that decide, when nothing else does: not the option itself, no search, no check, no platform alone.
fn decided_by_options(project: Project<'_>, cond: Cond, option: &str) -> Option<Vec<String>> {
    let conds = &project.model.facts.conds;
    let mut names = Vec::new();
    for subject in conds.subjects(cond) {
        let info = conds.subject_info(subject);
        match info.kind {
            SubjectKind::Option | SubjectKind::Input if info.name == option => return None,
            SubjectKind::Option | SubjectKind::Input => names.push(info.name.clone()),
            _ => {}
        }
    }
    (!names.is_empty() && !cond.is_false()).then_some(names)
}

fn report_branch(
    project: Project<'_>,
    here: &BranchSet,
    other: &BranchSet,
    option: &str,
    (cond, decisive): (Cond, &[String]),
    sink: &mut Sink,
) {
    let facts = project.model.facts;
    let taken =
        here.refers.first().map_or_else(|| here.literal.clone().unwrap_or_default(), |name| format!("${{{name}}}"));
    let mut why = format!("`{}` takes `{taken}` instead", here.variable);
    let effect = Effect::of(project, option, cond);
    if let Some(rest) = effect.sentence(option) {
        why.push_str(&rest);
    }
    let mut draft = Draft::new(cond, Place::new(here.span, format!("`{taken}` whatever the user gave")))
        .named("option", option)
        .value("why", why)
        .related(other.span, format!("the other branch takes `${{{option}}}`"))
        .confidence(if effect.confirmed() { Confidence::Proved } else { Confidence::Likely });
    for name in decisive {
        draft = draft.subject(name);
    }
    if let Some(span) = declaration(project, option) {
        draft = draft.related(span, format!("`{option}` is offered to users"));
    }
    let _ = facts;
    sink.report(draft);
}

/// Where an input is declared.
fn declaration(project: Project<'_>, option: &str) -> Option<Span> {
    let facts = project.model.facts;
    facts.cache.get(option).and_then(|entry| facts.places.get(entry.origin)).map(|place| place.span)
}

/// What still depends on an option in the configurations of the finding, and what does elsewhere.
struct Effect {
    sources: (bool, bool),
    definitions: (bool, bool),
}

impl Effect {
    fn of(project: Project<'_>, option: &str, cond: Cond) -> Self {
        let facts = project.model.facts;
        let subject = facts.texts.find_symbol(SymbolKind::Input, option).map(|s| facts.texts.info(s).subject);
        let Some(subject) = subject else { return Self { sources: (false, false), definitions: (false, false) } };
        let looks = Looks { project, subject, cond };
        let sources = facts.targets.values().filter_map(|t| t.properties.get("SOURCES"));
        let definitions = facts
            .targets
            .values()
            .filter_map(|t| t.properties.get("COMPILE_DEFINITIONS"))
            .chain(facts.directories.iter().filter_map(|d| d.properties.get("COMPILE_DEFINITIONS")));
        Self { sources: looks.at(sources), definitions: looks.at(definitions) }
    }

    /// Sources follow the option elsewhere and not here.
    fn confirmed(&self) -> bool {
        self.sources == (false, true)
    }

    fn sentence(&self, option: &str) -> Option<String> {
        let definitions_follow = self.definitions.0;
        match (self.sources, definitions_follow) {
            ((false, true), true) => {
                Some(format!("; sources no longer follow `{option}`, while compile definitions still do"))
            }
            ((false, true), false) => Some(format!("; sources no longer follow `{option}`")),
            _ => None,
        }
    }
}

/// Looks for dependence on an input.
struct Looks<'a> {
    project: Project<'a>,
    subject: SubjectId,
    cond: Cond,
}

impl Looks<'_> {
    /// Whether any element depends on the subject: inside the condition, and outside of it.
    fn at<'v>(&self, values: impl Iterator<Item = &'v Value>) -> (bool, bool) {
        let conds = &self.project.model.facts.conds;
        let outside = conds.not(self.cond);
        let (mut here, mut elsewhere) = (false, false);
        let mut known: BTreeSet<Cond> = BTreeSet::new();
        for elem in values.flat_map(|value| value.elems.iter()) {
            if here && elsewhere {
                break;
            }
            if !known.insert(elem.cond) || !conds.depends_on_subject(elem.cond, self.subject) {
                continue;
            }
            here |= conds.depends_on_subject(conds.given(elem.cond, self.cond), self.subject)
                && !conds.disjoint(elem.cond, self.cond);
            elsewhere |= conds.depends_on_subject(conds.given(elem.cond, outside), self.subject);
        }
        (here, elsewhere)
    }
}

/// A plain or forced `set()` over what the user gave.
fn written_over(project: Project<'_>, sink: &mut Sink) {
    let facts = project.model.facts;
    for over in &facts.overrides {
        let Some(entry) = facts.cache.get(&over.name) else { continue };
        if over.local
            || over.kind == OverrideKind::UnsetCache
            || over.name.starts_with("CMAKE_")
            || matches!(&*entry.kind, "INTERNAL" | "STATIC")
            || facts.overrides.iter().any(|o| o.name == over.name && mentions(project, &o.value, &over.name))
            || !decided_from_outside(project, over)
        {
            continue;
        }
        let own = facts.places.get(over.origin).map(|p| p.span);
        let declared_here = facts.places.get(entry.origin).map(|p| p.span) == own;
        let lone_force = over.kind == OverrideKind::Force && declared_here && !entry.help.is_empty();
        if !(over.declared || lone_force) || !same_project(project, over, entry.origin) || !is_read(project, &over.name)
        {
            continue;
        }
        report_override(project, over, own, declared_here, sink);
    }
}

/// Whether a value is made from the variable itself (an extension, a restored copy).
fn mentions(project: Project<'_>, value: &Value, name: &str) -> bool {
    let texts = &project.model.facts.texts;
    let shown = format!("${{{name}}}");
    value.elems.iter().any(|elem| {
        texts.symbols_in(elem.text).iter().any(|&s| {
            let info = texts.info(s);
            &*info.name == name || info.name.contains(&shown)
        })
    })
}

/// Whether only other options and the platform decide about the write: a test of the name itself makes it a default,
/// and a search or check is a reason.
fn decided_from_outside(project: Project<'_>, over: &Override) -> bool {
    let conds = &project.model.facts.conds;
    conds.subjects(over.cond).into_iter().all(|subject| {
        let info = conds.subject_info(subject);
        match info.kind {
            SubjectKind::Option | SubjectKind::Input => info.name != *over.name,
            SubjectKind::Platform => true,
            _ => false,
        }
    })
}

/// Whether the write stands beside or below the declaration, so that it is not a setting for a vendored subproject.
fn same_project(project: Project<'_>, over: &Override, declared: crate::cmake::eval::value::Origin) -> bool {
    let facts = project.model.facts;
    let folder = |origin| {
        let place = facts.places.get(origin)?;
        let file = project.files.sources().get(place.span.file);
        file.path().parent().map(std::path::Path::to_path_buf)
    };
    match (folder(over.origin), folder(declared)) {
        (Some(write), Some(declaration)) => write.starts_with(declaration),
        _ => false,
    }
}

/// Whether the project reads the name itself.
fn is_read(project: Project<'_>, name: &str) -> bool {
    let facts = project.model.facts;
    facts.files.iter().filter_map(|f| project.files.parse(&f.path).ok()).any(|file| branches::reads(&file, name) > 0)
}

fn report_override(project: Project<'_>, over: &Override, own: Option<Span>, declared_here: bool, sink: &mut Sink) {
    let Some(span) = own else { return };
    let facts = project.model.facts;
    let switch = over
        .value
        .single()
        .and_then(|t| facts.texts.as_str(t))
        .is_some_and(|text| crate::cmake::lang::condition::constant(text).is_some())
        || over.value.defined.is_false();
    let how = if over.kind == OverrideKind::Force { "FORCE writes over it" } else { "this `set()` hides it" };
    let mut draft = Draft::new(over.cond, Place::new(span, how))
        .named("option", &*over.name)
        .value("why", format!("{how} in every configuration that comes here"))
        .confidence(if switch { Confidence::Heuristic } else { Confidence::Likely });
    if let Some(span) = declaration(project, &over.name).filter(|_| !declared_here) {
        draft = draft.related(span, format!("`{}` is offered to users", over.name));
    }
    sink.report(draft);
}
