//! Finding and reading the configuration.
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Config;
use crate::nearest::suggestion;
use crate::source::Sandbox;

/// The names of configuration files.
const FILES: [&str; 2] = ["linklint.toml", ".linklint.toml"];
const MANIFEST: &str = "Cargo.toml";
/// Where the configuration stands in a manifest.
const TABLES: [&str; 3] = ["workspace", "metadata", "linklint"];

/// A configuration with where it was read.
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    /// What it says.
    pub config: Config,
    /// The file; none when there is no configuration.
    pub file: Option<PathBuf>,
    text: String,
}

impl Loaded {
    /// An error about a place in the file: `file:line:column: message`.
    pub fn error(&self, span: Range<usize>, message: &str) -> String {
        let file = self.file.as_deref().unwrap_or(Path::new("configuration"));
        located(file, &self.text, span, message)
    }

    /// The folder that paths in it are relative to.
    pub fn folder(&self) -> Option<&Path> {
        self.file.as_deref().and_then(Path::parent)
    }
}

/// Finds the configuration of `path`: in its folder or the nearest one above it, up to the root. Two are an error.
pub fn find(path: &Path, root: &Path, sandbox: &Sandbox) -> Result<Loaded, String> {
    let mut file: Option<Loaded> = None;
    let mut manifest: Option<Loaded> = None;
    for folder in path.ancestors().take_while(|folder| folder.starts_with(root)) {
        let present: Vec<PathBuf> =
            FILES.iter().map(|name| folder.join(name)).filter(|path| sandbox.is_file(path)).collect();
        if let [one, other] = present.as_slice() {
            return Err(two(one, other));
        }
        if let (None, Some(path)) = (&file, present.first()) {
            file = Some(read(path, sandbox)?);
        }
        let path = folder.join(MANIFEST);
        if manifest.is_none() && sandbox.is_file(&path) {
            manifest = of_manifest(&path, sandbox)?;
        }
    }
    match (file, manifest) {
        (Some(file), Some(manifest)) => Err(two(
            file.file.as_deref().unwrap_or(path),
            format!("{} (workspace.metadata.linklint)", manifest.file.unwrap_or_default().display()).as_ref(),
        )),
        (one, other) => Ok(one.or(other).unwrap_or_default()),
    }
}

fn two(one: &Path, other: &Path) -> String {
    format!("there are two configurations, {} and {}; keep one of them", one.display(), other.display())
}

fn read(path: &Path, sandbox: &Sandbox) -> Result<Loaded, String> {
    let bytes = sandbox.read(path).map_err(|e| format!("the configuration cannot be read: {e}"))?;
    parse(path, bytes)
}

/// Reads a configuration file that the user names; it may lie anywhere.
pub fn read_file(path: &Path) -> Result<Loaded, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("the configuration {} cannot be read: {e}", path.display()))?;
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    parse(&path, bytes)
}

fn parse(path: &Path, bytes: Vec<u8>) -> Result<Loaded, String> {
    let text = String::from_utf8(bytes).map_err(|e| {
        let good = e.utf8_error().valid_up_to();
        format!("{}: the configuration is not UTF-8 (byte {good})", path.display())
    })?;
    let config = toml::from_str(&text).map_err(|e| told(path, &text, &e))?;
    Ok(Loaded { config, file: Some(path.to_path_buf()), text })
}

/// The configuration in a manifest, when there is one. What else is wrong with the manifest is cargo's to tell.
fn of_manifest(path: &Path, sandbox: &Sandbox) -> Result<Option<Loaded>, String> {
    let Ok(bytes) = sandbox.read(path) else { return Ok(None) };
    if memchr::memmem::find(&bytes, b"linklint").is_none() {
        return Ok(None);
    }
    let Ok(text) = String::from_utf8(bytes) else { return Ok(None) };
    let config = {
        let Ok(table) = DeTable::parse(&text) else { return Ok(None) };
        match within(table) {
            None => return Ok(None),
            Some(value) => Config::deserialize(value.into_deserializer()),
        }
    };
    let config = config.map_err(|e| told(path, &text, &e))?;
    Ok(Some(Loaded { config, file: Some(path.to_path_buf()), text }))
}

