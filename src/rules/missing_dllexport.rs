//! Functions of a DLL that lack the export macro which its others have, and that another binary of the project calls.
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::archives::is_ever;
use crate::model::binaries::{Binaries, Defined, DefinedKind};
use crate::model::needs::{How, Need};
use crate::model::preprocess::Compilation;
use crate::model::{Model, TargetId};
use crate::native::{Attributes, ClassUseKind, Effect, Function, Natives, Triggers, Visibility};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    if !cx.facts.build_says(&["WIN32", "MSVC", "Windows"]) {
        return;
    }
    let (model, binaries) = (project.model, project.binaries);
    let Some(windows) = model.facts.conds.platform("WIN32") else { return };
    let shared: Vec<TargetId> =
        model.judged_targets().filter(|id| is_ever(model, *id, &[TargetKind::Shared])).collect();
    if shared.is_empty() {
        return;
    }
    let macros = export_macros(&project);
    if macros.is_empty() {
        return;
    }
    let rule = Rule { model, natives: project.natives, binaries, windows, macros: &macros };
    for id in shared {
        rule.library(id, sink);
    }
}

/// Macros that say `dllexport` in one of their definitions, and those that `generate_export_header()` writes.
fn export_macros(project: &Project<'_>) -> FxHashSet<String> {
    let mut found = FxHashSet::default();
    for path in project.natives.with(Triggers::EXPORT) {
        let Some(file) = project.natives.file(path) else { continue };
        for one in &file.facts.export_macros {
            let exports = |effect: &Effect| matches!(effect, Effect::Visibility(Visibility::DllExport));
            if one.alternatives.iter().any(|alternative| exports(&alternative.effect)) && one.name.len() > 3 {
                found.insert(one.name.clone());
            }
        }
    }
    let calls = project.model.facts.calls.iter().filter(|call| &*call.command == "generate_export_header");
    for call in calls {
        let words = project.model.items(&call.arguments, None);
        let after = |word: &str| {
            let at = words.iter().position(|item| &*item.text == word)?;
            words.get(at + 1).map(|item| item.text.to_string())
        };
        let base = after("BASE_NAME").or_else(|| words.first().map(|item| item.text.to_string())).unwrap_or_default();
        let base: String = base.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let prefix = after("PREFIX_NAME").unwrap_or_default();
        found.insert(after("EXPORT_MACRO_NAME").unwrap_or_else(|| format!("{prefix}{}_EXPORT", base.to_uppercase())));
    }
    found
}

struct Rule<'a, 'm> {
    model: &'a Model<'a>,
    natives: &'a Natives<'a>,
    binaries: &'a Binaries<'m>,
    windows: Cond,
    macros: &'a FxHashSet<String>,
}

impl Rule<'_, '_> {
    fn library(&self, id: TargetId, sink: &mut Sink) {
        /// As many symbols have to be marked: then the macro is how this library exports.
        const LEAST: usize = 4;
        let conds = &self.model.facts.conds;
        let dll = conds.and(self.model.is_kind(id, &[TargetKind::Shared]), self.windows);
        let dll = conds.diff(dll, self.model.property_true(id, "WINDOWS_EXPORT_ALL_SYMBOLS"));
        if !dll.is_possible() || self.exports_otherwise(id) || !self.binaries.may_be_needed(id) {
            return;
        }
        let definitions = self.binaries.definitions(id);
        let marked = self.marked(id, &definitions);
        if marked < LEAST {
            return;
        }
        let wanted =
            |one: &Defined| one.kind == DefinedKind::Function && !one.attributes.weak && is_bare(&one.attributes);
        let confirm = |one: &Defined| self.is_unmarked(one);
        let mut symbols: BTreeMap<String, (Cond, Vec<Need>)> = BTreeMap::new();
        for need in self.binaries.needs(id, &definitions, &wanted, &confirm) {
            let links = matches!(need.how, How::Call | How::Class(ClassUseKind::Construct));
            if !links || !need.sure || need.defined.kind != DefinedKind::Function {
                continue;
            }
            let cond = conds.all([dll, need.cond, self.on_windows(&need)]);
            if cond.is_possible() {
                let entry = symbols.entry(need.defined.qualified.clone()).or_insert((Cond::FALSE, Vec::new()));
                entry.0 = conds.or(entry.0, cond);
                entry.1.push(need);
            }
        }
        // Where as much is left out as is marked, something else exports it.
        if symbols.len() * 2 > marked {
            return;
        }
        for (name, (cond, needs)) in symbols {
            self.report(id, &name, cond, &needs, marked, sink);
        }
    }

