//! All rules of a run, by id.
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::builtin::BUILT_IN;
use super::document::{Document, LoadError};
use super::metadata::{self, Metadata};
use super::{BuiltIn, Check, SCHEMA, toml_rule};
use crate::nearest::nearest;

/// One rule, ready to run.
#[derive(Debug)]
pub struct Rule {
    /// Its id, shared by its findings.
    pub id: Arc<str>,
    /// What `rule.toml` says.
    pub metadata: Metadata,
    /// `README.md`: what, why, how to mend.
    pub readme: String,
    /// What it does.
    pub body: Body,
}

/// What a rule does.
#[derive(Debug)]
pub enum Body {
    /// It runs code.
    Native(Check),
    /// It looks for patterns.
    Declarative(toml_rule::Body),
}

/// The rules of a run, sorted by id.
#[derive(Debug)]
pub struct Registry {
    rules: Vec<Rule>,
}

impl Registry {
    /// The rules that come with the program. An error is a defect of the program: a test loads them all.
    pub fn built_in() -> Result<Self, LoadError> {
        let mut rules = BUILT_IN.par_iter().map(load).collect::<Result<Vec<Rule>, _>>()?;
        rules.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(Self { rules })
    }

    /// The rules that come with the program and those of a user's folders. The error says what is wrong with one, and where.
    pub fn with_folders<'d>(dirs: impl IntoIterator<Item = &'d PathBuf>) -> Result<Self, String> {
        let mut registry = Self::built_in().map_err(|e| e.to_string())?;
        for dir in dirs {
            registry.add_folder(dir)?;
        }
        Ok(registry)
    }

    /// A registry of these rules.
    pub fn of(mut rules: Vec<Rule>) -> Self {
        rules.sort_by(|a, b| a.id.cmp(&b.id));
        Self { rules }
    }

    /// Adds the rules of a user's folder: each folder in it that holds a `rule.toml` is one. The error says what is
    /// wrong, where, and what is known.
    pub fn add_folder(&mut self, dir: &Path) -> Result<(), String> {
        let entries = std::fs::read_dir(dir).map_err(|e| format!("the rules' folder {}: {e}", dir.display()))?;
        let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        folders.sort();
        let mut found = false;
        for folder in folders.iter().filter(|folder| folder.join("rule.toml").is_file()) {
            found = true;
            let rule = load_user(folder)?;
            if let Some(other) = self.find(&rule.id) {
                let message =
                    format!("{}: there is a rule `{}` already; give it another id", folder.display(), other.id);
                return Err(message);
            }
            self.rules.push(rule);
        }
        if !found {
            return Err(format!("{} holds no rule: a rule is a folder with a rule.toml", dir.display()));
        }
        self.rules.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(())
    }

    /// All rules, sorted by id.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rule of an id, or of an id that it had before.
    pub fn find(&self, id: &str) -> Option<&Rule> {
        let by_id = self.rules.iter().find(|rule| &*rule.id == id);
        by_id.or_else(|| self.rules.iter().find(|rule| rule.metadata.aliases.iter().any(|alias| alias == id)))
    }

    /// The ids nearest to a misspelt one.
    pub fn nearest(&self, id: &str) -> Vec<&str> {
        nearest(id, self.rules.iter().map(|rule| &*rule.id))
    }
}

/// The size of a rule file that is still read.
const MOST_BYTES: u64 = 1 << 20;

/// Reads the rule of one of the user's folders.
fn load_user(folder: &Path) -> Result<Rule, String> {
    let path = folder.join("rule.toml");
    let shown = path.display().to_string();
    let size = std::fs::metadata(&path).map_or(0, |data| data.len());
    if size > MOST_BYTES {
        return Err(format!("{shown}: larger than {MOST_BYTES} bytes"));
    }
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{shown}: {e}"))?;
    let doc = Document::new(&shown, &text);
    let read = || -> Result<(Metadata, toml_rule::Body), LoadError> {
        let table = doc.parse()?;
        let metadata = metadata::read(doc, table.get_ref())?;
        let at = |key: &str| table.get_ref().get(key).map_or(0..0, toml::Spanned::span);
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if metadata.native {
            return Err(doc.error(at("native"), "a rule of your own has no code; write `[match]`"));
        }
        if metadata.id != name {
            return Err(doc.error(at("id"), format!("the id is `{}`, the folder `{name}`", metadata.id)));
        }
        let body = toml_rule::read(doc, table.get_ref(), &metadata, SCHEMA)?;
        Ok((metadata, body))
    };
    let (metadata, body) = read().map_err(|error| error.to_string())?;
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap_or_else(|_| format!("# {}\n", metadata.id));
    Ok(Rule { id: metadata.id.as_str().into(), metadata, readme, body: Body::Declarative(body) })
}

