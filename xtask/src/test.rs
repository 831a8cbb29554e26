//! `cargo xtask test`: sets up the machine, then runs every test and every proof.

use crate::{Outcome, proofs, repository, tools};
use std::env;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// What the proofs call: the variable that names it, its names on `PATH`, the Debian package that has it.
const WANTED: &[(&str, &[&str], &str)] = &[
    ("CMAKE", &["cmake"], "cmake"),
    ("NINJA", &["ninja", "ninja-build"], "ninja-build"),
    ("CC", &["gcc"], "gcc"),
    ("CXX", &["g++"], "g++"),
];

/// Programs that single proofs need beside those (the `needs` of their `proof.toml`), and the Debian package that has them.
/// Without them those proofs are left out; what is not named here has no free package.
const EXTRA: &[(&str, &str)] = &[
    ("clang", "clang"),
    ("ld.lld", "lld"),
    ("lld-link", "lld"),
    ("make", "make"),
    ("mold", "mold"),
    ("musl-gcc", "musl-tools"),
];

/// The runtime of `AddressSanitizer`, as clang names it.
const ASAN: &str = "libclang_rt.asan-x86_64.a";

/// The target whose standard library a proof links with, by rustup where that is there.
const RUST_TARGET: &str = "x86_64-unknown-linux-musl";

/// What pip installs where apt-get cannot: with the same major version of cmake that the distributions have.
const PIP_PACKAGES: &[&str] = &["cmake>=3.25,<4", "ninja"];

/// Sets up, tests, checks the format, proves. Every part runs even if an earlier one failed.
///
/// # Errors
/// The parts that failed.
pub fn run(args: &[String]) -> Outcome {
    if let Some(argument) = args.first() {
        return Err(format!("takes no arguments, and got `{argument}`"));
    }
    let root = repository();
    let ready = set_up();
    if let Err(message) = &ready {
        println!("set-up failed: {message}");
    }
    let mut failed = Vec::new();
    let mut part = |name: &'static str, ok: bool| {
        if !ok {
            failed.push(name);
        }
    };
    part("tests", cargo(&root, &["test", "--locked"]));
    part("tests of xtask", cargo(&root, &["test", "--locked", "--package", "xtask"]));
    if has_component("clippy") {
        let clean = cargo(&root, &["clippy", "--locked", "--workspace", "--all-targets"]);
        println!(
            "{}",
            if clean { "clippy ran; its warnings do not fail" } else { "clippy failed, which does not count" }
        );
    }
    if has_component("fmt") {
        part("format", cargo(&root, &["fmt", "--all", "--check"]));
        part("format of the rules", formatted_rules(&root));
    } else {
        println!("rustfmt is not installed: the format was not checked");
    }
    if ready.is_err() {
        part("set-up", false);
    } else {
        install_extra();
        if let Err(message) = proofs::run(&[]) {
            eprintln!("{message}");
            part("proofs", false);
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

fn has_component(subcommand: &str) -> bool {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    Command::new(program).args([subcommand, "--version"]).output().is_ok_and(|output| output.status.success())
}

fn cargo(root: &Path, args: &[&str]) -> bool {
    println!("$ cargo {}", args.join(" "));
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    // What is built once needs no state for the next build, which would be as large as the products themselves.
    command.env("CARGO_INCREMENTAL", "0");
    command.args(args).current_dir(root).status().is_ok_and(|status| status.success())
}

/// cargo finds files by their `mod`; those of the rules stand in a table that `build.rs` writes.
fn formatted_rules(root: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(root.join("src/rules")) else { return false };
    let files = entries.flatten().map(|entry| entry.path());
    let files = files.filter(|path| path.extension() == Some(OsStr::new("rs")));
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--check", "--edition", "2024"]).args(files).current_dir(root);
    rustfmt.status().is_ok_and(|status| status.success())
}

/// Makes sure that cmake, ninja, gcc and g++ are there.
fn set_up() -> Result<(), String> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    println!("set-up: {} missing", missing.join(", "));
    let from_apt = apt_get(&missing);
    if let Err(why) = &from_apt {
        println!("set-up: not by apt-get: {why}");
    }
    let left = self::missing();
    if left.is_empty() {
        return Ok(());
    }
    if left.iter().any(|package| !["cmake", "ninja-build"].contains(package)) {
        return Err(format!(
            "{} missing, and only the system's package manager can install a compiler",
            left.join(", ")
        ));
    }
    pip().map_err(|why| format!("{why}; install cmake and ninja by hand, or name them by CMAKE and NINJA"))?;
    let left = self::missing();
    if left.is_empty() { Ok(()) } else { Err(format!("{} still missing after the installation", left.join(", "))) }
}

/// Installs what single proofs need, where that can be done; where not, the proofs say what they lack.
fn install_extra() {
    let mut packages: Vec<String> = Vec::new();
    for (program, package) in EXTRA {
        if !tools::is_there(program) && !packages.iter().any(|p| p == package) {
            packages.push((*package).to_owned());
        }
    }
    install_or_say(&packages);
    install_rust_target();
    // Its package bears clang's version in its name.
    if tools::is_there("clang") && !tools::is_there(ASAN) {
        install_or_say(
            &tools::version_of("clang").map(|major| format!("libclang-rt-{major}-dev")).into_iter().collect::<Vec<_>>(),
        );
    }
}

/// A download that hangs must not hold up the proofs, which can do without.
fn install_rust_target() {
    if tools::is_there(&format!("rustlib/{RUST_TARGET}")) || !tools::exists("", &["rustup"]) {
        return;
    }
    println!("set-up: the library of {RUST_TARGET} missing, which a proof needs");
    let added = Command::new("timeout").args(["180", "rustup", "target", "add", RUST_TARGET]).status();
    if !added.is_ok_and(|status| status.success()) {
        println!("set-up: not installed, that proof is left out");
    }
}

fn install_or_say(packages: &[String]) {
    if packages.is_empty() {
        return;
    }
    println!("set-up: {} missing, which some proofs need", packages.join(", "));
    if let Err(why) = apt_get(packages) {
        println!("set-up: not installed, those proofs are left out: {why}");
    }
}

/// The Debian packages of what is missing.
fn missing() -> Vec<&'static str> {
    WANTED.iter().filter(|(variable, names, _)| !tools::exists(variable, names)).map(|(.., package)| *package).collect()
}

fn apt_get(packages: &[impl AsRef<OsStr>]) -> Result<(), String> {
    if !tools::exists("", &["apt-get"]) {
        return Err("there is none".to_owned());
    }
    let user = Command::new("id").arg("-u").output().map_err(|e| format!("id: {e}"))?;
    if user.stdout.trim_ascii() != b"0" {
        return Err("that needs root".to_owned());
    }
    step(Command::new("apt-get").arg("update"))?;
    let install = ["install", "--yes", "--no-install-recommends"];
    step(Command::new("apt-get").args(install).args(packages).env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Installs into a virtual environment below target/, which leaves the machine as it is.
fn pip() -> Result<(), String> {
    let folder = tools::own_folder();
    step(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    step(Command::new(folder.join("bin/python3")).args(["-m", "pip", "install", "--quiet"]).args(PIP_PACKAGES))
}

/// Runs one command of the set-up and says so.
fn step(command: &mut Command) -> Result<(), String> {
    let shown: Vec<_> =
        std::iter::once(command.get_program()).chain(command.get_args()).map(OsStr::to_string_lossy).collect();
    let shown = shown.join(" ");
    println!("set-up: {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` ended with {status}")),
        Err(e) => Err(format!("`{shown}`: {e}")),
    }
}
