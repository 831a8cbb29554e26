//! `set(… CACHE …)` with the type and the description in each other's place.
use std::collections::BTreeSet;

use crate::cmake::syntax::Command;
use crate::model::statements::placed;

use crate::rules::{Context, Draft, Place, Sink};

/// Types of cache entries (cmake-commands(7), `set`).
const TYPES: &[&str] = &["BOOL", "FILEPATH", "PATH", "STRING", "INTERNAL"];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let mut seen = BTreeSet::new();
    for evaluated in &project.model.facts.files {
        if !seen.insert(&evaluated.path) {
            continue;
        }
        let Ok(file) = project.files.parse(&evaluated.path) else { continue };
        if !file.commands.iter().any(|command| swapped(command).is_some()) {
            continue;
        }
        for one in placed(&file) {
            let Some((given, meant)) = swapped(one.command) else { continue };
            let place = Place::new(one.span, "type and description are swapped");
            let name = one.command.arguments.first().and_then(|a| a.template.literal()).or(one.callable);
            // What is never run does nothing.
            let Some(ran) = project.model.facts.assigned.get(&one.span) else { continue };
            let cond = project.model.facts.conds.any(ran.iter().copied());
            let mut draft = Draft::new(cond, place).value("given", given).value("meant", meant);
            if let Some(name) = name {
                draft = draft.subject(name);
            }
            sink.report(draft);
        }
    }
}

/// What stands in the place of the type, and the type that stands behind it.
fn swapped(command: &Command) -> Option<(&str, &str)> {
    if &*command.lower != "set" {
        return None;
    }
    let word = |at: usize| command.arguments.get(at).and_then(|a| a.template.literal());
    let cache = (1..command.arguments.len()).rev().find(|&at| word(at) == Some("CACHE"))?;
    let rest = command.arguments.len() - cache - 1;
    if rest != 2 && !(rest == 3 && word(cache + 3) == Some("FORCE")) {
        return None;
    }
    let (given, meant) = (word(cache + 1)?, word(cache + 2)?);
    // What is taken for no type becomes a STRING.
    let lost = TYPES.contains(&meant) && meant != "STRING";
    (!TYPES.contains(&given) && given != "STATIC" && lost).then_some((given, meant))
}

#[cfg(test)]
mod tests {
    use super::swapped;
    use crate::cmake::syntax::parse;
    use crate::source::{Sandbox, SourceMap};

    #[test]
    fn order_of_type_and_description() {
        let sources = SourceMap::new(Sandbox::nowhere());
        let is_swapped = |text: &str| {
            let source = sources.insert("/f".into(), text.as_bytes().into());
            parse(source.id(), text.as_bytes()).commands.iter().any(|command| swapped(command).is_some())
        };
        assert!(is_swapped("set(A ON CACHE \"\" INTERNAL FORCE)"));
        assert!(is_swapped("set(${n} ${v} CACHE \"what it is\" BOOL)"));
        assert!(!is_swapped("set(A ON CACHE BOOL \"\" FORCE)"));
        assert!(!is_swapped("set(A on CACHE TYPE STRING)"));
        assert!(!is_swapped("set(A ON CACHE BOOL STRING)"));
        assert!(!is_swapped("set(A ON CACHE ${kind} STRING)"));
    }
}
