//! Policy versions that CMake 4 refuses.
use std::collections::BTreeSet;
use std::path::Path;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::{Directory, OldEffect};
use crate::cmake::eval::policy::Version;
use crate::cmake::syntax::{Command, File, Part};
use crate::cond::Cond;
use crate::directives::is_allowed;
use crate::discover::Kind;
use crate::model::cmake_versions::may_run;
use crate::model::mentions::has_word;
use crate::native::{LoadCall, LoadKind, Triggers};
use crate::rules::callers::{is_for_android, is_given_policies, is_of_gradle};
use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};
use crate::source::{Purpose, Span, purpose};

/// As many places more are shown.
const MOST: usize = 20;

/// The places of one condition: who mends one of them mends all. What a directive allows is by itself: it speaks of no other place.
struct Group {
    cond: Cond,
    allowed: bool,
    places: Vec<(Span, String, Cond)>,
}

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let mut groups: Vec<Group> = Vec::new();
    let mut raised: Option<Vec<Span>> = None;
    for old in &model.facts.old_policies {
        let OldEffect::Refused(version) = &old.effect else { continue };
        let Some(span) = model.span(old.origin) else { continue };
        let raised = raised.get_or_insert_with(|| raising(project));
        let is_raised = raised.iter().any(|one| one.file != span.file || one.start < span.start);
        if is_raised || !is_run(project, span) {
            continue;
        }
        let place = (span, version.to_string(), old.cond);
        let is_known = |group: &Group| group.cond == old.cond && group.places.iter().any(|(known, ..)| *known == span);
        if groups.iter().any(is_known) {
            continue;
        }
        let allowed = is_allowed(cx.facts.sources, "removed-policy-version", span);
        let same = |group: &&mut Group| group.cond == old.cond && !group.allowed && !allowed;
        match groups.iter_mut().find(same) {
            Some(group) => group.places.push(place),
            None => groups.push(Group { cond: old.cond, allowed, places: vec![place] }),
        }
    }
    let groups = gathered(groups);
    let apart = !groups.is_empty()
        && (is_laid_elsewhere(project)
            || is_configured_by_nobody(cx, project)
            || is_given_policies(project)
            || is_of_gradle(project)
            || is_for_android(project));
    let before = groups.iter().flat_map(|group| &group.places).any(|(_, version, _)| is_before_exports(version));
    let exports = if groups.is_empty() { String::new() } else { consequences(project, before) };
    for group in groups {
        let Some(((first, version, _), others)) = group.places.split_first() else { continue };
        let more = match others.len() {
            0 => String::new(),
            1 => " and another place".to_owned(),
            count => format!(" and {count} other places"),
        };
        let mut draft = Draft::new(group.cond, Place::new(*first, "refused"))
            .value("version", version.as_str())
            .value("range", range(version))
            .value("more", more)
            .value("exports", exports.clone());
        for (span, version, cond) in others.iter().take(MOST) {
            let when = if *cond == group.cond { "" } else { ", where it comes to that" };
            draft = draft.related(*span, format!("and {version} here{when}"));
        }
        sink.report(if apart { draft.confidence(Confidence::Heuristic) } else { draft });
    }
}

/// How a version is written that CMake 4 takes. Two dots make no range (cmake-commands(7), `cmake_minimum_required`).
fn range(version: &str) -> String {
    let (lowest, rest) = version.split_once("..").unwrap_or((version, ""));
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        return format!("a range has three dots: `VERSION {lowest}...{rest}`");
    }
    format!("give a range: `VERSION {lowest}...3.10`, or up to the version that the project was tried with")
}

/// The policy that a command sets to an old behaviour which CMake 4 has no more (cmake-policies(7): those up to CMP0065).
fn old_policy(command: &Command) -> Option<&str> {
    const LAST: u32 = 65;
    let word = |at: usize| command.arguments.get(at).and_then(|one| one.template.literal());
    let sets = &*command.lower == "cmake_policy" && word(0) == Some("SET") && word(2) == Some("OLD");
    let policy = word(1).filter(|_| sets)?;
    policy.strip_prefix("CMP")?.parse::<u32>().ok().filter(|number| *number <= LAST).map(|_| policy)
}

/// Whether a version is before that of CMP0065, 3.4.
fn is_before_exports(version: &str) -> bool {
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) < (3, 4)
}

