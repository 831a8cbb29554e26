//! How a link takes an archive: member by member, as undefined symbols ask for them, or whole.
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::is_modelled;
use crate::cond::Cond;
use crate::flags::LinkFlag;

use super::binaries::LINKED;
use super::cache::{Answers, OfItem, remember};
use super::symbols::files_of_targets;
use super::{FlagSource, Model, TargetId};

/// The relation.
pub struct Archives<'m> {
    model: &'m Model<'m>,
    uses: Rc<Uses>,
}

/// What of a link line takes archives as a whole, or may.
struct Takers {
    /// When something takes any archive.
    any: Cond,
    /// Flags that take archives of their own choice.
    of_some: Vec<FlagSource>,
}

/// What is the same for all archives of a model.
pub(super) struct Uses {
    /// Edges with a feature: who states it, the library, when.
    featured: Vec<(TargetId, TargetId, Cond)>,
    /// Words that stand in calls of commands which are not known: they may do anything to a target of that name.
    touched: FxHashSet<String>,
    /// For each archive the linked targets on whose link line it stands, and when it does.
    linkers: FxHashMap<TargetId, Vec<(TargetId, Cond)>>,
    /// What takes archives as a whole, by the target that is linked.
    takers: Answers<TargetId, Takers>,
}

impl Uses {
    fn find(model: &Model<'_>) -> Self {
        let mut featured = Vec::new();
        for id in model.targets() {
            for edge in model.links(id).iter().chain(model.interface_links(id)) {
                if edge.feature.as_deref().is_some_and(|feature| feature != "DEFAULT") {
                    featured.push((id, edge.to, edge.cond));
                }
            }
        }
        let mut touched = FxHashSet::default();
        // Commands that are known link nothing where these record them: a custom target, an external project.
        for call in model.facts.calls.iter().filter(|call| !is_modelled(&call.command)) {
            touched.extend(model.items(&call.arguments, None).into_iter().map(|item| item.text.to_string()));
        }
        let mut linkers: FxHashMap<TargetId, Vec<(TargetId, Cond)>> = FxHashMap::default();
        for id in model.built_targets().filter(|id| is_ever(model, *id, LINKED)) {
            for (library, cond) in model.link_closure(id) {
                if is_ever(model, library, &[TargetKind::Static]) && !model.is_imported(library) {
                    linkers.entry(library).or_default().push((id, cond));
                }
            }
        }
        Self { featured, touched, linkers, takers: Answers::default() }
    }
}

impl<'m> Archives<'m> {
    /// Reads the features of all edges, once for a model.
    pub fn new(model: &'m Model<'m>) -> Self {
        let uses = model.cache.archives.get_or_init(|| Rc::new(Uses::find(model)));
        Self { model, uses: Rc::clone(uses) }
    }

    /// Linked targets on whose link line an archive stands, and when it does; their own kinds are not looked at.
    pub fn linkers(&self, archive: TargetId) -> &[(TargetId, Cond)] {
        self.uses.linkers.get(&archive).map_or(&[], Vec::as_slice)
    }

    /// Whether a command that is not known may say how an archive is linked.
    pub fn is_unknown(&self, archive: TargetId) -> bool {
        self.uses.touched.contains(self.model.name(archive))
    }

    /// When a binary takes members of an archive that nothing asks for, or may do so: what is not known counts.
    pub fn taken_whole(&self, binary: TargetId, archive: TargetId) -> Cond {
        let conds = &self.model.facts.conds;
        let takers = self.takers(binary);
        let mut when = conds.or(self.by_feature(binary, archive), takers.any);
        for flag in &takers.of_some {
            if self.takes(binary, flag, archive) {
                when = conds.or(when, flag.cond);
            }
        }
        // One source file for many: whatever asks for one of them gets all.
        when = conds.or(when, self.model.property_true(archive, "UNITY_BUILD"));
        let overrides = ["LINK_LIBRARY_OVERRIDE", &format!("LINK_LIBRARY_OVERRIDE_{}", self.model.name(archive))];
        let given = overrides.iter().flat_map(|property| self.model.property(binary, property));
        conds.or(when, conds.any(given.map(|item| item.cond)))
    }

