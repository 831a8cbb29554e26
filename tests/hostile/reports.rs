//! A run with 500 findings in files whose names and contents mean harm: every format stays valid, and nothing of the project becomes
//! a command, a tag or an escape sequence. (`src/report/validity.rs` checks the formats in more depth, on findings made by hand.)

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]
#![cfg(target_os = "linux")]
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const FINDINGS: usize = 500;
/// Names of folders; CMake code takes them as they are between brackets.
const NAMES: &[&[u8]] = &[
    b"a%25b%0A",
    b"::error file=x,line=1::y",
    b"q\"uo'te",
    b"new\nline::warning::z",
    b"esc\x1b[31mred\x1b]8;;http:\x1b\\",
    b"<b>&amp;]]>",
    b"[l](http:)|c|`d`",
    b"com,ma:co",
    b"\xe2\x80\xaertl\xe2\x80\x8b",
    b"##[error]x",
    b"$(touch x) ${HOME}",
    b" lead and trail ",
    b"\x07\x08\x7f\xc2\x9b31m",
    b"{{x}}%",
];

/// A project with a hazard in each of its folders.
fn project(root: &Path) {
    fs::create_dir(root.join(".git")).unwrap();
    let mut lists = b"cmake_minimum_required(VERSION 3.20)\nproject(p C)\n".to_vec();
    for at in 0..FINDINGS {
        let name = [NAMES[at % NAMES.len()], format!("_{at}").as_bytes()].concat();
        let folder = root.join(OsStr::from_bytes(&name));
        fs::create_dir(&folder).unwrap();
        lists.extend([b"add_subdirectory([==[", &name[..], format!("]==] b{at})\n").as_bytes()].concat());
        let target = [b"[==[t", &name[..], b"]==]"].concat();
        let content = [
            b"# \xff\xfe ::error::x\r\nadd_library(",
            &target[..],
            b" SHARED a.c)\nset_target_properties(",
            &target,
            b" PROPERTIES C_VISIBILITY_PRESETS \"hidden ::error::%0A<x>\x1b[2J\xff\") # <script>\n",
        ];
        fs::write(folder.join("CMakeLists.txt"), content.concat()).unwrap();
        fs::write(folder.join("a.c"), "int f(void) { return 1; }\n").unwrap();
    }
    fs::write(root.join("CMakeLists.txt"), lists).unwrap();
}

fn schema(path: &str) -> impl Fn(&Value) {
    let text = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.add_resource("schema.json", serde_json::from_slice(&text).unwrap()).unwrap();
    let index = compiler.compile("schema.json", &mut schemas).unwrap();
    move |value| schemas.validate(value, index).unwrap_or_else(|e| panic!("{e:#}"))
}

#[test]
fn every_format_is_valid_and_harmless() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().canonicalize().unwrap();
    let (tree, out) = (root.join("p"), root.join("out"));
    fs::create_dir(&tree).unwrap();
    fs::create_dir(&out).unwrap();
    project(&tree);
    let formats = ["human", "concise", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "cargo", "markdown"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_linklint"));
    command.args(formats.iter().map(|format| format!("--output={format}={}", out.join(format).display())));
    command.current_dir(&tree).env_remove("GITHUB_STEP_SUMMARY").env("LANG", "C.UTF-8");
    let run = command.args(["--color", "always", "."]).output().unwrap();
    assert_eq!(run.status.code(), Some(100), "{}", String::from_utf8_lossy(&run.stderr));
    let read = |format: &str| {
        String::from_utf8(fs::read(out.join(format)).unwrap()).unwrap_or_else(|e| panic!("{format}: {e}"))
    };
    let parsed = |format: &str| -> Value { serde_json::from_str(&read(format)).unwrap() };

    let report = parsed("json");
    schema("docs/reference/linklint-report.schema.json")(&report);
    assert_eq!(report["findings"].as_array().unwrap().len(), FINDINGS);
    let sarif = parsed("sarif");
    schema("testdata/schemas/sarif-2.1.0.json")(&sarif);
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), FINDINGS);
    let prints: std::collections::BTreeSet<String> =
        parsed("gitlab").as_array().unwrap().iter().map(|issue| issue["fingerprint"].to_string()).collect();
    assert_eq!(prints.len(), FINDINGS);
    for line in read("cargo").lines() {
        serde_json::from_str::<Value>(line).unwrap();
    }
    for (format, tag) in [("junit", "failure"), ("checkstyle", "error")] {
        let text = read(format);
        let mut reader = quick_xml::Reader::from_str(&text);
        let mut count = 0;
        loop {
            match reader.read_event().unwrap_or_else(|e| panic!("{format}: {e}")) {
                quick_xml::events::Event::Eof => break,
                quick_xml::events::Event::Start(e) | quick_xml::events::Event::Empty(e) => {
                    count += usize::from(e.name().as_ref() == tag);
                }
                _ => {}
            }
        }
        assert!(count >= FINDINGS, "{format}: {count}");
    }
    for line in read("github").lines() {
        assert!(["::error ", "::warning ", "::notice "].iter().any(|start| line.starts_with(start)), "{line}");
    }
    assert!(read("github").lines().count() <= 30);
    assert!(read("concise").lines().filter(|line| line.contains("warning[misspelt-property]")).count() == FINDINGS);
    // What acts on a terminal is the report's own: colours, which files do not have.
    let acts = |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c) || c == '\u{200b}';
    for format in formats {
        assert!(!read(format).contains(acts), "{format}");
    }
    let shown = String::from_utf8(run.stdout).unwrap();
    let left: String = regex::Regex::new("\x1b\\[[0-9;]*m").unwrap().replace_all(&shown, "").into_owned();
    assert!(!left.contains(acts), "an escape sequence that is no colour");
}
