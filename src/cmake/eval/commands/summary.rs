//! Commands that the user's configuration summarises (`summaries`): what a call makes, without reading the command.
use std::sync::Arc;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::value::Value;
use crate::cond::Cond;

/// What a call of a command makes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// The command.
    pub command: String,
    /// The kind of the target that it defines: `executable`, `library`, `static`, `shared`, `module`, `object`,
    /// `interface`, `utility`.
    pub target: Option<String>,
    /// Where the target's name stands.
    pub name: Words,
    /// Where each property's values stand.
    pub properties: Vec<(&'static str, Words)>,
    /// Variables that it may write; `{1}` stands for its first word.
    pub sets: Vec<String>,
    /// Keywords that take nothing of the above.
    pub keywords: Vec<String>,
}

/// Words of a call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Words {
    /// The first ones before any keyword.
    #[default]
    First,
    /// Those after the first one and before any keyword.
    Rest,
    /// Those after a keyword.
    After(String),
}

/// The words of a call, by the keyword before them; the empty one for those at the beginning.
fn grouped(machine: &Machine<'_>, summary: &Summary, args: &[Arg]) -> Vec<(String, Arg)> {
    let named = |words: &Words| match words {
        Words::After(word) => Some(word.clone()),
        Words::First | Words::Rest => None,
    };
    let mut keywords: Vec<String> = summary.properties.iter().filter_map(|(_, words)| named(words)).collect();
    keywords.extend(named(&summary.name));
    keywords.extend(summary.keywords.iter().cloned());
    let mut group = String::new();
    let mut out = Vec::new();
    for arg in args {
        match machine.facts.texts.as_str(arg.text).filter(|_| !arg.quoted) {
            Some(word) if keywords.iter().any(|k| k == word) => word.clone_into(&mut group),
            _ => out.push((group.clone(), *arg)),
        }
    }
    out
}

fn select(groups: &[(String, Arg)], words: &Words) -> Vec<Arg> {
    let of = |name: &str| groups.iter().filter(|(group, _)| group == name).map(|(_, arg)| *arg).collect::<Vec<_>>();
    match words {
        Words::First => of("").into_iter().take(1).collect(),
        Words::Rest => of("").into_iter().skip(1).collect(),
        Words::After(word) => of(word),
    }
}

/// Runs a summarised command; false for one that is not.
pub(in crate::cmake::eval) fn run(machine: &mut Machine<'_>, call: &Invocation<'_>) -> bool {
    let summaries = &machine.env.options.summaries;
    if summaries.is_empty() {
        return false;
    }
    let Some(summary) = summaries.iter().find(|s| s.command.eq_ignore_ascii_case(&call.command.lower)).cloned() else {
        return false;
    };
    let groups = grouped(machine, &summary, &call.args);
    machine.keep_call(&summary.command.to_lowercase(), call);
    let first = groups.first().and_then(|(_, arg)| machine.facts.texts.plain(arg.text)).unwrap_or_default();
    for variable in &summary.sets {
        let name = machine.intern(&variable.replace("{1}", &first));
        machine.havoc(name, &summary.command);
    }
    let Some(target) = &summary.target else { return true };
    let Some(name) = select(&groups, &summary.name).first().copied() else { return true };
    for (cond, name) in machine.alternatives_or_widen(name.text, call.origin) {
        let name = super::targets::target_name(machine, &name);
        machine.under(cond, |m| define(m, call, &name, target, &summary, &groups));
    }
    true
}

fn define(
    machine: &mut Machine<'_>,
    call: &Invocation<'_>,
    name: &Arc<str>,
    target: &str,
    summary: &Summary,
    groups: &[(String, Arg)],
) {
    for (cond, kind) in kinds(machine, target) {
        machine.under(cond, |m| {
            let pc = m.pc;
            m.add_definition(call.origin, name, kind, pc, false, None);
            m.initialise_properties(name, kind, false);
        });
    }
    for (property, words) in &summary.properties {
        let args = select(groups, words);
        if !args.is_empty() {
            let value: Value = machine.value_of(call, &args);
            machine.append_target_property(name, property, &value);
        }
    }
}

fn kinds(machine: &mut Machine<'_>, target: &str) -> Vec<(Cond, TargetKind)> {
    let one = |kind| vec![(Cond::TRUE, kind)];
    match target {
        "executable" => one(TargetKind::Executable),
        "static" => one(TargetKind::Static),
        "shared" => one(TargetKind::Shared),
        "module" => one(TargetKind::Module),
        "object" => one(TargetKind::Object),
        "interface" => one(TargetKind::Interface),
        "utility" => one(TargetKind::Utility),
        _ => {
            let value = machine.read_named("BUILD_SHARED_LIBS");
            let shared = machine.truth_of(&value, crate::cmake::eval::value::Origin::NONE);
            let both = [(shared, TargetKind::Shared), (machine.conds().not(shared), TargetKind::Static)];
            both.into_iter().filter(|(cond, _)| !cond.is_false()).collect()
        }
    }
}
