//! What makes a part that is never true harmless: the same is said in another way.
use crate::cmake::lang::condition::Misnomer;
use crate::cmake::syntax::{Argument, ArgumentKind, Block, Command, File, Part, Statement};
use crate::model::branches;
use crate::source::SourceMap;

use super::statement;

/// Words that stand for a system in the names of a project's own variables (`PLATFORM_WINDOWS`), by the variable of CMake.
const FAMILIES: &[(&str, &[&str])] = &[
    ("WIN32", &["WIN", "WIN32", "WIN64", "WINDOWS"]),
    ("APPLE", &["APPLE", "DARWIN", "IOS", "MAC", "MACOS", "MACOSX", "OSX"]),
    ("LINUX", &["LINUX"]),
];

/// Operators whose right side is a value (cmake-commands(7), if).
const COMPARES: &[&str] = &["EQUAL", "IN_LIST", "MATCHES", "STREQUAL"];

/// Whether the same `if`, up to this branch, asks for what a name stands for in another way.
pub(super) fn asks_otherwise(file: &File, head: &Command, known: &Misnomer) -> bool {
    let mut heads = vec![head];
    if let Some((branches, _)) = statement(&file.body, &|id| file.commands[id.0 as usize].range == head.range) {
        let all = branches.iter().map(|(id, _)| &file.commands[id.0 as usize]);
        heads.extend(all.take_while(|one| one.range.start < head.range.start));
    }
    heads.iter().any(|one| {
        // What must hold as well, as AND says, makes nothing good.
        let beside = one.range != head.range || has_word(one, "OR");
        says_so(one, known) || beside && says_of_its_own(one, known)
    })
}

fn has_word(head: &Command, word: &str) -> bool {
    head.arguments.iter().any(|one| one.kind == ArgumentKind::Unquoted && one.template.literal() == Some(word))
}

/// Whether a condition has a word that CMake knows for the same.
fn says_so(head: &Command, known: &Misnomer) -> bool {
    // Where the name itself is the value of another variable, it says nothing as a condition.
    let is_same = |word: &str| word != known.name && known.same.contains(&word);
    let says = |text: &str| text.split(|c: char| !is_word(c)).any(is_same);
    let mut parts = head.arguments.iter().flat_map(|argument| &argument.template.0);
    parts.any(|part| match part {
        Part::Literal(text) => says(text),
        Part::Reference(_, name) => name.literal().is_some_and(is_same),
    })
}

/// Whether a condition asks a variable of the project that is called after the system, or compares one with the system's name.
fn says_of_its_own(head: &Command, known: &Misnomer) -> bool {
    let family = known.platform.and_then(|name| FAMILIES.iter().find(|(platform, _)| *platform == name));
    let Some((_, words)) = family else { return false };
    let is_of_family = |text: &str| {
        let last = text.rsplit('_').next().unwrap_or_default();
        words.iter().any(|word| word.eq_ignore_ascii_case(last))
    };
    let name = |argument: &Argument| {
        let template = &argument.template;
        template.literal().or_else(|| template.reference()).map(str::to_owned)
    };
    head.arguments.iter().enumerate().filter_map(|(at, argument)| Some((at, name(argument)?))).any(|(at, text)| {
        let before = at.checked_sub(1).and_then(|before| head.arguments[before].template.literal());
        let is_value = before.is_some_and(|word| COMPARES.contains(&word));
        is_of_family(&text) && (is_value || text != known.name && misses_nothing(head, at))
    })
}

/// Whether what stands at a place is no name that an operator asks about (`TARGET x`, `DEFINED x`).
fn misses_nothing(head: &Command, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| head.arguments[before].template.literal());
    before.is_none_or(|word| matches!(word, "AND" | "NOT" | "OR" | "("))
}

/// Whether the file runs the same command once more, where CMake's own word for the system is asked.
pub(super) fn has_twin(sources: &SourceMap, file: &File, effect: &Command, known: &Misnomer) -> bool {
    let source = sources.get(file.id);
    let text = |command: &Command| source.bytes().get(command.range.start as usize..command.range.end as usize);
    let own = text(effect);
    file.commands.iter().filter(|one| one.range != effect.range && text(one) == own).any(|one| {
        let tested = branches::around(file, one.range.start).tested;
        known.same.iter().any(|word| tested.contains(*word))
    })
}

/// Whether a branch, the last one before `else()`, does what that does.
pub(super) fn is_like_else(sources: &SourceMap, file: &File, head: &Command) -> bool {
    let is_head = |one: &Command| one.range == head.range;
    let found = statement(&file.body, &|id| is_head(&file.commands[id.0 as usize]));
    let Some((branches, Some(otherwise))) = found else { return false };
    let last = branches.last().filter(|(id, _)| is_head(&file.commands[id.0 as usize]));
    let source = sources.get(file.id);
    let texts = |block: &Block| -> Option<Vec<String>> {
        let commands = block.iter().map(|one| match one {
            Statement::Command(id) => file.commands.get(id.0 as usize),
            _ => None,
        });
        let text = |command: &Command| {
            let bytes = source.bytes().get(command.range.start as usize..command.range.end as usize)?;
            let text = String::from_utf8_lossy(bytes);
            Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
        };
        commands.map(|command| text(command?)).collect()
    };
    last.is_some_and(|(_, body)| texts(body).is_some_and(|own| Some(own) == texts(otherwise)))
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
