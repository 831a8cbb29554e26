//! Installed headers that include the header of the export macro and do not use it.
use std::collections::{BTreeMap, BTreeSet};

use crate::native::{Effect, ExportMacro, FileIndex, NativeFile, Triggers};
use crate::rules::Project;
use crate::source::Span;

use super::folders::{Bare, bare_class, bare_function};
use super::{Forgotten, export_effect, is_declared, is_plain};

/// More such headers are a habit: the include is there for its own sake.
const MOST_HEADERS: usize = 4;
/// More functions, or more classes, are a header that is not for others.
const MOST: usize = 3;

/// What is declared in such headers and a source has to define.
pub(super) fn forgotten(project: &Project<'_>, installed: &[FileIndex], macros: &[String]) -> Vec<Forgotten> {
    let natives = project.natives;
    let defining = defining(project, macros);
    if defining.is_empty() {
        return Vec::new();
    }
    let using = natives.mentioning(&[macros, &standing(project, macros)].concat());
    let mut headers = 0;
    let mut found = Vec::new();
    for file in installed.iter().filter(|index| !using.contains(index)).filter_map(|index| natives.at(*index)) {
        let name = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
        let mut includes = file.facts.includes.iter().map(|include| name(&include.path));
        let Some((included, macro_name)) = includes.find_map(|name| Some((name.clone(), defining.get(&name)?))) else {
            continue;
        };
        let bare = bare(file);
        headers += usize::from(!bare.is_empty());
        found.extend(bare.into_iter().map(|one| Forgotten {
            name: one.name.to_owned(),
            qualified: one.qualified,
            macro_name: macro_name.clone(),
            others: 0,
            beside: false,
            span: Span::new(file.source.id(), one.range),
            header: file.clone(),
            guard: one.guard,
            nested: None,
            class: one.class.map(str::to_owned),
            class_macros: Vec::new(),
            caller: None,
            included: Some(included.clone()),
        }));
    }
    if headers > MOST_HEADERS { Vec::new() } else { found }
}

/// Macros that stand for an exporting one, if only under a condition (`#define API EXPORTED` where the library is built).
fn standing(project: &Project<'_>, macros: &[String]) -> Vec<String> {
    let natives = project.natives;
    let stands = |one: &ExportMacro| {
        let is_it = |effect: &Effect| matches!(effect, Effect::Alias(name) if macros.binary_search(name).is_ok());
        one.alternatives.iter().any(|alternative| is_it(&alternative.effect))
    };
    let files = natives.with(Triggers::EXPORT).filter_map(|path| natives.file(path));
    let names: BTreeSet<String> = files
        .flat_map(|file| {
            file.facts.export_macros.iter().filter(|one| stands(one)).map(|one| one.name.clone()).collect::<Vec<_>>()
        })
        .collect();
    names.into_iter().collect()
}

/// The names of headers that define an export macro and declare nothing, each with its macro; none that stands for several.
fn defining(project: &Project<'_>, macros: &[String]) -> BTreeMap<String, String> {
    let natives = project.natives;
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for header in project.model.generated_export_macros() {
        found.entry(header.file).or_default().insert(header.export);
    }
    for path in natives.with(Triggers::EXPORT) {
        let (Some(file), Some(name)) = (natives.file(path), path.file_name()) else { continue };
        if !file.facts.functions.is_empty() || !file.facts.classes.is_empty() {
            continue;
        }
        let own = file.facts.export_macros.iter().filter(|one| macros.binary_search(&one.name).is_ok());
        let own = own.filter(|one| one.alternatives.iter().any(|alternative| export_effect(&alternative.effect)));
        let own: Vec<String> = own.map(|one| one.name.clone()).collect();
        if !own.is_empty() {
            found.entry(name.to_string_lossy().into_owned()).or_default().extend(own);
        }
    }
    let single = |(file, names): (String, BTreeSet<String>)| {
        let mut names = names.into_iter();
        Some((file, names.next()?)).filter(|_| names.next().is_none())
    };
    found.into_iter().filter_map(single).collect()
}

/// Functions and classes of a header that has no mark of any kind; none where they are many.
fn bare(file: &NativeFile) -> Vec<Bare<'_>> {
    let facts = &file.facts;
    let functions = || facts.functions.iter().filter(is_declared);
    if functions().any(|one| !is_plain(&one.attributes)) || facts.classes.iter().any(|one| !is_plain(&one.attributes)) {
        return Vec::new();
    }
    let of_functions: Vec<_> = functions().filter_map(|one| bare_function(one, file)).collect();
    let of_classes: Vec<_> = facts.classes.iter().filter_map(|one| bare_class(one, file)).collect();
    if of_functions.len().max(of_classes.len()) > MOST {
        return Vec::new();
    }
    of_classes.into_iter().chain(of_functions).collect()
}
