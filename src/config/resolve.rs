//! What a configuration means for a run: names looked up, paths resolved, defaults filled in.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum as _;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::{Config, Level, Loaded, RuleLevel, SummarySetting};
use crate::analysis::{Definition, Platform, ProjectInputs};
use crate::cmake::eval::{Package, Summary, Words};
use crate::nearest::suggestion;
use crate::rules::metadata::OptionValue;
use crate::rules::{Options, Registry};
use crate::source::normalize;

/// What a configuration means, all of it checked.
#[derive(Debug)]
pub struct Resolved {
    /// Levels by rule.
    pub levels: BTreeMap<Arc<str>, RuleLevel>,
    /// Options by rule and name.
    pub options: BTreeMap<String, BTreeMap<String, OptionValue>>,
    /// Inputs of projects.
    pub projects: Vec<ProjectInputs>,
    /// Paths that are left out.
    pub exclude: Gitignore,
    /// The baseline.
    pub baseline: Option<PathBuf>,
    /// Source trees that stand for packages.
    pub packages: Vec<Package>,
    /// Commands that are summarised.
    pub summaries: Vec<Summary>,
}

impl Config {
    /// With every default that is known to the types filled in.
    #[must_use]
    pub fn with_defaults(mut self) -> Self {
        self.fail_on.get_or_insert(Level::Warning);
        self.pedantic.get_or_insert(false);
        self.strict_input.get_or_insert(false);
        self
    }
}

impl Loaded {
    /// Looks up every name; the error has a position.
    pub fn resolve(&self, registry: &Registry, root: &Path) -> Result<Resolved, String> {
        let folder = self.folder().unwrap_or(root);
        let mut levels = BTreeMap::new();
        let mut options: BTreeMap<String, BTreeMap<String, OptionValue>> = BTreeMap::new();
        for (name, setting) in &self.config.rules {
            let Some(rule) = registry.find(name.get_ref()) else {
                let meant = suggestion(name.get_ref(), registry.rules().iter().map(|rule| &*rule.id));
                let message = format!("no rule `{}`{meant}; `linklint rules` lists them all", name.get_ref());
                return Err(self.error(name.span(), &message));
            };
            levels.extend(setting.level().map(|level| (Arc::clone(&rule.id), level)));
            for (option, value) in setting.options() {
                let set = BTreeMap::from([(option.get_ref().clone(), value.get_ref().clone().into())]);
                Options::resolve(&rule.metadata.options, &set)
                    .map_err(|why| self.error(option.span(), &format!("rule `{}`: {why}", rule.id)))?;
                options.entry(rule.id.to_string()).or_default().extend(set);
            }
        }
        Ok(Resolved {
            levels,
            options,
            projects: self.projects(folder, root)?,
            exclude: self.exclude(folder)?,
            baseline: self.config.baseline.as_ref().map(|path| folder.join(path)),
            packages: self.packages(folder, root)?,
            summaries: self.config.summaries.iter().map(|(command, setting)| summary(command, setting)).collect(),
        })
    }

    fn packages(&self, folder: &Path, root: &Path) -> Result<Vec<Package>, String> {
        let package = |(name, path): (&String, &toml::Spanned<String>)| {
            let tree = normalize(&folder.join(path.get_ref()));
            if !tree.starts_with(root) || !tree.join("CMakeLists.txt").is_file() {
                let message = format!("there is no {}/CMakeLists.txt in the root", path.get_ref());
                return Err(self.error(path.span(), &message));
            }
            Ok(Package { name: name.clone(), folder: tree })
        };
        self.config.packages.iter().map(package).collect()
    }

    /// The folders with rules of the project's own. The configuration is the project's: they must lie in the root.
    pub fn rule_dirs(&self, root: &Path) -> Result<Vec<PathBuf>, String> {
        let folder = self.folder().unwrap_or(root);
        let within = |dir: &toml::Spanned<String>| {
            let path = folder.join(dir.get_ref());
            match path.canonicalize() {
                Ok(real) if real.starts_with(root) => Ok(path),
                Ok(_) => Err(self.error(dir.span(), &format!("{} lies outside of the root", dir.get_ref()))),
                Err(e) => Err(self.error(dir.span(), &format!("{}: {e}", dir.get_ref()))),
            }
        };
        self.config.rule_dirs.iter().map(within).collect()
    }

    fn projects(&self, folder: &Path, root: &Path) -> Result<Vec<ProjectInputs>, String> {
        let project = |setting: &super::ProjectSetting| {
            let path = normalize(&folder.join(setting.path.get_ref()));
            // What lies outside is not even looked for: the configuration is the project's.
            if !path.starts_with(root) || !path.join("CMakeLists.txt").is_file() {
                let message = format!("there is no {}/CMakeLists.txt in the root", setting.path.get_ref());
                return Err(self.error(setting.path.span(), &message));
            }
            let platform = match &setting.platform {
                None => None,
                Some(name) => Some(Platform::from_str(name.get_ref(), false).map_err(|_| {
                    let known: Vec<_> =
                        Platform::value_variants().iter().filter_map(clap::ValueEnum::to_possible_value).collect();
                    let known: Vec<&str> = known.iter().map(clap::builder::PossibleValue::get_name).collect();
                    let meant = suggestion(name.get_ref(), known.iter().copied());
                    let message = format!("no platform `{}`{meant}; known: {}", name.get_ref(), known.join(", "));
                    self.error(name.span(), &message)
                })?),
            };
            let definitions = setting.definitions.iter().map(|(name, value)| {
                let (name, kind) = match name.rsplit_once(':') {
                    Some((name, kind)) => (name, Some(kind.to_owned())),
                    None => (name.as_str(), None),
                };
                Definition { name: name.to_owned(), kind, value: value.text() }
            });
            Ok(ProjectInputs { path, definitions: definitions.collect(), platform })
        };
        self.config.project.iter().map(project).collect()
    }

