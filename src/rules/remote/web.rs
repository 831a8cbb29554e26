//! Targets that are linked by Emscripten's compiler alone.
use crate::cond::Cond;
use crate::rules::Facts;
use crate::rules::sink::Merged;

/// Whether it is told of such a target, for another system: the flags on its link line no other linker takes.
pub(super) fn is_for_the_web(merged: &Merged<Cond>, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project else { return false };
    let conds = facts.conditions.conds;
    let web = conds.platform("EMSCRIPTEN").unwrap_or(Cond::FALSE);
    if conds.implies(merged.condition, web) {
        return false;
    }
    let mut targets = merged.subjects.iter().filter_map(|name| project.model.find(name));
    targets.any(|id| {
        let flags = project.model.link_flags(id);
        let mut flags = flags.iter().filter(|flag| is_of_the_web(&flag.item.text));
        flags.any(|flag| conds.implies(merged.condition, flag.cond))
    })
}

/// Whether options are those of Emscripten: `-sNAME=value`, `-s NAME=value`, and what the table has.
fn is_of_the_web(options: &str) -> bool {
    let mut table = include_str!("emscripten.txt").lines().filter(|line| !line.starts_with('#'));
    let words: Vec<&str> = options.split_whitespace().collect();
    let is_name = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
    let is_setting =
        |text: &str| text.split_once('=').is_some_and(|(name, _)| name.len() > 1 && name.bytes().all(is_name));
    let joined = words.iter().any(|word| word.strip_prefix("-s").is_some_and(is_setting));
    let apart = words.windows(2).any(|pair| matches!(pair, ["-s", setting] if is_setting(setting)));
    joined || apart || table.any(|start| words.iter().any(|word| word.split('=').next() == Some(start)))
}

#[cfg(test)]
mod tests {
    use super::is_of_the_web;

    #[test]
    fn options_of_emscripten() {
        for text in ["-sWASM=1", "-s EXPORTED_FUNCTIONS=['_run']", "-O2 --preload-file assets", "-lembind", "--bind"] {
            assert!(is_of_the_web(text), "{text}");
        }
        for text in ["-s", "-s -lm", "-static", "-Wl,-soname=x", "-shared", "-sstrip=1", "-s a.o"] {
            assert!(!is_of_the_web(text), "{text}");
        }
    }
}
