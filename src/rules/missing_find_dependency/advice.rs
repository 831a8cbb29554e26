//! What a package configuration has to say, in words that can be copied.
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::cmake::eval::Files;
use crate::cmake::eval::text::has_symbol;
use crate::cmake::syntax::{self, Command};
use crate::cond::Cond;
use crate::discover::{Inputs, Kind};
use crate::model::{Installed, Model};
use crate::rules::cmake_modules::find_modules;
use crate::rules::wording::{all, listing};
use crate::source::SourceMap;

use super::components::is_asked_by_name;
use super::text::{names_package, packages as searched};

/// The package whose targets are made by commands of its own (cmake-modules(7), `FindPkgConfig`).
const PKG_CONFIG: &str = "PkgConfig";

/// The calls that bring the targets of a package, some items of which are linked.
pub(super) fn calls(model: &Model<'_>, files: &Files<'_>, package: &str, items: &[&str]) -> Vec<String> {
    if UMBRELLAS.contains(&package) {
        let parts: BTreeSet<String> =
            items.iter().map(|item| format!("{package}{}", part(model, package, item))).collect();
        return parts.into_iter().map(|part| format!("`find_dependency({part})`")).collect();
    }
    let mode = if asks_for_config(model, files, package) { " CONFIG" } else { "" };
    let names = other_names(model, files, package);
    let search = format!("`find_dependency({package}{mode}{names}{})`", components(model, files, package, items));
    let prefixes = items.iter().filter_map(|item| item.strip_prefix(PKG_CONFIG)?.strip_prefix("::"));
    let modules = prefixes.filter(|_| package == PKG_CONFIG).map(|prefix| modules(files, prefix));
    std::iter::once(search).chain(modules).collect()
}

/// Names by which a module of KDE's ECM looks for several packages, each of which has a configuration of its own, while none has that of the
/// name (FindKF5.cmake and FindKF6.cmake, ecm-find-modules(7)).
const UMBRELLAS: &[&str] = &["KF5", "KF6"];

/// The component that makes a target: the one with the longest name that its own begins with (`KF6::I18nLocaleData` of I18n).
fn part<'m>(model: &Model<'m>, package: &str, item: &'m str) -> &'m str {
    let own = item.split_once("::").map_or(item, |(_, own)| own);
    let facts = model.facts;
    let searches = facts.packages.iter().filter(|search| facts.texts.as_str(search.name) == Some(package));
    let asked = searches.flat_map(|search| &search.components).filter_map(|one| facts.texts.as_str(*one));
    asked.filter(|asked| own.starts_with(asked)).max_by_key(|asked| asked.len()).unwrap_or(own)
}

/// The literal words of each search of the project for a package; nothing for one whose command is not at hand.
pub(super) fn searches(model: &Model<'_>, files: &Files<'_>, package: &str) -> Vec<Option<Vec<String>>> {
    let facts = model.facts;
    let searches = facts.packages.iter().filter(|search| facts.texts.as_str(search.name) == Some(package));
    let words = searches.map(|search| {
        let (file, at) = files.command_at(model.span(search.origin)?)?;
        let words = file.commands.get(at)?.arguments.iter().filter_map(|one| one.template.literal());
        Some(words.map(str::to_owned).collect())
    });
    words.collect()
}

/// Whether the project asks for the package's own configuration wherever it looks for it, where CMake has a module of that name.
fn asks_for_config(model: &Model<'_>, files: &Files<'_>, package: &str) -> bool {
    let asks =
        |words: Option<Vec<String>>| words.map(|w| w.iter().any(|word| matches!(&**word, "CONFIG" | "NO_MODULE")));
    let mut searches = searches(model, files, package).into_iter().map(asks);
    find_modules().any(|module| module == package)
        && searches.next() == Some(Some(true))
        && searches.all(|asks| asks == Some(true))
}

/// The names that the project's own search knows the package's configuration by (`NAMES`), as words of a search.
fn other_names(model: &Model<'_>, files: &Files<'_>, package: &str) -> String {
    let mut found = searches(model, files, package).into_iter().flatten().filter_map(|words| {
        let names = words.into_iter().skip_while(|word| *word != "NAMES").skip(1);
        // What follows is a keyword, all of which have no small letter (cmake-commands(7), `find_package`).
        let names: Vec<String> = names.take_while(|word| word.chars().any(char::is_lowercase)).collect();
        (!names.is_empty()).then(|| format!(" NAMES {}", names.join(" ")))
    });
    found.next().unwrap_or_default()
}