/// What the project needs as well where the old behaviour is gone (cmake-policies(7)).
fn consequences(project: Project<'_>, before_exports: bool) -> String {
    let facts = project.model.facts;
    let reads = |command: &Command| {
        let word = |at: usize| command.arguments.get(at).and_then(|one| one.template.literal());
        let target = word(1).and_then(|name| project.model.find(name));
        &*command.lower == "get_target_property"
            && word(2) == Some("LOCATION")
            && target.is_some_and(|id| !project.model.is_imported(id))
    };
    let mut folders: FxHashMap<&Path, Vec<&Directory>> = FxHashMap::default();
    facts.directories.iter().for_each(|one| folders.entry(&one.binary).or_default().push(one));
    let shared = folders.values().any(|users| {
        let (first, others) = (users.first(), users.get(1..).unwrap_or_default());
        let beside = |one: &&Directory, other: &Directory| {
            one.source != other.source && !facts.conds.disjoint(one.cond, other.cond)
        };
        first.is_some_and(|first| others.iter().any(|other| beside(other, first)))
    });
    let mut out = String::new();
    if before_exports && loads_libraries(project) {
        out.push_str(". Programs that load plugins then need ENABLE_EXPORTS (CMP0065)");
    }
    if project.evaluated().any(|file| file.commands.iter().any(reads)) {
        out.push_str(". LOCATION cannot be read then (CMP0026): write `$<TARGET_FILE:…>`");
    }
    if let Some(policy) =
        project.evaluated().find_map(|file| file.commands.iter().find_map(old_policy).map(str::to_owned))
    {
        out.push_str(". `cmake_policy(SET ");
        out.push_str(&policy);
        out.push_str(" OLD)` is refused as well: take it out");
    }
    if shared {
        out.push_str(". Each add_subdirectory() then needs a binary folder of its own (CMP0013)");
    }
    out
}

/// Whether something that the project builds loads libraries.
fn loads_libraries(project: Project<'_>) -> bool {
    let (model, natives) = (project.model, project.natives);
    let opens = |call: &LoadCall| call.kind == LoadKind::Open;
    natives.with(Triggers::LOAD).next().is_some()
        && model.built_targets().any(|id| !model.loader_calls(natives, id, opens).is_empty())
}

/// The first CMake that refuses.
const FIRST: Version = Version(4, 0, 0);

/// Whether that CMake comes to a command: neither this nor the calls that lead to its directory stand in a branch for older ones.
fn is_run(project: Project<'_>, span: Span) -> bool {
    let facts = project.model.facts;
    let path = |file| project.files.sources().get(file);
    let runs = |span: Span| {
        let file = project.files.parse(path(span.file).path());
        file.is_ok_and(|file| may_run(&file, span.start, FIRST))
    };
    let folder = path(span.file);
    let folder = folder.path().parent();
    let own = facts.directories.iter().find(|one| Some(one.source.as_path()) == folder);
    let parent = |one: &&Directory| one.parent.and_then(|id| facts.directories.get(id.0 as usize));
    let mut chain = std::iter::successors(own, parent).filter_map(|one| project.model.span(one.origin));
    runs(span) && chain.all(runs)
}

/// Where the project raises the version for that CMake itself.
fn raising(project: Project<'_>) -> Vec<Span> {
    let raises = |file: &File, command: &Command| {
        let word = |at: usize| command.arguments.get(at).and_then(|one| one.template.literal());
        &*command.lower == "set"
            && word(0) == Some("CMAKE_POLICY_VERSION_MINIMUM")
            && word(1).and_then(Version::parse).is_some_and(|version| version >= Version(3, 5, 0))
            && may_run(file, command.range.start, FIRST)
    };
    let mut found = Vec::new();
    for file in project.evaluated() {
        let commands = file.commands.iter().filter(|command| raises(&file, command));
        found.extend(commands.map(|command| Span::new(file.id, command.range.clone())));
    }
    found
}

/// Whether a command of a project above copies the first list file of this one to where it is needed: nobody configures it here.
fn is_laid_elsewhere(project: Project<'_>) -> bool {
    const COPYING: &[&str] =
        &["file", "configure_file", "execute_process", "add_custom_command", "externalproject_add"];
    let own = &project.model.facts.source_dir;
    let Some(folder) = own.file_name().and_then(|name| name.to_str()) else { return false };
    let name = format!("/{folder}/CMakeLists.txt");
    let ends = |command: &Command| {
        let parts = command.arguments.iter().filter_map(|argument| argument.template.0.last());
        let mut texts = parts.filter_map(|part| match part {
            Part::Literal(text) => Some(text),
            Part::Reference(..) => None,
        });
        texts.any(|text| text.ends_with(&name))
    };
    project.files.all().iter().any(|file| {
        let path = project.files.sources().get(file.id);
        !path.path().starts_with(own)
            && file.commands.iter().any(|command| COPYING.contains(&&*command.lower) && ends(command))
    })
}

/// Whether a project lies below the one that users build, is no part of it, and nothing in the repository speaks of its folder: its sources
/// are taken one by one, or it was brought along with them. Examples and tests people configure by hand.
fn is_configured_by_nobody(cx: &Context<'_>, project: Project<'_>) -> bool {
    nobody_configures(cx, project, &project.model.facts.source_dir)
}

