//! The systems on which a project is judged: those where its programs are installed into folders and whose loader follows search paths.
use std::collections::BTreeSet;

use crate::cmake::eval::text::SymbolKind;
use crate::cmake::syntax::{Command, File};
use crate::cond::{Cond, SubjectKind};
use crate::model::Model;
use crate::rules::{Project, is_find_module};

/// Besides Linux, systems with such loaders, and other words for them. Programs for Android come in packages of their own, and those for the web
/// load nothing from folders. Source: cmake-variables(7), `BSD`; Platform/QNX-Initialize of CMake.
const OTHERS: &[(&str, &[&str])] = &[
    ("FreeBSD", &["BSD"]),
    ("OpenBSD", &["BSD"]),
    ("NetBSD", &["BSD"]),
    ("DragonFly", &["BSD"]),
    ("SunOS", &["Solaris"]),
    ("QNX", &["QNXNTO"]),
];

/// By these users decide that no search path is installed (cmake-variables(7)).
pub(super) const SWITCHES: &[&str] = &["CMAKE_SKIP_INSTALL_RPATH", "CMAKE_SKIP_RPATH"];

/// Whether a project installs under `/usr` unless told otherwise: there every loader looks (ld.so(8)).
pub(super) fn defaults_to_usr(project: Project<'_>) -> bool {
    let gives = |command: &Command| {
        let word = |at: usize| command.arguments.get(at).and_then(|one| one.template.literal());
        let is_usr = |prefix: &str| prefix.trim_end_matches('/') == "/usr";
        &*command.lower == "set" && word(0) == Some("CMAKE_INSTALL_PREFIX") && word(1).is_some_and(is_usr)
    };
    let own = |file: &File| !project.model.is_vendored(project.files.sources().get(file.id).path());
    project.evaluated().any(|file| own(&file) && file.commands.iter().any(gives))
}

/// When a project is judged: on Linux, and on each other system that its conditions tell apart, where search paths are not switched off.
pub(super) fn judged(project: Project<'_>) -> Cond {
    let model = project.model;
    let conds = &model.facts.conds;
    let named = named(project);
    let system = conds.well_known("CMAKE_SYSTEM_NAME");
    let others = OTHERS.iter().filter(|(name, _)| named.contains(name));
    let others = others.filter_map(|(name, _)| Some(conds.equals(system?, name)));
    let all = conds.any(conds.platform("LINUX").into_iter().chain(others).collect::<Vec<_>>());
    let texts = &model.facts.texts;
    let switches = SWITCHES.iter().filter_map(|name| texts.find_symbol(SymbolKind::Input, name));
    let off = switches.map(|symbol| conds.truthy(texts.info(symbol).subject));
    conds.diff(all, conds.any(off.collect::<Vec<_>>()))
}

/// The other systems that conditions of the build description name. What is taken over from others says nothing of this project.
fn named(project: Project<'_>) -> BTreeSet<&'static str> {
    let model = project.model;
    let files = project.evaluated().filter(|file| {
        let source = project.files.sources().get(file.id);
        !is_find_module(source.path()) && !model.is_vendored(source.path())
    });
    let mut out = BTreeSet::new();
    for file in files {
        let tests = file.commands.iter().filter(|command| matches!(&*command.lower, "if" | "elseif"));
        for word in tests.flat_map(|test| &test.arguments).filter_map(|one| one.template.literal()) {
            out.extend(OTHERS.iter().filter(|(name, also)| is_named(word, name, also)).map(|(name, _)| *name));
        }
    }
    out
}

/// Whether a word of a condition is a system, or a pattern that holds it.
fn is_named(word: &str, name: &str, also: &[&str]) -> bool {
    word.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .any(|part| std::iter::once(&name).chain(also).any(|one| part.eq_ignore_ascii_case(one)))
}

/// The part of a condition in which programs are built for the machine that builds them, where a project asks for that: who builds for
/// another one was told to have no search path.
pub(super) fn at_home(model: &Model<'_>, cond: Cond) -> Cond {
    let conds = &model.facts.conds;
    let mut out = cond;
    for subject in conds.subjects(cond) {
        let info = conds.subject_info(subject);
        if info.name == "CMAKE_CROSSCOMPILING" {
            out = conds.diff(out, conds.truthy(subject));
        } else if info.name == "CMAKE_HOST_SYSTEM_NAME" && info.kind == SubjectKind::Toolchain {
            out = conds.and(out, conds.platform("CMAKE_HOST_UNIX").unwrap_or(Cond::TRUE));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_named_by_words_and_patterns() {
        let named = |word: &str| -> Vec<&str> {
            OTHERS.iter().filter(|(name, also)| is_named(word, name, also)).map(|(name, _)| *name).collect()
        };
        assert_eq!(named("Linux|FreeBSD"), ["FreeBSD"]);
        assert_eq!(named("^(BSD|SunOS)$"), ["FreeBSD", "OpenBSD", "NetBSD", "DragonFly", "SunOS"]);
        assert_eq!(named("HAVE_BSD_STRING_H"), [""; 0]);
        assert_eq!(named("QNXNTO"), ["QNX"]);
    }
}
