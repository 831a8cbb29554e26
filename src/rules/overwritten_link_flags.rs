//! Link flags of a target that a later command replaces, so that they are lost.
use std::sync::Arc;

use crate::cmake::eval::facts::Replaced;
use crate::cmake::eval::text::{SymbolKind, has_symbol};
use crate::cmake::eval::value::Value;
use crate::cmake::syntax::{Argument, Command};
use crate::cond::Cond;
use crate::flags::{Dialect, LinkFlag, Part, system_library};
use crate::model::binaries::LINKED;
use crate::model::{FlagSource, Model, TargetId};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    for replaced in &project.model.facts.replaced {
        let target = project.model.find(&replaced.target).filter(|id| project.model.is_judged(*id));
        if let Some(id) = target {
            look(project, id, replaced, sink);
        }
    }
}

fn look(project: Project<'_>, id: TargetId, replaced: &Replaced, sink: &mut Sink) {
    let model = project.model;
    let conds = &model.facts.conds;
    let linked = conds.and(model.is_kind(id, LINKED), model.defined(id));
    let known = conds.diff(conds.and(linked, replaced.cond), unknown(model, &replaced.new));
    let Some(place) = model.span(replaced.origin()).filter(|_| known.is_possible()) else { return };
    if asks(project, place, &replaced.property) {
        return;
    }
    let old = model.written_flags(&Value::list(replaced.old.clone()));
    let in_a_branch = conds.diff(linked, replaced.cond).is_possible();
    if in_a_branch && is_written_anew(&old, &model.written_flags(&replaced.new)) {
        return;
    }
    for flag in &old {
        let Some(what) = what(&flag.flag.flag) else { continue };
        let cond = conds.all([known, flag.cond, understood(model, flag)]);
        let cond = conds.diff(cond, still_there(model, id, &what));
        let cond = conds.diff(cond, excluded(model, id, &flag.flag.flag));
        if matches!(flag.flag.flag, LinkFlag::Library(_)) && model.asks_for_android(cond) {
            continue;
        }
        let Some(span) = model.span(flag.item.origin).filter(|span| *span != place) else { continue };
        if cond.is_possible() {
            sink.report(
                Draft::new(cond, Place::new(place, "replaces what was there"))
                    .related(span, "lost from here on")
                    .value("flag", model.display(&flag.text))
                    .value("property", &*replaced.property)
                    .named("target", model.name(id)),
            );
        }
    }
}

/// Whether a branch writes the list once more with a part of what it was: it knows the rest.
fn is_written_anew(old: &[FlagSource], new: &[FlagSource]) -> bool {
    new.iter().any(|one| what(&one.flag.flag).is_some() && old.iter().any(|other| other.flag.flag == one.flag.flag))
}

/// Whether the file that replaces a property asks what it held: then it knows what it leaves out.
fn asks(project: Project<'_>, place: Span, property: &str) -> bool {
    let Some((file, _)) = project.files.command_at(place) else { return false };
    file.commands
        .iter()
        .filter_map(asked)
        .any(|argument| argument.template.literal().is_none_or(|word| word == property))
}

/// The name of the property that a command asks for.
fn asked(command: &Command) -> Option<&Argument> {
    let at = match &*command.lower {
        "get_target_property" => 2,
        "get_property" => 1 + command.arguments.iter().position(|one| one.template.literal() == Some("PROPERTY"))?,
        _ => return None,
    };
    command.arguments.get(at)
}

/// When a value has a part that nobody knows: it may be what stood there before.
fn unknown(model: &Model<'_>, value: &Value) -> Cond {
    let texts = &model.facts.texts;
    let given = |kind| matches!(kind, SymbolKind::Input | SymbolKind::Toolchain);
    let is_known = |c: char| texts.symbol_of(c).is_none_or(|symbol| given(texts.info(symbol).kind));
    let items = model.items(value, None);
    let vague = items.iter().filter(|item| has_symbol(&item.text) && !item.text.chars().all(is_known));
    model.facts.conds.any(vague.map(|item| item.cond).collect::<Vec<_>>())
}

