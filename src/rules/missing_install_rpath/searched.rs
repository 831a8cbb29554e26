//! Folders that loaders search by themselves.

/// Folders below a prefix that the loader knows where the prefix is the system's: `/usr/lib`, `/usr/local/lib` and those of an
/// architecture (ld.so(8)).
pub(super) fn is_system(folder: &str) -> bool {
    let folder = folder.trim_start_matches('/');
    let folder = folder.strip_prefix("usr/local/").or_else(|| folder.strip_prefix("usr/")).unwrap_or(folder);
    match folder.split_once('/') {
        None => matches!(folder, "lib" | "lib64" | "lib32" | "libx32"),
        Some(("lib", rest)) => !rest.contains('/') && rest.contains("-linux-"),
        Some(_) => false,
    }
}

/// Whether the project itself names one of those folders from the system's root on: `usr/lib` is for no prefix but `/`.
pub(super) fn is_searched(folder: &str) -> bool {
    is_system(folder) && folder.trim_start_matches('/').starts_with("usr/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_the_system() {
        for known in ["lib", "lib64", "lib/x86_64-linux-gnu", "/usr/lib", "/usr/local/lib"] {
            assert!(is_system(known), "{known}");
        }
        for other in ["lib/tool", "", "bin", "libexec", "opt/lib/x", "/opt/tool/lib"] {
            assert!(!is_system(other), "{other}");
            assert!(!is_searched(other), "{other}");
        }
        assert!(is_searched("usr/lib") && is_searched("/usr/local/lib64") && !is_searched("lib"));
    }
}