fn within(table: Spanned<DeTable<'_>>) -> Option<Spanned<DeValue<'_>>> {
    let span = table.span();
    let mut value = Spanned::new(span, DeValue::Table(table.into_inner()));
    for name in TABLES {
        let DeValue::Table(mut table) = value.into_inner() else { return None };
        value = table.remove(name)?;
    }
    Some(value)
}

/// What the reader of TOML says, with the place, and with what was meant.
fn told(path: &Path, text: &str, error: &toml::de::Error) -> String {
    let message = error.message();
    let mut quoted = message.split('`').skip(1).step_by(2);
    let unknown = message.starts_with("unknown field") || message.starts_with("unknown variant");
    let meant = match quoted.next().filter(|_| unknown) {
        Some(wrong) => suggestion(wrong, quoted),
        None => String::new(),
    };
    located(path, text, error.span().unwrap_or(0..0), &format!("{message}{meant}"))
}

fn located(path: &Path, text: &str, span: Range<usize>, message: &str) -> String {
    let before = text.get(..span.start.min(text.len())).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() + 1;
    let column = before.get(line_start..).map_or(0, |text| text.chars().count()) + 1;
    format!("{}:{line}:{column}: {message}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)], path: &str) -> Result<Loaded, String> {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        std::fs::create_dir_all(root.join(path)).unwrap();
        for (name, text) in files {
            std::fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            std::fs::write(root.join(name), text).unwrap();
        }
        let shown = format!("{}/", root.display());
        find(&root.join(path), &root, &Sandbox::new(&root, &[]).unwrap()).map_err(|e| e.replace(&shown, ""))
    }

    const CARGO: &str = "[workspace]\nmembers = []\n[workspace.metadata.linklint]\npedantic = true\n";

    #[test]
    fn the_nearest_is_taken() {
        let file = found(&[("linklint.toml", ""), ("a/.linklint.toml", "pedantic = true")], "a/b").unwrap();
        assert!(file.config.pedantic.unwrap() && file.file.unwrap().ends_with("a/.linklint.toml"));
        let none = found(&[("b/linklint.toml", ""), ("Cargo.toml", "[package]\nname = \"linklint\"\n")], "a").unwrap();
        assert!(none.file.is_none());
        let manifest = found(&[("Cargo.toml", CARGO)], "a/b").unwrap();
        assert!(manifest.config.pedantic.unwrap() && manifest.file.unwrap().ends_with("Cargo.toml"));
    }

    #[test]
    fn two_are_an_error_that_names_both() {
        let error = found(&[("linklint.toml", ""), (".linklint.toml", "")], "a").unwrap_err();
        assert_eq!(error, "there are two configurations, linklint.toml and .linklint.toml; keep one of them");
        let error = found(&[("linklint.toml", ""), ("a/Cargo.toml", CARGO)], "a").unwrap_err();
        assert!(error.contains("linklint.toml and a/Cargo.toml (workspace.metadata.linklint)"), "{error}");
    }

    #[test]
    fn errors_have_positions_and_what_was_meant() {
        let cases = [
            ("\nexlude = []\n", "linklint.toml:2:1: unknown field `exlude`", "(did you mean `exclude`?)"),
            (
                "[suppressions]\nunused = \"den\"\n",
                "linklint.toml:2:10: unknown variant `den`",
                "(did you mean `deny`?)",
            ),
            ("[rules]\nx = \"alow\"\n", "linklint.toml:2:5: unknown variant `alow`", "(did you mean `allow`?)"),
            ("[rules.x]\nlevl = \"allow\"\n", "linklint.toml:2:1: unknown field `levl`", "(did you mean `level`?)"),
            ("pedantic = 1\n", "linklint.toml:1:12: invalid type", ""),
            ("[[project]]\npth = \"x\"\n", "linklint.toml:2:1: unknown field `pth`", "(did you mean `path`?)"),
            ("a = = b", "linklint.toml:1:5:", ""),
        ];
        for (text, start, end) in cases {
            let error = found(&[("linklint.toml", text)], "").unwrap_err();
            assert!(error.starts_with(start) && error.ends_with(end), "{error}");
        }
        let error = found(&[("Cargo.toml", &CARGO.replace("pedantic", "pedantc"))], "").unwrap_err();
        assert!(error.starts_with("Cargo.toml:4:1: unknown field `pedantc`"), "{error}");
    }
}
