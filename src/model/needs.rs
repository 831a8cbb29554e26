//! Which symbols of a binary others need: programs and libraries that link it, plugins that a program loads, and code that
//! looks a symbol up by its name. Every need has its evidence: the use, and the declaration that the using file sees.
use std::path::Path;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::{in_c_library, in_math_library};
use crate::cond::Cond;
use crate::flags::{LinkFlag, system_library};
use crate::native::{self, ClassUseKind, Function, GuardId, Language, Linkage, LoadKind, NativeFile, Triggers};
use crate::source::{FileId, Span, normalize};

mod classes;
mod lookups;
mod names;
mod objects;
mod parameters;
mod variables;

pub(super) use classes::ClassesReached;
pub(super) use names::ScopesOfFiles;
use names::{Meanings, Scoped, Scopes, is_member_somewhere};
pub use parameters::{take_other_types, take_otherwise};

use super::TargetId;
use super::binaries::{Asked, Binaries, Defined, DefinedKind, LINKED, Unit, Users, emits, is_cxx, stores};
use super::call_sites::is_common;
use super::mentions;

/// How a symbol is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// A function is called by what links the binary.
    Call,
    /// A class is used by what links the binary.
    Class(ClassUseKind),
    /// A member is called of an object, or one is made or destroyed.
    Object,
    /// A variable is used, or the address of a function.
    Data,
    /// A plugin calls a function of the program that loads it.
    Plugin,
    /// A symbol is looked up by name (`dlsym`).
    Lookup,
}

/// Somebody needs a symbol.
#[derive(Debug, Clone)]
pub struct Need {
    /// The symbol.
    pub defined: Rc<Defined>,
    /// How.
    pub how: How,
    /// The target that needs it.
    pub user: TargetId,
    /// The use.
    pub span: Span,
    /// The declaration that the user sees, when it is not in the using file itself.
    pub declaration: Option<Span>,
    /// When both are there.
    pub cond: Cond,
    /// Nothing was guessed: the use is in the user's own sources and compiled for certain.
    pub sure: bool,
}

/// What stands behind a search for needs.
struct Search<'b, 'm> {
    binaries: &'b Binaries<'m>,
    provider: TargetId,
    functions: Meanings<'b>,
    /// Members that are defined in the provider, for key functions: qualified names.
    members: FxHashMap<&'b str, Rc<Defined>>,
    /// The names of the classes that these are members of.
    classes: FxHashSet<&'b str>,
    /// Members that are wanted.
    of_objects: objects::Members<'b>,
    /// The last names of variables that are wanted, and of functions.
    variables: mentions::Names<'b>,
    wanted: &'b dyn Fn(&Defined) -> bool,
    confirm: &'b dyn Fn(&Defined) -> bool,
    confirmed: FxHashMap<DefinedKind, FxHashMap<String, bool>>,
    found: Vec<Need>,
    /// Needs of a symbol so far: a few are enough evidence.
    count: FxHashMap<DefinedKind, FxHashMap<String, usize>>,
    /// What files name of the provider: many users are made of the same ones.
    named: FxHashMap<FileId, Rc<Named>>,
}

/// What a file names of a provider.
struct Named {
    /// Functions by the number of the use.
    calls: Vec<(usize, Vec<Rc<Defined>>)>,
    /// Numbers of the uses of classes.
    classes: Vec<usize>,
    /// Numbers of the uses of objects, behind the calls, and of fields, behind those.
    objects: Vec<usize>,
    /// Variables and functions, and where their values are used.
    variables: Vec<(Rc<Defined>, Span)>,
}

impl Named {
    fn is_empty(&self) -> bool {
        self.calls.is_empty() && self.classes.is_empty() && self.objects.is_empty() && self.variables.is_empty()
    }
}

/// What a target is to the binary that it may need symbols of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It links it.
    Linked,
    /// A program that exports its symbols may load it.
    Plugin,
    /// A program loads it, whatever it exports: what stands in a shared library does not come from that one.
    Loaded,
}

/// A use that is on its way to be a need.
struct Use<'u> {
    user: TargetId,
    unit: &'u Unit,
    file: &'u NativeFile,
    cond: Cond,
    role: Role,
    scopes: Rc<Scopes>,
}

