//! A target of LLVM is initialised, and nothing that holds it is linked or merged.
#[path = "missing_llvm_target/lists.rs"]
mod lists;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::SymbolKind;
use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::binaries::LINKED;
use crate::model::preprocess::Compilation;
use crate::native::{LlvmUse, Triggers};
use crate::rules::llvm::names::{self, Meaning, Of};
use crate::rules::llvm::supply::{Entry, List, Supply, Survey};
use crate::rules::llvm::{is_llvm_itself, where_found};
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

use lists::{Lists, Written};

/// A call of an initialiser in the code of a binary.
struct Call {
    name: String,
    of: Of,
    libraries: Vec<&'static str>,
    cond: Cond,
    span: Span,
    /// The target that compiles it.
    by: TargetId,
}

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    if project.natives.with(Triggers::LLVM).next().is_none() || is_llvm_itself(project.model) {
        return;
    }
    let survey = Survey::new(project, cx.facts.sources);
    let lists = Lists { project, sources: cx.facts.sources };
    let rule = Rule { survey: &survey, lists: &lists };
    let model = project.model;
    let mut consumed = BTreeSet::new();
    for target in model.built_targets() {
        let linked = model.is_kind(target, LINKED);
        if !linked.is_false() {
            consumed.extend(model.link_closure(target).into_iter().map(|(library, _)| library));
            if model.is_judged(target) {
                rule.binary(target, linked, sink);
            }
        }
    }
    // An archive for others to link: it is made of LLVM's libraries so that they need none of their own.
    for target in model.judged_targets().filter(|target| !consumed.contains(target)) {
        let archive = model.is_kind(target, &[TargetKind::Static]);
        if !archive.is_false() && survey.is_fat(target) {
            rule.binary(target, archive, sink);
        }
    }
}

struct Rule<'a> {
    survey: &'a Survey<'a>,
    lists: &'a Lists<'a>,
}

