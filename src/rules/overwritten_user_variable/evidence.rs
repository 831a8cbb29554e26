//! What speaks for a write that was meant.
use std::collections::BTreeSet;
use std::path::Path;

use crate::cmake::syntax::{Command, Part};
use crate::cond::Cond;
use crate::discover::ListFile;
use crate::model::branches::references;
use crate::model::statements::{Placed, placed};
use crate::rules::callers::is_of_gradle;
use crate::source::{Purpose, Span, purpose, purposes};

use super::Search;
use super::texts::{is_forced, is_freestanding, is_list_file};

impl Search<'_> {
    /// Whether flags are for a machine without an operating system, by the words of the command or of a variable that it takes.
    pub(super) fn is_freestanding(&self, command: &Command) -> bool {
        let mut read = BTreeSet::new();
        command.arguments.iter().skip(1).for_each(|argument| references(&argument.template, &mut read));
        let gives = |one: &Command| {
            let name = match &*one.lower {
                "set" => one.arguments.first(),
                "list" | "string" => one.arguments.get(1),
                _ => None,
            };
            let name = name.and_then(|name| name.template.literal());
            name.is_some_and(|name| read.contains(name)) && is_freestanding(one)
        };
        is_freestanding(command) || self.files.iter().any(|(_, file)| file.commands.iter().any(gives))
    }

    /// Whether a condition asks for a generator with several configurations (cmake-variables(7), `CMAKE_CONFIGURATION_TYPES`).
    pub(super) fn is_for_several_configurations(&self, cond: Cond) -> bool {
        const SEVERAL: &[&str] = &["CMAKE_CONFIGURATION_TYPES", "GENERATOR_IS_MULTI_CONFIG", "MSVC_IDE", "XCODE"];
        let conds = &self.project.model.facts.conds;
        let is_one = |name: &str| SEVERAL.contains(&name);
        conds
            .subjects(cond)
            .into_iter()
            .any(|subject| is_one(&conds.subject_info(subject).name) && conds.implies(cond, conds.truthy(subject)))
    }

    /// Whether the project stands beside the one that users build: below it and not part of it, or in a folder for examples and tests; or a
    /// plugin of another build configures it, and gives it what that says.
    pub(super) fn is_beside(&self) -> bool {
        let (own, inputs) = (&self.project.model.facts.source_dir, self.project.inputs);
        let above = |list: &ListFile| list.path.parent().is_some_and(|folder| own != folder && own.starts_with(folder));
        let below = own.strip_prefix(&inputs.path).unwrap_or(own);
        let words = below.iter().filter_map(|part| part.to_str()).flat_map(|part| part.split(['-', '_']));
        let aside = words
            .filter_map(purpose)
            .any(|one| matches!(one, Purpose::Test | Purpose::Example | Purpose::Documentation));
        aside || inputs.cmake_lists.iter().any(|list| list.calls_project && above(list)) || is_of_gradle(self.project)
    }

    /// Whether a comment above or beside a write says that, or why, the users' value does not count.
    pub(super) fn is_reasoned(&self, write: &Span) -> bool {
        const WORDS: &[&str] = &[
            "because",
            "ignore",
            "instead of",
            "mismatch",
            "on purpose",
            "overrid",
            "overwrit",
            "regardless",
            "intentional",
        ];
        let source = self.project.files.sources().get(write.file);
        let before = source.bytes().get(..write.start as usize).unwrap_or_default();
        let mut lines = before.rsplit(|byte| *byte == b'\n');
        lines.next();
        let comment = lines.map(<[u8]>::trim_ascii).take_while(|line| line.starts_with(b"#"));
        let text = comment.map(|line| String::from_utf8_lossy(line).to_lowercase()).collect::<Vec<_>>().join(" ");
        // What describes the entry stands in the command itself.
        let command = source.bytes().get(write.start as usize..write.end as usize).unwrap_or_default();
        let command = String::from_utf8_lossy(command).to_lowercase();
        let is_needed = ["required by", "needed by"].iter().any(|word| command.contains(word));
        // One on the same line is about this line alone.
        let after = source.bytes().get(write.end as usize..).unwrap_or_default();
        let beside = after.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii();
        is_needed || beside.starts_with(b"#") && beside.len() > 2 || WORDS.iter().any(|word| text.contains(word))
    }

    /// Whether the project only runs the builds of others (`ExternalProject`) and installs nothing: the prefix is the name of a folder between
    /// those.
    pub(super) fn only_builds_others(&self) -> bool {
        let facts = self.project.model.facts;
        facts.installs.is_empty()
            && self.project.model.built_targets().next().is_none()
            && facts.calls.iter().any(|call| &*call.command == "externalproject_add")
    }

    /// Whether a file stands in a folder for tests or examples: what is set there is for those.
    pub(super) fn is_for_tests(&self, file: crate::source::FileId) -> bool {
        let file = self.project.files.sources().get(file);
        let mut purposes = purposes(file.path(), &self.project.model.facts.source_dir);
        purposes.any(|purpose| matches!(purpose, Purpose::Test | Purpose::Example))
    }

    /// Whether a plain `set()` is for the targets of one directory below the first: what those are for says it.
    pub(super) fn is_of_directory(&self, place: &Placed<'_>) -> bool {
        let file = self.project.files.sources().get(place.span.file);
        let words: Vec<&str> = place.command.arguments.iter().filter_map(|a| a.template.literal()).collect();
        !is_forced(&words)
            && file.path().parent() != Some(&self.project.model.facts.source_dir)
            && is_list_file(file.path())
    }

    /// Whether the value is that of one other variable which users may give: offered in the cache, or a default where they gave none.
    pub(super) fn is_asked_otherwise(&self, place: &Placed<'_>) -> bool {
        let Some(other) = place.command.arguments.get(1).and_then(|value| value.template.reference()) else {
            return false;
        };
        let facts = self.project.model.facts;
        facts.cache.get(other).is_some_and(|entry| !entry.offered.is_false())
            || self.files.iter().flat_map(|(_, file)| placed(file)).any(|one| {
                let is_default = &*one.command.lower == "set" && one.tested.contains(other);
                is_default && one.command.arguments.first().and_then(|name| name.template.literal()) == Some(other)
            })
    }

    /// Whether the value is that of another variable which users may give, and whose help text tells what becomes of CMake's flags.
    pub(super) fn is_told_by_help(&self, place: &Placed<'_>) -> bool {
        let other = place.command.arguments.get(1).and_then(|value| value.template.reference());
        let entry = other.and_then(|other| self.project.model.facts.cache.get(other));
        entry.is_some_and(|entry| {
            !entry.offered.is_false() && entry.help.contains("CMAKE_") && entry.help.contains("_FLAGS")
        })
    }

    /// Whether the project itself reads a file as a toolchain file: what that says of compilers is its purpose (cmake-toolchains(7)).
    pub(super) fn is_toolchain_file(&self, path: &Path) -> bool {
        let Some(own) = path.file_name().and_then(|name| name.to_str()) else { return false };
        let names_it = |command: &Command| {
            let ends = command.arguments.get(1).and_then(|value| match value.template.0.last()? {
                Part::Literal(text) => text.rsplit('/').next().map(|name| name == own),
                Part::Reference(..) => None,
            });
            let name = command.arguments.first().and_then(|name| name.template.literal());
            &*command.lower == "set" && name == Some("CMAKE_TOOLCHAIN_FILE") && ends == Some(true)
        };
        self.files.iter().flat_map(|(_, file)| &file.commands).any(names_it)
    }
}
