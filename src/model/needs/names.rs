//! What the names in a source mean: the namespaces around them, and those that the file uses.
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::binaries::{Defined, DefinedKind};
use crate::native::{ClassUse, FileFacts, Function, NativeFile};
use crate::source::FileId;

/// What decides the meaning of names in a file, each part found when it is asked for first: many binaries ask the same files.
#[derive(Default)]
pub(in crate::model) struct Scopes {
    usings: OnceCell<Usings>,
    around: OnceCell<Around>,
    members: OnceCell<FxHashSet<Box<str>>>,
}

/// The scopes of files.
pub(in crate::model) type ScopesOfFiles = RefCell<FxHashMap<FileId, Rc<Scopes>>>;

/// A file with its scopes.
#[derive(Clone, Copy)]
pub(super) struct Scoped<'f> {
    pub(super) file: &'f NativeFile,
    pub(super) scopes: &'f Scopes,
}

impl<'f> Scoped<'f> {
    fn usings(self) -> &'f Usings {
        self.scopes.usings.get_or_init(|| Usings::of(self.file.source.bytes()))
    }

    fn around(self) -> &'f Around {
        self.scopes.around.get_or_init(|| Around::new(&self.file.facts))
    }

    /// Whether a class of the file has a member of that name.
    fn has_member(self, name: &str) -> bool {
        self.scopes.members.get_or_init(|| members(&self.file.facts).map(Box::from).collect()).contains(name)
    }
}

/// The namespaces and the names that a file brings in.
#[derive(Default)]
struct Usings {
    namespaces: FxHashSet<Box<str>>,
    names: FxHashSet<Box<str>>,
}

impl Usings {
    /// Reads `using namespace ns;` and `using ns::T;`, written with single blanks.
    fn of(bytes: &[u8]) -> Self {
        /// Longer ones are no such declarations.
        const MOST: usize = 256;
        let mut found = Self::default();
        for at in memchr::memmem::find_iter(bytes, b"using ") {
            let rest = &bytes[at + b"using ".len()..];
            let rest = &rest[..rest.len().min(MOST)];
            let Some(end) = memchr::memchr(b';', rest) else { continue };
            let Ok(used) = std::str::from_utf8(&rest[..end]) else { continue };
            match used.strip_prefix("namespace ") {
                Some(namespace) => found.namespaces.insert(namespace.into()),
                None => found.names.insert(used.into()),
            };
        }
        found
    }
}

/// Symbols by their qualified names, with and without inline namespaces, each with its number.
#[derive(Default)]
pub(super) struct Meanings<'d> {
    /// Last parts of the names.
    last: FxHashSet<&'d str>,
    kinds: FxHashMap<&'d str, Option<DefinedKind>>,
    qualified: FxHashMap<&'d str, Vec<(usize, Rc<Defined>)>>,
    count: usize,
}

