//! Calls from one static library into another, and what a linker that reads archives once makes of them.
use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::native::{FileIndex, GuardId, Natives};
use crate::source::FileId;

use super::archives::Archives;
use super::binaries::{Binaries, is_compiled};
use super::cache::Answers;
use super::symbols::{Site, Symbols, last, last_two};
use super::{Model, TargetId};

/// What headers are called that AUTOMOC looks for beside sources (cmQtAutoGenInitializer).
const HEADERS: &[&str] = &["h", "hh", "h++", "hm", "hpp", "hxx", "in", "txx"];

/// Whether a text has a macro of which moc makes code (moc(1); `AUTOMOC_MACRO_NAMES`).
fn has_meta_object(text: &[u8]) -> bool {
    const MACROS: &[&str] = &["Q_OBJECT", "Q_GADGET", "Q_NAMESPACE"];
    MACROS.iter().any(|name| memchr::memmem::find(text, name.as_bytes()).is_some())
}

/// The relation, looked at pair by pair.
pub struct ArchiveCalls<'a> {
    /// The targets.
    pub model: &'a Model<'a>,
    /// What they define and call.
    pub symbols: &'a Symbols<'a>,
    /// Which members of archives links take.
    pub binaries: &'a Binaries<'a>,
    /// The archives on their lines.
    pub archives: Archives<'a>,
    /// What the files of archives define.
    members: Answers<(TargetId, FileId), Vec<String>>,
    /// Whether headers call functions of theirs.
    in_headers: RefCell<FxHashMap<(TargetId, FileId), bool>>,
}

impl<'a> ArchiveCalls<'a> {
    /// Nothing is looked at yet.
    pub fn new(model: &'a Model<'a>, symbols: &'a Symbols<'a>, binaries: &'a Binaries<'a>) -> Self {
        let archives = Archives::new(model);
        Self { model, symbols, binaries, archives, members: RefCell::default(), in_headers: RefCell::default() }
    }

    /// A function of `first` that `second` calls: a plain one, or a member of a class.
    pub fn call(&self, first: TargetId, second: TargetId) -> Option<(String, Site, Site)> {
        let (defining, calling) = (self.symbols.names(first), self.symbols.names(second));
        let defined = |(name, sites): (&'_ String, &'_ Vec<Site>)| {
            let definitions = defining.definitions(name)?;
            let other = calling.definitions(name).is_some();
            (!other).then(|| (name.clone(), sites.clone(), definitions.clone()))
        };
        let mut names: Vec<(String, Vec<Site>, Vec<Site>)> = calling.calls().filter_map(defined).collect();
        names.sort_by(|a, b| a.0.cmp(&b.0));
        for (name, sites, definitions) in names {
            let Some(definition) = definitions.first() else { continue };
            // Of overloads in several files nobody knows which one is meant.
            if definitions.iter().any(|one| one.file_id() != definition.file_id()) {
                continue;
            }
            let called = sites.iter().find(|site| self.is_call_of(second, site, first, definition));
            let Some(site) = called else { continue };
            let plain = site.call()?.guard == GuardId::TRUE && definition.function()?.guard == GuardId::TRUE;
            if plain {
                return Some((name, site.clone(), definition.clone()));
            }
        }
        None
    }

    fn is_call_of(&self, caller: TargetId, site: &Site, definer: TargetId, definition: &Site) -> bool {
        let key = self.symbols.meaning(caller, site).or_else(|| self.symbols.member(caller, site));
        key.is_some_and(|key| self.symbols.is_definition_of(definer, definition, &key))
    }

    /// Whether anything else on the line may ask for the member of the definition, or defines the function, too.
    pub fn is_pulled(&self, program: TargetId, first: TargetId, second: TargetId, definition: &Site) -> bool {
        let mut others: Vec<(TargetId, Cond)> =
            self.model.link_closure(program).into_iter().filter(|(id, _)| *id != second && *id != first).collect();
        others.push((program, Cond::TRUE));
        let Some(function) = definition.function() else { return true };
        let name = last_two(&function.qualified).filter(|_| function.member).unwrap_or(&function.name);
        let of_member = self.of_member(first, definition);
        // The last question is the dearest.
        self.is_asked_for_by_moc(first, definition)
            || self.symbols.is_defined_in(&others, name)
            || of_member.iter().any(|name| self.symbols.is_called_in(&others, name))
            || self.is_mentioned_beside(first, definition, &of_member)
            || self.is_asked_for_in_headers(first, definition, &of_member)
            || self.binaries.may_take_without(&self.archives, program, second, (first, &definition.path))
    }

    /// Whether what Qt makes of the classes of an archive may ask for the member: all of it is one object (cmake-qt(7), AUTOMOC:
    /// `mocs_compilation.cpp`), which comes with any of them and calls what they declare as slots and the like.
    fn is_asked_for_by_moc(&self, archive: TargetId, definition: &Site) -> bool {
        if self.model.property_true(archive, "AUTOMOC").is_false() {
            return false;
        }
        let natives = self.symbols.natives;
        let sources = self.model.sources(archive);
        let paths = sources.iter().filter_map(|source| source.path.as_deref());
        let mut headers: FxHashSet<FileIndex> = FxHashSet::default();
        for path in paths {
            // It looks at headers that are listed, and at those beside a source that are called like it.
            let beside = HEADERS.iter().map(|end| path.with_extension(end));
            let all = beside.chain([path.to_path_buf()]).filter_map(|path| natives.index(&path));
            headers.extend(all.filter(|index| natives.text(*index).is_some_and(|text| has_meta_object(&text))));
        }
        let owners: FxHashSet<String> = self.owners(archive, definition);
        let is_its = |index: &FileIndex| {
            natives.at(*index).is_some_and(|file| file.facts.classes.iter().any(|class| owners.contains(&class.name)))
        };
        headers.len() > 1 && headers.iter().any(is_its)
    }

