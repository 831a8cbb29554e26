//! Variables that the branches of an `if` assign differently, read off the syntax: which names each value refers to and
//! which names decide. Conditions come from the evaluation.
use std::collections::BTreeSet;

use crate::cmake::syntax::{ArgumentKind, Block, Command, CommandId, File, Namespace, Part, Statement, Template};
use crate::source::Span;

/// A `set()` directly in a branch.
#[derive(Debug, Clone)]
pub struct BranchSet {
    /// The variable.
    pub variable: String,
    /// Names that the value refers to.
    pub refers: BTreeSet<String>,
    /// The value as text where it refers to nothing.
    pub literal: Option<String>,
    /// The command.
    pub span: Span,
    /// Number of the branch, from 0.
    pub branch: usize,
}

/// An `if` with what its branches assign.
#[derive(Debug, Clone)]
pub struct Branching {
    /// The assignments.
    pub sets: Vec<BranchSet>,
    /// For each branch the names that its condition and those before it test.
    pub tests: Vec<BTreeSet<String>>,
    /// The names that the `if` itself tests, without those around it.
    pub own: BTreeSet<String>,
    /// The `if` command.
    pub span: Span,
}

/// All branchings of a file.
pub fn branchings(file: &File) -> Vec<Branching> {
    let mut out = Vec::new();
    walk(file, &file.body, &BTreeSet::new(), &mut out, 0);
    out
}

fn walk(file: &File, block: &Block, outer: &BTreeSet<String>, out: &mut Vec<Branching>, depth: u32) {
    if depth > 64 {
        return;
    }
    for statement in block {
        match statement {
            Statement::Command(_) => {}
            Statement::Enclosed { body, .. } => walk(file, body, outer, out, depth + 1),
            Statement::If { branches, otherwise, .. } => {
                let mut tested = outer.clone();
                let mut branching = Branching {
                    sets: Vec::new(),
                    tests: Vec::new(),
                    own: BTreeSet::new(),
                    span: span(file, branches[0].0),
                };
                for (head, body) in branches {
                    branching.own.extend(tested_names(&file.commands[head.0 as usize]));
                    tested.extend(branching.own.iter().cloned());
                    branching.tests.push(tested.clone());
                    collect(file, body, branching.tests.len() - 1, &mut branching.sets);
                    walk(file, body, &tested, out, depth + 1);
                }
                if let Some((_, body)) = otherwise {
                    branching.tests.push(tested.clone());
                    collect(file, body, branching.tests.len() - 1, &mut branching.sets);
                    walk(file, body, &tested, out, depth + 1);
                }
                if branching.sets.len() > 1 {
                    out.push(branching);
                }
            }
        }
    }
}

/// What the `if`s around a command ask.
#[derive(Debug, Default, Clone)]
pub struct Around {
    /// All names that they test.
    pub tested: BTreeSet<String>,
    /// Names of which the command's own branches ask whether they are defined.
    pub given: BTreeSet<String>,
}

/// What is asked around the command that begins at a place.
pub fn around(file: &File, start: u32) -> Around {
    let mut around = Around::default();
    let Some(at) = file.command_over(start..start + 1) else { return around };
    let holds = |block: &Block| block.iter().any(|one| commands_of(one).contains(&at));
    let mut block = &file.body;
    while let Some(next) = block.iter().find(|one| commands_of(one).contains(&at)) {
        match next {
            Statement::Command(_) => break,
            Statement::Enclosed { body, .. } => block = body,
            Statement::If { branches, otherwise, .. } => {
                let mut inner = otherwise.as_ref().map(|(_, body)| body).filter(|body| holds(body));
                for (head, body) in branches {
                    let head = &file.commands[head.0 as usize];
                    around.tested.extend(tested_names(head));
                    if holds(body) {
                        around.given.extend(asked_defined(head));
                        inner = Some(body);
                        break;
                    }
                }
                let Some(inner) = inner else { break };
                block = inner;
            }
        }
    }
    around
}

/// Whether each other branch of the `if` around a place writes a variable, and some by a command that works it out (`file(READ)`,
/// `execute_process`, `string`): what it holds is made there, and given by nobody.
pub fn is_worked_out_beside(file: &File, start: u32, name: &str) -> bool {
    const STATING: &[&str] = &["set", "option", "unset"];
    const READING: &[&str] = &["if", "elseif", "else", "endif", "while", "message", "mark_as_advanced"];
    let Some(at) = file.command_over(start..start + 1) else { return false };
    let Some(others) = branches_beside(&file.body, at) else { return false };
    let writes = |one: &&Command| {
        let mut words = one.arguments.iter().filter_map(|argument| argument.template.literal());
        !READING.contains(&&*one.lower) && words.any(|word| word == name)
    };
    let mut worked_out = false;
    for block in others {
        let ids = block.iter().flat_map(commands_of).take_while(|id| *id < file.commands.len());
        let written: Vec<&Command> = ids.map(|id| &file.commands[id]).filter(writes).collect();
        if written.is_empty() {
            return false;
        }
        worked_out |= written.iter().any(|one| !STATING.contains(&&*one.lower));
    }
    worked_out
}

