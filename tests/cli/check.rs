//! The program from outside: exit codes, streams, formats, hostile input.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The program in `dir`, with no environment that changes its output.
fn linklint(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_linklint"));
    command.current_dir(dir);
    for name in
        ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "CARGO_TERM_COLOR", "LC_ALL", "LC_CTYPE", "COLUMNS"]
    {
        command.env_remove(name);
    }
    command.env("LANG", "C.UTF-8");
    command
}

fn run(dir: &Path, args: &[&str]) -> Output {
    linklint(dir).args(args).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal")
}

fn project(files: &[(&str, &str)]) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a folder for the test");
    let root = dir.path().canonicalize().expect("it is there");
    for (name, text) in files {
        let path = root.join(name);
        fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("it can be written");
        fs::write(path, text).expect("it can be written");
    }
    (dir, root)
}

const EMPTY: &[(&str, &str)] = &[("CMakeLists.txt", "cmake_minimum_required(VERSION 3.20)\nproject(empty)\n")];

#[test]
fn a_project_without_hazards_is_clean() {
    let (_dir, root) = project(EMPTY);
    for args in [&[][..], &["."], &["check"], &["check", "."], &["CMakeLists.txt"], &["--fail-on", "note"]] {
        let output = run(&root, args);
        assert_eq!(code(&output), 0, "{args:?}: {output:?}");
        assert!(text(&output.stdout).starts_with("no findings"), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
    }
}

#[test]
fn a_folder_without_a_project_says_so_and_is_clean() {
    let (_dir, root) = project(&[("a/notes.txt", "")]);
    let output = run(&root, &[]);
    assert_eq!(code(&output), 0);
    let expected = format!(
        "note(nothing-to-check): no CMakeLists.txt and no Cargo.toml under {}: nothing was checked\n",
        root.display()
    );
    assert_eq!(text(&output.stdout), expected);
}

#[test]
fn wrong_usage_is_2_and_goes_to_the_error_stream() {
    let (_dir, root) = project(&[("CMakeLists.txt", ""), ("x.c", ""), ("sub/y.c", "")]);
    let cases: &[(&[&str], &str)] = &[
        (&["missing"], "missing does not exist"),
        (&["chek"], "`chek` was taken for a folder (did you mean `check`?)"),
        (&["x.c"], "x.c is no folder"),
        (&["x.c/y"], "x.c/y does not exist"),
        (&["--root", "sub", "."], "does not lie under the root"),
        (&["--allow-read", "nowhere"], "nowhere does not exist"),
        (&["--fail-on", "fatal"], "invalid value 'fatal'"),
        (&["-D", "NAME"], "it takes NAME=VALUE"),
        (&["--unknown"], "unexpected argument"),
        (&["explain", "no-such-rule"], "no rule `no-such-rule`"),
        (&["model", "missing"], "missing does not exist"),
        (&["model", ".", "--cmake-version", "new"], "it takes a version such as"),
    ];
    for (args, expected) in cases {
        let output = run(&root, args);
        assert_eq!(code(&output), 2, "{args:?}: {output:?}");
        assert!(text(&output.stderr).contains(expected), "{args:?}: {output:?}");
        assert!(output.stdout.is_empty(), "{args:?}: {output:?}");
    }
}

#[test]
fn json_is_one_object_whatever_is_found() {
    let (_dir, root) = project(EMPTY);
    let output = run(&root, &["check", "--format", "json", "."]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["version"], 1);
    assert_eq!(value["tool"]["name"], "linklint");
    assert_eq!(value["root"], root.to_str().unwrap());
    assert_eq!(value["findings"], serde_json::json!([]));
    assert_eq!(value["stats"]["files"]["cmake_lists"], 1);
    assert!(value["stats"].get("timings").is_none());
    let keys: Vec<_> = value.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["version", "tool", "root", "findings", "diagnostics", "stats"]);
    let timed = run(&root, &["--format", "json", "--stats"]);
    let value: serde_json::Value = serde_json::from_slice(&timed.stdout).unwrap();
    assert_eq!(value["stats"]["timings"][0]["name"], "discover");
}

#[test]
fn input_that_is_not_understood_is_told_and_fails_on_request() {
    let (_dir, root) = project(&[("CMakeLists.txt", "project(x)\n"), ("sub/broken.cmake", "set(A\n")]);
    let output = run(&root, &["--format", "json"]);
    assert_eq!(code(&output), 0);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let told = &value["diagnostics"][0];
    assert_eq!((told["code"].as_str(), told["severity"].as_str()), (Some("syntax-error"), Some("warning")));
    assert_eq!(told["place"]["path"], "sub/broken.cmake");
    assert_eq!(told["place"]["line"], 1);
    assert_eq!(code(&run(&root, &["--strict-input"])), 101);
    assert_eq!(code(&run(&root, &["--strict-input", "--exit-zero"])), 101);
    let human = text(&run(&root, &[]).stdout);
    assert!(human.contains("warning(syntax-error)") && human.contains("[sub/broken.cmake:1:"), "{human}");
}

