//! Search paths that were written for another folder than the one that the program is installed into.
use std::collections::{BTreeMap, BTreeSet};

use crate::cmake::eval::facts::{InstallKind, TargetKind};
use crate::cond::Cond;
use crate::model::archives::is_ever;
use crate::model::{InstalledTarget, Item, TargetId, join};
use crate::rules::wording::listing;
use crate::rules::{Draft, Place, Severity, Sink};
use crate::source::Span;

use super::{MOST, Search, is_system};

/// Folders in which programs are usually installed: a path that leads from there to the libraries was written for them.
const USUAL: &[&str] = &["bin", "lib"];

/// The last parts of folders beside which each package has a `lib` of its own.
const OF_PACKAGES: &[&str] = &["bin", "sbin", "libexec", "lib", "lib64"];

/// Programs with such a path.
struct Found {
    cond: Cond,
    programs: BTreeSet<String>,
    /// Where they are installed.
    places: Vec<Span>,
    entry: String,
    from: String,
    to: String,
    meant: String,
}

/// Whether an entry begins with a word of Apple's loader (dyld(1)), or with that of ELF's written like one: for ELF's loaders the name of a folder.
pub(super) fn is_of_apple(entry: &str) -> bool {
    ["@executable_path", "@loader_path", "@rpath", "@ORIGIN"].iter().any(|word| entry.starts_with(word))
}

impl Search<'_> {
    /// `$ORIGIN/../lib` leads from `bin` to `lib`, and from `bin/tests/tool` to `bin/tests/lib`, where nothing is installed.
    pub(super) fn nowhere(&mut self, sink: &mut Sink) {
        let model = self.model;
        let mut found: BTreeMap<(Span, String), Found> = BTreeMap::new();
        for (&id, places) in self.only {
            let kinds = &[TargetKind::Executable, TargetKind::Module];
            let [place] = places.as_slice() else { continue };
            let Some(folder) = self.known(place).filter(|_| is_ever(model, id, kinds)) else { continue };
            // `bin` below another folder is that of a package which may bring its libraries from elsewhere.
            let is_usual = folder.rsplit('/').next().is_some_and(|last| OF_PACKAGES.contains(&last));
            if is_usual || !folder.contains('/') || !model.target(id).properties.contains_key("INSTALL_RPATH") {
                continue;
            }
            self.look(id, place, &folder, &mut found);
        }
        for ((span, folder), one) in found {
            self.misplaced.insert((span, folder));
            let mut draft = Draft::new(one.cond, Place::new(span, "leads to a folder that does not exist"))
                .severity(Severity::Warning)
                .value("target", listing(&one.programs))
                .value("library", one.to.clone())
                .message(format!(
                    "the search path `{}` leads from `{}` to `{}`, where nothing is installed: it would lead from `{}` to the libraries",
                    one.entry, one.from, one.to, one.meant
                ))
                .help("write the path for the folder that the program is installed into");
            for name in one.programs.iter().take(MOST) {
                draft = draft.subject(name);
            }
            for place in one.places {
                draft = draft.related(place, format!("installed into `{}` here", one.from));
            }
            sink.report(draft);
        }
    }

    fn look(&self, id: TargetId, place: &InstalledTarget, folder: &str, found: &mut BTreeMap<(Span, String), Found>) {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let items = model.property(id, "INSTALL_RPATH");
        let parts: Vec<(&str, &Item)> =
            items.iter().flat_map(|item| item.text.split(':').map(move |part| (part, item))).collect();
        // Another entry that leads to libraries, or may, serves.
        let serves = |part: &str| !part.is_empty() && self.resolve(part, folder).is_none_or(|to| is_system(&to));
        if parts.iter().any(|(part, _)| serves(part)) {
            return;
        }
        for (part, item) in parts {
            let Some(to) = self.resolve(part, folder).filter(|_| part.contains("ORIGIN/")) else { continue };
            let last = to.rsplit('/').next().unwrap_or_default();
            let meant = USUAL.iter().find(|usual| self.resolve(part, usual).is_some_and(|other| is_system(&other)));
            let (Some(meant), true) = (meant, matches!(last, "lib" | "lib64") && to.contains('/')) else { continue };
            if self.is_filled(&to) {
                continue;
            }
            let cond = conds.all([item.cond, place.cond, self.judged]);
            let (Some(span), Some(rule)) = (model.span(item.origin), model.span(place.origin)) else { continue };
            if !cond.is_possible() {
                continue;
            }
            let one = found.entry((span, folder.to_owned())).or_insert_with(|| Found {
                cond: Cond::FALSE,
                programs: BTreeSet::new(),
                places: Vec::new(),
                entry: model.display(part).clone(),
                from: folder.to_owned(),
                to,
                meant: (*meant).to_owned(),
            });
            one.cond = conds.or(one.cond, cond);
            one.programs.insert(model.name(id).to_owned());
            if !one.places.contains(&rule) && one.places.len() < MOST {
                one.places.push(rule);
            }
        }
    }

    /// Whether an entry of a search path leads to a folder that the project installs something into.
    pub(super) fn names_folder(&self, item: &Item, folder: &str) -> bool {
        item.text.split(':').filter_map(|part| self.resolve(part, folder)).any(|to| self.is_filled(&to))
    }

    pub(super) fn is_filled(&self, folder: &str) -> bool {
        self.filled.get_or_init(|| self.filled()).contains(folder)
    }

    /// Whether the project is a library for others as well: it installs headers, or says how to link it.
    pub(super) fn is_for_others(&self) -> bool {
        let filled = self.filled.get_or_init(|| self.filled());
        let exports = || self.model.facts.installs.iter().any(|install| install.kind == InstallKind::Export);
        filled.iter().any(|folder| folder == "include" || folder.ends_with("/pkgconfig")) || exports()
    }

    /// The folders below the prefix that something is installed into, with those around them.
    fn filled(&self) -> BTreeSet<String> {
        let model = self.model;
        let mut out = BTreeSet::new();
        let targets = self.places.values().flatten().filter_map(|place| self.known(place));
        let others = model.facts.installs.iter().flat_map(|install| {
            model.destinations(install.destination, install.cond).into_iter().filter_map(|(folder, _)| {
                let (text, known) = model.facts.texts.with_defaults(folder.as_ref()?);
                known.then(|| join(&text, ""))
            })
        });
        for folder in targets.chain(others) {
            let mut rest = folder.as_str();
            while let Some((above, _)) = rest.rsplit_once('/') {
                out.insert(rest.to_owned());
                rest = above;
            }
            out.insert(rest.to_owned());
        }
        out
    }
}
