//! Who defines a function and who calls it, target by target: what sources say, read as text.
mod aliases;
mod calls;
mod holders;
mod members;

use std::cell::RefCell;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::native::{FileIndex, Function, Language, Linkage, NativeFile, Natives, Use};
use crate::source::{FileId, Purpose, Span, purpose};

pub use calls::CallOf;
pub use holders::Line;
use holders::{Holders, any_of};
pub use members::members_of;

use super::binaries::is_header;
use super::call_sites::{is_common, is_on_demand, may_be_no_call};
use super::includes::Headers;
use super::mentions::has_word;
use super::otherwise::{Otherwise, definitions};
use super::{Model, Source, TargetId};

/// A function as linkers tell it apart, as far as text tells it: C++ overloads are one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// Its name is not mangled.
    pub c: bool,
    /// The name; in C++ with its namespaces.
    pub name: String,
}

/// A function or a call in a file that a target compiles.
#[derive(Clone)]
pub struct Site {
    /// The file.
    pub path: Rc<Path>,
    /// What it says.
    pub file: NativeFile,
    /// Index in the file's `functions` (or `uses`); behind these, in its `object_uses`, and in its `field_uses`.
    pub index: usize,
    /// When the file is compiled into the target.
    pub cond: Cond,
    /// A source includes the file: what its text means there, only the compiler knows.
    pub is_included: bool,
}

impl Site {
    /// The function.
    pub fn function(&self) -> Option<&Function> {
        self.file.facts.functions.get(self.index)
    }

    /// The call.
    pub fn call(&self) -> Option<&Use> {
        let facts = &self.file.facts;
        let behind = |at: usize| facts.field_uses.get(at.checked_sub(facts.object_uses.len())?);
        facts.uses.get(self.index).or_else(|| {
            let at = self.index.checked_sub(facts.uses.len())?;
            facts.object_uses.get(at).or_else(|| behind(at))
        })
    }

    /// The file's number: the same where the path is.
    pub fn file_id(&self) -> FileId {
        self.file.source.id()
    }

    /// The place of a name in the file.
    pub fn span(&self, range: &std::ops::Range<u32>) -> Span {
        Span::new(self.file.source.id(), range.clone())
    }
}

/// Functions that a target's own sources define, and those that they call, by their last name.
#[derive(Default)]
pub struct Names {
    /// With a body, of any linkage.
    pub defined: FxHashMap<String, Vec<Site>>,
    /// Called.
    pub called: FxHashMap<String, Vec<Site>>,
    /// Variables and macros, which calls may mean.
    pub shadowed: FxHashMap<String, Cond>,
    /// Members that are defined outside their class, and functions of namespaces, by the last two parts of their names (`Shape::make`).
    /// `int net::open() {…}` and `namespace net { int open() {…} }` are the same to others.
    pub members: FxHashMap<String, Vec<Site>>,
    /// Calls with a qualified name, and of members of objects (`Shape::Shape`, `Shape::area`), in the same way.
    pub member_calls: FxHashMap<String, Vec<Site>>,
}

impl Names {
    /// Where a function is defined, or a member by the last two parts of its name.
    pub fn definitions(&self, name: &str) -> Option<&Vec<Site>> {
        if name.contains("::") { self.members.get(name) } else { self.defined.get(name) }
    }

    /// Where a function is called, or a member by the last two parts of its name.
    pub fn calls_of(&self, name: &str) -> Option<&Vec<Site>> {
        if name.contains("::") { self.member_calls.get(name) } else { self.called.get(name) }
    }

    /// Functions that are called, by their last name, and members by the last two parts of theirs.
    pub fn calls(&self) -> impl Iterator<Item = (&String, &Vec<Site>)> {
        self.called.iter().chain(&self.member_calls)
    }

    /// What is called and neither defined nor hidden by something else of the target's own: functions, and members.
    pub fn wanted(&self) -> impl Iterator<Item = (&String, &Vec<Site>)> {
        self.calls().filter(|(name, _)| self.definitions(name).is_none() && !self.shadowed.contains_key(*name))
    }
}

