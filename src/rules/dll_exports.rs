//! How DLLs of a project export: macros that say `dllexport`, and what else may say it.
use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::value::Origin;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::archives::is_ever;
use crate::model::binaries::is_compiled;
use crate::model::preprocess::Compilation;
use crate::model::{Model, Source, TargetId};
use crate::native::{Effect, GuardId, NativeFile, Triggers, Visibility};

use super::{Context, Project};

/// A macro that exports from a DLL, and where.
struct ExportMacro {
    name: String,
    by: By,
}

/// Who makes it.
enum By {
    /// A header: the file, and its conditions under which it says `dllexport`.
    Header(NativeFile, Vec<GuardId>),
    /// `generate_export_header()` for a target of that name.
    Command(String),
}

/// The DLLs of a project that is built for Windows.
pub(super) struct Dlls<'a> {
    model: &'a Model<'a>,
    macros: Vec<ExportMacro>,
    /// Whether the build description speaks of module-definition files.
    knows_lists: bool,
    /// When it is built for Windows.
    pub(super) windows: Cond,
}

impl<'a> Dlls<'a> {
    /// None where the build description does not speak of Windows, there is no shared library, or no macro exports.
    pub(super) fn of(cx: &Context<'a>) -> Option<Self> {
        let project = cx.facts.project?;
        if !cx.facts.own_build_says(&["WIN32", "MSVC", "Windows"]) {
            return None;
        }
        let model = project.model;
        let windows = model.facts.conds.platform("WIN32")?;
        if !model.judged_targets().any(|id| is_ever(model, id, &[TargetKind::Shared])) {
            return None;
        }
        let macros = export_macros(&project);
        let knows_lists = cx.facts.any_build_text(names_list);
        (!macros.is_empty()).then_some(Self { model, macros, knows_lists, windows })
    }

    /// When a target is a DLL that exports what is marked, and nothing else.
    pub(super) fn marked_only(&self, id: TargetId) -> Cond {
        let conds = &self.model.facts.conds;
        let dll = conds.and(self.model.is_kind(id, &[TargetKind::Shared]), self.windows);
        let dll = conds.diff(dll, self.model.property_true(id, "WINDOWS_EXPORT_ALL_SYMBOLS"));
        if !dll.is_possible() || self.exports_otherwise(id) { Cond::FALSE } else { dll }
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
            || self.model.sources(id).iter().any(|source| match source.path.as_deref() {
                Some(path) => is_def(path),
                None => self.knows_lists,
            })
    }

    /// Whether a target's own definitions have one of this name: then the header of another one exports from it, too.
    fn defines(&self, id: TargetId, name: &str) -> bool {
        self.model.property(id, "COMPILE_DEFINITIONS").iter().any(|item| {
            let text = item.text.strip_prefix("-D").unwrap_or(&item.text);
            text.split('=').next() == Some(name)
        })
    }

    /// The macros that export for certain where a library itself is compiled for Windows.
    pub(super) fn effective(&self, id: TargetId) -> FxHashSet<&str> {
        let conds = &self.model.facts.conds;
        // Where object libraries compile for it, each of them has to say so, too.
        let sources = self.model.sources(id);
        let compiled = sources.iter().filter(|source| match source.path.as_deref() {
            Some(path) => is_compiled(path),
            None => !is_given_up(source),
        });
        let mut compilers: BTreeSet<TargetId> = compiled.map(|source| source.through.unwrap_or(id)).collect();
        if compilers.is_empty() {
            compilers.insert(id);
        }
        let exports = |one: &&ExportMacro| match &one.by {
            By::Command(target) => {
                let macro_name = format!("{target}_EXPORTS");
                let own = target == self.model.name(id);
                compilers.iter().all(|by| own && *by == id || self.defines(*by, &macro_name))
            }
            By::Header(file, guards) => {
                let when = compilers.iter().map(|by| {
                    let compilation = Compilation::new(self.model, *by, file.source.path());
                    let holds = guards.iter().map(|guard| compilation.holds(&file.facts.guards, *guard).must);
                    conds.any(holds.collect::<Vec<_>>())
                });
                let when = conds.all(when.collect::<Vec<_>>());
                conds.all([when, self.windows, self.model.is_kind(id, &[TargetKind::Shared])]).is_possible()
            }
        };
        self.macros.iter().filter(exports).map(|one| one.name.as_str()).collect()
    }
}

/// Whether a text names a module-definition file.
fn names_list(text: &[u8]) -> bool {
    let goes_on = |at: usize| text.get(at + 4).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    memchr::memmem::find_iter(text, b".def").any(|at| !goes_on(at))
}

/// Whether an unknown source stands for what code that was given up may have added, to whichever target: nothing names it.
fn is_given_up(source: &Source) -> bool {
    source.path.is_none() && source.origin == Origin::NONE
}

/// Macros that say `dllexport` in one of their definitions, and those that `generate_export_header()` writes.
fn export_macros(project: &Project<'_>) -> Vec<ExportMacro> {
    let mut found = Vec::new();
    for path in project.natives.with(Triggers::EXPORT) {
        let Some(file) = project.natives.file(path) else { continue };
        for one in file.facts.export_macros.iter().filter(|one| one.name.len() > 3) {
            let exports = |effect: &Effect| matches!(effect, Effect::Visibility(Visibility::DllExport));
            let exporting = one.alternatives.iter().filter(|alternative| exports(&alternative.effect));
            let guards: Vec<GuardId> = exporting.map(|alternative| alternative.guard).collect();
            if !guards.is_empty() {
                found.push(ExportMacro { name: one.name.clone(), by: By::Header(file.clone(), guards) });
            }
        }
    }
    let generated = project.model.generated_export_macros().into_iter();
    found.extend(generated.map(|header| ExportMacro { name: header.export, by: By::Command(header.target) }));
    found
}
