//! What can be asked for.
use std::path::PathBuf;
use std::sync::Arc;

use ignore::gitignore::Gitignore;

use crate::cargo::Selection;
use crate::cmake::script::command_line::CommandLine;
use crate::rules::{Registry, engine};

use super::configured::Configured;
use super::platform::{Definition, Platform};

/// What is to be analysed.
#[derive(Debug, Clone)]
pub struct Request {
    /// Folder to analyse.
    pub path: PathBuf,
    /// The limit of reading; found from `path` when absent.
    pub root: Option<PathBuf>,
    /// Folders outside of the root that may be read.
    pub allow_read: Vec<PathBuf>,
    /// Cache variables that are fixed; all else is free.
    pub definitions: Vec<Definition>,
    /// The platform, when only one is of interest.
    pub platform: Option<Platform>,
    /// One configuration, instead of all.
    pub configured: Configured,
    /// Inputs of single projects, under `definitions` and `platform`.
    pub projects: Vec<ProjectInputs>,
    /// Paths in which nothing is looked for.
    pub exclude: Gitignore,
    /// Packages of cargo that are looked at.
    pub cargo: Selection,
    /// The rules that are known.
    pub registry: Arc<Registry>,
    /// What is asked of them.
    pub rules: engine::Settings,
}

/// The inputs of one project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectInputs {
    /// Folder of its `CMakeLists.txt`, links resolved.
    pub path: PathBuf,
    /// Cache variables that are fixed.
    pub definitions: Vec<Definition>,
    /// The platform, when only one is of interest.
    pub platform: Option<Platform>,
}

/// Which model is to be written.
#[derive(Debug, Clone)]
pub struct ModelRequest {
    /// Folder of the project.
    pub path: PathBuf,
    /// The limit of reading; found from `path` when absent.
    pub root: Option<PathBuf>,
    /// Folders outside of the root that may be read.
    pub allow_read: Vec<PathBuf>,
    /// Every fact with its condition, instead of one configuration.
    pub all_configurations: bool,
    /// Cache variables that are set.
    pub definitions: Vec<Definition>,
    /// The platform that is configured for.
    pub platform: Option<Platform>,
    /// The CMake that configures, as `3.28`.
    pub cmake_version: Option<String>,
    /// What names the configuration.
    pub configured: Configured,
}

/// Which script is to be run.
#[derive(Debug, Clone)]
pub struct ScriptRequest {
    /// The command line.
    pub line: CommandLine,
    /// Folders that may be read, beside that of the script and the one it runs in.
    pub allow_read: Vec<PathBuf>,
}
