//! A second source tree as the package that `find_package(NAME)` finds (`--with-package NAME=DIR`).
//!
//! The tree is evaluated once, as a project of its own. Its exported targets are then there under the names that an
//! installed package would give them, as aliases, and its configuration file runs where the package is looked for.
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::{Directory, DirectoryId, GeneratedBy, Install, InstallKind, Reason, TargetKind};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::policy::Policies;
use crate::cmake::eval::scope::{Flow, Scopes};
use crate::cmake::eval::text::Text;
use crate::cmake::eval::value::Value;
use crate::cond::Cond;

/// The trees that stand for packages.
#[derive(Debug, Default)]
pub(in crate::cmake::eval) struct Providers(FxHashMap<Arc<str>, Option<Provided>>);

/// What the evaluation of a tree brought: where its facts begin and end.
#[derive(Debug, Clone)]
struct Provided {
    binary: PathBuf,
    directory: DirectoryId,
    installs: std::ops::Range<usize>,
    exports: std::ops::Range<usize>,
    generated: std::ops::Range<usize>,
    version: Option<Arc<str>>,
}

/// `find_package(name …)` where a tree stands for the package; false where none does.
pub(super) fn find(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &str, rest: &[Arc<str>]) -> bool {
    let Some(folder) = machine.env.options.packages.iter().find(|p| p.name == name).map(|p| p.folder.clone()) else {
        return false;
    };
    let name: Arc<str> = name.into();
    let provided = match machine.providers.0.get(&name) {
        // The package looks for itself.
        Some(None) => return false,
        Some(Some(provided)) => provided.clone(),
        None => {
            machine.providers.0.insert(Arc::clone(&name), None);
            let Some(provided) = evaluate(machine, call, &name, &folder) else { return false };
            machine.providers.0.insert(Arc::clone(&name), Some(provided.clone()));
            provided
        }
    };
    let files = name_exports(machine, &provided);
    describe(machine, call, &name, rest, &provided);
    run_config(machine, call, &name, &provided, &files);
    true
}

/// Evaluates the tree with nothing of the consumer's in sight but the cache: both are given the same settings.
fn evaluate(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &str, folder: &Path) -> Option<Provided> {
    let list_file = folder.join("CMakeLists.txt");
    let file = machine.parse_file(&list_file, call)?;
    let binary = machine.facts.binary_dir.join("_packages").join(name);
    let directory = DirectoryId(machine.facts.directories.len() as u32);
    machine.facts.directories.push(Directory {
        source: folder.to_path_buf(),
        binary: binary.clone(),
        parent: None,
        cond: Cond::TRUE,
        origin: call.origin,
        properties: indexmap::IndexMap::default(),
        end_variables: indexmap::IndexMap::default(),
        found: true,
        excluded: Cond::FALSE,
    });
    let from = (machine.facts.installs.len(), machine.facts.exports.len(), machine.facts.generated.len());
    let mut aside = Aside {
        scopes: Scopes::new(),
        flow: Flow::default(),
        functions: FxHashMap::default(),
        policies: Policies::default(),
        directory,
        pc: Cond::TRUE,
        source_dir: folder.to_path_buf(),
        binary_dir: binary.clone(),
    };
    aside.swap(machine);
    let macro_args = machine.macro_args.take();
    let running = std::mem::take(&mut machine.running);
    let writers = std::mem::take(&mut machine.opaque_writers);
    let list_files = std::mem::take(&mut machine.list_files);
    let caller = std::mem::replace(&mut machine.caller, call.origin);
    machine.depth += 1;
    machine.run_file(&list_file, &file);
    machine.end_directory(directory);
    let version = machine.peek_str("PROJECT_VERSION").filter(|v| !v.is_empty());
    machine.depth -= 1;
    machine.caller = caller;
    machine.list_files = list_files;
    machine.opaque_writers = writers;
    machine.running = running;
    machine.macro_args = macro_args;
    aside.swap(machine);
    if let Some(scope) = aside.scopes.pop() {
        machine.ended.insert(directory, scope);
    }
    Some(Provided {
        binary,
        directory,
        installs: from.0..machine.facts.installs.len(),
        exports: from.1..machine.facts.exports.len(),
        generated: from.2..machine.facts.generated.len(),
        version,
    })
}