#[test]
fn the_root_is_the_folder_of_git() {
    let (_dir, root) = project(&[(".git/HEAD", ""), ("sub/CMakeLists.txt", "project(x)")]);
    let root_of = |args: &[&str]| {
        let output = run(&root, args);
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()["root"].as_str().unwrap().to_owned()
    };
    assert_eq!(root_of(&["--format", "json", "sub"]), root.to_str().unwrap());
    assert_eq!(root_of(&["--format", "json", "--root", "sub", "sub"]), root.join("sub").to_str().unwrap());
}

#[test]
fn two_runs_write_the_same_bytes() {
    let names: Vec<String> = (0..200).map(|i| format!("d{}/CMakeLists.txt", i * 7919 % 200)).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "project(x)\n")).collect();
    let (_dir, root) = project(&files);
    for args in [&["--format", "json"][..], &["--format", "human"]] {
        assert_eq!(run(&root, args).stdout, run(&root, args).stdout);
    }
}

#[test]
fn colours_obey_the_environment() {
    let (_dir, root) = project(EMPTY);
    let coloured = |args: &[&str], env: &[(&str, &str)]| {
        let output = linklint(&root).args(args).envs(env.iter().copied()).output().unwrap();
        output.stdout.contains(&0x1b)
    };
    assert!(!coloured(&[], &[]));
    assert!(coloured(&["--color", "always"], &[]));
    assert!(coloured(&["--color=always", "--help"], &[]));
    assert!(!coloured(&["--help"], &[]));
    assert!(coloured(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(!coloured(&["--format", "json", "--color", "always"], &[]));
}

#[test]
fn cargo_calls_it_with_its_name_first() {
    let (_dir, root) = project(EMPTY);
    for args in [&["linklint", "check", "."][..], &["linklint"], &["check"], &[]] {
        let output = Command::new(env!("CARGO_BIN_EXE_cargo-linklint")).current_dir(&root).args(args).output().unwrap();
        assert_eq!(code(&output), 0, "{args:?}: {output:?}");
    }
    let help = Command::new(env!("CARGO_BIN_EXE_cargo-linklint")).args(["linklint", "--help"]).output().unwrap();
    assert!(text(&help.stdout).contains("Usage: cargo linklint"));
}

#[test]
fn help_tells_examples_codes_and_variables() {
    let (_dir, root) = project(&[]);
    let help = text(&run(&root, &["--help"]).stdout);
    for part in ["Examples:", "Exit codes:", "  100  findings", "Environment variables:", "CLICOLOR_FORCE", "explain"] {
        assert!(help.contains(part), "{part} is missing:\n{help}");
    }
    assert!(!help.contains("\n  script"), "hidden commands are hidden");
    for command in ["check", "explain", "rules", "model"] {
        let output = run(&root, &[command, "--help"]);
        assert_eq!(code(&output), 0);
        assert!(text(&output.stdout).contains("Examples:"), "{command}");
    }
}

#[test]
fn the_rules_are_listed() {
    let (_dir, root) = project(&[]);
    let output = run(&root, &["rules", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for rule in value["rules"].as_array().unwrap() {
        let id = rule["id"].as_str().unwrap();
        let explained = run(&root, &["explain", id]);
        assert_eq!(code(&explained), 0, "{id}");
        assert!(text(&explained.stdout).contains(id), "{id}");
        assert!(text(&run(&root, &["rules"]).stdout).contains(id), "{id}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_quiet() {
    use std::process::Stdio;
    let (_dir, root) = project(EMPTY);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = linklint(&root).stdout(writer).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(code(&output), 0);
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[cfg(unix)]
#[test]
fn hostile_trees_are_survived() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::symlink;
    let (_dir, root) = project(EMPTY);
    let odd = root.join(OsStr::from_bytes(b"d\xff\x1b[2J"));
    fs::create_dir(&odd).unwrap();
    fs::write(odd.join("CMakeLists.txt"), [0xff, 0, 0xfe]).unwrap();
    symlink(&root, odd.join("loop")).unwrap();
    symlink("/etc", root.join("etc")).unwrap();
    symlink("nowhere", root.join("CMakePresets.json")).unwrap();
    let mut deep = root.clone();
    for _ in 0..150 {
        deep.push("d");
    }
    fs::create_dir_all(&deep).unwrap();
    fs::write(deep.join("CMakeLists.txt"), "project(deep)").unwrap();
    let output = run(&root, &["--format", "json"]);
    assert_eq!(code(&output), 0, "{output:?}");
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["stats"]["files"]["cmake_lists"], 3);
    assert_eq!(value["stats"]["files"]["presets"], 0);
    let human = run(&root, &["--stats"]);
    assert!(!human.stdout.contains(&0x1b));
}

#[test]
fn what_cmake_would_not_take_is_told_where_it_is_certain() {
    let lists = "cmake_minimum_required(VERSION 3.20)\nproject(p C)\noption(DEEP \"\" OFF)\nif(DEEP OTHER)\nendif()\n\
                 string(REPLACE a b out ${unset})\nif(${unset} STREQUAL \"x\")\nendif()\nif(a MATCHES \"*x\")\nendif()\n\
                 if(DEEP)\n  message(FATAL_ERROR \"no\")\n  set()\nendif()\nmath(EXPR y \"1 +\")\n";
    let (_dir, root) = project(&[("CMakeLists.txt", lists)]);
    let output = run(&root, &["--format", "json"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let told = value["diagnostics"].as_array().expect("a list");
    let lines: Vec<_> = told.iter().map(|d| (d["code"].as_str(), d["place"]["line"].as_u64())).collect();
    assert_eq!(lines, [4, 9, 15].map(|line| (Some("cmake-error"), Some(line))));
}

/// The fixture of a rule with more at the end of its build description.
fn fixture_with(rule: &str, more: &str) -> (TempDir, PathBuf) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/rules").join(rule).join("bad");
    let (dir, root) = project(&[]);
    for entry in fs::read_dir(from).expect("the fixture is there").map(|entry| entry.expect("it can be read")) {
        fs::copy(entry.path(), root.join(entry.file_name())).expect("it can be written");
    }
    let list = fs::read_to_string(root.join("CMakeLists.txt")).expect("it is there");
    fs::write(root.join("CMakeLists.txt"), list + more).expect("it can be written");
    (dir, root)
}

#[test]
fn what_unknown_commands_do_to_a_target_is_not_known() {
    let found = |more: &str| {
        let (_dir, root) = fixture_with("underlinked-library", more);
        text(&run(&root, &["--format", "concise"]).stdout).contains("[underlinked-library]")
    };
    assert!(found(""));
    assert!(found("link_with_extension(other envelope)\n"));
    assert!(!found("link_with_extension(pluck envelope)\nlink_with_extension(bow envelope)\n"));
}

#[test]
fn one_platform_is_the_only_one_that_is_looked_at() {
    let list = "cmake_minimum_required(VERSION 3.20)\nproject(x C)\nadd_library(l SHARED l.c)\n\
                if(NOT APPLE)\ntarget_link_options(l PRIVATE -Wl,--gc-sections)\nendif()\n\
                if(APPLE OR WIN32)\ntarget_link_options(l PRIVATE -Wl,--version-script=l.map)\nendif()\n";
    let (_dir, root) = project(&[("CMakeLists.txt", list), ("l.c", "int l(void) { return 0; }\n"), ("l.map", "{};\n")]);
    let rules = |args: &[&str]| {
        let output = run(&root, &[&["check", "--format", "json"], args].concat());
        text(&output.stdout).matches("\"rule\": \"elf-flag-on-apple\"").count()
    };
    assert_eq!(rules(&[]), 1);
    assert_eq!(rules(&["--platform", "macos"]), 1);
    assert_eq!(rules(&["--platform", "linux"]), 0);
    assert_eq!(rules(&["--platform", "windows"]), 0);
}

#[test]
fn a_command_that_makes_targets_may_be_the_projects_own() {
    let (_dir, root) = project(&[
        (
            "CMakeLists.txt",
            "cmake_minimum_required(VERSION 3.20)\nproject(own C)\nmacro(add_library name)\n  _add_library(${name} ${ARGN})\nendmacro()\n\
         add_library(a STATIC a.c)\nif(FALSE)\n  add_library(b STATIC a.c)\nendif()\n",
        ),
        ("a.c", "int a;\n"),
    ]);
    let output = run(&root, &["--format", "json", "--stats"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let coverage = &report["stats"]["coverage"];
    assert_eq!((&coverage["reached"], &coverage["call_sites"]), (&1.into(), &2.into()), "{report}");
}
