//! `cargo xtask speed DIR...`: a whole check of a folder beside `rg -uuu` for one word, in turns in the same run. Shows the
//! medians' ratio and the peak memory.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::Outcome;

/// How often each runs.
const ROUNDS: usize = 7;
/// What is searched for: nothing says it.
const WORD: &str = "qzxjkv";

/// Builds the program as it is released and measures it on each folder.
pub fn run(args: &[String]) -> Outcome {
    if args.is_empty() {
        return Err("name the folders that shall be checked".into());
    }
    let program = match std::env::var_os("LINKLINT") {
        Some(path) => PathBuf::from(path),
        None => build()?,
    };
    for folder in args {
        measure(&program, Path::new(folder))?;
    }
    Ok(())
}

pub fn build() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let root = crate::repository();
    let status = Command::new(cargo)
        .args(["build", "--release", "--locked", "--bin", "linklint"])
        .current_dir(&root)
        .status()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if status.success() { Ok(root.join("target/release/linklint")) } else { Err("the build failed".into()) }
}

fn measure(program: &Path, folder: &Path) -> Outcome {
    let (mut ours, mut theirs, mut memory) = (Vec::new(), Vec::new(), 0);
    for _ in 0..ROUNDS {
        let mut search = Command::new("rg");
        search.args(["-uuu", "--count", WORD]).arg(folder);
        theirs.push(timed(&mut search).map_err(|e| format!("rg (ripgrep): {e}"))?.0);
        let mut check = Command::new(program);
        check.args(["check", "--no-config", "--exit-zero", "--format", "json"]).arg(folder);
        let (time, peak) = timed(&mut check).map_err(|e| format!("{}: {e}", program.display()))?;
        ours.push(time);
        memory = memory.max(peak);
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!(
        "{}: {:.1} times rg ({:.0} ms against {:.0} ms), at most {} MiB",
        folder.display(),
        ours.as_secs_f64() / theirs.as_secs_f64(),
        ours.as_secs_f64() * 1e3,
        theirs.as_secs_f64() * 1e3,
        memory / 1024,
    );
    Ok(())
}

/// Time, and the peak of resident memory in KiB where the system tells (Linux).
pub type Spent = (Duration, u64);

/// Wall time and memory of one run.
pub fn timed(command: &mut Command) -> std::io::Result<Spent> {
    let start = Instant::now();
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        if let Some(ended) = child.try_wait()? {
            // What found nothing is 1 for rg; what failed is no figure.
            return match ended.code() {
                Some(0 | 1) => Ok((start.elapsed(), peak)),
                _ => Err(std::io::Error::other(format!("ended with {ended}"))),
            };
        }
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|l| l.split_whitespace().next()?.parse().ok()).unwrap_or(0);
        peak = peak.max(now);
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
