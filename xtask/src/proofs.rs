//! `cargo xtask proofs [NAME...]`: builds and runs the projects under `testdata/`, faulty and repaired, with the real toolchain,
//! and compares what happens with what `proof.toml` or `system.toml` says. The files are described in `testdata/README.md`.

mod process;
mod spec;

use crate::Outcome;
use crate::shared::{call, copy_file, copy_tree};
use crate::tools::{self, Tools};
use spec::{Expected, Spec, Step};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The longest that one step may take.
const STEP_LIMIT: Duration = Duration::from_mins(2);

/// One pair of trees below `testdata/`.
struct Case {
    /// The folder below `testdata/`, with `/`.
    name: String,
    folder: PathBuf,
    file: PathBuf,
    bad: &'static str,
    good: &'static str,
    /// How `linklint` mends the faulty tree, where the rule offers fixes.
    fix: Option<&'static str>,
}

/// What became of a case, with what to print below its line.
enum Verdict {
    Passed(String),
    Skipped(String),
    Failed(String),
}

/// What a tree did: the steps that ran and the one that failed.
struct Ran {
    output: String,
    failed: Option<Failure>,
}

struct Failure {
    step: String,
    end: process::End,
    output: String,
}

/// Runs the proofs whose names contain one of `args`, or all.
///
/// # Errors
/// When a tool is missing, no name matches, or a proof is not reproduced.
pub fn run(args: &[String]) -> Outcome {
    let root = crate::repository();
    let tools = Tools::find()?;
    let mut cases = discover(&root.join("testdata"))?;
    cases.retain(|case| args.is_empty() || args.iter().any(|name| case.name.contains(name.trim_end_matches('/'))));
    if cases.is_empty() {
        return Err(format!("no proof is named {}", args.join(" ")));
    }
    println!(
        "cmake {}.{} ({}), {} proofs",
        tools.cmake_version.0,
        tools.cmake_version.1,
        tools.cmake.display(),
        cases.len()
    );
    if cases.iter().any(|case| case.fix.is_some()) {
        call(Command::new("cargo").args(["build", "--locked", "--quiet", "--bin", "linklint"]).current_dir(&root))?;
    }
    let verdicts = run_all(&cases, &tools, &root.join("target/proofs"));
    let count = |wanted: fn(&Verdict) -> bool| verdicts.iter().filter(|v| wanted(v)).count();
    let failed = count(|v| matches!(v, Verdict::Failed(_)));
    let skipped = count(|v| matches!(v, Verdict::Skipped(_)));
    if skipped > 0 {
        println!("{skipped} left out, as said above");
    }
    println!("{} passed, {failed} failed", count(|v| matches!(v, Verdict::Passed(_))));
    if failed == 0 { Ok(()) } else { Err(format!("{failed} proofs were not reproduced; logs are in target/proofs")) }
}

/// Every `proof.toml` and `system.toml` at its place below `testdata`, sorted by name.
fn discover(testdata: &Path) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (area, depth, file, bad, good) in [
        ("rules", 1, "proof.toml", "bad", "good"),
        ("systems", 1, "system.toml", "fault", "repaired"),
        ("variants", 2, "proof.toml", "bad", "good"),
    ] {
        let mut folders = vec![testdata.join(area)];
        for _ in 0..depth {
            folders = folders.iter().map(|f| subfolders(f)).collect::<Result<Vec<_>, _>>()?.concat();
        }
        for folder in folders {
            let Ok(below) = folder.strip_prefix(testdata) else { continue };
            let name = below.to_string_lossy().into_owned();
            let fix = if area == "rules" { fix_of(&name) } else { None };
            cases.push(Case { name, file: folder.join(file), folder, bad, good, fix });
        }
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(cases)
}

/// The option that applies the fixes of a rule, where it has any.
fn fix_of(case: &str) -> Option<&'static str> {
    let text = fs::read_to_string(crate::repository().join(case).join("rule.toml")).ok()?;
    let has = |kind: &str| text.lines().any(|line| line == format!("fix = \"{kind}\""));
    if has("safe") { Some("--fix=safe") } else { has("unsafe").then_some("--fix=unsafe") }
}

