//! Functions that lack the export macro which the others of their header (or class) have.
#[path = "unexported_public_function/classes.rs"]
mod classes;
#[path = "unexported_public_function/definitions.rs"]
mod definitions;
#[path = "unexported_public_function/delivered.rs"]
mod delivered;
#[path = "unexported_public_function/folders.rs"]
mod folders;
#[path = "unexported_public_function/included.rs"]
mod included;
#[path = "unexported_public_function/inlined.rs"]
mod inlined;
#[path = "unexported_public_function/messages.rs"]
mod messages;
#[path = "unexported_public_function/nested.rs"]
mod nested;
#[path = "unexported_public_function/operators.rs"]
mod operators;
#[path = "unexported_public_function/tables.rs"]
mod tables;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use std::path::Path;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::{InstallKind, TargetKind};
use crate::comments::keeps_apart;
use crate::cond::Cond;
use crate::model::archives::is_ever;
use crate::model::binaries::{emits, is_compiled, is_cxx, is_header};
use crate::model::mentions::words;
use crate::model::needs::{take_other_types, take_otherwise};
use crate::model::preprocess::Compilation;
use crate::model::symbols::is_internal;
use crate::model::{Model, TargetId};
use crate::native::{Attributes, Effect, FileIndex, Function, GuardId, NativeFile, Triggers};
use crate::rules::dll_exports::Dlls;
use crate::rules::{Confidence, Context, Draft, Place, Project, Severity, Sink};
use crate::source::Span;

use super::hidden_exported_symbol::says_export;
use classes::of_class;
use definitions::{Definition, completed_names};
use delivered::{Readers, readers};
use messages::{around_type, in_dll, of_folder, of_include, of_inline, only_defined};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let rule = Rule {
        project,
        model,
        dlls: Dlls::of(cx),
        marks: RefCell::default(),
        definitions_of_macros: RefCell::default(),
    };
    let hides = |id: &TargetId| is_ever(model, *id, &[TargetKind::Shared]) && !rule.hidden(*id).is_false();
    if rule.dlls.is_none() && !model.built_targets().any(|id| hides(&id)) {
        return;
    }
    let macros = export_macros(&project);
    if macros.is_empty() {
        return;
    }
    let (mut forgotten, mut of_operators): (Vec<Forgotten>, Vec<Forgotten>) = (Vec::new(), Vec::new());
    let mut headers: Vec<_> = project.natives.mentioning(&macros).iter().copied().collect();
    headers.sort();
    headers.retain(|index| project.natives.path(*index).is_some_and(|path| !is_compiled(path)));
    project.natives.read_all(&headers);
    for file in
        headers.iter().filter_map(|index| project.natives.at(*index)).filter(|file| !is_private(file.source.path()))
    {
        forgotten.extend(of_header(file, &macros));
        forgotten.extend(file.facts.classes.iter().flat_map(|class| of_class(file, class, &macros)));
        if rule.dlls.is_some() {
            forgotten.extend(nested::forgotten(file, &macros));
        }
        of_operators.extend(operators::forgotten(file, &macros));
    }
    // A project that leaves out one after the other does so on purpose.
    if of_operators.len() <= MOST_OPERATORS {
        of_operators.retain(|one| !forgotten.iter().any(|known| known.span == one.span));
        forgotten.append(&mut of_operators);
    }
    let installed = folders::installed(&project, &headers);
    forgotten.extend(folders::forgotten(&project, &installed, &macros));
    let mut of_inline = inlined::forgotten(&project, &installed, &macros);
    of_inline.retain(|one| !forgotten.iter().any(|known| known.span == one.span));
    forgotten.append(&mut of_inline);
    let mut of_includes = included::forgotten(&project, &installed, &macros);
    of_includes.retain(|one| !forgotten.iter().any(|known| known.span == one.span));
    forgotten.append(&mut of_includes);
    forgotten.retain(|one| one.name.starts_with("operator") || !is_friend(one));
    forgotten.retain(|one| !keeps_apart(one.header.source.bytes(), one.span.start as usize));
    let names: BTreeSet<String> = forgotten.iter().map(|one| one.name.clone()).collect();
    if names.is_empty() {
        return;
    }
    let definitions = rule.definitions(&names.into_iter().collect::<Vec<_>>());
    for one in &forgotten {
        rule.report(one, definitions.get(&one.qualified).map_or(&[][..], Vec::as_slice), sink);
    }
}