    fn takers(&self, binary: TargetId) -> Rc<Takers> {
        remember(&self.uses.takers, binary, || {
            let flags = self.model.link_flags(binary);
            let mut takers = Takers { any: Cond::FALSE, of_some: Vec::new() };
            let mut of_item = OfItem::default();
            for source in flags.iter() {
                let is_any = match &source.flag.flag {
                    LinkFlag::WholeArchive(true) | LinkFlag::ForceLoad(_) => {
                        takers.of_some.push(source.clone());
                        false
                    }
                    flag if takes_any(flag) => true,
                    LinkFlag::Other(_) | LinkFlag::Item(_) => {
                        of_item.answer(&source.item.text, |text| self.model.may_say_anything(text))
                    }
                    _ => false,
                };
                if is_any {
                    takers.any = self.model.facts.conds.or(takers.any, source.cond);
                }
            }
            takers
        })
    }

    /// By a feature of `$<LINK_LIBRARY:…>`: `WHOLE_ARCHIVE`, or one of the project's own, which may say anything.
    fn by_feature(&self, binary: TargetId, archive: TargetId) -> Cond {
        let conds = &self.model.facts.conds;
        let stated = self.uses.featured.iter().filter(|(_, library, _)| *library == archive);
        let mut when = Cond::FALSE;
        for &(by, _, cond) in stated {
            if by == binary {
                when = conds.or(when, cond);
            } else if let Some((_, linked)) = self.model.link_closure(binary).into_iter().find(|(id, _)| *id == by) {
                when = conds.or(when, conds.and(linked, cond));
            }
        }
        when
    }

    /// Whether a flag takes an archive of its own choice as a whole.
    fn takes(&self, binary: TargetId, source: &FlagSource, archive: TargetId) -> bool {
        let text = &*source.item.text;
        match &source.flag.flag {
            LinkFlag::WholeArchive(true) => {
                let mut files = files_of_targets(text).peekable();
                match files.peek() {
                    Some(_) => files.any(|name| self.model.find(name) == Some(archive)),
                    None => self.model.behind(binary, source).is_none_or(|texts| self.any_is(&texts, archive)),
                }
            }
            LinkFlag::ForceLoad(file) => {
                let mut files = files_of_targets(file).peekable();
                match files.peek() {
                    Some(_) => files.any(|name| self.model.find(name) == Some(archive)),
                    None => self.any_is(&[file.as_str().into()], archive),
                }
            }
            _ => false,
        }
    }

    /// Whether one of the texts on a link line is an archive, or may be.
    fn any_is(&self, texts: &[Arc<str>], archive: TargetId) -> bool {
        let (name, stem) = (self.model.name(archive), self.model.stem(archive));
        texts.iter().any(|text| {
            self.model.find(text) == Some(archive)
                || self.model.is_unknown(text)
                || text.contains("$<")
                || text.contains(name)
                || text.contains(&*stem)
        })
    }
}

/// Whether a flag may take members of any archive.
fn takes_any(flag: &LinkFlag) -> bool {
    match flag {
        LinkFlag::AllLoad | LinkFlag::Undefined(_) | LinkFlag::UndefinedGlob(_) | LinkFlag::ResponseFile(_) => true,
        // As an item of its own: the next one says which archive.
        LinkFlag::Other(name) => name.ends_with("-force_load"),
        _ => false,
    }
}

/// Whether any definition of a target has one of the kinds; no condition is looked at.
pub fn is_ever(model: &Model<'_>, id: TargetId, kinds: &[TargetKind]) -> bool {
    model.definitions_of(id).iter().any(|definition| kinds.contains(&definition.kind))
}
