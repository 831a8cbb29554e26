//! `proof.toml` and `system.toml`: what is done to both trees, and what each must show.

use regex::{Regex, RegexBuilder};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A whole file. `bad`/`good` of a rule are called `fault`/`repaired` in a system.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// What the pair shows, one sentence.
    pub about: String,
    /// The hazard catalogue's names of what is shown; for readers.
    #[serde(default, rename = "catalogue")]
    pub _catalogue: Vec<String>,
    /// The proof is left out with a cmake of this major version or later (policies that it needs are gone).
    pub cmake_below: Option<u32>,
    /// Programs beside cmake, ninja and gcc without which the proof is left out.
    #[serde(default)]
    pub needs: Vec<String>,
    pub steps: Vec<Step>,
    /// What the faulty tree shows. Absent in a trap: `bad` only looks like the hazard, and both trees must do what `good` says.
    #[serde(alias = "fault")]
    pub bad: Option<Expected>,
    #[serde(alias = "repaired")]
    pub good: Expected,
    /// The faulty tree with some files of the repaired one: what still fails then.
    #[serde(default)]
    pub partly: Vec<Partly>,
    /// The hazards of a system, which the linter's tests read; the proofs do not.
    #[serde(default, rename = "hazards")]
    pub _hazards: Vec<toml::Table>,
}

/// One step; its name is that of what it does unless it has one of its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub name: Option<String>,
    /// Arguments of `cmake -S source -B tree`.
    pub configure: Option<Vec<String>>,
    /// Arguments of `cmake --build tree`.
    pub build: Option<Vec<String>>,
    /// Prefix of `cmake --install tree`.
    pub install: Option<String>,
    /// A program and its arguments, in the project's folder.
    pub run: Option<Vec<String>>,
    /// The source folder that is configured; the project's folder if absent.
    pub source: Option<String>,
    /// The build tree; `build` if absent.
    pub tree: Option<String>,
    /// The folder that a `run` starts in, below the project's.
    pub folder: Option<String>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
}

/// What one tree must show.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// The step that must fail; all must succeed if absent.
    pub fails_at: Option<String>,
    /// A regular expression (`^` and `$` match at lines) that the output of that step, or of all of them, must match.
    pub output: String,
}

/// A stage between faulty and repaired: shows that the hazards of a system are several.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Partly {
    /// Files that are taken from the repaired tree.
    pub take: Vec<String>,
    pub shows: Expected,
}

impl Step {
    /// The step's name for `fails_at` and for reports.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(match () {
            () if self.configure.is_some() => "configure",
            () if self.build.is_some() => "build",
            () if self.install.is_some() => "install",
            () => "run",
        })
    }

    fn kinds(&self) -> usize {
        [self.configure.is_some(), self.build.is_some(), self.install.is_some(), self.run.is_some()]
            .iter()
            .filter(|k| **k)
            .count()
    }
}

/// Compiles a pattern of a proof: `^` and `$` match at lines.
pub fn pattern(text: &str) -> Result<Regex, String> {
    RegexBuilder::new(text).multi_line(true).build().map_err(|e| format!("bad regular expression: {e}"))
}

/// Reads and checks a file.
///
/// # Errors
/// What is wrong in it: syntax, unknown keys, a step that does nothing or two things, a `fails_at` that names no step.
pub fn read(file: &Path) -> Result<Spec, String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    parse(&text)
}

/// [`read`] for a text.
pub fn parse(text: &str) -> Result<Spec, String> {
    let spec: Spec = toml::from_str(text).map_err(|e| e.to_string())?;
    if spec.steps.is_empty() || spec.about.trim().is_empty() {
        return Err("`about` and `steps` must say something".to_owned());
    }
    for step in &spec.steps {
        if step.kinds() != 1 {
            return Err(format!("step `{}`: exactly one of configure, build, install, run", step.name()));
        }
        if step.run.as_ref().is_some_and(Vec::is_empty) {
            return Err(format!("step `{}` runs nothing", step.name()));
        }
    }
    let expected =
        || [Some(&spec.good), spec.bad.as_ref()].into_iter().flatten().chain(spec.partly.iter().map(|p| &p.shows));
    for name in expected().filter_map(|e| e.fails_at.as_deref()) {
        let count = spec.steps.iter().filter(|s| s.name() == name).count();
        if count != 1 {
            return Err(format!("`fails_at = \"{name}\"` names {count} steps"));
        }
    }
    if spec.good.fails_at.is_some() {
        return Err("the good tree must not fail".to_owned());
    }
    if spec.bad.is_none() && !spec.partly.is_empty() {
        return Err("a trap has no stages".to_owned());
    }
    for expected in expected() {
        pattern(&expected.output)?;
    }
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = r#"
about = "a pair"
[[steps]]
configure = ["-DX=ON"]
[[steps]]
build = []
[[steps]]
run = ["./build/app"]
[bad]
fails_at = "run"
output = "undefined symbol: x$"
[good]
output = "^ok$"
"#;

    #[test]
    fn plain_proof_is_read() {
        let spec = parse(PLAIN).expect("a proof");
        let names: Vec<&str> = spec.steps.iter().map(Step::name).collect();
        assert_eq!(names, ["configure", "build", "run"]);
        let bad = spec.bad.expect("what the bad tree shows");
        assert!(pattern(&bad.output).expect("pattern").is_match("a\nundefined symbol: x\nb"));
    }

    #[test]
    fn system_names_are_aliases() {
        let text = PLAIN.replace("[bad]", "[fault]").replace("[good]", "[repaired]");
        assert_eq!(parse(&text).expect("a system").good.output, "^ok$");
    }

    #[test]
    fn mistakes_are_named() {
        let wrong = |from: &str, to: &str| parse(&PLAIN.replace(from, to)).expect_err("must be refused");
        assert!(wrong("\"run\"\n", "\"rum\"\n").contains("names 0 steps"));
        assert!(wrong("build = []", "build = []\nrun = [\"x\"]").contains("exactly one"));
        assert!(wrong("[\"./build/app\"]", "[]").contains("runs nothing"));
        assert!(wrong("^ok$", "(").contains("regular expression"));
        assert!(wrong("about", "abuot").contains("abuot"));
        assert!(wrong("[good]", "[good]\nfails_at = \"run\"").contains("must not fail"));
    }
}
