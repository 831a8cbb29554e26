//! `linklint explain` and `linklint rules`.
use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::json;

use super::{Exit, ListFormat, complain, ended, print};
use crate::nearest::suggestion;
use crate::report::clean::harmless_lines;
use crate::rules::metadata::{Fixes, Metadata, OnUnknown, OptionSpec, OptionValue};
use crate::rules::registry::{Registry, Rule};

/// Prints what a rule is about.
pub(super) fn explain(id: &str, folders: &[PathBuf]) -> Exit {
    let registry = match load(folders) {
        Ok(registry) => registry,
        Err(exit) => return exit,
    };
    let Some(rule) = registry.find(id) else {
        let meant = suggestion(id, registry.rules().iter().map(|rule| &*rule.id));
        complain(&format!("error: no rule `{}`{meant}; `linklint rules` lists them all", id.escape_debug()));
        return Exit::Usage;
    };
    // The README of a rule in a folder is a text of the project.
    ended(print(&harmless_lines(&explanation(rule)), false), Exit::Clean)
}

/// Prints all rules.
pub(super) fn list(format: ListFormat, folders: &[PathBuf]) -> Exit {
    let registry = match load(folders) {
        Ok(registry) => registry,
        Err(exit) => return exit,
    };
    let text = match format {
        ListFormat::Human => harmless_lines(&table(&registry)),
        ListFormat::Json => {
            let rules: Vec<_> = registry.rules().iter().map(|rule| object(&rule.metadata)).collect();
            format!("{:#}\n", json!({ "version": 1, "rules": rules }))
        }
    };
    ended(print(&text, false), Exit::Clean)
}

/// The built-in rules and those of folders.
fn load(folders: &[PathBuf]) -> Result<Registry, Exit> {
    let wrong = |error: &str| {
        complain(&format!("error: {error}"));
        Exit::Usage
    };
    Registry::with_folders(folders).map_err(|error| wrong(&error))
}

fn explanation(rule: &Rule) -> String {
    let m = &rule.metadata;
    let mut text = format!("{}\n\n", rule.readme.trim_end());
    // Writing to a string does not fail.
    let _ = writeln!(text, "Rule:        {} ({})", m.id, m.title);
    let _ = writeln!(text, "Severity:    {}", m.severity.name());
    let _ = writeln!(text, "Confidence:  {}", m.confidence.name());
    let _ = writeln!(text, "Unknown:     {}", unknown(m.unknown));
    let _ = writeln!(text, "Fix:         {}", fix(m.fix));
    let _ = writeln!(text, "Since:       {}", m.since);
    for (key, items) in [("Covers", &m.covers), ("Also called", &m.aliases), ("References", &m.references)] {
        for (at, item) in items.iter().enumerate() {
            let key = if at == 0 { format!("{key}:") } else { String::new() };
            let _ = writeln!(text, "{key:<12} {item}");
        }
    }
    for (at, option) in m.options.iter().enumerate() {
        let key = if at == 0 { "Options:" } else { "" };
        let _ = writeln!(text, "{key:<12} {} = {}: {}", option.name, value(&option.default), option.help);
    }
    text
}

fn table(registry: &Registry) -> String {
    let rules = registry.rules();
    if rules.is_empty() {
        return "no rules\n".to_owned();
    }
    let width = rules.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    let mut text = String::new();
    for rule in rules {
        let m = &rule.metadata;
        let line = format!("{:<width$}  {:<7}  {:<9}  {}", m.id, m.severity.name(), m.confidence.name(), m.title);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn object(m: &Metadata) -> serde_json::Value {
    json!({
        "id": m.id,
        "title": m.title,
        "severity": m.severity.name(),
        "confidence": m.confidence.name(),
        "unknown": unknown(m.unknown),
        "fix": fix(m.fix),
        "since": m.since,
        "references": m.references,
        "aliases": m.aliases,
        "covers": m.covers,
        "options": m.options.iter().map(option).collect::<Vec<_>>(),
    })
}

fn option(option: &OptionSpec) -> serde_json::Value {
    json!({ "name": option.name, "default": value(&option.default), "help": option.help })
}

fn value(value: &OptionValue) -> serde_json::Value {
    match value {
        OptionValue::Boolean(b) => json!(b),
        OptionValue::Integer(n) => json!(n),
        OptionValue::Text(text) => json!(text),
        OptionValue::List(items) => json!(items),
    }
}

fn unknown(unknown: OnUnknown) -> &'static str {
    match unknown {
        OnUnknown::Silent => "silent",
        OnUnknown::AtMost(confidence) => confidence.name(),
    }
}

fn fix(fix: Fixes) -> &'static str {
    match fix {
        Fixes::None => "none",
        Fixes::Safe => "safe",
        Fixes::Unsafe => "unsafe",
    }
}