/// Where the linker understands a flag: elsewhere nothing is lost.
fn understood(model: &Model<'_>, flag: &FlagSource) -> Cond {
    let conds = &model.facts.conds;
    let platform = |name: &str| conds.platform(name).unwrap_or(Cond::FALSE);
    match flag.flag.dialect {
        // Parts of the C library of Linux are all in the one library of other systems.
        Dialect::Any if matches!(&flag.flag.flag, LinkFlag::Library(name) if is_part_of_libc(name)) => {
            platform("LINUX")
        }
        Dialect::Any => Cond::TRUE,
        Dialect::Elf => conds.not(conds.or(platform("APPLE"), platform("MSVC"))),
        Dialect::Apple => platform("APPLE"),
        Dialect::Coff => platform("MSVC"),
    }
}

fn is_part_of_libc(library: &str) -> bool {
    matches!(system_library(library), Some(Part::Libc | Part::Math))
}

/// When the link line has a flag about the same matter after all: the later command decides anew, or the flag comes by another way.
fn still_there(model: &Model<'_>, id: TargetId, what: &str) -> Cond {
    let flags = model.link_flags(id);
    let alike = flags.iter().filter(|flag| self::what(&flag.flag.flag).is_some_and(|one| *one == *what));
    model.facts.conds.any(alike.map(|flag| flag.cond).collect::<Vec<_>>())
}

/// When the link line has a flag that cannot stand beside another one: whoever wrote it had to leave that out.
fn excluded(model: &Model<'_>, id: TargetId, lost: &LinkFlag) -> Cond {
    use LinkFlag as F;
    let excludes = |flag: &F| match lost {
        // The runtime of a sanitizer is in the program only (Clang's documentation of AddressSanitizer, "-z defs").
        F::NoUndefined => matches!(flag, F::Sanitize(_)),
        // A static program has no symbols for others (gcc(1), -static, -rdynamic).
        F::Static | F::StaticPie => matches!(flag, F::ExportDynamic(true) | F::Shared),
        F::ExportDynamic(true) => matches!(flag, F::Static | F::StaticPie),
        _ => false,
    };
    let flags = model.link_flags(id);
    let found = flags.iter().filter(|source| excludes(&source.flag.flag)).map(|source| source.cond);
    model.facts.conds.any(found.collect::<Vec<_>>())
}

/// The matter that a flag decides. Nothing for those that change neither symbols nor libraries, and for those that are not known.
fn what(flag: &LinkFlag) -> Option<Arc<str>> {
    use LinkFlag as F;
    let plain = match flag {
        F::VersionScript(_)
        | F::DynamicList(_)
        | F::ExportDynamicSymbol(_)
        | F::ExportDynamicSymbolList(_)
        | F::ExportedSymbolsList(_)
        | F::UnexportedSymbolsList(_)
        | F::ExportedSymbol(_)
        | F::UnexportedSymbol(_)
        | F::NoExportedSymbols
        | F::ExportAllSymbols(_)
        | F::Def(_) => "exports",
        F::ExportDynamic(_) => "export-dynamic",
        F::WholeArchive(_) | F::ForceLoad(_) | F::AllLoad => "whole archives",
        F::NoUndefined | F::AllowUndefined(_) => "undefined symbols",
        F::ExcludeLibs(_) => "exclude-libs",
        F::Bsymbolic(_) => "binding",
        F::Soname(_) => "soname",
        F::Rpath(_) => "run path",
        F::LinkerScript(_) => "linker script",
        F::Static | F::StaticPie => "static",
        F::Sanitize(_) => "sanitizer",
        F::Library(name) => return Some(format!("-l {name}").into()),
        F::Framework(name) => return Some(format!("-framework {name}").into()),
        F::Export(name) => return Some(format!("export {name}").into()),
        F::Undefined(name) => return Some(format!("-u {name}").into()),
        F::Wrap(name) => return Some(format!("--wrap {name}").into()),
        F::Defsym(name) => return Some(format!("--defsym {name}").into()),
        F::Z(name) => return Some(format!("-z {name}").into()),
        F::StaticRuntime(name) => return Some(format!("-static {name}").into()),
        _ => return None,
    };
    Some(plain.into())
}
