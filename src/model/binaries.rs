//! Which binary defines which function, variable or class, read from the sources that are compiled into it.
use std::cell::{OnceCell, RefCell};
use std::hash::BuildHasher as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::native::{Attributes, Class, FileFacts, Function, GuardId, NativeFile, Natives, Variable};
use crate::source::Span;
use crate::symbols::Symbol;

use super::asked_systems::is_missing_on_windows;
use super::headers::Headers;
use super::preprocess::Compilation;
use super::symbols::{Site, Symbols};
use super::{Model, TargetId};

/// A source file whose code is in a binary.
#[derive(Debug, Clone)]
pub struct Unit {
    /// The file.
    pub path: Rc<Path>,
    /// The target that compiles it, whose flags and definitions hold.
    pub compiled_by: TargetId,
    /// The static library that brings it, when it is none of the binary's own.
    pub archive: Option<TargetId>,
    /// When.
    pub cond: Cond,
}

/// What is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DefinedKind {
    /// A function that is no template and not inline.
    Function,
    /// A variable.
    Variable,
    /// A class whose virtual table and type information are emitted with its key function.
    Class,
}

/// A symbol of a binary.
#[derive(Debug, Clone)]
pub struct Defined {
    /// Function, variable or class.
    pub kind: DefinedKind,
    /// The last name.
    pub name: String,
    /// With namespaces and classes.
    pub qualified: String,
    /// The same without inline namespaces, where it stands in one.
    pub plain: Option<String>,
    /// The symbol; for a class that of its type information.
    pub symbol: Symbol,
    /// Number of parameters, where the text tells it.
    pub parameters: Option<usize>,
    /// The function with which a class is emitted: its last name, and the whole.
    pub key: Option<(String, String)>,
    /// A member of a class.
    pub member: bool,
    /// What stands before it.
    pub attributes: Attributes,
    /// The preprocessor's condition, in the facts of the file that `span` names.
    pub guard: GuardId,
    /// The source and its compilation.
    pub unit: Unit,
    /// The name.
    pub span: Span,
}

/// Definitions of a file by their last names: functions and variables as indices of its facts.
type Names = FxHashMap<String, Vec<(DefinedKind, usize)>>;

/// What was asked about symbols of one full name, by their last names.
type AskedOf = Vec<(String, Rc<Asked>)>;

/// Who links a target, and when.
pub(super) type Users = FxHashMap<TargetId, Vec<(TargetId, Cond)>>;

/// The symbols of all binaries, found when they are asked for.
pub struct Binaries<'m> {
    /// The model.
    pub model: &'m Model<'m>,
    /// The sources.
    pub natives: &'m Natives<'m>,
    /// What names in sources mean.
    pub(super) symbols: &'m Symbols<'m>,
    /// Includes.
    pub headers: Headers<'m>,
    units: RefCell<FxHashMap<TargetId, Rc<Vec<Unit>>>>,
    names: RefCell<FxHashMap<PathBuf, Rc<Names>>>,
    indices: RefCell<FxHashMap<TargetId, Rc<Index>>>,
    definitions: RefCell<FxHashMap<TargetId, Rc<Vec<Rc<Defined>>>>>,
    asked: RefCell<FxHashMap<String, AskedOf>>,
    pub(super) users: RefCell<Option<Rc<Users>>>,
    pub(super) classes: super::needs::ClassesReached,
    pub(super) scopes: super::needs::ScopesOfFiles,
    pub(super) pulled: super::pulled::Known,
    pub(super) macros: RefCell<FxHashMap<TargetId, Rc<super::exported::Definitions>>>,
    pub(super) macro_names: super::exported::MacroNames,
    /// Whether a member of an archive, by its path, may get into a binary.
    pub(super) members: RefCell<FxHashMap<(TargetId, Rc<Path>), bool>>,
}

/// What is compiled into a binary, and which units define a name.
struct Index {
    units: Vec<Unit>,
    /// The hash of a name and the number of a unit that defines it, sorted.
    of: Vec<(u32, u32)>,
}

