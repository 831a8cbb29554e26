//! Paths as reports write them.
use std::fmt::Write as _;
use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};

/// `path` relative to `root` where it lies below it, with `/`, each byte that is not UTF-8 percent-encoded.
pub(crate) fn portable(path: &Path, root: &Path) -> String {
    let relative = path.strip_prefix(root).unwrap_or(path);
    let text = encode(relative);
    if text.is_empty() { ".".to_owned() } else { text }
}

#[cfg(unix)]
fn encode(path: &Path) -> String {
    use std::os::unix::ffi::OsStrExt as _;
    let mut out = String::new();
    for chunk in path.as_os_str().as_bytes().utf8_chunks() {
        out.push_str(chunk.valid());
        for byte in chunk.invalid() {
            // Writing to a string does not fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(not(unix))]
fn encode(path: &Path) -> String {
    // Windows: an unpaired surrogate is the only thing that is not Unicode.
    let mut out = String::new();
    for (index, part) in path.components().enumerate() {
        if index > 0 {
            out.push('/');
        }
        for c in part.as_os_str().to_string_lossy().chars() {
            if c == char::REPLACEMENT_CHARACTER {
                let _ = write!(out, "%EF%BF%BD");
            } else {
                out.push(c);
            }
        }
    }
    out
}

/// What stands for itself in the path of a URI (RFC 3986, unreserved), and the slash.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// A relative reference for what lies below `base`, else a `file:` URI.
pub(super) fn uri(path: &Path, base: &Path) -> String {
    match path.strip_prefix(base) {
        Ok(relative) => encoded(relative),
        Err(_) => file_uri(path),
    }
}

/// The `file:` URI of a path (RFC 8089); that of a drive begins with a slash, too.
pub(super) fn file_uri(path: &Path) -> String {
    let encoded = encoded(path);
    let slash = if encoded.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{encoded}")
}

#[cfg(unix)]
fn encoded(path: &Path) -> String {
    use std::os::unix::ffi::OsStrExt as _;
    percent_encode(path.as_os_str().as_bytes(), PLAIN).to_string()
}

#[cfg(not(unix))]
fn encoded(path: &Path) -> String {
    percent_encode(path.to_string_lossy().replace('\\', "/").as_bytes(), PLAIN).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_below_the_root_are_relative() {
        let root = Path::new("/r");
        assert_eq!(portable(Path::new("/r/a/é.c"), root), "a/é.c");
        assert_eq!(portable(Path::new("/r"), root), ".");
        assert_eq!(portable(Path::new("/elsewhere/x"), root), "/elsewhere/x");
    }

    #[test]
    fn uris_are_relative_and_encoded() {
        let base = Path::new("/r");
        assert_eq!(uri(Path::new("/r/a b/%#?:é.c"), base), "a%20b/%25%23%3F%3A%C3%A9.c");
        assert_eq!(uri(Path::new("/q/x.c"), base), "file:///q/x.c");
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_not_utf8_are_encoded() {
        use std::os::unix::ffi::OsStrExt as _;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"/r/caf\xe9/100%"));
        assert_eq!(portable(path, Path::new("/r")), "caf%E9/100%");
    }
}
