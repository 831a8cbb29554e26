//! `cargo xtask hooks`: runs the hooks with the released pre-commit program, on an example with a hazard and on its repaired
//! twin.

use std::path::Path;
use std::process::Command;

use crate::Outcome;
use crate::shared::{call, copy_tree};

/// The hook of the installed program, or with `--rust` the one that compiles the committed state.
pub fn run(args: &[String]) -> Outcome {
    let hook = match args {
        [] => "linklint-system",
        [one] if one == "--rust" => "linklint",
        _ => return Err("the only argument is --rust".to_owned()),
    };
    let root = crate::repository();
    let folder = root.join("target/hooks");
    let _ = std::fs::remove_dir_all(&folder);
    let environment = folder.join("venv");
    call(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    call(Command::new(environment.join("bin/pip")).args(["install", "--quiet", "pre-commit"]))?;
    call(Command::new("cargo").args(["build", "--locked", "--bin", "linklint"]).current_dir(&root))?;
    let revision = output(Command::new("git").args(["rev-parse", "HEAD"]).current_dir(&root))?.0;
    for (twin, clean) in [("fault", false), ("repaired", true)] {
        let project = folder.join(twin);
        copy_tree(&root.join("testdata/systems/kernel-library").join(twin), &project)?;
        let config = format!(
            "repos:\n  - repo: {}\n    rev: {}\n    hooks: [{{ id: {hook} }}]\n",
            root.display(),
            revision.trim()
        );
        std::fs::write(project.join(".pre-commit-config.yaml"), config).map_err(|e| e.to_string())?;
        call(Command::new("git").args(["init", "--quiet"]).current_dir(&project))?;
        call(Command::new("git").args(["add", "."]).current_dir(&project))?;
        hooks_of(&project, &environment, &root, clean)?;
    }
    println!("{hook}: the hazard is reported, the repaired twin passes");
    Ok(())
}

fn hooks_of(project: &Path, environment: &Path, root: &Path, clean: bool) -> Outcome {
    let before = std::env::var_os("PATH").unwrap_or_default();
    let own = [root.join("target/debug"), environment.join("bin")];
    let path =
        std::env::join_paths(own.into_iter().chain(std::env::split_paths(&before))).map_err(|e| e.to_string())?;
    let mut command = Command::new(environment.join("bin/pre-commit"));
    command.args(["run", "--all-files"]).current_dir(project);
    command.env("PATH", path).env("PRE_COMMIT_HOME", root.join("target/hooks/cache"));
    let (text, passed) = output(&mut command)?;
    if passed == clean && text.contains("[ignored-option]") != clean {
        return Ok(());
    }
    Err(format!(
        "{}: {} was expected, pre-commit says\n{text}",
        project.display(),
        if clean { "success" } else { "a finding" }
    ))
}

fn output(command: &mut Command) -> Result<(String, bool), String> {
    let run = command.output().map_err(|e| format!("{} cannot be run: {e}", command.get_program().display()))?;
    Ok((String::from_utf8_lossy(&run.stdout).into_owned(), run.status.success()))
}
