//! `cargo xtask configure LIST`: what reading a project takes beside what CMake's configure step takes, in the same run.
//!
//! Each line of LIST is the folder of a project and the arguments with which CMake configures it, divided by white space.
//! CMake runs once, in a new build folder; `linklint model` then reads the project in turns: told by that folder, blind, and
//! in all configurations. Counted is processor time with that of all children, not wall time, so that other work on the
//! machine matters little. Linux only: the times come from /proc.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::Outcome;
use crate::shared::call;
use crate::speed::{self, Spent};

/// How often each reading runs at most; a slow one runs less often.
const ROUNDS: u32 = 10;
/// What the rounds of one reading may take before they end.
const ENOUGH: Duration = Duration::from_secs(2);

/// What one project took.
struct Row {
    name: String,
    cmake: Duration,
    told: Spent,
    blind: Spent,
    all: Spent,
}

/// Measures each project of the list.
pub fn run(args: &[String]) -> Outcome {
    let [list] = args else { return Err("name the file that lists the projects".into()) };
    let text = std::fs::read_to_string(list).map_err(|e| format!("{list}: {e}"))?;
    let program = match std::env::var_os("LINKLINT") {
        Some(path) => PathBuf::from(path),
        None => speed::build()?,
    };
    println!(
        "{:>9} {:>8} {:>6} {:>8} {:>6} {:>9} {:>5} {:>5}  project",
        "cmake s", "told ms", "times", "blind ms", "times", "all ms", "ratio", "MiB"
    );
    let mut rows = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match measure(&program, line) {
            Ok(row) => {
                row.print();
                rows.push(row);
            }
            Err(message) => println!("{line}: {message}"),
        }
    }
    sum_up(&rows);
    Ok(())
}

fn measure(program: &Path, line: &str) -> Result<Row, String> {
    let mut words = line.split_whitespace();
    let folder = words.next().ok_or("a line without a folder")?;
    let arguments: Vec<&str> = words.collect();
    let build = std::env::temp_dir().join(format!("linklint-configure-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&build);
    let mut cmake = Command::new("cmake");
    cmake.arg("-S").arg(folder).arg("-B").arg(&build).args(["-G", "Ninja"]).args(&arguments);
    let cmake = children(|| call(cmake.stdout(Stdio::null()).stderr(Stdio::null())))?;
    let told = |command: &mut Command| {
        command.args(&arguments).arg("--build-dir").arg(&build);
    };
    let row = Row {
        name: folder.to_owned(),
        cmake,
        told: read(program, folder, told)?,
        blind: read(program, folder, |command| {
            command.args(&arguments);
        })?,
        all: read(program, folder, |command| {
            command.arg("--all-configurations");
        })?,
    };
    let _ = std::fs::remove_dir_all(&build);
    Ok(row)
}

/// The mean processor time and the highest memory of one reading.
fn read(program: &Path, folder: &str, with: impl Fn(&mut Command)) -> Result<Spent, String> {
    let (mut sum, mut rounds, mut memory) = (Duration::ZERO, 0, 0);
    while rounds < ROUNDS && sum < ENOUGH {
        let mut command = Command::new(program);
        command.arg("model").arg(folder).args(["--format", "json"]);
        with(&mut command);
        sum += children(|| {
            let spent = speed::timed(&mut command).map_err(|e| format!("{}: {e}", program.display()))?;
            memory = memory.max(spent.1);
            Ok(())
        })?;
        rounds += 1;
    }
    Ok((sum / rounds.max(1), memory))
}

/// Processor time of the children that end while `act` runs, theirs included.
fn children(act: impl FnOnce() -> Outcome) -> Result<Duration, String> {
    let before = spent_by_children()?;
    act()?;
    Ok(spent_by_children()?.saturating_sub(before))
}

/// `cutime` and `cstime` of `proc_pid_stat(5)`, in hundredths of a second on every Linux that Rust supports.
fn spent_by_children() -> Result<Duration, String> {
    let text = std::fs::read_to_string("/proc/self/stat").map_err(|e| format!("/proc/self/stat: {e}"))?;
    let rest = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: Vec<u64> = rest.split_whitespace().skip(13).take(2).filter_map(|word| word.parse().ok()).collect();
    Ok(Duration::from_millis(ticks.iter().sum::<u64>() * 10))
}

/// How many times as long the first took.
fn times(one: Duration, other: Duration) -> f64 {
    // A hundredth of a second over all rounds is the finest that is counted.
    one.as_secs_f64() / other.as_secs_f64().max(0.001)
}

impl Row {
    fn print(&self) {
        let milliseconds = |spent: &Spent| spent.0.as_secs_f64() * 1e3;
        println!(
            "{:>9.2} {:>8.1} {:>6.0} {:>8.1} {:>6.0} {:>9.1} {:>5.1} {:>5}  {}",
            self.cmake.as_secs_f64(),
            milliseconds(&self.told),
            times(self.cmake, self.told.0),
            milliseconds(&self.blind),
            times(self.cmake, self.blind.0),
            milliseconds(&self.all),
            times(self.all.0, self.blind.0),
            self.memory() / 1024,
            self.name,
        );
    }

    fn memory(&self) -> u64 {
        self.told.1.max(self.blind.1).max(self.all.1)
    }
}

fn sum_up(rows: &[Row]) {
    if rows.is_empty() {
        return;
    }
    let over = |figure: &dyn Fn(&Row) -> f64| {
        let mut each: Vec<f64> = rows.iter().map(figure).collect();
        each.sort_by(f64::total_cmp);
        each
    };
    for (name, each) in
        [("told", over(&|row| times(row.cmake, row.told.0))), ("blind", over(&|row| times(row.cmake, row.blind.0)))]
    {
        let fast = each.iter().filter(|ratio| **ratio >= 50.0).count();
        println!(
            "{name}: {:.0} to {:.0} times faster than cmake, median {:.0}; at least 50 times on {fast} of {}",
            each[0],
            each[each.len() - 1],
            each[each.len() / 2],
            each.len(),
        );
    }
    let ratios = over(&|row| times(row.all.0, row.blind.0));
    let within = ratios.iter().filter(|ratio| **ratio <= 10.0).count();
    let slowest = rows.iter().map(|row| row.all.0).max().unwrap_or_default();
    println!(
        "all configurations: median {:.1} times one, at most 10 times on {within} of {}; the slowest {:.2} s",
        ratios[ratios.len() / 2],
        ratios.len(),
        slowest.as_secs_f64(),
    );
    let memory = |figure: &dyn Fn(&Row) -> u64| rows.iter().map(figure).max().unwrap_or_default() / 1024;
    println!(
        "memory: at most {} MiB told, {} MiB blind, {} MiB in all configurations",
        memory(&|r| r.told.1),
        memory(&|r| r.blind.1),
        memory(&|r| r.all.1)
    );
}
