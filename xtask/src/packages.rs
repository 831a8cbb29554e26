//! `cargo xtask packages [COUNT]`: makes a workspace of that many packages (300 by default) and checks it beside
//! `cargo metadata --no-deps --offline`, in turns in the same run. Fails when the check takes more than 1.3 times as long.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::Outcome;

/// How often each runs.
const ROUNDS: usize = 15;
/// What the check may take, times cargo's answer.
const LIMIT: f64 = 1.3;

/// Makes the workspace and measures.
pub fn run(args: &[String]) -> Outcome {
    let count = match args.first() {
        Some(text) => text.parse().map_err(|_| format!("`{text}` is no number"))?,
        None => 300,
    };
    let folder = crate::repository().join("target/packages");
    make(&folder, count).map_err(|e| format!("{}: {e}", folder.display()))?;
    let program = match std::env::var_os("LINKLINT") {
        Some(path) => PathBuf::from(path),
        None => crate::speed::build()?,
    };
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let mut metadata = Command::new(&cargo);
        metadata.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
        theirs.push(timed(metadata.current_dir(&folder))?);
        let mut check = Command::new(&program);
        check.args(["check", "--no-config", "--exit-zero", "--format", "json", "--root", "."]);
        ours.push(timed(check.current_dir(&folder))?);
    }
    let (ours, theirs) = (median(ours), median(theirs));
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    println!(
        "{count} packages: {ratio:.2} times cargo metadata --no-deps ({:.1} ms against {:.1} ms)",
        ours.as_secs_f64() * 1e3,
        theirs.as_secs_f64() * 1e3
    );
    if ratio <= LIMIT { Ok(()) } else { Err(format!("{ratio:.2} is more than {LIMIT}")) }
}

/// Writes a workspace: libraries in a chain, every fifth with a build script and C code, every tenth a cdylib, some programs.
fn make(folder: &Path, count: usize) -> std::io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    fs::write(folder.join("Cargo.toml"), "[workspace]\nresolver = \"2\"\nmembers = [\"packages/*\"]\n")?;
    for number in 0..count {
        let own = folder.join(format!("packages/p{number}"));
        fs::create_dir_all(own.join("src"))?;
        let mut manifest = format!("[package]\nname = \"p{number}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n");
        if number % 5 == 0 {
            let _ = writeln!(manifest, "links = \"n{number}\"\n\n[features]\nextra = []");
            fs::create_dir_all(own.join("native"))?;
            fs::write(own.join("native/part.c"), format!("int part_{number}(void) {{ return {number}; }}\n"))?;
            fs::write(own.join("build.rs"), script(number))?;
        }
        if number % 10 == 0 {
            manifest.push_str("\n[lib]\ncrate-type = [\"cdylib\", \"rlib\"]\n");
        }
        if number > 0 {
            let _ = writeln!(manifest, "\n[dependencies]\np{0} = {{ path = \"../p{0}\" }}", number - 1);
        }
        fs::write(own.join("Cargo.toml"), manifest)?;
        let mut code = format!("/// The number.\npub fn number() -> u32 {{\n    {number}\n}}\n");
        if number % 5 == 0 {
            let _ = writeln!(code, "extern \"C\" {{\n    pub fn part_{number}() -> i32;\n}}");
        }
        if number % 10 == 0 {
            let _ = writeln!(code, "#[no_mangle]\npub extern \"C\" fn out_{number}() -> u32 {{\n    number()\n}}");
        }
        if number > 0 {
            let _ = writeln!(code, "pub use p{}::number as before;", number - 1);
        }
        for filler in 0..40 {
            let _ = writeln!(code, "fn filler_{filler}(x: u32) -> u32 {{\n    x.wrapping_mul({filler}) + {number}\n}}");
        }
        fs::write(own.join("src/lib.rs"), code)?;
        if number % 20 == 0 {
            fs::write(
                own.join("src/main.rs"),
                format!("fn main() {{\n    println!(\"{{}}\", p{number}::number());\n}}\n"),
            )?;
        }
    }
    Ok(())
}

fn script(number: usize) -> String {
    format!(
        "fn main() {{\n    let mut build = cc::Build::new();\n    build.file(\"native/part.c\");\n    \
         if std::env::var_os(\"CARGO_FEATURE_EXTRA\").is_some() {{\n        build.define(\"EXTRA\", None);\n    }}\n    \
         build.compile(\"n{number}\");\n    println!(\"cargo::rerun-if-changed=native\");\n}}\n"
    )
}

fn timed(command: &mut Command) -> Result<Duration, String> {
    let start = Instant::now();
    let status =
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().map_err(|e| format!("{command:?}: {e}"))?;
    if status.success() { Ok(start.elapsed()) } else { Err(format!("{command:?} ended with {status}")) }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
