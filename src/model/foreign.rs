//! What stands on a link line and is no target there: a library of others, or one of the project that another configuration has.
use std::path::Path;

use rustc_hash::FxHashSet;

use crate::cmake::eval::Listed;
use crate::cmake::eval::facts::package_question;
use crate::cmake::eval::text::has_symbol;
use crate::cmake::syntax::{Part, Template};
use crate::cond::{Cond, SubjectId};
use crate::flags::system_library;

use super::binaries::Binaries;
use super::symbols::last;
use super::{Model, TargetId};

/// The names that the text of a project gives to its libraries, in whatever configuration.
pub struct WrittenNames {
    /// Of targets, of aliases, and of files.
    names: FxHashSet<String>,
    /// The last parts of names with namespaces (`pool` of `${NAMESPACE}::pool`).
    tails: FxHashSet<String>,
    /// Variables in which a package gathers what projects of the tree say.
    gathered: Vec<&'static str>,
}

/// Variables of packages that hold the libraries of other projects, and the command by which these name theirs (catkin's "How to do
/// common tasks", Package format 2: `catkin_package(LIBRARIES …)`, `find_package(catkin COMPONENTS …)`).
const GATHERED: &[(&str, &str)] = &[("catkin_LIBRARIES", "catkin_package")];

impl WrittenNames {
    /// Reads them.
    pub fn new(model: &Model<'_>, files: &Listed) -> Self {
        let written = || files.calls("add_library").filter_map(|(_, command)| command.arguments.first());
        let literal = written().filter_map(|name| name.template.literal().map(str::to_owned));
        let made = model.facts.targets.iter().filter(|(_, target)| target.definitions.iter().any(|one| !one.imported));
        let names: FxHashSet<String> = literal
            .chain(made.map(|(name, _)| name.to_string()))
            .chain(model.built_targets().map(|id| model.stem(id)))
            .collect();
        let mut tails: FxHashSet<String> = written().filter_map(|name| tail_of(&name.template)).collect();
        tails.extend(names.iter().filter_map(|name| tail(name)).map(str::to_owned));
        let is_called = |command: &str| files.calls(command).next().is_some();
        let gathered = GATHERED.iter().filter(|(_, command)| is_called(command)).map(|(name, _)| *name).collect();
        Self { names, tails, gathered }
    }

    /// Whether an item, as it is shown, is a variable that may hold libraries of the project.
    fn gathers(&self, shown: &str) -> bool {
        self.gathered.iter().any(|name| shown.contains(name))
    }

    /// Whether an item of a link line that is no target there may be a library of the project: it was not understood, a condition
    /// speaks of one that somebody else has made (`if(NOT TARGET pool)`), or the namespace is not known.
    pub fn has(&self, item: &str) -> bool {
        let name = item.strip_prefix("-l").unwrap_or(item);
        self.names.contains(name) || tail(name).is_some_and(|tail| self.tails.contains(tail))
    }
}

/// What stands behind the namespace.
fn tail(name: &str) -> Option<&str> {
    let (_, tail) = name.rsplit_once("::")?;
    let is_name = !tail.is_empty() && !tail.contains(['@', '/', '>', '(']);
    is_name.then_some(tail)
}

/// The same of a name as it is written.
fn tail_of(name: &Template) -> Option<String> {
    match name.0.as_slice() {
        [.., Part::Literal(text)] => tail(text).map(str::to_owned),
        _ => None,
    }
}

/// Whether an item of a link line is the bare name of a library that neither the system nor the compiler has, or that of a target
/// from elsewhere (`Other::part`).
pub fn is_foreign(item: &str) -> bool {
    let name = item.strip_prefix("-l").unwrap_or(item);
    let is_name = !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'.' | b':'));
    is_name && !name.starts_with('-') && system_library(name).is_none()
}

