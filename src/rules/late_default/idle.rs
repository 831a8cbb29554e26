//! What stands behind a default: whether it makes targets that the default would reach, or reads the variable.
use std::path::{Path, PathBuf};

use crate::cmake::syntax::{Command, File, Namespace, Part};
use crate::model::branches;
use crate::model::mentions::has_word;
use crate::model::statements::placed;
use crate::rules::{Context, Project};
use crate::source::Span;

use super::{Concerns, default_of, is_definition, is_harmless, makes, may_make, mentions};

/// Modules of CMake's that make no target which is compiled and read no default of targets (cmake-modules(7)).
const MODULES: &[&str] = &[
    "CMakeDependentOption",
    "CMakePackageConfigHelpers",
    "CMakePrintHelpers",
    "CPack",
    "CPackComponent",
    "CTest",
    "FeatureSummary",
    "GNUInstallDirs",
    "GenerateExportHeader",
    "InstallRequiredSystemLibraries",
    "WriteBasicConfigVersionFile",
];

/// Files include each other no deeper.
const DEEPEST: u32 = 4;

/// A default, for questions about what follows it.
pub(super) struct Follows<'a> {
    pub(super) cx: &'a Context<'a>,
    pub(super) project: Project<'a>,
    /// The directory's own file, and its folder.
    pub(super) file: &'a File,
    pub(super) folder: &'a Path,
    pub(super) name: &'a str,
    pub(super) concerns: Concerns,
    pub(super) is_variable: bool,
}

impl Follows<'_> {
    /// Whether a command of a file leaves the default as it is, and makes nothing for it.
    pub(super) fn is_idle(&self, file: &File, command: &Command, depth: u32) -> bool {
        if depth > DEEPEST {
            return false;
        }
        let known = is_harmless(command) || default_of(command).is_some();
        let other = is_definition(command) && !makes(command, self.concerns) && !may_make(command, self.concerns);
        let reads =
            || self.is_variable && (mentions(command, self.name) || fills(command) && self.is_filled_in(file, command));
        (known || other || self.leads_to_idle(command, depth)) && !reads()
    }

    /// Whether a file that `configure_file()` fills in may have the variable in it: what is not read may.
    fn is_filled_in(&self, file: &File, command: &Command) -> bool {
        let (model, facts) = (self.project.model, self.project.model.facts);
        let place = Span::new(file.id, command.range.clone());
        let mut found = facts.generated.iter().filter(|one| model.span(one.origin) == Some(place)).peekable();
        let holds = |path: &str| {
            let text = self.cx.facts.sources.load(Path::new(path));
            text.map_or(true, |text| has_word(text.bytes(), self.name))
        };
        found.peek().is_none() || found.any(|one| one.input.and_then(|text| facts.texts.as_str(text)).is_none_or(holds))
    }

    /// Whether a command runs other commands of the project, which are all known and idle: a file, a folder, a function.
    fn leads_to_idle(&self, command: &Command, depth: u32) -> bool {
        match &*command.lower {
            "include" => {
                let module = command.arguments.first().and_then(|one| one.template.literal());
                module.is_some_and(|module| MODULES.contains(&module)) || self.is_idle_file(command, None, depth)
            }
            "add_subdirectory" => self.is_idle_file(command, Some("CMakeLists.txt"), depth),
            _ => self.is_idle_function(command, depth),
        }
    }

    fn is_idle_file(&self, command: &Command, below: Option<&str>, depth: u32) -> bool {
        let Some(path) = self.path(command, below) else { return false };
        let Ok(file) = self.project.files.parse(&path) else { return false };
        let placed = placed(&file);
        placed.iter().filter(|one| one.callable.is_none()).all(|one| self.is_idle(&file, one.command, depth + 1))
            && !(self.is_variable && branches::reads(&file, self.name))
    }

    /// A file that a command names, of those that are evaluated.
    fn path(&self, command: &Command, below: Option<&str>) -> Option<PathBuf> {
        let facts = self.project.model.facts;
        let rest = match &command.arguments.first()?.template.0[..] {
            [Part::Literal(text)] => &**text,
            [Part::Reference(Namespace::Variable, name), Part::Literal(text)]
                if name.literal().is_some_and(|name| name.ends_with("_SOURCE_DIR") || name.ends_with("_LIST_DIR")) =>
            {
                text.strip_prefix('/')?
            }
            _ => return None,
        };
        let named = |base: &Path| {
            let path = base.join(rest);
            below.map_or_else(|| path.clone(), |below| path.join(below))
        };
        let mut found = [self.folder, &facts.source_dir].into_iter().map(named);
        found.find(|path| facts.files.iter().any(|file| file.path == *path))
    }

    /// Whether a command is a function or macro of the directory's own file, and all that it runs is idle.
    fn is_idle_function(&self, command: &Command, depth: u32) -> bool {
        let placed = placed(self.file);
        let is_of = |name: &str| name.eq_ignore_ascii_case(&command.lower);
        let mut body = placed.iter().filter(|one| one.callable.is_some_and(is_of)).peekable();
        body.peek().is_some() && body.all(|one| self.is_idle(self.file, one.command, depth + 1))
    }
}

/// Whether a command fills in a file with the variables that there are.
fn fills(command: &Command) -> bool {
    matches!(&*command.lower, "configure_file" | "configure_package_config_file")
}
