//! Programs that are built for musl, where rustc links statically unless it is told not to (The Rust Reference, "Static and dynamic C
//! runtimes"): by the configuration's `build.target`, or by a command line of a script.
use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::cargo::{Cargo, Package};
use crate::discover::Kind;
use crate::source::Span;

/// What says that rustc is to link such programs dynamically.
const DYNAMIC: &[u8] = b"-crt-static";
/// The name of a target.
const TRIPLE: &str = r"[a-z0-9_]+-(?:[a-z0-9_]+-)?linux-musl[a-z0-9]*";

static BUILT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let commands = format!(
        r#"(?m)^[^#\n]*\b(?:cargo|cross)(?:\s+\+\S+)?\s+(?:build|install|b)\b[^\n]*\s--target[= ]"?({TRIPLE})"?[^\n]*"#
    );
    Regex::new(&commands).ok()
});
static CONFIGURED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!(r#"(?m)^\s*target\s*=\s*"({TRIPLE})""#)).ok());

/// Where a package's programs are built for musl, and the name of the target.
pub(super) fn target(cargo: &Cargo<'_>, package: &Package) -> Option<(Span, String)> {
    let text = |path: &std::path::PathBuf| cargo.sources.load(path).ok();
    let configs = || cargo.inputs.of(Kind::CargoConfig).iter().filter_map(text);
    let scripts = || cargo.inputs.of(Kind::Script).iter().filter_map(text);
    let says = |bytes: &[u8]| memchr::memmem::find(bytes, DYNAMIC).is_some();
    if configs().chain(scripts()).any(|file| says(file.bytes())) {
        return None;
    }
    let found = |pattern: &LazyLock<Option<Regex>>, file: &crate::source::SourceFile, is_of: &dyn Fn(&[u8]) -> bool| {
        let pattern = LazyLock::force(pattern).as_ref()?;
        pattern.captures_iter(file.bytes()).find_map(|captures| {
            let name = captures.get(1).filter(|_| captures.get(0).is_some_and(|whole| is_of(whole.as_bytes())))?;
            let range = u32::try_from(name.start()).ok()?..u32::try_from(name.end()).ok()?;
            Some((Span::new(file.id(), range), String::from_utf8_lossy(name.as_bytes()).into_owned()))
        })
    };
    let config = configs().find_map(|file| found(&CONFIGURED, &file, &|_| true));
    config.or_else(|| scripts().find_map(|file| found(&BUILT, &file, &|command| builds(command, package))))
}

/// Whether a command line builds a package: it names that one, or none.
fn builds(command: &[u8], package: &Package) -> bool {
    let text = String::from_utf8_lossy(command);
    let mut words = text.split([' ', '\t', '=', '"', '\'']).filter(|word| !word.is_empty());
    let mut named = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "-p" | "--package" | "--bin" => named.extend(words.next()),
            // Another workspace, or the library alone.
            "--manifest-path" | "--lib" | "--example" | "--examples" => return false,
            _ => {}
        }
    }
    let is_it = |name: &&str| *name == package.name.text || package.bins.iter().any(|bin| bin.name == **name);
    named.is_empty() || named.iter().any(is_it)
}
