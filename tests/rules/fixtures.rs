//! Every rule on every fixture: what `expected.toml` and `system.toml` say is found, and nothing else is.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use linklint::analysis::configured::Configured;
use linklint::analysis::{Request, analyse};
use linklint::cargo::Selection;
use linklint::rules::Registry;
use linklint::rules::engine::Settings;
use linklint::rules::finding::{Confidence, Finding};
use linklint::source::SourceMap;

/// A finding as the fixtures state it.
#[derive(Debug, Clone)]
struct Expected {
    rule: String,
    file: String,
    line: u32,
    witness: BTreeMap<String, String>,
    /// Why it is not found yet; the test fails when it is.
    missing: Option<String>,
    /// Whether it is shown with `--pedantic` only.
    pedantic: bool,
    /// What its advice says, among other things.
    help: String,
}

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn folders(path: &Path) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> =
        std::fs::read_dir(path).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_dir()).collect();
    out.sort();
    out
}

fn registry() -> Arc<Registry> {
    static RULES: OnceLock<Arc<Registry>> = OnceLock::new();
    Arc::clone(RULES.get_or_init(|| Arc::new(Registry::built_in().unwrap())))
}

fn lint(path: &Path) -> (Vec<Finding>, SourceMap) {
    let request = Request {
        cargo: Selection::default(),
        path: path.to_path_buf(),
        root: Some(path.to_path_buf()),
        allow_read: Vec::new(),
        definitions: Vec::new(),
        platform: None,
        registry: registry(),
        rules: Settings { pedantic: true, ..Settings::default() },
        configured: Configured::default(),
        projects: Vec::new(),
        exclude: ignore::gitignore::Gitignore::empty(),
    };
    let analysis = analyse(&request).unwrap();
    (analysis.findings, analysis.sources)
}

fn entries(table: &toml::Table, key: &str) -> Vec<Expected> {
    let Some(list) = table.get(key).and_then(toml::Value::as_array) else { return Vec::new() };
    let mut out = Vec::new();
    for entry in list {
        let text = |k: &str| entry.get(k).and_then(toml::Value::as_str).map(str::to_owned);
        let Some(rule) = text("rule") else { continue };
        let witness = entry.get("witness").and_then(toml::Value::as_table).into_iter().flatten();
        out.push(Expected {
            pedantic: entry.get("pedantic").and_then(toml::Value::as_bool).unwrap_or(false),
            rule,
            help: text("help").unwrap_or_default(),
            file: text("file").unwrap(),
            line: u32::try_from(entry.get("line").and_then(toml::Value::as_integer).unwrap()).unwrap(),
            witness: witness.map(|(k, v)| (k.clone(), v.as_str().unwrap_or("*").to_owned())).collect(),
            missing: text("missing").or_else(|| {
                let expected_missing = entry.get("expected_missing").and_then(toml::Value::as_bool).unwrap_or(false);
                expected_missing.then(|| "no rule yet".to_owned())
            }),
        });
    }
    out
}

fn matches(expected: &Expected, finding: &Finding, sources: &SourceMap, root: &Path) -> bool {
    let file = sources.get(finding.primary.span.file);
    let relative = file.path().strip_prefix(root.canonicalize().unwrap()).unwrap_or(file.path()).to_path_buf();
    let settings: BTreeMap<_, _> = finding.condition.witness.settings.iter().cloned().collect();
    *finding.rule == *expected.rule
        && (finding.confidence == Confidence::Heuristic) == expected.pedantic
        && finding.help.as_deref().unwrap_or_default().contains(&expected.help)
        && relative == Path::new(&expected.file)
        && file.position(finding.primary.span.start).line == expected.line
        && expected
            .witness
            .iter()
            .all(|(name, value)| settings.get(name).is_some_and(|given| value == "*" || given == value))
}

fn describe(finding: &Finding, sources: &SourceMap) -> String {
    let file = sources.get(finding.primary.span.file);
    let line = file.position(finding.primary.span.start).line;
    let witness = &finding.condition.witness.settings;
    format!("{} at {}:{line} ({}) witness {witness:?}", finding.rule, file.path().display(), finding.message)
}

/// Checks one tree; gives what is wrong with it.
fn check(tree: &Path, expected: &[Expected]) -> Vec<String> {
    let (findings, sources) = lint(tree);
    let mut wrong = Vec::new();
    for one in expected {
        let found = findings.iter().any(|f| matches(one, f, &sources, tree));
        match (&one.missing, found) {
            (None, false) => wrong.push(format!("{}: not found: {one:?}", tree.display())),
            (Some(why), true) => wrong.push(format!("{}: found although «{why}»: {one:?}", tree.display())),
            _ => {}
        }
    }
    // What only few ask for may be on any project.
    for finding in findings.iter().filter(|finding| finding.confidence > Confidence::Heuristic) {
        if !expected.iter().any(|one| matches(one, finding, &sources, tree)) {
            wrong.push(format!("{}: unexpected: {}", tree.display(), describe(finding, &sources)));
        }
    }
    wrong
}

/// Whether a fixture is not in the crate that is packed: cargo leaves out folders with manifests of their own. Where it has put the
/// manifest as it was written is such a crate.
fn left_out(fixture: &Path) -> bool {
    repository().join("Cargo.toml.orig").exists() && !["bad", "good"].iter().any(|side| fixture.join(side).exists())
}

fn check_pairs(parents: &[PathBuf]) {
    assert!(!parents.is_empty());
    let mut wrong = Vec::new();
    for folder in parents.iter().filter(|folder| !left_out(folder)) {
        let text = std::fs::read_to_string(folder.join("expected.toml")).unwrap();
        let table: toml::Table = text.parse().unwrap();
        wrong.extend(check(&folder.join("bad"), &entries(&table, "bad")));
        wrong.extend(check(&folder.join("good"), &entries(&table, "good")));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_rule_reports_its_bad_project_and_nothing_on_any_other() {
    check_pairs(&folders(&repository().join("testdata/rules")));
}

#[test]
fn variants_and_traps() {
    let rules = folders(&repository().join("testdata/variants"));
    check_pairs(&rules.iter().flat_map(|rule| folders(rule)).collect::<Vec<_>>());
}

#[test]
fn systems_have_their_faults_and_repaired_ones_none() {
    let mut wrong = Vec::new();
    for folder in folders(&repository().join("testdata/systems")) {
        let text = std::fs::read_to_string(folder.join("system.toml")).unwrap();
        let table: toml::Table = text.parse().unwrap();
        wrong.extend(check(&folder.join("fault"), &entries(&table, "hazards")));
        wrong.extend(check(&folder.join("repaired"), &[]));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