impl Use<'_> {
    fn scoped(&self) -> Scoped<'_> {
        Scoped { file: self.file, scopes: &self.scopes }
    }
}

impl<'m> Binaries<'m> {
    /// Who needs which of a binary's symbols. `wanted` is asked of every function, variable and class and should be
    /// quick; `confirm` once of each that somebody uses.
    pub fn needs(
        &self,
        provider: TargetId,
        definitions: &[Rc<Defined>],
        wanted: &dyn Fn(&Defined) -> bool,
        confirm: &dyn Fn(&Defined) -> bool,
    ) -> Vec<Need> {
        let mut search = self.search(provider, definitions, wanted, confirm);
        if search.functions.is_empty() && search.members.is_empty() {
            return Vec::new();
        }
        for (user, cond) in self.users(provider) {
            search.user(user, cond, Role::Linked);
        }
        for (user, cond) in self.plugins(provider) {
            search.user(user, cond, Role::Plugin);
        }
        search.lookups();
        search.found
    }

    fn scopes(&self, file: &NativeFile) -> Rc<Scopes> {
        Rc::clone(self.scopes.borrow_mut().entry(file.source.id()).or_default())
    }

    /// What libraries that a program loads need from it: members of classes, what is emitted with these, and variables.
    pub fn members_needed(&self, program: TargetId, loaded: &[(TargetId, Cond)]) -> Vec<Need> {
        let definitions = self.definitions(program);
        let is_data = |defined: &Defined| defined.kind == DefinedKind::Variable;
        let is_member = |defined: &Defined| defined.member || defined.kind == DefinedKind::Class || is_data(defined);
        let mut search = self.search(program, &definitions, &is_member, &|_| true);
        if !search.members.is_empty() || !search.variables.is_empty() {
            for &(user, cond) in loaded {
                search.user(user, cond, Role::Loaded);
            }
        }
        search.found
    }

