//! `linklint model` on the systems that the product grew from, repaired: what it writes, and that it writes the same
//! bytes each time.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use std::path::{Path, PathBuf};

use linklint::analysis::configured::Configured;
use linklint::analysis::{self, ModelRequest};

fn request(path: PathBuf, all_configurations: bool) -> ModelRequest {
    ModelRequest {
        root: Some(path.clone()),
        path,
        allow_read: Vec::new(),
        all_configurations,
        definitions: Vec::new(),
        platform: None,
        cmake_version: None,
        configured: Configured::default(),
    }
}

/// The document as text, without what differs from machine to machine.
fn written(request: &ModelRequest) -> String {
    let value = analysis::model(request).unwrap_or_else(|e| panic!("{e:?}"));
    let text = serde_json::to_string_pretty(&value).unwrap();
    let root = request.path.canonicalize().unwrap().to_string_lossy().into_owned();
    text.replace(&root, "/source").replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

/// Projects below `testdata/systems/*/repaired`, by a name for the snapshot.
fn projects() -> Vec<(String, PathBuf)> {
    let systems = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/systems");
    let folders = |path: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        let mut found: Vec<PathBuf> = entries.map(|e| e.path()).filter(|p| p.is_dir()).collect();
        found.sort();
        found
    };
    let is_project = |path: &PathBuf| path.join("CMakeLists.txt").is_file();
    let mut out = Vec::new();
    for system in folders(&systems) {
        let repaired = system.join("repaired");
        let each = if is_project(&repaired) { vec![repaired.clone()] } else { folders(&repaired) };
        for project in each.into_iter().filter(is_project) {
            let name = project.strip_prefix(&systems).unwrap().to_string_lossy().replace(['/', '\\'], "-");
            out.push((name, project));
        }
    }
    out
}

#[test]
fn one_configuration() {
    let projects = projects();
    assert!(projects.len() >= 6, "{projects:?}");
    for (name, path) in projects {
        insta::assert_snapshot!(format!("one-{name}"), written(&request(path, false)));
    }
}

#[test]
fn all_configurations() {
    for (name, path) in projects() {
        insta::assert_snapshot!(format!("all-{name}"), written(&request(path, true)));
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    for (name, path) in projects() {
        for all in [false, true] {
            let request = request(path.clone(), all);
            assert_eq!(written(&request), written(&request), "{name}");
        }
    }
}
