//! Small projects of which `linklint model` is asked.
#![allow(dead_code)] // Each test crate uses a part of it.
use linklint::analysis::configured::Configured;
use linklint::analysis::{self, Definition, ModelRequest};
use serde_json::Value;

/// A project below a temporary folder, and what is asked about it.
pub(crate) struct Case {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) request: ModelRequest,
}

impl Case {
    /// A project of this CMakeLists.txt and three empty sources.
    pub(crate) fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap().join("src");
        std::fs::create_dir(&path).unwrap();
        std::fs::write(path.join("CMakeLists.txt"), text).unwrap();
        for name in ["a.c", "b.cpp", "c.c"] {
            std::fs::write(path.join(name), "").unwrap();
        }
        let request = ModelRequest {
            root: Some(path.clone()),
            path,
            allow_read: Vec::new(),
            all_configurations: false,
            definitions: Vec::new(),
            platform: None,
            cmake_version: Some("3.25.1".to_owned()),
            configured: Configured::default(),
        };
        Self { folder, request }
    }

    /// Writes a file below the folder; the project lies in `src`.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// `-D`.
    pub(crate) fn define(mut self, name: &str, value: &str) -> Self {
        self.request.definitions.push(Definition { name: name.into(), kind: None, value: value.into() });
        self
    }

    /// The whole model.
    pub(crate) fn model(&self) -> Value {
        analysis::model(&self.request).unwrap_or_else(|e| panic!("{e:?}"))
    }

    /// One target of it.
    pub(crate) fn target(&self, name: &str) -> Value {
        let model = self.model();
        let targets = model["targets"].as_array().unwrap();
        targets.iter().find(|t| t["name"] == name).unwrap_or_else(|| panic!("no {name} in {model:#}")).clone()
    }
}