/// A name as it is written in a source that a target compiles.
type Written = (TargetId, Rc<Path>, Box<str>);

/// A call in a file that a target compiles, and whether its sources of C count.
type Question = (TargetId, FileId, usize, bool);

/// The relation, filled in when it is asked for.
pub struct Symbols<'a> {
    model: &'a Model<'a>,
    pub(super) natives: &'a Natives<'a>,
    /// What sources see.
    pub headers: Headers<'a>,
    names: RefCell<FxHashMap<TargetId, Rc<Names>>>,
    defining: RefCell<Holders>,
    calling: RefCell<Holders>,
    owning: RefCell<Holders>,
    otherwise: RefCell<FxHashMap<TargetId, Rc<Otherwise>>>,
    /// What was asked of it.
    had: RefCell<FxHashMap<(TargetId, Box<str>), bool>>,
    /// Which functions calls mean.
    meanings: RefCell<FxHashMap<Question, Option<Key>>>,
    /// Whether a name means a class.
    meant: RefCell<FxHashMap<Written, bool>>,
    /// What the command lines of a target define.
    given: RefCell<FxHashMap<TargetId, Rc<str>>>,
}

impl<'a> Symbols<'a> {
    /// Nothing is read yet.
    pub fn new(model: &'a Model<'a>, natives: &'a Natives<'a>) -> Self {
        Self {
            model,
            natives,
            headers: Headers::new(model, natives),
            names: RefCell::default(),
            defining: RefCell::default(),
            calling: RefCell::default(),
            owning: RefCell::default(),
            otherwise: RefCell::default(),
            had: RefCell::default(),
            meanings: RefCell::default(),
            meant: RefCell::default(),
            given: RefCell::default(),
        }
    }

    /// Names of a target's own sources (those of object libraries that it takes in are among them).
    pub fn names(&self, target: TargetId) -> Rc<Names> {
        if let Some(known) = self.names.borrow().get(&target) {
            return Rc::clone(known);
        }
        let mut names = Names::default();
        let sources = self.model.sources(target);
        self.natives.read_ahead(&sources.iter().filter_map(|source| source.path.as_deref()).collect::<Vec<_>>());
        let compiled = self.compiled_headers(sources);
        for source in sources {
            let is_unit =
                |path: &PathBuf| !is_header(path) || path.file_name().is_some_and(|name| compiled.contains(name));
            self.read(source, source.path.as_ref().is_some_and(is_unit), &mut names);
            self.read_included(target, source, &mut names);
        }
        let names = Rc::new(names);
        self.names.borrow_mut().insert(target, Rc::clone(&names));
        names
    }

    /// Which targets of some kinds define a name, or a member by the last two parts of its name.
    pub fn definers(&self, kinds: &[TargetKind]) -> FxHashMap<String, Vec<TargetId>> {
        let mut definers: FxHashMap<String, Vec<TargetId>> = FxHashMap::default();
        for id in self.model.built_targets().filter(|id| !self.model.is_kind(*id, kinds).is_false()) {
            let names = self.names(id);
            for name in names.defined.keys().chain(names.members.keys()) {
                definers.entry(name.clone()).or_default().push(id);
            }
        }
        definers
    }

    /// The names of headers among some sources that another one of them includes: the others are listed for editors, and nothing of
    /// them is compiled.
    fn compiled_headers(&self, sources: &[Source]) -> FxHashSet<OsString> {
        let paths = || sources.iter().filter_map(|source| source.path.as_deref());
        if !paths().any(is_header) {
            return FxHashSet::default();
        }
        let files = paths().filter_map(|path| self.natives.file(path));
        let names = files.flat_map(|file| {
            let names = file.facts.includes.iter().filter_map(|one| Path::new(&one.path).file_name());
            names.map(OsStr::to_owned).collect::<Vec<_>>()
        });
        names.collect()
    }

