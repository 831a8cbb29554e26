//! Settings that a script gives to `cmake` and that the project knows nothing of.
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use aho_corasick::AhoCorasick;
use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::Reason;
use crate::cond::Cond;
use crate::discover::Kind;
use crate::nearest::nearest;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::scripts::{Act, Step, Text};
use crate::source::{FileId, Span, absent_submodules};

/// First words of names that many projects share: they do not tell whose setting it is.
const COMMON: &[&str] = &[
    "BUILD", "ENABLE", "WITH", "USE", "DISABLE", "WITHOUT", "NO", "HAVE", "INSTALL", "TEST", "TESTS", "TESTING",
    "CMAKE", "SYSTEM", "ENABLED", "LIB", "LIBRARY", "EXTRA", "CUSTOM", "DEFAULT", "SHARED", "STATIC",
];
/// Ends of names that the search for packages reads (`find_package`, `find_library`, `FetchContent`).
const SEARCHED: &[&str] = &[
    "_ROOT",
    "_DIR",
    "_LIBRARY",
    "_LIBRARIES",
    "_INCLUDE_DIR",
    "_INCLUDE_DIRS",
    "_EXECUTABLE",
    "_PATH",
    "_PREFIX",
    "_HOME",
    "_LIBRARY_DEBUG",
    "_LIBRARY_RELEASE",
];

/// As many settings are looked at: each is compared to all options.
const MOST: usize = 200;

/// A setting with the option that it resembles.
struct Setting {
    name: String,
    places: Vec<Span>,
    meant: Vec<String>,
}

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let mut settings = settings(&project);
    if settings.is_empty() {
        return;
    }
    known_somewhere(cx, &project, &mut settings);
    for setting in settings {
        for place in setting.places {
            let meant = setting.meant.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
            let draft = Draft::new(Cond::TRUE, Place::new(place, "nothing reads it"));
            sink.report(draft.named("setting", setting.name.clone()).value("meant", meant));
        }
    }
}

/// Settings of the project's own command lines that resemble its options and are none.
fn settings(project: &Project<'_>) -> Vec<Setting> {
    let facts = project.model.facts;
    let mut found: BTreeMap<String, Vec<Span>> = BTreeMap::new();
    for script in project.scripts.files() {
        for configure in script.configures.iter().filter(|configure| configure.is_of(&facts.source_dir)) {
            let step = &script.facts.steps[configure.step];
            let Act::Ran(ran) = &step.act else { continue };
            // Another version of the project has options of its own.
            if checks_out(script.facts.steps.get(..configure.step).unwrap_or_default()) {
                continue;
            }
            let by_toolchain = has_toolchain_of_others(project, &configure.settings);
            for (name, _, number) in configure.settings.iter().filter(|_| !step.function) {
                let known = name.starts_with("CMAKE_") || facts.cache.contains_key(name.as_str());
                let searched = SEARCHED.iter().any(|end| name.ends_with(end));
                // Whoever describes a system to build for may ask for more; but what is a letter off is meant otherwise.
                if by_toolchain && nearest(name, facts.cache.keys().map(|one| &**one)).is_empty() {
                    continue;
                }
                if !known && !searched && !project.model.is_of_package(name) && crate::scripts::word::is_name(name) {
                    let range = ran.ranges.get(*number).unwrap_or(&step.range).clone();
                    found.entry(name.clone()).or_default().push(Span::new(script.source.id(), range));
                }
            }
        }
    }
    if found.is_empty() {
        return Vec::new();
    }
    let options: Vec<&str> = facts
        .cache
        .iter()
        .filter(|(name, entry)| !name.starts_with("CMAKE_") && !matches!(&*entry.kind, "INTERNAL" | "STATIC"))
        .map(|(name, _)| &**name)
        .collect();
    // A folder that is not there may read anything but what is named for this project.
    let reasons = [Reason::MissingFile, Reason::Limit, Reason::Outside];
    let unknown = facts.unknowns.iter().any(|unknown| reasons.contains(&unknown.reason));
    let absent = unknown && has_absent_submodule(project);
    let resembled = found.into_iter().take(MOST).filter_map(|(name, places)| {
        if unknown && (absent || !is_named_for(project, &name)) {
            return None;
        }
        let meant = meant(&name, &options)?;
        Some(Setting { name, places, meant })
    });
    resembled.collect()
}

