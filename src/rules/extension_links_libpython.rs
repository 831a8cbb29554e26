//! Python extensions that link the Python library.
use std::path::Path;

use crate::cmake::eval::facts::{TargetKind, target_question};
use crate::cmake::eval::text::SymbolKind;
use crate::cond::{Cond, SubjectId};
use crate::model::archives::is_ever;
use crate::model::extensions;
use crate::model::mentions::in_comment;
use crate::model::{Model, TargetId};
use crate::rules::wording::variable_in;
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::{SourceMap, Span};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    if !cx.facts.build_says(&["Python::Python", "Python3::Python", "Python2::Python", "PYTHON_LIBRARIES", "_LIBRARIES"])
    {
        return;
    }
    let model = project.model;
    for id in model.judged_targets().filter(|id| is_ever(model, *id, &[TargetKind::Module, TargetKind::Shared])) {
        extension(model, cx.facts.sources, id, sink);
    }
}

/// Targets of CMake's modules that stand for the library.
const TARGETS: &[&str] = &["Python::Python", "Python3::Python", "Python2::Python"];
/// Variables of CMake's modules that hold it.
const VARIABLES: &[&str] =
    &["PYTHON_LIBRARIES", "PYTHON_LIBRARY", "Python_LIBRARIES", "Python3_LIBRARIES", "Python2_LIBRARIES"];
/// What makes a file embed an interpreter.
const EMBEDS: &[&str] =
    &["Py_Initialize", "Py_InitializeEx", "Py_InitializeFromConfig", "scoped_interpreter", "Py_Main"];

fn extension(model: &Model<'_>, sources: &SourceMap, id: TargetId, sink: &mut Sink) {
    let conds = &model.facts.conds;
    let own = model.links(id).iter().filter(|edge| TARGETS.contains(&model.name(edge.to)));
    let edges = own.map(|edge| (model.name(edge.to).to_owned(), edge.cond, edge.origin));
    let items =
        model.link_items(id).iter().filter_map(|item| Some((named(model, &item.text)?, item.cond, item.origin)));
    let Some((item, cond, origin)) = edges.chain(items).next() else { return };
    let needed = ["WIN32", "CYGWIN", "ANDROID", "MINGW"].into_iter().filter_map(|name| conds.platform(name));
    let kind = model.is_kind(id, &[TargetKind::Module, TargetKind::Shared]);
    let cond = conds.diff(conds.and(cond, kind), conds.any(needed.collect::<Vec<_>>()));
    let cond = conds.diff(cond, without_module_target(model, cond));
    // Where undefined symbols are an error the library is needed to link at all.
    let cond = conds.diff(cond, model.undefined_refused(id));
    if !cond.is_possible() || is_linked_by_program(model, id, cond) {
        return;
    }
    let mut module: Option<Span> = None;
    let mut named = has_own_name(model, id);
    for path in model.sources(id).iter().map(|source| source.path.as_deref()) {
        // What is generated may be the module, and may embed an interpreter.
        let Some(file) = path.and_then(|path: &Path| sources.load(path).ok()) else { continue };
        let find = |word: &str| {
            let mut places = memchr::memmem::find_iter(file.bytes(), word.as_bytes());
            places.any(|at| !in_comment(file.bytes(), at))
        };
        if EMBEDS.iter().any(|word| find(word)) {
            return;
        }
        if let Some(word) = extensions::entry(file.bytes(), extensions::PYTHON) {
            module.get_or_insert(Span::new(file.id(), word.start as u32..word.end as u32));
            named |= memchr::memmem::find(file.bytes(), INIT_OF_LIB).is_some();
        }
    }
    // Python looks for the name of the module: `lib….so` is a library for programs that embed it.
    if !named {
        return;
    }
    let (Some(module), Some(span)) = (module, model.span(origin)) else { return };
    sink.report(
        Draft::new(cond, Place::new(span, "the interpreter has it already"))
            .related(module, "Python loads this as a module")
            .named("target", model.name(id))
            .value("package", package_of(&item))
            .value("item", item),
    );
}

/// Whether a program links the module, which then has to bring along what it calls.
fn is_linked_by_program(model: &Model<'_>, id: TargetId, cond: Cond) -> bool {
    let conds = &model.facts.conds;
    model.built_targets().any(|program| {
        let linked = || model.link_closure(program).into_iter().find(|(to, _)| *to == id).map(|(_, linked)| linked);
        let executable = model.is_kind(program, &[TargetKind::Executable]);
        !executable.is_false() && linked().is_some_and(|linked| !conds.disjoint(conds.and(linked, executable), cond))
    })
}

/// The find module of CMake's that has the target for modules, by what of it is linked.
fn package_of(item: &str) -> &'static str {
    ["Python3", "Python2"].into_iter().find(|name| item.contains(name)).unwrap_or("Python")
}

/// Where the target for modules is not there, which says that the project links it where it is: with the find modules that have
/// it, what is linked instead never is.
fn without_module_target(model: &Model<'_>, cond: Cond) -> Cond {
    let conds = &model.facts.conds;
    let questions = ["Python::Module", "Python3::Module", "Python2::Module"].map(target_question);
    let asked = |subject: &SubjectId| questions.contains(&conds.subject_info(*subject).name);
    let absent = conds.subjects(cond).into_iter().filter(asked).map(|subject| conds.not(conds.truthy(subject)));
    conds.any(absent.collect::<Vec<_>>())
}

/// How the first function of a module is called whose name begins with `lib`.
const INIT_OF_LIB: &[u8] = b"PyInit_lib";

/// Whether the file of a library may have another name than `lib…`, as by default.
fn has_own_name(model: &Model<'_>, id: TargetId) -> bool {
    model.target(id).properties.contains_key("PREFIX")
}

/// The name by which an item means the library.
fn named(model: &Model<'_>, text: &str) -> Option<String> {
    if TARGETS.contains(&text) {
        return Some(text.to_owned());
    }
    let shown = model.display(text);
    let inner = variable_in(&shown)?;
    // Nothing sets it: it is empty unless users give it, who do not know of it.
    let is_a = |kind: SymbolKind| model.facts.texts.find_symbol(kind, inner).is_some();
    if is_a(SymbolKind::Input) && !is_a(SymbolKind::Found) && !model.facts.cache.contains_key(inner) {
        return None;
    }
    // What the find modules make the variable of, where the package is required.
    let inner = inner
        .strip_prefix('_')
        .and_then(|name| name.strip_suffix("_LIBRARY_RELEASE"))
        .map_or_else(|| inner.to_owned(), |name| format!("{name}_LIBRARIES"));
    VARIABLES.contains(&&*inner).then_some(inner)
}