/// The letters and digits of a name, in lower case: names that are alike apart from signs.
pub fn letters(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

impl Model<'_> {
    /// Whether a name begins with that of a package that the project looks for, however it is written: `VIEWER_CORE_…` of `ViewerCore`.
    pub fn is_of_package(&self, name: &str) -> bool {
        let searches = self.facts.packages.iter().filter_map(|search| self.facts.texts.as_str(search.name));
        let starts: Vec<String> = name.match_indices('_').filter_map(|(at, _)| name.get(..at)).map(letters).collect();
        searches.map(letters).any(|package| starts.contains(&package))
    }

    /// When something on the link line of a target is no target there, and may be a library of the project.
    pub fn unclear_libraries(&self, id: TargetId, written: &WrittenNames) -> Cond {
        let items = self.library_items(id);
        let is_unclear = |text: &str| written.has(text) || has_symbol(text) && written.gathers(&self.display(text));
        let unclear = items.iter().filter(|item| is_unclear(&item.text)).map(|item| item.cond);
        self.facts.conds.any(unclear.collect::<Vec<_>>())
    }

    /// When an item of a link line may be a target that fetched content, which is not here, makes with all that it needs: it is called
    /// like that (`SDL2-static` of `sdl2`).
    pub fn may_be_fetched(&self, item: &str) -> Cond {
        /// Shorter names are parts of too many others.
        const LEAST: usize = 3;
        if item.starts_with('-') || !is_foreign(item) || self.find(item).is_some() {
            return Cond::FALSE;
        }
        let name = letters(item.split("::").next().unwrap_or(item));
        let is_alike = |content: &str| {
            let content = letters(content);
            content.len().min(name.len()) >= LEAST && (name.contains(&content) || content.contains(&name))
        };
        let fetched = self.facts.unknowns.iter().filter(|one| one.fetched().is_some_and(is_alike));
        self.facts.conds.any(fetched.map(|one| one.cond).collect::<Vec<_>>())
    }

    /// Whether a condition is that a package is not found whose variables a target links: it lacks what it is made of there.
    pub fn is_made_without_packages(&self, id: TargetId, cond: Cond) -> bool {
        let (conds, texts) = (&self.facts.conds, &self.facts.texts);
        let items = self.library_items(id);
        let symbols = items.iter().flat_map(|item| item.text.chars()).filter_map(|c| texts.symbol_of(c));
        let questions: FxHashSet<String> = symbols
            .filter_map(|symbol| {
                let package =
                    texts.info(symbol).name.split_once(" of find_package(")?.1.split([' ', ')']).next()?.to_owned();
                Some(package_question(&package))
            })
            .collect();
        let is_missing = |subject: SubjectId| {
            questions.contains(&conds.subject_info(subject).name) && conds.disjoint(cond, conds.truthy(subject))
        };
        !questions.is_empty() && conds.subjects(cond).into_iter().any(is_missing)
    }

    /// Whether a target links a library of others: one by its name, a target of a package, or what a search finds.
    pub fn links_library_of_others(&self, id: TargetId) -> bool {
        let is_other = |text: &str| is_foreign(text) || has_symbol(text) && self.is_unknown(text);
        self.library_items(id).iter().any(|item| is_other(&item.text))
            || self.link_closure(id).iter().any(|(library, _)| self.is_imported(*library))
    }
}

impl Binaries<'_> {
    /// Whether a source declares a function or a class of this name where a target compiles it, or includes a file of the project that
    /// does: one in the folders of the target, and not just one that is called so.
    pub fn sees_declared(&self, target: TargetId, source: &Path, name: &str) -> bool {
        let sources = self.model.sources(target).iter();
        let mut through = sources.filter(|one| one.path.as_deref() == Some(source)).filter_map(|one| one.through);
        let reached = self.headers.reached(through.next().unwrap_or(target), source);
        let (name, class) = (last(name), name.rsplit("::").nth(1));
        let mut files = reached.files.iter().filter_map(|&index| self.natives.at(index));
        files.any(|file| {
            file.facts.functions.iter().any(|function| function.name == name)
                || file.facts.classes.iter().any(|one| one.name == name || class == Some(one.name.as_str()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_do_not_count() {
        assert_eq!((tail("a::b"), tail("::b"), tail("a"), tail("a::")), (Some("b"), Some("b"), None, None));
        assert_eq!((tail("$<TARGET_FILE:a::b>"), tail("a::@(0x1)")), (None, None));
    }

    #[test]
    fn libraries_of_others() {
        assert!(is_foreign("png") && is_foreign("-lpng") && is_foreign("PNG::PNG"));
        assert!(!is_foreign("m") && !is_foreign("/usr/lib/libpng.so") && !is_foreign("-pthread"));
    }
}