/// Whether a command names a file for a system that is not in the repository (cmake-toolchains(7)), and is none of those that many use, which
/// have settings of their own names.
fn has_toolchain_of_others(project: &Project<'_>, settings: &[(String, Text, usize)]) -> bool {
    const PUBLIC: &[&str] =
        &["vcpkg.cmake", "conan_toolchain.cmake", "conan_paths.cmake", "android.toolchain.cmake", "Emscripten.cmake"];
    let files = settings.iter().filter(|(name, ..)| name == "CMAKE_TOOLCHAIN_FILE").map(|(_, value, _)| value.shown());
    files.into_iter().any(|path| {
        let file = path.trim_end_matches(['"', '\'']).rsplit('/').next().unwrap_or_default();
        let kinds = [Kind::CMakeModule, Kind::CMakeLists].into_iter();
        let mut own = kinds.flat_map(|kind| project.inputs.of(kind)).filter_map(|path| path.file_name());
        !PUBLIC.contains(&file) && !own.any(|name| name.to_str() == Some(file))
    })
}

/// Whether a script has git put another version of the sources in place.
fn checks_out(steps: &[Step]) -> bool {
    steps.iter().any(|step| match &step.act {
        Act::Ran(ran) if ran.program() == Some("git") => {
            let mut words = ran.words.iter().skip(1).filter_map(|word| word.literal());
            words.any(|word| matches!(word, "checkout" | "switch" | "reset" | "bisect" | "worktree"))
        }
        _ => false,
    })
}

/// Whether a submodule is not checked out: such a part of the project may read what is named for the whole.
fn has_absent_submodule(project: &Project<'_>) -> bool {
    !absent_submodules(project.files.sources().sandbox(), &project.inputs.root).is_empty()
}

/// Whether the first word of a setting is the name of the project: `VIEWER_…` of `viewer` or `libviewer`.
fn is_named_for(project: &Project<'_>, setting: &str) -> bool {
    let facts = project.model.facts;
    let plain = |name: &str| name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase();
    let Some((first, _)) = setting.split_once('_') else { return false };
    let own = facts.projects.iter().filter(|one| one.directory.0 == 0).filter_map(|one| facts.texts.plain(one.name));
    own.map(|name| plain(&name)).any(|name| name == first || name.strip_prefix("LIB") == Some(first))
}

/// The options that a name resembles: those of its family, of which there have to be some.
fn meant(name: &str, options: &[&str]) -> Option<Vec<String>> {
    const FAMILY: usize = 3;
    let (first, rest) = name.split_once('_')?;
    let own = format!("{first}_");
    let family: Vec<&str> = options.iter().copied().filter(|option| option.starts_with(&own)).collect();
    if COMMON.contains(&first) || first.len() < 2 || rest.is_empty() || family.len() < FAMILY {
        return None;
    }
    let mut near = nearest(name, family.iter().copied());
    if near.is_empty() {
        let common = |option: &&str| option.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
        near = family;
        near.sort_by_key(|option| (std::cmp::Reverse(common(option)), *option));
    }
    Some(near.into_iter().take(2).map(str::to_owned).collect())
}

