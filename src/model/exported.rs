//! Whether a source gives a symbol default visibility itself: by an attribute, a pragma, or a macro that stands for one
//! under the definitions of the target that compiles it.
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::native::{
    Attributes, Effect, FileFacts, FileIndex, Function, Guard, GuardId, Guards, Known, MacroDef, NativeFile, Natives,
    Visibility, elf,
};

use super::TargetId;
use super::binaries::{Binaries, Defined, DefinedKind, hash_of, is_cxx};
use super::headers::Reached;
use super::mentions::has_word;

/// Macros that a target defines on the command line, and whether a definition's name is not known.
#[derive(Debug, Default)]
pub struct Definitions {
    by_name: FxHashMap<String, (Cond, Option<i64>)>,
    unknown: bool,
}

/// The macros of files, by the hashes of their names: many compilations reach the same files.
pub(super) type MacroNames = RefCell<FxHashMap<FileIndex, FxHashSet<u32>>>;

/// Macros that push a visibility by the operator, by file: few files have any.
struct Pushing(FxHashMap<FileIndex, Vec<String>>);

impl Pushing {
    fn find(natives: &Natives<'_>) -> Self {
        let mut found = FxHashMap::default();
        for index in natives.mentioning(&["_Pragma"]) {
            let Some(file) = natives.at(index) else { continue };
            let pushes = |one: &&MacroDef| one.body.as_deref().is_some_and(pushes_by_operator);
            let names: Vec<String> = file.facts.macros.iter().filter(pushes).map(|one| one.name.clone()).collect();
            if !names.is_empty() {
                found.insert(index, names);
            }
        }
        Self(found)
    }
}

/// One compilation: what is known of its macros.
pub struct Compilation<'b, 'm> {
    binaries: &'b Binaries<'m>,
    definitions: Rc<Definitions>,
    reached: Rc<Reached>,
    cxx: bool,
}

impl<'m> Binaries<'m> {
    /// The compilation of a source by a target.
    pub fn compilation(&self, id: TargetId, source: &std::path::Path) -> Compilation<'_, 'm> {
        let reached = self.headers.reached(id, source);
        Compilation { binaries: self, definitions: self.command_line(id), reached, cxx: is_cxx(source).unwrap_or(true) }
    }

    fn command_line(&self, id: TargetId) -> Rc<Definitions> {
        if let Some(known) = self.macros.borrow().get(&id) {
            return Rc::clone(known);
        }
        let mut found = Definitions::default();
        for item in self.model.definitions(id).iter() {
            let text = item.text.strip_prefix("-D").unwrap_or(&item.text);
            let (name, value) = text.split_once('=').unwrap_or((text, "1"));
            if has_symbol(name) || name.contains("$<") {
                found.unknown = true;
                continue;
            }
            let entry = found.by_name.entry(name.to_owned()).or_insert((Cond::FALSE, value.parse().ok()));
            entry.0 = self.model.facts.conds.or(entry.0, item.cond);
        }
        let found = Rc::new(found);
        self.macros.borrow_mut().insert(id, Rc::clone(&found));
        found
    }

    /// When the source gives a symbol default visibility; None when that is not known.
    pub fn exported_by_source(&self, defined: &Defined) -> Option<Cond> {
        let unit = &defined.unit;
        let source = self.natives.file(&unit.path)?;
        // A pragma around an `#include` holds for what is included.
        let pushes = memchr::memmem::find(source.source.bytes(), b"visibility push").is_some();
        if pushes || defined.attributes.asm_name.is_some() || defined.attributes.alias.is_some() {
            return None;
        }
        let compilation = self.compilation(unit.compiled_by, &unit.path);
        let mut when = compilation.says(&defined.attributes)?;
        let class = defined.qualified.rsplit_once("::").map(|(class, _)| class).filter(|_| defined.member);
        let mut class_found = class.is_none();
        let mut declared = false;
        let pushing = OnceCell::new();
        for &index in &compilation.reached.files {
            let Some(file) = self.natives.at(index) else { continue };
            let same = |f: &Function| !f.is_definition && f.qualified == defined.qualified;
            let is_here = file.facts.functions.iter().any(same);
            declared |= is_here;
            // `int geo::hull() {…}` is no member where a header declares it in the namespace.
            class_found |= file.facts.functions.iter().any(|one| same(one) && !one.member);
            let owns = || file.facts.classes.iter().any(|owner| Some(owner.qualified.as_str()) == class);
            if (is_here || owns()) && is_pushed(file, pushing.get_or_init(|| compilation.pushing())) {
                return None;
            }
            for attributes in declarations(&file.facts, defined) {
                when = self.model.facts.conds.or(when, compilation.says(attributes)?);
            }
            let functions = file.facts.functions.iter().filter(|f| f.qualified == defined.qualified);
            if !when.is_true() && functions.clone().any(|f| compilation.has_small_macro(file, f.range.start)) {
                return None;
            }
            for owner in file.facts.classes.iter().filter(|owner| Some(owner.qualified.as_str()) == class) {
                class_found = true;
                if owner.exported_members.contains(&defined.name) {
                    return Some(Cond::TRUE);
                }
                when = self.model.facts.conds.or(when, compilation.says(&owner.attributes)?);
            }
            // What a class says holds for the classes inside of it, too (GCC and Clang; not so `dllexport`).
            for around in file.facts.classes.iter().filter(|around| encloses(&around.qualified, &defined.qualified)) {
                when = self.model.facts.conds.or(when, compilation.says(&around.attributes)?);
            }
        }
        // The declaration may stand in a header that was not found.
        let lost = defined.kind == DefinedKind::Function && class.is_none() && !declared;
        (class_found && !(lost && compilation.reached.incomplete)).then_some(when)
    }
}

