//! `linklint rules test`: a user's rules on their cases.
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Exit, complain, ended, print};
use crate::analysis::configured::Configured;
use crate::analysis::{Failure, Request, analyse};
use crate::rules::Registry;
use crate::rules::engine::Settings;

/// A place where a rule reports.
type Place = (String, u32);

/// Runs every rule of the folders on its cases.
pub(super) fn run(dirs: &[PathBuf]) -> Exit {
    let (mut cases, mut wrong) = (0_usize, Vec::new());
    for dir in dirs {
        let registry = match Registry::with_folders([dir]) {
            Ok(registry) => Arc::new(registry),
            Err(why) => {
                complain(&format!("error: {why}"));
                return Exit::Usage;
            }
        };
        for rule in folders(dir).iter().filter(|rule| rule.join("rule.toml").is_file()) {
            let id = rule.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            for case in folders(&rule.join("cases")) {
                cases += 1;
                match check(&id, &case, &registry) {
                    Ok(found) => wrong.extend(found),
                    Err(Failure::Usage(why)) => {
                        complain(&format!("error: {why}"));
                        return Exit::Usage;
                    }
                    Err(Failure::Incomplete(why)) => {
                        complain(&format!("error: {why}"));
                        return Exit::Incomplete;
                    }
                }
            }
        }
    }
    if cases == 0 {
        complain("error: no cases: a case is a folder <rule>/cases/<case> with an expected.toml");
        return Exit::Usage;
    }
    let exit = if wrong.is_empty() { Exit::Clean } else { Exit::Findings };
    wrong.push(format!("{cases} cases, {} not as expected", wrong.len()));
    ended(print(&(wrong.join("\n") + "\n"), false), exit)
}

fn folders(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// What of a case is not as expected.
fn check(id: &str, case: &Path, registry: &Arc<Registry>) -> Result<Vec<String>, Failure> {
    let path = case.join("expected.toml");
    let usage = |why: String| Failure::Usage(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(&path).map_err(|e| usage(e.to_string()))?;
    let table: toml::Table = text.parse().map_err(|e: toml::de::Error| usage(e.message().to_owned()))?;
    let mut wrong = Vec::new();
    for side in ["bad", "good"] {
        let expected = places(&table, side, id).map_err(usage)?;
        let tree = case.join(side);
        if !tree.is_dir() {
            if !expected.is_empty() {
                return Err(usage(format!("{} is missing", tree.display())));
            }
            continue;
        }
        let found = reported(id, &tree, registry)?;
        let lines = |what: &str, places: BTreeSet<&Place>| -> Vec<String> {
            places.iter().map(|(file, line)| format!("{}: {what}: {id} at {file}:{line}", tree.display())).collect()
        };
        wrong.extend(lines("not found", expected.difference(&found).collect()));
        wrong.extend(lines("unexpected", found.difference(&expected).collect()));
    }
    Ok(wrong)
}

/// The places of one side of `expected.toml`; those of other rules are left out.
fn places(table: &toml::Table, side: &str, id: &str) -> Result<BTreeSet<Place>, String> {
    let none = Vec::new();
    let list = table.get(side).map_or(Ok(&none), |v| v.as_array().ok_or(format!("`{side}` is a list")))?;
    let mut out = BTreeSet::new();
    for entry in list {
        if entry.get("rule").and_then(toml::Value::as_str).is_some_and(|rule| rule != id) {
            continue;
        }
        let file = entry.get("file").and_then(toml::Value::as_str);
        let line = entry.get("line").and_then(toml::Value::as_integer).and_then(|n| u32::try_from(n).ok());
        let (Some(file), Some(line)) = (file, line) else {
            return Err(format!("an entry of `{side}` needs `file` and `line`"));
        };
        out.insert((file.to_owned(), line));
    }
    Ok(out)
}

/// Where the rule reports on a tree.
fn reported(id: &str, tree: &Path, registry: &Arc<Registry>) -> Result<BTreeSet<Place>, Failure> {
    let request = Request {
        cargo: crate::cargo::Selection::default(),
        path: tree.to_path_buf(),
        root: Some(tree.to_path_buf()),
        allow_read: Vec::new(),
        definitions: Vec::new(),
        platform: None,
        configured: Configured::default(),
        projects: Vec::new(),
        exclude: ignore::gitignore::Gitignore::empty(),
        registry: Arc::clone(registry),
        rules: Settings { pedantic: true, ..Settings::default() },
    };
    let analysis = analyse(&request)?;
    let findings = analysis.findings.iter().filter(|finding| *finding.rule == *id);
    Ok(findings
        .map(|finding| {
            let file = analysis.sources.get(finding.primary.span.file);
            let relative = file.path().strip_prefix(&analysis.root).unwrap_or(file.path());
            (relative.to_string_lossy().into_owned(), file.position(finding.primary.span.start).line)
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_one_rule() {
        let text = "good = []\n[[bad]]\nfile = \"a\"\nline = 3\n[[bad]]\nrule = \"other\"\n";
        let table: toml::Table = text.parse().unwrap();
        assert_eq!(places(&table, "bad", "mine").unwrap(), BTreeSet::from([("a".to_owned(), 3)]));
        assert!(places(&table, "bad", "other").is_err());
        assert!(places(&table, "good", "mine").unwrap().is_empty());
    }
}
