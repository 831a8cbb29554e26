//! Settings that a script gives to `cmake` and that the project knows nothing of.
use std::collections::BTreeMap;

use aho_corasick::AhoCorasick;

use crate::cmake::eval::facts::Reason;
use crate::cond::Cond;
use crate::discover::Kind;
use crate::model::launches::Configure;
use crate::rules::{Context, Draft, Place, Project, Sink, nearest};
use crate::scripts::Act;
use crate::source::Span;

/// First words of names that many projects share: they do not tell whose setting it is.
const COMMON: &[&str] = &[
    "BUILD", "ENABLE", "WITH", "USE", "DISABLE", "WITHOUT", "NO", "HAVE", "INSTALL", "TEST", "TESTS", "TESTING",
    "CMAKE", "SYSTEM", "ENABLED", "LIB", "LIBRARY", "EXTRA", "CUSTOM", "DEFAULT", "SHARED", "STATIC",
];
/// Ends of names that the search for packages reads (`find_package`, `find_library`, FetchContent).
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
        for step in script.facts.steps.iter().filter(|step| !step.function) {
            let Act::Ran(ran) = &step.act else { continue };
            let Some(configure) = Configure::of(ran).filter(|configure| !configure.settings.is_empty()) else {
                continue;
            };
            if !configure.is_of(script, project.inputs, &facts.source_dir) {
                continue;
            }
            for (name, _, number) in configure.settings {
                let known = name.starts_with("CMAKE_") || facts.cache.contains_key(name.as_str());
                let searched = SEARCHED.iter().any(|end| name.ends_with(end));
                if !known && !searched && crate::scripts::word::is_name(&name) {
                    let range = ran.ranges.get(number).unwrap_or(&step.range).clone();
                    found.entry(name).or_default().push(Span::new(script.source.id(), range));
                }
            }
        }
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
    let resembled = found.into_iter().filter_map(|(name, places)| {
        if unknown && !is_named_for(project, &name) {
            return None;
        }
        let meant = meant(&name, &options)?;
        Some(Setting { name, places, meant })
    });
    resembled.collect()
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
    Some(nearest(name, family).into_iter().take(2).map(str::to_owned).collect())
}

/// Leaves out what any file of the build description names, or may put together of parts.
fn known_somewhere(cx: &Context<'_>, project: &Project<'_>, settings: &mut Vec<Setting>) {
    let mut patterns: Vec<(String, usize)> = vec![("get_cmake_property".to_owned(), usize::MAX)];
    for (number, setting) in settings.iter().enumerate() {
        patterns.push((setting.name.clone(), number));
        for (at, _) in setting.name.match_indices('_') {
            let (head, tail) = setting.name.split_at(at);
            patterns.push((format!("{head}_${{"), number));
            patterns.push((format!("{head}${{"), number));
            patterns.push((format!("}}{tail}"), number));
        }
    }
    let Ok(search) = AhoCorasick::new(patterns.iter().map(|(text, _)| text)) else { return settings.clear() };
    let mut named = vec![false; settings.len()];
    let mut all = false;
    let mut look = |bytes: &[u8]| {
        for hit in search.find_overlapping_iter(bytes) {
            match patterns.get(hit.pattern().as_usize()) {
                Some((_, usize::MAX)) | None => all = true,
                Some((_, number)) => named[*number] = true,
            }
        }
    };
    let parsed = project.files.all();
    for file in &parsed {
        look(cx.facts.sources.get(file.id).bytes());
    }
    let kinds = [Kind::CMakeTemplate, Kind::CMakeLists, Kind::CMakeModule, Kind::Header, Kind::Presets, Kind::Python];
    for path in kinds.iter().flat_map(|kind| project.inputs.of(*kind)) {
        if cx.facts.sources.find(path).is_none()
            && let Ok(bytes) = cx.facts.sources.sandbox().read(path)
        {
            look(&bytes);
        }
    }
    if all {
        return settings.clear();
    }
    let mut number = 0;
    settings.retain(|_| {
        number += 1;
        !named[number - 1]
    });
}