    fn search<'b>(
        &'b self,
        provider: TargetId,
        definitions: &'b [Rc<Defined>],
        wanted: &'b dyn Fn(&Defined) -> bool,
        confirm: &'b dyn Fn(&Defined) -> bool,
    ) -> Search<'b, 'm> {
        let mut search = Search {
            binaries: self,
            provider,
            functions: Meanings::default(),
            members: FxHashMap::default(),
            classes: FxHashSet::default(),
            of_objects: objects::Members::default(),
            variables: definitions
                .iter()
                .filter(|one| {
                    (one.kind == DefinedKind::Variable || !one.member && one.qualified != "main") && wanted(one)
                })
                .map(|one| one.name.as_str())
                .collect(),
            wanted,
            confirm,
            confirmed: FxHashMap::default(),
            found: Vec::new(),
            count: FxHashMap::default(),
            named: FxHashMap::default(),
        };
        for defined in definitions.iter().filter(|defined| defined.qualified != "main") {
            if defined.member {
                search.classes.extend(defined.qualified.rsplit("::").nth(1));
                search.members.insert(&defined.qualified, Rc::clone(defined));
            }
            if wanted(defined) {
                search.functions.add(defined);
                if defined.member {
                    search.of_objects.add(defined);
                }
            }
        }
        search
    }

    /// Whether anything in the project could need symbols of a binary at run time; quick, reads no file.
    pub fn may_be_needed(&self, provider: TargetId) -> bool {
        let loadable = self.model.is_kind(provider, &[TargetKind::Shared, TargetKind::Module]);
        !self.users(provider).is_empty()
            || !self.plugins(provider).is_empty()
            || (!loadable.is_false() && self.natives.with(Triggers::LOAD).next().is_some())
    }

    /// Linked targets on whose link line a shared library (or an executable that exports) stands.
    fn users(&self, provider: TargetId) -> Vec<(TargetId, Cond)> {
        let dynamic = self.model.is_kind(provider, LINKED);
        let users = self.linked_by(provider).into_iter();
        users
            .map(|(user, cond)| (user, self.model.facts.conds.and(cond, dynamic)))
            .filter(|(_, c)| !c.is_false())
            .collect()
    }

    /// Linked targets on whose link line a library stands, with the condition that they are linked.
    fn linked_by(&self, library: TargetId) -> Vec<(TargetId, Cond)> {
        let model = self.model;
        let known = self.users.borrow().clone();
        let all = known.unwrap_or_else(|| {
            let mut all = Users::default();
            for user in model.built_targets() {
                // What nobody builds needs nothing.
                let linked = model.facts.conds.diff(model.is_kind(user, LINKED), model.excluded_from_all(user));
                for (library, cond) in model.link_closure(user) {
                    let cond = model.facts.conds.and(cond, linked);
                    if !cond.is_false() {
                        all.entry(library).or_default().push((user, cond));
                    }
                }
            }
            let all = Rc::new(all);
            *self.users.borrow_mut() = Some(Rc::clone(&all));
            all
        });
        all.get(&library).cloned().unwrap_or_default()
    }

    /// Modules that a program which exports its symbols may load.
    fn plugins(&self, provider: TargetId) -> Vec<(TargetId, Cond)> {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let program = model.is_kind(provider, &[TargetKind::Executable]);
        if program.is_false() {
            return Vec::new();
        }
        let exports = conds.and(program, model.exports_dynamic(provider));
        if exports.is_false() || !self.units(provider).iter().any(|unit| self.opens(&unit.path)) {
            return Vec::new();
        }
        let linked: FxHashSet<TargetId> = self.users(provider).into_iter().map(|(user, _)| user).collect();
        let modules = model.built_targets().filter(|id| !linked.contains(id));
        modules
            .map(|id| (id, conds.and(exports, model.is_kind(id, &[TargetKind::Module]))))
            .filter(|(_, cond)| !cond.is_false())
            .collect()
    }

    fn opens(&self, path: &Path) -> bool {
        self.natives.may_hold(path, Triggers::LOAD)
            && self
                .natives
                .file(path)
                .is_some_and(|file| file.facts.loads.iter().any(|load| load.kind == LoadKind::Open && !load.in_macro))
    }

    /// When a user gets the symbol from elsewhere: from itself, from another library on its line; sources that are not known may define
    /// anything.
    fn elsewhere(&self, user: TargetId, provider: TargetId, defined: &Defined) -> Cond {
        let conds = &self.model.facts.conds;
        let asked = self.asked(defined);
        let closure = self.model.shared_closure(user);
        let key = (user, closure.iter().any(|(library, _)| *library == provider).then_some(provider));
        if let Some(known) = asked.elsewhere.borrow().get(&key) {
            return *known;
        }
        let mut when = conds.or(self.defines_asked(&asked, user, defined), self.model.has_unknown_sources(user));
        for &(library, cond) in &closure {
            if library != provider && !when.is_true() {
                when = conds.or(when, conds.and(cond, self.defines_asked(&asked, library, defined)));
            }
        }
        asked.elsewhere.borrow_mut().insert(key, when);
        when
    }

    /// Whether a member of an archive may get into a binary: another source of that one names something that it defines.
    fn may_be_pulled(&self, user: TargetId, member: &Unit) -> bool {
        let key = (user, Rc::clone(&member.path));
        if let Some(&known) = self.members.borrow().get(&key) {
            return known;
        }
        let may = self.is_ever_pulled(user, member);
        self.members.borrow_mut().insert(key, may);
        may
    }

    fn is_ever_pulled(&self, user: TargetId, member: &Unit) -> bool {
        let whole = |source: &super::FlagSource| matches!(source.flag.flag, LinkFlag::WholeArchive(true));
        if self.model.link_flags(user).iter().any(whole) {
            return true;
        }
        let Some(file) = self.natives.file(&member.path) else { return true };
        let functions = file.facts.functions.iter().filter(|function| emits(function)).map(|function| &function.name);
        let variables = file.facts.variables.iter().filter(|variable| stores(variable)).map(|variable| &variable.name);
        let names: Vec<&String> = functions.chain(variables).collect();
        let units = self.units(user);
        // Another member names it for nothing when it is not pulled itself.
        let others = units.iter().filter(|unit| unit.path != member.path && unit.archive.is_none());
        self.natives.is_mentioned(&names, others.filter_map(|unit| self.natives.index(&unit.path)))
    }

    /// Whether a shared library or module other than the user defines the symbol.
    pub fn in_a_library(&self, user: TargetId, defined: &Defined) -> bool {
        let asked = self.asked(defined);
        let kinds = &[TargetKind::Shared, TargetKind::Module];
        asked.libraries.get_or_init(|| self.definers(&asked, defined, kinds)).iter().any(|&id| id != user)
    }

    /// Whether any other binary defines the symbol, for users that are not linked with the provider.
    fn anywhere_else(&self, provider: TargetId, defined: &Defined) -> bool {
        let asked = self.asked(defined);
        asked.linked.get_or_init(|| self.definers(&asked, defined, LINKED)).iter().any(|&id| id != provider)
    }

    /// Binaries of some kinds that ever define a symbol: two of them at most, which is enough to know whether there is another one.
    fn definers(&self, asked: &Asked, defined: &Defined, kinds: &[TargetKind]) -> Vec<TargetId> {
        let built = self.model.built_targets().filter(|&id| !self.model.is_kind(id, kinds).is_false());
        let defines = |id: TargetId| asked.known(id).unwrap_or_else(|| self.find_defines(id, defined));
        built.filter(|&id| !defines(id).is_false()).take(2).collect()
    }
}