/// The call that makes `PkgConfig::<prefix>`, as the project has it.
fn modules(files: &Files<'_>, prefix: &str) -> String {
    const WORDS: &[&str] = &["REQUIRED", "QUIET", "IMPORTED_TARGET", "GLOBAL"];
    let all = files.all();
    let words = |command: &Command| -> Option<Vec<String>> {
        let words = command.arguments.iter().map(|one| one.template.literal().map(str::to_owned));
        words.collect::<Option<Vec<_>>>().filter(|words| words.first().is_some_and(|first| first == prefix))
    };
    let mut found = ["pkg_check_modules", "pkg_search_module"].into_iter().flat_map(|name| {
        let commands = all.calls(name).map(|(_, command)| command);
        commands.filter_map(|command| Some((name, words(command)?))).collect::<Vec<_>>()
    });
    let (name, modules) = found.next().unwrap_or(("pkg_check_modules", vec![String::new(), "…".to_owned()]));
    let modules = modules.iter().skip(1).filter(|word| !WORDS.contains(&word.as_str()));
    let modules: Vec<&str> = modules.map(String::as_str).collect();
    format!("`{name}({prefix} REQUIRED IMPORTED_TARGET {})`", modules.join(" "))
}

/// The components that some search of the project can do without, and none asks for otherwise.
fn optional_components(model: &Model<'_>, files: &Files<'_>, package: &str) -> BTreeSet<String> {
    const OPTIONAL: &str = "OPTIONAL_COMPONENTS";
    let (mut optional, mut needed) = (BTreeSet::new(), BTreeSet::new());
    for words in searches(model, files, package).into_iter().flatten() {
        let mut words = words.into_iter();
        needed.extend(words.by_ref().take_while(|word| word != OPTIONAL));
        optional.extend(words);
    }
    optional.difference(&needed).cloned().collect()
}

/// The components of a package that the project itself asks for, as words of a search: those that the linked targets are called by, where
/// all are, since the others may be for its tests.
fn components(model: &Model<'_>, files: &Files<'_>, package: &str, items: &[&str]) -> String {
    /// More of them are left to the reader.
    const MOST: usize = 20;
    /// Targets that need no component: those of the headers, and of definitions (`FindBoost`, "Imported Targets").
    const HEADERS: &[&str] = &[
        "Boost::boost",
        "Boost::diagnostic_definitions",
        "Boost::disable_autolinking",
        "Boost::dynamic_linking",
        "Boost::headers",
    ];
    let items: Vec<&str> = items.iter().copied().filter(|item| !HEADERS.contains(item)).collect();
    if items.is_empty() {
        return String::new();
    }
    let facts = model.facts;
    let searches = facts.packages.iter().filter(|search| facts.texts.as_str(search.name) == Some(package));
    let components = searches.flat_map(|search| &search.components).map(|one| facts.texts.as_str(*one));
    let Some(components) = components.collect::<Option<BTreeSet<&str>>>() else {
        return " COMPONENTS …".to_owned();
    };
    let linked =
        items.iter().map(|item| item.split_once("::").map(|(_, part)| part).filter(|one| components.contains(one)));
    let linked = linked.collect::<Option<BTreeSet<&str>>>().filter(|linked| !linked.is_empty());
    // What the project does without, its users need not have.
    let optional = optional_components(model, files, package);
    let components = linked.unwrap_or_else(|| components.into_iter().filter(|one| !optional.contains(*one)).collect());
    let mut words: Vec<&str> = components.iter().copied().take(MOST).collect();
    if components.len() > MOST {
        words.push("…");
    }
    if words.is_empty() { String::new() } else { format!(" COMPONENTS {}", words.join(" ")) }
}

/// Where the calls are to be written. `text` is that of the configuration, in lower case; nothing where the export file is the configuration.
pub(super) fn place(text: &str, calls: &[String]) -> String {
    let calls = match calls {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => calls.concat(),
    };
    if text.is_empty() {
        return format!(
            "CMake writes this file: call the exported one otherwise (`…Targets.cmake`) and install a configuration that has \
             `include(CMakeFindDependencyMacro)`, {calls} and then includes it"
        );
    }
    let defines = if brings_macro(text) { "" } else { "`include(CMakeFindDependencyMacro)` and " };
    format!("write {defines}{calls} before the targets are included")
}

/// Whether a configuration, in lower case, names a package, components of which it does not ask for.
pub(super) fn asks_for_others(text: &str, package: &str) -> bool {
    is_asked_by_name(package) && names_package(text, &package.to_lowercase())
}

/// What a configuration, in lower case, does not look for.
pub(super) fn missed(text: &str, packages: &[&str]) -> String {
    match packages {
        [one] if asks_for_others(text, one) => {
            format!("`{one}` is looked for here without these components")
        }
        [_] => format!("{} is not looked for here", all(packages)),
        _ => format!("{} are not looked for here", all(packages)),
    }
}

/// Of the builds that install a package, those of a condition, in words; nothing where that would be long, or speaks of what only configuring
/// tells.
pub(super) fn builds(model: &Model<'_>, cond: Cond, always: Cond) -> Option<String> {
    /// Characters, and steps to find them.
    const LONG: usize = 100;
    const STEPS: usize = 2000;
    let conds = &model.facts.conds;
    let given = conds.given(cond, always);
    if !given.is_possible() || given.is_true() {
        return None;
    }
    let text = conds.formula_within(given, &mut STEPS.clone())?;
    // Paths are those of this machine.
    let is_plain = text.chars().count() <= LONG && !text.contains('/') && !has_symbol(&text);
    (is_plain && conds.brief(given, &text).is_none()).then_some(text)
}