    fn exclude(&self, folder: &Path) -> Result<Gitignore, String> {
        let mut builder = GitignoreBuilder::new(folder);
        for pattern in &self.config.exclude {
            builder
                .add_line(None, pattern.get_ref())
                .map_err(|e| self.error(pattern.span(), &format!("no pattern: {e}")))?;
        }
        builder.build().map_err(|e| self.error(0..0, &format!("the patterns of `exclude` cannot be used: {e}")))
    }
}

/// A summary as the evaluator takes it.
fn summary(command: &str, setting: &SummarySetting) -> Summary {
    let words = |keyword: &str| if keyword == "..." { Words::Rest } else { Words::After(keyword.to_owned()) };
    let properties = [
        ("SOURCES", &setting.sources),
        ("LINK_LIBRARIES", &setting.libraries),
        ("INCLUDE_DIRECTORIES", &setting.includes),
        ("COMPILE_DEFINITIONS", &setting.definitions),
    ];
    Summary {
        command: command.to_lowercase(),
        target: setting.target.map(|kind| kind.word().to_owned()),
        name: setting.name.as_ref().map_or(Words::First, |keyword| Words::After(keyword.clone())),
        properties: properties.into_iter().filter_map(|(p, k)| Some((p, words(k.as_ref()?)))).collect(),
        sets: setting.sets.clone(),
        keywords: setting.keywords.clone(),
    }
}

impl Resolved {
    /// Whether a file is left out.
    pub fn excludes(&self, path: &Path) -> bool {
        path.starts_with(self.exclude.path()) && self.exclude.matched_path_or_any_parents(path, false).is_ignore()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::built_in;

    fn resolved(text: &str) -> Result<(Resolved, PathBuf, tempfile::TempDir), String> {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        std::fs::create_dir_all(root.join("sub")).unwrap();
        std::fs::write(root.join("sub/CMakeLists.txt"), "").unwrap();
        std::fs::write(root.join("linklint.toml"), text).unwrap();
        let loaded = super::super::read_file(&root.join("linklint.toml")).unwrap();
        let shown = format!("{}/", root.display());
        Ok((loaded.resolve(built_in(), &root).map_err(|e| e.replace(&shown, ""))?, root, dir))
    }

    #[test]
    fn names_and_paths_are_looked_up() {
        let text = "exclude = [\"third_party/\", \"*.gen.cmake\"]\nbaseline = \"b.json\"\n[rules]\nignored-option = \"allow\"\n\
                    [[project]]\npath = \"sub\"\nplatform = \"linux\"\ndefinitions = { A = true, \"B:STRING\" = 3 }\n";
        let (all, root, _dir) = resolved(text).unwrap();
        assert_eq!(all.levels.get("ignored-option"), Some(&RuleLevel::Allow));
        assert!(all.excludes(&root.join("third_party/x/CMakeLists.txt")) && all.excludes(&root.join("a/b.gen.cmake")));
        assert!(!all.excludes(&root.join("sub/CMakeLists.txt")) && !all.excludes(Path::new("/elsewhere/x")));
        assert_eq!(all.baseline, Some(root.join("b.json")));
        let project = &all.projects[0];
        assert_eq!((project.path.clone(), project.platform), (root.join("sub"), Some(Platform::Linux)));
        let told: Vec<_> =
            project.definitions.iter().map(|d| (d.name.as_str(), d.kind.as_deref(), d.value.as_str())).collect();
        assert_eq!(told, [("A", None, "ON"), ("B", Some("STRING"), "3")]);
    }

    #[test]
    fn wrong_names_are_told_with_their_place() {
        let cases = [
            (
                "[rules]\nignored-options = \"allow\"\n",
                "linklint.toml:2:1: no rule `ignored-options` (did you mean `ignored-option`",
            ),
            ("[rules.ignored-option.options]\nx = 1\n", "linklint.toml:2:1: rule `ignored-option`: no option `x`"),
            ("[[project]]\npath = \"../../etc\"\n", "linklint.toml:2:8: there is no ../../etc/CMakeLists.txt"),
            ("[[project]]\npath = \"nowhere\"\n", "linklint.toml:2:8: there is no nowhere/CMakeLists.txt"),
            (
                "[[project]]\npath = \"sub\"\nplatform = \"linus\"\n",
                "linklint.toml:3:12: no platform `linus` (did you mean `linux`?)",
            ),
            ("exclude = [\"a\", \"{b\"]\n", "linklint.toml:1:17: no pattern"),
        ];
        for (text, expected) in cases {
            let error = resolved(text).map(|_| ()).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
