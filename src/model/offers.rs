//! What one project of a repository offers to the others: the packages that it installs, and the libraries that it makes. Conditions are of
//! one project each, so none is here: what is offered may be there in some configurations only.
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::cmake::eval::facts::{InstallKind, TargetKind};
use crate::cmake::eval::text::has_symbol;
use crate::source::Span;

use super::archives::is_ever;
use super::{Model, TargetId};

/// The projects that were looked at before this one.
#[derive(Clone, Debug, Default)]
pub struct Beside(pub Vec<Offered>);

/// What a project offers.
#[derive(Clone, Debug, Default)]
pub struct Offered {
    /// Packages whose configurations it installs.
    packages: BTreeSet<String>,
    /// Its targets by their names.
    pub targets: BTreeMap<Arc<str>, Offer>,
}

/// A target that a project makes.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The names that export sets give it.
    pub exported: BTreeSet<String>,
    /// The name of its file without prefix and suffix, where that is one for sure.
    pub file: Option<String>,
    /// It is a static library in some configuration.
    pub is_archive: bool,
    /// Targets of the same project that it links itself.
    pub links: BTreeSet<Arc<str>>,
    /// Its sources, where each is known.
    pub sources: Option<Vec<PathBuf>>,
    /// Where it is made.
    pub defined: Option<Span>,
}

impl Offered {
    /// What a project offers that was evaluated.
    pub fn of(model: &Model<'_>) -> Self {
        let names = exported_names(model);
        let files = &model.installed().files;
        let packages = files.iter().filter(|file| !file.wrapped).filter_map(|file| file.package());
        let packages = packages.filter(|name| !has_symbol(name)).map(str::to_ascii_lowercase).collect();
        let targets = model.built_targets().map(|id| {
            let links = model.links(id).iter().map(|edge| Arc::from(model.name(edge.to))).collect();
            let offer = Offer {
                exported: names.get(&id).cloned().unwrap_or_default(),
                file: file_of(model, id),
                is_archive: is_ever(model, id, &[TargetKind::Static]),
                links,
                sources: model.sources(id).iter().map(|source| source.path.clone()).collect(),
                defined: model.definition_span(id),
            };
            (Arc::from(model.name(id)), offer)
        });
        Self { packages, targets: targets.collect() }
    }

    /// Whether it installs the configuration of a package, letters of both sizes being the same.
    pub fn has_package(&self, name: &str) -> bool {
        self.packages.contains(&name.to_ascii_lowercase())
    }

    /// The targets that a target links, and what these link in turn.
    pub fn linked(&self, name: &str) -> BTreeSet<&str> {
        let mut out = BTreeSet::new();
        let mut next: Vec<&Offer> = self.targets.get(name).into_iter().collect();
        while let Some(offer) = next.pop() {
            for link in &offer.links {
                if let Some((name, found)) = self.targets.get_key_value(link)
                    && out.insert(&**name)
                {
                    next.push(found);
                }
            }
        }
        out
    }

    /// The target that makes the archive of a name (`name` of `libname.a`), where there is one only.
    pub fn archive(&self, name: &str) -> Option<(&str, &Offer)> {
        let mut those =
            self.targets.iter().filter(|(_, offer)| offer.is_archive && offer.file.as_deref() == Some(name));
        let first = those.next().map(|(name, offer)| (&**name, offer));
        first.filter(|_| those.next().is_none())
    }
}

/// The names that targets have in export sets which are installed.
fn exported_names(model: &Model<'_>) -> BTreeMap<TargetId, BTreeSet<String>> {
    let facts = model.facts;
    let mut spaces: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for install in facts.installs.iter().filter(|install| install.kind == InstallKind::Export) {
        let set = install.export.and_then(|set| facts.texts.as_str(set));
        let space = install.namespace.map_or(Some(""), |space| facts.texts.as_str(space));
        if let (Some(set), Some(space)) = (set, space) {
            spaces.entry(set).or_default().insert(space);
        }
    }
    let mut out: BTreeMap<TargetId, BTreeSet<String>> = BTreeMap::new();
    for install in facts.installs.iter().filter(|install| install.kind == InstallKind::Target) {
        let set = install.export.and_then(|set| facts.texts.as_str(set));
        let Some(spaces) = set.and_then(|set| spaces.get(set)) else { continue };
        for id in model.items(&install.items, None).iter().filter_map(|item| model.find(&item.text)) {
            let given = model.property(id, "EXPORT_NAME");
            let name = given.first().map_or_else(|| model.name(id), |item| &*item.text);
            out.entry(id).or_default().extend(spaces.iter().map(|space| format!("{space}{name}")));
        }
    }
    out
}

/// The name of a target's file without prefix and suffix.
fn file_of(model: &Model<'_>, id: TargetId) -> Option<String> {
    let others = ["ARCHIVE_OUTPUT_NAME", "LIBRARY_OUTPUT_NAME", "PREFIX", "SUFFIX"];
    if others.iter().any(|name| !model.property(id, name).is_empty()) {
        return None;
    }
    match model.property(id, "OUTPUT_NAME").as_slice() {
        [] => Some(model.name(id).to_owned()),
        [one] => Some(one.text.to_string()).filter(|text| !has_symbol(text) && !text.contains("$<")),
        _ => None,
    }
}
