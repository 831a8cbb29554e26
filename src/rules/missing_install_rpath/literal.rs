//! Search paths that say `lib` where the folder has another name on some systems.
use crate::cmake::eval::text::{SymbolId, SymbolKind};
use crate::cond::{Cond, SubjectKind};
use crate::model::{InstalledTarget, Item, TargetId};
use crate::rules::wording::listing;
use crate::rules::{Draft, Place, Severity, Sink};

use super::{Leads, MOST, Search, Without};

/// What `GNUInstallDirs` takes on systems of 64 bits that are none of Debian's (cmake-modules(7)).
const OTHER: &str = "lib64";

/// A search path that names a folder which has another name on some systems.
pub(super) struct Literal {
    shown: String,
    to: String,
    cond: Cond,
    group: Without,
}

impl Search<'_> {
    /// Whether a symbol stands for a folder below the prefix that users and CMake choose: `CMAKE_INSTALL_LIBDIR` of `GNUInstallDirs`.
    pub(super) fn is_folder(&self, symbol: SymbolId) -> bool {
        let info = self.model.facts.texts.info(symbol);
        info.kind == SymbolKind::Input && &*info.name == "CMAKE_INSTALL_LIBDIR"
    }

    /// The part of the folder of a library that stands for `CMAKE_INSTALL_LIBDIR`.
    fn folder_of(&self, target: &InstalledTarget) -> Option<(char, SymbolId)> {
        let texts = &self.model.facts.texts;
        let mut symbols = target.directory.as_ref()?.chars().filter_map(|c| Some((c, texts.symbol_of(c)?)));
        symbols.find(|(_, one)| self.is_folder(*one))
    }

    /// When another entry of the search path leads to the library where its folder has the other name: `$ORIGIN/../lib` beside
    /// `$ORIGIN/../lib64`.
    pub(super) fn follows(&self, target: &InstalledTarget, folder: &str, leads: &Leads) -> Cond {
        let named = self.folder_of(target).zip(target.directory.as_ref());
        let Some(to) = named.and_then(|((c, _), directory)| self.plain(&directory.replace(c, OTHER))) else {
            return Cond::FALSE;
        };
        let leads_there =
            |item: &&Item| item.text.split(':').any(|part| self.resolve(part, folder).as_ref() == Some(&to));
        let items = leads.elsewhere.iter().filter(leads_there).map(|item| item.cond);
        self.model.facts.conds.any(items.collect::<Vec<_>>())
    }

    /// A search path that leads to `lib` where the library is in a folder which CMake calls `lib64` on some systems (cmake-modules(7),
    /// `GNUInstallDirs`).
    pub(super) fn literal(
        &mut self,
        id: TargetId,
        (library, target, to): (TargetId, &InstalledTarget, &str),
        linked: Cond,
        leads: &Leads,
    ) {
        let (model, conds, texts) = (self.model, &self.model.facts.conds, &self.model.facts.texts);
        let Some(symbol) = self.folder_of(target).filter(|_| !leads.items.is_empty()) else { return };
        if to == OTHER || leads.items.iter().any(|(_, settable)| *settable) {
            return;
        }
        let other = conds.equals(texts.info(symbol.1).subject, OTHER);
        let there = conds.any(leads.items.iter().map(|(item, _)| item.cond).collect::<Vec<_>>());
        let cond = conds.all([linked, there, other]);
        let item = leads.items.iter().find_map(|(item, _)| model.span(item.origin).map(|span| (item, span)));
        let Some((item, span)) = item.filter(|_| cond.is_possible()) else { return };
        if conds.depends_on_kind(cond, SubjectKind::Unknown) {
            return;
        }
        let shown = model.display(&item.text);
        let group = self.literals.entry(span).or_insert_with(|| Literal {
            shown: shown.clone(),
            to: to.to_owned(),
            cond: Cond::FALSE,
            group: Without::default(),
        });
        group.cond = conds.or(group.cond, cond);
        group.group.programs.insert(model.name(id).to_owned());
        if group.group.libraries.insert(model.name(library).to_owned())
            && let Some(span) = model.span(target.origin).filter(|_| group.group.related.len() < MOST)
        {
            group.group.related.push((span, format!("`{}` is installed here", model.name(library))));
        }
    }

    pub(super) fn report_literals(&mut self, sink: &mut Sink) {
        for (span, Literal { shown, to, cond, group }) in std::mem::take(&mut self.literals) {
            let place = Place::new(span, format!("leads to `{to}` on every system"));
            let mut draft = Draft::new(cond, place)
                .severity(Severity::Warning)
                .value("target", listing(&group.programs))
                .value("library", listing(&group.libraries))
                .message(format!(
                    "the search path `{shown}` leads to `{to}`, and libraries of {} are in `${{CMAKE_INSTALL_LIBDIR}}`, which is \
                     `lib64` on Fedora, openSUSE and others",
                    listing(&group.programs)
                ))
                .help(format!("write `{}`", shown.replacen(&to, &to.replacen("lib", "${CMAKE_INSTALL_LIBDIR}", 1), 1)));
            for name in group.programs.iter().chain(&group.libraries).take(MOST) {
                draft = draft.subject(name);
            }
            for (span, label) in group.related {
                draft = draft.related(span, label);
            }
            sink.report(draft);
        }
    }
}