fn load(found: &BuiltIn) -> Result<Rule, LoadError> {
    let file = format!("rules/{}/rule.toml", found.folder);
    let doc = Document::new(&file, found.metadata);
    let table = doc.parse()?;
    let metadata = metadata::read(doc, table.get_ref())?;
    let at = |key: &str| table.get_ref().get(key).map_or(0..0, toml::Spanned::span);
    if metadata.id != found.folder {
        return Err(doc.error(at("id"), format!("the id is `{}`, the folder `{}`", metadata.id, found.folder)));
    }
    let code = found.folder.replace('-', "_");
    let body = match (metadata.native, found.check) {
        (true, Some(check)) => {
            if let Some(key) = ["match", "with", "unless"].iter().find(|key| table.get_ref().contains_key(**key)) {
                return Err(doc.error(at(key), format!("a native rule has no `{key}`: its code decides")));
            }
            Body::Native(check)
        }
        (true, None) => return Err(doc.error(at("native"), format!("src/rules/{code}.rs is missing"))),
        (false, Some(_)) => return Err(doc.error(at("id"), format!("src/rules/{code}.rs needs `native = true`"))),
        (false, None) => Body::Declarative(toml_rule::read(doc, table.get_ref(), &metadata, SCHEMA)?),
    };
    Ok(Rule { id: metadata.id.as_str().into(), metadata, readme: found.readme.to_owned(), body })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::template::Template;

    fn here(path: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
    }

    fn folders(path: &str) -> BTreeSet<String> {
        let Ok(entries) = std::fs::read_dir(here(path)) else { return BTreeSet::new() };
        entries.flatten().filter(|e| e.path().is_dir()).map(|e| e.file_name().into_string().unwrap()).collect()
    }

    fn loaded() -> Registry {
        Registry::built_in().unwrap_or_else(|e| panic!("{e}"))
    }

    #[test]
    fn every_folder_is_a_rule_and_has_fixtures() {
        let ids: BTreeSet<String> = loaded().rules().iter().map(|rule| rule.id.to_string()).collect();
        assert_eq!(ids, folders("rules"), "a folder of rules/ was not registered: touch build.rs");
        for id in &ids {
            for side in ["bad", "good"] {
                let fixture = here("testdata/rules").join(id).join(side);
                // Cargo leaves projects with manifests of their own out of the crate that it packs.
                assert!(fixture.is_dir() || here("Cargo.toml.orig").exists(), "{} is missing", fixture.display());
            }
        }
    }

    #[test]
    fn every_fixture_belongs_to_a_rule() {
        // Before the first rule there is nothing that the fixtures could belong to.
        let ids: BTreeSet<String> = loaded().rules().iter().map(|rule| rule.id.to_string()).collect();
        let strays: Vec<String> = folders("testdata/rules").difference(&ids).cloned().collect();
        assert!(ids.is_empty() || strays.is_empty(), "fixtures without a rule: {strays:?}");
    }

    #[test]
    fn names_are_used_once() {
        let registry = loaded();
        let mut seen = BTreeSet::new();
        for rule in registry.rules() {
            for name in std::iter::once(&rule.metadata.id).chain(&rule.metadata.aliases) {
                assert!(seen.insert(name.clone()), "two rules are called {name}");
            }
        }
    }

    #[test]
    fn placeholders_of_native_rules_stand_in_their_code() {
        for rule in loaded().rules().iter().filter(|rule| rule.metadata.native) {
            let folder = here("src/rules").join(rule.id.replace('-', "_"));
            let parts = std::fs::read_dir(&folder).into_iter().flatten().map(|entry| entry.unwrap().path());
            let paths =
                parts.chain([folder.with_extension("rs")]).filter(|path| path.extension().is_some_and(|s| s == "rs"));
            let code: String = paths.map(|path| std::fs::read_to_string(path).unwrap()).collect();
            let templates = [Some(&rule.metadata.message), rule.metadata.help.as_ref()];
            for name in templates.into_iter().flatten().flat_map(Template::placeholders) {
                assert!(code.contains(&format!("\"{name}\"")), "{{{name}}} of {} has no value in its code", rule.id);
            }
        }
    }

    #[test]
    fn rules_explain_themselves() {
        for rule in loaded().rules() {
            let id = &rule.id;
            assert!(rule.readme.starts_with(&format!("# {id}\n")), "the README of {id} begins with its id");
            assert!(rule.readme.len() > 200, "the README of {id} says next to nothing");
            assert!(!rule.metadata.references.is_empty(), "{id} has no references");
        }
    }

    fn native(_: &crate::rules::Context<'_>, _: &mut crate::rules::Sink) {}

    fn error(metadata: &'static str, check: Option<Check>) -> String {
        load(&BuiltIn { folder: "some-rule", metadata, readme: "", check }).unwrap_err().to_string()
    }

    #[test]
    fn the_two_sides_of_a_rule_must_agree() {
        macro_rules! rule {
            ($id:literal, $rest:literal) => {
                concat!(
                    "id = \"",
                    $id,
                    "\"\ntitle = \"t\"\nseverity = \"note\"\nconfidence = \"likely\"\n",
                    "unknown = \"silent\"\nmessage = \"m\"\nsince = \"0\"\n",
                    $rest
                )
            };
        }
        let native: Option<Check> = Some(native);
        let file = "rules/some-rule/rule.toml";
        assert_eq!(
            error(rule!("other-rule", "native = true"), native),
            format!("{file}:1:6: the id is `other-rule`, the folder `some-rule`")
        );
        assert_eq!(
            error(rule!("some-rule", "native = true"), None),
            format!("{file}:8:10: src/rules/some_rule.rs is missing")
        );
        assert_eq!(
            error(rule!("some-rule", ""), native),
            format!("{file}:1:6: src/rules/some_rule.rs needs `native = true`")
        );
        assert!(error(rule!("some-rule", ""), None).contains("neither code (`native = true`) nor a body"));
        assert_eq!(
            error(rule!("some-rule", "native = true\n[[with]]\n"), native),
            format!("{file}:9:1: a native rule has no `with`: its code decides")
        );
    }
}
