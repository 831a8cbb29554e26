//! Definitions of functions, and what they are called in full.
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::native::{Function, GuardId, NativeFile};
use crate::source::Span;

/// A definition of such a function, and whether the macro stands there.
#[derive(Clone)]
pub(super) struct Definition {
    pub(super) path: PathBuf,
    pub(super) file: NativeFile,
    pub(super) guard: GuardId,
    pub(super) span: Span,
    pub(super) macros: Vec<String>,
    /// Its name is whole with a namespace that the file uses only (`using namespace ns;`).
    pub(super) completed: bool,
}

impl Definition {
    /// Whether it is meant for what a header declares: behind `using namespace` the file includes the header.
    pub(super) fn is_of(&self, header: &Path) -> bool {
        let Some(name) = header.file_name().map(OsStr::to_string_lossy) else { return false };
        let is_header = |path: &str| path.rsplit(['/', '\\']).next() == Some(&*name);
        !self.completed || self.file.facts.includes.iter().any(|one| is_header(&one.path))
    }
}

/// What a member that is defined behind `using namespace` may be called in full: a function that is no member would be another one.
pub(super) fn completed_names(file: &NativeFile, function: &Function) -> Vec<String> {
    let usings = file.facts.usings.iter().filter(|_| function.member && function.qualified.contains("::"));
    let spaces = usings.flat_map(|(name, around)| {
        let inner = (!around.is_empty()).then(|| format!("{around}::{name}"));
        inner.into_iter().chain([name.clone()])
    });
    spaces.map(|space| format!("{space}::{}", function.qualified)).collect()
}
