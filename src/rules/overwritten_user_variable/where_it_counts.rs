//! The targets and systems for which a variable is set.
use crate::cmake::eval::facts::{Directory, DirectoryId};
use crate::cmake::syntax::{Command, EnclosedKind, Part};
use crate::cond::Cond;
use crate::model::Model;
use crate::model::statements::{Placed, is_library_kind};
use crate::source::Span;

use super::Search;
use super::texts::is_list_file;

/// Platforms that people work on, and which take what they give.
const USUAL_PLATFORMS: &[&str] = &["LINUX", "APPLE", "WIN32", "BSD", "CYGWIN"];

impl Search<'_> {
    /// Whether a plain `set()` is in a directory below the first where nothing is built: targets take these variables from the directory
    /// that makes them, not from one that gives them sources.
    pub(super) fn is_for_no_target(&self, name: &str, place: &Placed<'_>) -> bool {
        self.built_below(name, place).is_some_and(Cond::is_false)
    }

    /// When something is built that a plain `set()` in a directory below the first is for; None where it may be for others, too.
    pub(super) fn built_below(&self, name: &str, place: &Placed<'_>) -> Option<Cond> {
        let facts = self.project.model.facts;
        let file = self.project.files.sources().get(place.span.file);
        let folder = file.path().parent().filter(|folder| **folder != facts.source_dir)?;
        if !is_list_file(file.path()) || place.within == Some(EnclosedKind::Macro) {
            return None;
        }
        let directory = |id: DirectoryId| facts.directories.get(id.0 as usize);
        // A folder that was added before has the values of that time.
        let is_before = |one: &Directory| {
            let added = self.project.model.span(one.origin);
            added.is_some_and(|span| span.file == place.span.file && span.start < place.span.start)
        };
        let is_below = |id: DirectoryId| {
            let mut child = None;
            for one in std::iter::successors(Some(id), |id| directory(*id)?.parent).map_while(directory) {
                if one.source == *folder {
                    return !child.is_some_and(is_before);
                }
                child = Some(one);
            }
            false
        };
        let is_built = |kind| Model::kinds_of_flags(name).contains(&kind);
        let built = facts.targets.values().flat_map(|target| &target.definitions);
        let is_missing = |at: usize| {
            let id = u32::try_from(at).ok().map(DirectoryId);
            !facts.directories[at].found && id.is_some_and(is_below)
        };
        if (0..facts.directories.len()).any(is_missing) {
            return None;
        }
        let built = built.filter(|one| !one.imported && is_built(one.kind) && is_below(one.directory));
        Some(facts.conds.any(built.map(|one| one.cond).collect::<Vec<_>>()))
    }

    /// Whether the project gives compilers of devices their architectures by flags.
    pub(super) fn gives_code(&self) -> bool {
        const FLAGS: &[&str] = &["-gencode", "--generate-code", "--offload-arch", "-arch=", "--gpu-architecture"];
        self.files.iter().flat_map(|(_, file)| &file.commands).flat_map(|command| &command.arguments).any(|argument| {
            argument
                .template
                .0
                .iter()
                .any(|part| matches!(part, Part::Literal(text) if FLAGS.iter().any(|flag| text.contains(flag))))
        })
    }

    /// Whether the project says itself where an install for another machine goes (cmake-variables(7), `CMAKE_STAGING_PREFIX`).
    pub(super) fn states_staging(&self) -> bool {
        self.files.iter().flat_map(|(_, file)| &file.commands).any(|command| {
            &*command.lower == "set"
                && command.arguments.first().and_then(|name| name.template.literal()) == Some("CMAKE_STAGING_PREFIX")
        })
    }

    /// Whether the project refuses every usual system: it builds another one, whose image has its own paths and types.
    pub(super) fn is_for_another_system(&self) -> bool {
        let facts = self.project.model.facts;
        let usual: Vec<Cond> =
            ["LINUX", "APPLE", "WIN32"].iter().filter_map(|name| facts.conds.platform(name)).collect();
        facts
            .forbidden
            .iter()
            .any(|one| !one.cond.is_true() && usual.iter().all(|system| facts.conds.implies(*system, one.cond)))
    }

    /// Whether the project itself says, wherever a condition holds, that it is built for a system which is none of those that people
    /// work on: flags for those have no place there.
    pub(super) fn is_for_bare_machine(&self, cond: Cond) -> bool {
        const USUAL: &[&str] = &["Linux", "Darwin", "Windows"];
        let facts = self.project.model.facts;
        let word = |command: &Command, at: usize| {
            command.arguments.get(at).and_then(|a| a.template.literal().map(str::to_owned))
        };
        let all = self.project.files.all();
        let named = all.calls("set").filter(|(_, command)| {
            word(command, 0).as_deref() == Some("CMAKE_SYSTEM_NAME")
                && word(command, 1).is_some_and(|system| !USUAL.contains(&system.as_str()))
        });
        // Consoles, browsers and their like are none of those either.
        let known = USUAL_PLATFORMS.iter().filter_map(|name| facts.conds.platform(name));
        if facts.conds.disjoint(cond, facts.conds.any(known.collect::<Vec<_>>())) {
            return true;
        }
        let runs = named.filter_map(|(file, command)| facts.assigned.get(&Span::new(file.id, command.range.clone())));
        let runs = facts.conds.any(runs.flatten().copied().collect::<Vec<_>>());
        facts.conds.implies(cond, runs)
    }

    /// Whether a `set(BUILD_SHARED_LIBS)` is at the top of the project, whatever the configuration, and decides about libraries that the
    /// project makes behind it: one that stands before code of others is for that.
    pub(super) fn is_for_own_libraries(&self, place: &Placed<'_>) -> bool {
        const FETCHES: &[&str] = &["fetchcontent_makeavailable", "fetchcontent_populate", "cpmaddpackage"];
        let sources = self.project.files.sources();
        let top = &self.project.model.facts.source_dir;
        let file = sources.get(place.span.file);
        if place.conditional || place.within.is_some() || file.path() != top.join("CMakeLists.txt") {
            return false;
        }
        let Some((_, file)) = self.files.iter().find(|(_, file)| file.id == place.span.file) else { return false };
        let word = |command: &Command, at: usize| {
            command.arguments.get(at).and_then(|a| a.template.literal().map(str::to_owned))
        };
        let kindless = |command: &Command| {
            &*command.lower == "add_library" && word(command, 1).is_some_and(|kind| !is_library_kind(&kind))
        };
        let behind = file.commands.iter().filter(|command| command.range.start > place.span.start);
        for command in behind {
            if kindless(command) {
                return true;
            }
            let others = || word(command, 0).is_none_or(|folder| self.project.model.is_vendored(&top.join(folder)));
            match &*command.lower {
                "add_subdirectory" if others() => return false,
                "add_subdirectory" => {
                    let below = top.join(word(command, 0).unwrap_or_default());
                    let own = self.files.iter().filter(|(path, _)| path.starts_with(&below));
                    if own.flat_map(|(_, file)| &file.commands).any(kindless) {
                        return true;
                    }
                }
                lower if FETCHES.contains(&lower) => return false,
                _ => {}
            }
        }
        false
    }
}