impl Search<'_, '_> {
    /// As much evidence for one symbol.
    const ENOUGH: usize = 4;
    /// As many symbols of one binary.
    const MOST: usize = 64;

    fn user(&mut self, user: TargetId, cond: Cond, role: Role) {
        for unit in self.binaries.read_units(user).iter() {
            if self.found.len() >= Self::MOST * Self::ENOUGH {
                return;
            }
            let cond = self.binaries.model.facts.conds.and(cond, unit.cond);
            let Some(file) = self.binaries.natives.file(&unit.path).filter(|_| !cond.is_false()) else { continue };
            let named = self.named(&file);
            if named.is_empty() && role != Role::Loaded {
                continue;
            }
            let one = Use { user, unit, file: &file, cond, role, scopes: self.binaries.scopes(&file) };
            self.calls(&one, &named);
            self.classes(&one, &named);
            self.objects(&one, &named);
            self.used_variables(&one, &named);
            if role == Role::Loaded {
                self.derived_in_headers(&one);
            }
        }
    }

    /// What a file names of the provider, whoever it is compiled into.
    fn named(&mut self, file: &NativeFile) -> Rc<Named> {
        if let Some(known) = self.named.get(&file.source.id()) {
            return Rc::clone(known);
        }
        let scopes = self.binaries.scopes(file);
        let at = Scoped { file, scopes: &scopes };
        let meant = |used: &native::Use| {
            let mut named = self.functions.of_use(at, &used.name, used.range.start);
            named.retain(|one| one.kind == DefinedKind::Function);
            let one = named.first()?;
            named.iter().all(|other| other.qualified == one.qualified).then_some(named)
        };
        let calls = file.facts.uses.iter().enumerate().filter_map(|(at, used)| Some((at, meant(used)?))).collect();
        let named = Rc::new(Named {
            calls,
            classes: self.named_classes(&file.facts),
            objects: self.of_objects.named(&file.facts),
            variables: self.named_variables(at),
        });
        self.named.insert(file.source.id(), Rc::clone(&named));
        named
    }

    fn calls(&mut self, at: &Use<'_>, named: &Named) {
        for (used, named) in &named.calls {
            let Some(used) = at.file.facts.uses.get(*used) else { continue };
            // The arguments decide between functions of one name (argument-dependent lookup), and those of the standard library may be meant.
            if at.file.facts.language != Some(Language::C) && is_common(&used.name) {
                continue;
            }
            for one in named {
                let how = if at.role == Role::Linked { How::Call } else { How::Plugin };
                self.need(at, one, how, (used.guard, Span::new(at.file.source.id(), used.range.clone())));
            }
        }
    }