/// What else is to be looked for: targets whose package is not known.
pub(super) fn others(items: &BTreeSet<Arc<str>>) -> String {
    let Some(first) = items.first() else { return String::new() };
    match items.len() {
        1 => format!("; look for the package of `{first}`, too"),
        more => format!("; look for what brings `{first}` and {} more, too", more - 1),
    }
}

/// What else the configuration has to bring: targets that files of the project make, with the files' names.
pub(super) fn made_here(targets: &BTreeSet<(Arc<str>, String)>) -> String {
    let files: BTreeSet<&str> = targets.iter().map(|(_, file)| &**file).collect();
    let files: Vec<String> = files.into_iter().map(|file| format!("`{file}`")).collect();
    let Some((first, _)) = targets.first() else { return String::new() };
    let them = if files.len() == 1 { "that" } else { "those" };
    format!("; `{first}` is made by {}: install and include {them}, too", files.join(", "))
}

/// Whether a text, in lower case, includes the module of `find_dependency()` in all configurations, before anything else.
fn brings_macro(text: &str) -> bool {
    let Some(at) = text.find("cmakefinddependencymacro") else { return false };
    let before = text.get(..at).unwrap_or_default();
    let count = |word: &str| {
        let starts =
            |line: &&str| line.trim_start().strip_prefix(word).is_some_and(|rest| rest.trim_start().starts_with('('));
        before.lines().filter(starts).count()
    };
    count("if") <= count("endif")
}

/// What is to be done beside the calls where the project finds packages by modules of its own, which nothing installs.
pub(super) fn own_modules(sources: &SourceMap, inputs: &Inputs, installed: &Installed, packages: &[&str]) -> String {
    let module = |name: &str| {
        let mut paths = inputs.of(Kind::CMakeModule).iter();
        paths.find(|path| path.file_name().is_some_and(|file| file == name))
    };
    // The packages behind an umbrella have configurations.
    let mut left: Vec<String> =
        packages.iter().filter(|package| !UMBRELLAS.contains(package)).map(|one| (*one).to_owned()).rev().collect();
    let mut own: Vec<(String, String)> = Vec::new();
    while let Some(package) = left.pop() {
        let name = format!("Find{package}.cmake");
        let Some(path) = module(&name).filter(|_| !own.iter().any(|(_, known)| *known == name)) else { continue };
        // What a module looks for by further ones is needed as well.
        let text = sources.load(path).ok();
        let needs = text.map(|text| searched(&syntax::parse(text.id(), text.bytes()))).unwrap_or_default();
        left.extend(needs.into_iter().rev());
        own.push((package, name));
    }
    own.retain(|(_, name)| !installed.files.iter().any(|file| *file.name == **name));
    let is_of_cmake = |(package, _): &(String, String)| find_modules().any(|module| module == *package);
    let (hiding, own): (Vec<_>, Vec<_>) = own.into_iter().partition(is_of_cmake);
    let names = |modules: Vec<(String, String)>| modules.into_iter().map(|(_, name)| name).collect::<Vec<_>>();
    let (hiding, own) = (names(hiding), names(own));
    let beside = match listing(&own) {
        _ if own.is_empty() => String::new(),
        names => format!("; they need {names} beside it, and its folder in CMAKE_MODULE_PATH"),
    };
    if hiding.is_empty() {
        return beside;
    }
    format!("{beside}; {} of the project, too, where CMake's own makes no such target", listing(&hiding))
}

/// What is to be done beside the calls where packages are found by modules that KDE's package of modules brings.
pub(super) fn modules_of_others(model: &Model<'_>, packages: &[&str]) -> String {
    let facts = model.facts;
    let mut searched = facts.packages.iter().filter_map(|search| facts.texts.as_str(search.name));
    let rows = || include_str!("ecm.txt").lines().filter(|line| !line.starts_with('#'));
    let names: Vec<String> = packages
        .iter()
        .filter(|name| rows().any(|row| row == **name))
        .map(|name| format!("Find{name}.cmake"))
        .collect();
    if names.is_empty() || !searched.any(|name| name == "ECM") {
        return String::new();
    }
    format!("; {} of ECM: `find_dependency(ECM)` before, and ECM_FIND_MODULE_DIR in CMAKE_MODULE_PATH", come(&names))
}

fn come(names: &[String]) -> String {
    format!("{} {}", listing(names), if names.len() == 1 { "is" } else { "are" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_include_under_a_condition_does_not_always_help() {
        assert!(brings_macro("if(a)\nset(b c)\nendif()\ninclude(cmakefinddependencymacro)"));
        assert!(!brings_macro("if(a)\n  include(cmakefinddependencymacro)\nendif()"));
        assert!(!brings_macro("find_package(a)"));
    }
}
