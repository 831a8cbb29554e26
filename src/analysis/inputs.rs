//! The evaluator's inputs for one root.
use std::path::Path;
use std::sync::Arc;

use crate::cmake::eval::policy::Version;
use crate::cmake::eval::{self, Given, Names, Package};
use crate::cmake::syntax;
use crate::source::SourceMap;

use super::platform::{Definition, Platform};

/// The evaluator's inputs for one root.
pub(super) fn options(
    top: &Path,
    definitions: &[Definition],
    platform: Option<Platform>,
    cmake: Option<Version>,
    all_configurations: bool,
) -> eval::Options {
    let mut given: Vec<Given> = definitions
        .iter()
        .map(|d| Given { name: d.name.clone(), kind: d.kind.clone(), value: d.value.clone() })
        .collect();
    let system = platform.map(|p| p.system().to_owned());
    if platform == Some(Platform::Mingw) {
        given.push(Given { name: "MINGW".to_owned(), kind: None, value: "1".to_owned() });
    }
    eval::Options {
        source_dir: top.to_path_buf(),
        // An imagined folder: CMake's own build trees are never looked at unless they are given.
        binary_dir: top.join("@BUILD@"),
        given,
        by_wheels: Vec::new(),
        system,
        cmake: cmake.unwrap_or(CMAKE),
        all_configurations,
        packages: Vec::new(),
        summaries: Vec::new(),
        limits: eval::Limits::default(),
    }
}

/// The CMake that is imitated unless another one is asked for.
const CMAKE: Version = Version(3, 31, 0);

/// Names in the CMake files below a root, and below the trees that stand for its packages.
pub(super) fn names_below(sources: &SourceMap, files: &[Arc<syntax::File>], top: &Path, packages: &[Package]) -> Names {
    let known = |path: &Path| path.starts_with(top) || packages.iter().any(|package| path.starts_with(&package.folder));
    let below = files.iter().filter(|file| known(sources.get(file.id).path()));
    Names::scan(below.map(|file| &**file))
}