/// Leaves out what any file of the build description names, or may put together of parts.
fn known_somewhere(cx: &Context<'_>, project: &Project<'_>, settings: &mut Vec<Setting>) {
    let sources = cx.facts.sources;
    let files = project.files.all();
    named_in(files.iter().map(|file| sources.get(file.id).shared_bytes()), settings);
    // Most are known by now, and the others are many files.
    if settings.is_empty() {
        return;
    }
    let seen: FxHashSet<FileId> = files.iter().map(|file| file.id).collect();
    let kinds = [Kind::CMakeTemplate, Kind::CMakeLists, Kind::CMakeModule, Kind::Header, Kind::Presets, Kind::Python];
    let paths = kinds.iter().flat_map(|kind| project.inputs.of(*kind));
    let others = paths.filter(|path| sources.find(path).is_none_or(|file| !seen.contains(&file.id())));
    let read = |path: &PathBuf| match project.natives.index(path) {
        Some(index) => project.natives.text(index),
        None => sources.sandbox().read(path).ok().map(Arc::from),
    };
    named_in(others.filter_map(read), settings);
}

/// Leaves out what texts name.
fn named_in(texts: impl Iterator<Item = Arc<[u8]>>, settings: &mut Vec<Setting>) {
    let mut words: Vec<&str> = settings.iter().map(|setting| setting.name.as_str()).collect();
    // A project that goes through all variables may read any.
    words.push("get_cmake_property");
    let all = words.len() - 1;
    let Ok(search) = AhoCorasick::new(&words) else { return settings.clear() };
    let mut named = vec![false; words.len()];
    let mut composed = FxHashSet::default();
    for bytes in texts {
        for hit in search.find_overlapping_iter(&bytes) {
            named[hit.pattern().as_usize()] = true;
        }
        compositions(&bytes, &mut composed);
    }
    for (number, setting) in settings.iter().enumerate() {
        let fits = |pattern: &String| matches(pattern, &setting.name);
        named[number] |= named[all] || composed.iter().any(fits);
    }
    let mut number = 0;
    settings.retain(|_| {
        number += 1;
        !named[number - 1]
    });
}

/// Names that are put together with references, each of which becomes `*`: `APP_${x}_ON` is `APP_*_ON`.
fn compositions(bytes: &[u8], out: &mut FxHashSet<String>) {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'{' | b'}');
    let mut end = 0;
    for at in memchr::memmem::find_iter(bytes, b"${") {
        if at < end {
            continue;
        }
        let before = bytes.get(end..at).unwrap_or_default().iter().rev().take_while(|byte| is_part(byte)).count();
        let after = bytes.get(at..).unwrap_or_default().iter().take_while(|byte| is_part(byte)).count();
        end = at + after;
        let (mut pattern, mut depth) = (String::new(), 0_u32);
        for &byte in bytes.get(at - before..end).unwrap_or_default() {
            match byte {
                b'$' if depth == 0 && !pattern.ends_with('*') => pattern.push('*'),
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                _ if depth == 0 && byte != b'$' => pattern.push(char::from(byte)),
                _ => {}
            }
        }
        // What is all reference may be any name, and tells nothing.
        if pattern.bytes().any(|byte| byte.is_ascii_alphanumeric()) {
            out.insert(pattern);
        }
    }
}

/// Whether a name is of a pattern, in which `*` stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    let mut pieces = pattern.split('*');
    let Some(mut rest) = name.strip_prefix(pieces.next().unwrap_or_default()) else { return false };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, middle)) = pieces.split_last() else { return rest.is_empty() };
    for piece in middle {
        let Some(at) = rest.find(piece) else { return false };
        rest = rest.get(at + piece.len()..).unwrap_or_default();
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composed_names() {
        let mut found = FxHashSet::default();
        compositions(b"if(APP_${x}_ON AND ${a}_${b} OR ${c}) set(${p}_WITH_${q} ${r}/lib)", &mut found);
        let mut found: Vec<String> = found.into_iter().collect();
        found.sort();
        assert_eq!(found, ["*_WITH_*", "APP_*_ON"]);
        assert!(matches("APP_*_ON", "APP_CODEC_ON") && matches("*_WITH_*", "APP_WITH_X"));
        assert!(!matches("APP_*_ON", "APP_CODEC_OFF") && !matches("APP_*", "XAPP_Y") && !matches("A*B", "A"));
    }
}