/// What was asked about one symbol: many uses of it ask the same.
#[derive(Default)]
pub(super) struct Asked {
    /// When a binary has it.
    defines: RefCell<FxHashMap<TargetId, Cond>>,
    /// When a user gets it from elsewhere than the provider, where that one is on its line.
    pub(super) elsewhere: RefCell<FxHashMap<(TargetId, Option<TargetId>), Cond>>,
    /// Shared libraries and modules that ever have it, and all that is linked.
    pub(super) libraries: OnceCell<Vec<TargetId>>,
    pub(super) linked: OnceCell<Vec<TargetId>>,
}

impl Asked {
    pub(super) fn known(&self, id: TargetId) -> Option<Cond> {
        self.defines.borrow().get(&id).copied()
    }
}

/// A number for a name, the same for equal ones.
pub(super) fn hash_of(name: &str) -> u32 {
    rustc_hash::FxBuildHasher.hash_one(name) as u32
}

/// Kinds of targets that a link step makes.
pub const LINKED: &[TargetKind] = &[TargetKind::Executable, TargetKind::Shared, TargetKind::Module];

impl<'m> Binaries<'m> {
    /// When a piece of a file is compiled into a target, by what is defined on its command line and in the headers that it sees, and whether
    /// that is sure.
    pub fn compiled(&self, target: TargetId, site: &Site, guard: GuardId) -> (Cond, bool) {
        if guard == GuardId::TRUE {
            return (site.cond, true);
        }
        let compilation = Compilation::with_headers(self.model, target, &site.path, &self.headers);
        compilation.holds(&site.file.facts.guards, guard).under(&self.model.facts.conds, site.cond)
    }

    /// Nothing is read yet.
    pub fn new(model: &'m Model<'m>, natives: &'m Natives<'m>, symbols: &'m Symbols<'m>) -> Self {
        Self {
            model,
            natives,
            symbols,
            headers: Headers::new(model, natives),
            units: RefCell::default(),
            names: RefCell::default(),
            indices: RefCell::default(),
            definitions: RefCell::default(),
            asked: RefCell::default(),
            users: RefCell::default(),
            classes: super::needs::ClassesReached::default(),
            scopes: super::needs::ScopesOfFiles::default(),
            pulled: super::pulled::Known::default(),
            macros: RefCell::default(),
            macro_names: super::exported::MacroNames::default(),
            members: RefCell::default(),
        }
    }

    /// The sources that are in a binary: its own, those of object libraries, those of static libraries on its link line.
    pub fn units(&self, id: TargetId) -> Rc<Vec<Unit>> {
        if let Some(known) = self.units.borrow().get(&id) {
            return Rc::clone(known);
        }
        let conds = &self.model.facts.conds;
        let mut units = Vec::new();
        let archives = self.model.link_closure(id).into_iter().map(|(library, cond)| {
            (library, conds.and(cond, self.model.is_kind(library, &[TargetKind::Static])), Some(library))
        });
        for (target, cond, archive) in std::iter::once((id, Cond::TRUE, None)).chain(archives) {
            if cond.is_false() {
                continue;
            }
            for source in self.model.sources(target) {
                let cond = conds.and(cond, source.cond);
                let path = source.path.as_deref().filter(|path| is_compiled(path) && self.natives.holds(path));
                if let (Some(path), false) = (path, cond.is_false()) {
                    let compiled_by = source.through.unwrap_or(target);
                    units.push(Unit { path: Rc::from(path), compiled_by, archive, cond });
                }
            }
        }
        let units = Rc::new(units);
        self.units.borrow_mut().insert(id, Rc::clone(&units));
        units
    }

    /// The sources of a binary, all of them read.
    pub fn read_units(&self, id: TargetId) -> Rc<Vec<Unit>> {
        let units = self.units(id);
        let paths: Vec<&Path> = units.iter().map(|unit| &*unit.path).collect();
        self.natives.read_ahead(&paths);
        units
    }