    /// The classes of which the file of a definition defines members.
    fn owners(&self, target: TargetId, definition: &Site) -> FxHashSet<String> {
        let names = self.symbols.names(target);
        let here = |sites: &Vec<Site>| sites.iter().any(|site| site.file_id() == definition.file_id());
        let members = names.members.iter().filter(|(_, sites)| here(sites));
        members.filter_map(|(name, _)| Some(name.split_once("::")?.0.to_owned())).collect()
    }

    /// Whether another source of its archive mentions a function of the member, which comes with that one, then.
    fn is_mentioned_beside(&self, archive: TargetId, definition: &Site, of_member: &[String]) -> bool {
        let natives = self.symbols.natives;
        let sources = self.model.sources(archive).iter().filter_map(|source| source.path.as_deref());
        let others = sources.filter(|path| **path != *definition.path);
        natives.is_mentioned(of_member, others.filter_map(|path| natives.index(path)))
    }

    /// Whether a header calls a function of the member: all files are looked through once.
    fn is_asked_for_in_headers(&self, target: TargetId, definition: &Site, of_member: &[String]) -> bool {
        let natives = self.symbols.natives;
        let find = || is_called_in_header(natives, &natives.mentioning(of_member), of_member);
        *self.in_headers.borrow_mut().entry((target, definition.file_id())).or_insert_with(find)
    }

    /// The functions that the file of a definition defines for a target.
    fn of_member(&self, target: TargetId, definition: &Site) -> Rc<Vec<String>> {
        let key = (target, definition.file_id());
        if let Some(known) = self.members.borrow().get(&key) {
            return Rc::clone(known);
        }
        let names = self.symbols.names(target);
        let of_member = |sites: &[Site]| sites.iter().any(|site| site.file_id() == definition.file_id());
        let found = names.defined.iter().filter(|(_, sites)| of_member(sites)).map(|(name, _)| name.clone());
        let found = Rc::new(found.collect());
        self.members.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    /// Whether the program, or another library on its line, calls a function of the member that calls.
    pub fn is_taken(&self, program: TargetId, second: TargetId, call: &Site) -> bool {
        let defining = self.symbols.names(second);
        let mut others: Vec<(TargetId, Cond)> =
            self.model.link_closure(program).into_iter().filter(|(id, _)| *id != second).collect();
        others.push((program, Cond::TRUE));
        let taken = self.of_member(second, call).iter().any(|name| {
            let sites = defining.defined.get(name).into_iter().flatten();
            let mut sites = sites.filter(|site| site.file_id() == call.file_id());
            // A name says little about members of classes.
            if sites.all(|site| site.function().is_some_and(|function| function.member)) {
                return false;
            }
            // From another member of its own archive, or from outside.
            let sites = defining.called.get(name).into_iter().flatten();
            let inside = sites.into_iter().any(|site| site.file_id() != call.file_id());
            inside || self.symbols.is_called_in(&others, name)
        });
        others.push((second, Cond::TRUE));
        taken || self.is_member_called(&others, second, call)
    }

    /// Whether targets call, for certain, a member of a class that the file of a site defines.
    fn is_member_called(&self, targets: &[(TargetId, Cond)], definer: TargetId, file: &Site) -> bool {
        let defining = self.symbols.names(definer);
        let here = |site: &&Site| site.file_id() == file.file_id();
        let members: Vec<(&String, &Site)> =
            defining.members.iter().filter_map(|(name, sites)| Some((name, sites.iter().find(here)?))).collect();
        members.into_iter().any(|(name, definition)| {
            targets.iter().any(|&(target, _)| {
                let calling = self.symbols.names(target);
                let sites = calling.member_calls.get(name).into_iter().flatten();
                let mut sites = sites.filter(|site| site.file_id() != file.file_id());
                sites.any(|site| self.is_call_of(target, site, definer, definition))
            })
        })
    }

    /// Whether the linker comes back to archives.
    pub fn reads_again(&self, program: TargetId) -> bool {
        let texts = &self.model.facts.texts;
        let groups = |id: TargetId| {
            let values =
                ["LINK_LIBRARIES", "INTERFACE_LINK_LIBRARIES"].map(|name| self.model.target(id).properties.get(name));
            let mut elems = values.into_iter().flatten().flat_map(|value| value.elems.iter());
            elems.any(|elem| texts.plain(elem.text).is_some_and(|text| text.contains("$<LINK_GROUP:RESCAN")))
        };
        if groups(program) || self.model.link_closure(program).into_iter().any(|(library, _)| groups(library)) {
            return true;
        }
        if self.model.remembers_archives(program) {
            return true;
        }
        self.model.link_flags(program).iter().any(|source| {
            matches!(&source.flag.flag, LinkFlag::StartGroup | LinkFlag::ResponseFile(_) | LinkFlag::Undefined(_))
        })
    }
}

/// Whether a header among the files that mention one of some functions calls it: its includers do, then.
pub fn is_called_in_header(natives: &Natives<'_>, mentioning: &FxHashSet<FileIndex>, functions: &[String]) -> bool {
    mentioning.iter().any(|&index| {
        let header = natives.path(index).is_some_and(|path| !is_compiled(path));
        let file = if header { natives.at(index) } else { None };
        file.is_some_and(|file| {
            let mut bodies = file.facts.macros.iter().filter_map(|one| one.body.as_deref());
            file.facts.uses.iter().any(|used| functions.iter().any(|function| function == last(&used.name)))
                || bodies.any(|body| functions.iter().any(|function| body.contains(function.as_str())))
        })
    })
}
