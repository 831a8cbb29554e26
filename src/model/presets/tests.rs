use super::*;
use crate::source::Sandbox;
use proptest::prelude::*;

fn write(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn preset(files: &[(&str, &str)], name: &str) -> Result<Preset, String> {
    let folder = write(files);
    let top = folder.path().canonicalize().unwrap();
    read(&SourceMap::new(Sandbox::new(&top, &[]).unwrap()), &top, name)
}

const INHERITING: &str = r#"{"version": 4, "include": ["sub/more.json"], "configurePresets": [
  {"name": "base", "hidden": true, "generator": "Ninja", "binaryDir": "${sourceDir}/out/${presetName}",
   "cacheVariables": {"A": "base", "B": true, "C": {"type": "PATH", "value": "${sourceDirName}/x"}},
   "environment": {"R": "root", "S": "$env{R}/s"}},
  {"name": "own", "inherits": ["base", "more"], "cacheVariables": {"A": "own ${dollar}", "C": null, "E": "$env{S}$penv{NONE}"},
   "condition": {"type": "allOf", "conditions": [
      {"type": "equals", "lhs": "${hostSystemName}", "rhs": "Linux"},
      {"type": "not", "condition": {"type": "matches", "string": "abc", "regex": "^b"}},
      {"type": "inList", "string": "own", "list": ["x", "${presetName}"]}]}},
  {"name": "off", "condition": {"type": "notEquals", "lhs": "a", "rhs": "a"}},
  {"name": "round", "inherits": "round"}]}"#;
const MORE: &str =
    r#"{"version": 4, "configurePresets": [{"name": "more", "cacheVariables": {"B": false, "D": "${fileDir}"}}]}"#;

// Expected: what `cmake --preset own` of CMake 3.25 puts into its cache.
#[test]
fn presets_inherit_and_expand() {
    let files = [("CMakePresets.json", INHERITING), ("sub/more.json", MORE)];
    let found = preset(&files, "own").unwrap();
    let value = |name: &str| found.given.iter().find(|g| g.name == name).map(|g| g.value.clone());
    assert_eq!(value("A").as_deref(), Some("own $"));
    assert_eq!(value("B").as_deref(), Some("TRUE"));
    assert_eq!(value("C"), None);
    assert_eq!(value("D"), found.binary_dir.as_ref().unwrap().ancestors().nth(2).map(|p| p.display().to_string()));
    assert_eq!(value("E").as_deref(), Some("root/s"));
    assert_eq!(value("CMAKE_GENERATOR").as_deref(), Some("Ninja"));
    assert!(found.binary_dir.unwrap().ends_with("out/own"));
}

#[test]
fn presets_that_cannot_be_taken() {
    let files = [("CMakePresets.json", INHERITING), ("sub/more.json", MORE)];
    for (name, why) in [("base", "hidden"), ("off", "disabled"), ("round", "inherits itself"), ("owm", "mean `own`")] {
        let error = preset(&files, name).unwrap_err();
        assert!(error.contains(why), "{name}: {error}");
    }
    assert!(preset(&[("CMakePresets.json", "{")], "x").is_err());
    assert!(preset(&[("a", "")], "x").is_err());
    assert!(preset(&[("CMakePresets.json", r#"{"version": 4, "include": ["../x.json"]}"#)], "x").is_err());
}

proptest! {
    #[test]
    fn any_macro_is_survived(text in "[$a-z{}]{0,24}") {
        let json = serde_json::json!({"version": 3, "configurePresets": [
            {"name": "p", "environment": {"a": text.clone(), "b": "$env{a}"}, "cacheVariables": {"V": text}}]});
        let file = json.to_string();
        prop_assert!(preset(&[("CMakePresets.json", &file)], "p").is_ok());
    }
}
