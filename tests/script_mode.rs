//! Scripts as `cmake -P` runs them.
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
