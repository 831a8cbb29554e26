//! What shells know of the commands that they run: wrappers that take another command, commands of the shell itself.
use std::ops::Range;

use super::word::{Piece, Word, is_name};

/// A command, what wraps it taken off.
#[derive(Debug, Default)]
pub(super) struct Launch {
    /// The word with which the command begins.
    pub(super) first: usize,
    /// Variables that are set for it: name, value, the bytes of both.
    pub(super) assignments: Vec<(String, Word, Range<usize>)>,
    /// Strings that are given to a shell, without their quotes.
    pub(super) scripts: Vec<Range<usize>>,
}

/// Commands that run the command behind them in this process or a child, with their options that take a value.
/// (coreutils, sudo(8), time(1), xvfb-run(1))
const WRAPPERS: &[(&str, &[&str])] = &[
    ("exec", &["-a"]),
    ("command", &[]),
    ("builtin", &[]),
    ("nohup", &[]),
    ("time", &["-f", "-o"]),
    ("nice", &["-n"]),
    ("ionice", &["-c", "-n"]),
    ("env", &["-u", "-C", "-S"]),
    ("sudo", &["-u", "-g", "-C", "-h", "-p"]),
    ("stdbuf", &["-i", "-o", "-e"]),
    ("timeout", &["-k", "-s"]),
    ("setsid", &[]),
    ("xvfb-run", &["-s", "-e", "-f", "-n", "-p", "-w"]),
];
const SHELLS: &[&str] = &["sh", "bash", "dash", "ash", "ksh", "zsh"];
const CONTAINERS: &[&str] = &["docker", "podman", "nerdctl"];
/// Files that shells read when they begin (bash(1), INVOCATION; `pam_env(8)`), by how their names end.
pub(super) const PROFILES: &[&str] =
    &[".bashrc", ".profile", ".bash_profile", ".zshrc", "/etc/profile", "bash.bashrc", "profile.d", ".sh"];

pub(super) fn of(words: &[Word], bytes: &[u8]) -> Launch {
    let mut launch = Launch::default();
    while let Some(name) = words.get(launch.first).and_then(file_name) {
        let Some((_, valued)) = WRAPPERS.iter().find(|(wrapper, _)| *wrapper == name) else { break };
        let mut next = launch.first + 1;
        let mut seconds = name == "timeout";
        while let Some(word) = words.get(next) {
            let text = word.literal().unwrap_or_default();
            if valued.contains(&text) {
                next += 2;
            } else if text.starts_with('-') && text.len() > 1 {
                next += 1;
            } else if let Some(one) = matches!(name, "env" | "sudo").then(|| assignment(word)).flatten() {
                launch.assignments.push(one);
                next += 1;
            } else if std::mem::take(&mut seconds) {
                next += 1;
            } else {
                break;
            }
        }
        launch.first = next;
    }
    let words = words.get(launch.first..).unwrap_or_default();
    match words.first().and_then(file_name) {
        Some(name) if CONTAINERS.contains(&name) => containers(words, &mut launch),
        Some("ssh") => launch.scripts.extend(words.last().and_then(|word| word.inner.clone())),
        _ => {}
    }
    // A string behind `sh -c`, wherever the shell stands: another command may start it.
    for (at, pair) in words.windows(2).enumerate() {
        let shell = file_name(&pair[0]).is_some_and(|name| SHELLS.contains(&name));
        let flag = pair[1]
            .literal()
            .is_some_and(|text| text.starts_with('-') && !text.starts_with("--") && text.ends_with('c'));
        if let (true, Some(script)) = (shell && flag, words.get(at + 2)) {
            launch.scripts.extend(script.inner.clone());
        }
    }
    launch.scripts.retain(|range| range.end <= bytes.len() && range.start > 0);
    launch
}

/// `docker run -e NAME=value`
fn containers(words: &[Word], launch: &mut Launch) {
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if let Some("-e" | "--env") = word.literal() {
            launch.assignments.extend(words.next().and_then(assignment));
        }
    }
}

/// A word `NAME=value`.
fn assignment(word: &Word) -> Option<(String, Word, Range<usize>)> {
    let Some(Piece::Text(text)) = word.pieces.first() else { return None };
    let (name, rest) = text.split_once('=').filter(|(name, _)| is_name(name))?;
    let mut value = word.clone();
    value.inner = None;
    if rest.is_empty() {
        value.pieces.remove(0);
    } else {
        value.pieces[0] = Piece::Text(rest.to_owned());
    }
    Some((name.to_owned(), value, word.range.clone()))
}

fn file_name(word: &Word) -> Option<&str> {
    word.literal().map(|text| text.rsplit('/').next().unwrap_or(text))
}

/// Whether a command takes the lines behind `<<` as commands.
pub(super) fn reads_commands(words: &[Word], scripts: &[Range<usize>]) -> bool {
    let is_shell = |word: &Word| file_name(word).is_some_and(|name| SHELLS.contains(&name));
    let first = words.first().and_then(file_name);
    scripts.is_empty() && (words.iter().any(is_shell) || first == Some("ssh"))
}

/// Commands that ask and change nothing.
pub(super) fn is_question(name: &str) -> bool {
    matches!(name, "[" | "[[" | "test" | "case" | "which" | "type" | "hash" | "grep" | "true" | "false")
}

/// Programs that are known to give the shell around them other variables when they are functions of it.
pub(super) fn sets_environment(name: &str) -> bool {
    matches!(
        name,
        "module" | "ml" | "spack" | "conda" | "mamba" | "micromamba" | "activate" | "workon" | "nvm" | "setvars"
    )
}

/// What the shell does itself: no process begins.
pub(super) fn is_builtin(name: &str) -> bool {
    matches!(
        name,
        ":" | "echo"
            | "printf"
            | "return"
            | "exit"
            | "shift"
            | "trap"
            | "wait"
            | "alias"
            | "shopt"
            | "umask"
            | "ulimit"
            | "pwd"
            | "let"
            | "break"
            | "continue"
            | "bg"
            | "fg"
            | "jobs"
            | "true"
            | "false"
            | "history"
            | "complete"
    )
}
