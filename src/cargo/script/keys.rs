//! The keys of what a build script tells cargo.
//!
//! Source: The Cargo Book, "Build Scripts", "Outputs of the Build Script"
//! (<https://doc.rust-lang.org/cargo/reference/build-scripts.html#outputs-of-the-build-script>), and of the same page "The `links` Manifest Key"
//! for `metadata`. `rustc-cdylib-link-arg` is in no list there: it is the older name of `rustc-link-arg-cdylib`, which cargo takes still.
use super::UNKNOWN;

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
        && (FAMILIES.iter().any(|family| key.trim().starts_with(family)) || instruction(&spelt))
}

/// The key that is likely meant by an unknown one.
pub fn meant(key: &str) -> Option<&'static str> {
    let spelt = key.trim().to_ascii_lowercase().replace('_', "-");
    let words = |key: &str| {
        let mut words: Vec<String> = key.split('-').map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    let same = KNOWN.iter().copied().find(|known| words(known) == words(&spelt));
    // What belongs into the value (`rustc-link-lib:static`), or a kind of target that is spelt otherwise or that cargo does not have.
    let longest = || {
        let cut = |known: &&'static str| spelt.strip_prefix(*known)?.strip_prefix(|c: char| !c.is_alphanumeric());
        let head = KNOWN.iter().copied().filter(|known| cut(known).is_some()).max_by_key(|known| known.len())?;
        let rest = cut(&head)?;
        let kinds: Vec<&'static str> =
            KNOWN.iter().filter_map(|known| known.strip_prefix(head)?.strip_prefix('-')).collect();
        let kind = crate::rules::nearest(rest, kinds).first().copied();
        let whole =
            |kind: &str| KNOWN.iter().copied().find(|known| known.strip_prefix(head) == Some(&format!("-{kind}")));
        kind.and_then(whole).or(Some(head))
    };
    let near = || crate::rules::nearest(&spelt, KNOWN.iter().copied()).first().copied();
    same.or_else(longest).or_else(near)
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
        ] {
            assert!(is_meant(key), "{key}");
        }
        for key in ["rustc-link-arg", "rustc_version", "include", "link-target", "metadata", "rustc-cdylib-link-arg"] {
            assert!(!is_meant(key), "{key}");
        }
        assert!(!is_meant(&format!("rustc-{UNKNOWN}")));
    }

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
            ("rustc-link-lib:static", "rustc-link-lib"),
            ("rustc-link-search-native", "rustc-link-search"),
            ("rustc_link_lib", "rustc-link-lib"),
            (" rustc-link-lib", "rustc-link-lib"),
        ];
        for (key, expected) in cases {
            assert_eq!(meant(key), Some(expected), "{key}");
        }
        assert_eq!(meant("rustc-version-of-something"), None);
    }
}