impl Rule<'_> {
    fn binary(&self, target: TargetId, when: Cond, sink: &mut Sink) {
        let supply = self.survey.of(target);
        if !supply.entries.iter().any(|entry| entry.list.is_some()) {
            return;
        }
        let mut needs: BTreeMap<Of, Vec<Call>> = BTreeMap::new();
        for call in self.calls(&supply) {
            needs.entry(call.of.clone()).or_default().push(call);
        }
        let all = needs.remove(&Of::All);
        // Who initialises every target initialises the native one with it.
        if let Some(calls) = &all {
            self.needed(target, when, &supply, calls, sink);
        } else {
            for calls in needs.values() {
                self.needed(target, when, &supply, calls, sink);
            }
        }
    }

    /// Calls of initialisers in the sources of a binary, in the order of their places.
    fn calls(&self, supply: &Supply) -> Vec<Call> {
        let model = self.survey.project.model;
        let natives = self.survey.project.natives;
        let mut seen: BTreeSet<(PathBuf, TargetId)> = BTreeSet::new();
        let mut calls = Vec::new();
        for &(part, cond) in &supply.contents {
            for source in model.sources(part) {
                let Some(path) = source.path.clone().filter(|path| natives.may_hold(path, Triggers::LLVM)) else {
                    continue;
                };
                let by = source.through.unwrap_or(part);
                let Some(file) = natives.file(&path) else { continue };
                if !seen.insert((path.clone(), part)) {
                    continue;
                }
                let compilation = Compilation::new(model, by, &path);
                for init in file.facts.llvm.iter().filter(|init| init.used == LlvmUse::Call) {
                    let of = match init.target.as_str() {
                        "Native" => Of::Native,
                        "All" => Of::All,
                        name => match names::target(name) {
                            Some(target) => Of::One(target),
                            None => continue,
                        },
                    };
                    // What stands under a condition that is not understood may not be there.
                    let must = compilation.holds(&file.facts.guards, init.guard).must;
                    let cond = model.facts.conds.all([cond, source.cond, must]);
                    let libraries = names::parts(&of, &init.component);
                    if !cond.is_false() && !libraries.is_empty() {
                        let span = Span::new(file.source.id(), init.range.clone());
                        calls.push(Call { name: init.name.clone(), of, libraries, cond, span, by });
                    }
                }
            }
        }
        calls
    }

    /// The part of a condition in which the variables are set that the package of LLVM sets: who calls its functions has read it, maybe by the
    /// configuration of another package (LLVMConfig.cmake.in).
    fn where_set(&self, cond: Cond) -> Cond {
        const OF_THE_PACKAGE: &[&str] = &["LLVM_TARGETS_TO_BUILD", "LLVM_ALL_TARGETS", "LLVM_NATIVE_ARCH"];
        let facts = self.survey.project.model.facts;
        let inputs = OF_THE_PACKAGE.iter().filter_map(|name| facts.texts.find_symbol(SymbolKind::Input, name));
        let subjects = inputs.map(|symbol| facts.texts.info(symbol).subject);
        subjects.fold(cond, |cond, subject| facts.conds.and(cond, facts.conds.defined(subject)))
    }

    /// Reports the first call of which the binary lacks something, at each list that could have brought it.
    fn needed(&self, target: TargetId, when: Cond, supply: &Supply, calls: &[Call], sink: &mut Sink) {
        let conds = &self.survey.project.model.facts.conds;
        for call in calls {
            let missing: Vec<&'static str> = call.libraries.clone();
            for library in missing {
                let held = self.survey.holds(supply, &call.of, library);
                let lacking = self.where_set(conds.diff(conds.and(when, call.cond), held));
                if !lacking.is_false() && self.at_lists(target, supply, call, library, lacking, sink) {
                    return;
                }
            }
        }
    }

    /// Reports at the lists of a binary, the nearest to the call first; each for what is left of the condition.
    fn at_lists(
        &self,
        target: TargetId,
        supply: &Supply,
        call: &Call,
        library: &'static str,
        mut lacking: Cond,
        sink: &mut Sink,
    ) -> bool {
        let conds = &self.survey.project.model.facts.conds;
        let mut groups: BTreeMap<List, Vec<&Entry>> = BTreeMap::new();
        for entry in &supply.entries {
            if let (Some(list), Meaning::Plain | Meaning::Holds(..)) = (entry.list, &entry.meaning) {
                groups.entry(list).or_default().push(entry);
            }
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|(list, entries)| {
            let near = matches!(list, List::Target(by) if *by == call.by || *by == target);
            (!matches!(list, List::Call(_)), !near, usize::MAX - entries.len(), *list)
        });
        let mut reported = false;
        for (list, entries) in groups {
            let present = conds.any(entries.iter().map(|entry| entry.cond).collect::<Vec<_>>());
            let cond = conds.and(lacking, present);
            let Some(place) = self.lists.place(list, &entries).filter(|_| !cond.is_false()) else { continue };
            self.report(target, list, &place, call, library, cond, sink);
            lacking = conds.diff(lacking, present);
            reported = true;
        }
        reported
    }

    #[expect(clippy::too_many_arguments, reason = "what a finding is made of")]
    fn report(
        &self,
        target: TargetId,
        list: List,
        place: &Written,
        call: &Call,
        library: &'static str,
        cond: Cond,
        sink: &mut Sink,
    ) {
        let model = self.survey.project.model;
        let cond = where_found(&model.facts.conds, cond);
        let (component, owner) = match list {
            List::Call(_) => (names::advice(&call.of, library), target),
            List::Target(owner) => (names::wanted(&call.of, &call.libraries), owner),
        };
        let label = match call.of {
            Of::Native => "nothing here holds the machine's target".to_owned(),
            Of::All => format!("not every target's libraries are here (components of LLVM {})", names::version()),
            Of::One(name) => format!("nothing here holds the target {name}"),
        };
        let mut draft = Draft::new(cond, Place::new(place.span, label))
            .named("target", model.name(owner))
            .named("initialiser", &call.name)
            .named("component", &component)
            .related(call.span, "initialised here");
        if let Some(span) = place.components {
            draft = draft.related(span, "the components are listed here");
        }
        if let Some(generator) = &place.generator {
            let (label, help) = match &generator.name {
                Some(name) => (
                    format!("`{name}` made the list"),
                    format!("let `{name}` put {component} on the list and run it again: the list is generated"),
                ),
                None => (
                    "the list is generated".to_owned(),
                    format!("let what generates the list put {component} on it: an edit here is lost"),
                ),
            };
            draft = draft.related(generator.span, label).help(help);
        }
        sink.report(draft);
    }
}
