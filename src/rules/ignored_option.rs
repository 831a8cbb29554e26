//! An option that users set and that has no effect in some configuration.
#[path = "ignored_option/by_place.rs"]
mod by_place;
#[path = "ignored_option/meant.rs"]
mod meant;
#[path = "ignored_option/written_over.rs"]
mod written_over;

use std::collections::BTreeSet;

use crate::cmake::eval::text::SymbolKind;
use crate::cmake::eval::value::Value;
use crate::cmake::lang::condition::constant;
use crate::cond::{Cond, Conds, SubjectId, SubjectKind};
use crate::model::branches::{self, BranchSet, Branching};
use crate::rules::given_names::is_given;
use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    replaced_in_a_branch(project, sink);
    written_over::check(project, sink);
}

/// One option decides between the user's value and another one of the same nature.
fn replaced_in_a_branch(project: Project<'_>, sink: &mut Sink) {
    for file in project.evaluated() {
        let mut found: Vec<Replaced> = Vec::new();
        for branching in branches::branchings(&file) {
            for set in &branching.sets {
                ignored_in(project, &branching, set, &mut found);
            }
        }
        report_replaced(project, found, sink);
    }
}

/// An assignment that takes another value than the user's.
struct Replaced {
    here: BranchSet,
    other: Span,
    option: String,
    cond: Cond,
    decisive: Vec<String>,
    /// The names that its own `if` tests.
    tested: BTreeSet<String>,
}

impl Replaced {
    /// Whether it is the same decision, written once more: perhaps where fewer configurations come to it.
    fn repeats(&self, first: &Self, conds: &Conds) -> bool {
        self.option == first.option
            && self.tested == first.tested
            && self.here.variable == first.here.variable
            && self.here.refers == first.here.refers
            && self.here.literal == first.here.literal
            && (conds.implies(self.cond, first.cond) || conds.implies(first.cond, self.cond))
    }
}

