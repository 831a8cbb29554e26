//! Shared libraries with a sanitizer that must not have undefined symbols: clang leaves the runtime to the program.
use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::SymbolKind;
use crate::cmake::lang::condition::is_off;
use crate::cond::Cond;
use crate::flags::{Dialect, LinkFlag};
use crate::model::{FlagSource, Model, TargetId};

use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

/// Sanitizers whose runtime clang links into programs only, and whose calls it compiles in: that for leaks alone puts nothing into the code
/// (<https://clang.llvm.org/docs/LeakSanitizer.html>).
const IN_PROGRAMS: &[&str] = &["address", "thread", "memory", "hwaddress", "undefined"];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let (model, conds) = (project.model, &project.model.facts.conds);
    let mut found: Vec<Clash> = Vec::new();
    for id in model.judged_targets() {
        let shared = model.is_kind(id, &[TargetKind::Shared, TargetKind::Module]);
        if shared.is_false() {
            continue;
        }
        let asked = model.sanitized_link(id, IN_PROGRAMS).or_else(|| asked_by_name(model, id));
        let Some((sanitized, flag)) = asked else { continue };
        let Some((refused, no_undefined)) = refuses(model, id) else { continue };
        let cond = conds.all([model.elf(), shared, sanitized, refused, model.compiled_by(id, "Clang")]);
        // Clang for Android links the shared runtime unless told otherwise (clang, lib/Driver/SanitizerArgs.cpp, `SharedRuntime`).
        let android = conds.platform("ANDROID").unwrap_or(Cond::FALSE);
        let cond = conds.diff(cond, conds.or(android, shared_runtime(model, id)));
        // Of several, the one that is on where this fails.
        let flags = model.link_flags(id);
        let on = |source: &&FlagSource| conds.and(source.cond, cond).is_possible();
        let mut refusing = flags.iter().filter(|source| is_refusal(source));
        let no_undefined = refusing.find(on).cloned().unwrap_or(no_undefined);
        let place = model.span(no_undefined.item.origin).or_else(|| model.definition_span(id));
        let Some(place) = place.filter(|_| cond.is_possible()) else { continue };
        let mut asking = flags.iter().filter(|source| matches!(&source.flag.flag, LinkFlag::Sanitize(_)));
        let flag = asking.find(on).cloned().unwrap_or(flag);
        // One story is told: that of the sanitizer which is named.
        let told = conds.and(cond, flag.cond);
        let cond = if told.is_possible() { told } else { cond };
        let (sanitizer, refusal) = (model.display(&flag.text), no_undefined.text.to_string());
        let asked = model.span(flag.item.origin);
        // The same two flags for many libraries, each written there.
        let same = |one: &&mut Clash| {
            one.asked == asked
                && asked.is_some()
                && one.refusal == refusal
                && one.sanitizer == sanitizer
                && conds.implies(cond, one.cond)
        };
        match found.iter_mut().find(same) {
            Some(known) if known.place != place => known.others.push((place, id)),
            _ => found.push(Clash { library: id, cond, place, asked, sanitizer, refusal, others: Vec::new() }),
        }
    }
    for clash in &found {
        clash.report(model, sink);
    }
}

/// Whether linkers for ELF take a flag for "nothing may be undefined": `-undefined error` is Apple's, and a symbol to them.
fn is_refusal(source: &FlagSource) -> bool {
    source.flag.flag == LinkFlag::NoUndefined && matches!(source.flag.dialect, Dialect::Any | Dialect::Elf)
}

/// A library whose link fails, and others with the same two flags.
struct Clash {
    library: TargetId,
    cond: Cond,
    /// Of the flag that refuses undefined symbols.
    place: Span,
    /// Of the flag for the sanitizer.
    asked: Option<Span>,
    sanitizer: String,
    refusal: String,
    others: Vec<(Span, TargetId)>,
}

