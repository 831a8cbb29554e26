//! `--changed-since`: which findings a change touches.
//!
//! git is asked for the files of the revision (`ls-tree`) and nothing else: the files of the working tree are hashed here,
//! as git names blobs. A diff by git could run filters, monitors and diff programs that the folder's `.git/config` names.
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use rustc_hash::FxHashMap;

use crate::analysis::{Analysis, Failure};
use crate::discover;
use crate::rules::finding::{Diagnostic, Finding, Severity, code};
use crate::source::FileId;

/// Leaves the findings that have a place in a file that differs from its state in the revision.
pub(super) fn retain(analysis: &mut Analysis, revision: &str) -> Result<(), Failure> {
    let top = discover::find_root(&analysis.root);
    let commit = commit(&top, revision)?;
    let blobs = blobs(&top, &commit)?;
    let mut known: FxHashMap<FileId, bool> = FxHashMap::default();
    let sources = &analysis.sources;
    let mut changed = |id: FileId| {
        *known.entry(id).or_insert_with(|| {
            let file = sources.get(id);
            let name = file.path().strip_prefix(&top).ok().map(|path| path.as_os_str().as_encoded_bytes());
            let blob = name.and_then(|name| blobs.get(name));
            blob.is_none_or(|blob| *blob != blob_id(file.bytes(), blob.len()))
        })
    };
    let mut touched =
        |f: &Finding| changed(f.primary.span.file) || f.related.iter().any(|place| changed(place.span.file));
    let before = analysis.findings.len();
    analysis.findings.retain(|finding| touched(finding));
    let left = before - analysis.findings.len();
    if left > 0 {
        let (what, whose) = if left == 1 { ("finding", "its") } else { ("findings", "their") };
        let message =
            format!("{left} {what} left out: none of {whose} files changed since {}", revision.escape_debug());
        analysis.diagnostics.push(Diagnostic::new(Severity::Note, code::UNCHANGED, message));
    }
    Ok(())
}

/// What git says, run so that nothing that the folder's configuration names is started and nothing is fetched.
fn git(top: &Path, args: &[&str]) -> Result<Vec<u8>, String> {
    let output = Command::new("git")
        .arg("--no-pager")
        .args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never"])
        .args(args)
        .current_dir(top)
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("git could not be started: {e}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let why = String::from_utf8_lossy(&output.stderr);
    Err(why.lines().next().unwrap_or("git failed").escape_debug().to_string())
}

/// The commit at which the change began: where the revision and HEAD parted.
fn commit(top: &Path, revision: &str) -> Result<String, Failure> {
    let shown = revision.escape_debug();
    let name = format!("{revision}^{{commit}}");
    git(top, &["rev-parse", "--git-dir"])
        .map_err(|why| Failure::Usage(format!("--changed-since needs a git repository: {why}")))?;
    let found = git(top, &["rev-parse", "--verify", "--quiet", "--end-of-options", &name]);
    let Ok(found) = found.map(|id| String::from_utf8_lossy(&id).trim().to_owned()) else {
        let shallow =
            git(top, &["rev-parse", "--is-shallow-repository"]).is_ok_and(|answer| answer.starts_with(b"true"));
        let hint = if shallow { "; this is a shallow clone: fetch the revision first (fetch-depth: 0)" } else { "" };
        return Err(Failure::Usage(format!("--changed-since {shown}: git knows no such revision{hint}")));
    };
    let base = git(top, &["merge-base", &found, "HEAD"]).map_err(|_| {
        let why = "has no common history with HEAD; in a shallow clone fetch more of it (fetch-depth: 0)";
        Failure::Usage(format!("--changed-since {shown}: the revision {why}"))
    })?;
    Ok(String::from_utf8_lossy(&base).trim().to_owned())
}

/// Ids of the files of a commit, by path from the top.
fn blobs(top: &Path, commit: &str) -> Result<BTreeMap<Vec<u8>, String>, Failure> {
    let list = git(top, &["ls-tree", "-r", "-z", "--full-tree", commit])
        .map_err(|why| Failure::Incomplete(format!("git cannot list {commit}: {why}")))?;
    let entries = list.split(|&byte| byte == 0).filter_map(|entry| {
        let tab = memchr::memchr(b'\t', entry)?;
        let (head, path) = (entry.get(..tab)?, entry.get(tab + 1..)?);
        let id = head.rsplit(|&byte| byte == b' ').next()?;
        Some((path.to_vec(), String::from_utf8_lossy(id).into_owned()))
    });
    Ok(entries.collect())
}

/// The name that git gives to a blob; repositories of the SHA-256 format have longer names.
fn blob_id(bytes: &[u8], length: usize) -> String {
    fn hex<D: sha1::Digest>(bytes: &[u8]) -> String {
        let mut hash = D::new();
        hash.update(format!("blob {}\0", bytes.len()));
        hash.update(bytes);
        hash.finalize().iter().fold(String::new(), |mut text, byte| {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
    if length > 40 { hex::<sha2::Sha256>(bytes) } else { hex::<sha1::Sha1>(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blobs_are_named_as_git_names_them() {
        assert_eq!(blob_id(b"", 40), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
        assert_eq!(blob_id(b"", 64), "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813");
    }
}
