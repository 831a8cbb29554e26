//! Where scripts, CI descriptions and container files set `RUSTFLAGS`, read line by line.
use std::path::Path;
use std::sync::{Arc, OnceLock};

use regex::Regex;

use crate::source::{SourceFile, Span};

/// An assignment of a variable that replaces the rustflags of configurations.
#[derive(Debug)]
pub struct Assignment {
    /// `RUSTFLAGS` or `CARGO_ENCODED_RUSTFLAGS`.
    pub name: &'static str,
    /// The value; a part that is not known begins with `$`.
    pub value: String,
    /// The name with its value.
    pub span: Span,
    /// The file.
    pub file: Arc<SourceFile>,
    /// What stands where it holds: the rest of a script, or the job or step of a workflow.
    pub scope: String,
}

impl Assignment {
    /// The words of the value, without a reference to the variable itself. None where a part is not known.
    pub fn words(&self) -> Option<Vec<&str>> {
        let own = |word: &&str| !matches!(word.trim_matches(['{', '}', '$', ':', '-']), "RUSTFLAGS" | "env.RUSTFLAGS");
        let separator = |c: char| c.is_ascii_whitespace() || c == '\u{1f}';
        let words: Vec<&str> = self.value.split(separator).filter(|word| !word.is_empty()).filter(own).collect();
        (!words.iter().any(|word| word.contains(['$', '`', '%']))).then_some(words)
    }

    /// Whether something that is linked is made where it holds, as far as the text says.
    pub fn builds(&self) -> bool {
        static BUILD: OnceLock<Option<Regex>> = OnceLock::new();
        // `cargo install NAME` builds the program of somebody else.
        let pattern =
            r"\b(cargo|cross)\b[^\n|;&]*?\s((b|build|r|run|t|test|nextest|bench|rustc)\b|install\s[^\n|;&]*--path\b)";
        let build = BUILD.get_or_init(|| Regex::new(pattern).ok());
        build.as_ref().is_some_and(|build| build.is_match(&self.scope))
    }

    /// Whether cargo itself is run where it holds: then the text tells what for.
    pub fn runs_cargo(&self) -> bool {
        let mut words = self.scope.split(|c: char| c.is_ascii_whitespace() || "\"'@;&|()".contains(c));
        words.any(|word| matches!(word, "cargo" | "cross"))
    }
}

/// As many assignments of a file are read.
const MOST: usize = 64;

/// The assignments in a file.
pub(super) fn read(file: &Arc<SourceFile>) -> Vec<Assignment> {
    static ASSIGNED: OnceLock<Option<Regex>> = OnceLock::new();
    let pattern = r"(?m)^(?P<lead>[^#\n]*?)\b(?P<all>(?P<name>CARGO_ENCODED_RUSTFLAGS|RUSTFLAGS)(?P<op>\s*:\s+|=|\s+)(?P<value>[^\n]*))$";
    let Some(assigned) = ASSIGNED.get_or_init(|| Regex::new(pattern).ok()) else { return Vec::new() };
    let Ok(text) = std::str::from_utf8(file.bytes()) else { return Vec::new() };
    let yaml = is_yaml(file.path());
    let mut found = Vec::new();
    for groups in assigned.captures_iter(text) {
        // Each keeps the text that it holds for: nobody writes more.
        if found.len() >= MOST {
            break;
        }
        let (Some(lead), Some(op), Some(value), Some(all)) =
            (groups.name("lead"), groups.name("op"), groups.name("value"), groups.name("all"))
        else {
            continue;
        };
        let Some(form) = form(lead.as_str(), op.as_str(), yaml) else { continue };
        let (shown, length) = form.value(value.as_str());
        if shown.trim().is_empty() {
            continue;
        }
        let end = value.start() + length;
        found.push(Assignment {
            name: if groups.name("name").is_some_and(|name| name.as_str() == "RUSTFLAGS") {
                "RUSTFLAGS"
            } else {
                "CARGO_ENCODED_RUSTFLAGS"
            },
            value: shown.to_owned(),
            span: Span::new(file.id(), all.start() as u32..end as u32),
            file: Arc::clone(file),
            scope: form.scope(text, lead.start(), end),
        });
    }
    found
}

/// Whether the suffix says YAML.
fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yml" || extension == "yaml")
}

/// How a variable is set.
#[derive(Clone, Copy)]
enum Form {
    /// A key of YAML.
    Key,
    /// For what follows in a script.
    Export,
    /// For one command.
    Prefix,
    /// Of a container file, for what follows.
    Env,
}

/// The form that what stands before and behind the name has.
fn form(lead: &str, op: &str, yaml: bool) -> Option<Form> {
    let before = lead.trim();
    let last = before.rsplit([' ', '\t', '&', ';', '|', '(']).next().unwrap_or_default();
    let prefix = last.is_empty() || last.contains('=') || matches!(last, "env" | "run:" | "-" | "sudo" | "exec");
    match op.trim() {
        ":" => (yaml && matches!(before, "" | "-")).then_some(Form::Key),
        "" => (before == "ENV").then_some(Form::Env),
        _ if before == "ENV" => Some(Form::Env),
        _ if last == "export" => Some(Form::Export),
        _ => prefix.then_some(Form::Prefix),
    }
}

