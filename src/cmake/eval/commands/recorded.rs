//! Commands that are kept as facts and otherwise change nothing that is modelled.
use std::sync::Arc;

use crate::cmake::eval::facts::{GeneratedBy, GeneratedFile, TargetKind};
use crate::cmake::eval::machine::{Invocation, Machine};

use super::Handler::Bulk;
use super::Table;
use super::usage::by_keyword;

pub(super) const COMMANDS: Table = &[
    ("add_custom_command", Bulk(add_custom_command)),
    ("add_custom_target", Bulk(add_custom_target)),
    ("add_test", Bulk(add_test)),
    ("export_library_dependencies", Bulk(nothing)),
    ("include_regular_expression", Bulk(nothing)),
    ("include_external_msproject", Bulk(nothing)),
    ("load_cache", Bulk(nothing)),
    ("fltk_wrap_ui", Bulk(nothing)),
];

fn nothing(_: &mut Machine<'_>, _: &Invocation<'_>) {}

fn add_test(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let fact = machine.call_as_fact("add_test", call);
    machine.facts.tests.push(fact);
}

fn add_custom_command(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let parts = by_keyword(machine, &call.args, crate::cmake::lang::CUSTOM_COMMAND, "");
    let binary = machine.facts.directories[machine.directory.0 as usize].binary.clone();
    let words = call.args.iter().filter(|arg| machine.facts.texts.as_str(arg.text) == Some("APPEND"));
    let appends = machine.conds().any(words.map(|arg| arg.cond).collect::<Vec<_>>());
    for (keyword, arg) in parts {
        // With APPEND the first output names an earlier command, and nothing more is made.
        let made = machine.conds().diff(arg.cond, appends);
        let cond = machine.conds().and(machine.pc, made);
        if cond.is_false() || !matches!(keyword, "OUTPUT" | "BYPRODUCTS") {
            continue;
        }
        let output = match machine.facts.texts.plain(arg.text) {
            Some(text) if !text.starts_with(crate::cmake::eval::text::is_symbol) => {
                let path = crate::source::normalize(&binary.join(&*text));
                machine.intern(&path.to_string_lossy())
            }
            _ => arg.text,
        };
        machine.facts.generated.push(GeneratedFile {
            by: GeneratedBy::CustomCommand,
            input: None,
            output,
            content: None,
            cond,
            origin: call.origin,
            directory: machine.directory,
        });
    }
    machine.keep_call("add_custom_command", call);
}

fn add_custom_target(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let Some(name) = call.args.first() else { return };
    for (cond, name) in machine.alternatives_or_widen(name.text, call.origin) {
        let (name, _) = machine.facts.texts.with_defaults(&name);
        let name: Arc<str> = machine.facts.texts.display_str(&name).into();
        machine.under(cond, |m| {
            let pc = m.pc;
            m.add_definition(call.origin, &name, TargetKind::Utility, pc, false, None);
        });
    }
    machine.keep_call("add_custom_target", call);
}
