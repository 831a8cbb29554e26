//! Programs that print their stack by the names of functions which they do not export.
use std::collections::BTreeMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::symbols::{Site, last};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

/// Functions of the C library that name addresses by the dynamic symbol tables (backtrace(3)).
const FUNCTIONS: &[&str] = &["backtrace_symbols", "backtrace_symbols_fd"];
/// What the file says that needs names: it takes them apart.
const NAMES: &str = "__cxa_demangle";
/// Other ways to a name: debug information, other tables.
const OTHERS: &[&str] = &["addr2line", "bfd", "libdw", "dwfl", "dladdr", "libunwind", "unw_", "cpptrace", "backward"];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    // The trigger, before anything is asked of targets.
    let natives = project.natives;
    let mentioned = natives.mentioning(FUNCTIONS);
    let tells = |text: &[u8]| {
        memchr::memmem::find(text, NAMES.as_bytes()).is_some()
            && OTHERS.iter().all(|word| memchr::memmem::find(text, word.as_bytes()).is_none())
    };
    if !mentioned.iter().any(|index| natives.text(*index).is_some_and(|text| tells(&text))) {
        return;
    }
    let rule = Rule { project, tells: &tells };
    let mut found: BTreeMap<Span, Found> = BTreeMap::new();
    for id in project.model.judged_targets() {
        rule.executable(id, &mut found);
    }
    for (call, one) in found {
        rule.report(call, &one, sink);
    }
}

/// A call, with the programs that have it.
#[derive(Default)]
struct Found {
    function: String,
    /// Those that export nothing, and when.
    bare: Vec<(TargetId, Cond)>,
    /// Another one exports.
    served: bool,
}

struct Rule<'a> {
    project: Project<'a>,
    tells: &'a dyn Fn(&[u8]) -> bool,
}

impl Rule<'_> {
    fn executable(&self, id: TargetId, found: &mut BTreeMap<Span, Found>) {
        let (model, symbols) = (self.project.model, self.project.symbols);
        let conds = &model.facts.conds;
        let program = conds.and(model.is_kind(id, &[TargetKind::Executable]), model.unasked_exports_nothing());
        if program.is_false() {
            return;
        }
        let mut parts = vec![(id, Cond::TRUE)];
        parts.extend(model.static_closure(id));
        for (part, linked) in parts {
            let names = symbols.names(part);
            let sites = FUNCTIONS.iter().filter_map(|name| names.called.get(*name)).flatten();
            for site in sites.filter(|site| (self.tells)(site.file.source.bytes())) {
                let Some(call) = site.call() else { continue };
                if part != id && !self.uses(id, site) {
                    continue;
                }
                let (when, sure) = model.compiled(part, site, call.guard);
                let when = conds.all([when, program, linked]);
                if !sure || !when.is_possible() {
                    continue;
                }
                let one = found.entry(site.span(&call.range)).or_default();
                last(&call.name).clone_into(&mut one.function);
                let exports = conds.or(model.exports_dynamic(id), model.exports_by_old_policy(id));
                let bare = conds.diff(when, exports);
                if bare.is_possible() {
                    one.bare.push((id, bare));
                } else {
                    one.served = true;
                }
            }
        }
    }

    /// Whether a program's own sources call a function of the file.
    fn uses(&self, id: TargetId, site: &Site) -> bool {
        let names = self.project.symbols.names(id);
        let functions = site.file.facts.functions.iter().filter(|one| one.is_definition && !one.internal);
        functions.into_iter().any(|one| names.called.contains_key(&one.name))
    }

    fn report(&self, call: Span, one: &Found, sink: &mut Sink) {
        let model = self.project.model;
        let Some((first, _)) = one.bare.first().filter(|_| !one.served) else { return };
        let Some(place) = model.definition_span(*first) else { return };
        let cond = model.facts.conds.any(one.bare.iter().map(|(_, cond)| *cond).collect::<Vec<_>>());
        let mut draft = Draft::new(cond, Place::new(place, "exports nothing that is not asked for"))
            .related(call, "looks names up")
            .named("target", model.name(*first))
            .named("function", one.function.clone());
        for (other, _) in one.bare.iter().skip(1).take(8) {
            draft = draft.subject(model.name(*other));
            if let Some(span) = model.definition_span(*other) {
                draft = draft.related(span, "nor does this one");
            }
        }
        sink.report(draft);
    }
}
