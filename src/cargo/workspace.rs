//! Which packages belong together (cargo book: "Workspaces"), and which of them were asked for.
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::ByFolder;
use super::manifest::{Manifest, Package, WorkspaceTable};
use crate::cmake::lang::glob::Pattern;
use crate::source::normalize;

/// The packages that are asked for, as cargo's options of these names say it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// `--package`; all members when empty.
    pub packages: Vec<String>,
    /// `--exclude`.
    pub exclude: Vec<String>,
    /// The folder of `--manifest-path`: its package, or its workspace where it heads one.
    pub folder: Option<PathBuf>,
    /// `--workspace`: all members, where `folder` is a package too.
    pub workspace: bool,
}

impl Selection {
    /// Whether nothing is asked for, which means everything.
    pub fn is_all(&self) -> bool {
        *self == Self::default()
    }

    fn takes(&self, package: &Package, workspace: &Workspace) -> bool {
        let name = |pattern: &String| is_named(package, pattern);
        let here = self.folder.as_ref().is_none_or(|folder| {
            package.folder == *folder || workspace.folder == *folder && (self.workspace || !workspace.has_package)
        });
        let here = here
            || self.folder.is_some()
                && self.workspace
                && self.folder.as_ref().is_some_and(|folder| workspace.folders.contains(folder));
        here && (self.packages.is_empty() || self.packages.iter().any(name)) && !self.exclude.iter().any(name)
    }
}

/// Whether a name or a glob of the command line names a package.
fn is_named(package: &Package, pattern: &str) -> bool {
    // `name@1.2.3` and `name:1.2.3` are specifications of cargo; there is one version in a repository.
    let name = pattern.split(['@', ':']).next().unwrap_or_default();
    name == package.name.text || Pattern::new(name).is_some_and(|glob| glob.matches(&package.name.text))
}

/// Names of the command line that no package has.
pub(super) fn unknown(packages: &[Package], selection: &Selection) -> Vec<String> {
    let asked = selection.packages.iter().chain(&selection.exclude);
    asked.filter(|name| !packages.iter().any(|package| is_named(package, name))).cloned().collect()
}

/// A workspace, or a package that has none.
#[derive(Debug, Clone, Default)]
pub struct Workspace {
    /// The folder of the manifest that heads it.
    pub folder: PathBuf,
    /// Its members, in the order of their paths.
    pub packages: Vec<usize>,
    /// The folders of its members.
    pub folders: BTreeSet<PathBuf>,
    /// Names of the members that were asked for.
    pub selected: BTreeSet<String>,
    /// `[workspace]`.
    pub table: WorkspaceTable,
    /// The manifest that heads it has a package too.
    pub has_package: bool,
}

/// Puts packages into their workspaces. What lies in the folder of a workspace and is no member of it cannot be built by
/// cargo and is left out: such manifests are templates and test data.
pub(super) fn group(manifests: Vec<Manifest>, selection: &Selection) -> (Vec<Package>, Vec<Workspace>) {
    let heads: BTreeMap<PathBuf, WorkspaceTable> =
        manifests.iter().filter_map(|manifest| Some((manifest.folder.clone(), manifest.workspace.clone()?))).collect();
    let mut packages: Vec<Package> = manifests.into_iter().filter_map(|manifest| manifest.package).collect();
    packages.sort_by(|a, b| a.manifest.path().cmp(b.manifest.path()));
    let by_folder: ByFolder = packages.iter().enumerate().map(|(at, one)| (one.folder.clone(), at)).collect();
    let mut members: BTreeMap<PathBuf, BTreeSet<usize>> = BTreeMap::new();
    for (folder, table) in &heads {
        members.insert(folder.clone(), members_of(folder, table, &packages, &by_folder, &heads));
    }
    for (at, package) in packages.iter().enumerate() {
        let known = members.values().any(|members| members.contains(&at));
        if !known && home(package, &heads).is_none() {
            members.entry(package.folder.clone()).or_default().insert(at);
        }
    }
    let mut workspaces = Vec::new();
    let mut kept: BTreeMap<usize, usize> = BTreeMap::new();
    for (folder, indices) in members {
        for index in &indices {
            kept.entry(*index).or_insert(workspaces.len());
        }
        let table = heads.get(&folder).cloned().unwrap_or_default();
        let has_package = by_folder.contains_key(&folder);
        workspaces.push(Workspace { folder, table, has_package, ..Workspace::default() });
    }
    let packages: Vec<Package> = packages
        .into_iter()
        .enumerate()
        .filter_map(|(at, package)| Some(Package { home: *kept.get(&at)?, ..package }))
        .collect();
    for (at, package) in packages.iter().enumerate() {
        if let Some(workspace) = workspaces.get_mut(package.home) {
            workspace.packages.push(at);
            workspace.folders.insert(package.folder.clone());
        }
    }
    for workspace in &mut workspaces {
        let own = workspace.packages.iter().filter_map(|index| packages.get(*index));
        let taken = own.filter(|package| selection.takes(package, workspace)).map(|package| package.name.text.clone());
        workspace.selected = taken.collect();
    }
    (packages, workspaces)
}

/// The head of the workspace that cargo looks for a package in.
fn home<'h>(package: &Package, heads: &'h BTreeMap<PathBuf, WorkspaceTable>) -> Option<&'h Path> {
    if let Some(named) = &package.workspace {
        return heads.get_key_value(named).map(|(folder, _)| folder.as_path());
    }
    let (folder, table) = package.folder.ancestors().find_map(|folder| heads.get_key_value(folder))?;
    (!excluded(folder, table, &package.folder)).then_some(folder)
}

fn excluded(head: &Path, table: &WorkspaceTable, folder: &Path) -> bool {
    table.exclude.iter().any(|path| folder.starts_with(normalize(&head.join(path))))
}

/// The members that a head names, and those that they depend on by a path inside of its folder.
fn members_of(
    head: &Path,
    table: &WorkspaceTable,
    packages: &[Package],
    by_folder: &ByFolder,
    heads: &BTreeMap<PathBuf, WorkspaceTable>,
) -> BTreeSet<usize> {
    let patterns: Vec<Pattern> = table
        .members
        .iter()
        .filter_map(|member| Pattern::new(member.trim_start_matches("./").trim_end_matches('/')))
        .collect();
    let outside: BTreeSet<PathBuf> =
        table.members.iter().filter(|member| member.starts_with("..")).map(|m| normalize(&head.join(m))).collect();
    let named = |package: &Package| {
        let Ok(below) = package.folder.strip_prefix(head) else { return outside.contains(&package.folder) };
        let below = below.to_string_lossy();
        let listed = patterns.iter().any(|pattern| pattern.matches(&below));
        package.folder == head || listed && !excluded(head, table, &package.folder)
    };
    let mut found: BTreeSet<usize> = BTreeSet::new();
    let mut open: Vec<usize> =
        packages.iter().enumerate().filter(|(_, package)| named(package)).map(|(at, _)| at).collect();
    while let Some(at) = open.pop() {
        if !found.insert(at) {
            continue;
        }
        let Some(package) = packages.get(at) else { continue };
        for dependency in &package.dependencies {
            let path = if dependency.inherited {
                table.dependencies.get(&dependency.key.text).and_then(|(_, path)| path.as_ref())
            } else {
                dependency.path.as_ref()
            };
            let Some(next) = path.and_then(|path| by_folder.get(path)) else { continue };
            let Some(package) = packages.get(*next) else { continue };
            if package.folder.starts_with(head) && home(package, heads) == Some(head) {
                open.push(*next);
            }
        }
    }
    found
}