impl Form {
    /// The value without quotes, and how far it reaches.
    fn value(self, text: &str) -> (&str, usize) {
        let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''));
        if let Some(quote) = quote {
            let inner = text.get(1..).unwrap_or_default();
            let length = inner.find(quote).unwrap_or(inner.len());
            return (inner.get(..length).unwrap_or_default(), (length + 2).min(text.len()));
        }
        let end = match self {
            Self::Key => text.find(" #").unwrap_or(text.len()),
            Self::Env => text.len(),
            Self::Export | Self::Prefix => text.find([' ', '\t', ';', '&', '|', ')']).unwrap_or(text.len()),
        };
        let value = text.get(..end).unwrap_or_default().trim_end();
        (value, value.len())
    }

    /// The text in which it holds.
    fn scope(self, text: &str, line: usize, end: usize) -> String {
        match self {
            Self::Key => job(text, line),
            Self::Export | Self::Env => until_changed(text.get(end..).unwrap_or_default()),
            Self::Prefix => text.get(end..).unwrap_or_default().lines().next().unwrap_or_default().to_owned(),
        }
    }
}

/// The part of a script up to where the variable is taken away or set anew.
fn until_changed(text: &str) -> String {
    let changes = |line: &&str| {
        let line = line.trim_start();
        let names = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == "RUSTFLAGS");
        let anew =
            line.starts_with("export RUSTFLAGS=") && !line.contains("$RUSTFLAGS") && !line.contains("${RUSTFLAGS");
        line.starts_with("unset ") && names || anew
    };
    // What stands on the line itself is the rest of the assignment.
    text.lines()
        .enumerate()
        .take_while(|(at, line)| *at == 0 || !changes(line))
        .map(|(_, line)| line)
        .collect::<Vec<_>>()
        .join("\n")
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '-']).len()
}

/// The mapping that holds the `env:` whose key stands in the line that begins there.
fn job(text: &str, line: usize) -> String {
    let own = indent(text.get(line..).unwrap_or_default().lines().next().unwrap_or_default());
    let before: Vec<&str> = text.get(..line).unwrap_or_default().lines().collect();
    let blank = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    // `env:` is the nearest line above that is indented less; its neighbours are what it holds for.
    let Some(env) = before.iter().rposition(|line| !blank(line) && indent(line) < own) else { return text.to_owned() };
    let level = before.get(env).map_or(0, |line| indent(line));
    let from = before.get(..env).unwrap_or_default();
    let begins_item = |line: &&str| indent(line) == level && line.trim_start().starts_with('-');
    let start = from.iter().rposition(|line| !blank(line) && (indent(line) < level || begins_item(line)));
    let start = start.unwrap_or(0);
    let after = text.get(line..).unwrap_or_default().lines().take_while(|line| blank(line) || indent(line) >= level);
    let mut scope: Vec<&str> = from.get(start..).unwrap_or_default().to_vec();
    for (number, line) in after.enumerate() {
        if number > 0 && !blank(&line) && begins_item(&line) {
            break;
        }
        scope.push(line);
    }
    scope.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Sandbox, SourceMap};

    fn assignments(name: &str, text: &str) -> Vec<(String, bool)> {
        let sources = SourceMap::new(Sandbox::nowhere());
        let file = sources.insert(name.into(), text.as_bytes().into());
        read(&file).into_iter().map(|one| (one.value.clone(), one.builds())).collect()
    }

    #[test]
    fn shells_and_container_files() {
        assert_eq!(
            assignments("/a.sh", "export RUSTFLAGS=\"-D warnings\"\ncargo build"),
            [("-D warnings".into(), true)]
        );
        assert_eq!(assignments("/a.sh", "A=1 RUSTFLAGS='-g' cargo +nightly test; x"), [("-g".into(), true)]);
        assert_eq!(assignments("/a.sh", "# RUSTFLAGS=-g cargo b\necho \"no RUSTFLAGS\"\nX_RUSTFLAGS=1"), []);
        assert_eq!(assignments("/Dockerfile", "ENV RUSTFLAGS -C x=y\nRUN cargo clippy"), [("-C x=y".into(), false)]);
        assert_eq!(assignments("/a.sh", "RUSTFLAGS= cargo build"), []);
        let lint = "export RUSTFLAGS='-g'\ncargo clippy\nunset RUSTFLAGS\ncargo build";
        assert_eq!(assignments("/a.sh", lint), [("-g".into(), false)]);
        assert_eq!(assignments("/a.sh", "RUSTFLAGS=-g cargo install cargo-deny"), [("-g".into(), false)]);
        assert_eq!(assignments("/a.sh", "RUSTFLAGS=-g cargo install --path ."), [("-g".into(), true)]);
    }

    #[test]
    fn jobs_of_workflows() {
        let text = "jobs:\n  lint:\n    env:\n      RUSTFLAGS: -D warnings\n    steps:\n      - run: cargo clippy\n  \
                    test:\n    steps:\n      - run: cargo test\n        env:\n          RUSTFLAGS: \"-g\" # x\n      - run: cargo fmt\n";
        assert_eq!(assignments("/ci.yml", text), [("-D warnings".into(), false), ("-g".into(), true)]);
        assert_eq!(
            assignments("/ci.yml", "env:\n  RUSTFLAGS: -g\njobs:\n  - run: cargo build\n"),
            [("-g".into(), true)]
        );
    }
}
