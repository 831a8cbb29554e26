//! Functions of a DLL that lack the export macro which its others have, and that another binary of the project calls.
use std::collections::BTreeMap;
use std::path::PathBuf;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::archives::is_ever;
use crate::model::binaries::{Binaries, Defined, DefinedKind, is_compiled};
use crate::model::mentions::words;
use crate::model::needs::{How, Need};
use crate::model::preprocess::Compilation;
use crate::model::{Model, TargetId};
use crate::native::{Attributes, ClassUseKind, Function, NativeFile, Natives};
use crate::rules::dll_exports::Dlls;
use crate::rules::wording::listing;
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let Some(dlls) = Dlls::of(cx) else { return };
    let (model, binaries) = (project.model, project.binaries);
    let rule = Rule { model, natives: project.natives, binaries, dlls };
    for id in model.judged_targets().filter(|id| is_ever(model, *id, &[TargetKind::Shared])) {
        rule.library(id, sink);
    }
}

struct Rule<'a, 'm> {
    model: &'a Model<'a>,
    natives: &'a Natives<'a>,
    binaries: &'a Binaries<'m>,
    dlls: Dlls<'a>,
}

impl Rule<'_, '_> {
    fn library(&self, id: TargetId, sink: &mut Sink) {
        /// As many symbols have to be marked: then the macro is how this library exports.
        const LEAST: usize = 4;
        let conds = &self.model.facts.conds;
        let dll = self.dlls.marked_only(id);
        if !dll.is_possible() || !self.binaries.may_be_needed(id) {
            return;
        }
        let macros = self.dlls.effective(id);
        if macros.is_empty() {
            return;
        }
        let definitions = self.binaries.definitions(id);
        let marked = self.marked(id, &definitions, &macros);
        if marked.names < LEAST {
            return;
        }
        let wanted =
            |one: &Defined| one.kind == DefinedKind::Function && !one.attributes.weak && is_bare(&one.attributes);
        let confirm = |one: &Defined| self.is_unmarked(one, &macros);
        let mut symbols: BTreeMap<String, (Cond, Vec<Need>)> = BTreeMap::new();
        for need in self.binaries.needs(id, &definitions, &wanted, &confirm) {
            let links = matches!(need.how, How::Call | How::Class(ClassUseKind::Construct));
            if !links
                || !need.sure
                || need.defined.kind != DefinedKind::Function
                || !self.is_among_marked(&need, &macros, &marked)
                || self.binaries.is_posix_only(need.user)
            {
                continue;
            }
            let cond = conds.all([dll, need.cond, self.on_windows(&need)]);
            // Tests and benchmarks that are switched on by hand are for those who develop the library, and not there.
            let by_hand = || self.model.is_test_target(need.user) && !self.model.without_settings(cond).is_possible();
            if cond.is_possible() && !by_hand() {
                let entry = symbols.entry(need.defined.qualified.clone()).or_insert((Cond::FALSE, Vec::new()));
                entry.0 = conds.or(entry.0, cond);
                entry.1.push(need);
            }
        }
        // Where as much is left out as is marked, something else exports it.
        if symbols.len() * 2 > marked.names {
            return;
        }
        self.report(id, &symbols, marked.names, sink);
    }

    /// One finding for a library: one cause in most cases.
    fn report(&self, id: TargetId, symbols: &BTreeMap<String, (Cond, Vec<Need>)>, marked: usize, sink: &mut Sink) {
        /// More places are left out.
        const SHOWN: usize = 8;
        let names: Vec<&str> = symbols.keys().map(String::as_str).collect();
        let mut needs = symbols.values().filter_map(|(_, needs)| needs.first());
        let Some(first) = needs.clone().next() else { return };
        let place =
            |need: &Need| need.declaration.or_else(|| self.declaration(&need.defined)).unwrap_or(need.defined.span);
        let cond = self.model.facts.conds.any(symbols.values().map(|(cond, _)| *cond).collect::<Vec<_>>());
        let (have, them) = if names.len() == 1 { ("has", "it") } else { ("have", "them") };
        let mut draft = Draft::new(cond, Place::new(place(first), "declared without the macro"))
            .related(first.defined.span, "defined here")
            .related(first.span, "called here")
            .named("target", self.model.name(id))
            .named("user", self.model.name(first.user))
            .value("symbols", listing(&names))
            .value("have", have)
            .value("them", them)
            .value("others", marked.to_string());
        for name in names.iter().take(SHOWN) {
            draft = draft.subject(*name);
        }
        needs.next();
        for need in needs.take(SHOWN) {
            draft = draft.related(place(need), format!("nor `{}`", need.defined.qualified));
        }
        sink.report(draft);
    }

