//! Objects of GCC's link-time optimisation that lld is to link.
use crate::cmake::eval::policy::{PolicyState, Version};
use crate::cond::{Cond, Conds};
use crate::flags::CompileFlag;
use crate::model::binaries::LINKED;
use crate::model::{Item, Model, TargetId};
use crate::rules::{Context, Draft, Place, Sink};

/// The property by which CMake asks for link-time optimisation: with GCC it adds `-flto` and `-fno-fat-lto-objects` (Modules/Compiler/GNU.cmake).
const IPO: &str = "INTERPROCEDURAL_OPTIMIZATION";

/// Flags with which objects hold machine code.
const FAT: &[&str] = &["-ffat-lto-objects", "-fno-lto"];
/// Flags that GCC refuses (clang's command line reference): whoever gives them has clang.
const CLANG_ALONE: &[&str] =
    &["-flto=thin", "-flto=full", "-stdlib=", "-faddrsig", "-fcolor-diagnostics", "-fexperimental-library"];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    if !cx.facts.build_says(&["-flto", IPO]) || !cx.facts.build_says(&["=lld", "LLD"]) {
        return;
    }
    let model = project.model;
    let conds = &model.facts.conds;
    for id in model.judged_targets() {
        let linked = model.is_kind(id, LINKED);
        let Some(lld) = (!linked.is_false()).then(|| model.linked_by_lld(id)).flatten() else { continue };
        let parts = std::iter::once((id, Cond::TRUE)).chain(model.static_closure(id));
        for (part, reached) in parts {
            let Some((lto, asked)) = slim(model, part) else { continue };
            let cond = conds.all([model.elf(), linked, lld.cond, reached, lto]);
            // Android's kit has no GCC (NDK 18, release notes).
            let cond = conds.diff(cond, conds.platform("ANDROID").unwrap_or(Cond::FALSE));
            if !cond.is_possible() {
                continue;
            }
            let seen = with_gcc_alone(conds, cond);
            let Some((words, origin)) = lld.said(conds, seen) else { continue };
            let place = model.span(origin).or_else(|| model.definition_span(id));
            let Some(place) = place else { continue };
            // Of several flags the one that is there.
            let there = asked.iter().find(|item| !conds.disjoint(item.cond, seen)).or(asked.first());
            let span = there.and_then(|item| model.span(item.origin));
            let mut draft = Draft::new(cond, Place::new(place, "cannot read objects of GCC"))
                .named("target", model.name(id))
                .named("library", model.name(part))
                .value("linker", words)
                .value("lto", "-flto");
            if let Some(span) = span {
                draft = draft.related(span, "the objects hold intermediate code only");
            }
            sink.report(draft);
            break;
        }
    }
}

/// The part of a condition in which GCC compiles both languages, if there is one: what is said for other compilers is not shown.
fn with_gcc_alone(conds: &Conds, cond: Cond) -> Cond {
    let compilers =
        ["CMAKE_C_COMPILER_ID", "CMAKE_CXX_COMPILER_ID"].into_iter().filter_map(|name| conds.well_known(name));
    let alone = compilers.fold(cond, |cond, compiler| conds.and(cond, conds.equals(compiler, "GNU")));
    if alone.is_possible() { alone } else { cond }
}

/// When GCC writes slim objects for a target, and what asks for them.
fn slim(model: &Model<'_>, id: TargetId) -> Option<(Cond, Vec<Item>)> {
    let conds = &model.facts.conds;
    let flags = model.compile_flags(id);
    let mut when = Cond::FALSE;
    let mut asking = Vec::new();
    for source in flags.iter() {
        match source.flag.flag {
            CompileFlag::Lto(true) => {
                when = conds.or(when, source.cond);
                asking.push(Item { cond: source.cond, ..Item::clone(&source.item) });
            }
            CompileFlag::Lto(false) => when = conds.diff(when, source.cond),
            _ => {}
        }
    }
    let asked = conds.and(model.property_true(id, IPO), acts(model, id));
    if !asked.is_false() {
        when = conds.or(when, asked);
        asking.extend(model.property(id, IPO));
    }
    if asking.is_empty() {
        return None;
    }
    let options = model.compile_options(id);
    let fat = options.iter().filter(|one| FAT.iter().chain(CLANG_ALONE).any(|flag| one.text.contains(flag)));
    let when = conds.diff(when, conds.any(fat.map(|one| one.cond).collect::<Vec<_>>()));
    let cond = conds.and(when, model.compiled_by(id, "GNU"));
    Some((cond, asking))
}

/// When CMake heeds the property for GCC: with CMP0069 not NEW it warns and adds no flag (cmake-policies(7)).
fn acts(model: &Model<'_>, id: TargetId) -> Cond {
    let new =
        model.definitions_of(id).iter().filter(|one| one.policies.state(69, Version(3, 9, 0)) == PolicyState::New);
    model.facts.conds.any(new.map(|one| one.cond).collect::<Vec<_>>())
}