    /// Whether more evidence is looked for, for a symbol that somebody uses. Most uses end here: no text is copied for them.
    fn is_open(&mut self, defined: &Defined) -> bool {
        let counted = self.count.get(&defined.kind).and_then(|of_kind| of_kind.get(&defined.qualified));
        if counted.is_some_and(|&count| count >= Self::ENOUGH) {
            return false;
        }
        let confirmed = self.confirmed.entry(defined.kind).or_default();
        confirmed.get(&defined.qualified).copied().unwrap_or_else(|| {
            let holds = (self.confirm)(defined);
            confirmed.insert(defined.qualified.clone(), holds);
            holds
        })
    }

    /// Takes a use when the user really gets the symbol from the provider.
    fn need(&mut self, at: &Use<'_>, defined: &Rc<Defined>, how: How, (guard, span): (GuardId, Span)) {
        // Made for systems whose C library lacks it, or an overload beside the function of that name.
        let is_plain = defined.name == defined.qualified;
        if is_plain && (in_c_library(&defined.name) || how == How::Call && in_math_library(&defined.name)) {
            return;
        }
        // Added to the standard library's functions of that name, one of which may be meant.
        if how == How::Call && defined.qualified.starts_with("std::") {
            return;
        }
        if !self.is_open(defined) {
            return;
        }
        let (binaries, conds) = (self.binaries, &self.binaries.model.facts.conds);
        let there = conds.and(at.cond, defined.unit.cond);
        let missing = conds.diff(there, binaries.elsewhere(at.user, self.provider, defined));
        let from_others = match at.role {
            Role::Linked => false,
            Role::Plugin => binaries.anywhere_else(self.provider, defined),
            Role::Loaded => binaries.in_a_library(at.user, defined),
        };
        if missing.is_false() || from_others {
            return;
        }
        let compilation = binaries.compilation(at.unit.compiled_by, &at.unit.path);
        let used = compilation.holds(&at.file.facts.guards, guard, "");
        // What the preprocessor may leave out is no evidence.
        let Some((used, made)) = used.zip(self.made(defined)) else { return };
        if used.is_false() || made.is_false() || compilation.is_macro(&defined.name) {
            return;
        }
        // A member of the same name, which an unqualified call means first.
        let text = at.file.source.bytes().get(span.start as usize..span.end as usize).unwrap_or_default();
        let plain = text.strip_prefix(b"::").unwrap_or(text);
        let is_plain_call = defined.kind == DefinedKind::Function && how != How::Object;
        let bare = is_plain_call && memchr::memmem::find(plain, b"::").is_none();
        if bare && (self.is_member_in(compilation.reached(), &defined.name) || is_its_own(at.file, defined)) {
            return;
        }
        let declaration = if defined.kind == DefinedKind::Variable {
            self.declared_variable(at, defined)
        } else {
            self.declared(at, defined, how == How::Object)
        };
        let Some(declaration) = declaration else { return };
        // What the file declares itself may be of a library from outside.
        if declaration.is_none() && self.links_foreign(at.user) {
            return;
        }
        // The preprocessor was asked about systems with ELF.
        let asked = guard != GuardId::TRUE || defined.guard != GuardId::TRUE;
        let apple = conds.platform("APPLE").filter(|_| asked).unwrap_or(Cond::FALSE);
        let cond = conds.diff(conds.all([missing, used, made]), apple);
        if cond.is_false() {
            return;
        }
        let sure = at.unit.archive.is_none();
        if !sure && !binaries.may_be_pulled(at.user, at.unit) {
            return;
        }
        *self.count.entry(defined.kind).or_default().entry(defined.qualified.clone()).or_default() += 1;
        let (defined, user) = (Rc::clone(defined), at.user);
        self.found.push(Need { defined, how, user, span, declaration, cond, sure });
    }

    /// Whether a target links libraries that are not the project's, by name.
    fn links_foreign(&self, user: TargetId) -> bool {
        let model = self.binaries.model;
        let is_name = |name: &str| {
            name.starts_with(|c: char| c.is_ascii_alphanumeric())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_+.-".contains(&byte))
        };
        model.library_items(user).iter().any(|item| {
            let name = item.text.strip_prefix("-l").unwrap_or(&item.text);
            is_name(name) && system_library(name).is_none() && model.find(name).is_none()
        })
    }