/// Whether a class stands around the one that a qualified name begins with, or around what the name says.
fn encloses(class: &str, qualified: &str) -> bool {
    qualified.strip_prefix(class).is_some_and(|rest| rest.starts_with("::"))
}

/// Whether a text pushes a visibility by the operator, which the declarations of a file are not read with.
fn pushes_by_operator(text: &str) -> bool {
    text.contains("_Pragma") && text.contains("visibility push")
}

/// Whether a file may push a visibility by the operator `_Pragma`, or by a macro that stands for it.
fn is_pushed(file: &NativeFile, macros: &[String]) -> bool {
    let bytes = file.source.bytes();
    let mut operators = memchr::memmem::find_iter(bytes, b"_Pragma");
    let by_operator = operators.any(|at| {
        let line = &bytes[at..];
        let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
        memchr::memmem::find(line, b"visibility push").is_some()
    });
    let defined_here = |name: &str| file.facts.macros.iter().any(|one| one.name == name);
    by_operator || macros.iter().any(|name| !defined_here(name) && has_word(bytes, name))
}

/// What stands before other declarations of the same thing.
fn declarations<'f>(facts: &'f FileFacts, defined: &'f Defined) -> Vec<&'f Attributes> {
    match defined.kind {
        DefinedKind::Function => {
            let same = facts.functions.iter().filter(|function| function.qualified == defined.qualified);
            same.map(|function| &function.attributes).collect()
        }
        DefinedKind::Variable => {
            let same = facts.variables.iter().filter(|variable| variable.qualified == defined.qualified);
            same.map(|variable| &variable.attributes).collect()
        }
        DefinedKind::Class => Vec::new(),
    }
}

impl Compilation<'_, '_> {
    /// Files that the source reaches, itself first.
    pub fn reached(&self) -> &Reached {
        &self.reached
    }

    /// Macros that push a visibility.
    fn pushing(&self) -> Vec<String> {
        let natives = self.binaries.natives;
        let pushing = natives.once(|| Pushing::find(natives));
        if pushing.0.is_empty() {
            return Vec::new();
        }
        self.reached.files.iter().filter_map(|index| pushing.0.get(index)).flatten().cloned().collect()
    }

    /// Whether a file defines a macro.
    fn defines_macro(&self, index: FileIndex, name: &str) -> bool {
        let natives = self.binaries.natives;
        let mut known = self.binaries.macro_names.borrow_mut();
        let names = known.entry(index).or_insert_with(|| {
            let macros = natives.at(index).into_iter().flat_map(|file| &file.facts.macros);
            macros.map(|one| hash_of(&one.name)).collect()
        });
        names.contains(&hash_of(name))
            && natives.at(index).is_some_and(|file| file.facts.macros.iter().any(|one| *one.name == *name))
    }

    /// When attributes give default visibility.
    fn says(&self, attributes: &Attributes) -> Option<Cond> {
        if let Some(visibility) = attributes.visibility {
            return Some(truth(visibility.is_exported()));
        }
        let mut when = truth(attributes.pragma_visibility.is_some_and(Visibility::is_exported));
        for name in &attributes.macros {
            when = self.binaries.model.facts.conds.or(when, self.macro_exports(name, 0)?);
        }
        Some(when)
    }

    /// Whether a word before a declared name is a macro that is not written as macros are (`lib_export int f(void);`): what it stands for
    /// was not read as part of the declaration.
    fn has_small_macro(&self, file: &NativeFile, name: u32) -> bool {
        let before = file.source.bytes().get(..name as usize).unwrap_or_default();
        let ends = |byte: &u8| matches!(byte, b';' | b'{' | b'}' | b'#' | b'/' | b')');
        let head = &before[before.iter().rposition(ends).map_or(0, |at| at + 1)..];
        let mut words = head.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
        words.any(|word| {
            let word = std::str::from_utf8(word).unwrap_or_default();
            word.bytes().any(|byte| byte.is_ascii_lowercase()) && !is_keyword(word) && self.is_macro(word)
        })
    }

