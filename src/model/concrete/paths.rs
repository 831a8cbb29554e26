//! Normal forms of paths: relative to the source directory, `@BUILD@/…` below the build directory, absolute elsewhere.
use std::path::{Path, PathBuf};

use crate::source::normalize;

/// The two directories that texts are made independent of.
#[derive(Debug, Clone)]
pub(crate) struct Normal {
    source: PathBuf,
    build: PathBuf,
    /// Text and its mark, the longer text first: a build directory inside the source directory wins.
    marks: Vec<(String, &'static str)>,
}

impl Normal {
    /// Over an absolute source and build directory.
    pub(crate) fn new(source: &Path, build: &Path) -> Self {
        let text = |p: &Path| p.to_string_lossy().into_owned();
        let mut marks = vec![(text(source), "@SRC@"), (text(build), "@BUILD@")];
        marks.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
        marks.retain(|(path, _)| path.len() > 1);
        Self { source: source.to_path_buf(), build: build.to_path_buf(), marks }
    }

    /// A whole path; relative ones are only cleaned up.
    pub(crate) fn path(&self, path: &str) -> String {
        let clean = normalize(Path::new(path));
        if let Some(rest) = self.below_build(&clean) {
            return if rest.is_empty() { "@BUILD@".to_owned() } else { format!("@BUILD@/{rest}") };
        }
        match clean.strip_prefix(&self.source) {
            Ok(rest) if rest.as_os_str().is_empty() => ".".to_owned(),
            Ok(rest) => rest.to_string_lossy().into_owned(),
            Err(_) => clean.to_string_lossy().into_owned(),
        }
    }

    /// The rest of a path below the build directory.
    pub(crate) fn below_build(&self, path: &Path) -> Option<String> {
        path.strip_prefix(&self.build).ok().map(|rest| rest.to_string_lossy().into_owned())
    }

    /// The directories inside a longer text become marks, where the name ends there.
    pub(crate) fn text(&self, text: &str) -> String {
        let mut out = text.to_owned();
        for (path, mark) in &self.marks {
            out = replace_whole(&out, path, mark);
        }
        out
    }
}

fn replace_whole(text: &str, path: &str, mark: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(path) {
        let after = &rest[at + path.len()..];
        out.push_str(&rest[..at]);
        let goes_on = after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '+' | '-'));
        out.push_str(if goes_on { path } else { mark });
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_texts_lose_the_machine() {
        let normal = Normal::new(Path::new("/a/src"), Path::new("/a/src/out"));
        assert_eq!(normal.path("/a/src/./x/../y.c"), "y.c");
        assert_eq!(normal.path("/a/src"), ".");
        assert_eq!(normal.path("/a/src/out/z"), "@BUILD@/z");
        assert_eq!(normal.path("/usr/include"), "/usr/include");
        assert_eq!(normal.text("-I/a/src/inc:/a/src/out:/a/srcs"), "-I@SRC@/inc:@BUILD@:/a/srcs");
    }
}
