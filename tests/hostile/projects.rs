//! Input that means harm, or looks as if it did: each ends with a record of what was not followed, in bounded work. The
//! program itself is run on what is cheap; what only limits can stop is evaluated with small ones.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use crate::eval::{Ask, Project};
use assert_cmd::Command;
use linklint::cmake::eval::Limits;
use linklint::cmake::eval::facts::{Facts, Reason};
use serde_json::Value;

/// What the program reports as JSON. Exit codes other than 0 and 100 fail, as does a run of many minutes.
fn check(project: &Project) -> Value {
    let output = Command::cargo_bin("linklint")
        .unwrap()
        .args(["--format", "json", "--no-config"])
        .arg(project.path())
        .timeout(std::time::Duration::from_mins(10))
        .output()
        .unwrap();
    assert!(matches!(output.status.code(), Some(0 | 100)), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Whether a diagnostic of that code has the text in its message.
fn told(report: &Value, code: &str, text: &str) -> bool {
    let diagnostics = report["diagnostics"].as_array().unwrap();
    diagnostics.iter().any(|d| d["code"] == code && d["message"].as_str().unwrap().contains(text))
}

fn reached(report: &Value) -> u64 {
    report["stats"]["coverage"]["reached"].as_u64().unwrap()
}

fn list(text: &str) -> Project {
    Project::new(&[("CMakeLists.txt", text), ("a.c", "int a;\n")])
}

/// Limits that small input reaches.
fn small() -> Limits {
    Limits { commands: 20_000, elements: 256, bytes: 1 << 12, all_bytes: 1 << 20, depth: 40, ..Limits::default() }
}

fn evaluate(text: &str) -> Facts {
    list(text).evaluate(&Ask { limits: small(), ..Ask::default() })
}

fn limited(facts: &Facts, text: &str) -> bool {
    facts.unknowns.iter().any(|u| u.reason == Reason::Limit && u.what.contains(text))
}

#[test]
fn lists_that_double_are_cut() {
    let doubling = "list(APPEND A ${A})\n".repeat(40);
    let facts = evaluate(&format!("project(x)\nset(A a;b)\n{doubling}add_library(l ${{A}})\n"));
    assert!(limited(&facts, "elements of one list"));
    let facts = evaluate(&format!(
        "project(x)\noption(O \"\" ON)\nset(A a;b)\nif(O)\n{doubling}endif()\nadd_library(l ${{A}})\n"
    ));
    assert!(limited(&facts, "elements of one list"));
}

#[test]
fn texts_that_double_are_cut() {
    let doubling = "set(A \"${A}${A}\")\n".repeat(60);
    let facts = evaluate(&format!("project(x)\nset(A ab)\n{doubling}add_library(l a.c)\n"));
    assert!(limited(&facts, "length of a text"));
    assert_eq!(facts.targets.len(), 1);
}

#[test]
fn loops_without_an_end_are_left() {
    let facts = evaluate("project(x)\nwhile(TRUE)\nset(A \"${A}x\")\nendwhile()\n");
    assert!(limited(&facts, "while") || limited(&facts, "bytes of all texts"));
    let facts = evaluate("project(x)\noption(O \"\")\nwhile(O)\nset(X \"${X}a\")\nendwhile()\nadd_library(l a.c)\n");
    assert!(limited(&facts, "while"));
    assert_eq!(facts.targets.len(), 1);
    let rounds = "foreach(i RANGE 1000)\nforeach(j RANGE 1000)\nset(A${i}_${j} 1)\nendforeach()\nendforeach()\n";
    let facts = evaluate(&format!("project(x)\n{rounds}"));
    assert!(limited(&facts, "number of commands") || limited(&facts, "bytes of all texts"));
}

#[test]
fn recursion_ends() {
    let facts = evaluate("project(x)\nfunction(f)\nf()\nendfunction()\nf()\nadd_library(l a.c)\n");
    assert_eq!(facts.targets.len(), 1);
    assert!(facts.unknowns.iter().any(|u| u.reason == Reason::Limit));
    let facts = evaluate("project(x)\nmacro(m)\nm()\nm()\nendmacro()\nm()\n");
    assert!(facts.unknowns.iter().any(|u| u.reason == Reason::Limit));
    let calls =
        (0..60).map(|n| format!("function(f{n})\nf{0}()\nf{0}()\nendfunction()\n", n + 1)).collect::<Vec<_>>().concat();
    assert!(limited(&evaluate(&format!("project(x)\n{calls}f0()\n")), "number of commands"));
}

#[test]
fn recursion_under_options_ends() {
    let options = (0..40).map(|n| format!("option(O{n} \"\" ON)\n")).collect::<Vec<_>>().concat();
    let calls = "math(EXPR m \"${n} + 1\")\nif(n LESS 40)\nif(O${n})\nf(${m})\nendif()\nif(NOT O${n})\nf(${m})\nendif()\nendif()\n";
    let facts =
        evaluate(&format!("project(x)\n{options}function(f n)\n{calls}endfunction()\nf(0)\nadd_library(l a.c)\n"));
    assert_eq!(facts.targets.len(), 1);
    assert!(limited(&facts, "recursion of f"));
}

#[test]
fn many_options_on_one_text_stay_small() {
    let options = (0..400)
        .map(|n| format!("option(O{n} \"\" ON)\nif(O{n})\nlist(APPEND A s{n}.c)\nset(S \"${{S}} x{n}\")\nendif()\n"))
        .collect::<Vec<_>>()
        .concat();
    let facts = list(&format!(
        "project(x)\n{options}add_library(l ${{A}})\nif(S MATCHES \"x5\")\nadd_library(k a.c)\nendif()\n"
    ))
    .evaluate(&Ask::default());
    assert_eq!(facts.targets.len(), 2);
    assert!(facts.conds.node_count() < 1_000_000);
}

#[test]
fn walks_of_a_graph_that_double_come_to_an_end() {
    let options = (1..14).map(|n| "i".repeat(n)).map(|n| format!("option(l{n} \"\" ON)\noption(r{n} \"\" OFF)\n"));
    let text = format!(
        "project(x)\nadd_library(first a.c)\n{}macro(walk depth)\nforeach(one l;r)\nif(${{one}}${{depth}} OR NOT r${{depth}}i)\n\
         if(NOT ${{depth}} STREQUAL iiiiiiiiiiii)\nwalk(${{depth}}i)\nendif()\nendif()\nendforeach()\nendmacro()\nwalk(i)\n",
        options.collect::<String>()
    );
    let facts = list(&text).evaluate(&Ask { limits: Limits { all_steps: 2000, ..small() }, ..Ask::default() });
    assert!(limited(&facts, "conditions beyond the budget"), "{}", facts.conds.spent());
    assert!(facts.targets.contains_key("first") && facts.counts.commands < 10_000, "{}", facts.counts.commands);
}

#[test]
fn cycles_are_told() {
    let project = Project::new(&[
        (
            "CMakeLists.txt",
            "project(x)\ninclude(a.cmake)\nadd_subdirectory(s)\ninclude(not.cmake)\nadd_subdirectory(not)\nadd_library(l a.c)\n",
        ),
        ("a.cmake", "include(b.cmake)\n"),
        ("b.cmake", "include(a.cmake)\n"),
        ("s/CMakeLists.txt", "add_subdirectory(.. x)\n"),
        ("a.c", ""),
    ]);
    let report = check(&project);
    assert!(told(&report, "evaluation-limit", "include cycle of a.cmake"));
    assert!(told(&report, "evaluation-limit", "add_subdirectory cycle"));
    assert!(told(&report, "missing-file", "not.cmake"));
    assert!(told(&report, "missing-file", "not/CMakeLists.txt"));
    assert_eq!(reached(&report), 1);
}

#[test]
fn random_bytes_are_no_project() {
    let mut state = 7_u64;
    let mut byte = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    let project = list("");
    let bytes: Vec<u8> = (0..50_000).map(|_| byte()).collect();
    for path in ["CMakeLists.txt", "x.cmake", "CMakePresets.json", "a.c", "exports.map", "b.sh"] {
        project.write(path, &bytes);
    }
    assert!(told(&check(&project), "syntax-error", ""));
}

#[test]
fn a_template_need_not_be_cmakes_language() {
    let project =
        list("project(x C)\nset(INPUT ${CMAKE_CURRENT_SOURCE_DIR}/etc/run.cmake)\nconfigure_file(${INPUT} run)\n");
    // `begins_with_command` holds for it, and the list names it.
    project.write("etc/run.cmake", b"cd (\n");
    assert!(!told(&check(&project), "syntax-error", ""));
    for (name, line) in [("other.cmake", "#!/bin/sh"), ("run.sh.cmake", "# of the tests")] {
        let path = format!("etc/{name}");
        project.write(&path, format!("{line}\ncd (\n").as_bytes());
        assert!(!told(&check(&project), "syntax-error", ""), "{name}");
        project.write(&path, b"");
    }
    project.write("etc/other.cmake", b"#!/usr/bin/cmake -P\ncd (\n");
    assert!(told(&check(&project), "syntax-error", ""));

    let lists = "project(x C)\nconfigure_file(\"${PROJECT_SOURCE_DIR}/etc/x.conf.cmake\" x.conf)\n";
    let project = list(lists);
    project.write("etc/x.conf.cmake", b"[section]\nkey = @VALUE@\n");
    assert!(!told(&check(&project), "syntax-error", ""));
    // It has a place for a value: whatever it becomes, it is not read as it is.
    project.write("etc/y.conf.cmake", b"[section]\nkey = @VALUE@\n");
    assert!(!told(&check(&project), "syntax-error", ""));
    project.write("{{name}}/z.cmake", b"[section]\nkey = {{value}}\n");
    assert!(!told(&check(&project), "syntax-error", ""));
    project.write("etc/y.conf.cmake", b"set(KEY\n");
    assert!(told(&check(&project), "syntax-error", ""));
    project.write("etc/y.conf.cmake", b"");
    project.write("etc/y.cmake", b"[section]\nkey = @VALUE@\n");
    assert!(!told(&check(&project), "syntax-error", ""));
    // Nothing includes it, and it does not begin as CMake's language.
    project.write("etc/y.cmake", b"[section]\nkey = 1\n");
    assert!(!told(&check(&project), "syntax-error", ""));
    project.write("etc/y.cmake", b"set(KEY\n");
    assert!(told(&check(&project), "syntax-error", ""));
    project.write("etc/y.cmake", b"[section]\nkey = 1\n");
    project.write("CMakeLists.txt", b"project(x C)\nfile(READ etc/y.cmake TEXT)\n");
    assert!(!told(&check(&project), "syntax-error", ""));
    project.write("CMakeLists.txt", b"project(x C)\ninclude(etc/y.cmake)\n");
    assert!(told(&check(&project), "syntax-error", ""));
}

#[test]
fn input_of_tests_need_not_be_cmakes_language() {
    let project = list("project(x C)\n");
    project.write("tests/data/bad.cmake", b"set(A ...\n");
    assert!(!told(&check(&project), "syntax-error", ""));
    project.write("tests/CMakeLists.txt", b"include(data/bad.cmake)\n");
    assert!(told(&check(&project), "syntax-error", ""));
}

#[test]
fn nesting_beyond_reason_is_survived() {
    let wrap = |open: &str, close: &str, n: usize| format!("{}A{}", open.repeat(n), close.repeat(n));
    let blocks = format!("{}add_library(l a.c)\n{}", "if(A)\n".repeat(20_000), "endif()\n".repeat(20_000));
    let report = check(&list(&format!("project(x)\n{blocks}")));
    assert!(told(&report, "syntax-error", "nested deeper"));
    for text in [
        format!("if({})\nendif()\n", wrap("(", ")", 20_000)),
        format!("if({})\nendif()\n", wrap("NOT ", "", 20_000)),
        format!("set(B {})\n", wrap("${", "}", 20_000)),
        format!("target_compile_definitions(l PRIVATE {})\n", wrap("$<IF:$<CONFIG:x>,", ",b>", 5_000)),
        format!("math(EXPR V \"{}\")\n", wrap("(", ")", 20_000).replace('A', "1")),
        format!("string(JSON V GET \"{}\" 0)\n", "[".repeat(50_000)),
        "string(REPEAT abcdefgh 999999999999 V)\nstring(RANDOM LENGTH 999999999 W)\n".to_owned(),
        format!("set(A {})\nif(A MATCHES \"(a|aa)+(a|aa)+(a|aa)+b\")\nendif()\n", "a".repeat(3_000)),
    ] {
        let report = check(&list(&format!("project(x)\nadd_library(l a.c)\n{text}")));
        assert_eq!(reached(&report), 1, "{}", &text[..40]);
    }
}

#[test]
fn sources_and_export_lists_beyond_reason_are_survived() {
    let project = Project::new(&[(
        "CMakeLists.txt",
        "project(x C)\nadd_library(l SHARED a.c)\ntarget_link_options(l PRIVATE -Wl,--version-script=${CMAKE_CURRENT_SOURCE_DIR}/v.map)\n",
    )]);
    project.write("v.map", "{".repeat(50_000).as_bytes());
    project.write("a.c", format!("{}{}{}", "(".repeat(50_000), "{".repeat(50_000), "\n#if A".repeat(5_000)).as_bytes());
    assert_eq!(reached(&check(&project)), 1);
}

#[cfg(unix)]
#[test]
fn links_out_of_the_root_are_not_followed() {
    let outside = Project::new(&[("CMakeLists.txt", "add_library(secret a.c)\n"), ("secret.txt", "swordfish.c")]);
    let project = list(
        "project(x)\nadd_subdirectory(out)\nfile(READ out/secret.txt S)\nfile(READ ../secret.txt T)\nadd_library(l a.c ${S})\n",
    );
    std::os::unix::fs::symlink(outside.path(), project.path().join("out")).unwrap();
    let report = check(&project);
    assert!(!report.to_string().contains("swordfish"));
    assert_eq!(report["stats"]["coverage"]["targets"], 1);
}

#[test]
fn an_empty_folder_is_told() {
    let report = check(&Project::new(&[("notes.txt", "")]));
    assert!(told(&report, "nothing-to-check", ""));
}

#[test]
fn a_link_to_the_project_above_is_not_followed() {
    let project = Project::new(&[
        ("CMakeLists.txt", "cmake_minimum_required(VERSION 3.20)\nproject(x C)\nadd_library(l a.c)\n"),
        (
            "example/CMakeLists.txt",
            "cmake_minimum_required(VERSION 3.20)\nproject(e C)\nadd_subdirectory(self)\nadd_executable(e e.c)\n",
        ),
        ("a.c", ""),
        ("example/e.c", ""),
    ]);
    std::os::unix::fs::symlink("..", project.path().join("example/self")).unwrap();
    let report = check(&project);
    assert!(told(&report, "evaluation-limit", "by the link"));
    assert_eq!(report["stats"]["coverage"]["targets"], 2);
}

#[test]
fn what_is_computed_again_and_again_has_a_short_name() {
    let text =
        "foreach(n RANGE 60)\nlist(REMOVE_ITEM X ${X} \"a${X}\" \"${X}b\")\nendforeach()\nadd_library(l a.c ${X})\n";
    let facts = evaluate(&format!("set(X ${{INPUT}} a b)\n{text}"));
    assert!(facts.texts.bytes() < 1_000_000, "{}", facts.texts.bytes());
}
