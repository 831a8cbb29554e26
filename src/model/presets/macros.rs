//! Macros in preset files (cmake-presets(7), "Macro Expansion").
use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;

use super::Field;

/// `$env{}` that leads to `$env{}`, nested deeper than this, is not followed.
const DEEPEST: u32 = 16;
/// Macros that are replaced in all.
const MOST: u32 = 100_000;
/// Bytes of an expanded text.
const LONGEST: usize = 1 << 16;

/// What macros of one preset stand for.
pub(super) struct Scope<'a> {
    top: &'a Path,
    name: &'a str,
    generator: &'a str,
    fields: &'a BTreeMap<String, Field>,
    /// Macros that may still be replaced: they can double with each level.
    left: Cell<u32>,
}

/// The same in one file.
pub(super) struct At<'a> {
    scope: &'a Scope<'a>,
    folder: &'a Path,
}

impl<'a> Scope<'a> {
    pub(super) fn new(top: &'a Path, name: &'a str, generator: &'a str, fields: &'a BTreeMap<String, Field>) -> Self {
        Self { top, name, generator, fields, left: Cell::new(MOST) }
    }

    pub(super) fn at(&'a self, folder: &'a Path) -> At<'a> {
        At { scope: self, folder }
    }

    fn environment(&self, name: &str, depth: u32) -> Option<String> {
        match self.fields.get(&format!("environment/{name}")) {
            Some((json, folder)) => self.at(folder).nested(json.as_str().unwrap_or_default(), depth + 1),
            None => Some(String::new()),
        }
    }
}

impl At<'_> {
    /// The text with its macros replaced; nothing where one is not known.
    pub(super) fn expand(&self, text: &str) -> Option<String> {
        self.nested(text, 0)
    }

    fn nested(&self, text: &str, depth: u32) -> Option<String> {
        if depth > DEEPEST {
            return None;
        }
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            if let Some((kind, name, after)) = split(rest) {
                out.push_str(&self.value(kind, name, depth)?);
                rest = after;
            } else {
                out.push('$');
                rest = &rest[1..];
            }
            if out.len() > LONGEST {
                return None;
            }
        }
        out.push_str(rest);
        Some(out)
    }

    fn value(&self, kind: &str, name: &str, depth: u32) -> Option<String> {
        self.scope.left.set(self.scope.left.get().checked_sub(1)?);
        let top = self.scope.top;
        match (kind, name) {
            ("", "sourceDir") => Some(top.to_string_lossy().into_owned()),
            ("", "sourceParentDir") => Some(top.parent()?.to_string_lossy().into_owned()),
            ("", "sourceDirName") => Some(top.file_name()?.to_string_lossy().into_owned()),
            ("", "presetName") => Some(self.scope.name.to_owned()),
            ("", "generator") => Some(self.scope.generator.to_owned()),
            ("", "hostSystemName") => Some("Linux".to_owned()),
            ("", "fileDir") => Some(self.folder.to_string_lossy().into_owned()),
            ("", "dollar") => Some("$".to_owned()),
            ("", "pathListSep") => Some(":".to_owned()),
            ("env", _) => self.scope.environment(name, depth),
            ("penv", _) => Some(String::new()),
            _ => None,
        }
    }
}

/// `$kind{name}` at the head of a text: kind, name, what follows.
fn split(text: &str) -> Option<(&str, &str, &str)> {
    let (kind, rest) = text.strip_prefix('$')?.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    kind.bytes().all(|b| b.is_ascii_lowercase()).then_some((kind, name, after))
}

/// In `include` only `$penv{}` counts.
pub(super) fn parent_environment_only(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("$penv{") {
        out.push_str(&rest[..at]);
        match rest[at..].split_once('}') {
            Some((_, after)) => rest = after,
            None => return out,
        }
    }
    out.push_str(rest);
    out
}
