//! Functions without the macro that inline code of installed headers calls: who compiles that code needs them.
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::model::symbols::{agrees, last};
use crate::native::{FileIndex, Function, Linkage, NativeFile, Use};
use crate::rules::Project;
use crate::source::Span;

use super::classes::class_body;
use super::{Forgotten, LEAST, is_declared, is_marked, is_plain};

/// More of them are a habit: the code is not for others, or the build exports it in another way.
const MOST: usize = 4;
/// Shorter names are those of many things.
const SHORTEST: usize = 4;

/// How often a macro marks something.
#[derive(Default)]
struct Marked {
    all: usize,
    cxx: usize,
}

impl Marked {
    fn add(&mut self, cxx: bool) {
        self.all += 1;
        self.cxx += usize::from(cxx);
    }
}

/// Functions that inline code calls, of the headers given.
pub(super) fn forgotten(project: &Project<'_>, headers: &[FileIndex], macros: &[String]) -> Vec<Forgotten> {
    let files: Vec<&NativeFile> = headers.iter().filter_map(|index| project.natives.at(*index)).collect();
    let marks = |attributes: &crate::native::Attributes| {
        attributes.macros.iter().find(|name| macros.binary_search(name).is_ok()).cloned()
    };
    // Of those of C++ apart: a macro of the interface in C alone says that C++ is not exported.
    let mut marked: BTreeMap<&Path, BTreeMap<String, Marked>> = BTreeMap::new();
    let mut others: BTreeSet<&str> = BTreeSet::new();
    let mut bare: BTreeMap<&str, Vec<(&NativeFile, &Function)>> = BTreeMap::new();
    for file in &files {
        let marked = marked.entry(folder(file)).or_default();
        for function in &file.facts.functions {
            match marks(&function.attributes) {
                Some(name) => marked.entry(name).or_default().add(function.linkage != Linkage::C),
                None if is_declared(&function) && is_plain(&function.attributes) && !is_marked(file, function) => {
                    bare.entry(&function.name).or_default().push((file, function));
                    continue;
                }
                None => {}
            }
            others.insert(&function.name);
        }
        for class in &file.facts.classes {
            // An unqualified call in a class may mean its member.
            others.extend(class.out_of_line.iter().chain(&class.inline_members).map(String::as_str));
            if let Some(name) = marks(&class.attributes) {
                marked.entry(name).or_default().add(true);
            }
        }
        others.extend(file.facts.macros.iter().map(|one| &*one.name));
    }
    // One name, one function.
    bare.retain(|name, all| {
        let alike = all.windows(2).all(|pair| pair[0].1.qualified == pair[1].1.qualified);
        name.len() >= SHORTEST && alike && !others.contains(name)
    });
    let mut found: BTreeMap<&str, Forgotten> = BTreeMap::new();
    for file in &files {
        for used in &file.facts.uses {
            let Some((name, declared)) = bare.get_key_value(last(&used.name)) else { continue };
            let Some((header, function)) = declared.first() else { continue };
            if found.contains_key(name) || !agrees(&function.qualified, &used.name) || !is_for_users(file, used, macros)
            {
                continue;
            }
            // The macro of the headers beside it: another library of the tree has its own.
            let Some(marks) = marked.get(folder(header)) else { continue };
            let count = |marked: &Marked| if function.linkage == Linkage::C { marked.all } else { marked.cxx };
            let all: usize = marks.values().map(count).sum();
            let most = marks.iter().max_by_key(|(_, marked)| count(marked));
            let Some((macro_name, _)) = most.filter(|_| all >= LEAST) else { continue };
            found.insert(
                name,
                Forgotten {
                    name: function.name.clone(),
                    qualified: function.qualified.clone(),
                    macro_name: macro_name.clone(),
                    others: all,
                    beside: true,
                    span: Span::new(header.source.id(), function.range.clone()),
                    header: (*header).clone(),
                    guard: function.guard,
                    nested: None,
                    class: None,
                    class_macros: Vec::new(),
                    caller: Some(Span::new(file.source.id(), used.range.clone())),
                    included: None,
                },
            );
        }
    }
    if found.len() > MOST { Vec::new() } else { found.into_values().collect() }
}

fn folder(file: &NativeFile) -> &Path {
    file.source.path().parent().unwrap_or(Path::new(""))
}

/// Whether users of the header compile a call: it is not left to the library's own build, and not in a class that they cannot use anyway,
/// since its other members are not exported.
fn is_for_users(file: &NativeFile, used: &Use, macros: &[String]) -> bool {
    let guards = &file.facts.guards;
    let asked = guards.names(used.guard);
    if asked.iter().any(|name| !name.starts_with('_') && guards.polarity(used.guard, name).0) {
        return false;
    }
    let at = used.range.start as usize;
    let around = file.facts.classes.iter().filter(|class| {
        (class.range.end as usize) < at
            && class_body(file.source.bytes(), class.range.end as usize).is_some_and(|body| body.contains(&at))
    });
    around.into_iter().all(|class| {
        let marked = class.attributes.macros.iter().any(|name| macros.binary_search(name).is_ok());
        class.template || marked || !class.exported_members.is_empty() || class.out_of_line.is_empty()
    })
}
