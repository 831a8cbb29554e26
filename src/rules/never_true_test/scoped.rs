//! Tests of variables that only folders below set, in their own scope.
use std::path::{Path, PathBuf};

use crate::cmake::lang::condition::constant;
use crate::cmake::lang::property_table::known_variable;
use crate::cmake::syntax::{Command, File};
use crate::cond::Cond;
use crate::model::branches::reads;
use crate::model::statements::{Placed, placed};
use crate::rules::{Confidence, Draft, Place, Sink};
use crate::source::Span;

use super::{Rule, dangling, effect};

/// Commands whose arguments are read, and written nowhere.
const READING: &[&str] = &["if", "elseif", "else", "endif", "while", "endwhile", "message", "mark_as_advanced"];

impl Rule<'_, '_> {
    /// Reports a test of a variable that lists of folders below set, and none of them for the one that asks.
    pub(super) fn scoped(&self, file: &File, (at, cond): (usize, Cond), sink: &mut Sink) {
        let Some(head) = file.commands.get(at) else { return };
        for (text, range) in dangling::names_asked(head) {
            let is_plain = self.names.assigned.contains(text) && !self.names.declared.contains_key(text);
            if !is_plain || known_variable(text) || text.starts_with("CMAKE_") || self.is_of_package(text) {
                continue;
            }
            let Some(concerned) = effect(file, &file.body, at) else { continue };
            if self.project.model.misses_included_code() {
                return;
            }
            // A function runs in the scope of whoever calls it.
            let in_function = |one: &Placed<'_>| one.command.range == concerned.range && one.callable.is_some();
            if placed(file).iter().any(in_function) {
                continue;
            }
            let Some(places) = self.set_below(file, text) else { continue };
            if self.is_made_elsewhere(text) || self.is_in_texts(text) || self.is_read_below(text, &places) {
                continue;
            }
            let Some((first, _)) = places.first() else { continue };
            let draft = Draft::new(cond, Place::new(Span::new(file.id, range), "never set"))
                .named("test", text)
                .value("why", "never true")
                .message(format!(
                    "`{text}` is set in a folder below only, which has a scope of its own: this is never true"
                ))
                .help(format!("write `set({text} … PARENT_SCOPE)` there, or a cache entry"))
                .related(*first, format!("`{text}` is set here, and read nowhere in this scope"))
                .related(Span::new(file.id, concerned.range.clone()), "hangs on it");
            sink.report(if self.is_of_others(file) { draft.confidence(Confidence::Heuristic) } else { draft });
        }
    }

    /// Where lists of folders below set a variable, with their folders: None where anything else may write it, or nothing is set that holds.
    fn set_below(&self, file: &File, name: &str) -> Option<Vec<(Span, PathBuf)>> {
        let list = self.folder(file)?;
        let (mut out, mut holds) = (Vec::new(), false);
        for other in self.project.files.all().iter() {
            if !other.commands.iter().any(|command| names(command, name)) {
                continue;
            }
            let below = self.folder(other).filter(|folder| *folder != list && folder.starts_with(&list));
            for one in placed(other).into_iter().filter(|one| names(one.command, name)) {
                let first = one.command.arguments.first().and_then(|argument| argument.template.literal());
                let is_set = &*one.command.lower == "set" && first == Some(name) && one.within.is_none();
                let folder = below.clone().filter(|_| is_set)?;
                let ran = self.project.model.facts.assigned.contains_key(&one.span);
                let mut words = one.command.arguments.iter().skip(1).map(|argument| argument.template.literal());
                if words.any(|word| matches!(word, Some("CACHE" | "PARENT_SCOPE"))) {
                    return None;
                }
                let [_, value] = &one.command.arguments[..] else { return None };
                holds |= ran && value.template.literal().is_none_or(|value| constant(value) != Some(false));
                if ran {
                    out.push((one.span, folder));
                }
            }
        }
        holds.then_some(out)
    }

    /// The folder of a list.
    fn folder(&self, file: &File) -> Option<PathBuf> {
        let source = self.project.files.sources().get(file.id);
        let path: &Path = source.path();
        path.ends_with("CMakeLists.txt").then(|| path.parent().map(Path::to_path_buf))?
    }

    /// Whether a variable is read where it is set: in a folder that sets it, one below that, or a module that may be included there.
    fn is_read_below(&self, name: &str, places: &[(Span, PathBuf)]) -> bool {
        self.project.files.all().iter().filter(|file| reads(file, name)).any(|file| {
            let folder = self.folder(file);
            folder.is_none_or(|folder| places.iter().any(|(_, of_set)| folder.starts_with(of_set)))
        })
    }
}

/// Whether a command has a name among its arguments, but for those that only read.
fn names(command: &Command, name: &str) -> bool {
    !READING.contains(&&*command.lower) && command.arguments.iter().any(|one| one.template.literal() == Some(name))
}