/// Whether a header is not for others, as its name says.
fn is_private(header: &Path) -> bool {
    header.file_stem().is_some_and(|stem| is_internal(&stem.to_string_lossy()))
}

/// Whether a definition is one of another function of the same name, which the header declares, too.
fn is_another_overload(one: &Forgotten, definition: &Definition) -> bool {
    let alike = one.header.facts.functions.iter().filter(|function| function.qualified == one.qualified);
    let at = |file: &NativeFile, span: &Span| {
        file.facts.functions.iter().find(|function| function.range.start == span.start).cloned()
    };
    let both = || at(&one.header, &one.span).zip(at(&definition.file, &definition.span));
    // Operators have overloads all over a project.
    let is_operator = one.name.starts_with("operator");
    let alike = alike.count();
    (alike > 1 || is_operator)
        && both().is_some_and(|(declared, defined)| {
            let (declared, defined) = ((&one.header, &declared), (&definition.file, &defined));
            alike > 1 && take_otherwise(declared, defined) || is_operator && take_other_types(declared, defined)
        })
}

/// A function without the macro.
struct Forgotten {
    name: String,
    qualified: String,
    macro_name: String,
    others: usize,
    /// The others are in the headers beside its own.
    beside: bool,
    span: Span,
    header: NativeFile,
    guard: GuardId,
    /// The class that it is a member of, and the exported one around that: such a class is visible to all but users of a DLL.
    nested: Option<(String, String)>,
    /// The class that it stands for, where that is what lacks the macro.
    class: Option<String>,
    /// Macros before the name of its class, which may export that whole, if only for one compiler.
    class_macros: Vec<String>,
    /// The inline code of an installed header that calls it.
    caller: Option<Span>,
    /// The header includes this one, which defines the macro and no more, and does not use it.
    included: Option<String>,
}

/// As many functions have to be marked for one that is not.
const FOR_EACH: usize = 10;
/// As many for each where a part of the header is not for others.
const FOR_EACH_PART: usize = 4;
/// And at least as many in all.
const LEAST: usize = 4;
/// As many operators without the macro may have been forgotten.
const MOST_OPERATORS: usize = 3;

/// Whether a class of the header makes a function its friend: one that is declared for that is a part of the library (a callback).
fn is_friend(one: &Forgotten) -> bool {
    let bytes = one.header.source.bytes();
    words(bytes, &one.name).any(|at| {
        let before = bytes.get(..at).unwrap_or_default();
        let start = before.iter().rposition(|byte| matches!(byte, b';' | b'{' | b'}' | b':')).map_or(0, |at| at + 1);
        // Of a qualified name (`friend void ns::f()`) the part before the colons.
        let statement = before.iter().rposition(|byte| matches!(byte, b';' | b'{' | b'}')).map_or(0, |at| at + 1);
        let says = |from: usize| words(before.get(from..).unwrap_or_default(), "friend").next().is_some();
        says(start) || before.ends_with(b"::") && says(statement)
    })
}

/// Macros that give default visibility in one of their definitions, and those of `generate_export_header()`.
fn export_macros(project: &Project<'_>) -> Vec<String> {
    let natives = project.natives;
    let generated = project.model.generated_export_macros().into_iter();
    let mut found: BTreeSet<String> = generated.map(|header| header.export).collect();
    for path in natives.with(Triggers::EXPORT) {
        let Some(file) = natives.file(path) else { continue };
        for one in &file.facts.export_macros {
            if one.alternatives.iter().any(|alternative| export_effect(&alternative.effect)) && one.name.len() > 3 {
                found.insert(one.name.clone());
            }
        }
    }
    found.into_iter().collect()
}

/// Whether a macro gives default visibility where it stands for that.
fn export_effect(effect: &Effect) -> bool {
    matches!(effect, Effect::Visibility(kind) if kind.is_exported())
}

/// Whether it is a declaration of what a source defines.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "as `filter` calls it")]
fn is_declared(one: &&Function) -> bool {
    !one.is_definition && !one.internal && !one.inline && !one.template && !one.member
}