    fn read(&self, source: &Source, is_unit: bool, names: &mut Names) {
        let Some((path, file)) = source.path.as_ref().and_then(|path| Some((path, self.natives.file(path)?))) else {
            return;
        };
        let path: Rc<Path> = Rc::from(path.as_path());
        let site =
            |index| Site { path: Rc::clone(&path), file: file.clone(), index, cond: source.cond, is_included: false };
        for (index, function) in file.facts.functions.iter().enumerate().filter(|(_, f)| f.is_definition && !f.device) {
            names.defined.entry(function.name.clone()).or_default().push(site(index));
            if let Some(member) = last_two(&function.qualified) {
                names.members.entry(member.to_owned()).or_default().push(site(index));
            }
        }
        let conds = &self.model.facts.conds;
        let variables = file.facts.variables.iter().map(|variable| &variable.name);
        for name in variables.chain(file.facts.macros.iter().map(|definition| &definition.name)) {
            let at = names.shadowed.entry(name.clone()).or_insert(Cond::FALSE);
            *at = conds.or(*at, source.cond);
        }
        if !is_unit {
            return;
        }
        let uses = &file.facts.uses;
        let in_header = is_header(&path);
        let compiled = |call: &Use| !in_header || !is_on_demand(&file, call);
        for (index, call) in uses.iter().enumerate().filter(|(_, call)| compiled(call)) {
            names.called.entry(last(&call.name).to_owned()).or_default().push(site(index));
        }
        let members = uses.iter().chain(&file.facts.object_uses).enumerate();
        for (index, call) in members.filter(|(_, call)| compiled(call)) {
            if let Some(member) = last_two(&call.name) {
                names.member_calls.entry(member.to_owned()).or_default().push(site(index));
            }
        }
    }

    /// Definitions in what a source includes and is no header: `#include "impl.c"`, `#include "body.inc"`.
    fn read_included(&self, target: TargetId, source: &Source, names: &mut Names) {
        /// Files that are followed from one source.
        const MOST: usize = 200;
        let Some(path) = source.path.as_deref().filter(|path| self.natives.holds(path)) else { return };
        let is_part = |index: &FileIndex| self.natives.path(*index).is_some_and(|path| !is_header(path));
        let has_parts = |path: &Path| {
            let file = self.natives.file(path);
            file.is_some_and(|file| file.facts.includes.iter().any(|one| !is_header(Path::new(&one.path))))
        };
        let mut next: Vec<FileIndex> = Vec::new();
        let follow = |path: &Path, next: &mut Vec<FileIndex>| {
            if has_parts(path) {
                next.extend(self.headers.included(target, path).into_iter().filter(is_part));
            }
        };
        follow(path, &mut next);
        let mut seen: Vec<FileIndex> = self.natives.index(path).into_iter().collect();
        while let Some(index) = next.pop() {
            if seen.contains(&index) || seen.len() > MOST {
                continue;
            }
            seen.push(index);
            let (Some(file), Some(path)) = (self.natives.at(index), self.natives.path(index)) else { continue };
            follow(path, &mut next);
            let path: Rc<Path> = Rc::from(&**path);
            for (at, one) in file.facts.functions.iter().enumerate().filter(|(_, f)| f.is_definition && !f.device) {
                let site = Site {
                    path: Rc::clone(&path),
                    file: file.clone(),
                    index: at,
                    cond: source.cond,
                    is_included: true,
                };
                if let Some(member) = last_two(&one.qualified) {
                    names.members.entry(member.to_owned()).or_default().push(site.clone());
                }
                names.defined.entry(one.name.clone()).or_default().push(site);
            }
        }
    }

    /// Whether a target may have a function in another way than by a definition in its sources; of one that is named with its namespace, by
    /// that name too: another one is none of it.
    pub fn may_have(&self, target: TargetId, name: &str, qualified: Option<&str>) -> bool {
        let key = (target, Box::from(qualified.unwrap_or(name)));
        if let Some(known) = self.had.borrow().get(&key) {
            return *known;
        }
        let otherwise = self.otherwise(target);
        let found = self.is_renamed(target, name) || otherwise.may_have(self.natives, name, qualified);
        self.had.borrow_mut().insert(key, found);
        found
    }

