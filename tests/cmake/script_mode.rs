//! Scripts as `cmake -P` runs them.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use std::process::{Command, Output};

fn run(script: &str) -> Output {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("a.cmake"), script).unwrap();
    Command::new(env!("CARGO_BIN_EXE_linklint"))
        .args(["script", "-DGIVEN=1", "-P", "a.cmake"])
        .current_dir(dir.path())
        .output()
        .unwrap()
}

#[test]
fn messages_go_where_cmake_prints_them() {
    let output = run(
        "message(STATUS \"given ${GIVEN}\")\nmessage(notice)\nfunction(f)\n  message(WARNING w)\nendfunction()\nf()\n",
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), "-- given 1\n");
    let expected = "notice\nCMake Warning at a.cmake:4 (message):\n  w\nCall Stack (most recent call first):\n  a.cmake:6 (f)\n\n\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
    assert!(output.status.success());
}

#[test]
fn an_error_ends_the_script_and_tells_its_place() {
    let output = run("message(STATUS before)\nlist(LENGTH)\nmessage(STATUS after)\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "-- before\n");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("CMake Error at a.cmake:2 (list):\n"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn files_are_written_in_memory_only() {
    let dir = tempfile::tempdir().unwrap();
    let script = "file(WRITE sub/x \"a\")\nfile(APPEND sub/x \"b\")\nfile(READ sub/x text)\nmessage(STATUS ${text})\n";
    std::fs::write(dir.path().join("a.cmake"), script).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_linklint"));
    let output = command.args(["script", "-P", "a.cmake"]).current_dir(dir.path()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "-- ab\n");
    assert!(!dir.path().join("sub").exists());
}

/// What a script prints on the standard error.
fn errors(script: &str) -> String {
    String::from_utf8_lossy(&run(script).stderr).into_owned()
}

#[test]
fn functions_transform_filter_and_sort_lists() {
    let script = "function(longer a b out)\n  string(LENGTH \"${a}\" x)\n  string(LENGTH \"${b}\" y)\n  if(x GREATER y)\n    \
                  set(${out} TRUE PARENT_SCOPE)\n  else()\n    set(${out} FALSE PARENT_SCOPE)\n  endif()\nendfunction()\n\
                  function(quote a out)\n  set(${out} \"<${a}>\" PARENT_SCOPE)\nendfunction()\nset(l a ccc bb)\n\
                  list(SORT l COMPARATOR longer)\nlist(TRANSFORM l APPLY quote)\nmessage(\"${l}\")\n";
    assert_eq!(errors(script), "<ccc>;<bb>;<a>\n");
    assert!(
        errors("list(TRANSFORM l APPLY none)\nset(l a)\nlist(TRANSFORM l APPLY none)\n").contains("a.cmake:3 (list)")
    );
}

#[test]
fn old_policies_and_old_versions_are_deprecated() {
    let text = errors("cmake_policy(VERSION 3.9)\ncmake_policy(SET CMP0126 OLD)\ncmake_policy(SET CMP0186 OLD)\n");
    assert_eq!(text.matches("CMake Warning (deprecated)").count(), 2, "{text}");
    assert!(errors("cmake_policy(VERSION 3.4)\n").contains("has been removed from CMake."));
    assert!(errors("add_library(a)\n").contains("not scriptable"));
}

#[test]
fn a_watch_is_not_called_while_it_runs() {
    let script = "set(n 0)\nfunction(f)\n  math(EXPR n \"${n} + 1\")\n  message(${n})\n  set(x 1)\nendfunction()\n\
                  variable_watch(x f)\nset(x 4)\n";
    assert_eq!(errors(script), "1\n");
}

#[test]
fn version_files_say_what_is_compatible() {
    let script = "write_basic_package_version_file(v.cmake VERSION 1.2.3 COMPATIBILITY SameMajorVersion)\n\
                  foreach(asked 1.2 1.3 2.0)\n  set(PACKAGE_FIND_VERSION ${asked})\n  \
                  string(REGEX MATCH \"^[0-9]+\" PACKAGE_FIND_VERSION_MAJOR ${asked})\n  include(v.cmake)\n  \
                  message(\"${asked} ${PACKAGE_VERSION_COMPATIBLE}\")\nendforeach()\n";
    assert_eq!(errors(script), "1.2 TRUE\n1.3 FALSE\n2.0 FALSE\n");
}