/// Nothing but the language and the compiler's flags decide about its visibility.
fn is_plain(attributes: &Attributes) -> bool {
    attributes.macros.is_empty()
        && attributes.visibility.is_none()
        && attributes.pragma_visibility.is_none()
        && !attributes.weak
        && attributes.alias.is_none()
}

/// Whether a word before the name says that the function is exported: a macro in small letters is read as a part of the type.
fn is_marked(file: &NativeFile, function: &Function) -> bool {
    let before = function.head.start.min(function.range.start) as usize..function.range.start as usize;
    let text = String::from_utf8_lossy(file.source.bytes().get(before).unwrap_or_default());
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).any(says_export)
}

/// Functions of a header without the macro that nearly all others have.
fn of_header(file: &NativeFile, macros: &[String]) -> Vec<Forgotten> {
    let mut marked: BTreeMap<&str, usize> = BTreeMap::new();
    let mut bare: Vec<&Function> = Vec::new();
    // Another macro may do anything: which part of the header these are is not known.
    let mut unclear = 0usize;
    for function in file.facts.functions.iter().filter(is_declared) {
        let attributes = &function.attributes;
        let own = attributes.macros.iter().find(|name| macros.binary_search(name).is_ok());
        match own {
            Some(name) => *marked.entry(name).or_default() += 1,
            None if attributes.macros.is_empty()
                && attributes.visibility.is_none()
                && attributes.pragma_visibility.is_none()
                && !is_marked(file, function) =>
            {
                bare.push(function);
            }
            None => unclear += 1,
        }
    }
    let Some((macro_name, others)) = marked.into_iter().max_by_key(|(_, count)| *count) else { return Vec::new() };
    if unclear * FOR_EACH_PART > others {
        return Vec::new();
    }
    let all = bare.len();
    let bare = apart(file, bare);
    // A part that is not for others may stand beside what was forgotten.
    if others < LEAST || bare.len() * FOR_EACH > others.max(FOR_EACH) || all * FOR_EACH_PART > others.max(FOR_EACH) {
        return Vec::new();
    }
    let shown: BTreeSet<&str> = file
        .facts
        .functions
        .iter()
        .filter(is_declared)
        .filter(|one| !one.attributes.macros.is_empty())
        .flat_map(|one| file.facts.guards.names(one.guard))
        .collect();
    // What only the library sees when it is built (`#ifdef FOO_BUILD`) is not for others.
    let for_others = |one: &Function| {
        let guards = &file.facts.guards;
        let asked = guards.names(one.guard).into_iter().filter(|name| !name.starts_with('_') && !shown.contains(name));
        !asked.into_iter().any(|name| guards.polarity(one.guard, name).0)
    };
    // A namespace of its own may be for the library itself, whatever the rest of the header is for.
    let around = |one: &Function| one.qualified.rsplit_once("::").map(|(space, _)| space.to_owned());
    let in_use = |one: &Function| {
        let beside = file.facts.functions.iter().filter(is_declared).filter(|other| around(other) == around(one));
        beside.filter(|other| other.attributes.macros.iter().any(|name| name == macro_name)).count() >= LEAST
    };
    let plain = bare.into_iter().filter(|one| {
        for_others(one)
            && in_use(one)
            && !is_internal(&one.name)
            && !is_internal(&one.qualified)
            && !one.attributes.weak
            && one.attributes.alias.is_none()
    });
    let forgotten = plain.map(|one| Forgotten {
        name: one.name.clone(),
        qualified: one.qualified.clone(),
        macro_name: macro_name.to_owned(),
        others,
        beside: false,
        span: Span::new(file.source.id(), one.range.clone()),
        header: file.clone(),
        guard: one.guard,
        nested: None,
        class: None,
        class_macros: Vec::new(),
        caller: None,
        included: None,
    });
    forgotten.collect()
}

