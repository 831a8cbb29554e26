//! Variables of DLLs that export everything, which other binaries use as if they were their own.
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::archives::is_ever;
use crate::model::binaries::{Binaries, Defined, DefinedKind, LINKED, Unit};
use crate::model::mentions::{open_conditions, value_use};
use crate::model::{Model, TargetId};
use crate::native::{FileIndex, GuardId, Natives, Variable};
use crate::rules::wording::and_more;
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    if !cx.facts.build_says(&["WINDOWS_EXPORT_ALL_SYMBOLS"]) {
        return;
    }
    // MinGW's linker imports variables by itself (ld(1), --enable-auto-import).
    let Some(msvc) = project.model.facts.conds.platform("MSVC") else { return };
    let rule = Rule { model: project.model, natives: project.natives, binaries: project.binaries, msvc };
    for library in project.model.judged_targets().filter(|id| is_ever(project.model, *id, &[TargetKind::Shared])) {
        rule.library(library, sink);
    }
}

struct Rule<'a> {
    model: &'a Model<'a>,
    natives: &'a Natives<'a>,
    binaries: &'a Binaries<'a>,
    msvc: Cond,
}

/// A variable that another binary uses.
struct Used {
    defined: Rc<Defined>,
    user: TargetId,
    declaration: Span,
    at: Span,
    cond: Cond,
}

impl Rule<'_> {
    fn library(&self, library: TargetId, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let exports = self.model.property_true(library, "WINDOWS_EXPORT_ALL_SYMBOLS");
        let dll = conds.all([self.msvc, exports, self.model.is_kind(library, &[TargetKind::Shared])]);
        if !dll.is_possible() || self.binaries.is_posix_only(library) {
            return;
        }
        let definitions = self.binaries.definitions(library);
        let data = |one: &&Rc<Defined>| {
            let plain = one.attributes.macros.is_empty() && one.attributes.visibility.is_none();
            one.kind == DefinedKind::Variable && !one.member && one.guard == GuardId::TRUE && plain
        };
        let data: Vec<&Rc<Defined>> = definitions.iter().filter(data).collect();
        if data.is_empty() {
            return;
        }
        let names: Vec<String> = data.iter().map(|one| one.name.clone()).collect();
        let mentioning = self.natives.mentioning(&names);
        let mut found: Vec<Used> = Vec::new();
        for user in self.model.built_targets().filter(|id| *id != library && is_ever(self.model, *id, LINKED)) {
            let linked = self.model.shared_closure(user).into_iter().find(|(id, _)| *id == library);
            let Some((_, linked)) = linked.filter(|_| !self.binaries.is_posix_only(user)) else { continue };
            let cond = conds.all([dll, linked, self.model.is_kind(user, LINKED)]);
            if cond.is_possible() {
                self.uses(user, cond, (&data, &mentioning), &mut found);
            }
        }
        self.report(library, &found, sink);
    }

    /// What a binary uses of `data`, in the files that mention any of it.
    fn uses(
        &self,
        user: TargetId,
        cond: Cond,
        (data, mentioning): (&[&Rc<Defined>], &FxHashSet<FileIndex>),
        out: &mut Vec<Used>,
    ) {
        let conds = &self.model.facts.conds;
        for unit in self.binaries.units(user).iter().filter(|unit| unit.archive.is_none()) {
            if !self.natives.index(&unit.path).is_some_and(|index| mentioning.contains(&index)) {
                continue;
            }
            let Some(file) = self.natives.file(&unit.path) else { continue };
            for defined in data {
                if out.iter().any(|used| used.defined.qualified == defined.qualified) {
                    continue;
                }
                let Some(at) = value_use(&file, &defined.name, false) else { continue };
                // Where the source asks for Windows, it has another way for it.
                let asks = |head: &&[u8]| {
                    ["WIN32", "_MSC_VER"].iter().any(|word| memchr::memmem::find(head, word.as_bytes()).is_some())
                };
                if open_conditions(file.source.bytes(), at).iter().any(asks) {
                    continue;
                }
                let Some(declaration) = self.declared(unit, defined) else { continue };
                // `#define level (*level_of_library())`.
                if self.binaries.compilation(unit.compiled_by, &unit.path).is_macro(&defined.name) {
                    continue;
                }
                let cond = conds.all([cond, unit.cond, defined.unit.cond]);
                if !cond.is_possible() || !self.binaries.defines(user, defined).is_false() {
                    continue;
                }
                let at = Span::new(file.source.id(), at as u32..(at + defined.name.len()) as u32);
                out.push(Used { defined: Rc::clone(defined), user, declaration, at, cond });
            }
        }
    }

    /// The one declaration that a source sees, where that says nothing of imports.
    fn declared(&self, unit: &Unit, defined: &Defined) -> Option<Span> {
        let reached = self.binaries.headers.reached(unit.compiled_by, &unit.path);
        let files = reached.files.iter().filter_map(|&index| self.natives.at(index));
        let mut seen = files.flat_map(|file| {
            let same = file.facts.variables.iter().filter(|one| one.name == defined.name);
            same.map(move |one| (file, one))
        });
        let (Some((file, one)), None) = (seen.next(), seen.next()) else { return None };
        let plain = one.attributes.macros.is_empty() && one.attributes.visibility.is_none();
        (is_for_others(one) && plain && one.qualified == defined.qualified)
            .then(|| Span::new(file.source.id(), one.range.clone()))
    }

    fn report(&self, library: TargetId, found: &[Used], sink: &mut Sink) {
        let Some(first) = found.first() else { return };
        let cond = self.model.facts.conds.any(found.iter().map(|used| used.cond).collect::<Vec<_>>());
        let mut draft = Draft::new(cond, Place::new(first.declaration, "declared without dllimport"))
            .related(first.at, "used here")
            .related(first.defined.span, "defined here")
            .named("library", self.model.name(library))
            .named("user", self.model.name(first.user))
            .named("symbol", &*first.defined.qualified)
            .value("more", and_more(found.len() - 1));
        if let Some(span) = self.model.definition_span(library) {
            draft = draft.related(span, "in this library, which exports all its symbols");
        }
        for used in found.iter().skip(1).take(20) {
            draft = draft.subject(&*used.defined.qualified);
        }
        sink.report(draft);
    }
}

/// Whether a variable is declared for other files: `extern`, in every configuration.
fn is_for_others(variable: &Variable) -> bool {
    !variable.is_definition && !variable.internal && !variable.template && variable.guard == GuardId::TRUE
}
