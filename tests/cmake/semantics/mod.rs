//! What snippets print, against what CMake 3.25.1 prints for them (`cmake -P`, `cmake -S` for those of several files).

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]
mod conditions;
mod functions;
mod project;
mod scopes;
mod texts;

use crate::eval::{Ask, Project, output};

fn check(files: &[(&str, &str)], expected: &str) {
    let facts = Project::new(files).evaluate(&Ask { all: false, system: Some("Linux"), ..Ask::default() });
    let got = output(&facts);
    if got != expected {
        let unknowns: Vec<_> = facts.unknowns.iter().map(|u| format!("{:?} {}", u.reason, u.what)).collect();
        let refused: Vec<_> = facts.forbidden.iter().map(|f| facts.texts.display(f.message)).collect();
        let lines = got.lines().zip(expected.lines()).enumerate();
        let first = lines.filter(|(_, (a, b))| a != b).map(|(n, (a, b))| format!("{n}: {a:?} for {b:?}"));
        let first: Vec<_> = first.collect();
        panic!("{}\ngot:\n{got}\nexpected:\n{expected}\n{unknowns:#?}\n{refused:#?}", first.join("\n"));
    }
}