/// What belongs to one of two projects: put in place of the other's, and back.
struct Aside {
    scopes: Scopes,
    flow: Flow,
    functions: FxHashMap<Arc<str>, Vec<(Cond, Arc<crate::cmake::eval::machine::Definition>)>>,
    policies: Policies,
    directory: DirectoryId,
    pc: Cond,
    source_dir: PathBuf,
    binary_dir: PathBuf,
}

impl Aside {
    fn swap(&mut self, machine: &mut Machine<'_>) {
        std::mem::swap(&mut self.scopes, &mut machine.scopes);
        std::mem::swap(&mut self.flow, &mut machine.flow);
        std::mem::swap(&mut self.functions, &mut machine.functions);
        std::mem::swap(&mut self.policies, &mut machine.policies);
        std::mem::swap(&mut self.directory, &mut machine.directory);
        std::mem::swap(&mut self.pc, &mut machine.pc);
        std::mem::swap(&mut self.source_dir, &mut machine.facts.source_dir);
        std::mem::swap(&mut self.binary_dir, &mut machine.facts.binary_dir);
    }
}

/// Gives the exported targets the names of the package. The names of the files that would do so.
fn name_exports(machine: &mut Machine<'_>, provided: &Provided) -> Vec<String> {
    let installs: Vec<Install> = machine.facts.installs[provided.installs.clone()].to_vec();
    let mut files = Vec::new();
    for export in installs.iter().filter(|i| i.kind == InstallKind::Export) {
        let members = installs.iter().filter(|i| i.kind == InstallKind::Target && i.export == export.export);
        for member in members {
            let when = machine.conds().and(export.cond, member.cond);
            name_members(machine, &member.items, export.namespace, when, member.origin);
        }
        let set = export.export.and_then(|set| machine.facts.texts.plain(set)).unwrap_or_default();
        let own = export.file_name.and_then(|file| machine.facts.texts.plain(file));
        files.push(own.map_or_else(|| format!("{set}.cmake"), |own| own.to_string()));
    }
    let exports = machine.facts.exports[provided.exports.clone()].to_vec();
    for export in exports {
        if export.export.is_none() {
            name_members(machine, &export.items, export.namespace, export.cond, export.origin);
        }
        let file = machine.facts.texts.plain(export.file).unwrap_or_default();
        files.push(file.rsplit('/').next().unwrap_or_default().to_owned());
    }
    files
}

fn name_members(
    machine: &mut Machine<'_>,
    items: &Value,
    namespace: Option<Text>,
    when: Cond,
    origin: crate::cmake::eval::value::Origin,
) {
    let namespace = namespace.and_then(|ns| machine.facts.texts.plain(ns)).unwrap_or_default();
    for elem in items.elems.iter() {
        let Some(own) = machine.facts.texts.plain(elem.text) else { continue };
        let Some(target) = machine.facts.targets.get(&own) else { continue };
        let renamed = target.properties.get("EXPORT_NAME").and_then(Value::single);
        let renamed = renamed.and_then(|text| machine.facts.texts.plain(text)).unwrap_or_else(|| Arc::clone(&own));
        let name: Arc<str> = format!("{namespace}{renamed}").into();
        let before = machine.target_exists(&name);
        let when = machine.conds().diff(machine.conds().and(when, elem.cond), before);
        if !when.is_false() && name != own {
            machine.add_definition(origin, &name, TargetKind::Interface, when, false, Some(own));
        }
    }
}

