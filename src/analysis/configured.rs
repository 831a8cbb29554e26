//! One configuration as the command line gives it: a configured build folder, a cache, a preset.
use std::path::{Path, PathBuf};

use crate::cmake::eval::policy::Version;
use crate::cmake::eval::{Files, Given, Options, Package, Summary};
use crate::model::build_dir::BuildDir;
use crate::model::concrete;
use crate::model::presets::{self, Preset};
use crate::source::SourceMap;

use super::parsing::parse_folder;
use super::platform::Platform;
use super::scope::{Failure, folder};

/// What names the configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Configured {
    /// A configured build folder, whose cache and toolchain are given.
    pub build_dir: Option<PathBuf>,
    /// A CMakeCache.txt.
    pub cache: Option<PathBuf>,
    /// A configure preset of the project.
    pub preset: Option<String>,
    /// Source trees that are evaluated as the packages that `find_package` finds.
    pub with_package: Vec<Package>,
    /// Commands that are summarised.
    pub summaries: Vec<Summary>,
}

impl Configured {
    /// Whether a configuration is named at all.
    pub fn is_given(&self) -> bool {
        self.build_dir.is_some() || self.cache.is_some() || self.preset.is_some()
    }

    /// Folders that have to be read for it: they usually lie beside the sources.
    pub fn folders(&self) -> Vec<PathBuf> {
        let above = |file: &PathBuf| match file.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
            _ => PathBuf::from("."),
        };
        let trees = self.with_package.iter().map(|package| package.folder.clone());
        self.build_dir.iter().cloned().chain(self.cache.as_ref().map(above)).chain(trees).collect()
    }

    /// The trees that stand for packages, their CMake files parsed.
    pub fn packages(&self, files: &Files<'_>) -> Result<Vec<Package>, Failure> {
        let mut out: Vec<Package> = Vec::new();
        for Package { name, folder: tree } in &self.with_package {
            let tree = folder(tree)?;
            if !tree.join("CMakeLists.txt").is_file() {
                return Err(Failure::Usage(format!("{} has no CMakeLists.txt", tree.display())));
            }
            parse_folder(files, &tree);
            // The command line comes first and wins.
            if out.iter().all(|package| package.name != *name) {
                out.push(Package { name: name.clone(), folder: tree });
            }
        }
        Ok(out)
    }

    /// Reads it for the project in `top`.
    pub fn read(&self, sources: &SourceMap, top: &Path) -> Result<Inputs, Failure> {
        let build = match (&self.build_dir, &self.cache) {
            (Some(dir), _) => Some(BuildDir::read(sources, &folder(dir)?)),
            (None, Some(file)) => {
                let real = file.canonicalize().map_err(|e| Failure::Usage(format!("{}: {e}", file.display())))?;
                Some(BuildDir::read_cache(sources, &real))
            }
            (None, None) => None,
        };
        let build = build.transpose().map_err(|e| Failure::Usage(e.to_string()))?;
        let preset = self.preset.as_ref().map(|name| presets::read(sources, top, name)).transpose();
        Ok(Inputs { build, preset: preset.map_err(Failure::Usage)? })
    }
}

/// What was read.
#[derive(Debug, Clone, Default)]
pub struct Inputs {
    build: Option<BuildDir>,
    preset: Option<Preset>,
}

impl Inputs {
    /// The CMake that configured the tree.
    pub fn cmake(&self) -> Option<Version> {
        self.build.as_ref()?.cmake()
    }

    /// Whether they belong to the project in a folder: a cache names the folder that it was made for.
    pub fn belong_to(&self, top: &Path, analysed: &Path) -> bool {
        let home = self.build.as_ref().and_then(|build| build.entry("CMAKE_HOME_DIRECTORY"));
        match home.map(|home| Path::new(home).canonicalize()) {
            Some(Ok(home)) => home == top,
            _ => top == analysed,
        }
    }

    /// Puts them under what the command line defines; the rest of one configuration is the usual system's.
    pub fn apply(&self, options: &mut Options) {
        let told = std::mem::take(&mut options.given);
        if let Some(build) = &self.build {
            options.given.extend(build.given());
            if !build.path.as_os_str().is_empty() {
                options.binary_dir.clone_from(&build.path);
            }
            options.system = options.system.take().or_else(|| build.variable("CMAKE_SYSTEM_NAME").map(str::to_owned));
        }
        if let Some(preset) = &self.preset {
            options.given.extend(preset.given.iter().cloned());
            if let Some(folder) = preset.binary_dir.as_ref().filter(|_| self.build.is_none()) {
                options.binary_dir.clone_from(folder);
            }
        }
        options.given.extend(told);
        if options.all_configurations {
            return;
        }
        let system = options.system.get_or_insert_with(|| Platform::Linux.system().to_owned());
        if self.build.as_ref().is_none_or(|build| build.toolchain.is_empty()) {
            let usual = concrete::usual(system).iter();
            let usual = usual.map(|(n, v)| Given { name: (*n).to_owned(), kind: None, value: (*v).to_owned() });
            // In front: what the user says comes later and wins.
            options.given.splice(0..0, usual);
        }
        let told = |language: &str| {
            let name = format!("CMAKE_{language}_COMPILER_ID");
            options.given.iter().rev().find(|g| g.name == name).map(|g| g.value.as_str())
        };
        let standards = concrete::standard_options(told).into_iter();
        let standards: Vec<Given> = standards.map(|(name, value)| Given { name, kind: None, value }).collect();
        options.given.splice(0..0, standards);
    }
}
