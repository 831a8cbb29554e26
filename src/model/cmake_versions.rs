//! Branches of `if(CMAKE_VERSION …)`: which versions of CMake run a command.
use crate::cmake::eval::policy::Version;
use crate::cmake::syntax::{Block, Command, File, Statement};

use super::branches::commands_of;

/// Whether a version of CMake may run the command that begins at a place, by the `if`s around it that compare `CMAKE_VERSION` with a
/// literal.
pub fn may_run(file: &File, start: u32, cmake: Version) -> bool {
    let Some(at) = file.command_over(start..start + 1) else { return true };
    let holds = |block: &Block| block.iter().any(|one| commands_of(one).contains(&at));
    let mut block = &file.body;
    while let Some(next) = block.iter().find(|one| commands_of(one).contains(&at)) {
        let inner: Option<&Block> = match next {
            Statement::Command(_) => None,
            Statement::Enclosed { body, .. } => Some(&**body),
            Statement::If { branches, otherwise, .. } => {
                let answers = branches.iter().map(|(head, _)| answer(&file.commands[head.0 as usize], cmake));
                let own = branches.iter().position(|(_, body)| holds(body));
                let before = answers.clone().take(own.unwrap_or(branches.len()));
                if before.into_iter().any(|one| one == Some(true)) {
                    return false;
                }
                if own.and_then(|own| answers.clone().nth(own)?) == Some(false) {
                    return false;
                }
                own.map(|own| &branches[own].1).or(otherwise.as_ref().map(|(_, body)| body).filter(|body| holds(body)))
            }
        };
        let Some(inner) = inner else { break };
        block = inner;
    }
    true
}

/// What the condition of an `if` is for a version of CMake, where that decides it.
fn answer(head: &Command, cmake: Version) -> Option<bool> {
    let words: Vec<&str> = head.arguments.iter().map(|one| one.template.literal().unwrap_or_default()).collect();
    let is_version = |at: usize| {
        let argument = head.arguments.get(at).map(|one| &one.template);
        argument.is_some_and(|one| one.literal() == Some("CMAKE_VERSION") || one.reference() == Some("CMAKE_VERSION"))
    };
    if words.iter().any(|word| matches!(*word, "OR" | "NOT" | "(" | ")")) {
        return None;
    }
    let compared = (0..words.len()).filter(|at| is_version(*at));
    let answers: Vec<bool> = compared.filter_map(|at| compare(words.get(at + 1)?, words.get(at + 2)?, cmake)).collect();
    match (answers.contains(&false), words.len()) {
        (true, _) => Some(false),
        (false, 3) => answers.first().copied(),
        _ => None,
    }
}

fn compare(comparison: &str, text: &str, cmake: Version) -> Option<bool> {
    let other = Version::parse(text).or_else(|| text.parse().ok().map(|major| Version(major, 0, 0)))?;
    Some(match comparison {
        "VERSION_LESS" => cmake < other,
        "VERSION_LESS_EQUAL" => cmake <= other,
        "VERSION_GREATER" => cmake > other,
        "VERSION_GREATER_EQUAL" => cmake >= other,
        "VERSION_EQUAL" => cmake == other,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::may_run;
    use crate::cmake::eval::policy::Version;
    use crate::cmake::syntax::parse;
    use crate::source::{Sandbox, SourceMap};

    #[test]
    fn branches_of_versions() {
        let text = "if(CMAKE_VERSION VERSION_LESS 4)\n a()\nelse()\n b()\nendif()\nif(X AND ${CMAKE_VERSION} VERSION_GREATER_EQUAL 3.28)\n c()\nelse()\n d()\nendif()\ne()\n";
        let sources = SourceMap::new(Sandbox::nowhere());
        let source = sources.insert("/f".into(), text.as_bytes().into());
        let file = parse(source.id(), text.as_bytes());
        let run = |cmake: Version| -> String {
            let calls = file.commands.iter().filter(|one| one.name.len() == 1);
            let runs = calls.filter(|one| may_run(&file, one.range.start, cmake));
            runs.map(|one| one.name.to_string()).collect()
        };
        assert_eq!(run(Version(4, 0, 0)), "bcde");
        assert_eq!(run(Version(3, 30, 0)), "acde");
        assert_eq!(run(Version(3, 20, 0)), "ade");
    }
}