    fn report(&self, id: TargetId, name: &str, cond: Cond, needs: &[Need], marked: usize, sink: &mut Sink) {
        let Some(need) = needs.first() else { return };
        let place = need.declaration.or_else(|| self.declaration(&need.defined)).unwrap_or(need.defined.span);
        sink.report(
            Draft::new(cond, Place::new(place, "declared without the macro"))
                .related(need.defined.span, "defined here")
                .related(need.span, "called here")
                .named("symbol", name)
                .named("target", self.model.name(id))
                .named("user", self.model.name(need.user))
                .value("others", marked.to_string()),
        );
    }

    /// Whether something else than a macro in the sources says what is exported.
    fn exports_otherwise(&self, id: TargetId) -> bool {
        let is_def = |path: &std::path::Path| path.extension().is_some_and(|suffix| suffix == "def");
        let by_flag = |flag: &LinkFlag| {
            matches!(
                flag,
                LinkFlag::Def(_) | LinkFlag::Export(_) | LinkFlag::ExportAllSymbols(true) | LinkFlag::ResponseFile(_)
            )
        };
        let unknown =
            self.model.property(id, "WINDOWS_EXPORT_ALL_SYMBOLS").iter().any(|item| self.model.is_unknown(&item.text));
        unknown
            || self.model.link_flags(id).iter().any(|source| by_flag(&source.flag.flag))
            || self.model.sources(id).iter().any(|source| source.path.as_deref().is_none_or(is_def))
    }

    /// How many functions and classes of a library its headers mark.
    fn marked(&self, id: TargetId, definitions: &[std::rc::Rc<Defined>]) -> usize {
        let mut own: FxHashSet<&str> = FxHashSet::default();
        for one in definitions {
            own.insert(&one.qualified);
            if let Some((class, _)) = one.qualified.rsplit_once("::").filter(|_| one.member) {
                own.insert(class);
            }
        }
        let mut seen = FxHashSet::default();
        let mut found = FxHashSet::default();
        let has = |attributes: &Attributes| attributes.macros.iter().any(|name| self.macros.contains(name));
        for unit in self.binaries.read_units(id).iter() {
            let reached = self.binaries.headers.reached(unit.compiled_by, &unit.path);
            for &index in reached.files.iter().filter(|index| seen.insert(**index)) {
                let Some(file) = self.natives.at(index) else { continue };
                let functions =
                    file.facts.functions.iter().filter(|one| has(&one.attributes)).map(|one| &one.qualified);
                let exported =
                    file.facts.classes.iter().filter(|one| has(&one.attributes) || !one.exported_members.is_empty());
                let classes = exported.map(|one| &one.qualified);
                found.extend(functions.chain(classes).filter(|name| own.contains(name.as_str())).cloned());
            }
        }
        found.len()
    }

    /// Whether no declaration of a function that its source sees has a macro or an attribute, nor its class.
    fn is_unmarked(&self, defined: &Defined) -> bool {
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
                if !is_bare(&function.attributes) {
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
        conds.all([made.unwrap_or(Cond::FALSE), used.unwrap_or(Cond::FALSE), self.windows])
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

/// Nothing stands before it that may export it.
fn is_bare(attributes: &Attributes) -> bool {
    attributes.macros.is_empty() && attributes.visibility.is_none() && attributes.alias.is_none()
}
