//! Where a crate speaks of a platform that it is built for.
use std::sync::OnceLock;

use regex::bytes::Regex;

use crate::cargo::platform::{Triple, holds};
use crate::cargo::{BuildScript, Cargo, Dependency, DependencyKind, Package};
use crate::comments::{Language, without_comments};
use crate::discover::Kind;
use crate::source::Span;

use super::Platform;

/// Words of features that are for other platforms than those which lack libraries.
pub(super) const ELSEWHERE: &[&str] = &["linux", "unix", "posix", "gnu", "gcc", "musl", "mingw", "freebsd", "android"];
/// Rust files of a package that are looked at.
const MOST_FILES: usize = 500;

/// A place that shows that a crate is built for a platform.
pub(super) struct Evidence {
    pub(super) span: Span,
    pub(super) label: String,
}

/// What is looked for in Rust code; the first group is the platform's name, as [`Platform::words`] has it.
struct Patterns {
    /// In a build script: a test of the target.
    script: Regex,
    /// In the sources of a crate: conditional compilation.
    source: Regex,
    /// A condition that ends the compilation.
    refusal: Regex,
    /// The condition of a whole file.
    whole: Regex,
    /// A use, at the left edge, of what is there on Unix only; the first group is an attribute on the line above.
    unix: Regex,
    /// A command of CI that builds all members of a workspace.
    whole_build: Regex,
}

fn patterns() -> Option<&'static Patterns> {
    static PATTERNS: OnceLock<Option<Patterns>> = OnceLock::new();
    let make = || {
        let cfg = r#"target_(?:os|env|vendor|family)\s*=\s*"(windows|msvc|macos|ios|apple)"|\bcfg(?:_attr)?!?\s*\([^{};"]{0,160}\b(windows)\b"#;
        Some(Patterns {
            script: Regex::new(&format!(
                r#"{cfg}|(msvc)|"(windows|macos|darwin|apple|ios)"|\b(apple)[-_]|CARGO_CFG_(WINDOWS)"#
            ))
            .ok()?,
            source: Regex::new(cfg).ok()?,
            refusal: Regex::new(r"cfg\(([^\]]*)\)\s*\]\s*(?:\w+::)*compile_error!").ok()?,
            whole: Regex::new(r"#!\[cfg\(([^\]]*)\)\s*\]").ok()?,
            unix: Regex::new(
                r"(?m)^(?:(#)\[[^\n]*\]\s*\n)?(?:pub\s+)?use\s+(?:std::os::unix|nix::(?:unistd|sys|fcntl|poll))\b",
            )
            .ok()?,
            whole_build: Regex::new(
                r"cargo\s[^\n]*\b(?:build|test|check|clippy|nextest)\s[^\n]*--(?:workspace|all)(?:\s|$)",
            )
            .ok()?,
        })
    };
    PATTERNS.get_or_init(make).as_ref()
}

/// Whether nothing says that a package is not for a target: a refusal in its code, or dependents that are all for others.
pub(super) fn is_built_for(cargo: &Cargo<'_>, package: &Package, triple: &Triple) -> bool {
    let Some(patterns) = patterns() else { return false };
    let condition = |found: Option<regex::bytes::Match<'_>>| {
        let text = std::str::from_utf8(found?.as_bytes()).ok()?;
        holds(&format!("cfg({text})"), triple)
    };
    let roots = package.library.iter().map(|library| &library.path);
    let roots: Vec<_> = roots.chain(package.bins.iter().map(|bin| &bin.path)).collect();
    let refused = cargo.files_of(package).iter().chain(package.build.as_ref()).take(MOST_FILES).any(|path| {
        let Ok(file) = cargo.sources.load(path) else { return false };
        let code = without_comments(file.bytes(), Language::C);
        let wrong = patterns.refusal.captures_iter(&code).any(|found| condition(found.get(1)) == Some(true));
        let whole = || patterns.whole.captures_iter(&code).any(|found| condition(found.get(1)) == Some(false));
        // The crate does not compile there (std, `os`; the crate nix: its features of Unix).
        let unix = || {
            holds("cfg(unix)", triple) == Some(false)
                && patterns.unix.captures_iter(&code).any(|found| found.get(1).is_none())
        };
        wrong || (roots.contains(&path) && (whole() || unix()))
    });
    let users = cargo.packages.iter().flat_map(|one| one.dependencies.iter().map(move |dependency| (one, dependency)));
    let users = users.filter(|(one, dependency)| {
        cargo.dependency(one, dependency).is_some_and(|found| found.folder == package.folder)
    });
    let mut users = users.map(|(_, dependency)| is_for(dependency, triple)).peekable();
    let left_out = users.peek().is_some() && users.all(|is_for| is_for == Some(false));
    !refused && !left_out
}

/// Whether a package, its build script or a script of the repository has one of some words.
pub(super) fn speaks_of(cargo: &Cargo<'_>, package: &Package, words: &[&str]) -> bool {
    let own = cargo.files_of(package).iter().take(MOST_FILES).chain(package.build.as_ref());
    let paths = own.map(std::path::PathBuf::as_path).chain([package.manifest.path()]);
    let scripts = cargo.inputs.of(Kind::Script).iter().map(std::path::PathBuf::as_path);
    paths.chain(scripts).filter_map(|path| cargo.sources.sandbox().read(path).ok()).any(|text| {
        let text = text.to_ascii_lowercase();
        words.iter().any(|word| memchr::memmem::find(&text, word.as_bytes()).is_some())
    })
}

/// Whether a dependency is there for a target.
fn is_for(dependency: &Dependency, triple: &Triple) -> Option<bool> {
    dependency.target.as_ref().map_or(Some(true), |key| holds(key, triple))
}

