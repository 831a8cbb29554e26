//! A line of a build script that cargo does not understand: its key is none of cargo's.
use crate::cargo::script::{UNKNOWN, keys};
use crate::cargo::{BuildScript, Cargo, Directive, Package};

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
    let meant = keys::meant(word);
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
    keys::meant(word).is_none()
        || scripts.any(|script| memchr::memmem::find(script.source.bytes(), variable.as_bytes()).is_some())
}