    /// Whether the header of a symbol marks others: headers without any are not meant for users of the DLL, unless nearly all
    /// beside them have the macro.
    fn is_among_marked(&self, need: &Need, macros: &FxHashSet<&str>, marked: &Marked) -> bool {
        /// As many headers have to mark something for one that does not.
        const FOR_EACH: usize = 10;
        let Some(place) = need.declaration.or_else(|| self.declaration(&need.defined)) else { return false };
        let reached = self.binaries.headers.reached(need.defined.unit.compiled_by, &need.defined.unit.path);
        let file = reached
            .files
            .iter()
            .filter_map(|&index| self.natives.at(index))
            .find(|file| file.source.id() == place.file);
        let has = |attributes: &Attributes| attributes.macros.iter().any(|name| macros.contains(name.as_str()));
        file.is_some_and(|file| {
            let folder = file.source.path().parent().and_then(|folder| marked.folders.get(folder));
            file.facts.functions.iter().any(|one| has(&one.attributes))
                || file.facts.classes.iter().any(|one| has(&one.attributes))
                || folder.is_some_and(|(with, without)| *with >= FOR_EACH && without * FOR_EACH <= *with)
        })
    }

    /// What the headers of a library mark.
    fn marked(&self, id: TargetId, definitions: &[std::rc::Rc<Defined>], macros: &FxHashSet<&str>) -> Marked {
        let mut marked = Marked::default();
        let mut own: FxHashSet<&str> = FxHashSet::default();
        for one in definitions.iter().filter(|one| one.unit.archive.is_none()) {
            own.insert(&one.qualified);
            if let Some((class, _)) = one.qualified.rsplit_once("::").filter(|_| one.member) {
                own.insert(class);
            }
        }
        let mut naming = self.natives.mentioning(&macros.iter().collect::<Vec<_>>());
        let mut found = FxHashSet::default();
        let has = |attributes: &Attributes| attributes.macros.iter().any(|name| macros.contains(name.as_str()));
        for unit in self.binaries.read_units(id).iter() {
            let reached = self.binaries.headers.reached(unit.compiled_by, &unit.path);
            for &index in reached.files.iter().filter(|index| naming.remove(*index)) {
                let Some(file) = self.natives.at(index) else { continue };
                let says = || macros.iter().any(|name| words(file.source.bytes(), name).next().is_some());
                let functions =
                    file.facts.functions.iter().filter(|one| has(&one.attributes)).map(|one| &one.qualified);
                let exported = file
                    .facts
                    .classes
                    .iter()
                    .filter(|one| has(&one.attributes) || (says() && !one.exported_members.is_empty()));
                let classes = exported.map(|one| &one.qualified);
                let before = found.len();
                found.extend(functions.chain(classes).filter(|name| own.contains(name.as_str())).cloned());
                let Some(folder) = file.source.path().parent() else { continue };
                if found.len() > before {
                    marked.folders.entry(folder.to_path_buf()).or_default().0 += 1;
                } else if declares(file, &own) {
                    marked.folders.entry(folder.to_path_buf()).or_default().1 += 1;
                }
            }
        }
        marked.names = found.len();
        marked
    }

