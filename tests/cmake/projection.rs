//! All configurations against single ones: the facts of all configurations, projected onto the settings of one, are the
//! facts that the evaluation of that one finds. Runs on every fixture; `LINKLINT_PROJECTION=DIR:DIR` adds real projects.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use linklint::cmake::eval::facts::{Facts, TargetKind};
use linklint::cmake::eval::policy::Version;
use linklint::cmake::eval::value::Value;
use linklint::cmake::eval::{Environment, Files, Given, Limits, Names, Options, evaluate};
use linklint::cond::{Cond, SubjectKind};
use linklint::source::{Sandbox, SourceMap};

/// Properties whose elements are compared.
const PROPERTIES: &[&str] = &[
    "SOURCES",
    "LINK_LIBRARIES",
    "INTERFACE_LINK_LIBRARIES",
    "COMPILE_DEFINITIONS",
    "INTERFACE_COMPILE_DEFINITIONS",
    "LINK_OPTIONS",
    "COMPILE_OPTIONS",
];

/// Settings of one configuration.
type Settings = BTreeMap<String, String>;

struct Tree<'s> {
    root: PathBuf,
    files: Files<'s>,
}

impl Tree<'_> {
    fn evaluate(&self, all: bool, settings: &Settings) -> Facts {
        let parsed = self.files.all();
        let names = Names::scan(parsed.iter().map(|file| &**file));
        let given = settings.iter().map(|(n, v)| Given { name: n.clone(), kind: None, value: v.clone() });
        let options = Options {
            source_dir: self.root.clone(),
            binary_dir: self.root.join("@BUILD@"),
            given: given.collect(),
            system: Some("Linux".to_owned()),
            cmake: Version(3, 25, 1),
            all_configurations: all,
            packages: Vec::new(),
            by_wheels: Vec::new(),
            summaries: Vec::new(),
            limits: Limits::default(),
        };
        evaluate(&Environment { files: &self.files, options, names })
    }
}

fn cmake_files(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
        if kind.is_dir() {
            cmake_files(&path, out);
        } else if path.ends_with("CMakeLists.txt") || path.extension().is_some_and(|e| e == "cmake") {
            out.push(path);
        }
    }
}

/// What a condition becomes under settings: true, false, or open where something else decides.
fn decided(facts: &Facts, cond: Cond, settings: &Settings) -> Option<bool> {
    let mut left = cond;
    for subject in facts.conds.subjects(cond) {
        let info = facts.conds.subject_info(subject);
        if !matches!(info.kind, SubjectKind::Option | SubjectKind::Input) {
            continue;
        }
        let entry = facts.cache.get(&*info.name);
        // An entry that is only forced has no default: what nobody sets is not there before.
        let offered = entry.filter(|e| !e.offered.is_false());
        let default = offered.and_then(|e| e.default).and_then(|text| facts.texts.plain(text));
        let value = settings.get(&info.name).cloned().or(default.map(|d| d.to_string()));
        // Declared, but with a default that is computed: what it would be is not asked here.
        if value.is_none() && offered.is_some() {
            return None;
        }
        left = facts.conds.with_text(left, subject, value.as_deref());
    }
    match left {
        c if c.is_true() => Some(true),
        c if c.is_false() => Some(false),
        _ => None,
    }
}

/// What is there for sure, and what may be there beside it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    sure: BTreeSet<String>,
    open: BTreeSet<String>,
    /// Something that is not known by name may be there.
    vague: bool,
}

impl Seen {
    fn note(&mut self, holds: Option<bool>, name: Option<String>) {
        match (holds, name) {
            (Some(false), _) => {}
            (Some(true), Some(name)) => drop(self.sure.insert(name)),
            (None, Some(name)) => drop(self.open.insert(name)),
            (_, None) => self.vague = true,
        }
    }

    /// What this says and `one`, which has nothing open, contradicts.
    fn contradictions(&self, one: &Self) -> Vec<String> {
        let missing =
            self.sure.iter().filter(|name| !one.sure.contains(*name) && !one.vague && !one.open.contains(*name));
        let unexpected = one.sure.iter().filter(|n| !self.sure.contains(*n) && !self.open.contains(*n) && !self.vague);
        missing.map(|n| format!("only in all: {n}")).chain(unexpected.map(|n| format!("only in one: {n}"))).collect()
    }
}

fn elements(facts: &Facts, value: &Value, settings: &Settings, within: Cond) -> Seen {
    let mut seen = Seen::default();
    for elem in value.elems.iter() {
        let plain = facts.texts.plain(elem.text).filter(|_| facts.texts.is_known(elem.text));
        let holds = decided(facts, facts.conds.and(elem.cond, within), settings);
        match plain {
            // One text may hold several elements.
            Some(text) => {
                let each = text.split(';').filter(|one| !one.is_empty());
                each.for_each(|one| seen.note(holds, Some(one.to_owned())));
            }
            None => seen.note(holds, None),
        }
    }
    seen
}