    /// When a macro stands for default visibility, by all its definitions that the source reaches.
    fn macro_exports(&self, name: &str, depth: u8) -> Option<Cond> {
        let conds = &self.binaries.model.facts.conds;
        let (mut covered, mut when) = (Cond::FALSE, Cond::FALSE);
        for &index in self.reached.files.iter().filter(|index| self.defines_macro(**index, name)) {
            let Some(file) = self.binaries.natives.at(index) else { continue };
            for definition in file.facts.macros.iter().filter(|definition| definition.name == name) {
                let holds = self.holds(&file.facts.guards, definition.guard, name)?;
                if holds.is_false() {
                    continue;
                }
                let exports = match effect(&file.facts, definition) {
                    Effect::Visibility(visibility) => truth(visibility.is_exported()),
                    Effect::Empty => Cond::FALSE,
                    Effect::Alias(other) if depth < 6 && other != name => self.macro_exports(&other, depth + 1)?,
                    _ => return None,
                };
                when = conds.or(when, conds.and(holds, exports));
                covered = conds.or(covered, holds);
            }
        }
        // Where none of these definitions holds there is another one, which is not seen: without any the code would not
        // compile.
        covered.is_true().then_some(when)
    }

    /// When a condition of the preprocessor holds on an ELF system; None when that is not known. `own` is the macro that
    /// is being defined there: what tests it first sees none.
    pub fn holds(&self, guards: &Guards, id: GuardId, own: &str) -> Option<Cond> {
        self.held(guards, id, own, &mut FxHashMap::default())
    }

    /// Conditions share their parts: those in `met` are known.
    fn held(
        &self,
        guards: &Guards,
        id: GuardId,
        own: &str,
        met: &mut FxHashMap<GuardId, Option<Cond>>,
    ) -> Option<Cond> {
        let conds = &self.binaries.model.facts.conds;
        let when = match guards.get(id) {
            Guard::True => return Some(Cond::TRUE),
            Guard::False => return Some(Cond::FALSE),
            Guard::Defined(name) => return self.defined(name, own),
            Guard::Expr(_) => return None,
            _ if met.contains_key(&id) => return met[&id],
            Guard::Not(a) => self.held(guards, *a, own, met).map(|when| conds.not(when)),
            Guard::And(a, b) => match (self.held(guards, *a, own, met), self.held(guards, *b, own, met)) {
                (Some(Cond::FALSE), _) | (_, Some(Cond::FALSE)) => Some(Cond::FALSE),
                (a, b) => a.zip(b).map(|(a, b)| conds.and(a, b)),
            },
            Guard::Or(a, b) => match (self.held(guards, *a, own, met), self.held(guards, *b, own, met)) {
                (Some(Cond::TRUE), _) | (_, Some(Cond::TRUE)) => Some(Cond::TRUE),
                (a, b) => a.zip(b).map(|(a, b)| conds.or(a, b)),
            },
            Guard::Test(..) => {
                let defined = |name: &str| match self.defined(name, own)? {
                    Cond::TRUE => Some(true),
                    Cond::FALSE => Some(false),
                    _ => None,
                };
                let known = Known { defined: &defined, value: &|name| self.value(name) };
                guards.evaluate(id, &known).map(truth)
            }
        };
        met.insert(id, when);
        when
    }

    fn defined(&self, name: &str, own: &str) -> Option<Cond> {
        if name == "__cplusplus" {
            return Some(truth(self.cxx));
        }
        if let Some(defined) = elf::defined(name) {
            return Some(truth(defined));
        }
        if let Some((cond, _)) = self.definitions.by_name.get(name) {
            let model = self.binaries.model;
            let cond = model.for_language(*cond, if self.cxx { "CXX" } else { "C" });
            return (!model.hangs_on_expression(cond)).then_some(cond);
        }
        if self.definitions.unknown || self.reached.incomplete || (name != own && self.is_macro(name)) {
            return None;
        }
        Some(Cond::FALSE)
    }

    /// Whether some file, or the command line, defines a macro of that name.
    pub fn is_macro(&self, name: &str) -> bool {
        self.definitions.by_name.contains_key(name)
            || self.reached.files.iter().any(|&index| self.defines_macro(index, name))
    }

    fn value(&self, name: &str) -> Option<i64> {
        elf::value(name).or_else(|| {
            let (cond, value) = self.definitions.by_name.get(name)?;
            value.filter(|_| cond.is_true())
        })
    }
}

/// Words of declarations for which some headers have definitions that change nothing here.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "inline" | "const" | "bool" | "static" | "extern" | "void" | "int" | "char" | "long" | "struct" | "unsigned"
    )
}

fn truth(holds: bool) -> Cond {
    if holds { Cond::TRUE } else { Cond::FALSE }
}

/// What one definition of a macro does to a declaration.
fn effect(facts: &FileFacts, definition: &MacroDef) -> Effect {
    let known = facts.export_macros.iter().find(|found| found.name == definition.name);
    let alternative = known.and_then(|found| found.alternatives.iter().find(|one| one.range == definition.range));
    if let Some(alternative) = alternative {
        return alternative.effect.clone();
    }
    let Some(body) = definition.body.as_deref() else { return Effect::Other(String::new()) };
    let word = body.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let attribute = (body.starts_with("[[") || body.starts_with("__attribute__")) && !body.contains("visibility");
    match body {
        "" | "extern" | "extern \"C\"" => Effect::Empty,
        "inline" | "static" => Effect::Inline,
        _ if attribute => Effect::Empty,
        _ if word => Effect::Alias(body.to_owned()),
        _ => Effect::Other(body.to_owned()),
    }
}