/// Applies the fixes to a project.
fn mend(project: &Path, option: &str) -> Result<(), String> {
    let program = crate::repository().join("target/debug/linklint");
    let mut command = Command::new(&program);
    command.args(["check", "--no-config", option, "--root"]).args([project, project]);
    let output = command.output().map_err(|e| format!("{}: {e}", program.display()))?;
    let told = String::from_utf8_lossy(&output.stderr);
    if told.contains(" fixed in ") { Ok(()) } else { Err(format!("{option} mends nothing: {told}")) }
}

fn subfolders(folder: &Path) -> Result<Vec<PathBuf>, String> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(entries.filter_map(Result::ok).map(|e| e.path()).filter(|p| p.is_dir()).collect())
}

/// Runs the cases on as many threads as there are processors; prints each as soon as those before it are printed.
fn run_all(cases: &[Case], tools: &Tools, work: &Path) -> Vec<Verdict> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(cases.len());
    let next = AtomicUsize::new(0);
    let done: Mutex<(Vec<Option<Verdict>>, usize)> = Mutex::new((cases.iter().map(|_| None).collect(), 0));
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(index) else { break };
                    let started = Instant::now();
                    let verdict = prove(case, tools, work).unwrap_or_else(Verdict::Failed);
                    let verdict = timed(verdict, started.elapsed());
                    let Ok(mut guard) = done.lock() else { break };
                    let (verdicts, printed) = &mut *guard;
                    verdicts[index] = Some(verdict);
                    while let Some(Some(verdict)) = verdicts.get(*printed) {
                        report(&cases[*printed], verdict);
                        *printed += 1;
                    }
                }
            });
        }
    });
    done.into_inner().map(|(verdicts, _)| verdicts.into_iter().flatten().collect()).unwrap_or_default()
}

fn timed(verdict: Verdict, time: Duration) -> Verdict {
    match verdict {
        Verdict::Passed(text) => Verdict::Passed(format!("({:.1} s)\n{text}", time.as_secs_f64())),
        other => other,
    }
}

fn report(case: &Case, verdict: &Verdict) {
    match verdict {
        Verdict::Passed(text) => println!("ok      {} {text}", case.name),
        Verdict::Skipped(why) => println!("skipped {}: {why}", case.name),
        Verdict::Failed(why) => println!("FAILED  {}: {why}", case.name),
    }
}

/// Runs both trees of a case, and the stages between them. What a case that fails has built is kept.
fn prove(case: &Case, tools: &Tools, work: &Path) -> Result<Verdict, String> {
    let spec = spec::read(&case.file).map_err(|e| format!("{}: {e}", case.file.display()))?;
    if let Some(bound) = spec.cmake_below.filter(|bound| tools.cmake_version.0 >= *bound) {
        return Ok(Verdict::Skipped(format!("needs a cmake below {bound}.0")));
    }
    if let Some(missing) = spec.needs.iter().find(|needed| !tools::is_there(needed)) {
        return Ok(Verdict::Skipped(format!("needs {missing}")));
    }
    let work = work.join(&case.name);
    let mut shown = String::new();
    let mut problems = Vec::new();
    let mut check =
        |tree: &str, take: &[String], fix: Option<&str>, expected: &Expected, unwanted: Option<&Expected>| {
            let taken = if take.is_empty() { tree.to_owned() } else { format!("{tree} with {}", take.join(", ")) };
            let label = fix.map_or(taken, |option| format!("{tree} after {option}"));
            let project = work.join(label.replace(['/', ' ', ',', '='], "_"));
            copy_project(case, tree, take, &project)?;
            if let Some(option) = fix {
                mend(&project, option)?;
            }
            let ran = run_steps(&spec, tools, &project)?;
            match judge(&ran, expected, unwanted).map(|line| line.replace(&format!("{}/", project.display()), "")) {
                Ok(line) => writeln!(shown, "          {label}: {line}").map_err(|e| e.to_string()),
                Err(why) => {
                    problems.push(format!("{label}: {why}\n          log: {}", log_folder(&project).display()));
                    Ok(())
                }
            }
        };
    check(case.bad, &[], None, spec.bad.as_ref().unwrap_or(&spec.good), spec.bad.as_ref().map(|_| &spec.good))?;
    for stage in &spec.partly {
        check(case.bad, &stage.take, None, &stage.shows, Some(&spec.good))?;
    }
    check(case.good, &[], None, &spec.good, spec.bad.as_ref())?;
    if let Some(option) = case.fix {
        check(case.bad, &[], Some(option), &spec.good, spec.bad.as_ref())?;
    }
    if !problems.is_empty() {
        return Ok(Verdict::Failed(problems.join("\n          ")));
    }
    // All of them together are gigabytes.
    fs::remove_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;
    Ok(Verdict::Passed(shown.trim_end().to_owned()))
}

