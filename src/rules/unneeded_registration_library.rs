//! Shared libraries that are linked for what they do when they are loaded, and of which nothing is called.
use std::cell::OnceCell;
use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::archives::is_ever;
use crate::model::binaries::{LINKED, emits, is_compiled, is_cxx, stores};
use crate::model::mentions::{in_comment, words as mentions};
use crate::model::registrations::keeps_to_itself;
use crate::model::{Edge, TargetId};
use crate::native::{ArgumentValue, FileIndex, Registration, RegistrationKind, Triggers, registry};
use crate::source::Span;

use crate::rules::{Context, Draft, Place, Project, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    // What is loaded before all else runs its code, whatever the link dropped.
    if cx.facts.build_says(&["LD_PRELOAD"]) {
        return;
    }
    let model = project.model;
    let search = Search { project, opened: OnceCell::new() };
    let is_library = |id: &TargetId| is_ever(model, *id, &[TargetKind::Shared]) && !model.is_imported(*id);
    let mut linked: Vec<(TargetId, TargetId, Edge)> = Vec::new();
    for by in model.judged_targets().filter(|id| is_ever(model, *id, LINKED)) {
        let plain = |edge: &&Edge| edge.feature.as_deref().is_none_or(|feature| feature == "DEFAULT");
        let edges = model.links(by).iter().filter(plain).filter(|edge| edge.to != by && is_library(&edge.to));
        linked.extend(edges.map(|edge| (edge.to, by, edge.clone())));
    }
    linked.sort_by_key(|(library, by, _)| (*library, *by));
    for group in linked.chunk_by(|a, b| a.0 == b.0) {
        let Some(library) = group.first().and_then(|(id, _, _)| search.library(*id)) else { continue };
        let named: Vec<bool> = group.iter().map(|(_, by, _)| search.names_it(&library, *by)).collect();
        // One command that links it into many targets is written for those that use it.
        let place = |edge: &Edge| model.span(edge.origin);
        let used: BTreeSet<Span> =
            group.iter().zip(&named).filter(|(_, named)| **named).filter_map(|((_, _, edge), _)| place(edge)).collect();
        for ((_, by, edge), named) in group.iter().zip(&named) {
            let loaded = || search.is_loaded_by_another(&library, *by);
            if !named && place(edge).is_none_or(|span| !used.contains(&span)) && !loaded() {
                search.user(&library, *by, edge, sink);
            }
        }
    }
}

struct Search<'a> {
    project: Project<'a>,
    /// What the project's code opens at run time.
    opened: OnceCell<Vec<String>>,
}

/// A library that does something when it is loaded.
struct Library {
    id: TargetId,
    cond: Cond,
    name: String,
    registration: Span,
    /// What it defines.
    words: Vec<String>,
}

