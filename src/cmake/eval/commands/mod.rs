//! The commands: one file a family, each with the table of the names it handles.
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::expand::Arg;
use super::machine::{Invocation, Machine};

mod answers_by_system;
pub(super) mod arguments;
mod cache;
mod checks;
mod configure_script;
pub(super) mod defer;
mod diagnostic;
mod directories;
mod expressions;
mod files;
mod files_script;
pub(super) mod foreach;
mod host_programs;
mod install;
mod installed;
pub(super) mod language;
mod language_script;
mod list_functions;
pub(super) mod list_places;
mod lists;
mod llvm;
mod made_sources;
mod messages;
mod modules;
mod package_libraries;
mod package_results;
mod packages;
mod paths;
mod policies;
mod projects;
mod properties;
pub(super) mod provider;
pub(super) mod python_modules;
mod recorded;
pub(in crate::cmake::eval) mod replaced;
mod rocm;
mod searches;
mod source_listing;
pub(super) mod strict;
mod strings;
pub(super) mod summary;
pub(super) mod targets;
mod tools;
mod trial_builds;
mod usage;
mod usual_answers;
mod variables;
mod version_file;
mod watch;

pub(in crate::cmake::eval) use modules::note_brought;
pub use package_libraries::library_paths_of_package;
pub use package_results::is_folder_of_package;
pub(in crate::cmake::eval) use package_results::{gives_always, is_normal_result};
pub use packages::pkg_config_sets;
pub use searches::is_keyword_of_search;
pub use usual_answers::{in_c_library, in_math_library, is_header_of_compiler};

/// How a command is run.
#[derive(Clone, Copy)]
pub(super) enum Handler {
    /// On the guarded arguments, all configurations in one call.
    Bulk(fn(&mut Machine<'_>, &Invocation<'_>)),
    /// Once for each combination of the arguments' alternatives, on plain strings.
    Plain(fn(&mut Machine<'_>, &Invocation<'_>, &[Arc<str>])),
}

/// Names with their handlers.
pub(super) type Table = &'static [(&'static str, Handler)];

const FAMILIES: &[Table] = &[
    arguments::COMMANDS,
    cache::COMMANDS,
    checks::COMMANDS,
    diagnostic::COMMANDS,
    directories::COMMANDS,
    files::COMMANDS,
    install::COMMANDS,
    language::COMMANDS,
    lists::COMMANDS,
    llvm::COMMANDS,
    made_sources::COMMANDS,
    messages::COMMANDS,
    modules::COMMANDS,
    packages::COMMANDS,
    paths::COMMANDS,
    policies::COMMANDS,
    projects::COMMANDS,
    properties::COMMANDS,
    python_modules::COMMANDS,
    recorded::COMMANDS,
    rocm::COMMANDS,
    source_listing::COMMANDS,
    strings::COMMANDS,
    targets::COMMANDS,
    usage::COMMANDS,
    variables::COMMANDS,
    watch::COMMANDS,
];

/// The handler of a command, by its lower-case name.
pub(super) fn find(name: &str) -> Option<Handler> {
    static TABLE: OnceLock<FxHashMap<&'static str, Handler>> = OnceLock::new();
    let table = TABLE.get_or_init(|| FAMILIES.iter().flat_map(|family| family.iter().copied()).collect());
    table.get(name).copied()
}

/// Runs a command with other arguments, in place of the one that is called.
fn run(machine: &mut Machine<'_>, call: &Invocation<'_>, command: &str, args: Vec<Arg>) {
    machine.dispatch(command, &Invocation { command: call.command, file: call.file, args, origin: call.origin });
}

/// Whether a command's first argument is the name of a target, whatever follows.
pub(super) fn takes_name(command: &str) -> bool {
    command.starts_with("target_")
        || matches!(command, "add_library" | "add_executable" | "add_custom_target" | "add_dependencies")
        || command.starts_with("add_llvm_")
        || command == "rocm_add_test_executable"
}
