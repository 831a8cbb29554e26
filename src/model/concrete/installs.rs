//! Install rules and the cache.
use serde_json::{Map, Value as Json, json};

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::{Install, InstallKind, TargetKind};
use crate::cmake::eval::text::Text;
use crate::cmake::eval::value::Origin;
use crate::cmake::lang::condition;

use super::{Concrete, TargetId};

impl<'f> Concrete<'_, 'f> {
    /// Whether a rule acts in this configuration.
    fn acts(&self, install: &Install) -> Option<bool> {
        self.everywhere().holds(install.cond)
    }

    fn target_items(&self, install: &Install) -> Option<Vec<TargetId>> {
        let names = self.everywhere().list(&install.items)?;
        Some(names.iter().filter_map(|name| self.model.find(name)).collect())
    }

    /// The rules for targets that may install one of this name; those whose targets are not known among them.
    fn rules_that_may_name(&self, name: &str) -> Vec<&'f Install> {
        let installs = &self.model.facts.installs;
        let by_name = self.memo.install_rules(|| {
            let mut rules: FxHashMap<String, Vec<usize>> = FxHashMap::default();
            for (at, install) in installs.iter().enumerate().filter(|(_, i)| i.kind == InstallKind::Target) {
                match self.everywhere().possible(&install.items) {
                    Some(names) => names.into_iter().for_each(|name| rules.entry(name).or_default().push(at)),
                    None => rules.entry(String::new()).or_default().push(at),
                }
            }
            rules
        });
        let mut at: Vec<usize> = [name, ""].iter().filter_map(|name| by_name.get(*name)).flatten().copied().collect();
        at.sort_unstable();
        at.dedup();
        at.into_iter().filter_map(|at| installs.get(at)).collect()
    }

    /// Whether any rule installs a target.
    pub(super) fn is_installed(&self, id: TargetId) -> Option<bool> {
        Some(!self.destinations(id)?.is_empty())
    }

    /// Where a target's files are installed; sorted, each once.
    pub(super) fn destinations(&self, id: TargetId) -> Option<Vec<String>> {
        let mut out = Vec::new();
        // Calls without a clause for an artifact that the target has install it where it goes by default.
        let mut open: Vec<(Origin, &str, [Text; 2])> = Vec::new();
        for install in self.rules_that_may_name(self.model.name(id)) {
            if !self.acts(install)? || !self.target_items(install)?.contains(&id) {
                continue;
            }
            for artifact in self.artifacts(id)? {
                let this = (install.origin, *artifact, install.folders);
                if self.is_for(install, id, artifact) {
                    out.extend(self.destination(install, artifact)?);
                    open.retain(|seen| *seen != this);
                } else if !self.has_clause(install, artifact) && !open.contains(&this) {
                    open.push(this);
                }
            }
        }
        for (_, artifact, folders) in open {
            out.extend(self.default_destination(folders, artifact)?);
        }
        out.sort();
        out.dedup();
        Some(out)
    }

    /// The artifact kinds that a target has.
    fn artifacts(&self, id: TargetId) -> Option<&'static [&'static str]> {
        let windows = self.toolchain.system == "Windows";
        Some(match self.definition(id)?.kind {
            TargetKind::Executable => &["RUNTIME"],
            TargetKind::Static => &["ARCHIVE"],
            TargetKind::Shared if windows => &["RUNTIME", "ARCHIVE"],
            TargetKind::Shared | TargetKind::Module => &["LIBRARY"],
            TargetKind::Object => &["OBJECTS"],
            _ => &[],
        })
    }

    /// Whether a clause is the one that installs an artifact: its own, or the general one where there is no own.
    fn is_for(&self, install: &Install, id: TargetId, artifact: &str) -> bool {
        if install.artifact == artifact {
            return true;
        }
        let own = |other: &Install| {
            other.origin == install.origin
                && other.artifact == artifact
                && self.target_items(other).is_some_and(|t| t.contains(&id))
        };
        install.artifact.is_empty() && !self.model.facts.installs.iter().any(own)
    }

    /// Whether the call that a rule belongs to has a clause for an artifact, or a general one.
    fn has_clause(&self, install: &Install, artifact: &str) -> bool {
        let same = self.model.facts.installs.iter().filter(|other| other.origin == install.origin);
        same.into_iter().any(|other| other.artifact == artifact || other.artifact.is_empty())
    }

    fn destination(&self, install: &Install, artifact: &str) -> Option<Option<String>> {
        let stated = self.destination_text(install.destination)?;
        if stated.is_empty() { self.default_destination(install.folders, artifact) } else { Some(Some(stated)) }
    }

    fn default_destination(&self, folders: [Text; 2], artifact: &str) -> Option<Option<String>> {
        let [programs, libraries] = folders;
        match artifact {
            "RUNTIME" => self.destination_text(programs).map(Some),
            "LIBRARY" | "ARCHIVE" => self.destination_text(libraries).map(Some),
            _ => Some(None),
        }
    }

    fn destination_text(&self, text: Text) -> Option<String> {
        let text = self.everywhere().text(text)?;
        let text = if text.contains("$<") { self.evaluate_anywhere(&text)? } else { text };
        Some(match text.trim_end_matches('/') {
            "" if !text.is_empty() => "/".to_owned(),
            trimmed => trimmed.to_owned(),
        })
    }

    /// All rules, in the order in which they are stated.
    pub(super) fn installs(&self) -> Vec<Json> {
        let mut out = Vec::new();
        for install in self.model.facts.installs.iter().filter(|i| self.model.facts.is_own(i.directory)) {
            if self.acts(install) == Some(true) {
                self.one_install(install, &mut out);
            }
        }
        out
    }

    fn one_install(&self, install: &Install, out: &mut Vec<Json>) {
        let component = install.component.and_then(|c| self.everywhere().text(c));
        let mut rule = Map::new();
        let kind = match install.kind {
            InstallKind::Target => "target",
            InstallKind::Export => "export",
            InstallKind::Files | InstallKind::Programs => "file",
            InstallKind::Directory => "directory",
            InstallKind::Script => "script",
            InstallKind::RuntimeDependencies => "runtimeDependencySet",
        };
        rule.insert("type".to_owned(), kind.into());
        rule.insert("component".to_owned(), component.unwrap_or_else(|| "Unspecified".to_owned()).into());
        rule.insert("defined_at".to_owned(), self.place(install.origin).map_or(Json::Null, Json::from));
        match install.kind {
            InstallKind::Target => self.target_installs(install, &rule, out),
            InstallKind::Script => out.push(rule.into()),
            InstallKind::RuntimeDependencies if matches!(install.artifact, "" | "LIBRARY") => {
                let destination = self.destination(install, "LIBRARY");
                rule.insert("destination".to_owned(), destination.map_or(Json::Null, Json::from));
                out.push(rule.into());
            }
            // Frameworks, and what Windows has.
            InstallKind::RuntimeDependencies => {}
            InstallKind::Export => {
                let name = install.export.and_then(|e| self.everywhere().text(e));
                rule.insert("export".to_owned(), name.map_or(Json::Null, Json::from));
                self.insert_destination(install, &mut rule);
                out.push(rule.into());
            }
            InstallKind::Files | InstallKind::Programs | InstallKind::Directory => {
                let Some(paths) = self.installed_paths(install) else { return };
                rule.insert("paths".to_owned(), json!(paths));
                self.insert_destination(install, &mut rule);
                out.push(rule.into());
            }
        }
    }

    fn insert_destination(&self, install: &Install, rule: &mut Map<String, Json>) {
        let destination = self.destination_text(install.destination);
        rule.insert("destination".to_owned(), destination.map_or(Json::Null, Json::from));
    }

    fn target_installs(&self, install: &Install, rule: &Map<String, Json>, out: &mut Vec<Json>) {
        for id in self.target_items(install).unwrap_or_default() {
            for artifact in self.artifacts(id).unwrap_or_default() {
                if !self.is_for(install, id, artifact) {
                    continue;
                }
                let Some(Some(destination)) = self.destination(install, artifact) else { continue };
                let mut own = rule.clone();
                own.insert("destination".to_owned(), destination.into());
                own.insert("target".to_owned(), self.model.name(id).into());
                out.push(own.into());
            }
        }
    }

    fn installed_paths(&self, install: &Install) -> Option<Vec<String>> {
        let directory = self.model.facts.directories.get(install.directory.0 as usize)?;
        let mut out = Vec::new();
        for item in self.everywhere().list(&install.items)? {
            let item = self.evaluate_anywhere(&item)?;
            if !item.is_empty() {
                out.push(self.normal.path(&directory.source.join(&item).to_string_lossy()));
            }
        }
        out.sort();
        Some(out)
    }

    /// The cache entries that the project declares or the user sets.
    pub(super) fn cache(&self) -> Map<String, Json> {
        let mut out = Map::new();
        for (name, entry) in &self.model.facts.cache {
            if self.everywhere().holds(entry.declared) != Some(true) {
                continue;
            }
            let Some(value) = self.everywhere().joined(&entry.value) else { continue };
            let row = json!({"type": &*entry.kind, "value": self.normal.text(&value), "help": &*entry.help});
            out.insert(name.to_string(), row);
        }
        for (name, kind, value) in &self.set_by_user {
            if !out.contains_key(name) {
                let kind = kind.as_deref().unwrap_or("UNINITIALIZED");
                out.insert(name.clone(), json!({"type": kind, "value": self.normal.text(value), "help": ""}));
            }
        }
        out.sort_keys();
        out
    }

    /// An expression outside of any target.
    fn evaluate_anywhere(&self, text: &str) -> Option<String> {
        self.evaluate(text, super::genex::Place::usage(TargetId(u32::MAX)))
    }

    /// `CMAKE_BUILD_TYPE` at the end of the root directory.
    pub(super) fn build_type(&self) -> String {
        let value = self.model.facts.directories.first().and_then(|d| d.end_variables.get("CMAKE_BUILD_TYPE"));
        self.everywhere().setting(value).flatten().filter(|v| !condition::is_not_found(v)).unwrap_or_default()
    }
}