/// Targets with their kinds, and the elements of their properties.
fn project(facts: &Facts, settings: &Settings) -> BTreeMap<String, Seen> {
    let mut out: BTreeMap<String, Seen> = BTreeMap::new();
    for (name, target) in &facts.targets {
        let built = target.definitions.iter().filter(|d| !d.imported && d.alias_of.is_none());
        let mut exists = Cond::FALSE;
        for definition in built {
            exists = facts.conds.or(exists, definition.cond);
            let shown = (definition.kind != TargetKind::Unknown).then(|| format!("{name} {:?}", definition.kind));
            out.entry("targets".to_owned()).or_default().note(decided(facts, definition.cond, settings), shown);
        }
        if decided(facts, exists, settings) != Some(true) {
            continue;
        }
        for property in PROPERTIES {
            let empty = Value::empty();
            let value = target.properties.get(*property).unwrap_or(&empty);
            out.insert(format!("{property} of {name}"), elements(facts, value, settings, exists));
        }
    }
    out
}

/// Targets of one configuration that all configurations do not know by name, unless some of theirs have names that nobody knows.
fn lacking<'f>(all: &'f Facts, one: &'f Facts) -> impl Iterator<Item = &'f str> {
    let is_open = |name: &str| name.contains(['$', '<']);
    let any_open = all.targets.iter().any(|(name, _)| is_open(name));
    let names = one.targets.iter().filter(|(_, target)| target.definitions.iter().any(|one| !one.imported));
    names.map(|(name, _)| &**name).filter(move |name| !any_open && !is_open(name) && !all.targets.contains_key(*name))
}

/// The contradictions between all configurations and some single ones.
fn check(root: &Path, rounds: u64) -> Vec<String> {
    let root = root.canonicalize().unwrap();
    let sources = SourceMap::new(Sandbox::new(&root, &[]).unwrap());
    let tree = Tree { files: Files::new(&sources), root: root.clone() };
    let mut files = Vec::new();
    cmake_files(&root, &mut files);
    files.sort();
    for file in &files {
        let _ = tree.files.parse(file);
    }
    let all = tree.evaluate(true, &Settings::new());
    let options: Vec<&str> = all.cache.iter().filter(|(_, e)| e.option).map(|(n, _)| &**n).collect();
    let mut wrong = Vec::new();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..rounds {
        let mut settings = Settings::new();
        for option in &options {
            // A generator of pseudo-random numbers (xorshift): the same settings in each run.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            settings.insert((*option).to_owned(), if state & 1 == 0 { "ON" } else { "OFF" }.to_owned());
        }
        let one = tree.evaluate(false, &settings);
        if one.forbidden.iter().any(|f| !f.cond.is_false()) {
            continue;
        }
        wrong.extend(lacking(&all, &one).map(|name| format!("target {name} is in one only ({settings:?})")));
        let (all, one) = (project(&all, &settings), project(&one, &Settings::new()));
        for (what, seen) in &all {
            let Some(other) = one.get(what) else { continue };
            wrong.extend(seen.contradictions(other).into_iter().map(|c| format!("{what}: {c} ({settings:?})")));
        }
    }
    wrong
}

/// Tops of the fixtures: folders with a CMakeLists.txt and none above them.
fn tops(folder: &Path, out: &mut Vec<PathBuf>) {
    if folder.join("CMakeLists.txt").is_file() {
        out.push(folder.to_path_buf());
        return;
    }
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut below: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(|p| p.is_dir()).collect();
    below.sort();
    for folder in &below {
        tops(folder, out);
    }
}

#[test]
fn single_configurations_agree_with_all_of_them() {
    let mut projects = Vec::new();
    tops(&Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata"), &mut projects);
    assert!(projects.len() > 50, "the fixtures were not found");
    let mut rounds = vec![4; projects.len()];
    for folder in std::env::var("LINKLINT_PROJECTION").unwrap_or_default().split(':').filter(|f| !f.is_empty()) {
        projects.push(PathBuf::from(folder));
        rounds.push(6);
    }
    let mut failures = Vec::new();
    for (project, rounds) in projects.iter().zip(rounds) {
        let wrong = check(project, rounds);
        failures.extend(wrong.into_iter().map(|w| format!("{}: {w}", project.display())));
    }
    assert!(failures.is_empty(), "{} contradictions:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_contradiction_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("CMakeLists.txt"),
        "project(x C)\noption(A \"\" OFF)\nif(A)\nadd_library(a STATIC a.c)\nelse()\nadd_library(a SHARED a.c b.c)\nendif()\n",
    )
    .unwrap();
    assert_eq!(check(folder.path(), 4), Vec::<String>::new());
    let names = |list: &[&str]| list.iter().map(|n| (*n).to_owned()).collect();
    let all = Seen { sure: names(&["a", "b"]), ..Seen::default() };
    let one = Seen { sure: names(&["a", "c"]), ..Seen::default() };
    assert_eq!(all.contradictions(&one), ["only in all: b", "only in one: c"]);
}
