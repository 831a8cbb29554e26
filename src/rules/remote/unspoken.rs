//! Variables that a condition asks for and that nothing else knows: nobody is told that they could be set.
use std::path::Path;

use crate::cmake::eval::Names;
use crate::cmake::lang::property_table::known_variable;
use crate::cmake::syntax::File;
use crate::cond::{Cond, SubjectId, SubjectKind};
use crate::model::mentions::words;
use crate::rules::{Facts, Project};

use super::settings;

/// Beginnings of the variables that toolchain files and tools which run CMake set: those of vcpkg (learn.microsoft.com, "CMake
/// integration"), the Android NDK, Emscripten, Conan, scikit-build, catkin and ament, and the iOS toolchain file of leetal.
const OF_TOOLS: &[&str] =
    &["AMENT_", "ANDROID", "BUILD_", "CATKIN_", "CONAN", "EMSCRIPTEN", "IOS", "PLATFORM", "SKBUILD", "VCPKG_", "WASI"];

/// Commands whose words only ask.
const ASK: &[&str] = &["if", "elseif", "else", "endif", "while", "endwhile"];

/// One such variable may be a switch of the authors' own; nobody gives as many as these.
pub(super) const MANY: usize = 2;

/// Folders of what people read.
const PAGES: &[&str] = &["", "doc", "docs", ".github"];

/// Longer ones are data.
const LONGEST_PAGE: usize = 1 << 20;

impl Facts<'_> {
    /// How many variables a condition needs for which the project asks, and which nothing gives it: no command sets or declares them, no text
    /// uses their value, and no script, comment, message or page names them. Often these questions were copied from a project that has them.
    /// What nobody gives by hand counts for [`MANY`]: the result of a search that nobody makes, a name like those of CMake that it has not.
    pub fn needs_unspoken(&self, cond: Cond) -> usize {
        let Some(project) = self.project.filter(|_| !cond.is_true()) else { return 0 };
        let conds = self.conditions.conds;
        let count = |subject: SubjectId| {
            let info = conds.subject_info(subject);
            let (name, like_cmakes) = (&*info.name, info.name.starts_with("CMAKE_"));
            let of_tools = OF_TOOLS.iter().any(|start| name.starts_with(start)) || like_cmakes && known_variable(name);
            let is_unspoken = info.kind == SubjectKind::Input
                && !of_tools
                && !project.model.facts.cache.contains_key(name)
                && conds.implies(cond, conds.or(conds.defined(subject), conds.truthy(subject)))
                && !is_known(name, *self, project);
            let found_by_nothing =
                || name.strip_suffix("_FOUND").is_some_and(|package| !settings::is_searched(project, package));
            match is_unspoken {
                true if like_cmakes || found_by_nothing() => MANY,
                unspoken => usize::from(unspoken),
            }
        };
        conds.subjects(cond).into_iter().map(count).sum()
    }
}

/// Whether something besides a question knows a name.
fn is_known(name: &str, facts: Facts<'_>, project: Project<'_>) -> bool {
    if let Some(known) = project.others.spoken.borrow().get(name) {
        return *known;
    }
    let files = project.files.all();
    let names = files.once(|| Names::scan(files.iter().map(|file| &**file)));
    let used = names.assigned.contains(name) || names.declared.contains_key(name) || names.referenced.contains(name);
    let sources = project.files.sources();
    let said = || files.iter().any(|file| is_said(sources.get(file.id).bytes(), file, name));
    let known = used || facts.is_given(name) || said() || is_written_of(name, project);
    project.others.spoken.borrow_mut().insert(name.to_owned(), known);
    known
}

/// Whether a name stands in a file elsewhere than in a question: a comment, a message, an argument.
fn is_said(bytes: &[u8], file: &File, name: &str) -> bool {
    words(bytes, name).any(|at| {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        let command = file.command_over(at..at + 1).and_then(|at| file.commands.get(at));
        command.is_none_or(|command| !ASK.contains(&&*command.lower))
    })
}

/// Whether a page for people names it.
fn is_written_of(name: &str, project: Project<'_>) -> bool {
    let sandbox = project.files.sources().sandbox();
    let is_page = |file: &str| {
        let end = Path::new(file).extension().and_then(|end| end.to_str());
        end.is_some_and(|end| ["md", "rst", "txt", "adoc"].contains(&end)) && file != "CMakeLists.txt"
            || file.starts_with("README")
            || file.starts_with("INSTALL")
    };
    PAGES.iter().any(|folder| {
        let folder = project.inputs.root.join(folder);
        let pages = sandbox.list(&folder);
        pages.iter().filter(|(file, is_folder)| !is_folder && is_page(file)).any(|(file, _)| {
            let page = sandbox.read(&folder.join(file)).ok();
            page.is_some_and(|page| page.len() <= LONGEST_PAGE && words(&page, name).next().is_some())
        })
    })
}
