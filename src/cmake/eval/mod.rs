//! The symbolic evaluator: one run over a project gives its facts in all configurations.
//!
//! Values are guarded element sequences ([`value`]), unknown text is a symbol inside a string ([`text`]), and control
//! flow narrows the condition under which commands run ([`machine`]). What cannot be known leaves a record
//! ([`facts::Unknown`]). One file a command family lies in `commands/`.
mod alternatives;
mod builtin;
mod call;
mod commands;
mod condition;
mod environment;
mod expand;
pub mod facts;
mod folded;
mod frameworks;
mod given_up;
mod lookup;
mod machine;
pub mod mentions;
mod missing;
mod platform;
pub mod policy;
mod scope;
mod script;
pub mod text;
mod unusual;
pub mod value;
mod walk;

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::cond::{Cond, Conds};

pub use commands::pkg_config_sets;
pub use commands::{in_c_library, in_math_library, is_header_of_compiler};
pub use commands::{is_folder_of_package, is_keyword_of_search, library_paths_of_package};
pub use script::run_script;

pub use commands::summary::{Summary, Words};

/// What a record says of an `include()` whose file is not known.
pub const UNREAD_INCLUDE: &str = "file that include() reads";
/// The same of a package's own file for its users (`include(${VTK_USE_FILE})`).
pub const UNREAD_USE_FILE: &str = "file that a package gives";

pub use environment::{Environment, Files, Given, Limits, Listed, Names, Options, Package};
use facts::{Counts, Directory, DirectoryId, Facts, InOrder, Places};
use machine::{Machine, Statuses};
use text::Texts;
use value::Origin;

/// Stack of the thread that evaluates: CMake allows calls 1000 deep, and each takes several frames here.
const STACK: usize = 512 << 20;

/// Whether the evaluator knows a command (in lower case).
pub fn is_modelled(command: &str) -> bool {
    commands::find(command).is_some()
}

/// Whether a command (in lower case) makes an extension module of Python.
pub fn makes_python_module(command: &str) -> bool {
    commands::python_modules::COMMANDS.iter().any(|(name, _)| *name == command)
}

/// Evaluates a project root: its CMakeLists.txt and all that it leads to.
pub fn evaluate(env: &Environment<'_>) -> Facts {
    on_large_stack(|| {
        let mut machine = Machine::new(env, empty_facts(env));
        run_root(&mut machine, env);
        // The project refuses what was taken for granted of programs: that was wrong.
        if machine.statuses == Statuses::Met && machine.facts.forbidden.iter().any(|refused| refused.cond.is_true()) {
            machine = Machine::new(env, empty_facts(env));
            machine.statuses = Statuses::Unknown;
            run_root(&mut machine, env);
        }
        machine.into_facts()
    })
}

/// Runs `act` where deep recursion is safe; in place where no thread can be had.
fn on_large_stack<R: Send>(act: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("evaluate".into()).stack_size(STACK).spawn_scoped(scope, act);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => std::panic::panic_any(format!("no thread for the evaluation: {error}")),
        }
    })
}

fn empty_facts(env: &Environment<'_>) -> Facts {
    let root = Directory {
        source: env.options.source_dir.clone(),
        binary: env.options.binary_dir.clone(),
        parent: None,
        cond: Cond::TRUE,
        origin: Origin::NONE,
        properties: InOrder::default(),
        end_variables: InOrder::default(),
        found: true,
        excluded: Cond::FALSE,
    };
    Facts {
        conds: Conds::new(),
        texts: Texts::default(),
        places: Places::default(),
        source_dir: env.options.source_dir.clone(),
        binary_dir: env.options.binary_dir.clone(),
        projects: Vec::new(),
        directories: vec![root],
        targets: InOrder::default(),
        cache: InOrder::default(),
        source_properties: InOrder::default(),
        global_properties: InOrder::default(),
        installs: Vec::new(),
        exports: Vec::new(),
        enabled: Vec::new(),
        generated: Vec::new(),
        packages: Vec::new(),
        optional_modules: Vec::new(),
        needed_libraries: Vec::new(),
        sought_libraries: InOrder::default(),
        library_names: InOrder::default(),
        overrides: Vec::new(),
        parentless: Vec::new(),
        replaced: Vec::new(),
        old_policies: Vec::new(),
        early: Vec::new(),
        assigned: rustc_hash::FxHashMap::default(),
        doubtful: rustc_hash::FxHashMap::default(),
        calls: Vec::new(),
        tests: Vec::new(),
        files: Vec::new(),
        messages: Vec::new(),
        forbidden: Vec::new(),
        unusual: Vec::new(),
        system: env.options.system.as_deref().map(Arc::from),
        unknowns: Vec::new(),
        reached: FxHashSet::default(),
        tried: std::collections::BTreeSet::new(),
        counts: Counts::default(),
    }
}

fn run_root(machine: &mut Machine<'_>, env: &Environment<'_>) {
    let path = env.options.source_dir.join("CMakeLists.txt");
    match env.files.parse(&path) {
        Ok(file) => {
            machine.run_file(&path, &file);
            machine.end_directory(DirectoryId(0));
        }
        Err(error) => machine.unknown(facts::Reason::MissingFile, &error.to_string(), Origin::NONE),
    }
}