    /// Sources that the sources of a binary include (`#include "parser.cpp"` in a test of its insides).
    fn included(&self, id: TargetId) -> Vec<Unit> {
        let mut out = Vec::new();
        for unit in self.read_units(id).iter() {
            let Some(file) = self.natives.file(&unit.path) else { continue };
            let sources =
                file.facts.includes.iter().map(|include| Path::new(&include.path)).filter(|path| is_compiled(path));
            let sources: Vec<&Path> = sources.collect();
            if sources.is_empty() {
                continue;
            }
            let reached = self.headers.reached(unit.compiled_by, &unit.path);
            let below = reached.files.iter().skip(1).filter_map(|&index| self.natives.path(index));
            out.extend(
                below.filter(|path| is_compiled(path)).map(|path| Unit { path: Rc::from(&**path), ..unit.clone() }),
            );
            // Folders that are not known (`$<TARGET_PROPERTY:other,INCLUDE_DIRECTORIES>`): it may be any file of that name.
            for source in sources.iter().filter_map(|source| source.file_name()) {
                if !reached.files.iter().any(|&index| self.natives.path(index).is_some_and(|p| p.ends_with(source))) {
                    let named = self.natives.named(source).iter().filter_map(|&index| self.natives.path(index));
                    out.extend(named.map(|path| Unit { path: Rc::from(&**path), ..unit.clone() }));
                }
            }
        }
        out
    }

    /// Whether a source of a target itself includes what only POSIX systems have, without a condition: it is not compiled for Windows.
    pub fn is_posix_only(&self, id: TargetId) -> bool {
        self.model.sources(id).iter().filter_map(|source| self.natives.file(source.path.as_deref()?)).any(|file| {
            let mut always = file.facts.includes.iter().filter(|include| include.guard == GuardId::TRUE);
            always.any(|include| !include.quoted && is_missing_on_windows(&include.path))
        })
    }

    fn names(&self, path: &Path, facts: &FileFacts) -> Rc<Names> {
        if let Some(known) = self.names.borrow().get(path) {
            return Rc::clone(known);
        }
        let mut names = Names::default();
        for (index, function) in facts.functions.iter().enumerate().filter(|(_, function)| emits(function)) {
            names.entry(function.name.clone()).or_default().push((DefinedKind::Function, index));
        }
        for (index, variable) in facts.variables.iter().enumerate().filter(|(_, variable)| stores(variable)) {
            names.entry(variable.name.clone()).or_default().push((DefinedKind::Variable, index));
        }
        let names = Rc::new(names);
        self.names.borrow_mut().insert(path.to_path_buf(), Rc::clone(&names));
        names
    }

    fn index(&self, id: TargetId) -> Rc<Index> {
        if let Some(known) = self.indices.borrow().get(&id) {
            return Rc::clone(known);
        }
        let mut units: Vec<Unit> = self.read_units(id).to_vec();
        units.extend(self.included(id));
        let mut of = Vec::new();
        for (at, unit) in (0_u32..).zip(&units) {
            let Some(file) = self.natives.file(&unit.path) else { continue };
            of.extend(self.names(&unit.path, &file.facts).keys().map(|name| (hash_of(name), at)));
        }
        of.sort_unstable();
        let index = Rc::new(Index { units, of });
        self.indices.borrow_mut().insert(id, Rc::clone(&index));
        index
    }