impl Clash {
    fn report(&self, model: &Model<'_>, sink: &mut Sink) {
        /// More places are not named.
        const MOST: usize = 8;
        let more = match self.others.len() {
            0 => String::new(),
            1 => " and another library".to_owned(),
            more => format!(" and {more} other libraries"),
        };
        let mut draft = Draft::new(self.cond, Place::new(self.place, "undefined symbols are an error"))
            .named("library", model.name(self.library))
            .value("more", more)
            .value("sanitizer", &*self.sanitizer)
            .value("refusal", &*self.refusal);
        if let Some(span) = self.asked {
            draft = draft.related(span, "calls of the runtime are compiled in");
        }
        for (place, id) in self.others.iter().take(MOST) {
            let name = model.name(*id);
            draft = draft.subject(name).related(*place, format!("the same for `{name}`"));
        }
        sink.report(draft);
    }
}

/// When users ask for a sanitizer by its name (`-fsanitize=${SANITIZER}`), and the flag: of all that they may name, the first one stands for
/// the others.
fn asked_by_name(model: &Model<'_>, id: TargetId) -> Option<(Cond, FlagSource)> {
    let (texts, conds) = (&model.facts.texts, &model.facts.conds);
    model.link_flags(id).iter().find_map(|source| {
        let mut rest = source.text.strip_prefix("-fsanitize=")?.chars();
        let (Some(only), None) = (rest.next(), rest.next()) else { return None };
        let info = texts.info(texts.symbol_of(only)?);
        let entry = model.facts.cache.get(&*info.name).filter(|_| info.kind == SymbolKind::Input)?;
        let by_default = entry.default.and_then(|default| texts.as_str(default)).unwrap_or_default();
        // A default that is none of them is a choice of its own.
        let named = IN_PROGRAMS.first().filter(|_| by_default.is_empty() || is_off(by_default))?;
        let cond = conds.and(source.cond, conds.equals(info.subject, named));
        cond.is_possible().then(|| (cond, source.clone()))
    })
}

/// When undefined symbols are an error, and the flag that says so.
fn refuses(model: &Model<'_>, id: TargetId) -> Option<(Cond, FlagSource)> {
    let flags = model.link_flags(id);
    let first = flags.iter().find(|source| is_refusal(source))?;
    let all = flags.iter().filter(|source| is_refusal(source)).map(|source| source.cond);
    let let_through = flags.iter().filter(|source| matches!(source.flag.flag, LinkFlag::AllowUndefined(_)));
    let let_through: Vec<Cond> = let_through.map(|source| source.cond).collect();
    let conds = &model.facts.conds;
    let when = conds.diff(conds.any(all.collect::<Vec<_>>()), conds.any(let_through));
    Some((when, first.clone()))
}

/// When the runtime is a shared library that is linked as well, or the link names it itself.
fn shared_runtime(model: &Model<'_>, id: TargetId) -> Cond {
    let flags = model.link_flags(id);
    let named = flags.iter().filter(|source| {
        let text = &source.text;
        text.contains("shared-lib") || text.contains("clang_rt") || text.contains("libasan") || text.contains("trap")
    });
    let conds = &model.facts.conds;
    let named = conds.any(named.map(|source| source.cond).collect::<Vec<_>>());
    // Code that traps calls no runtime (clang, "UndefinedBehaviorSanitizer", "-fsanitize-trap").
    let is_other = |source: &&FlagSource| match &source.flag.flag {
        LinkFlag::Sanitize(names) => names.iter().any(|name| name != "undefined"),
        _ => false,
    };
    let others = conds.any(flags.iter().filter(is_other).map(|source| source.cond).collect::<Vec<_>>());
    let options = model.compile_options(id);
    let traps = options.iter().filter(|item| TRAPS.iter().any(|start| item.text.starts_with(start)));
    let traps = conds.any(traps.map(|item| item.cond).collect::<Vec<_>>());
    conds.or(named, conds.diff(traps, others))
}

/// Options by which all checks of undefined behaviour trap (clang, "`UndefinedBehaviorSanitizer`").
const TRAPS: &[&str] = &["-fsanitize-trap=undefined", "-fsanitize-trap=all", "-fsanitize-undefined-trap-on-error"];
