//! Installed headers that mark nothing, or next to nothing, in a folder whose other headers mark nearly everything.
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::model::binaries::is_header;
use crate::model::mentions::has_word;
use crate::model::symbols::is_internal;
use crate::native::{Attributes, Class, FileIndex, Function, GuardId, NativeFile};
use crate::rules::Project;
use crate::source::{FileId, Span};

use super::{FOR_EACH, Forgotten, LEAST as OF_HEADER, is_declared, is_plain, is_private};

/// As many marks a folder has to have.
const LEAST: usize = 20;
/// More functions without, or more classes, are a part of the folder that is not for others.
const MOST: usize = 3;

/// What the headers of a folder declare.
#[derive(Default)]
struct Folder<'f> {
    /// Functions with a macro, and classes or members, by that.
    functions: BTreeMap<&'f str, usize>,
    classes: BTreeMap<&'f str, usize>,
    /// Namespaces of these, and heads of the functions.
    spaces: BTreeMap<&'f str, usize>,
    heads: Vec<&'f [u8]>,
    bare: Vec<Bare<'f>>,
}

/// A function or a member of a class without a macro, in a header that has none.
pub(super) struct Bare<'f> {
    file: &'f NativeFile,
    pub(super) name: &'f str,
    pub(super) qualified: String,
    pub(super) range: std::ops::Range<u32>,
    /// The class that it is a member of.
    pub(super) class: Option<&'f str>,
    space: &'f str,
    pub(super) guard: GuardId,
}

impl Bare<'_> {
    fn id(&self) -> FileId {
        self.file.source.id()
    }
}

/// The installed headers of folders that have headers with marks, read.
pub(super) fn installed(project: &Project<'_>, marking: &[FileIndex]) -> Vec<FileIndex> {
    let natives = project.natives;
    let folders: BTreeSet<&Path> = marking.iter().filter_map(|index| natives.path(*index)?.parent()).collect();
    let installed = project.model.installed();
    let mut headers: Vec<FileIndex> = natives
        .paths()
        .filter(|path| path.parent().is_some_and(|folder| folders.contains(folder)))
        .filter(|path| is_header(path) && !is_private(path))
        .filter(|path| installed.holds(path))
        .filter_map(|path| natives.index(path))
        .collect();
    headers.sort();
    natives.read_all(&headers);
    headers
}

/// What was forgotten in such headers.
pub(super) fn forgotten(project: &Project<'_>, headers: &[FileIndex], macros: &[String]) -> Vec<Forgotten> {
    let natives = project.natives;
    let mut found: BTreeMap<&Path, Folder<'_>> = BTreeMap::new();
    for &index in headers {
        let (Some(path), Some(file)) = (natives.path(index), natives.at(index)) else { continue };
        let Some(folder) = path.parent() else { continue };
        found.entry(folder).or_default().add(file, macros);
    }
    found.into_values().flat_map(Folder::forgotten).collect()
}