    /// The same, where its sources of C do not count.
    fn may_have_in_cxx(&self, target: TargetId, name: &str, qualified: Option<&str>) -> bool {
        self.is_renamed(target, name) || self.otherwise(target).may_have_in_cxx(self.natives, name, qualified)
    }

    fn otherwise(&self, target: TargetId) -> Rc<Otherwise> {
        let find = || Rc::new(Otherwise::of(self.model, self.natives, &self.headers, target));
        Rc::clone(self.otherwise.borrow_mut().entry(target).or_insert_with(find))
    }

    /// Whether the command line of a target renames a function, or gives its name to another one.
    fn is_renamed(&self, target: TargetId, name: &str) -> bool {
        let find = || definitions(self.model, target).into();
        let given = Rc::clone(self.given.borrow_mut().entry(target).or_insert_with(find));
        has_word(given.as_bytes(), name)
    }

    /// When targets of a list define a function (by its last name, whatever its linkage; a member by the last two parts).
    pub fn defined_in(&self, targets: &[(TargetId, Cond)], name: &str) -> Cond {
        if name.contains("::") {
            self.read_all(&self.owning, targets, |names| &names.members);
            return any_of(&self.model.facts.conds, self.owning.borrow().among(targets, name));
        }
        self.read_all(&self.defining, targets, |names| &names.defined);
        any_of(&self.model.facts.conds, self.defining.borrow().among(targets, name))
    }

    /// The same for a line that is asked about many names.
    pub fn defined_on(&self, line: &Line, name: &str) -> Cond {
        if !line.defining.replace(true) {
            self.read_all(&self.defining, &line.targets, |names| &names.defined);
        }
        self.defining.borrow().on(&self.model.facts.conds, line, name)
    }

    /// Whether targets of a list ever define a function, or a member by the last two parts of its name.
    pub fn is_defined_in(&self, targets: &[(TargetId, Cond)], name: &str) -> bool {
        if name.contains("::") {
            self.read_all(&self.owning, targets, |names| &names.members);
            return self.is_any_of(self.owning.borrow().among(targets, name));
        }
        self.read_all(&self.defining, targets, |names| &names.defined);
        self.is_any_of(self.defining.borrow().among(targets, name))
    }

    /// Reads what targets define, or call, once for each.
    fn read_all(
        &self,
        holders: &RefCell<Holders>,
        targets: &[(TargetId, Cond)],
        part: fn(&Names) -> &FxHashMap<String, Vec<Site>>,
    ) {
        for &(target, _) in targets {
            if !holders.borrow().is_read(target) {
                let names = self.names(target);
                holders.borrow_mut().read(target, part(&names));
            }
        }
    }

    fn is_any_of(&self, mut pairs: impl Iterator<Item = (Cond, Cond)>) -> bool {
        let conds = &self.model.facts.conds;
        pairs.any(|(linked, cond)| !conds.and(linked, cond).is_false())
    }

    /// When targets of a list call a function.
    pub fn called_in(&self, targets: &[(TargetId, Cond)], name: &str) -> Cond {
        self.read_all(&self.calling, targets, |names| &names.called);
        any_of(&self.model.facts.conds, self.calling.borrow().among(targets, name))
    }

    /// The same for a line that is asked about many names.
    pub fn called_on(&self, line: &Line, name: &str) -> Cond {
        if !line.calling.replace(true) {
            self.read_all(&self.calling, &line.targets, |names| &names.called);
        }
        self.calling.borrow().on(&self.model.facts.conds, line, name)
    }

    /// Whether targets of a list ever call a function.
    pub fn is_called_in(&self, targets: &[(TargetId, Cond)], name: &str) -> bool {
        self.read_all(&self.calling, targets, |names| &names.called);
        self.is_any_of(self.calling.borrow().among(targets, name))
    }