impl Search<'_> {
    fn library(&self, id: TargetId) -> Option<Library> {
        /// More than that and a library is not made of registrations.
        const FEW: usize = 8;
        let (model, natives) = (self.project.model, self.project.natives);
        let sources = model.sources(id);
        let compiled = || sources.iter().filter_map(|s| s.path.as_deref()).filter(|path| is_compiled(path));
        if sources.iter().any(|source| source.path.is_none()) || !compiled().all(|path| natives.holds(path)) {
            return None;
        }
        let few = compiled().count() <= FEW;
        let looked_at =
            |path: &std::path::Path| natives.may_hold(path, Triggers::REGISTER) || (few && is_cxx(path) == Some(true));
        if !compiled().any(looked_at) {
            return None;
        }
        let (mut names, mut registration, mut sure) = (BTreeSet::new(), None, false);
        let units = self.project.binaries.read_units(id);
        for unit in units.iter() {
            // What a header makes there, others may use, whatever its name.
            let file = natives.file(&unit.path).filter(|file| !file.facts.truncated && !file.has_code_of_headers())?;
            let functions = file.facts.functions.iter().filter(|f| emits(f) && !f.attributes.constructor);
            names.extend(functions.map(|f| f.name.clone()));
            names.extend(file.facts.variables.iter().filter(|v| stores(v)).map(|v| v.name.clone()));
            names.extend(file.facts.classes.iter().map(|class| class.name.clone()));
            names.extend(instantiated(file.source.bytes()));
            let loaded = |name: &str| registry(name).is_some_and(|row| row.loader);
            let tells =
                |one: &&Registration| unit.archive.is_none() && !loaded(&one.name) && !keeps_to_itself(&file, one);
            for one in file.facts.registrations.iter().filter(tells) {
                let plain = one.kind != RegistrationKind::DynamicInit;
                if registration.is_none() || (plain && !sure) {
                    let span = Span::new(file.source.id(), one.range.clone());
                    registration = Some((one.name.clone(), span, unit.cond));
                    sure |= plain;
                }
            }
        }
        let (name, registration, when) = registration?;
        // A computed variable is common; alone in its library it is what the library is for.
        if !sure && !names.iter().all(|one| *one == name) {
            return None;
        }
        names.remove("main");
        names.retain(|name| name.len() > 1);
        let words: Vec<String> = names.into_iter().collect();
        let cond = model.facts.conds.and(when, model.is_kind(id, &[TargetKind::Shared]));
        Some(Library { id, cond, name, registration, words })
    }

    fn user(&self, library: &Library, by: TargetId, edge: &Edge, sink: &mut Sink) {
        let model = self.project.model;
        let conds = &model.facts.conds;
        let platform = |name| conds.platform(name).unwrap_or(Cond::FALSE);
        let mut cond = conds.all([edge.cond, library.cond, model.is_kind(by, LINKED), model.defined(by)]);
        for flag in model.link_flags(by).iter() {
            match &flag.flag.flag {
                LinkFlag::AsNeeded(false) => cond = conds.diff(cond, flag.cond),
                LinkFlag::Sanitize(_)
                | LinkFlag::Undefined(_)
                | LinkFlag::UndefinedGlob(_)
                | LinkFlag::ResponseFile(_) => {
                    cond = conds.diff(cond, flag.cond);
                }
                LinkFlag::Other(_) | LinkFlag::Item(_) if has_symbol(&flag.item.text) => cond = Cond::FALSE,
                _ => {}
            }
        }
        let cond = conds.diff(conds.diff(cond, platform("WIN32")), platform("APPLE"));
        if !cond.is_possible() || self.is_opened(library) {
            return;
        }
        let Some(span) = model.span(edge.origin) else { return };
        let draft = Draft::new(cond, Place::new(span, "linked, and nothing of it is used"))
            .related(library.registration, "runs when the library is loaded")
            .named("library", model.name(library.id))
            .named("target", model.name(by))
            .value("what", &library.name);
        sink.report(draft);
    }

    /// Whether code of the project opens the library by its name: then it is loaded, whatever the link dropped.
    fn is_opened(&self, library: &Library) -> bool {
        let (model, natives) = (self.project.model, self.project.natives);
        let names = self.opened.get_or_init(|| {
            let loads = model.built_targets().flat_map(|id| model.loads(natives, id));
            let files = loads.filter_map(|load| load.call.file);
            let words = files.flat_map(|file| match file.value {
                ArgumentValue::Literal(words) | ArgumentValue::Fragments(words) => words,
                ArgumentValue::Null | ArgumentValue::Opaque => Vec::new(),
            });
            words.collect()
        });
        let stem = model.stem(library.id);
        names.iter().any(|name| name.contains(&*stem))
    }

    /// Whether another library that the binary loads needs it.
    fn is_loaded_by_another(&self, library: &Library, by: TargetId) -> bool {
        let model = self.project.model;
        let needs = |other: TargetId| {
            other != library.id
                && model.links(other).iter().any(|edge| edge.to == library.id)
                && self.names_it(library, other)
        };
        self.project.symbols.loaded_with(by).into_iter().any(|(other, _)| needs(other))
    }

    /// Whether anything that the binary is made of names something of the library, as far as it can be told.
    fn names_it(&self, library: &Library, by: TargetId) -> bool {
        let (model, natives) = (self.project.model, self.project.natives);
        if model.sources(by).iter().any(|source| source.path.is_none()) {
            return true;
        }
        let own = model.sources(by).iter().filter_map(|source| source.path.as_deref()).filter(|path| is_compiled(path));
        if !own.clone().all(|path| natives.holds(path)) || own.count() == 0 {
            return true;
        }
        let units = self.project.binaries.units(by);
        if units.iter().any(|unit| model.containers(&unit.path).iter().any(|(id, _)| *id == library.id)) {
            return true;
        }
        let mut seen = FxHashSet::default();
        let reached = units.iter().flat_map(|unit| {
            let reached = self.project.binaries.headers.reached(unit.compiled_by, &unit.path);
            reached.files.iter().copied().filter(|index| seen.insert(*index)).collect::<Vec<FileIndex>>()
        });
        natives.is_mentioned(&library.words, reached)
    }
}

/// Templates of which a source makes all members for others (`template class View<int>;`): the definitions need not be in it.
fn instantiated(text: &[u8]) -> Vec<String> {
    let name_of = |at: usize| {
        let rest = text.get(at + "template".len()..)?.trim_ascii_start();
        let rest = rest.strip_prefix(b"class").or_else(|| rest.strip_prefix(b"struct"))?;
        let end = rest.iter().position(|byte| matches!(byte, b'<' | b'{' | b';' | b'('))?;
        let head = std::str::from_utf8(rest.get(..end).filter(|_| rest.get(end) == Some(&b'<'))?).ok()?;
        // Macros of export may stand in front, and namespaces.
        let name = head.rsplit(|c: char| !c.is_alphanumeric() && c != '_').find(|word| !word.is_empty())?;
        (!in_comment(text, at)).then(|| name.to_owned())
    };
    mentions(text, "template").filter_map(name_of).collect()
}

#[cfg(test)]
mod tests {
    use super::instantiated;

    #[test]
    fn templates_that_are_instantiated() {
        let text = b"template <class T> class A {}; template class ns::View<int>;\ntemplate struct API Box <int>; // template class C<int>;";
        assert_eq!(instantiated(text), ["View", "Box"]);
    }
}
