//! What the linkers of Apple's systems stop at, and what checks of such options answer there.
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::cmake::eval::Files;
use crate::cond::{Cond, Domain, Subject, SubjectKind};

use super::Model;
use super::toolchain::is_lacked_by_apple;

/// Options of GNU ld and its relatives that ld64 and ld-prime stop at (ld(1) of Xcode has none of them).
const REFUSED: &[&str] = &[
    "version-script",
    "whole-archive",
    "no-whole-archive",
    "as-needed",
    "no-as-needed",
    "exclude-libs",
    "no-undefined",
    "dynamic-list",
    "soname",
    "export-dynamic-symbol",
    "start-group",
    "end-group",
    "gc-sections",
    "build-id",
    "Bsymbolic",
    "Bsymbolic-functions",
    "push-state",
    "pop-state",
    "z",
];

/// Others of which the product says nothing where they are given, and of which checks ask.
const ASKED_FOR: &[&str] = &[
    "enable-new-dtags",
    "disable-new-dtags",
    "hash-style",
    "no-copy-dt-needed-entries",
    "no-allow-shlib-undefined",
    "icf",
];

/// Whether Apple's linkers stop at an option of GNU ld, as it is spelt.
pub fn refuses(spelling: &str) -> bool {
    REFUSED.contains(&spelling.trim_start_matches('-'))
}

/// Whether a text gives such an option to the linker: `-Wl,-z,relro`, `LINKER:--enable-new-dtags`.
fn is_refused(text: &str) -> bool {
    let words = text.split([' ', ';']);
    words.filter_map(|word| word.strip_prefix("-Wl,").or_else(|| word.strip_prefix("LINKER:"))).any(|options| {
        options.split(',').filter(|option| option.starts_with('-')).any(|option| {
            let name = option.split('=').next().unwrap_or(option);
            refuses(name) || ASKED_FOR.contains(&name.trim_start_matches('-'))
        })
    })
}

/// Configurations that there are not: a search finds a library that no system of Apple's has, by whatever of its names.
pub fn found_nowhere(model: &Model<'_>) -> Vec<Cond> {
    let (conds, sought) = (&model.facts.conds, &model.facts.sought_libraries);
    let Some(apple) = conds.platform("APPLE") else { return Vec::new() };
    let is_lacked = |name: &Option<Arc<str>>| name.as_deref().is_some_and(is_lacked_by_apple);
    let others: FxHashSet<&str> =
        sought.keys().filter(|(_, name)| !is_lacked(name)).map(|(variable, _)| &**variable).collect();
    let nowhere = sought.iter().filter(|((variable, name), _)| is_lacked(name) && !others.contains(&**variable));
    let mut out: Vec<Cond> = nowhere.map(|(_, found)| conds.and(apple, *found)).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// Checks of flags, with the places of the flag and of the variable that has the answer (cmake-modules(7)).
const CHECKS: &[(&str, usize, usize)] = &[
    ("check_c_compiler_flag", 0, 1),
    ("check_cxx_compiler_flag", 0, 1),
    ("check_compiler_flag", 1, 2),
    ("check_linker_flag", 1, 2),
];

/// Configurations that there are not: a check of such an option links a program, and on Apple's systems it fails.
pub fn refused_answers(model: &Model<'_>, files: &Files<'_>) -> Vec<Cond> {
    let conds = &model.facts.conds;
    let Some(apple) = conds.platform("APPLE") else { return Vec::new() };
    let all = files.all();
    let mut out = Vec::new();
    for (name, flag, variable) in CHECKS {
        for (_, command) in all.calls(name) {
            let word = |at: usize| command.arguments.get(at).and_then(|argument| argument.template.literal());
            let (Some(flag), Some(variable)) = (word(*flag), word(*variable)) else { continue };
            if is_refused(flag) {
                let answer = Subject {
                    kind: SubjectKind::Toolchain,
                    name: variable.to_owned(),
                    domain: Domain::Boolean,
                    default: None,
                    always_defined: true,
                };
                out.push(conds.and(apple, conds.truthy(conds.subject(answer))));
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

#[cfg(test)]
mod tests {
    use super::{is_refused, refuses};

    #[test]
    fn options_of_elf() {
        assert!(
            is_refused("-Wl,--enable-new-dtags") && is_refused("LINKER:-z,defs") && is_refused("-fPIC -Wl,-z,relro")
        );
        assert!(!is_refused("-Wall") && !is_refused("-Wl,-dead_strip") && !is_refused("-Wl,-rpath,z"));
        assert!(refuses("--gc-sections") && !refuses("-dead_strip"));
    }
}
