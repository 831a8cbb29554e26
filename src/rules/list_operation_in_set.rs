//! `set(list APPEND x y)`: the command is `set`, and the operation of another command becomes a value.
use crate::cmake::syntax::{Command, File};
use crate::model::branches::reads;
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

/// The question which `set()` holds an operation.
struct Meant;

/// Operations that change the variable named behind them, by the command that has them: `list()` and `string()` of cmake-commands(7).
const OPERATIONS: &[(&str, &[&str])] = &[
    (
        "list",
        &[
            "APPEND",
            "FILTER",
            "INSERT",
            "POP_BACK",
            "POP_FRONT",
            "PREPEND",
            "REMOVE_AT",
            "REMOVE_DUPLICATES",
            "REMOVE_ITEM",
            "REVERSE",
            "SORT",
            "TRANSFORM",
        ],
    ),
    ("string", &["APPEND", "PREPEND"]),
];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let facts = project.model.facts;
    for (file, command) in project.files.all().chosen::<Meant>("set", |command| meant(command).is_some()) {
        let Some(meant) = meant(command) else { continue };
        let span = Span::new(file.id, command.range.clone());
        let Some(conds) = facts.assigned.get(&span) else { continue };
        if reads(file, meant.named) || !is_variable(file, meant.variable) {
            continue;
        }
        let label = format!("sets a variable called `{}`", meant.named);
        sink.report(
            Draft::new(facts.conds.any(conds.iter().copied()), Place::new(span, label))
                .value("command", meant.command)
                .value("operation", meant.word)
                .named("variable", meant.variable),
        );
    }
}

/// What a `set()` was to do.
struct Operation<'c> {
    /// The variable that it sets, which is the name of a command.
    named: &'c str,
    command: &'static str,
    /// The word that says what the command is to do.
    word: &'c str,
    variable: &'c str,
}

fn meant(command: &Command) -> Option<Operation<'_>> {
    let word = |at: usize| command.arguments.get(at).and_then(|argument| argument.template.literal());
    let (named, operation, variable) = (word(0)?, word(1)?, word(2)?);
    let (command, operations) = OPERATIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(named))?;
    let is_known = operations.contains(&operation);
    is_known.then_some(Operation { named, command, word: operation, variable })
}

/// Whether a file writes or reads a variable of this name.
fn is_variable(file: &File, name: &str) -> bool {
    let writes = |command: &Command| {
        let at = match &*command.lower {
            "set" => 0,
            "list" | "string" => 1,
            _ => return false,
        };
        command.arguments.get(at).and_then(|argument| argument.template.literal()) == Some(name)
    };
    reads(file, name) || file.commands.iter().any(writes)
}
