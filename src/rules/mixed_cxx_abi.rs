//! Options that change C++ symbols, on one side of a link only.
use std::path::Path;
use std::sync::Arc;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::flags::CompileFlag;
use crate::model::binaries::is_cxx;
use crate::model::symbols::Site;
use crate::model::{Item, Model, TargetId};
use crate::native::{Class, Function, NativeFile};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

const STRINGS: &str = "_GLIBCXX_USE_CXX11_ABI";

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let strings = cx.facts.build_says(&[STRINGS]);
    let rtti = cx.facts.build_says(&["-fno-rtti"]);
    if !strings && !rtti {
        return;
    }
    let rule = Rule { project, model: project.model };
    let compiled: Vec<TargetId> = project.model.built_targets().filter(|id| rule.is_cxx(*id)).collect();
    for &user in &compiled {
        for (library, cond) in project.model.link_closure(user) {
            if compiled.contains(&library) {
                let kinds = project.model.is_kind(library, &[TargetKind::Static, TargetKind::Shared]);
                let cond = project.model.facts.conds.all([cond, kinds, project.model.defined(user)]);
                if strings && !cond.is_false() {
                    rule.strings(user, library, cond, sink);
                }
                if rtti && !cond.is_false() {
                    rule.rtti(user, library, cond, sink);
                }
            }
        }
    }
}

struct Rule<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
}