impl<'f> Folder<'f> {
    fn add(&mut self, file: &'f NativeFile, macros: &[String]) {
        let mut marks = 0;
        let mut bare = Vec::new();
        let mut is_mixed = false;
        let mark = |attributes: &'f Attributes| {
            attributes.macros.iter().find(|name| macros.binary_search(name).is_ok()).map(String::as_str)
        };
        for function in file.facts.functions.iter().filter(is_declared) {
            match mark(&function.attributes) {
                Some(name) => {
                    *self.functions.entry(name).or_default() += 1;
                    *self.spaces.entry(space(&function.qualified)).or_default() += 1;
                    let head = function.range.end as usize..function.head.end as usize;
                    self.heads.extend(file.source.bytes().get(head));
                    marks += 1;
                }
                None if is_plain(&function.attributes) => bare.extend(bare_function(function, file)),
                None => is_mixed = true,
            }
        }
        for class in &file.facts.classes {
            match mark(&class.attributes) {
                Some(name) => {
                    *self.classes.entry(name).or_default() += 1;
                    *self.spaces.entry(space(&class.qualified)).or_default() += 1;
                    marks += 1;
                }
                None if !class.exported_members.is_empty() => marks += class.exported_members.len(),
                None if is_plain(&class.attributes) => bare.extend(bare_class(class, file)),
                None => is_mixed = true,
            }
        }
        // A header that says of its parts who may have them is looked at by itself.
        if marks < OF_HEADER && !is_mixed {
            self.bare.append(&mut bare);
        }
    }

    fn forgotten(self) -> Vec<Forgotten> {
        let all: usize = self.functions.values().chain(self.classes.values()).sum();
        // Functions of one name are forgotten together.
        let bare = |is_class: bool| {
            let of_kind = self.bare.iter().filter(|one| one.class.is_some() == is_class);
            of_kind.map(|one| one.qualified.as_str()).collect::<BTreeSet<_>>().len()
        };
        let (functions, classes) = (bare(false), bare(true));
        if all < LEAST || functions.max(classes) > MOST || (functions + classes) * FOR_EACH > all {
            return Vec::new();
        }
        // A C API marks no classes.
        let most = |marks: &BTreeMap<&'f str, usize>| {
            marks
                .iter()
                .max_by_key(|(_, count)| **count)
                .filter(|(_, count)| **count >= OF_HEADER)
                .map(|(name, _)| *name)
        };
        let (of_functions, of_classes) = (most(&self.functions), most(&self.classes));
        let in_use = |one: &Bare<'_>| self.spaces.get(one.space).is_some_and(|count| *count >= OF_HEADER);
        // A class may be a part of others only, but for one that functions take or give.
        let is_taken =
            |one: &Bare<'_>| one.class.is_none_or(|class| self.heads.iter().any(|head| has_word(head, class)));
        // With a class that nobody outside can have, the header is for the library itself.
        let kept: BTreeSet<FileId> = self.bare.iter().filter(|one| !is_taken(one)).map(|one| one.id()).collect();
        let public = |one: &Bare<'_>| !kept.contains(&one.id());
        let forgotten = self.bare.into_iter().filter(in_use).filter(public).filter_map(|one| {
            let macro_name = if one.class.is_some() { of_classes } else { of_functions }?;
            let span = Span::new(one.file.source.id(), one.range);
            let (name, macro_name) = (one.name.to_owned(), macro_name.to_owned());
            let (header, guard) = (one.file.clone(), one.guard);
            let qualified = one.qualified;
            Some(Forgotten {
                name,
                qualified,
                macro_name,
                others: all,
                beside: true,
                span,
                header,
                guard,
                nested: None,
                class: None,
                class_macros: Vec::new(),
                caller: None,
                included: None,
            })
        });
        forgotten.collect()
    }
}

/// The namespace of a name.
fn space(qualified: &str) -> &str {
    qualified.rsplit_once("::").map_or("", |(space, _)| space)
}

pub(super) fn bare_function<'f>(function: &'f Function, file: &'f NativeFile) -> Option<Bare<'f>> {
    let (name, qualified) = (&function.name, &function.qualified);
    let for_others = !is_internal(name) && !is_internal(qualified);
    let (range, space) = (function.range.clone(), space(qualified));
    for_others.then(|| Bare {
        file,
        name,
        qualified: qualified.clone(),
        range,
        class: None,
        space,
        guard: function.guard,
    })
}

/// A class that is not nested in another one, by one of the members that a source has to define.
pub(super) fn bare_class<'f>(class: &'f Class, file: &'f NativeFile) -> Option<Bare<'f>> {
    let space = space(&class.qualified);
    let nested = file.facts.classes.iter().any(|other| other.qualified == space);
    if class.template || class.internal || nested || is_internal(&class.qualified) {
        return None;
    }
    let name = class.out_of_line.iter().find(|name| !name.starts_with("operator"))?;
    let qualified = format!("{}::{name}", class.qualified);
    Some(Bare {
        file,
        name,
        qualified,
        range: class.range.clone(),
        class: Some(&class.name),
        space,
        guard: class.guard,
    })
}
