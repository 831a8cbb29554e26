//! The CMake files that the tests of the syntax read.
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// Names folders with more files to read, separated as in `PATH`.
pub(crate) const TREES: &str = "LINKLINT_CMAKE_TREES";

/// Every CMake file under testdata/ and under the folders of [`TREES`], in a fixed order, with its bytes.
pub(crate) fn all() -> Vec<(PathBuf, Vec<u8>)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata")];
    if let Some(more) = std::env::var_os(TREES) {
        folders.extend(std::env::split_paths(&more));
    }
    let mut files = Vec::new();
    for folder in folders {
        for entry in WalkDir::new(&folder).sort_by_file_name() {
            let entry = entry.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
            if entry.file_type().is_file() && is_cmake(entry.path()) {
                let bytes = std::fs::read(entry.path()).expect("a readable file");
                files.push((entry.into_path(), bytes));
            }
        }
    }
    files
}

fn is_cmake(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "CMakeLists.txt")
        || path.extension().is_some_and(|extension| extension == "cmake")
}