/// Copies one tree into `project`, which is emptied first, and lays the files of `take` from the repaired tree over it.
fn copy_project(case: &Case, tree: &str, take: &[String], project: &Path) -> Result<(), String> {
    if project.exists() {
        fs::remove_dir_all(project).map_err(|e| format!("{}: {e}", project.display()))?;
    }
    copy_tree(&case.folder.join(tree), project)?;
    for file in take {
        copy_file(&case.folder.join(case.good).join(file), &project.join(file))?;
    }
    Ok(())
}

/// Beside the copy, so that the project's own commands never see the logs.
fn log_folder(project: &Path) -> PathBuf {
    let mut name = project.file_name().unwrap_or_default().to_owned();
    name.push(".log");
    project.with_file_name(name)
}

/// Runs the steps in order; stops at the first that fails.
fn run_steps(spec: &Spec, tools: &Tools, project: &Path) -> Result<Ran, String> {
    let logs = log_folder(project);
    if logs.exists() {
        fs::remove_dir_all(&logs).map_err(|e| format!("{}: {e}", logs.display()))?;
    }
    fs::create_dir_all(&logs).map_err(|e| format!("{}: {e}", logs.display()))?;
    let mut ran = Ran { output: String::new(), failed: None };
    for (number, step) in spec.steps.iter().enumerate() {
        let command = command_of(step, tools, project);
        let mut env: std::collections::BTreeMap<String, String> =
            step.env.iter().map(|(name, value)| (name.clone(), placed(value, project))).collect();
        env.entry("CC".to_owned()).or_insert_with(|| tools.cc.display().to_string());
        env.entry("CXX".to_owned()).or_insert_with(|| tools.cxx.display().to_string());
        // The user's own configuration of cargo could change a verdict.
        env.entry("CARGO_HOME".to_owned()).or_insert_with(|| logs.join("cargo-home").display().to_string());
        let log = logs.join(format!("{}-{}", number + 1, step.name()));
        let folder = step.folder.as_ref().map_or_else(|| project.to_owned(), |below| project.join(below));
        let end = process::run(&command, &folder, &env, &log, STEP_LIMIT)
            .map_err(|e| format!("step `{}`: {}: {e}", step.name(), command.join(" ")))?;
        let bytes = fs::read(&log).map_err(|e| format!("{}: {e}", log.display()))?;
        let output = String::from_utf8_lossy(&bytes).into_owned();
        ran.output.push_str(&output);
        if !end.succeeded() {
            ran.failed = Some(Failure { step: step.name().to_owned(), end, output });
            break;
        }
    }
    Ok(ran)
}

/// The command line of a step. `{project}` in arguments is the copy's folder.
fn command_of(step: &Step, tools: &Tools, project: &Path) -> Vec<String> {
    let cmake = tools.cmake.display().to_string();
    let tree = step.tree.as_deref().unwrap_or("build");
    let (mut command, arguments): (Vec<String>, &[String]) = if let Some(arguments) = &step.configure {
        let ninja = format!("-DCMAKE_MAKE_PROGRAM={}", tools.ninja.display());
        let source = step.source.as_deref().unwrap_or(".");
        (["-S", source, "-B", tree, "-G", "Ninja", &ninja].map(str::to_owned).into(), arguments)
    } else if let Some(arguments) = &step.build {
        (["--build", tree].map(str::to_owned).into(), arguments)
    } else if let Some(prefix) = &step.install {
        (["--install", tree, "--prefix", &placed(prefix, project)].map(str::to_owned).into(), &[])
    } else {
        return step.run.iter().flatten().map(|a| placed(a, project)).collect();
    };
    command.insert(0, cmake);
    command.extend(arguments.iter().map(|a| placed(a, project)));
    command
}

fn placed(text: &str, project: &Path) -> String {
    text.replace("{project}", &project.display().to_string())
}