/// Functions that do not stand together: several that follow each other are a part of the header that is not for others. Beside such a
/// part only those count that stand among marked ones.
fn apart<'f>(file: &'f NativeFile, bare: Vec<&'f Function>) -> Vec<&'f Function> {
    const TOGETHER: usize = 3;
    let among =
        |one: &Function| file.facts.functions.iter().filter(is_declared).position(|other| other.range == one.range);
    let places: Vec<usize> = bare.iter().filter_map(|one| among(one)).collect();
    if !places.windows(TOGETHER).any(|run| run.last().copied() == run.first().map(|first| first + TOGETHER - 1)) {
        return bare;
    }
    let is_single = |at: usize| {
        let beside = [at.checked_sub(1), Some(at + 1)];
        beside.into_iter().flatten().all(|other| !places.contains(&other))
    };
    bare.into_iter().filter(|one| among(one).is_some_and(is_single)).collect()
}

/// When a target is a DLL that exports what is marked, and by which macros.
type Marks = Rc<(Cond, BTreeSet<String>)>;

/// Definitions of a macro: where, when, and whether it is empty.
type MacroDefinitions = Rc<Vec<(NativeFile, GuardId, bool)>>;

struct Rule<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
    dlls: Option<Dlls<'a>>,
    marks: RefCell<FxHashMap<TargetId, Marks>>,
    /// Definitions of macros that stand before classes, and whether each is empty.
    definitions_of_macros: RefCell<FxHashMap<String, MacroDefinitions>>,
}

