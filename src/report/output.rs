//! Files that reports are written to.
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file as a whole: readers see the old content or the new, never a part. What is no regular file (a pipe, a
/// device) is written to as it is.
pub fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // Through links: what they point at is replaced, not the link.
    let real = path.canonicalize();
    if let Ok(real) = &real
        && !real.is_file()
    {
        let mut out = BufWriter::new(File::options().write(true).open(real)?);
        write(&mut out)?;
        return out.flush();
    }
    let path = real.as_deref().unwrap_or(path);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let file = temporary(path, folder)?;
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.persist(path).map(|_| ()).map_err(|e| e.error)
}

/// A file beside `path`, with its permissions or those of any new file.
fn temporary(path: &Path, folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".linklint-").suffix(".tmp");
    #[cfg(unix)]
    let new = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(path.metadata().map_or(new, |meta| meta.permissions()));
    #[cfg(not(unix))]
    let _ = path;
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn put(path: &Path, text: &str) -> io::Result<()> {
        replace(path, |out| out.write_all(text.as_bytes()))
    }

    #[test]
    fn a_failure_leaves_what_was_there() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("report");
        put(&path, "old").unwrap();
        let failed = replace(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        put(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing temporary is left");
        assert!(put(&dir.path().join("missing/report"), "x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let dir = tempfile::tempdir().unwrap();
        let (real, link) = (dir.path().join("real"), dir.path().join("link"));
        put(&real, "old").unwrap();
        assert_ne!(fs::metadata(&real).unwrap().permissions().mode() & 0o044, 0, "others may read it, as usual");
        symlink(&real, &link).unwrap();
        put(&link, "new").unwrap();
        assert_eq!(fs::read_to_string(&real).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        put(Path::new("/dev/null"), "x").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
