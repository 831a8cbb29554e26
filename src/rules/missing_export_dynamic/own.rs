//! Names that a program looks up in itself (`dlsym(dlopen(NULL, …), "name")`): only exported ones are found.
use std::collections::BTreeSet;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::archives::Archives;
use crate::model::loading::{Load, literals};
use crate::model::symbols::{Key, Site};
use crate::native::{ArgumentValue, Handle, LoadCall, LoadKind, NativeFile, Triggers};
use crate::rules::wording::and_more;
use crate::rules::{Confidence, Draft, Place, Severity, Sink};
use crate::source::Span;

use super::{Host, Search};

/// A name that a program looks up in itself, and defines.
struct Sought {
    name: String,
    load: Load,
    site: Site,
    cond: Cond,
    sure: bool,
}

impl Search<'_> {
    /// Reports programs that look up names of their own, which they do not export; those that are told need the same for plugins.
    pub(super) fn own(&self, told: &BTreeSet<TargetId>, sink: &mut Sink) {
        let asks = |path| self.natives.file(path).is_some_and(|file| of_itself(&file).next().is_some());
        if !self.natives.with(Triggers::LOAD).any(asks) {
            return;
        }
        let of_itself_in = |id| {
            let calls = self.model.loader_calls(self.natives, id, |call| call.kind == LoadKind::Symbol);
            let calls = calls.into_iter().filter(|load| of_itself(&load.file).any(|call| *call == load.call));
            calls.filter(|load| self.is_for_program(load)).collect()
        };
        for host in self.calling(of_itself_in).iter().filter(|host| !told.contains(&host.id)) {
            self.report_own(host, sink);
        }
    }

    /// Whether a look-up is one of programs: sources that libraries compile, too, ask for what the process has got from any of them. So do
    /// archives that ask without a handle.
    fn is_for_program(&self, load: &Load) -> bool {
        let by_handle = load.call.handle == Some(Handle::Other);
        let mut holders = self.model.containers(&load.source).iter();
        holders.all(|(id, _)| {
            let kinds = self.model.definitions_of(*id).iter().map(|one| one.kind);
            let mut others = kinds.filter(|kind| *kind != TargetKind::Executable);
            others.all(|kind| by_handle && matches!(kind, TargetKind::Static | TargetKind::Object))
        })
    }

    /// What a host looks up in itself, has, and does not export.
    fn sought(&self, host: &Host) -> Vec<Sought> {
        let conds = &self.model.facts.conds;
        let line = self.line(host);
        if line.flags.iter().any(|flag| flag.flag.flag.exports_from_executable()) {
            return Vec::new();
        }
        let mut out: Vec<Sought> = Vec::new();
        for load in host.loads.iter().filter(|load| self.holds(host, load)) {
            for name in load.call.symbol.as_ref().map(literals).unwrap_or_default() {
                if name == "main" || out.iter().any(|one| one.name == *name) {
                    continue;
                }
                let Some((owner, sites)) = self.definitions(host.parts.iter(), name) else { continue };
                let key = Key { c: true, name: name.clone() };
                let beside =
                    conds.or(self.symbols.defined_on(&line.beside, name), self.symbols.called_on(&line.beside, name));
                let found = sites.into_iter().find_map(|site| {
                    let function = site.function()?;
                    let linked = self.is_linked(host, owner, &site);
                    if function.member || !linked || !self.symbols.is_definition_of(owner, &site, &key) {
                        return None;
                    }
                    let (when, sure) = self.binaries.compiled(owner, &site, function.guard);
                    let cond = conds.diff(conds.diff(conds.and(when, load.cond), line.exports), beside);
                    cond.is_possible().then_some((site, cond, sure))
                });
                let sought = |(site, cond, sure): (Site, Cond, bool)| Sought {
                    name: name.clone(),
                    load: load.clone(),
                    site,
                    cond,
                    sure: sure && load.sure,
                };
                out.extend(found.map(sought));
            }
        }
        out
    }

    /// Whether a host holds the code of a definition: a member of an archive is where other code asks for it only.
    fn is_linked(&self, host: &Host, owner: TargetId, site: &Site) -> bool {
        let archives = self.archives.get_or_init(|| Archives::new(self.model));
        owner == host.id || site.is_included || self.binaries.may_take(archives, host.id, owner, &site.path)
    }

    fn report_own(&self, host: &Host, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let sought = self.sought(host);
        let Some(defined) = self.model.definition_span(host.id) else { return };
        let Some(first) = sought.first() else { return self.report_computed(host, defined, sink) };
        let Some(function) = first.site.function() else { return };
        let cond = conds.any(sought.iter().map(|one| one.cond).collect::<Vec<_>>());
        let odd = conds.platform("LINUX").is_some_and(|linux| conds.disjoint(cond, linux));
        if cond.is_unknown() || odd {
            return;
        }
        let (name, symbol, more) = (self.model.name(host.id), &first.name, and_more(sought.len() - 1));
        let sure = sought.iter().all(|one| one.sure);
        let message = format!("`{name}` looks up `{symbol}`{more} in itself, and does not export what it defines");
        let mut draft = self
            .of_host(host, defined, cond, message)
            .related(first.load.span(), "looks it up")
            .related(first.site.span(&function.range), format!("`{symbol}` is defined here"))
            .subject(symbol.clone())
            .confidence(if sure { Confidence::Proved } else { Confidence::Likely })
            .severity(if sure { Severity::Error } else { Severity::Warning });
        for one in sought.iter().skip(1) {
            draft = draft.subject(one.name.clone());
        }
        sink.report(draft);
    }

    /// A finding about what a program looks up in itself.
    fn of_host(&self, host: &Host, defined: Span, cond: Cond, message: String) -> Draft {
        let name = self.model.name(host.id);
        let draft = Draft::new(cond, Place::new(defined, "exports nothing that is not asked for"))
            .subject(name)
            .message(message)
            .help(format!("set_target_properties({name} PROPERTIES ENABLE_EXPORTS ON)"));
        self.exporting(host.id).into_iter().fold(draft, Draft::fix)
    }

    /// A program that looks up names in itself which the text does not tell: they may be those of others, too.
    fn report_computed(&self, host: &Host, defined: Span, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let line = self.line(host);
        let partly = line.flags.iter().any(|flag| flag.flag.flag.exports_from_executable());
        let of_project = line.beside.targets().iter().any(|(id, _)| !self.model.is_imported(*id));
        let is_computed = |load: &&Load| {
            let literal = |one: &ArgumentValue| matches!(one, ArgumentValue::Literal(_));
            load.call.symbol.as_ref().is_some_and(|symbol| !literal(&symbol.value)) && self.holds(host, load)
        };
        let Some(load) = host.loads.iter().find(is_computed).filter(|_| !partly && !of_project) else { return };
        let cond = conds.diff(load.cond, line.exports);
        let odd = conds.platform("LINUX").is_some_and(|linux| conds.disjoint(cond, linux));
        if !cond.is_possible() || odd {
            return;
        }
        let message = format!("`{}` looks up names in itself, and exports none of its own", self.model.name(host.id));
        let draft = self.of_host(host, defined, cond, message).related(load.span(), "looks up names");
        sink.report(draft.confidence(Confidence::Heuristic).severity(Severity::Warning));
    }
}

/// Look-ups in the program itself: by NULL or `RTLD_DEFAULT`, or by a handle in a function that opens nothing but NULL.
fn of_itself(file: &NativeFile) -> impl Iterator<Item = &LoadCall> {
    let calls = &file.facts.loads;
    let by_handle = |call: &LoadCall| {
        let near = |other: &&LoadCall| other.kind == LoadKind::Open && other.function_index == call.function_index;
        let is_null = |one: &LoadCall| one.file.as_ref().is_some_and(|file| file.value == ArgumentValue::Null);
        let mut opens = calls.iter().filter(near).peekable();
        call.function_index.is_some() && opens.peek().is_some() && opens.all(is_null)
    };
    calls.iter().filter(move |call| {
        call.kind == LoadKind::Symbol
            && !call.in_macro
            && match call.handle {
                Some(Handle::Null | Handle::Default) => true,
                Some(Handle::Other) => by_handle(call),
                Some(Handle::Next) | None => false,
            }
    })
}