/// Compares what a tree did with what it must show. The matching line, or what is wrong.
fn judge(ran: &Ran, expected: &Expected, unwanted: Option<&Expected>) -> Result<String, String> {
    let output = match (&ran.failed, &expected.fails_at) {
        (None, None) => &ran.output,
        (Some(failure), Some(step)) if failure.step == *step && failure.end != process::End::TimedOut => {
            &failure.output
        }
        (None, Some(step)) => return Err(format!("step `{step}` should fail, and nothing did\n{}", tail(&ran.output))),
        (Some(failure), _) => {
            return Err(format!("step `{}` failed ({})\n{}", failure.step, failure.end, tail(&failure.output)));
        }
    };
    if let Some(unwanted) = unwanted.filter(|u| spec::pattern(&u.output).is_ok_and(|p| p.is_match(&ran.output))) {
        return Err(format!("the output has the other tree's sign: {}", unwanted.output));
    }
    let Some(found) = spec::pattern(&expected.output)?.find(output) else {
        return Err(format!("the output lacks: {}\n{}", expected.output, tail(output)));
    };
    let begin = output[..found.start()].rfind('\n').map_or(0, |at| at + 1);
    let end = output[found.end()..].find('\n').map_or(output.len(), |at| found.end() + at);
    Ok(output[begin..end].split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The last lines of an output, indented.
fn tail(output: &str) -> String {
    let lines: Vec<&str> = output.lines().collect();
    let last = &lines[lines.len().saturating_sub(12)..];
    last.iter().map(|line| format!("            | {line}")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(fails_at: Option<&str>, output: &str) -> Expected {
        Expected { fails_at: fails_at.map(str::to_owned), output: output.to_owned() }
    }

    fn failed(step: &str, output: &str) -> Ran {
        let failure = Failure { step: step.to_owned(), end: process::End::Exit(1), output: output.to_owned() };
        Ran { output: format!("built\n{output}"), failed: Some(failure) }
    }

    #[test]
    fn failure_must_be_at_the_step_and_say_what_is_expected() {
        let want = expected(Some("run"), "undefined symbol: x");
        let good = expected(None, "^fine$");
        let line = judge(&failed("run", "a\n./p.so: undefined symbol: x\n"), &want, Some(&good));
        assert_eq!(line, Ok("./p.so: undefined symbol: x".to_owned()));
        assert!(judge(&failed("build", "undefined symbol: x"), &want, Some(&good)).is_err());
        assert!(judge(&failed("run", "no such file"), &want, Some(&good)).is_err());
        assert!(judge(&failed("run", "fine\nundefined symbol: x"), &want, Some(&good)).is_err());
        assert!(judge(&Ran { output: "undefined symbol: x".to_owned(), failed: None }, &want, None).is_err());
    }

    /// On a machine without them such a proof would fail instead of being left out.
    #[test]
    fn a_proof_declares_the_compiler_and_the_linker_that_it_names() {
        let testdata = crate::repository().join("testdata");
        for case in discover(&testdata).expect("testdata can be listed") {
            let spec = spec::read(&case.file).expect("the proof can be read");
            let builds = [case.bad, case.good].map(|tree| case.folder.join(tree).join("CMakeLists.txt"));
            let texts: Vec<String> = builds.iter().chain([&case.file]).flat_map(fs::read_to_string).collect();
            let programs: [(&[&str], &str); 2] =
                [(&["-fuse-ld=lld"], "ld.lld"), (&["COMPILER=clang", "\"clang"], "clang")];
            for (words, program) in programs {
                let named = texts.iter().any(|text| words.iter().any(|word| text.contains(word)));
                let declared = spec.needs.iter().any(|needed| needed == program);
                assert!(!named || declared, "{} names {program}, which `needs` does not", case.name);
            }
        }
    }

    #[test]
    fn a_silent_failure_shows_in_the_output() {
        let want = expected(None, "^archs: a;b$");
        let ran = |text: &str| Ran { output: text.to_owned(), failed: None };
        assert!(judge(&ran("archs: a;b\n"), &want, None).is_ok());
        assert!(judge(&ran("archs: a\n"), &want, None).is_err());
        assert!(judge(&failed("run", "archs: a;b\n"), &want, None).is_err());
    }

    #[test]
    fn every_case_of_the_repository_can_be_read() {
        let cases = discover(&crate::repository().join("testdata")).expect("testdata");
        assert!(!cases.is_empty());
        for case in cases {
            let spec = spec::read(&case.file).unwrap_or_else(|e| panic!("{}: {e}", case.file.display()));
            for file in spec.partly.iter().flat_map(|stage| &stage.take) {
                let path = case.folder.join(case.good).join(file);
                assert!(path.is_file(), "{}: takes {file}, which the repaired tree lacks", case.name);
            }
        }
    }
}
