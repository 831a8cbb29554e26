//! The define under which an export macro exports, given to those who link the library.
use std::collections::BTreeMap;

use crate::cmake::eval::facts::TargetKind;
use crate::model::preprocess::Compilation;
use crate::model::symbols::{Site, last};
use crate::model::{Item, TargetId};
use crate::native::{Attributes, Effect, ExportAlternative, ExportMacro, FileIndex, NativeFile, Triggers, Visibility};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let rule = Rule { project, defines: building_defines(project) };
    if rule.defines.is_empty() {
        return;
    }
    let shared: Vec<TargetId> = project
        .model
        .built_targets()
        .filter(|id| !project.model.is_kind(*id, &[TargetKind::Shared]).is_false())
        .filter(|id| project.model.target(*id).properties.contains_key("INTERFACE_COMPILE_DEFINITIONS"))
        .collect();
    for id in shared {
        for item in project.model.property(id, "INTERFACE_COMPILE_DEFINITIONS") {
            let name = item.text.split('=').next().unwrap_or_default();
            for define in rule.defines.get(name.strip_prefix("-D").unwrap_or(name)).into_iter().flatten() {
                rule.define(id, &item, name, define, sink);
            }
        }
    }
}

/// A macro that exports under a define.
struct Define {
    header: FileIndex,
    macro_name: String,
    alternative: ExportAlternative,
}

/// By the name that has to be defined.
type Defines = BTreeMap<String, Vec<Define>>;

fn building_defines(project: Project<'_>) -> Defines {
    let mut found = Defines::new();
    for path in project.natives.with(Triggers::EXPORT) {
        let (Some(file), Some(header)) = (project.natives.file(path), project.natives.index(path)) else { continue };
        let file = &file;
        for one in &file.facts.export_macros {
            let of = |wanted: Visibility| {
                one.alternatives.iter().filter(move |alternative| dll(file, alternative) == Some(wanted))
            };
            for alternative in of(Visibility::DllExport) {
                for name in file.facts.guards.names(alternative.guard) {
                    let asks = |other: &ExportAlternative| file.facts.guards.polarity(other.guard, name);
                    let exports = asks(alternative) == (true, false);
                    let imports = of(Visibility::DllImport).any(|other| asks(other) == (false, true));
                    if exports && imports && !name.starts_with('_') {
                        let define = Define { header, macro_name: one.name.clone(), alternative: alternative.clone() };
                        found.entry(name.to_owned()).or_default().push(define);
                    }
                }
            }
        }
    }
    found
}

/// Whether a definition of a macro exports or imports on Windows, macros of the same file followed.
fn dll(file: &NativeFile, alternative: &ExportAlternative) -> Option<Visibility> {
    let mut effect = &alternative.effect;
    for _ in 0..4 {
        match effect {
            Effect::Visibility(kind) => {
                return Some(*kind).filter(|kind| matches!(kind, Visibility::DllExport | Visibility::DllImport));
            }
            Effect::Alias(other) => {
                let says = |one: &&ExportMacro| one.name == *other;
                let named = file.facts.export_macros.iter().find(says)?;
                let dll = |one: &&ExportAlternative| {
                    matches!(one.effect, Effect::Visibility(Visibility::DllExport | Visibility::DllImport))
                };
                effect = &named.alternatives.iter().find(dll)?.effect;
            }
            _ => return None,
        }
    }
    None
}

struct Rule<'a> {
    project: Project<'a>,
    defines: Defines,
}

impl Rule<'_> {
    fn define(&self, id: TargetId, item: &Item, name: &str, define: &Define, sink: &mut Sink) {
        let model = self.project.model;
        let conds = &model.facts.conds;
        let Some(windows) = conds.platform("WIN32") else { return };
        let base = conds.all([item.cond, model.is_kind(id, &[TargetKind::Shared]), windows]);
        // Objects and archives of the project are a part of it.
        let is_exported = |part: TargetId| self.exports(part, &define.macro_name);
        let exports = || is_exported(id) || model.static_closure(id).iter().any(|(part, _)| is_exported(*part));
        if !base.is_possible() || !self.sees(id, define.header) || !exports() {
            return;
        }
        let Some(header) = self.project.natives.at(define.header) else { return };
        for user in model.built_targets().filter(|user| *user != id) {
            let linked = model.usage_closure(user).into_iter().find(|(to, _)| *to == id);
            let Some((_, linked)) = linked.filter(|_| self.sees(user, define.header)) else { continue };
            if self.says_itself(user, name) {
                continue;
            }
            let Some(path) = model.sources(user).iter().find_map(|source| source.path.as_deref()) else { continue };
            let taken = Compilation::new(model, user, path).holds(&header.facts.guards, define.alternative.guard).must;
            let cond = conds.all([base, linked, taken, model.defined(user)]);
            let Some(span) = model.span(item.origin).filter(|_| cond.is_possible()) else {
                continue;
            };
            let range = define.alternative.range.clone();
            let draft = Draft::new(cond, Place::new(span, "given to those who link it"))
                .related(Span::new(header.source.id(), range), "this definition is taken there")
                .named("define", name)
                .named("target", model.name(id))
                .named("user", model.name(user))
                .named("macro", define.macro_name.clone());
            let (macro_name, user_name) = (&define.macro_name, model.name(user));
            // Without the define it would import what it defines.
            let own = || {
                format!(
                    "give each library a macro and a define of its own: `{user_name}` exports by `{macro_name}`, too, so it needs the define \
                     for its own headers and must not have it for those of `{}`",
                    model.name(id)
                )
            };
            sink.report(if self.exports(user, &define.macro_name) { draft.help(own()) } else { draft });
            return;
        }
    }

    /// Whether a target is given a define by its own list: it exports by the macro whatever reaches it.
    fn says_itself(&self, id: TargetId, name: &str) -> bool {
        let own = self.project.model.property(id, "COMPILE_DEFINITIONS");
        own.iter().any(|item| {
            let word = item.text.strip_prefix("-D").unwrap_or(&item.text);
            word.split('=').next() == Some(name.strip_prefix("-D").unwrap_or(name))
        })
    }

    /// Whether a target defines functions, or members of classes, that headers declare with a macro.
    fn exports(&self, id: TargetId, macro_name: &str) -> bool {
        let has = |attributes: &Attributes| attributes.macros.iter().any(|name| name == macro_name);
        let names = self.project.symbols.names(id);
        let defines = |qualified: &str| {
            let sites = names.defined.get(last(qualified)).into_iter().flatten();
            sites.filter_map(Site::function).any(|function| function.qualified == qualified)
        };
        let declares = |file: &NativeFile| {
            let functions = file.facts.functions.iter().filter(|one| has(&one.attributes));
            let classes = file.facts.classes.iter().filter(|one| has(&one.attributes));
            let members = classes
                .flat_map(|class| class.out_of_line.iter().map(|member| format!("{}::{member}", class.qualified)));
            functions.map(|one| one.qualified.clone()).chain(members).any(|name| defines(&name))
        };
        let natives = self.project.natives;
        let files = natives.mentioning(&[macro_name.to_owned()]);
        files.iter().filter_map(|index| natives.at(*index)).any(declares)
    }

    /// Whether a source of a target includes the header.
    fn sees(&self, id: TargetId, header: FileIndex) -> bool {
        let binaries = self.project.binaries;
        let mut paths = self.project.model.sources(id).iter().filter_map(|source| source.path.as_deref());
        paths.any(|path| binaries.headers.reached(id, path).files.contains(&header))
    }
}