    /// Whether no declaration of a function that its source sees has a macro or an attribute, nor its class.
    fn is_unmarked(&self, defined: &Defined, macros: &FxHashSet<&str>) -> bool {
        let Some(source) = self.natives.file(&defined.unit.path) else { return false };
        let compilation = self.binaries.compilation(defined.unit.compiled_by, &defined.unit.path);
        // `#pragma comment(linker, "/EXPORT:…")`
        if source.facts.pragmas.iter().any(|pragma| pragma.kind == "linker") {
            return false;
        }
        let class = defined.qualified.rsplit_once("::").map(|(class, _)| class).filter(|_| defined.member);
        let (mut declared, mut owned) = (false, class.is_none());
        for &index in &compilation.reached().files {
            let Some(file) = self.natives.at(index) else { continue };
            let same = |one: &&Function| one.qualified == defined.qualified;
            for function in file.facts.functions.iter().filter(same) {
                declared |= !function.is_definition;
                if !is_bare(&function.attributes) || stands_before(file, function, macros) {
                    return false;
                }
            }
            for owner in file.facts.classes.iter().filter(|owner| Some(owner.qualified.as_str()) == class) {
                (owned, declared) = (true, true);
                if !is_bare(&owner.attributes) || owner.template || owner.exported_members.contains(&defined.name) {
                    return false;
                }
            }
        }
        owned && declared
    }

    /// When the use and the definition are compiled for Windows.
    fn on_windows(&self, need: &Need) -> Cond {
        let conds = &self.model.facts.conds;
        let defined = &need.defined;
        let made = Compilation::new(self.model, defined.unit.compiled_by, &defined.unit.path);
        let made = self.natives.file(&defined.unit.path).map(|file| made.holds(&file.facts.guards, defined.guard).must);
        let units = self.binaries.units(need.user);
        let used = units.iter().find_map(|unit| {
            let file = self.natives.file(&unit.path).filter(|file| file.source.id() == need.span.file)?;
            let calls = file.facts.uses.iter().map(|used| (used.range.start, used.guard));
            let classes = file.facts.class_uses.iter().map(|used| (used.range.start, used.guard));
            let (_, guard) = calls.chain(classes).find(|(start, _)| *start == need.span.start)?;
            let compilation = Compilation::new(self.model, unit.compiled_by, &unit.path);
            Some(conds.and(unit.cond, compilation.holds(&file.facts.guards, guard).must))
        });
        conds.all([made.unwrap_or(Cond::FALSE), used.unwrap_or(Cond::FALSE), self.dlls.windows])
    }

    fn declaration(&self, defined: &Defined) -> Option<Span> {
        let reached = self.binaries.headers.reached(defined.unit.compiled_by, &defined.unit.path);
        reached.files.iter().skip(1).find_map(|&index| {
            let file = self.natives.at(index)?;
            let function = file.facts.functions.iter().find(|one| one.qualified == defined.qualified)?;
            Some(Span::new(file.source.id(), function.range.clone()))
        })
    }
}

/// What the headers of a library mark.
#[derive(Default)]
struct Marked {
    /// Functions and classes.
    names: usize,
    /// Headers of a folder that mark some of what the library defines, and that declare and mark none.
    folders: FxHashMap<PathBuf, (usize, usize)>,
}

/// Whether a header declares what the library defines elsewhere.
fn declares(file: &NativeFile, own: &FxHashSet<&str>) -> bool {
    let facts = &file.facts;
    let function = |one: &Function| !one.is_definition && !one.internal && own.contains(one.qualified.as_str());
    !is_compiled(file.source.path())
        && (facts.functions.iter().any(function)
            || facts.classes.iter().any(|one| own.contains(one.qualified.as_str()) && !one.out_of_line.is_empty()))
}

/// Whether one of the macros stands before a function's name: a word in small letters there is read as a part of the type.
fn stands_before(file: &NativeFile, function: &Function, macros: &FxHashSet<&str>) -> bool {
    let text = file.code().get(function.head.start as usize..function.range.start as usize);
    let text = text.and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default();
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| macros.contains(word))
}

/// Nothing stands before it that may export it.
fn is_bare(attributes: &Attributes) -> bool {
    attributes.macros.is_empty() && attributes.visibility.is_none() && attributes.alias.is_none()
}
