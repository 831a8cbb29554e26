//! Dockerfiles: `ENV`, `ARG`, `WORKDIR`, and the commands of `RUN` (Dockerfile reference, docs.docker.com).
use std::ops::Range;

use super::facts::Reach;
use super::shell::Block;
use super::walk::Walker;
use super::word::{Piece, Word, is_name, pieces_of, word};

/// Images that set none of the variables that are watched here: distributions and language images as they are published on
/// Docker Hub. Of other images it is not known what they set.
const PLAIN_IMAGES: &[&str] = &[
    "scratch",
    "ubuntu",
    "debian",
    "alpine",
    "fedora",
    "centos",
    "rockylinux",
    "almalinux",
    "amazonlinux",
    "archlinux",
    "busybox",
    "gcc",
    "buildpack-deps",
    "python",
    "node",
    "rust",
    "golang",
    "opensuse/leap",
    "opensuse/tumbleweed",
];

/// Follows a Dockerfile.
pub(super) fn read(walker: &mut Walker, bytes: &[u8]) {
    let alone = !takes_context(bytes);
    let mut at = 0;
    while at < bytes.len() {
        let end = instruction_end(bytes, at);
        let line = bytes.get(at..end).unwrap_or_default();
        let gap = line.len() - line.trim_ascii_start().len();
        let length = line.iter().skip(gap).take_while(|byte| byte.is_ascii_alphabetic()).count();
        let name = line.get(gap..gap + length).unwrap_or_default().to_ascii_uppercase();
        let start = at + gap + length;
        at = end;
        match name.as_slice() {
            b"FROM" => {
                from(walker, bytes.get(start..end).unwrap_or_default());
                if alone {
                    walker.enter(&unknown_folder());
                }
            }
            b"ENV" | b"ARG" => variables(walker, bytes, start..end, name == b"ENV"),
            b"WORKDIR" => walker.enter(&word(bytes.get(..end).unwrap_or_default(), skip_blanks(bytes, start))),
            b"RUN" | b"CMD" | b"ENTRYPOINT" => at = run(walker, bytes, start..end),
            _ => {}
        }
    }
}

/// Whether an instruction brings files from where the Dockerfile is (COPY, ADD, `RUN --mount`): without one, what is built is something else.
fn takes_context(bytes: &[u8]) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        let end = instruction_end(bytes, at);
        let line = String::from_utf8_lossy(bytes.get(at..end).unwrap_or_default());
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default().to_ascii_uppercase();
        let from_stage = |word: &str| word.starts_with("--from=");
        let taken = match name.as_str() {
            "COPY" => !words.any(from_stage),
            "ADD" => words.find(|word| !word.starts_with("--")).is_some_and(|word| !word.contains("://")),
            "RUN" => words.any(|word| word.starts_with("--mount")),
            "ONBUILD" => true,
            _ => false,
        };
        if taken {
            return true;
        }
        at = end.max(at + 1);
    }
    false
}

/// A folder that nothing is known of.
fn unknown_folder() -> Word {
    Word { range: 0..0, pieces: vec![Piece::Other("no context".to_owned())], inner: None }
}

fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    at + bytes.get(at..).unwrap_or_default().iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Where the line that begins at `at` ends, those that continue it included.
fn instruction_end(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    let mut continued = false;
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or_default();
        let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let line = rest.get(..length).unwrap_or_default().trim_ascii();
        at += length;
        // Comments and empty lines do not end what goes on over lines.
        if continued && (line.is_empty() || line.starts_with(b"#")) {
            continue;
        }
        continued = line.ends_with(b"\\") && !line.starts_with(b"#");
        if !continued {
            break;
        }
    }
    at
}

fn from(walker: &mut Walker, rest: &[u8]) {
    let text = String::from_utf8_lossy(rest);
    let image = text.split_whitespace().find(|word| !word.starts_with("--")).unwrap_or_default();
    let image = image.split('@').next().unwrap_or_default();
    let image = image.rsplit_once(':').map_or(image, |(name, _)| name);
    let image = image.strip_prefix("docker.io/").unwrap_or(image);
    let image = image.strip_prefix("library/").unwrap_or(image);
    walker.forget();
    if !PLAIN_IMAGES.contains(&image) {
        walker.distrust();
    }
}