/// The other branches of the innermost `if` around a command; nothing where none is, or where it has no `else`.
fn branches_beside(block: &Block, at: usize) -> Option<Vec<&Block>> {
    match block.iter().find(|one| commands_of(one).contains(&at))? {
        Statement::Command(_) => None,
        Statement::Enclosed { body, .. } => branches_beside(body, at),
        Statement::If { branches, otherwise, .. } => {
            let (_, last) = otherwise.as_ref()?;
            let all: Vec<&Block> = branches.iter().map(|(_, body)| body).chain([last]).collect();
            let own = all.iter().position(|body| body.iter().any(|one| commands_of(one).contains(&at)))?;
            let beside = || all.iter().enumerate().filter(|(at, _)| *at != own).map(|(_, body)| *body).collect();
            branches_beside(all[own], at).or_else(|| Some(beside()))
        }
    }
}

/// The commands of a statement, from its first to its last.
pub(super) fn commands_of(statement: &Statement) -> std::ops::RangeInclusive<usize> {
    let (first, last) = match statement {
        Statement::Command(id) => (*id, Some(*id)),
        Statement::If { branches, end, .. } => (branches[0].0, *end),
        Statement::Enclosed { head, end, .. } => (*head, *end),
    };
    first.0 as usize..=last.map_or(usize::MAX, |id| id.0 as usize)
}

/// Names behind `DEFINED` that `NOT` does not turn round.
fn asked_defined(command: &Command) -> Vec<String> {
    let words: Vec<Option<&str>> = command.arguments.iter().map(|argument| argument.template.literal()).collect();
    let asked = words.windows(2).enumerate().filter(|(at, pair)| {
        let negated = at.checked_sub(1).and_then(|before| words[before]) == Some("NOT");
        pair[0] == Some("DEFINED") && !negated
    });
    asked.filter_map(|(_, pair)| pair[1].map(str::to_owned)).collect()
}

fn span(file: &File, id: CommandId) -> Span {
    Span::new(file.id, file.commands[id.0 as usize].range.clone())
}

/// `set(name value…)` commands that stand directly in a block.
fn collect(file: &File, block: &Block, branch: usize, out: &mut Vec<BranchSet>) {
    for statement in block {
        let Statement::Command(id) = statement else { continue };
        let command = &file.commands[id.0 as usize];
        let Some((name, values)) = command.arguments.split_first() else { continue };
        let Some(variable) = name.template.literal().filter(|_| &*command.lower == "set") else { continue };
        let words = || values.iter().filter_map(|a| a.template.literal());
        if values.is_empty() || words().any(|w| matches!(w, "CACHE" | "PARENT_SCOPE")) {
            continue;
        }
        let mut refers = BTreeSet::new();
        for value in values {
            references(&value.template, &mut refers);
        }
        let literal = refers.is_empty().then(|| words().collect::<Vec<_>>().join(";"));
        out.push(BranchSet { variable: variable.to_owned(), refers, literal, span: span(file, *id), branch });
    }
}

/// Names that a template refers to.
pub fn references(template: &Template, out: &mut BTreeSet<String>) {
    for part in &template.0 {
        if let Part::Reference(Namespace::Variable | Namespace::Cache, name) = part {
            match name.literal() {
                Some(name) => {
                    out.insert(name.to_owned());
                }
                None => references(name, out),
            }
        }
    }
}

/// Names that a condition tests: bare words and references.
pub fn tested_names(command: &Command) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for argument in &command.arguments {
        references(&argument.template, &mut out);
        if argument.kind != ArgumentKind::Unquoted {
            continue;
        }
        if let Some(word) = argument.template.literal() {
            let word = word.strip_prefix("CACHE{").and_then(|w| w.strip_suffix('}')).unwrap_or(word);
            let name = word.chars().all(|c| c.is_alphanumeric() || c == '_');
            if name && !word.is_empty() {
                out.insert(word.to_owned());
            }
        }
    }
    out
}

/// Whether a file reads a name: `${name}`, or bare in a condition or after `IN LISTS` and `list(`.
pub fn reads(file: &File, name: &str) -> bool {
    file.commands.iter().any(|command| is_read_by(command, name))
}

/// Whether a command reads a name, as [`reads`] tells it.
pub fn is_read_by(command: &Command, name: &str) -> bool {
    let tests = || matches!(&*command.lower, "if" | "elseif" | "while" | "foreach" | "list");
    let bare = |template: &Template| template.literal() == Some(name) && tests();
    command.arguments.iter().any(|argument| refers_to(&argument.template, name) || bare(&argument.template))
}

/// Whether a template refers to a name, as [`references`] tells it.
fn refers_to(template: &Template, name: &str) -> bool {
    template.0.iter().any(|part| match part {
        Part::Reference(Namespace::Variable | Namespace::Cache, inner) => match inner.literal() {
            Some(literal) => literal == name,
            None => refers_to(inner, name),
        },
        _ => false,
    })
}

/// Whether no command of some files names a variable as those do that write it: neither a test nor a message.
pub fn is_never_written<'f>(files: impl IntoIterator<Item = &'f File>, name: &str) -> bool {
    let reads = |lower: &str| matches!(lower, "if" | "elseif" | "else" | "endif" | "while" | "message");
    !files.into_iter().flat_map(|file| &file.commands).any(|command| {
        !reads(&command.lower) && command.arguments.iter().any(|argument| argument.template.literal() == Some(name))
    })
}
