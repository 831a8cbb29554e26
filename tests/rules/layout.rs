//! The fixture projects under `testdata/` are laid out as `testdata/README.md` says, and what they expect is really there.
//! That they fail and run as described is shown by `cargo xtask proofs`.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// `expected.toml` of a rule or a variant.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectedFile {
    good: Vec<Hazard>,
    bad: Vec<Hazard>,
}

/// The part of `system.toml` that says what the linter must find.
#[derive(Deserialize)]
struct SystemFile {
    hazards: Vec<Hazard>,
}

/// One expected finding.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hazard {
    /// The rule's id, or none for a hazard whose rule does not exist yet.
    rule: Option<String>,
    /// The catalogue's name; needed where there is no rule.
    catalogue: Option<String>,
    #[serde(default)]
    expected_missing: bool,
    /// Why the linter does not find it yet (tests/rules.rs reads that).
    #[serde(default, rename = "missing")]
    _missing: Option<String>,
    /// Whether it is shown with `--pedantic` only (tests/rules.rs reads that, too).
    #[serde(default, rename = "pedantic")]
    _pedantic: bool,
    /// What its advice says, among other things (tests/rules.rs reads that, too).
    #[serde(default, rename = "help")]
    _help: String,
    file: PathBuf,
    line: usize,
    /// A part of that line, so that a line that moved is noticed.
    text: String,
    #[serde(default)]
    witness: BTreeMap<String, String>,
}

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata")
}

fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut found: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).filter(|p| p.is_dir()).collect();
    found.sort();
    found
}

fn name(folder: &Path) -> String {
    folder.file_name().expect("a name").to_string_lossy().into_owned()
}

fn read<T: serde::de::DeserializeOwned>(file: &Path) -> T {
    let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

/// All files below a folder: path relative to it and content.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let walk = walkdir::WalkDir::new(folder).into_iter().map(|e| e.expect("an entry"));
    let files = walk.filter(|e| e.file_type().is_file());
    files
        .map(|e| {
            let below = e.path().strip_prefix(folder).expect("below the folder").to_owned();
            (below, fs::read(e.path()).expect("readable"))
        })
        .collect()
}

/// The hazard's line exists in `project` and has its text; the witness has names and values.
fn check_place(project: &Path, hazard: &Hazard) {
    let file = project.join(&hazard.file);
    let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let line = hazard.line.checked_sub(1).and_then(|index| text.lines().nth(index));
    let line = line.unwrap_or_else(|| panic!("{} has no line {}", file.display(), hazard.line));
    assert!(
        !hazard.text.trim().is_empty() && line.contains(&hazard.text),
        "{}:{}: `{line}` lacks `{}`",
        file.display(),
        hazard.line,
        hazard.text
    );
    // The value `*` stands for any.
    assert!(hazard.witness.iter().all(|(name, value)| !name.is_empty() && !value.is_empty()));
}

/// Both trees are projects, differ, and differ in few files: `good` is the fix of `bad`, not another project.
fn check_pair(bad: &Path, good: &Path) {
    let (faulty, repaired) = (tree(bad), tree(good));
    for (folder, files) in [(bad, &faulty), (good, &repaired)] {
        let builds = ["CMakeLists.txt", "Cargo.toml", "Makefile"];
        let has_project = files.keys().any(|path| builds.iter().any(|name| path.ends_with(name)));
        assert!(has_project, "{} has none of {builds:?}", folder.display());
    }
    let mut paths: Vec<&PathBuf> = faulty.keys().chain(repaired.keys()).collect();
    paths.sort();
    paths.dedup();
    let changed = paths.into_iter().filter(|path| faulty.get(*path) != repaired.get(*path)).count();
    assert!((1..=6).contains(&changed), "{}: {changed} files differ", bad.display());
}

fn check_fixture(folder: &Path, rule: &str, trap_allowed: bool) {
    let (bad, good) = (folder.join("bad"), folder.join("good"));
    // Cargo leaves folders with manifests of their own out of the crate that it packs, and says so by this file.
    let packed = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml.orig").exists();
    if packed && !bad.exists() && !good.exists() {
        return;
    }
    check_pair(&bad, &good);
    let proof: toml::Table = read(&folder.join("proof.toml"));
    let expected: ExpectedFile = read(&folder.join("expected.toml"));
    let trap = expected.bad.is_empty();
    assert!(!trap || trap_allowed, "{}: nothing is expected in bad", folder.display());
    assert_eq!(trap, name(folder).starts_with("trap-"), "{}: traps, and only they, are called so", folder.display());
    assert_eq!(
        trap,
        !proof.contains_key("bad"),
        "{}: proof.toml and expected.toml disagree on `bad`",
        folder.display()
    );
    assert!(expected.good.is_empty(), "{}: good must be silent", folder.display());
    // What follows the rule's own finding is a hazard that cannot be without it.
    let own = expected.bad.first().map(|hazard| hazard.rule.as_deref());
    assert!(trap || own == Some(Some(rule)), "{}", folder.display());
    for hazard in &expected.bad {
        assert!(
            !hazard.expected_missing && hazard.catalogue.is_none(),
            "{}: only systems have these",
            folder.display()
        );
        check_place(&bad, hazard);
    }
}

#[test]
fn rules_have_a_failing_and_a_repaired_project() {
    let rules = subfolders(&testdata().join("rules"));
    assert!(!rules.is_empty());
    for folder in rules {
        check_fixture(&folder, &name(&folder), false);
    }
}

#[test]
fn variants_belong_to_rules_that_have_fixtures() {
    for rule in subfolders(&testdata().join("variants")) {
        assert!(testdata().join("rules").join(name(&rule)).is_dir(), "{} is no rule", rule.display());
        for folder in subfolders(&rule) {
            check_fixture(&folder, &name(&rule), true);
        }
    }
}

#[test]
fn systems_name_their_hazards() {
    let systems = subfolders(&testdata().join("systems"));
    assert!(!systems.is_empty());
    for folder in systems {
        let fault = folder.join("fault");
        check_pair(&fault, &folder.join("repaired"));
        let system: SystemFile = read(&folder.join("system.toml"));
        assert!(!system.hazards.is_empty(), "{}: no hazards", folder.display());
        for hazard in &system.hazards {
            assert_eq!(
                hazard.rule.is_none(),
                hazard.expected_missing,
                "{}: a rule, or expected_missing",
                folder.display()
            );
            assert!(hazard.rule.is_some() || hazard.catalogue.is_some(), "{}: a nameless hazard", folder.display());
            if let Some(rule) = &hazard.rule {
                assert!(testdata().join("rules").join(rule).is_dir(), "{}: {rule} is no rule", folder.display());
            }
            check_place(&fault, hazard);
        }
    }
}