/// Where a package speaks of a platform. `leaves_out` says whether another script leaves the library out there.
pub(super) fn find(
    cargo: &Cargo<'_>,
    package: &Package,
    script: &BuildScript,
    platform: &Platform,
    leaves_out: &dyn Fn(&BuildScript) -> bool,
) -> Option<Evidence> {
    let patterns = patterns()?;
    let own = |span: Span| Evidence { span, label: format!("the crate is built for {}, too", platform.name) };
    if let Some(span) = named(script.source.bytes(), &patterns.script, platform.words) {
        return Some(own(Span::new(script.source.id(), span)));
    }
    if let Some(dependency) = package.dependencies.iter().find(|one| speaks(one, platform)) {
        return Some(own(dependency.key.span));
    }
    let aside = ["tests", "examples", "benches"].map(|folder| package.folder.join(folder));
    let sources = cargo.files_of(package).iter().filter(|path| !aside.iter().any(|folder| path.starts_with(folder)));
    let in_source = sources.take(MOST_FILES).find_map(|path| {
        let file = cargo.sources.load(path).ok()?;
        Some(Span::new(file.id(), named(file.bytes(), &patterns.source, platform.words)?))
    });
    if let Some(span) = in_source {
        return Some(own(span));
    }
    beside(cargo, package, platform, leaves_out).or_else(|| below(cargo, package, script, platform, patterns))
}

/// A build script of the same workspace, or of a package beside it that the workspace leaves out, that leaves the library out for the platform.
fn beside(
    cargo: &Cargo<'_>,
    package: &Package,
    platform: &Platform,
    leaves_out: &dyn Fn(&BuildScript) -> bool,
) -> Option<Evidence> {
    let patterns = patterns()?;
    let heads =
        |folder: Option<&std::path::Path>| cargo.workspaces.iter().any(|one| Some(one.folder.as_path()) == folder);
    let parent = package.folder.parent();
    let siblings = heads(parent);
    let others = cargo.packages.iter().filter(|one| {
        one.folder != package.folder && (one.home == package.home || (siblings && one.folder.parent() == parent))
    });
    others.filter_map(|one| cargo.script(one)).find_map(|other| {
        let range = named(other.source.bytes(), &patterns.script, platform.words)?;
        let label = format!("the same library is left out for {} here", platform.name);
        leaves_out(other).then(|| Evidence { span: Span::new(other.source.id(), range), label })
    })
}

/// A package that it depends on is made for the platform, its own script knows several, and CI builds the whole workspace there.
fn below(
    cargo: &Cargo<'_>,
    package: &Package,
    script: &BuildScript,
    platform: &Platform,
    patterns: &Patterns,
) -> Option<Evidence> {
    named(script.source.bytes(), &patterns.script, &["windows", "msvc", "macos", "apple", "darwin"])?;
    let own = package.dependencies.iter().filter(|one| one.kind == DependencyKind::Normal && !one.optional);
    let (one, made) = own.filter_map(|one| cargo.dependency(package, one)).find_map(|one| {
        let made = one.dependencies.iter().find(|dependency| {
            dependency.kind == DependencyKind::Normal
                && speaks(dependency, platform)
                && platform.triple().is_some_and(|triple| is_for(dependency, triple) == Some(true))
        })?;
        Some((one, made))
    })?;
    let label = format!(
        "`{}`, which it stands on, is built for {}, and CI builds the workspace there",
        one.name.text, platform.name
    );
    is_built_whole(cargo, package, platform, patterns).then_some(Evidence { span: made.key.span, label })
}

/// Whether a description of CI that names a runner of the platform has cargo build all members of the package's workspace.
fn is_built_whole(cargo: &Cargo<'_>, package: &Package, platform: &Platform, patterns: &Patterns) -> bool {
    if cargo.workspace_of(package).is_none_or(|home| home.packages.len() < 2) {
        return false;
    }
    let excluded = format!("--exclude {}", package.name.text);
    cargo.inputs.of(Kind::Script).iter().any(|path| {
        if path.extension().is_none_or(|suffix| suffix != "yml" && suffix != "yaml") {
            return false;
        }
        let Ok(file) = cargo.sources.load(path) else { return false };
        let text = without_comments(file.bytes(), Language::Hash);
        memchr::memmem::find(&text, platform.runner.as_bytes()).is_some()
            && patterns.whole_build.is_match(&text)
            && memchr::memmem::find(&text, excluded.as_bytes()).is_none()
    })
}

/// Whether the table of a dependency names the platform: for it, or for all others.
fn speaks(dependency: &Dependency, platform: &Platform) -> bool {
    let Some(key) = &dependency.target else { return false };
    let is_for = platform.triple().and_then(|triple| is_for(dependency, triple)) == Some(true);
    platform.words.iter().any(|word| key.contains(word)) && (is_for || key.contains("not("))
}

/// The first place outside of comments where a pattern finds one of the words.
fn named(text: &[u8], pattern: &Regex, words: &[&str]) -> Option<std::ops::Range<u32>> {
    let code = without_comments(text, Language::C);
    pattern.captures_iter(&code).find_map(|found| {
        let word = found.iter().skip(1).flatten().next()?;
        let name = std::str::from_utf8(word.as_bytes()).ok()?.to_ascii_lowercase();
        // A feature of that name says nothing of the platform.
        let before = code.get(..found.get(0)?.start()).unwrap_or_default().trim_ascii_end();
        let feature = before.strip_suffix(b"=").is_some_and(|before| before.trim_ascii_end().ends_with(b"feature"));
        (words.contains(&name.as_str()) && !feature).then(|| word.start() as u32..word.end() as u32)
    })
}
