//! Settings that users are not told of, or that take away what everybody has.
use crate::cmake::eval::Names;
use crate::cmake::eval::facts::CacheEntry;
use crate::cmake::lang::condition::is_off;
use crate::cmake::syntax::{Command, Part, Template};
use crate::cond::{Cond, Conds, SubjectId, SubjectKind};
use crate::model::branches;
use crate::rules::{Facts, Project};

/// What of a condition has a name.
fn subject_named(cond: Cond, name: &str, conds: &Conds) -> Option<SubjectId> {
    conds.subjects(cond).into_iter().find(|subject| conds.subject_info(*subject).name == name)
}

/// Whether it happens only with settings that the project offers in other configurations alone: in these, nobody is told of them.
pub(super) fn is_offered_elsewhere(cond: Cond, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project.filter(|_| !cond.is_true()) else { return false };
    let (cache, conds) = (&project.model.facts.cache, facts.conditions.conds);
    let mut unset = cond;
    for subject in conds.subjects(cond) {
        let info = conds.subject_info(subject);
        let of_users =
            matches!(info.kind, SubjectKind::Option | SubjectKind::Input) && !info.name.starts_with("CMAKE_");
        let entry = cache.get(&*info.name).filter(|entry| of_users && !entry.declared.is_false());
        // Where it is declared only if nobody has set it (`if(NOT DEFINED …)`), it is offered all the same.
        let declared = |entry: &CacheEntry| conds.exists_subject(entry.declared, subject);
        if entry.is_some_and(|entry| conds.disjoint(declared(entry), cond)) {
            unset = conds.diff(unset, conds.truthy(subject));
        }
    }
    unset != cond && unset.is_false()
}

/// Whether a setting takes away one of the folders that `GNUInstallDirs` gives to everybody: nobody installs so.
pub(super) fn is_no_folder(name: &str, value: &str) -> bool {
    let folder = name.strip_prefix("CMAKE_INSTALL_").is_some_and(|rest| rest.ends_with("DIR"));
    folder && is_off(value)
}

/// Whether a setting gives a word for "no" to what is a folder by its default, and nothing happens without that.
pub(super) fn is_no_path(cond: Cond, name: &str, value: &str, facts: Facts<'_>) -> bool {
    let conds = facts.conditions.conds;
    let subject = subject_named(cond, name, conds).filter(|_| is_off(value));
    let is_folder = |subject| conds.subject_info(subject).default.as_deref().is_some_and(|text| text.contains('/'));
    subject.is_some_and(|subject| is_folder(subject) && conds.disjoint(cond, conds.truthy(subject)))
}

/// Whether a switch has to be on that the project leaves off on all the systems in question, and on for others: it is meant for those.
pub(super) fn is_for_another_system(cond: Cond, name: &str, facts: Facts<'_>) -> bool {
    let conds = facts.conditions.conds;
    let Some(subject) = subject_named(cond, name, conds) else { return false };
    let is_on = |text: &Option<String>| text.as_deref().is_some_and(|text| !is_off(text));
    let on: Vec<Cond> =
        conds.defaults(subject).into_iter().filter(|(_, text)| is_on(text)).map(|(when, _)| when).collect();
    !on.is_empty()
        && on.iter().all(|&when| conds.depends_on_kind(when, SubjectKind::Platform) && conds.disjoint(cond, when))
        && conds.implies(cond, conds.truthy(subject))
}

/// Whether a name is none that a user would give: it is no word, or it is needed and begins as those do which are for the
/// project's own commands (packages have such names too, which a witness may take along).
pub(super) fn is_no_name(name: &str, needed: bool) -> bool {
    name.starts_with('-')
        || needed && name.starts_with('_')
        || !name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '+' | '/' | ':'))
}

/// Whether a setting has a value that fits a pattern and none of the values that the project knows: a word that nobody would write.
pub(super) fn is_made_up(cond: Cond, name: &str, value: &str, facts: Facts<'_>) -> bool {
    /// Fewer are examples rather than the list of all.
    const KNOWN: usize = 2;
    let conds = facts.conditions.conds;
    let Some(subject) = subject_named(cond, name, conds) else { return false };
    let info = conds.subject_info(subject);
    let known = conds.constants(subject);
    let known: Vec<&String> = known.iter().filter(|text| !text.is_empty()).collect();
    info.kind == SubjectKind::Input
        && info.default.as_deref() != Some(value)
        && known.len() >= KNOWN
        && known.iter().all(|text| *text != value && conds.disjoint(cond, conds.equals(subject, text)))
        && conds.with_text(cond, subject, Some("another value")).is_false()
}