/// The variables that `find_package` sets itself.
fn describe(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &str, rest: &[Arc<str>], provided: &Provided) {
    let on = |word: &str| if rest.iter().any(|w| &**w == word) { "1" } else { "0" };
    let components: Vec<&str> = rest
        .iter()
        .map(|w| &**w)
        .skip_while(|w| !matches!(*w, "COMPONENTS" | "OPTIONAL_COMPONENTS" | "REQUIRED"))
        .filter(|w| w.chars().any(|c| c.is_ascii_lowercase() || c.is_ascii_digit()))
        .collect();
    let mut set = |suffix: &str, text: &str| machine.set_text(&format!("{name}{suffix}"), text, call.origin);
    set("_FOUND", "1");
    set("_DIR", &provided.binary.to_string_lossy());
    set("_FIND_REQUIRED", on("REQUIRED"));
    set("_FIND_QUIETLY", on("QUIET"));
    set("_FIND_COMPONENTS", &components.join(";"));
    for component in components {
        set(&format!("_FIND_REQUIRED_{component}"), on("REQUIRED"));
    }
    if let Some(version) = &provided.version {
        set("_VERSION", version);
        let parts: Vec<&str> = version.split('.').collect();
        for (at, part) in ["MAJOR", "MINOR", "PATCH", "TWEAK"].into_iter().enumerate() {
            set(&format!("_VERSION_{part}"), parts.get(at).copied().unwrap_or("0"));
        }
    }
    machine.set_text("CMAKE_FIND_PACKAGE_NAME", name, call.origin);
}

/// Runs the package's configuration file, as far as its text is known.
fn run_config(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &str, provided: &Provided, exports: &[String]) {
    let names = [format!("{name}Config.cmake"), format!("{}-config.cmake", name.to_lowercase())];
    let is_config = |path: &str| names.iter().any(|n| path.rsplit('/').next() == Some(n));
    if exports.iter().any(|file| is_config(file)) {
        return;
    }
    let mut made = None;
    for file in &machine.facts.generated[provided.generated.clone()] {
        let path = machine.facts.texts.plain(file.output).unwrap_or_default();
        if is_config(&path) && !file.cond.is_false() && file.by != GeneratedBy::PackageVersion {
            made = Some((PathBuf::from(&*path), file.content));
        }
    }
    if made.is_none() {
        let base = machine.facts.directories[provided.directory.0 as usize].source.clone();
        let installed =
            machine.facts.installs[provided.installs.clone()].iter().filter(|i| i.kind == InstallKind::Files);
        let items = installed.flat_map(|i| i.items.elems.iter().map(|e| (i.directory, e.text)));
        made = items
            .filter_map(|(directory, text)| Some((directory, machine.facts.texts.plain(text)?)))
            .find(|(_, path)| is_config(path))
            .map(|(directory, path)| {
                let own = machine.facts.directories.get(directory.0 as usize).map_or(&base, |d| &d.source);
                (crate::source::normalize(&own.join(&*path)), None)
            });
    }
    let Some((path, content)) = made else { return };
    let text = content.and_then(|text| machine.facts.texts.plain(text));
    let file = match text {
        Some(text) => machine.parse_text(&path, &text),
        None if machine.env.files.sources().sandbox().is_file(&path) => {
            let Some(file) = machine.parse_file(&path, call) else { return };
            file
        }
        None => {
            machine.unknown(Reason::UnknownValue, &format!("text of {name}'s configuration file"), call.origin);
            return;
        }
    };
    let prefix = machine.found_symbol(&format!("install prefix of {name}"));
    let variable = machine.intern("PACKAGE_PREFIX_DIR");
    machine.set_variable(variable, &Value::text(prefix, call.origin));
    machine.run_beneath(&path, &file, call);
}

/// Whether a file is one that defines exported targets of a tree that stands for a package: it brings nothing more.
pub(super) fn is_export_file(machine: &Machine<'_>, path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|n| n.to_str()) else { return false };
    machine.providers.0.values().flatten().any(|provided| {
        let installs = &machine.facts.installs[provided.installs.clone()];
        let installed = installs.iter().filter(|i| i.kind == InstallKind::Export).any(|install| {
            let own = install.file_name.and_then(|file| machine.facts.texts.plain(file));
            let set = install.export.and_then(|set| machine.facts.texts.plain(set)).unwrap_or_default();
            own.is_some_and(|own| &*own == name) || name.strip_suffix(".cmake") == Some(&*set)
        });
        let exports = &machine.facts.exports[provided.exports.clone()];
        let file = |text: Text| machine.facts.texts.plain(text).unwrap_or_default();
        installed || exports.iter().any(|e| file(e.file).rsplit('/').next() == Some(name))
    })
}
