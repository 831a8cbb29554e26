//! Modules, executables and utilities among the libraries of a target: CMake does not link them.
use indexmap::IndexMap;

use crate::cmake::eval::facts::{Definition, TargetKind, target_question};
use crate::cond::{Cond, SubjectKind};
use crate::model::{Edge, Model, TargetId};
use crate::source::{FileId, Span};

use crate::rules::context::Project;
use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    // One finding for a file: what people say of the commands of another one is not said of these.
    let mut found: IndexMap<(TargetId, &str, FileId), Vec<Link>> = IndexMap::new();
    for id in model.targets() {
        // What only users of a target link (`INTERFACE`), CMake does not look at.
        for edge in model.links(id) {
            if let Some((what, cond)) = obstacle(model, edge)
                && let Some((span, defined)) = place(&project, edge, cond)
            {
                found.entry((edge.to, what, span.file)).or_default().push(Link { id, cond, span, defined });
            }
        }
    }
    for ((library, what, _), links) in found {
        report(model, library, what, &links, sink);
    }
}

/// A command that links what it cannot.
struct Link {
    id: TargetId,
    cond: Cond,
    span: Span,
    /// Where the library is made.
    defined: Span,
}

/// What keeps a target from being linked, and when.
fn obstacle(model: &Model<'_>, edge: &Edge) -> Option<(&'static str, Cond)> {
    let conds = &model.facts.conds;
    let kinds = [
        (TargetKind::Module, "a MODULE library, which can only be loaded"),
        (TargetKind::Executable, "an executable without ENABLE_EXPORTS"),
        (TargetKind::Utility, "a target that makes no library"),
    ];
    kinds.into_iter().find_map(|(kind, what)| {
        let mut cond = conds.and(edge.cond, model.is_kind(edge.to, &[kind]));
        if kind == TargetKind::Executable && !cond.is_false() {
            cond = conds.diff(cond, model.property_true(edge.to, "ENABLE_EXPORTS"));
            // There a program is a module of its own in JavaScript, often in place of a library.
            cond = conds.diff(cond, conds.platform("EMSCRIPTEN").unwrap_or(Cond::FALSE));
        }
        cond.is_possible().then_some((what, cond))
    })
}

/// Where a library is linked that cannot be, and where it is made.
fn place(project: &Project<'_>, edge: &Edge, cond: Cond) -> Option<(Span, Span)> {
    let model = project.model;
    // A name that is no target yet is taken as a library's, and the kind is not looked at later.
    let holds = |one: &&Definition| one.origin < edge.origin && !model.facts.conds.disjoint(one.cond, cond);
    let earlier = model.definitions_of(edge.to).iter().find(holds)?;
    let (span, defined) = (model.span(edge.origin)?, model.span(earlier.origin)?);
    let sure =
        is_plain(project, span) && !may_be_linkable(model, edge, cond) && !hangs_on_unknown(model, edge.to, cond);
    sure.then_some((span, defined))
}

/// All commands of a file that link a library.
fn report(model: &Model<'_>, library: TargetId, what: &str, links: &[Link], sink: &mut Sink) {
    let Some(first) = links.iter().min_by_key(|link| link.span) else { return };
    let cond = model.facts.conds.any(links.iter().map(|link| link.cond).collect::<Vec<_>>());
    let name = model.name(library);
    let mut draft = Draft::new(cond, Place::new(first.span, "not linkable"))
        .related(first.defined, "made here")
        .named("target", model.name(first.id))
        .named("library", name)
        .value("what", what);
    if what.starts_with("an executable") {
        draft = draft.help(format!("set_target_properties({name} PROPERTIES ENABLE_EXPORTS ON) before this command"));
    }
    let others = links.iter().filter(|link| link.id != first.id || link.span != first.span);
    for link in others {
        draft = draft.related(link.span, format!("also: `{}`", model.name(link.id))).subject(model.name(link.id));
    }
    sink.report(draft);
}

/// Whether the target may be of another kind where the condition holds.
fn may_be_linkable(model: &Model<'_>, edge: &Edge, cond: Cond) -> bool {
    let fit = |kind: TargetKind| !matches!(kind, TargetKind::Module | TargetKind::Executable | TargetKind::Utility);
    let definitions = model.definitions_of(edge.to);
    let chosen =
        |other: &Definition| definitions.iter().any(|one| one.origin == other.origin && one.kind != other.kind);
    definitions
        .iter()
        .filter(|definition| fit(definition.kind))
        // Several kinds of one command: a variable has it, which users set as they know to be right.
        .any(|other| chosen(other) || !model.facts.conds.disjoint(other.cond, cond))
}

/// Whether it is a result that is not known which decides: the kind and the link may hang on it together.
fn hangs_on_unknown(model: &Model<'_>, library: TargetId, cond: Cond) -> bool {
    let conds = &model.facts.conds;
    // Or whether a command that is not known has made the library already.
    let made = target_question(model.name(library));
    conds.subjects(cond).into_iter().any(|subject| {
        let info = conds.subject_info(subject);
        info.kind == SubjectKind::Unknown || info.name == made
    })
}

/// Whether the name reaches `target_link_libraries` as it is: the command looks at names, not at generator expressions,
/// properties and what `link_libraries` says for a folder are not looked at.
fn is_plain(project: &Project<'_>, span: Span) -> bool {
    let source = project.files.sources().get(span.file);
    let Some(text) = source.bytes().get(span.start as usize..span.end as usize) else { return false };
    let Ok(file) = project.files.parse(source.path()) else { return false };
    let inside = |range: &std::ops::Range<u32>| range.start <= span.start && span.end <= range.end;
    let command = file.commands.iter().find(|command| inside(&command.range));
    memchr::memmem::find(text, b"$<").is_none()
        && command.is_some_and(|command| {
            !matches!(&*command.lower, "set_property" | "set_target_properties" | "link_libraries")
        })
}
