//! The keys of what a build script tells cargo.
//!
//! Source: The Cargo Book, "Build Scripts", "Outputs of the Build Script"
//! (<https://doc.rust-lang.org/cargo/reference/build-scripts.html#outputs-of-the-build-script>), and of the same page "The `links` Manifest Key"
//! for `metadata`. `rustc-cdylib-link-arg` is in no list there: it is the older name of `rustc-link-arg-cdylib`, which cargo takes still.
use super::UNKNOWN;
use crate::nearest::is_near;

/// The keys.
pub const KNOWN: &[&str] = &[
    "rerun-if-changed",
    "rerun-if-env-changed",
    "rustc-link-arg",
    "rustc-link-arg-cdylib",
    "rustc-link-arg-bin",
    "rustc-link-arg-bins",
    "rustc-link-arg-tests",
    "rustc-link-arg-examples",
    "rustc-link-arg-benches",
    "rustc-link-lib",
    "rustc-link-search",
    "rustc-flags",
    "rustc-cfg",
    "rustc-check-cfg",
    "rustc-env",
    "rustc-cdylib-link-arg",
    "error",
    "warning",
    "metadata",
];

/// How the keys begin that only cargo can mean.
const FAMILIES: &[&str] = &["rustc-", "rerun-"];

/// Whether cargo knows a key.
pub fn is_known(key: &str) -> bool {
    KNOWN.contains(&key)
}

/// Whether an unknown key is meant for cargo, and not for the build scripts of who depends on the package.
pub fn is_meant(key: &str) -> bool {
    let spelt = key.trim().to_ascii_lowercase().replace('_', "-");
    !key.contains(UNKNOWN)
        && !is_known(key)
        && (FAMILIES.iter().any(|family| key.trim().starts_with(family)) || instruction(&spelt) || is_misspelt(&spelt))
}

/// Whether a key is one of cargo's with a slip in it (`ruct-link-lib`): names that others chose are not as near to names as long as these.
fn is_misspelt(key: &str) -> bool {
    const MOST_WRONG: usize = 2;
    KNOWN.iter().any(|known| instruction(known) && is_near(key, known, MOST_WRONG))
}

/// Whether it is a key that begins as only cargo's do.
fn instruction(key: &str) -> bool {
    is_known(key) && FAMILIES.iter().any(|family| key.starts_with(family))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_for_cargo() {
        for key in [
            "rustc-link-args",
            "rustc-linker-arg",
            "rerun-if-changed-env",
            " rustc-link-lib",
            "rustc_link_lib",
            "rustc-link-lib ",
            "ruct-link-lib",
            "rutsc-link-search",
            "return-if-changed",
        ] {
            assert!(is_meant(key), "{key}");
        }
        for key in [
            "rustc-link-arg",
            "rustc_version",
            "include",
            "link-target",
            "metadata",
            "rustc-cdylib-link-arg",
            "link-lib",
        ] {
            assert!(!is_meant(key), "{key}");
        }
        assert!(!is_meant(&format!("rustc-{UNKNOWN}")));
    }
}