impl<'d> Meanings<'d> {
    pub(super) fn add(&mut self, defined: &'d Rc<Defined>) {
        self.last.insert(&defined.name);
        let kind = self.kinds.entry(&defined.name).or_insert(Some(defined.kind));
        *kind = kind.filter(|kind| *kind == defined.kind);
        self.count += 1;
        let plain = defined.plain.iter().filter(|plain| **plain != defined.qualified);
        for name in std::iter::once(&defined.qualified).chain(plain) {
            self.qualified.entry(name).or_default().push((self.count, Rc::clone(defined)));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.last.is_empty()
    }

    /// The kind of the symbols with a last name; None where they are of several kinds.
    pub(super) fn kind_of(&self, name: &str) -> Option<DefinedKind> {
        self.kinds.get(name).copied().flatten()
    }

    /// The symbols of a qualified name.
    pub(super) fn of(&self, qualified: &str) -> Vec<Rc<Defined>> {
        let all = self.qualified.get(qualified).into_iter().flatten();
        all.filter(|(_, one)| one.qualified == qualified).map(|(_, one)| Rc::clone(one)).collect()
    }

    /// What a name that is used at a place can mean, by the namespaces around it and those that the file uses; in the order of the
    /// definitions.
    pub(super) fn of_use(&self, at: Scoped<'_>, used: &str, place: u32) -> Vec<Rc<Defined>> {
        let used = used.strip_prefix("::").unwrap_or(used);
        if !self.last.contains(used.rsplit(':').next().unwrap_or(used)) {
            return Vec::new();
        }
        let mut found: Vec<(usize, &Rc<Defined>)> = Vec::new();
        let mut take =
            |name: &str| found.extend(self.qualified.get(name).into_iter().flatten().map(|(at, one)| (*at, one)));
        take(used);
        let mut whole = String::new();
        let mut within = |outer: &str, take: &mut dyn FnMut(&str)| {
            whole.clear();
            whole.push_str(outer);
            whole.push_str("::");
            whole.push_str(used);
            take(&whole);
        };
        let mut around = at.around().of(place);
        while let Some(outer) = around.filter(|outer| !outer.is_empty()) {
            within(outer, &mut take);
            around = outer.rsplit_once("::").map(|(outer, _)| outer);
        }
        for outer in &at.usings().namespaces {
            within(outer, &mut take);
        }
        // What stands in a class of the file under that name comes first, and is not certain.
        if found.is_empty() || !used.contains("::") && at.has_member(used) {
            return Vec::new();
        }
        found.sort_unstable_by_key(|(at, _)| *at);
        found.dedup_by_key(|(at, _)| *at);
        found.into_iter().map(|(_, one)| Rc::clone(one)).collect()
    }
}

/// Whether a namespace is another one or stands in it.
fn is_within(inner: &str, outer: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Whether a use of a class can be that class.
pub(super) fn names_class(at: Scoped<'_>, used: &ClassUse, qualified: &str) -> bool {
    let name = used.name.strip_prefix("::").unwrap_or(&used.name);
    if name == qualified {
        return true;
    }
    let Some(outer) = qualified.strip_suffix(name).and_then(|outer| outer.strip_suffix("::")) else { return false };
    let usings = at.usings();
    is_within(&used.scope, outer) || usings.namespaces.contains(outer) || usings.names.contains(qualified)
}

/// The names of members that a file's classes have.
fn members(facts: &FileFacts) -> impl Iterator<Item = &str> {
    let functions = facts.functions.iter().filter(|function| function.member).map(|function| function.name.as_str());
    functions.chain(
        facts
            .classes
            .iter()
            .flat_map(|class| class.out_of_line.iter().chain(&class.inline_members).map(String::as_str)),
    )
}

/// Whether a class of the file has a member of that name.
pub(super) fn is_member_somewhere(facts: &FileFacts, name: &str) -> bool {
    members(facts).any(|member| member == name)
}

/// The namespaces of a file's functions, by place.
struct Around {
    /// Where definitions of functions begin, ascending, each with its namespace.
    functions: Vec<(u32, Option<Box<str>>)>,
    /// Where classes begin, ascending.
    classes: Vec<u32>,
}

impl Around {
    fn new(facts: &FileFacts) -> Self {
        let definitions = facts.functions.iter().filter(|function| function.is_definition);
        let outer = |function: &Function| function.qualified.rsplit_once("::").map(|(outer, _)| Box::from(outer));
        let mut functions: Vec<(u32, Option<Box<str>>)> =
            definitions.map(|function| (function.head.start, outer(function))).collect();
        functions.sort_by_key(|(start, _)| *start);
        let mut classes: Vec<u32> = facts.classes.iter().map(|class| class.range.start).collect();
        classes.sort_unstable();
        Self { functions, classes }
    }

    /// The namespace of the function that a place most likely stands in: the last definition that begins before it, unless a
    /// class begins in between.
    fn of(&self, at: u32) -> Option<&str> {
        let before = self.functions.partition_point(|(start, _)| *start <= at);
        let (start, outer) = self.functions.get(before.checked_sub(1)?)?;
        let next = self.classes.partition_point(|class| class <= start);
        let class = self.classes.get(next).is_some_and(|class| *class <= at);
        outer.as_deref().filter(|_| !class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_are_searched_literally() {
        let usings = Usings::of(b"#include <a>\nusing namespace a::b;\nusing a::T;\n");
        assert!(usings.namespaces.contains("a::b") && !usings.namespaces.contains("a"));
        assert!(usings.names.contains("a::T"));
    }
}
