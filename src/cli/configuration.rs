//! `linklint init` and `linklint config`, and the configuration of a check.
use std::io::{self, Write as _};
use std::path::Path;

use super::{Exit, complain, ended, failed, print};
use crate::analysis::{Failure, Scope};
use crate::config::{self, Loaded, TEMPLATE};
use crate::rules::Registry;

/// The configuration for a folder, or the file that the user names.
pub(super) fn load(scope: &Scope, named: Option<&Path>) -> Result<Loaded, Failure> {
    let root = scope.sandbox.root().unwrap_or(&scope.path);
    let loaded = match named {
        Some(file) => config::read_file(file),
        None => config::find(&scope.path, root, &scope.sandbox),
    };
    loaded.map_err(Failure::Usage)
}

/// Writes a configuration in which every setting has its default.
pub(super) fn init(dir: &Path) -> Exit {
    let file = dir.join("linklint.toml");
    let made = std::fs::File::options().write(true).create_new(true).open(&file);
    match made.and_then(|mut out| out.write_all(TEMPLATE.replace("#:", "# ").as_bytes())) {
        Ok(()) => ended(print(&format!("wrote {}\n", file.display()), false), Exit::Clean),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            complain(&format!("error: {} is there already; it is left as it is", file.display()));
            Exit::Usage
        }
        Err(error) => {
            complain(&format!("error: {} could not be written: {error}", file.display()));
            Exit::Incomplete
        }
    }
}

/// Prints the configuration for a folder, defaults filled in.
pub(super) fn show(path: &Path, root: Option<&Path>, named: Option<&Path>) -> Exit {
    effective(path, root, named).map_or_else(|failure| failed(&failure), |text| ended(print(&text, false), Exit::Clean))
}

fn effective(path: &Path, root: Option<&Path>, named: Option<&Path>) -> Result<String, Failure> {
    let scope = Scope::of(path, root, &[])?;
    let loaded = load(&scope, named)?;
    let root = scope.sandbox.root().unwrap_or(&scope.path);
    let dirs = loaded.rule_dirs(root).map_err(Failure::Usage)?;
    let registry = Registry::with_folders(&dirs).map_err(Failure::Usage)?;
    loaded.resolve(&registry, root).map_err(Failure::Usage)?;
    let from = match &loaded.file {
        Some(file) => format!("# from {}\n", file.display().to_string().escape_debug()),
        None => "# no configuration was found; these are the defaults\n".to_owned(),
    };
    let shown = toml::to_string_pretty(&loaded.config.with_defaults());
    Ok(from + &shown.map_err(|e| Failure::Incomplete(format!("the configuration cannot be shown: {e}")))?)
}
