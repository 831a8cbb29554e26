//! A shared library whose list of exports names nothing that it defines: several libraries share the list of one of them.
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::binaries::{emits, is_compiled, is_cxx, stores};
use crate::model::export_lists::Syntax;
use crate::native::{FileIndex, Function, Linkage};
use crate::rules::{Draft, Place, Severity, Sink};
use crate::source::Span;
use crate::symbols::{Decision, Symbol};

use super::{List, Rule};

/// A library with the first function that it defines and that a header declares.
struct Closed {
    target: TargetId,
    cond: Cond,
    name: String,
    defined: Span,
}

impl Rule<'_> {
    /// One finding for a list, whatever libraries it closes.
    pub(super) fn nothing(&self, list: &List, users: &[(TargetId, Cond)], sink: &mut Sink) {
        if list.syntax != Syntax::VersionScript {
            return;
        }
        let closed: Vec<Closed> = users.iter().filter_map(|user| self.closed(list, *user)).collect();
        // Where nothing is open, the list is for something that is not seen.
        if closed.len() >= users.len() {
            return;
        }
        let Some(first) = closed.first() else { return };
        let alike = |name: &str| name.bytes().zip(first.name.bytes()).take_while(|(a, b)| a == b).count();
        let near = list.named.iter().max_by_key(|(name, span)| (alike(name), span.start));
        let Some((_, &place)) = near else { return };
        let model = self.project.model;
        let source = self.sources.get(place.file);
        let file = source.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let cond = model.facts.conds.any(closed.iter().map(|one| one.cond).collect::<Vec<_>>());
        let target = model.name(first.target);
        let mut draft = Draft::new(cond, Place::new(place, "the list that it shares"))
            .severity(Severity::Warning)
            .message(format!(
                "`{file}` names nothing that `{target}` defines, such as `{}`: the library exports no symbol",
                first.name
            ))
            .named("list", file)
            .subject(target);
        for one in closed.iter().take(8) {
            draft = draft.subject(one.name.clone()).related(one.defined, "defined here");
        }
        sink.report(draft);
    }

    fn closed(&self, list: &List, (id, cond): (TargetId, Cond)) -> Option<Closed> {
        let (model, binaries, natives) = (self.project.model, self.project.binaries, self.project.natives);
        let cond = model.facts.conds.and(cond, model.is_kind(id, &[TargetKind::Shared]));
        let linked = || model.is_linked(id);
        let is_delivered = || model.exported_targets().contains_key(&id) || model.installed_targets().contains_key(&id);
        // What a search found is a library of others: a list of the project does not name what it has.
        let known = model.sources(id).iter().all(|source| source.path.is_some()) && !model.links_anything(id);
        // What a program of the project misses is told at its call, where the list itself can be read.
        let for_others = if list.contents.made { linked() || is_delivered() } else { is_delivered() && !linked() };
        if !cond.is_possible() || !known || !for_others {
            return None;
        }
        let units = binaries.read_units(id);
        let mut own: Option<Closed> = None;
        for unit in units.iter() {
            let file = natives.file(&unit.path)?;
            let functions = file.facts.functions.iter().filter(|one| emits(one));
            let reached = binaries.headers.reached(unit.compiled_by, &unit.path);
            // A declaration that the source sees may have said that the function is of C.
            let is_of_c = |name: &str| {
                let mut seen = reached.files.iter().filter_map(|&index| natives.at(index));
                seen.any(|header| {
                    header.facts.functions.iter().any(|one| one.name == name && one.linkage == Linkage::C)
                })
            };
            let symbol = |one: &Function| {
                if one.qualified == one.name && is_of_c(&one.name) { Some(Symbol::c(&one.name)) } else { one.symbol() }
            };
            let symbols: Vec<(Option<Symbol>, &str, Span)> = functions
                .map(|one| (symbol(one), one.name.as_str(), Span::new(file.source.id(), one.range.clone())))
                .collect();
            let variables = file.facts.variables.iter().filter(|one| stores(one)).map(|one| one.symbol());
            // What acts when it is loaded needs no symbol.
            let acts = file.facts.functions.iter().any(|one| one.attributes.constructor)
                || is_cxx(&unit.path) == Some(true) && file.facts.variables.iter().any(|one| one.is_definition);
            let unknown =
                acts || file.facts.truncated || !file.facts.invocations.is_empty() || !file.facts.symvers.is_empty();
            let names = symbols.iter().map(|(symbol, ..)| symbol.clone());
            if unknown || !names.chain(variables).all(|symbol| symbol.is_some_and(|symbol| hides(list, &symbol))) {
                return None;
            }
            if own.is_none() && unit.archive.is_none() {
                let declared = |name: &str| {
                    reached.files.iter().filter_map(|&index| natives.at(index)).any(|header| {
                        !is_compiled(header.source.path())
                            && header.facts.functions.iter().any(|one| one.name == name && !one.is_definition)
                    })
                };
                // A source need not include the header that users of its function do.
                let first = symbols
                    .iter()
                    .find(|(_, name, _)| declared(name))
                    .or_else(|| symbols.iter().find(|(symbol, name, _)| self.is_offered(symbol.as_ref(), name)));
                own = first.map(|(_, name, defined)| Closed {
                    target: id,
                    cond: model.facts.conds.and(cond, unit.cond),
                    name: (*name).to_owned(),
                    defined: *defined,
                });
            }
        }
        own.filter(|one| one.cond.is_possible())
    }

    /// Whether some header of the project, of no test, declares a function of C by its name.
    fn is_offered(&self, symbol: Option<&Symbol>, name: &str) -> bool {
        let natives = self.project.natives;
        let declares = |index: FileIndex| {
            let is_header = natives.path(index).is_some_and(|path| !is_compiled(path) && !self.is_for_tests(path));
            let file = natives.at(index).filter(|_| is_header);
            file.is_some_and(|file| {
                file.facts.functions.iter().any(|one| one.name == name && !one.is_definition && !one.internal)
            })
        };
        symbol == Some(&Symbol::c(name)) && natives.mentioning(&[name.to_owned()]).iter().any(|index| declares(*index))
    }
}

/// Whether a list leaves a symbol out for certain.
fn hides(list: &List, symbol: &Symbol) -> bool {
    list.scripts.iter().all(|script| match script.decide(symbol) {
        Decision::Hidden { .. } => true,
        Decision::Unlisted => list.contents.made || list.scripts.len() > 1,
        Decision::Exported { .. } | Decision::Unknown => false,
    })
}
