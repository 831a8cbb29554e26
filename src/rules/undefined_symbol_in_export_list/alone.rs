//! Version scripts of a build that is not read: makefiles, Automake, Meson. Every source of the repository counts.
use std::ops::Range;
use std::path::PathBuf;

use crate::cond::Cond;
use crate::discover::Kind;
use crate::model::export_lists::{Syntax, is_script};
use crate::rules::{Context, Sink};

use super::{MOST_UNDEFINED, PROVIDED, draft, drop_mentioned, file_may_make, names};

/// Repositories with more sources have several builds in one.
const MOST_SOURCES: usize = 1500;
/// As many of a script's names have to be defined for one that is not: then it is the script of what lies here.
const FOR_EACH: usize = 2;
/// And at least as many.
const LEAST: usize = 8;

pub(super) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    let (inputs, natives, sources) = (cargo.inputs, cargo.natives, cx.facts.sources);
    // Where CMake builds, it says which script is meant for what; others are there for other builds of the same sources.
    if !inputs.of(Kind::CMakeLists).is_empty() || natives.paths().nth(MOST_SOURCES).is_some() {
        return;
    }
    let mut scripts: Vec<&PathBuf> = inputs.of(Kind::ExportList).iter().collect();
    scripts.sort();
    for path in scripts {
        let Some(file) = sources.load(path).ok().filter(|file| is_script(file)) else { continue };
        let mut left = names(&file, Syntax::VersionScript);
        left.retain(|(name, _)| !PROVIDED.contains(&name.as_str()) && !name.starts_with("__start_"));
        let all = left.len();
        drop_mentioned(natives, inputs, sources, &mut left);
        if left.is_empty() || left.len() > MOST_UNDEFINED || all - left.len() < LEAST.max(left.len() * FOR_EACH) {
            continue;
        }
        let indices: Vec<_> = natives.paths().filter_map(|path| natives.index(path)).collect();
        natives.read_all(&indices);
        let files: Vec<_> = indices.into_iter().filter_map(|index| natives.at(index)).collect();
        if files.iter().any(|file| file.facts.truncated) {
            continue;
        }
        left.retain(|(name, _)| !files.iter().any(|file| file_may_make(file, name)));
        if !left.is_empty() {
            sink.report(draft(&file, Syntax::VersionScript, &once(left), Cond::TRUE));
        }
    }
}

/// Each name once, where it stands first.
fn once(mut names: Vec<(String, Range<u32>)>) -> Vec<(String, Range<u32>)> {
    names.sort_by(|a, b| (&a.0, a.1.start).cmp(&(&b.0, b.1.start)));
    names.dedup_by(|next, first| next.0 == first.0);
    names.sort_by_key(|(_, range)| range.start);
    names
}
