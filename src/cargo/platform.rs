//! Targets of rustc by their triples, and what `cfg(…)` says of them (rust reference: "Conditional compilation").
use std::collections::BTreeSet;

use crate::cond::{Cond, Conds};

/// What `cfg` asks of a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Triple {
    /// The triple.
    pub name: &'static str,
    /// `target_os`.
    pub os: &'static str,
    /// `target_family`.
    pub family: &'static str,
    /// `target_arch`.
    pub arch: &'static str,
    /// `target_env`.
    pub env: &'static str,
    /// `target_vendor`.
    pub vendor: &'static str,
    /// CMake's variable for the system, by which conditions are made.
    pub system: &'static str,
}

const fn triple(
    name: &'static str,
    (arch, vendor, os, env): (&'static str, &'static str, &'static str, &'static str),
    family: &'static str,
    system: &'static str,
) -> Triple {
    Triple { name, os, family, arch, env, vendor, system }
}

/// Targets that people build on (rustc book, "Platform Support", tier 1 with host tools, and musl).
pub const HOSTS: &[Triple] = &[
    triple("x86_64-unknown-linux-gnu", ("x86_64", "unknown", "linux", "gnu"), "unix", "LINUX"),
    triple("aarch64-unknown-linux-gnu", ("aarch64", "unknown", "linux", "gnu"), "unix", "LINUX"),
    triple("x86_64-unknown-linux-musl", ("x86_64", "unknown", "linux", "musl"), "unix", "LINUX"),
    triple("x86_64-apple-darwin", ("x86_64", "apple", "macos", ""), "unix", "APPLE"),
    triple("aarch64-apple-darwin", ("aarch64", "apple", "macos", ""), "unix", "APPLE"),
    triple("x86_64-pc-windows-msvc", ("x86_64", "pc", "windows", "msvc"), "windows", "WIN32"),
    triple("x86_64-pc-windows-gnu", ("x86_64", "pc", "windows", "gnu"), "windows", "WIN32"),
];

/// Targets that people build for from elsewhere, or on their own (rustc book, "Platform Support", tiers 2 and 3).
pub const FURTHER: &[Triple] = &[
    triple("x86_64-unknown-freebsd", ("x86_64", "unknown", "freebsd", ""), "unix", "FREEBSD"),
    triple("x86_64-unknown-openbsd", ("x86_64", "unknown", "openbsd", ""), "unix", "OPENBSD"),
    triple("aarch64-unknown-linux-ohos", ("aarch64", "unknown", "linux", "ohos"), "unix", "LINUX"),
];

/// The condition that the target is one of [`HOSTS`], by their numbers.
pub fn on_hosts(conds: &Conds, triples: &BTreeSet<usize>) -> Cond {
    if triples.len() == HOSTS.len() {
        return Cond::TRUE;
    }
    let all = |system: &str| HOSTS.iter().enumerate().all(|(at, one)| one.system != system || triples.contains(&at));
    conds.any(triples.iter().filter_map(|at| HOSTS.get(*at)).map(|triple| match conds.platform(triple.system) {
        Some(system) if all(triple.system) => system,
        Some(system) => conds.and(system, conds.opaque(&format!("the target is {}", triple.name))),
        None => conds.opaque(&format!("the target is {}", triple.name)),
    }))
}

/// Nesting of `cfg` expressions that is followed.
const DEPTH: usize = 32;

/// Whether a key of `[target]` holds for a triple; None where that depends on something else.
pub fn holds(key: &str, triple: &Triple) -> Option<bool> {
    let key = key.trim();
    match key.strip_prefix("cfg(").and_then(|rest| rest.strip_suffix(')')) {
        Some(expression) => evaluate(expression, triple, 0),
        None => Some(key == triple.name),
    }
}

fn evaluate(text: &str, triple: &Triple, depth: usize) -> Option<bool> {
    let text = text.trim();
    if depth > DEPTH {
        return None;
    }
    for (word, all) in [("all", true), ("any", false)] {
        if let Some(inner) = call(text, word) {
            let mut result = Some(all);
            for part in parts(inner) {
                match evaluate(part, triple, depth + 1) {
                    Some(value) if value != all => return Some(!all),
                    Some(_) => {}
                    None => result = None,
                }
            }
            return result;
        }
    }
    if let Some(inner) = call(text, "not") {
        return evaluate(inner, triple, depth + 1).map(|value| !value);
    }
    match text.split_once('=') {
        Some((name, value)) => {
            let value = value.trim().trim_matches('"');
            Some(match name.trim() {
                "target_os" => triple.os == value,
                "target_family" => triple.family == value,
                "target_arch" => triple.arch == value,
                "target_env" => triple.env == value,
                "target_vendor" => triple.vendor == value,
                "target_pointer_width" => value == "64",
                "target_endian" => value == "little",
                _ => return None,
            })
        }
        None if text == "unix" || text == "windows" => Some(triple.family == text),
        None => None,
    }
}

fn call<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.strip_prefix(word)?.trim_start().strip_prefix('(')?.strip_suffix(')')
}

/// The parts between commas that stand in no brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0_usize, 0, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                found.push(text.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text.get(start..).unwrap_or_default());
    found.retain(|part| !part.trim().is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_triples() {
        let linux = HOSTS.first().unwrap();
        let windows = HOSTS.iter().find(|triple| triple.os == "windows").unwrap();
        let holds = |key: &str| (holds(key, linux), holds(key, windows));
        assert_eq!(holds("x86_64-unknown-linux-gnu"), (Some(true), Some(false)));
        assert_eq!(holds("cfg(unix)"), (Some(true), Some(false)));
        assert_eq!(holds("cfg(not(target_os = \"windows\"))"), (Some(true), Some(false)));
        assert_eq!(holds("cfg(all(unix, any(target_arch=\"x86_64\", target_env=\"sgx\")))"), (Some(true), Some(false)));
        assert_eq!(holds("cfg(all(unix, feature = \"x\"))"), (None, Some(false)));
        assert_eq!(holds("cfg(all())"), (Some(true), Some(true)));
    }

    #[test]
    fn nesting_is_bounded() {
        let deep = format!("cfg({}unix{})", "not(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(super::holds(&deep, &HOSTS[0]), None);
    }
}
