//! Objects of GCC's link-time optimisation that lld is to link.
use crate::cond::Cond;
use crate::flags::{CompileFlag, LinkFlag};
use crate::model::binaries::LINKED;
use crate::model::{Model, TargetId};
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    if !cx.facts.build_says(&["-flto"]) || !cx.facts.build_says(&["=lld", "LLD"]) {
        return;
    }
    let model = project.model;
    let conds = &model.facts.conds;
    for id in model.judged_targets() {
        let linked = model.is_kind(id, LINKED);
        let Some((lld, linker)) = (!linked.is_false()).then(|| links_with_lld(model, id)).flatten() else { continue };
        let parts = std::iter::once((id, Cond::TRUE)).chain(model.static_closure(id));
        for (part, reached) in parts {
            let Some((lto, flag, span)) = slim(model, part) else { continue };
            let cond = conds.all([model.elf(), linked, lld, reached, lto]);
            if !cond.is_possible() {
                continue;
            }
            let place = model.span(linker.1).or_else(|| model.definition_span(id));
            let Some(place) = place else { continue };
            let mut draft = Draft::new(cond, Place::new(place, "cannot read objects of GCC"))
                .named("target", model.name(id))
                .named("library", model.name(part))
                .value("linker", linker.0.clone())
                .value("lto", flag);
            if let Some(span) = span {
                draft = draft.related(span, "the objects hold intermediate code only");
            }
            sink.report(draft);
            break;
        }
    }
}

/// When lld links a target, and the words that say so.
fn links_with_lld(model: &Model<'_>, id: TargetId) -> Option<(Cond, (String, crate::cmake::eval::value::Origin))> {
    let conds = &model.facts.conds;
    let flags = model.link_flags(id);
    let is_lld = |flag: &LinkFlag| matches!(flag, LinkFlag::UseLd(name) if name == "lld" || name.ends_with("/ld.lld"));
    let asked = |source: &&crate::model::FlagSource| is_lld(&source.flag.flag);
    // Another linker in some configurations takes these away.
    let other =
        flags.iter().filter(|source| matches!(source.flag.flag, LinkFlag::UseLd(_)) && !is_lld(&source.flag.flag));
    let other = conds.any(other.map(|source| source.cond).collect::<Vec<_>>());
    let by_flag = conds.any(flags.iter().filter(asked).map(|source| source.cond).collect::<Vec<_>>());
    if let Some(first) = flags.iter().find(asked) {
        return Some((conds.diff(by_flag, other), (first.text.clone(), first.item.origin)));
    }
    let item = model.property(id, "LINKER_TYPE").into_iter().find(|item| &*item.text == "LLD")?;
    Some((conds.diff(item.cond, other), ("LINKER_TYPE LLD".to_owned(), item.origin)))
}

/// When GCC writes slim objects for a target, the flag, and where it stands.
fn slim(model: &Model<'_>, id: TargetId) -> Option<(Cond, String, Option<Span>)> {
    let conds = &model.facts.conds;
    let flags = model.compile_flags(id);
    let mut when = Cond::FALSE;
    let mut first = None;
    for source in flags.iter() {
        match source.flag.flag {
            CompileFlag::Lto(true) => {
                when = conds.or(when, source.cond);
                first = first.or(Some(source.item.clone()));
            }
            CompileFlag::Lto(false) => when = conds.diff(when, source.cond),
            _ => {}
        }
    }
    let item = first?;
    let options = model.compile_options(id);
    let clang = options.iter().filter(|one| {
        ["-ffat-lto-objects", "-flto=thin", "-stdlib=", "-fno-lto"].iter().any(|flag| one.text.contains(flag))
    });
    let when = conds.diff(when, conds.any(clang.map(|one| one.cond).collect::<Vec<_>>()));
    let cond = conds.and(when, gcc(model, id));
    Some((cond, "-flto".to_owned(), model.span(item.origin)))
}

/// When GCC compiles the languages of a target.
fn gcc(model: &Model<'_>, id: TargetId) -> Cond {
    let conds = &model.facts.conds;
    let is_c = |path: &std::path::Path| path.extension().is_some_and(|suffix| suffix == "c");
    let cxx = model.sources(id).iter().any(|source| source.path.as_deref().is_some_and(|path| !is_c(path)));
    let variable = if cxx { "CMAKE_CXX_COMPILER_ID" } else { "CMAKE_C_COMPILER_ID" };
    conds.well_known(variable).map_or(Cond::FALSE, |subject| conds.equals(subject, "GNU"))
}