/// One finding for a decision, however often it is written.
fn report_replaced(project: Project<'_>, found: Vec<Replaced>, sink: &mut Sink) {
    let conds = &project.model.facts.conds;
    let mut groups: Vec<Vec<Replaced>> = Vec::new();
    for one in found {
        match groups.iter_mut().find(|group| group.first().is_some_and(|first| one.repeats(first, conds))) {
            // The one that most configurations come to stands for all.
            Some(group) if group.first().is_some_and(|first| !conds.implies(one.cond, first.cond)) => {
                group.insert(0, one);
            }
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    for group in groups {
        if let Some((first, again)) = group.split_first() {
            report_branch(project, first, again, sink);
        }
    }
}

/// The user's inputs that another branch takes and this one does not.
fn ignored_in(project: Project<'_>, branching: &Branching, here: &BranchSet, out: &mut Vec<Replaced>) {
    let siblings = branching.sets.iter().filter(|s| s.variable == here.variable && s.branch != here.branch);
    for other in siblings {
        let Some(option) = lone(&other.refers).filter(|o| !here.refers.contains(*o)) else { continue };
        let tested = &branching.tests[here.branch.max(other.branch)];
        let own_default = here.variable == *option || here.refers.contains(&here.variable);
        // What users give under another name is their choice, too.
        if here.refers.iter().any(|name| offered_or_given(project, name)) {
            continue;
        }
        if own_default || tested.contains(option) || !offered(project, option) || !alike(project, here, option) {
            continue;
        }
        // Whoever gives the other value, which the branch itself asks for, chooses it.
        if here.refers.iter().any(|name| branching.tests[here.branch].contains(name) && is_never_set(project, name)) {
            continue;
        }
        let Some(ran) = project.model.facts.assigned.get(&here.span) else { continue };
        let conds = &project.model.facts.conds;
        let cond = conds.any(ran.iter().copied());
        // Where it is not declared, nobody is told to set it.
        if project.model.facts.cache.get(option.as_str()).is_some_and(|entry| conds.disjoint(entry.declared, cond)) {
            continue;
        }
        // What builds for another machine needs, such as a tool of this one, plain builds make themselves.
        if branching.own.contains("CMAKE_CROSSCOMPILING") {
            continue;
        }
        let Some(decisive) = decided_by_options(project, cond, option) else { continue };
        let (tested, option) = (branching.own.clone(), option.clone());
        out.push(Replaced { here: here.clone(), other: other.span, option, cond, decisive, tested });
    }
}

/// Whether no command of the project names a variable that it may set.
fn is_never_set(project: Project<'_>, name: &str) -> bool {
    branches::is_never_written(project.files.all().iter().map(|file| &**file), name)
}

fn lone(names: &BTreeSet<String>) -> Option<&String> {
    if names.len() == 1 { names.first() } else { None }
}

/// Whether users are meant to set a name: declared in the cache for them. A name that is read and never set may be what a
/// search or CMake itself defines.
fn offered(project: Project<'_>, name: &str) -> bool {
    let entry = project.model.facts.cache.get(name).filter(|_| !is_answer(name));
    entry.is_some_and(|entry| !matches!(&*entry.kind, "INTERNAL" | "STATIC"))
}

/// Whether users are meant to set a name, or somebody is known to: a preset, a script.
fn offered_or_given(project: Project<'_>, name: &str) -> bool {
    offered(project, name) || is_given(project, name)
}

/// Names of answers: checks and searches set them (`CheckIncludeFile`; "Standard Variable Names" of cmake-developer(7), which
/// says of these that they should not be cache entries).
fn is_answer(name: &str) -> bool {
    ["CMAKE_", "HAVE_"].iter().any(|start| name.starts_with(start)) || ANSWERS.iter().any(|end| name.ends_with(end))
}

/// How the names of what a search answers end.
const ANSWERS: &[&str] =
    &["_FOUND", "_INCLUDE_DIRS", "_LIBRARIES", "_DEFINITIONS", "_LIBRARY_DIRS", "_RUNTIME_LIBRARY_DIRS"];

/// Whether a name reads as one by which a package that was found tells what and where it is (as above).
fn of_a_package(name: &str) -> bool {
    let mut ends = ANSWERS.iter().chain(&["_INCLUDE_DIR", "_LIBRARY"]);
    !name.starts_with("CMAKE_") && ends.any(|end| name.ends_with(end))
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
    // Yes and no are no default list: what decides by another option there is a choice of the project.
    matches!((default, &set.literal), (Some(default), Some(literal)) if constant(default).is_none() && default == literal)
}

/// The options that decide, when nothing else does: not the option itself, no search, no check, no platform alone.
fn decided_by_options(project: Project<'_>, cond: Cond, option: &str) -> Option<Vec<String>> {
    let conds = &project.model.facts.conds;
    let mut names = Vec::new();
    for subject in conds.subjects(cond) {
        let info = conds.subject_info(subject);
        match info.kind {
            SubjectKind::Option | SubjectKind::Input if info.name == option => return None,
            // The file is for those who find the project as a package, too.
            SubjectKind::Input if of_a_package(&info.name) && !offered(project, &info.name) => return None,
            SubjectKind::Option | SubjectKind::Input => names.push(info.name.clone()),
            _ => {}
        }
    }
    (!names.is_empty() && !cond.is_false()).then_some(names)
}

fn report_branch(project: Project<'_>, first: &Replaced, again: &[Replaced], sink: &mut Sink) {
    let Replaced { here, other, option, cond, decisive, .. } = first;
    let taken =
        here.refers.first().map_or_else(|| here.literal.clone().unwrap_or_default(), |name| format!("${{{name}}}"));
    let mut why = format!("`{}` takes `{taken}` instead", here.variable);
    let effect = Effect::of(project, option, *cond);
    if let Some(rest) = effect.sentence(option) {
        why.push_str(&rest);
    }
    let mut draft = Draft::new(*cond, Place::new(here.span, format!("`{taken}` whatever the user gave")))
        .named("option", option)
        .value("why", why)
        .related(*other, format!("the other branch takes `${{{option}}}`"))
        .confidence(if effect.lost { Confidence::Proved } else { Confidence::Likely });
    for name in decisive {
        draft = draft.subject(name);
    }
    for one in again {
        draft = draft.related(one.here.span, "again here");
    }
    if let Some(span) = declaration(project, option) {
        draft = draft.related(span, format!("`{option}` is offered to users"));
    }
    sink.report(draft);
}

/// Where an input is declared.
fn declaration(project: Project<'_>, option: &str) -> Option<Span> {
    let facts = project.model.facts;
    facts.cache.get(option).and_then(|entry| facts.places.get(entry.origin)).map(|place| place.span)
}

/// What depends on an option in the configurations of the finding, and what does in others only.
struct Effect {
    /// Some sources follow it elsewhere and not here.
    lost: bool,
    /// Compile definitions follow it here too.
    definitions: bool,
}

impl Effect {
    fn of(project: Project<'_>, option: &str, cond: Cond) -> Self {
        let facts = project.model.facts;
        let subject = facts.texts.find_symbol(SymbolKind::Input, option).map(|s| facts.texts.info(s).subject);
        let Some(subject) = subject else { return Self { lost: false, definitions: false } };
        let looks = Looks { project, subject, cond };
        let sources = facts.targets.values().filter_map(|t| t.properties.get("SOURCES"));
        let definitions = facts
            .targets
            .values()
            .filter_map(|t| t.properties.get("COMPILE_DEFINITIONS"))
            .chain(facts.directories.iter().filter_map(|d| d.properties.get("COMPILE_DEFINITIONS")));
        Self {
            lost: looks.any(sources, |here, elsewhere| elsewhere && !here),
            definitions: looks.any(definitions, |here, _| here),
        }
    }

    fn sentence(&self, option: &str) -> Option<String> {
        match (self.lost, self.definitions) {
            (true, true) => Some(format!("; sources no longer follow `{option}`, while compile definitions still do")),
            (true, false) => Some(format!("; sources no longer follow `{option}`")),
            (false, _) => None,
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
    /// Whether an element is as wanted, by whether it depends on the subject inside the condition and outside of it.
    fn any<'v>(&self, values: impl Iterator<Item = &'v Value>, wanted: impl Fn(bool, bool) -> bool) -> bool {
        let conds = &self.project.model.facts.conds;
        let outside = conds.not(self.cond);
        let mut known: BTreeSet<Cond> = BTreeSet::new();
        values.flat_map(|value| value.elems.iter()).any(|elem| {
            if !known.insert(elem.cond) || !conds.depends_on_subject(elem.cond, self.subject) {
                return false;
            }
            let depends = |under: Cond| conds.depends_on_subject(conds.given(elem.cond, under), self.subject);
            // What is never there in the configurations of the finding follows nothing in them.
            let there = !conds.disjoint(elem.cond, self.cond);
            there && wanted(depends(self.cond), depends(outside))
        })
    }
}
