//! The configuration of a project: `linklint.toml`, `.linklint.toml` or `[workspace.metadata.linklint]` of `Cargo.toml`.
//!
//! It stands under the command line and the environment. It comes from the project, so nothing in it widens what may be
//! read. `docs/reference/linklint-config.schema.json` is generated from these types by a test.
mod find;
mod resolve;
mod rule;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use toml::Spanned;

pub use find::{Loaded, find, read_file};
pub use resolve::Resolved;
pub use rule::{OptionSetting, RuleLevel, RuleSetting};

use crate::rules::Severity;

/// Configuration of linklint
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Config {
    /// Least severity that makes the exit code 100 (default: warning)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fail_on: Option<Level>,
    /// Report heuristic findings too (default: false)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pedantic: Option<bool>,
    /// Exit with 101 when a file could not be read or parsed (default: false)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strict_input: Option<bool>,
    /// Baseline of accepted findings, relative to the folder of this file
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline: Option<PathBuf>,
    /// Paths in which nothing is reported and no project is looked for, as in .gitignore, relative to the folder of this file
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub exclude: Vec<Spanned<String>>,
    /// Folders with rules of the project's own, relative to the folder of this file
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub rule_dirs: Vec<Spanned<String>>,
    /// What is asked of directives in comments
    pub suppressions: Suppressions,
    /// Rules by id: a level, or a table with a level and the rule's options
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, RuleSetting>"))]
    pub rules: BTreeMap<Spanned<String>, RuleSetting>,
    /// Packages whose sources lie in the repository, relative to the folder of this file: `find_package(NAME)` finds them
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, String>"))]
    pub packages: BTreeMap<String, Spanned<String>>,
    /// Commands that are not read, such as macros of an installed package: what a call makes
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub summaries: BTreeMap<String, SummarySetting>,
    /// Projects in the repository with their inputs
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub project: Vec<ProjectSetting>,
}

/// A severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Worth knowing
    Note,
    /// Wrong at run time, or only in some surroundings
    Warning,
    /// The link or the load fails
    Error,
}

impl From<Level> for Severity {
    fn from(level: Level) -> Self {
        match level {
            Level::Note => Self::Note,
            Level::Warning => Self::Warning,
            Level::Error => Self::Error,
        }
    }
}

/// What is asked of directives in comments.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Suppressions {
    /// A directive without a reason is told and does not count
    pub require_reason: bool,
    /// What to do about directives that suppress nothing
    pub unused: Unused,
}

/// What to do about directives that suppress nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Unused {
    /// Nothing
    Allow,
    /// Tell them
    #[default]
    Warn,
    /// Tell them, and exit with 100
    Deny,
}

/// A project in the repository with its inputs.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ProjectSetting {
    /// Folder of its CMakeLists.txt, relative to the folder of this file
    #[cfg_attr(test, schemars(with = "String"))]
    pub path: Spanned<String>,
    /// Cache variables that are fixed, as with `cmake -D`: NAME or NAME:TYPE
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub definitions: BTreeMap<String, DefinitionValue>,
    /// The only platform it is built for
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub platform: Option<Spanned<String>>,
}

/// What a call of a command makes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct SummarySetting {
    /// Kind of the target that it defines (default: it defines none)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<TargetSetting>,
    /// Keyword before the target's name (default: the first word is the name)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Keyword before the sources; "..." for what follows the first word
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sources: Option<String>,
    /// Keyword before what the target links; "..." as above
    #[serde(skip_serializing_if = "Option::is_none")]
    pub libraries: Option<String>,
    /// Keyword before include folders; "..." as above
    #[serde(skip_serializing_if = "Option::is_none")]
    pub includes: Option<String>,
    /// Keyword before definitions; "..." as above
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definitions: Option<String>,
    /// Other keywords and switches: their words belong to none of these
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    /// Variables that it may set; {1} stands for its first word
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<String>,
}

/// Kinds of targets that a summary may define.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TargetSetting {
    /// A program
    Executable,
    /// A static or shared library, as `BUILD_SHARED_LIBS` says
    Library,
    /// A static library
    Static,
    /// A shared library
    Shared,
    /// A plugin
    Module,
    /// An object library
    Object,
    /// An interface library
    Interface,
    /// A target that builds no file
    Utility,
}

impl TargetSetting {
    fn word(self) -> &'static str {
        match self {
            Self::Executable => "executable",
            Self::Library => "library",
            Self::Static => "static",
            Self::Shared => "shared",
            Self::Module => "module",
            Self::Object => "object",
            Self::Interface => "interface",
            Self::Utility => "utility",
        }
    }
}

/// The value of a cache variable.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum DefinitionValue {
    /// ON or OFF
    Switch(bool),
    /// A number
    Number(i64),
    /// Text
    Text(String),
}

impl DefinitionValue {
    /// As `cmake -D` takes it.
    pub fn text(&self) -> String {
        match self {
            Self::Switch(true) => "ON".to_owned(),
            Self::Switch(false) => "OFF".to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// What `linklint init` writes; every line of it is a default.
pub const TEMPLATE: &str = include_str!("template.toml");
/// The JSON Schema of the configuration.
pub const SCHEMA: &str = include_str!("../../docs/reference/linklint-config.schema.json");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_the_default() {
        let read: Config = toml::from_str(TEMPLATE).unwrap();
        let effective = read.clone().with_defaults();
        assert_eq!(effective, Config::default().with_defaults());
        // What stands in comments is right as well.
        let all = TEMPLATE.replace("# rule: ", "").replace("#:", "");
        let read: Config = toml::from_str(&all).unwrap_or_else(|e| panic!("{e}\n{all}"));
        assert!(!read.project.is_empty() && !read.rules.is_empty() && !read.exclude.is_empty());
    }

    #[test]
    fn the_schema_is_that_of_the_types() {
        let generated = serde_json::to_string_pretty(&schemars::schema_for!(Config)).unwrap() + "\n";
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/linklint-config.schema.json");
        if std::env::var_os("LINKLINT_UPDATE").is_some() {
            std::fs::write(&path, &generated).unwrap();
        }
        let published = std::fs::read_to_string(&path).unwrap();
        assert_eq!(published, generated, "LINKLINT_UPDATE=1 cargo test --lib schema writes it anew");
    }
}