/// Whether it happens with none of the values that the project offers for an entry (`set_property(CACHE X PROPERTY STRINGS a b)`,
/// cmake-properties(7)).
pub(super) fn is_not_offered(cond: Cond, name: &str, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project else { return false };
    let conds = facts.conditions.conds;
    let Some(subject) = subject_named(cond, name, conds) else { return false };
    let offered = offered_values(project, name);
    let values: Vec<&String> = offered.iter().flatten().collect();
    let default = conds.subject_info(subject).default.clone();
    let values = values.iter().map(|value| value.as_str()).chain(default.as_deref());
    !offered.is_empty() && values.into_iter().all(|value| conds.with_text(cond, subject, Some(value)).is_false())
}

/// The values that the project offers for an entry, by each call that does so and of which all are known.
pub(in crate::rules) fn offered_values(project: Project<'_>, name: &str) -> Vec<Vec<String>> {
    project.files.all().calls("set_property").filter_map(|(_, call)| offers(call, name)).collect()
}

/// The values that a call offers for an entry, where all are known.
fn offers(call: &Command, name: &str) -> Option<Vec<String>> {
    let words: Option<Vec<&str>> = call.arguments.iter().map(|one| one.template.literal()).collect();
    match words?.as_slice() {
        ["CACHE", entry, "PROPERTY", "STRINGS", values @ ..] if *entry == name && !values.is_empty() => {
            Some(values.iter().flat_map(|value| value.split(';')).map(str::to_owned).collect())
        }
        _ => None,
    }
}

/// Whether it happens only where users contradict what the project sets for a project that it takes along, when one of its own switches
/// says so: who installs the whole installs its parts.
pub(super) fn contradicts_the_project(cond: Cond, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project.filter(|_| !cond.is_true()) else { return false };
    let conds = facts.conditions.conds;
    conds.subjects(cond).into_iter().any(|subject| {
        let entry = project.model.facts.cache.get(&*conds.subject_info(subject).name);
        let Some(coupled) = entry.map(|entry| entry.coupled).filter(|coupled| coupled.below) else { return false };
        // What it sets everywhere, or on one system, is a default of the whole.
        let hangs_on_settings = [coupled.on, coupled.off]
            .into_iter()
            .all(|one| !one.is_true() && !one.is_unknown() && !conds.depends_on_kind(one, SubjectKind::Platform));
        let is_on = conds.truthy(subject);
        let as_set = conds.or(conds.and(coupled.on, is_on), conds.diff(coupled.off, is_on));
        hangs_on_settings && conds.implies(cond, conds.or(coupled.on, coupled.off)) && conds.disjoint(cond, as_set)
    })
}

/// Whether no configuration of a condition does without a setting.
pub(super) fn is_needed(cond: Cond, name: &str, facts: Facts<'_>) -> bool {
    let conds = facts.conditions.conds;
    subject_named(cond, name, conds).is_some_and(|subject| conds.implies(cond, conds.truthy(subject)))
}

/// Whether it happens only with a value for a name that find modules give their results, and the project looks for nothing of that name,
/// sets it nowhere and never asks for it: it is empty, whoever builds.
pub(super) fn is_result_of_nothing(cond: Cond, name: &str, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project else { return false };
    let conds = facts.conditions.conds;
    if !subject_named(cond, name, conds).is_some_and(|subject| conds.implies(cond, conds.defined(subject))) {
        return false;
    }
    let Some(start) = ["_LIBRARIES", "_INCLUDE_DIRS"].iter().find_map(|end| name.strip_suffix(end)) else {
        return false;
    };
    let files = project.files.all();
    let names = files.once(|| Names::scan(files.iter().map(|file| &**file)));
    !is_searched(project, start)
        && !names.assigned.contains(name)
        && !names.declared.contains_key(name)
        && !names.tested.contains(name)
}

/// Whether the project looks for a package of such a name, or one that may be.
pub(super) fn is_searched(project: Project<'_>, name: &str) -> bool {
    const SEARCHES: &[&str] = &["find_package", "pkg_check_modules", "pkg_search_module", "find_dependency"];
    let alike = name.to_lowercase();
    let files = project.files.all();
    SEARCHES.iter().any(|kind| {
        let mut calls = files.calls(kind);
        calls.any(|(_, command)| command.arguments.first().is_some_and(|first| is_alike(&first.template, &alike)))
    })
}