    /// Everything that a binary defines.
    pub fn definitions(&self, id: TargetId) -> Rc<Vec<Rc<Defined>>> {
        /// All that is remembered is forgotten when it is more: several rules ask for the same ones.
        const REMEMBERED: usize = 30_000;
        if let Some(known) = self.definitions.borrow().get(&id) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.find_definitions(id));
        let mut known = self.definitions.borrow_mut();
        if known.values().map(|one| one.len()).sum::<usize>() + found.len() > REMEMBERED {
            known.clear();
        }
        known.insert(id, Rc::clone(&found));
        found
    }

    fn find_definitions(&self, id: TargetId) -> Vec<Rc<Defined>> {
        let mut out = Vec::new();
        for unit in self.read_units(id).iter() {
            let Some(file) = self.natives.file(&unit.path) else { continue };
            let functions = file.facts.functions.iter().filter(|function| emits(function));
            out.extend(functions.filter_map(|function| of_function(function, &file, unit)).map(Rc::new));
            let variables = file.facts.variables.iter().filter(|variable| stores(variable));
            out.extend(variables.filter_map(|variable| of_variable(variable, &file, unit)).map(Rc::new));
        }
        out
    }

    /// What was asked about a symbol before: about a class what is asked about the function with which it is emitted.
    pub(super) fn asked(&self, wanted: &Defined) -> Rc<Asked> {
        let (name, whole) = name_of(wanted);
        let known =
            |all: &[(String, Rc<Asked>)]| all.iter().find(|(one, _)| one == name).map(|(_, asked)| Rc::clone(asked));
        if let Some(asked) = self.asked.borrow().get(whole).and_then(|all| known(all)) {
            return asked;
        }
        let asked = Rc::new(Asked::default());
        self.asked.borrow_mut().entry(whole.clone()).or_default().push((name.clone(), Rc::clone(&asked)));
        asked
    }

    /// When a binary defines a function or variable, or emits a class.
    pub fn defines(&self, id: TargetId, wanted: &Defined) -> Cond {
        self.defines_asked(&self.asked(wanted), id, wanted)
    }

    pub(super) fn defines_asked(&self, asked: &Asked, id: TargetId, wanted: &Defined) -> Cond {
        if let Some(known) = asked.known(id) {
            return known;
        }
        let found = self.find_defines(id, wanted);
        asked.defines.borrow_mut().insert(id, found);
        found
    }

    pub(super) fn find_defines(&self, id: TargetId, wanted: &Defined) -> Cond {
        let (name, whole) = name_of(wanted);
        let mut when = Cond::FALSE;
        let index = self.index(id);
        let hash = hash_of(name);
        let first = index.of.partition_point(|(other, _)| *other < hash);
        for (_, at) in index.of[first..].iter().take_while(|(other, _)| *other == hash) {
            let unit = &index.units[*at as usize];
            let Some(file) = self.natives.file(&unit.path) else { continue };
            let names = self.names(&unit.path, &file.facts);
            let found = names.get(name).into_iter().flatten().any(|&(kind, index)| {
                let qualified = match kind {
                    DefinedKind::Variable => file.facts.variables.get(index).map(|v| &v.qualified),
                    _ => file.facts.functions.get(index).map(|f| &f.qualified),
                };
                qualified == Some(whole)
            });
            if found {
                when = self.model.facts.conds.or(when, unit.cond);
            }
        }
        when
    }
}

/// The last name by which a symbol is found, and the whole.
fn name_of(wanted: &Defined) -> (&String, &String) {
    wanted.key.as_ref().map_or((&wanted.name, &wanted.qualified), |(name, whole)| (name, whole))
}

/// Whether other objects see the function.
pub fn emits(function: &Function) -> bool {
    function.is_definition
        && !function.internal
        && !function.inline
        && !function.template
        && !function.device
        && function.guard != GuardId::FALSE
}

/// Whether other objects see the variable.
pub fn stores(variable: &Variable) -> bool {
    variable.is_definition
        && !variable.internal
        && !variable.inline
        && !variable.template
        && variable.guard != GuardId::FALSE
}

fn of_function(function: &Function, file: &NativeFile, unit: &Unit) -> Option<Defined> {
    Some(Defined {
        kind: DefinedKind::Function,
        name: function.name.clone(),
        qualified: function.qualified.clone(),
        plain: file.facts.without_inline(&function.qualified),
        symbol: function.symbol()?,
        parameters: parameters(function, file.source.bytes()),
        key: None,
        member: function.member,
        attributes: function.attributes.clone(),
        guard: function.guard,
        unit: unit.clone(),
        span: Span::new(file.source.id(), function.range.clone()),
    })
}