impl Rule<'_> {
    fn hidden(&self, id: TargetId) -> Cond {
        let hidden = |cxx: bool| (*self.model.compiled_hidden(id, cxx)).as_ref().map_or(Cond::FALSE, |(cond, _)| *cond);
        self.model.facts.conds.or(hidden(true), hidden(false))
    }

    /// When the macro is certainly empty in a source of a target: there the others are hidden as well.
    fn is_empty(&self, name: &str, target: TargetId, path: &Path) -> Cond {
        let conds = &self.model.facts.conds;
        let compilation = Compilation::new(self.model, target, path);
        let mut out = Cond::FALSE;
        for file in self.project.natives.with(Triggers::EXPORT).filter_map(|path| self.project.natives.file(path)) {
            let named = file.facts.export_macros.iter().filter(|one| one.name == name);
            for alternative in named.flat_map(|one| &one.alternatives).filter(|one| one.effect == Effect::Empty) {
                out = conds.or(out, compilation.holds(&file.facts.guards, alternative.guard).must);
            }
        }
        out
    }

    /// When a macro certainly stands for nothing in a source of a target: one of its definitions is empty, and no other one is meant. It
    /// need not be known what the others are for (`#define FOO_TYPE BAR_TYPE`, of a header that the build writes).
    fn is_nothing(&self, name: &str, target: TargetId, path: &Path) -> Cond {
        let conds = &self.model.facts.conds;
        let known = self.definitions_of_macros.borrow().get(name).cloned();
        let all = known.unwrap_or_else(|| {
            let found: MacroDefinitions = Rc::new(self.macro_definitions(name));
            self.definitions_of_macros.borrow_mut().insert(name.to_owned(), Rc::clone(&found));
            found
        });
        let compilation = Compilation::new(self.model, target, path);
        let (mut empty, mut other) = (Cond::FALSE, Cond::FALSE);
        for (file, guard, is_empty) in all.iter() {
            let holds = compilation.holds(&file.facts.guards, *guard);
            if *is_empty {
                empty = conds.or(empty, holds.must);
            } else {
                other = conds.or(other, holds.may);
            }
        }
        conds.diff(empty, other)
    }

    /// The definitions of a macro in all files, and whether each is empty.
    fn macro_definitions(&self, name: &str) -> Vec<(NativeFile, GuardId, bool)> {
        let natives = self.project.natives;
        let mut files: Vec<_> = natives.mentioning(&[name.to_owned()]).into_iter().collect();
        files.sort();
        let files = files.iter().filter_map(|index| natives.at(*index));
        let of_file = |file: &NativeFile| {
            let named = file.facts.macros.iter().filter(|one| one.name == name);
            let found = named.map(|one| (file.clone(), one.guard, one.body.as_deref().is_some_and(str::is_empty)));
            found.collect::<Vec<_>>()
        };
        files.flat_map(of_file).collect()
    }

    /// Sources that define the functions, by qualified name.
    fn definitions(&self, names: &[String]) -> BTreeMap<String, Vec<Definition>> {
        let natives = self.project.natives;
        let mut found: BTreeMap<String, Vec<Definition>> = BTreeMap::new();
        let mut files: Vec<_> = natives.mentioning(names).iter().copied().collect();
        files.sort();
        for index in files {
            let (Some(path), Some(file)) = (natives.path(index), natives.at(index)) else { continue };
            let wanted = |one: &&Function| emits(one) && names.contains(&one.name);
            for function in file.facts.functions.iter().filter(wanted).filter(|_| is_compiled(path)) {
                let attributes = &function.attributes;
                if attributes.visibility.is_none() && attributes.pragma_visibility.is_none() {
                    let span = Span::new(file.source.id(), function.range.clone());
                    let macros = attributes.macros.clone();
                    let (path, guard) = (path.to_path_buf(), function.guard);
                    let definition = Definition { path, file: file.clone(), guard, span, macros, completed: false };
                    for name in completed_names(file, function) {
                        let definition = Definition { completed: true, ..definition.clone() };
                        found.entry(name).or_default().push(definition);
                    }
                    found.entry(function.qualified.clone()).or_default().push(definition);
                }
            }
        }
        found
    }

    /// Whether a library is there to be linked: it is compiled from the source itself, or somebody links or imports it. A
    /// plugin that takes in the objects of another library has no users of its headers.
    fn is_for_others(&self, target: TargetId, path: &Path) -> bool {
        let model = self.model;
        model.compiles(target, path) || model.exported_targets().contains_key(&target) || model.is_linked(target)
    }

    /// Whether other headers of its folder are installed, and this one is not.
    fn is_left_at_home(&self, declared: Span) -> bool {
        let file = self.project.files.sources().get(declared.file);
        let path = file.path();
        let installed = self.model.installed();
        if installed.leaves_out(path) {
            return true;
        }
        let beside = installed
            .files
            .iter()
            .filter_map(|one| one.source.as_deref())
            .filter(|source| is_header(source) && source.parent() == path.parent());
        let named: Vec<_> = beside.collect();
        // A folder that is installed may hold it.
        let folders = self.model.facts.installs.iter().any(|install| install.kind == InstallKind::Directory);
        !folders && !named.is_empty() && !named.contains(&path)
    }

    /// Whether a macro says something to compilers for Windows: others take it from the definition.
    fn is_for_windows(&self, name: &str) -> bool {
        let natives = self.project.natives;
        let files = natives.mentioning(&[name.to_owned()]);
        let mut macros = files.iter().filter_map(|index| natives.at(*index)).flat_map(|file| &file.facts.macros);
        macros.any(|one| one.name == name && one.body.as_deref().is_some_and(|body| body.contains("dll")))
    }

    /// When a function is not exported from a DLL whose header is installed.
    fn on_windows(&self, one: &Forgotten, target: TargetId, path: &Path) -> Cond {
        let Project { model, binaries, .. } = self.project;
        let Some(dlls) = &self.dlls else { return Cond::FALSE };
        let known = self.marks.borrow().get(&target).cloned();
        let marks = known.unwrap_or_else(|| {
            let macros = dlls.effective(target).into_iter().map(str::to_owned).collect();
            let marks = Rc::new((dlls.marked_only(target), macros));
            self.marks.borrow_mut().insert(target, Rc::clone(&marks));
            marks
        });
        let (dll, macros) = &*marks;
        let header = one.header.source.path();
        let is_told = dll.is_possible() && macros.contains(&one.macro_name) && !binaries.is_posix_only(target);
        if !is_told || !model.installed().holds(header) || self.is_declared_with(one) {
            return Cond::FALSE;
        }
        let compilation = Compilation::new(model, target, path);
        model.facts.conds.and(*dll, compilation.holds(&one.header.facts.guards, one.guard).must)
    }

    /// Whether another header declares the function with the macro.
    fn is_declared_with(&self, one: &Forgotten) -> bool {
        self.is_declared_in(one, |_| true)
    }

    /// Whether a source includes such a header: compilers put the attributes of all declarations together.
    fn is_marked_for(&self, one: &Forgotten, target: TargetId, path: &Path) -> bool {
        let reached = self.project.binaries.headers.reached(target, path);
        self.is_declared_in(one, |index| reached.files.contains(&index))
    }

    fn is_declared_in(&self, one: &Forgotten, among: impl Fn(FileIndex) -> bool) -> bool {
        let natives = self.project.natives;
        let files = natives.mentioning(std::slice::from_ref(&one.name));
        let files = files.iter().filter(|index| among(**index)).filter_map(|index| natives.at(*index));
        // Operators have overloads all over a project.
        let own = one.header.facts.functions.iter().find(|own| own.range.start == one.span.start);
        let own = own.filter(|_| one.name.starts_with("operator"));
        let is_other = |file: &NativeFile, function: &Function| {
            own.is_some_and(|own| take_other_types((&one.header, own), (file, function)))
        };
        let functions = files.flat_map(|file| file.facts.functions.iter().map(move |function| (file, function)));
        functions.into_iter().any(|(file, function)| {
            let marked = function.attributes.macros.contains(&one.macro_name);
            !function.is_definition && function.qualified == one.qualified && marked && !is_other(file, function)
        })
    }

    fn report(&self, one: &Forgotten, definitions: &[Definition], sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let one_header = one.header.source.path();
        let defined_with = |definition: &Definition| definition.macros.contains(&one.macro_name);
        let apart = |two: &Definition| keeps_apart(two.file.source.bytes(), two.span.start as usize);
        let others =
            definitions.iter().filter(|two| two.is_of(one_header) && !is_another_overload(one, two) && !apart(two));
        for definition in others {
            // Another macro may do anything.
            if !definition.macros.is_empty() && !defined_with(definition) {
                continue;
            }
            let path = &definition.path;
            let Some(cxx) = is_cxx(path).filter(|_| !self.model.has_own_compilation(path)) else { continue };
            for &(target, cond) in self.model.containers(path) {
                let hidden = (*self.model.compiled_hidden(target, cxx)).as_ref().map_or(Cond::FALSE, |(cond, _)| *cond);
                let made =
                    Compilation::new(self.model, target, path).holds(&definition.file.facts.guards, definition.guard);
                let cond = conds.and(cond, made.must);
                let whole = one.class_macros.iter().map(|name| self.is_nothing(name, target, path));
                let cond = conds.and(cond, conds.all(whole.collect::<Vec<_>>()));
                let elf = conds.all([cond, hidden, self.model.is_kind(target, &[TargetKind::Shared])]);
                let elf = conds.diff(elf, self.is_empty(&one.macro_name, target, path));
                let elf = if one.nested.is_some() || elf.is_possible() && self.is_marked_for(one, target, path) {
                    Cond::FALSE
                } else {
                    elf
                };
                let windows = !elf.is_possible();
                let cond = if windows { conds.and(cond, self.on_windows(one, target, path)) } else { elf };
                if !cond.is_possible() || !self.is_for_others(target, path) {
                    continue;
                }
                let draft = Draft::new(cond, Place::new(one.span, "without the macro"))
                    .related(definition.span, "defined here")
                    .named("symbol", one.qualified.clone())
                    .named("target", self.model.name(target))
                    .named("macro", one.macro_name.clone())
                    .value("others", one.others.to_string());
                let draft =
                    if self.is_left_at_home(one.span) { draft.confidence(Confidence::Heuristic) } else { draft };
                let draft = if one.beside { of_folder(draft, one, self.model.name(target)) } else { draft };
                let draft = if windows { in_dll(draft, one, self.model.name(target)) } else { draft };
                let draft =
                    if one.caller.is_some() { of_inline(draft, one, self.model.name(target), windows) } else { draft };
                let draft = around_type(draft, one);
                let draft = of_include(draft, one, self.model.name(target), windows);
                // Whoever needs it in the project sees it at once.
                let draft = match readers(&self.project, one_header, target) {
                    Readers::Users => draft,
                    Readers::Project => draft.severity(Severity::Note),
                    Readers::Library => draft.confidence(Confidence::Heuristic),
                };
                if !defined_with(definition) {
                    sink.report(draft);
                } else if windows {
                    continue;
                } else if self.is_for_windows(&one.macro_name) && !self.is_declared_with(one) {
                    sink.report(only_defined(draft, one));
                }
                return;
            }
        }
    }
}
