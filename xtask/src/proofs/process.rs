//! Starts one program of a proof: a clean environment, output in a file, an end after a time.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Exit(i32),
    Signal(i32),
    TimedOut,
}

impl End {
    pub fn succeeded(self) -> bool {
        self == Self::Exit(0)
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exit(code) => write!(f, "exit {code}"),
            Self::Signal(number) => write!(f, "signal {number}"),
            Self::TimedOut => f.write_str("timed out"),
        }
    }
}

impl From<ExitStatus> for End {
    fn from(status: ExitStatus) -> Self {
        status.code().map_or_else(|| Self::Signal(status.signal().unwrap_or(0)), Self::Exit)
    }
}

/// The variables that pass through; everything else (`LD_LIBRARY_PATH`, `LDFLAGS`, `CMAKE_*`, …) could change a verdict.
const KEPT: &[&str] = &["HOME", "TMPDIR"];

/// Runs `command` (program and arguments) in `folder` with `extra` variables; both output streams go to `log`.
///
/// # Errors
/// When the program cannot be started or waited for.
pub fn run(
    command: &[String],
    folder: &Path,
    extra: &BTreeMap<String, String>,
    log: &Path,
    limit: Duration,
) -> io::Result<End> {
    let output = File::create(log)?;
    let Some((program, arguments)) = command.split_first() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "no program"));
    };
    // A program given by a path with a slash is meant from the folder it starts in.
    let program = if program.starts_with('/') || !program.contains('/') {
        program.into()
    } else {
        folder.join(program.strip_prefix("./").unwrap_or(program))
    };
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .envs(KEPT.iter().filter_map(|name| std::env::var_os(name).map(|value| (*name, value))))
        .env("PATH", crate::tools::search_path())
        .env("LC_ALL", "C")
        .envs(extra)
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .process_group(0)
        .spawn()?;
    let started = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.into());
        }
        if started.elapsed() > limit {
            // The group: a build has children of its own. Its id is that of the child, which has not been waited for.
            let _ =
                Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).stderr(Stdio::null()).status();
            let _ = child.kill();
            child.wait()?;
            return Ok(End::TimedOut);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, seconds: u64) -> (End, String) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let log = folder.path().join("log");
        let command = ["sh", "-c", script].map(str::to_owned);
        let extra = BTreeMap::from([("GIVEN".to_owned(), "yes".to_owned())]);
        let end = run(&command, folder.path(), &extra, &log, Duration::from_secs(seconds)).expect("started");
        (end, std::fs::read_to_string(log).expect("a log"))
    }

    #[test]
    fn output_and_exit_code_are_kept() {
        assert_eq!(shell("echo out; echo err >&2; exit 3", 20), (End::Exit(3), "out\nerr\n".to_owned()));
    }

    #[test]
    fn a_signal_is_no_exit_code() {
        assert_eq!(shell("kill -SEGV $$", 20).0, End::Signal(11));
    }

    #[test]
    fn the_environment_is_clean() {
        let (_, text) = shell("env", 20);
        assert!(text.contains("GIVEN=yes") && text.contains("LC_ALL=C"));
        assert!(!text.lines().any(|line| line.starts_with("CARGO")), "cargo's variables came through: {text}");
    }

    #[test]
    fn children_end_with_the_time() {
        let begin = Instant::now();
        assert_eq!(shell("sleep 30 & sleep 30", 1).0, End::TimedOut);
        assert!(begin.elapsed() < Duration::from_secs(20));
    }
}