fn of_variable(variable: &Variable, file: &NativeFile, unit: &Unit) -> Option<Defined> {
    Some(Defined {
        kind: DefinedKind::Variable,
        name: variable.name.clone(),
        qualified: variable.qualified.clone(),
        plain: file.facts.without_inline(&variable.qualified),
        symbol: variable.symbol()?,
        parameters: None,
        key: None,
        member: false,
        attributes: variable.attributes.clone(),
        guard: variable.guard,
        unit: unit.clone(),
        span: Span::new(file.source.id(), variable.range.clone()),
    })
}

/// A class of a header, emitted where its key function is defined.
pub fn of_class(class: &Class, file: &NativeFile, key: &Defined) -> Defined {
    Defined {
        kind: DefinedKind::Class,
        name: class.name.clone(),
        qualified: class.qualified.clone(),
        plain: file.facts.without_inline(&class.qualified),
        symbol: Symbol::typeinfo(&class.qualified),
        parameters: None,
        key: Some((key.name.clone(), key.qualified.clone())),
        member: false,
        attributes: class.attributes.clone(),
        guard: class.guard,
        unit: key.unit.clone(),
        span: Span::new(file.source.id(), class.range.clone()),
    }
}

/// Files that a compiler is run on.
pub fn is_compiled(path: &Path) -> bool {
    let suffix = path.extension().and_then(|suffix| suffix.to_str());
    matches!(suffix, Some("c" | "cc" | "cpp" | "cxx" | "c++" | "C" | "cppm" | "ixx" | "cu" | "hip" | "m" | "mm"))
}

/// Whether a source is in assembly.
pub fn is_assembly(path: &Path) -> bool {
    path.extension().is_some_and(|end| ["s", "S", "asm", "sx"].iter().any(|one| end == *one))
}

/// Whether a source is in Fortran (`CMAKE_Fortran_SOURCE_FILE_EXTENSIONS` of CMakeFortranCompiler.cmake).
pub fn is_fortran(path: &Path) -> bool {
    const ENDINGS: &[&str] = &["f", "for", "ftn", "f77", "f90", "f95", "f03", "f08", "fpp", "i90"];
    path.extension().is_some_and(|end| ENDINGS.iter().any(|one| end.eq_ignore_ascii_case(one)))
}

/// Whether a file is compiled with what includes it only, by its suffix.
pub fn is_header(path: &Path) -> bool {
    let suffix = path.extension().and_then(|suffix| suffix.to_str());
    suffix.is_some_and(|suffix| suffix.starts_with(['h', 'H']) && suffix != "hip")
}

/// Whether a source is C++ (true) or C; None for what has another compiler.
pub fn is_cxx(path: &Path) -> Option<bool> {
    match path.extension()?.to_str()? {
        "c" => Some(false),
        "cc" | "cpp" | "cxx" | "c++" | "C" | "cppm" | "ixx" => Some(true),
        _ => None,
    }
}

fn parameters(function: &Function, bytes: &[u8]) -> Option<usize> {
    let head: Range<usize> = function.range.end as usize..function.head.end.max(function.range.end) as usize;
    let text = std::str::from_utf8(bytes.get(head)?).ok()?;
    count_parameters(text.trim_start())
}

/// The number of parameters of a text that begins with their list: `(int a, T<b, c> d)` has 2. None when it does not
/// end, or takes any number.
pub fn count_parameters(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('(')?;
    let (mut depth, mut count, mut end) = (0u32, 1, None);
    for (at, c) in inner.char_indices() {
        match c {
            ')' if depth == 0 => {
                end = Some(at);
                break;
            }
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => count += 1,
            '#' => return None,
            _ => {}
        }
    }
    let list = inner.get(..end?)?.trim();
    if list.contains("...") {
        return None;
    }
    Some(if list.is_empty() || list == "void" { 0 } else { count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_counted() {
        let cases = [
            ("()", Some(0)),
            ("(void)", Some(0)),
            ("( int a ) const", Some(1)),
            ("(std::map<int, int> a, int (*f)(int, int), int b[2])", Some(3)),
            ("(const char* f, ...)", None),
            ("(int a", None),
            ("int", None),
        ];
        for (text, expected) in cases {
            assert_eq!(count_parameters(text), expected, "{text}");
        }
    }
}
