//! All rules of a run, by id.
use std::sync::Arc;

use super::builtin::BUILT_IN;
use super::document::{Document, LoadError};
use super::metadata::{self, Metadata};
use super::nearest::nearest;
use super::{BuiltIn, Check};

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
}

/// The rules of a run, sorted by id.
#[derive(Debug)]
pub struct Registry {
    rules: Vec<Rule>,
}

impl Registry {
    /// The rules that come with the program. An error is a defect of the program: a test loads them all.
    pub fn built_in() -> Result<Self, LoadError> {
        let mut rules = BUILT_IN.iter().map(load).collect::<Result<Vec<Rule>, _>>()?;
        rules.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(Self { rules })
    }

    /// A registry of these rules.
    pub fn of(mut rules: Vec<Rule>) -> Self {
        rules.sort_by(|a, b| a.id.cmp(&b.id));
        Self { rules }
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

fn load(found: &BuiltIn) -> Result<Rule, LoadError> {
    let file = format!("rules/{}/rule.toml", found.folder);
    let doc = Document::new(&file, found.metadata);
    let table = doc.parse()?;
    let metadata = metadata::read(doc, table.get_ref())?;
    let at = |key: &str| table.get_ref().get(key).map_or(0..0, toml::Spanned::span);
    if metadata.id != found.folder {
        return Err(doc.error(at("id"), format!("the id is `{}`, the folder `{}`", metadata.id, found.folder)));
    }
    let body = match (metadata.native, found.check) {
        (true, Some(check)) => Body::Native(check),
        (true, None) => {
            let code = found.folder.replace('-', "_");
            return Err(doc.error(at("native"), format!("src/rules/{code}.rs is missing")));
        }
        (false, _) => return Err(doc.error(at("id"), "the rule has neither code (`native = true`) nor a body")),
    };
    Ok(Rule { id: metadata.id.as_str().into(), metadata, readme: found.readme.to_owned(), body })
}