    fn is_member_in(&self, reached: &super::headers::Reached, name: &str) -> bool {
        let mut files = reached.files.iter().filter_map(|&index| self.binaries.natives.at(index));
        files.any(|file| is_member_somewhere(&file.facts, name))
    }

    /// When the preprocessor lets the definition through.
    fn made(&self, defined: &Defined) -> Option<Cond> {
        if defined.kind == DefinedKind::Class {
            return Some(Cond::TRUE);
        }
        let compilation = self.binaries.compilation(defined.unit.compiled_by, &defined.unit.path);
        let file = self.binaries.natives.file(&defined.unit.path)?;
        compilation.holds(&file.facts.guards, defined.guard, "")
    }

    /// Where the user's file sees the symbol declared: None when it does not, or when it sees the definition itself.
    fn declared(&self, at: &Use<'_>, defined: &Defined, of_object: bool) -> Option<Option<Span>> {
        if defined.kind == DefinedKind::Class {
            return Some(Some(defined.span));
        }
        let reached = self.binaries.headers.reached(at.unit.compiled_by, &at.unit.path);
        let mut declared = None;
        let mut first: Option<Vec<u8>> = None;
        let is_cxx = is_cxx(&at.unit.path).unwrap_or(true);
        for (at, &index) in reached.files.iter().enumerate() {
            let Some(file) = self.binaries.natives.at(index) else { continue };
            // One of several functions of that name: which one is called is not known.
            let overloads = file.facts.functions.iter().filter(|f| {
                let is_other = is_cxx && !of_object && f.name == defined.name && f.linkage != Linkage::C;
                is_other && !f.is_definition && !f.member
            });
            for parameters in overloads.map(|f| parameters::written(file, f)) {
                if *first.get_or_insert_with(|| parameters.clone()) != parameters {
                    return None;
                }
            }
            for function in file.facts.functions.iter().filter(|f| f.qualified == defined.qualified) {
                if function.is_definition || function.inline || function.attributes.weak || function.internal {
                    return None;
                }
                if is_cxx && self.binaries.declares_another(file, function, defined) {
                    return None;
                }
                // The source itself stands first.
                let own = at == 0;
                let span = Span::new(file.source.id(), function.range.clone());
                declared.get_or_insert(if own { None } else { Some(span) });
            }
            if self.is_defined_beside(file, defined) {
                return None;
            }
            // A member is declared in its class.
            if defined.member && declared.is_none() {
                declared = member_declared(file, defined).map(Some);
            }
        }
        declared
    }

    /// Whether a file includes another one of a suffix that no list has, and that one defines the symbol.
    fn is_defined_beside(&self, file: &NativeFile, defined: &Defined) -> bool {
        let natives = self.binaries.natives;
        let Some(folder) = file.source.path().parent() else { return false };
        let mut quoted = file.facts.includes.iter().filter(|include| include.quoted).map(|one| Path::new(&one.path));
        quoted.any(|path| {
            // What was searched has been followed.
            let is_unknown = path.file_name().is_some_and(|name| natives.named(name).is_empty());
            let included = if is_unknown { natives.file(&normalize(&folder.join(path))) } else { None };
            included.is_some_and(|one| {
                one.facts.functions.iter().any(|f| f.is_definition && f.qualified == defined.qualified)
            })
        })
    }
}

/// Whether a plain name may mean something of the file's own: a function of another namespace, a parameter, a variable of a function.
fn is_its_own(file: &NativeFile, defined: &Defined) -> bool {
    let another = |one: &Function| one.is_definition && one.name == defined.name && one.qualified != defined.qualified;
    file.facts.functions.iter().any(another) || mentions::declares_its_own(file, &defined.name)
}

fn member_declared(file: &NativeFile, defined: &Defined) -> Option<Span> {
    let (class, _) = defined.qualified.rsplit_once("::")?;
    let owner = file.facts.classes.iter().find(|one| one.qualified == class)?;
    owner.out_of_line.contains(&defined.name).then(|| Span::new(file.source.id(), owner.range.clone()))
}
