//! Headers whose inline code loads libraries (a class `Library` with `dlopen` in its constructor): whoever includes one and uses what it has
//! loads by it.
use std::path::{Component, Path, PathBuf};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::native::{FileIndex, LoadCall, NativeFile, Natives, Triggers};

use super::binaries::is_header;
use super::mentions::has_word;

/// The headers that each source reaches and makes use of. Includes are followed by the ends of their paths: no folders of a target are asked.
pub(super) struct LoaderHeaders(FxHashMap<FileIndex, Vec<FileIndex>>);

impl LoaderHeaders {
    pub(super) fn find(natives: &Natives<'_>) -> Self {
        let mut found = Self(FxHashMap::default());
        let headers = natives.with(Triggers::LOAD).filter(|path| is_header(path));
        let headers: Vec<FileIndex> = headers.filter_map(|path| natives.index(path)).collect();
        for header in headers {
            let loads = natives.at(header).is_some_and(|file| !file.facts.loads.is_empty());
            if loads {
                found.follow(natives, header);
            }
        }
        found
    }

    /// The headers that a source loads by.
    pub(super) fn of(&self, source: FileIndex) -> &[FileIndex] {
        self.0.get(&source).map_or(&[], Vec::as_slice)
    }

    fn follow(&mut self, natives: &Natives<'_>, header: FileIndex) {
        /// Chains of includes are shorter, and what all files include is no loader.
        const DEEPEST: usize = 6;
        const MOST: usize = 400;
        let Some(file) = natives.at(header) else { return };
        let names: FxHashSet<&str> = file.facts.loads.iter().filter_map(|call| user_name(file, call)).collect();
        let uses =
            |index: FileIndex| natives.text(index).is_some_and(|text| names.iter().any(|name| has_word(&text, name)));
        let (mut seen, mut open) = (FxHashSet::from_iter([header]), vec![header]);
        let (mut sources, mut used) = (Vec::new(), false);
        for _ in 0..DEEPEST {
            let mut next = Vec::new();
            for user in open.iter().flat_map(|one| including(natives, *one)) {
                if !seen.insert(user) || seen.len() > MOST {
                    continue;
                }
                if natives.path(user).is_some_and(|path| is_header(path)) {
                    used = used || uses(user);
                    next.push(user);
                } else {
                    sources.push(user);
                }
            }
            open = next;
        }
        for source in sources.into_iter().filter(|source| used || uses(*source)) {
            self.0.entry(source).or_default().push(header);
        }
    }
}

/// The name that users of a header's code write: of the class of a member function, of a function or of a macro.
fn user_name<'f>(file: &NativeFile, call: &'f LoadCall) -> Option<&'f str> {
    let function = call.function_index.and_then(|at| file.facts.functions.get(at));
    let free = call.in_macro || function.is_some_and(|function| !function.member);
    let mut parts = call.enclosing.rsplit("::");
    let last = parts.next().filter(|name| !name.is_empty());
    if free { last } else { parts.next().or(last) }
}

/// The files that include a header, by the end of its path.
pub fn including(natives: &Natives<'_>, header: FileIndex) -> Vec<FileIndex> {
    let Some(path) = natives.path(header) else { return Vec::new() };
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return Vec::new() };
    let includes = |index: &FileIndex| {
        let file = natives.at(*index);
        file.is_some_and(|file| file.facts.includes.iter().any(|include| path.ends_with(plain(&include.path))))
    };
    let mut found: Vec<FileIndex> = natives.mentioning(&[name]).into_iter().filter(includes).collect();
    found.sort_unstable();
    found
}

/// A path without the steps that lead up to its folder.
fn plain(path: &str) -> PathBuf {
    let parts = Path::new(path).components().filter(|part| matches!(part, Component::Normal(_)));
    parts.collect()
}
