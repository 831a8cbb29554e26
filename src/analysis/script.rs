//! Scripts that are run in memory.
use std::path::Path;

use crate::cmake::eval::policy::Version;
use crate::cmake::eval::{self, Environment, Files, Given, Names};
use crate::cmake::script::Transcript;
use crate::discover;
use crate::source::{Sandbox, SourceMap};

use super::platform::Platform;
use super::request::ScriptRequest;
use super::scope::{Failure, folder};

/// Runs a script through the evaluator and gives what it prints. Nothing is written but in memory, and no process runs.
pub fn script(request: &ScriptRequest) -> Result<Transcript, Failure> {
    let path = &request.line.script;
    let shown = path.display();
    let real = path.canonicalize().map_err(|e| Failure::Usage(format!("{shown}: {e}")))?;
    let above = real.parent().unwrap_or(Path::new("/"));
    let here = std::env::current_dir().map_err(|e| Failure::Incomplete(format!("the current folder: {e}")))?;
    let allowed = request.allow_read.iter().map(|dir| folder(dir)).collect::<Result<Vec<_>, _>>()?;
    let allowed = [allowed, vec![here.clone()]].concat();
    let sandbox = Sandbox::new(&discover::find_root(above), &allowed)
        .map_err(|e| Failure::Incomplete(format!("{}: {e}", above.display())))?;
    let sources = SourceMap::new(sandbox);
    let files = Files::new(&sources);
    let given = request.line.definitions.iter().cloned();
    let options = eval::Options {
        source_dir: here.clone(),
        binary_dir: here,
        given: given.map(|(name, kind, value)| Given { name, kind, value }).collect(),
        system: Some(Platform::Linux.system().to_owned()),
        cmake: SCRIPT_CMAKE,
        all_configurations: false,
        packages: Vec::new(),
        by_wheels: Vec::new(),
        summaries: Vec::new(),
        limits: eval::Limits::default(),
    };
    let env = Environment { files: &files, options, names: Names::default() };
    Ok(eval::run_script(&env, &real, &request.line.given))
}

/// The CMake whose language scripts are run in.
const SCRIPT_CMAKE: Version = Version(4, 4, 4);
