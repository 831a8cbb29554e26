//! A line of a build script that cargo does not understand: its key is none of cargo's.
use crate::cargo::script::{UNKNOWN, keys};
use crate::cargo::{BuildScript, Cargo, Directive, Package};

use crate::nearest::nearest;
use crate::rules::{Context, Draft, Place, Severity, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected().filter(|package| package.build.is_some()) {
        let Some(script) = cargo.script(package) else { continue };
        for directive in &script.script.directives {
            look(cargo, package, script, directive, sink);
        }
    }
}

fn look(cargo: &Cargo<'_>, package: &Package, script: &BuildScript, directive: &Directive, sink: &mut Sink) {
    let word = directive.word.as_str();
    // Behind two colons nothing but cargo's own keys may stand.
    let refused = directive.strict && !word.contains(UNKNOWN) && !keys::is_known(word);
    let dropped = !directive.strict && keys::is_meant(word) && !is_read(cargo, package, word);
    if !refused && !dropped {
        return;
    }
    let meant = meant(word, &directive.value);
    let colons = if directive.strict { "::" } else { ":" };
    let draft = Draft::new(directive.cond, Place::new(script.span(&directive.range), "no key of cargo's"))
        .named("package", package.name.text.clone())
        .named("key", format!("cargo{colons}{word}"))
        .value(
            "fate",
            if refused { "the build ends with an error" } else { "it takes the line for metadata, and says nothing" },
        )
        .value("advice", advice(directive, meant));
    sink.report(if refused { draft.severity(Severity::Error) } else { draft });
}

/// What to print instead.
fn advice(directive: &Directive, meant: Option<&str>) -> String {
    let colons = if directive.strict { "::" } else { ":" };
    match meant {
        Some(key) => format!("print `cargo{colons}{key}=…`"),
        None if directive.strict => {
            format!("metadata for other build scripts is printed as `cargo::metadata={}=…`", directive.word.trim())
        }
        None => "print one of the keys of \"Outputs of the Build Script\" in the cargo book".to_owned(),
    }
}

/// Whether it may be metadata indeed: the package has `links`, and a build script of the repository asks for it, or nothing of cargo's is
/// spelt alike.
fn is_read(cargo: &Cargo<'_>, package: &Package, word: &str) -> bool {
    if package.links.is_none() {
        return false;
    }
    let variable = format!("_{}", word.to_uppercase().replace('-', "_"));
    let mut scripts = cargo.packages.iter().filter_map(|one| cargo.script(one));
    meant(word, "").is_none()
        || scripts.any(|script| memchr::memmem::find(script.source.bytes(), variable.as_bytes()).is_some())
}

/// The key that is likely meant by an unknown one.
fn meant(key: &str, value: &str) -> Option<&'static str> {
    /// How libraries are linked (rustc(1), `-l`): what follows is the name of one.
    const KINDS: &[&str] = &["framework=", "static=", "dylib="];
    let spelt = key.trim().to_ascii_lowercase().replace('_', "-");
    let library = "rustc-link-lib";
    if library.starts_with(&spelt) && KINDS.iter().any(|kind| value.starts_with(kind)) {
        return Some(library);
    }
    let words = |key: &str| {
        let mut words: Vec<String> = key.split('-').map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    let same = keys::KNOWN.iter().copied().find(|known| words(known) == words(&spelt));
    // What belongs into the value (`rustc-link-lib:static`), or a kind of target that is spelt otherwise or that cargo does not have.
    let longest = || {
        let cut = |known: &&'static str| spelt.strip_prefix(*known)?.strip_prefix(|c: char| !c.is_alphanumeric());
        let head = keys::KNOWN.iter().copied().filter(|known| cut(known).is_some()).max_by_key(|known| known.len())?;
        let rest = cut(&head)?;
        let kinds: Vec<&'static str> =
            keys::KNOWN.iter().filter_map(|known| known.strip_prefix(head)?.strip_prefix('-')).collect();
        let kind = nearest(rest, kinds).first().copied();
        let whole = |kind: &str| {
            keys::KNOWN.iter().copied().find(|known| known.strip_prefix(head) == Some(&format!("-{kind}")))
        };
        kind.and_then(whole).or(Some(head))
    };
    let near = || nearest(&spelt, keys::KNOWN.iter().copied()).first().copied();
    // A word too many (`rerun-if-file-changed`).
    let parts: Vec<&str> = spelt.split('-').collect();
    let within = |known: &&'static str| known.contains('-') && known.split('-').all(|word| parts.contains(&word));
    let shorter = || keys::KNOWN.iter().copied().filter(within).max_by_key(|known| known.len());
    same.or_else(longest).or_else(shorter).or_else(near)
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn which_key_is_meant() {
        let cases = [
            ("rustc-link-args", "rustc-link-arg"),
            ("rustc-linker-arg", "rustc-link-arg"),
            ("rustc-link-args-bins", "rustc-link-arg-bins"),
            ("rustc-link-arg-program", "rustc-link-arg"),
            ("rustc-link-arg-example", "rustc-link-arg-examples"),
            ("rustc-link-bin-arg", "rustc-link-arg-bin"),
            ("rerun-if-changed-env", "rerun-if-env-changed"),
            ("rerun-if-file-changed", "rerun-if-changed"),
            ("rustc-link-lib:static", "rustc-link-lib"),
            ("rustc-link-search-native", "rustc-link-search"),
            ("rustc_link_lib", "rustc-link-lib"),
            (" rustc-link-lib", "rustc-link-lib"),
        ];
        for (key, expected) in cases {
            assert_eq!(meant(key, ""), Some(expected), "{key}");
        }
        assert_eq!(meant("rustc-version-of-something", ""), None);
    }
}