fn nobody_configures(cx: &Context<'_>, project: Project<'_>, own: &Path) -> bool {
    let inputs = project.inputs;
    let is_above = |folder: &&Path| own != *folder && own.starts_with(folder);
    let projects = inputs.cmake_lists.iter().filter(|list| list.calls_project);
    let above = projects.filter_map(|list| list.path.parent()).filter(is_above);
    let above = above.max_by_key(|folder| folder.components().count());
    let Ok(below) = own.strip_prefix(&inputs.path) else { return false };
    let words = below.iter().filter_map(|part| part.to_str());
    let by_hand =
        words.filter_map(purpose).any(|one| matches!(one, Purpose::Test | Purpose::Example | Purpose::Documentation));
    let Some(above) = above else { return false };
    // Those of a copy that was brought along are its authors'.
    if !is_added(project, above) && nobody_configures(cx, project, above) {
        return true;
    }
    if by_hand {
        return false;
    }
    let path = below.to_string_lossy();
    let licensed = cx.facts.sources.sandbox().list(own).iter().any(|(name, _)| is_license(name));
    let kinds = [Kind::Script, Kind::Python, Kind::BuildScript, Kind::Presets, Kind::CMakeLists, Kind::CMakeModule];
    let mut paths = kinds.into_iter().flat_map(|kind| inputs.of(kind).iter().map(move |path| (kind, path)));
    !paths.any(|(kind, other)| {
        let list = matches!(kind, Kind::CMakeLists | Kind::CMakeModule);
        if list && other.starts_with(own) {
            return false;
        }
        let text = cx.facts.sources.sandbox().read(other).unwrap_or_default();
        // A recipe or a script beside the project, or in a folder above.
        let near = other.parent().is_some_and(|folder| own.starts_with(folder) && folder != inputs.path);
        // What stands beside a license of its own came with it from its authors, as did what services and package managers read.
        let of_authors = other.parent() == Some(own)
            && (licensed
                || other.extension().is_some_and(|end| end == "yml" || end == "yaml")
                || other.ends_with("conanfile.py"));
        let beside = !list && near && !of_authors && (kind != Kind::Script || has_word(&text, "cmake"));
        let external = ["ExternalProject_Add", "ExternalProject_add"].iter().any(|word| has_word(&text, word));
        let names = || memchr::memmem::find(&text, path.as_bytes()).is_some();
        beside || (external || !list) && names()
    })
}

/// Whether a folder above adds a folder, by its name.
fn is_added(project: Project<'_>, folder: &Path) -> bool {
    let Some(name) = folder.file_name().and_then(|name| name.to_str()) else { return false };
    let adds = |command: &Command| {
        let last = command.arguments.first().and_then(|first| first.template.0.last());
        let text = last.and_then(|part| if let Part::Literal(text) = part { Some(text) } else { None });
        &*command.lower == "add_subdirectory"
            && text.is_some_and(|text| text.trim_end_matches('/').rsplit('/').next() == Some(name))
    };
    let lists = folder.ancestors().skip(1).take_while(|above| above.starts_with(&project.inputs.path));
    lists
        .filter_map(|above| project.files.parse(&above.join("CMakeLists.txt")).ok())
        .any(|file| file.commands.iter().any(adds))
}

/// Whether a file says under which terms a work is given away: `LICENSE.txt`, `COPYING`.
fn is_license(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["license", "licence", "copying"].iter().any(|start| name.starts_with(start))
}

/// What is refused in some configurations goes with what is refused in all: CMake stops at that first, and who mends one mends all.
fn gathered(groups: Vec<Group>) -> Vec<Group> {
    let (mut always, others): (Vec<Group>, Vec<Group>) =
        groups.into_iter().partition(|group| group.cond.is_true() && !group.allowed);
    let (apart, rest): (Vec<Group>, Vec<Group>) =
        others.into_iter().partition(|group| group.allowed || always.is_empty());
    if let Some(first) = always.first_mut() {
        let mut known: BTreeSet<Span> = first.places.iter().map(|(span, ..)| *span).collect();
        first.places.extend(rest.into_iter().flat_map(|group| group.places).filter(|(span, ..)| known.insert(*span)));
    }
    always.into_iter().chain(apart).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_before_exports() {
        assert!(is_before_exports("2.8.12") && is_before_exports("3.3") && is_before_exports("3"));
        assert!(!is_before_exports("3.4") && !is_before_exports("3.4.3"));
    }

    #[test]
    fn ranges_that_are_taken() {
        assert!(range("2.8.12").contains("`VERSION 2.8.12...3.10`"));
        assert!(range("3.0...3.4").contains("`VERSION 3.0...3.10`"));
        assert!(range("3.1..3.18").contains("`VERSION 3.1...3.18`"));
    }
}