/// Whether a name is one of a text that stands in the names of libraries, and empty where the project says something of it: no switch. With a
/// word for "yes" in it they are names of nothing.
pub(super) fn is_part_of_a_name(name: &str, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project.filter(|project| !project.model.facts.cache.contains_key(name)) else {
        return false;
    };
    let files = project.files.all();
    let mut sets = files
        .calls("set")
        .filter(|(_, command)| command.arguments.first().is_some_and(|first| first.template.literal() == Some(name)))
        .peekable();
    let is_empty = |command: &Command| {
        command.arguments.len() == 2 && command.arguments.iter().skip(1).all(|one| one.template.literal() == Some(""))
    };
    let is_joined = |template: &Template| {
        let mut parts = template.0.iter();
        template.0.len() > 1
            && parts.any(|part| matches!(part, Part::Reference(_, inner) if inner.literal() == Some(name)))
    };
    sets.peek().is_some()
        && sets.all(|(_, command)| is_empty(command))
        && files
            .calls("target_link_libraries")
            .any(|(_, command)| command.arguments.iter().skip(1).any(|one| is_joined(&one.template)))
}

/// Whether what is looked for may be of a name in small letters: what is put together may be of any.
fn is_alike(searched: &Template, name: &str) -> bool {
    searched.literal().is_none_or(|word| {
        let word = word.to_lowercase();
        name.starts_with(&word) || word.starts_with(name)
    })
}

/// Whether a name is one by which parts of the project speak to each other: it is declared nowhere, and some file sets it without asking
/// first whether users have. Where another file gives it a default, users may set it; who switches it off, even so, asks for what is not there.
pub(super) fn is_private(name: &str, value: &str, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project else { return false };
    if name.starts_with("CMAKE_") || name.starts_with("BUILD_") || project.model.facts.cache.contains_key(name) {
        return false;
    }
    let (mut plain, mut default) = (false, false);
    for (file, command) in project.files.all().calls("set") {
        let word = |at: usize| command.arguments.get(at).and_then(|argument| argument.template.literal());
        if word(0) == Some(name) && !(2..command.arguments.len()).any(|at| word(at) == Some("CACHE")) {
            let asks = branches::around(file, command.range.start).tested.contains(name);
            plain |= !asks;
            default |= asks;
        }
    }
    plain && (!default || is_off(value)) || is_made_by_a_command(name, project) || is_filled(name, project)
}

/// Whether the project puts elements into a list of that name (`list(APPEND …)`): it is the project's own, and begins empty.
fn is_filled(name: &str, project: Project<'_>) -> bool {
    const FILLS: &[&str] = &["APPEND", "INSERT", "PREPEND"];
    project.files.all().calls("list").any(|(_, command)| {
        let mut words = command.arguments.iter().map(|argument| argument.template.literal());
        words.next().flatten().is_some_and(|word| FILLS.contains(&word)) && words.next().flatten() == Some(name)
    })
}

/// Whether a name is a parameter of a function of the project's, a loop's variable, or what a command fills there.
fn is_made_by_a_command(name: &str, project: Project<'_>) -> bool {
    let files = project.files.all();
    let word = |command: &Command, at: usize| {
        command.arguments.get(at).and_then(|argument| argument.template.literal()) == Some(name)
    };
    let globs = |command: &Command| {
        let verb = command.arguments.first().and_then(|verb| verb.template.literal());
        matches!(verb, Some("GLOB" | "GLOB_RECURSE")) && word(command, 1)
    };
    let parameter = |command: &Command| (1..command.arguments.len()).any(|at| word(command, at));
    ["function", "macro"].into_iter().any(|kind| files.calls(kind).any(|(_, command)| parameter(command)))
        || ["foreach", "get_filename_component"]
            .into_iter()
            .any(|kind| files.calls(kind).any(|(_, command)| word(command, 0)))
        || files.calls("file").any(|(_, command)| globs(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_settings() {
        assert!(is_no_name("$HOME_OF", false) && is_no_name("_sources", true) && is_no_name("A B", true));
        assert!(!is_no_name("ENABLE-POET", true) && !is_no_name("WITH_SSL", true) && !is_no_name("pkg/a", true));
        assert!(!is_no_name("_qt_prefix", false));
    }

    #[test]
    fn folders_of_an_installation_are_there() {
        assert!(is_no_folder("CMAKE_INSTALL_LIBDIR", "OFF") && is_no_folder("CMAKE_INSTALL_INCLUDEDIR", ""));
        assert!(!is_no_folder("CMAKE_INSTALL_LIBDIR", "lib64") && !is_no_folder("X_LIBDIR", ""));
    }
}