    /// The function that a call outside of its own file means, by the declarations that the file sees. None when there is
    /// no declaration, when it may be something else (an inline function, a member, a macro), or when it is weak.
    pub fn meaning(&self, target: TargetId, site: &Site) -> Option<Key> {
        self.meaning_beside(target, site, true)
    }

    /// The same for a call from C++, as if the target had no sources of C: what these define has another name.
    pub fn meaning_beside_c(&self, target: TargetId, site: &Site) -> Option<Key> {
        self.meaning_beside(target, site, false)
    }

    /// Rules ask the same of many programs that load or link a library.
    fn meaning_beside(&self, target: TargetId, site: &Site, in_c: bool) -> Option<Key> {
        let question = (target, site.file_id(), site.index, in_c);
        if let Some(known) = self.meanings.borrow().get(&question) {
            return known.clone();
        }
        let found = self.find_meaning(target, site, in_c);
        self.meanings.borrow_mut().insert(question, found.clone());
        found
    }

    fn find_meaning(&self, target: TargetId, site: &Site, in_c: bool) -> Option<Key> {
        let call = site.call()?;
        let name = last(&call.name);
        // A qualified name is that of no member of another class, and of no variable of the function.
        let qualifier = call.name.rsplit_once("::").map(|(outer, _)| last(outer)).filter(|outer| !outer.is_empty());
        let view = self.headers.view(target, &site.path);
        let c_file = site.file.facts.language == Some(Language::C);
        let mut keys: Vec<Key> = Vec::new();
        for (_, file) in &view.files {
            let facts = &file.facts;
            let other = facts.macros.iter().any(|definition| definition.name == name)
                || facts.variables.iter().any(|variable| variable.name == name)
                || facts.classes.iter().any(|class| {
                    let is_meant = qualifier.is_none_or(|qualifier| class.name == qualifier);
                    class.name == name || is_meant && class.has_member(name)
                });
            let weak = facts.pragmas.iter().any(|pragma| pragma.kind == "weak" && pragma.text.contains(name));
            if other || weak {
                return None;
            }
            let meant = |qualified: &str| {
                agrees(qualified, &call.name)
                    || facts.without_inline(qualified).is_some_and(|plain| agrees(&plain, &call.name))
            };
            for function in facts.functions.iter().filter(|f| f.name == name && meant(&f.qualified)) {
                if function.is_definition || function.member || function.template || is_weak(function) {
                    return None;
                }
                let key = key_of(function, c_file)?;
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        let key = keys.pop().filter(|_| keys.is_empty())?;
        // A header that is not read, or one that is given to the compiler before the source, may declare another function of a common name.
        if !key.c && qualifier.is_none() && is_common(name) {
            return None;
        }
        let qualified = qualifier.map(|_| key.name.as_str());
        let has = if in_c { Self::may_have } else { Self::may_have_in_cxx };
        let other = may_be_no_call(&view, site, call, qualifier.is_none())
            || has(self, target, name, qualified)
            || self.otherwise(target).has_member(&key.name);
        (!other).then_some(key)
    }

    /// Whether a definition is of that function: declarations that its file sees may give it C linkage.
    pub fn is_definition_of(&self, target: TargetId, site: &Site, key: &Key) -> bool {
        let Some(function) = site.function().filter(|_| !site.is_included) else { return false };
        if self.is_renamed(target, &function.name) {
            return false;
        }
        if !function.is_definition || function.internal || function.template || function.inline || function.device {
            return false;
        }
        let c_file = site.file.facts.language == Some(Language::C);
        if key_of(function, c_file).as_ref() == Some(key) {
            return true;
        }
        key.c && function.name == key.name && !function.member && {
            let view = self.headers.view(target, &site.path);
            let declared = |file: &NativeFile| {
                file.facts.functions.iter().any(|f| f.qualified == function.qualified && f.linkage == Linkage::C)
            };
            view.files.iter().any(|(_, file)| declared(file))
        }
    }

    /// What a process has in its global scope beside the target itself: the shared libraries that it links, and theirs.
    pub fn loaded_with(&self, target: TargetId) -> Vec<(TargetId, Cond)> {
        let conds = &self.model.facts.conds;
        let mut found: Vec<(TargetId, Cond)> = self.model.shared_closure(target).to_vec();
        let mut places: FxHashMap<TargetId, usize> = FxHashMap::default();
        for (place, (library, _)) in found.iter().enumerate() {
            places.entry(*library).or_insert(place);
        }
        let mut at = 0;
        while let Some(&(library, cond)) = found.get(at) {
            at += 1;
            for (next, more) in self.model.shared_closure(library) {
                let both = conds.and(cond, more);
                match places.get(&next).and_then(|place| found.get_mut(*place)) {
                    Some((_, known)) => *known = conds.or(*known, both),
                    None if !both.is_false() => {
                        places.insert(next, found.len());
                        found.push((next, both));
                    }
                    None => {}
                }
            }
        }
        found
    }

    /// Every target whose code a link line takes or refers to, named as files in options (`$<TARGET_FILE:…>`) included.
    pub fn on_link_line(&self, target: TargetId) -> Vec<(TargetId, Cond)> {
        let mut found = self.model.link_closure(target).to_vec();
        for source in self.model.link_flags(target).iter() {
            for name in files_of_targets(&source.item.text) {
                found.extend(self.model.find(name).map(|id| (id, source.cond)));
            }
        }
        found
    }
}

/// Names of targets in `$<TARGET_FILE:name>` and its relatives.
pub(super) fn files_of_targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("$<TARGET_").skip(1).filter_map(|rest| rest.split_once(':')?.1.split(['>', ',']).next())
}

fn key_of(function: &Function, c_file: bool) -> Option<Key> {
    if function.attributes.asm_name.is_some() {
        return None;
    }
    let c = function.linkage == Linkage::C || (function.linkage == Linkage::Included && c_file);
    Some(Key { c, name: if c { function.name.clone() } else { function.qualified.clone() } })
}

/// Whether a declaration does without a definition; macros for that have it in their names.
fn is_weak(function: &Function) -> bool {
    function.attributes.weak || function.attributes.macros.iter().any(|name| name.to_lowercase().contains("weak"))
}

/// Whether a qualified name may be meant by a name as it was written.
pub fn agrees(qualified: &str, written: &str) -> bool {
    if let Some(global) = written.strip_prefix("::") {
        return qualified == global;
    }
    qualified.strip_suffix(written).is_some_and(|before| before.is_empty() || before.ends_with("::"))
}

/// The last two parts of a qualified name.
pub fn last_two(name: &str) -> Option<&str> {
    let (before, _) = name.rsplit_once("::")?;
    Some(before.rfind("::").map_or(name, |at| &name[at + 2..]))
}

/// The last part of a qualified name.
pub fn last(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// Whether a function is not for others, as its name says.
pub fn is_internal(name: &str) -> bool {
    let lower = name.to_lowercase();
    name.starts_with('_')
        || ["internal", "priv", "impl", "test", "debug", "detail", "main", "hidden", "unsafe", "local::"]
            .iter()
            .any(|word| lower.contains(word))
}

/// Whether a path is below a folder for tests.
pub fn is_test(path: &Path) -> bool {
    path.iter().any(|part| purpose(&part.to_string_lossy()) == Some(Purpose::Test))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_what_they_may_mean() {
        assert_eq!(last("a::b::f"), "f");
        assert_eq!((last_two("a::b::f"), last_two("b::f"), last_two("f")), (Some("b::f"), Some("b::f"), None));
        assert!(agrees("ns::f", "f") && agrees("ns::f", "ns::f") && agrees("f", "::f"));
        assert!(!agrees("ns::gf", "f") && !agrees("ns::f", "::f") && !agrees("f", "ns::f"));
    }

    #[test]
    fn targets_in_generator_expressions() {
        let text = "SHELL:LINKER:--whole-archive $<TARGET_FILE:a> $<TARGET_OBJECTS:b>";
        assert_eq!(files_of_targets(text).collect::<Vec<_>>(), ["a", "b"]);
    }
}
