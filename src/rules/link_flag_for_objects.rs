//! Flags for the linker that a build script gives to `cc::Build`, which links nothing.
use std::collections::BTreeSet;

use crate::cargo::script::{Builder, UNKNOWN};
use crate::rules::{Context, Draft, Place, Sink};

/// Methods that add flags (docs.rs/cc, `Build`).
const METHODS: &[&str] = &["flag", "flags", "flag_if_supported"];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected().filter(|package| package.build.is_some()) {
        let Some(script) = cargo.script(package) else { continue };
        let mut seen = BTreeSet::new();
        for build in script.script.builds.iter().filter(|build| build.builder == Builder::Cc) {
            for call in build.calls.iter().filter(|call| METHODS.contains(&call.method.as_str())) {
                let Some(flag) = call.arguments.iter().find(|text| is_for_linker(text)) else { continue };
                let cond = cargo.conds.and(build.cond, call.cond);
                if !cond.is_possible() || !seen.insert(call.range.start) {
                    continue;
                }
                let place = Place::new(script.span(&call.range), "nothing is linked here");
                sink.report(
                    Draft::new(cond, place).named("package", package.name.text.clone()).named("flag", flag.clone()),
                );
            }
        }
    }
}

/// Whether a flag means nothing to a compiler that makes an object (gcc(1), "Options for Linking").
fn is_for_linker(text: &str) -> bool {
    !text.contains(UNKNOWN)
        && (text.starts_with("-Wl,")
            || matches!(text, "-rdynamic" | "-shared" | "-Xlinker" | "-static-libstdc++" | "-static-libgcc"))
}

#[cfg(test)]
mod tests {
    use super::is_for_linker;

    #[test]
    fn flags_that_no_object_needs() {
        assert!(is_for_linker("-Wl,--gc-sections"));
        assert!(is_for_linker("-rdynamic"));
        assert!(!is_for_linker("-Wall"));
        assert!(!is_for_linker("-Wlogical-op"));
        assert!(!is_for_linker("-pthread"));
    }
}