/// `NAME=value NAME=value`, or `NAME value`.
fn variables(walker: &mut Walker, bytes: &[u8], range: Range<usize>, exported: bool) {
    let reach = if exported { Reach::Exported } else { Reach::Shell };
    let bytes = bytes.get(..range.end).unwrap_or_default();
    let mut at = range.start;
    let mut first = true;
    while at < bytes.len() {
        match bytes.get(at) {
            Some(byte) if byte.is_ascii_whitespace() || *byte == b'\\' => {
                at += 1;
                continue;
            }
            Some(b'#') => {
                let rest = bytes.get(at..).unwrap_or_default();
                at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                continue;
            }
            _ => {}
        }
        let one = word(bytes, at);
        at = one.range.end.max(at + 1);
        let Some(Piece::Text(text)) = one.pieces.first() else { continue };
        if let Some((name, _)) = text.split_once('=').filter(|(name, _)| is_name(name)) {
            let value = super::walk::behind_name(&one, name.len() + 1);
            walker.assign(name, &value, false, reach, &one.range, 0, false);
        } else if first && exported && one.pieces.len() == 1 && is_name(text) {
            let rest = bytes.get(at..).unwrap_or_default();
            let start = at + (rest.len() - rest.trim_ascii_start().len());
            let end = bytes.trim_ascii_end().len().max(start);
            let pieces = pieces_of(bytes.get(start..end).unwrap_or_default());
            let value = Word { range: start..end, pieces, inner: None };
            walker.assign(text, &value, false, reach, &(one.range.start..end), 0, false);
            return;
        }
        first = false;
    }
}

/// The commands of an instruction; gives where it ends, the lines of a here-document included.
fn run(walker: &mut Walker, bytes: &[u8], range: Range<usize>) -> usize {
    let mut start = skip_blanks(bytes, range.start);
    while bytes.get(start..).is_some_and(|rest| rest.starts_with(b"--")) {
        start = skip_blanks(bytes, word(bytes.get(..range.end).unwrap_or_default(), start).range.end);
    }
    let text = bytes.get(start..range.end).unwrap_or_default();
    if text.starts_with(b"[") {
        return range.end;
    }
    walker.open(Block::Subshell);
    let end = if let Some(mark) = text.strip_prefix(b"<<") {
        let mark = mark.strip_prefix(b"-").unwrap_or(mark);
        let mark: Vec<u8> = mark.iter().copied().take_while(|byte| !byte.is_ascii_whitespace()).collect();
        let mark: Vec<u8> = mark.into_iter().filter(|byte| !matches!(byte, b'\'' | b'"')).collect();
        let end = here_end(bytes, range.end, &mark);
        walker.run(bytes.get(range.end..end.0).unwrap_or_default(), range.end);
        end.1
    } else {
        walker.run(&without_comments(text), start);
        range.end
    };
    walker.close();
    end
}

/// Where the lines before a mark end, and where it ends itself.
fn here_end(bytes: &[u8], at: usize, mark: &[u8]) -> (usize, usize) {
    let mut at = at;
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or_default();
        let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        if rest.get(..length).unwrap_or_default().trim_ascii() == mark {
            return (at, at + length);
        }
        at += length;
    }
    (bytes.len(), bytes.len())
}

/// Lines that are comments are not there for the shell; as long as the text.
fn without_comments(text: &[u8]) -> Vec<u8> {
    let mut out = text.to_vec();
    let mut at = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let trimmed = line.trim_ascii();
        if at > 0 && (trimmed.starts_with(b"#") || trimmed.is_empty()) {
            out.get_mut(at..at + line.len()).into_iter().for_each(|line| line.fill(b' '));
        }
        at += line.len();
    }
    out
}