impl Rule<'_> {
    fn is_cxx(&self, id: TargetId) -> bool {
        let mut paths = self.model.sources(id).iter().filter_map(|source| source.path.as_deref());
        paths.any(|path| is_cxx(path) == Some(true))
    }

    /// When a target has the old strings, and what says so. None when that is not known.
    fn old_strings(&self, id: TargetId) -> Option<(Cond, Option<Item>)> {
        let conds = &self.model.facts.conds;
        let (mut old, mut said) = (Cond::FALSE, None);
        for item in self.model.definitions(id).iter() {
            let text = item.text.strip_prefix("-D").unwrap_or(&item.text);
            let Some(value) = text.strip_prefix(STRINGS) else { continue };
            if has_symbol(value) || value.contains("$<") {
                return None;
            }
            if value == "=0" {
                old = conds.or(old, self.model.for_language(item.cond, "CXX"));
                said.get_or_insert_with(|| item.clone());
            }
        }
        Some((old, said))
    }

    fn strings(&self, user: TargetId, library: TargetId, edge: Cond, sink: &mut Sink) {
        const HOW: &str = "with the old `std::string` (_GLIBCXX_USE_CXX11_ABI=0)";
        let conds = &self.model.facts.conds;
        let (Some((own, own_said)), Some((old, said))) = (self.old_strings(user), self.old_strings(library)) else {
            return;
        };
        let library_is_odd = conds.all([edge, conds.diff(old, own)]);
        let user_is_odd = conds.all([edge, conds.diff(own, old)]);
        let (cond, said, odd, other) = if library_is_odd.is_possible() {
            (library_is_odd, said, library, user)
        } else {
            (user_is_odd, own_said, user, library)
        };
        let Some(span) = said.and_then(|item| self.model.span(item.origin)) else { return };
        if !cond.is_possible() {
            return;
        }
        let Some((name, call, defined, sites)) = self.call_with_string(user, library) else { return };
        let cond = conds.and(cond, sites);
        let (odd, other) = (self.model.name(odd), self.model.name(other));
        let mut draft = Draft::new(cond, Place::new(span, "other strings than on the other side"))
            .related(defined, "a string among its parameters")
            .related(call, "called here")
            .named("target", odd)
            .named("user", other)
            .subject(name.clone())
            .value("how", HOW)
            .value("consequence", format!("`{name}` has another mangled name there"));
        if odd == self.model.name(user) {
            draft = draft.message(format!(
                "`{odd}` is compiled {HOW} and `{other}`, which it links, is not: it looks for `{name}` by another mangled name"
            ));
        }
        sink.report(draft);
    }

    /// Whether properties of a source say which strings it has.
    fn is_told_apart(&self, path: &Path) -> bool {
        let facts = self.model.facts;
        let path = path.to_string_lossy();
        ["COMPILE_DEFINITIONS", "COMPILE_OPTIONS", "COMPILE_FLAGS"].iter().any(|property| {
            let value = facts.source_properties.get(&(Arc::from(&*path), Arc::from(*property)));
            value.is_some_and(|value| self.model.items(value, None).iter().any(|item| item.text.contains(STRINGS)))
        })
    }

    /// A call of a function of the library with a string in its head.
    fn call_with_string(&self, user: TargetId, library: TargetId) -> Option<(String, Span, Span, Cond)> {
        let symbols = self.project.symbols;
        let (uses, own) = (symbols.names(user), symbols.names(library));
        let mut shared: Vec<&String> = own.defined.keys().filter(|name| uses.called.contains_key(*name)).collect();
        shared.sort();
        for name in shared {
            let is_seen = |site: &&Site| has_string(site) && !self.is_told_apart(&site.path);
            let Some(definition) = own.defined.get(name)?.iter().find(is_seen) else { continue };
            for site in uses.called.get(name)?.iter().filter(|site| !self.is_told_apart(&site.path)) {
                let key = symbols.meaning(user, site).filter(|key| !key.c);
                let means = key.is_some_and(|key| symbols.is_definition_of(library, definition, &key));
                if means && let (Some(call), Some(function)) = (site.call(), definition.function()) {
                    let cond = self.model.facts.conds.and(site.cond, definition.cond);
                    return Some((name.clone(), site.span(&call.range), definition.span(&function.range), cond));
                }
            }
        }
        None
    }

    /// When a target is compiled without type information, and what says so.
    fn without_rtti(&self, id: TargetId) -> (Cond, Option<Item>) {
        let conds = &self.model.facts.conds;
        let (mut without, mut said) = (Cond::FALSE, None);
        for source in self.model.compile_flags(id).iter() {
            let when = || self.model.for_language(source.cond, "CXX");
            match source.flag.flag {
                CompileFlag::Rtti(false) => {
                    without = conds.or(without, when());
                    said.get_or_insert_with(|| Item::clone(&source.item));
                }
                CompileFlag::Rtti(true) => without = conds.diff(without, when()),
                _ => {}
            }
        }
        (without, said)
    }

    fn rtti(&self, user: TargetId, library: TargetId, edge: Cond, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let (without, said) = self.without_rtti(library);
        let Some(item) = said else { return };
        let cond = conds.all([edge, conds.diff(without, self.without_rtti(user).0)]);
        // The other compiler writes it otherwise, and decides by itself.
        let cond = conds.diff(cond, conds.platform("MSVC").unwrap_or(Cond::FALSE));
        if !cond.is_possible() {
            return;
        }
        let (Some((class, used, defined, sites)), Some(span)) =
            (self.class_of(user, library), self.model.span(item.origin))
        else {
            return;
        };
        let cond = conds.and(cond, sites);
        sink.report(
            Draft::new(cond, Place::new(span, "no type information for its classes"))
                .related(used, "its type information is needed here")
                .related(defined, "the class is emitted with this function")
                .named("target", self.model.name(library))
                .named("user", self.model.name(user))
                .subject(class.clone())
                .value("how", "with -fno-rtti")
                .value("consequence", format!("the type information of `{class}` is missing")),
        );
    }

    /// A class that the user needs the type information of, and that the library emits.
    fn class_of(&self, user: TargetId, library: TargetId) -> Option<(String, Span, Span, Cond)> {
        let own = self.project.symbols.names(library);
        for source in self.model.sources(user).iter().filter(|source| source.through.is_none()) {
            let Some(path) = source.path.as_deref().filter(|path| is_cxx(path) == Some(true)) else { continue };
            let Some(file) = self.project.natives.file(path) else { continue };
            let uses = file.facts.class_uses.iter().filter(|used| {
                used.kind != crate::native::ClassUseKind::Construct && used.guard == crate::native::GuardId::TRUE
            });
            for used in uses {
                let last = used.name.rsplit(':').next().unwrap_or(&used.name);
                let view = self.project.symbols.headers.view(user, path);
                let named = |file: &NativeFile| -> Vec<Class> {
                    file.facts.classes.iter().filter(|class| class.name == last && !class.template).cloned().collect()
                };
                let found: Vec<Class> = view.files.iter().flat_map(|(_, file)| named(file)).collect();
                let [class] = found.as_slice() else { continue };
                let Some(key) = &class.key_function else { continue };
                let qualified = format!("{}::{key}", class.qualified);
                let sites = own.defined.get(key).into_iter().flatten();
                let is_key = |function: &Function| function.qualified == qualified && !function.inline;
                let Some(site) = sites.into_iter().find(|site| site.function().is_some_and(is_key)) else { continue };
                let Some(function) = site.function() else { continue };
                let cond = self.model.facts.conds.and(source.cond, site.cond);
                let place = Span::new(file.source.id(), used.range.clone());
                return Some((class.qualified.clone(), place, site.span(&function.range), cond));
            }
        }
        None
    }
}

/// Whether the head of a definition speaks of strings or lists of the standard library.
fn has_string(site: &Site) -> bool {
    let Some(function) = site.function() else { return false };
    let bytes = site.file.source.bytes();
    let start = function.head.start.min(function.range.start) as usize;
    let head = bytes.get(start..function.head.end as usize).unwrap_or_default();
    let text = String::from_utf8_lossy(head);
    ["std::string", "std::list", "std::wstring"].iter().any(|word| {
        text.match_indices(word).any(|(at, _)| {
            let rest = text.get(at + word.len()..).unwrap_or_default();
            !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        })
    })
}
