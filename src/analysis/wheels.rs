//! What a project's own description of its Python package gives to CMake: who builds with scikit-build builds with that.
use std::path::Path;

use toml::{Table, Value};

use crate::cmake::eval::Given;
use crate::source::Sandbox;

/// Definitions that scikit-build-core reads (`tool.scikit-build.cmake`: `args`, `define`) and those that `setup()` of scikit-build is given
/// (`cmake_args`), of the package in a folder.
pub(super) fn definitions(sandbox: &Sandbox, top: &Path) -> Vec<Given> {
    let text = |name: &str| {
        let bytes = sandbox.read(&top.join(name)).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    let mut out = text("pyproject.toml").map(|text| of_pyproject(&text)).unwrap_or_default();
    out.extend(text("setup.py").map(|text| of_setup(&text)).unwrap_or_default());
    out
}

fn of_pyproject(text: &str) -> Vec<Given> {
    let Ok(table) = toml::from_str::<Table>(text) else { return Vec::new() };
    let cmake = table.get("tool").and_then(|tool| tool.get("scikit-build")?.get("cmake"));
    let Some(cmake) = cmake.filter(|cmake| cmake.get("source-dir").is_none()) else { return Vec::new() };
    let arguments = cmake.get("args").and_then(Value::as_array).into_iter().flatten();
    let mut out: Vec<Given> = arguments.filter_map(|one| definition(one.as_str()?)).collect();
    for (name, value) in cmake.get("define").and_then(Value::as_table).into_iter().flatten() {
        // One that the environment gives is not known.
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Boolean(is_on) => if *is_on { "ON" } else { "OFF" }.to_owned(),
            _ => continue,
        };
        out.push(Given { name: name.clone(), kind: None, value });
    }
    out
}

/// The list is written out, as a keyword or a variable of that name.
fn of_setup(text: &str) -> Vec<Given> {
    const NAME: &str = "cmake_args";
    if !text.contains("skbuild") || text.contains("cmake_source_dir") {
        return Vec::new();
    }
    let lists = text.match_indices(NAME).filter_map(|(at, _)| {
        let list = text.get(at + NAME.len()..)?.trim_start().strip_prefix('=')?.trim_start().strip_prefix('[')?;
        list.split(']').next()
    });
    let lines = lists.flat_map(str::lines).map(str::trim);
    let quoted = lines.flat_map(|line| line.split(',')).filter_map(|word| {
        let word = word.trim();
        let inner = word.strip_prefix('"').and_then(|word| word.strip_suffix('"'));
        inner.or_else(|| word.strip_prefix('\'')?.strip_suffix('\''))
    });
    quoted.filter_map(definition).collect()
}

/// `-DNAME:TYPE=VALUE`, without anything to be filled in.
fn definition(argument: &str) -> Option<Given> {
    let (name, value) = argument.strip_prefix("-D")?.split_once('=')?;
    let (name, kind) = name.split_once(':').map_or((name, None), |(name, kind)| (name, Some(kind.to_owned())));
    let is_plain = !name.is_empty() && !argument.contains(['{', '%', '"', '\'']);
    is_plain.then(|| Given { name: name.to_owned(), kind, value: value.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(all: Vec<Given>) -> Vec<String> {
        all.into_iter().map(|one| format!("{}={}", one.name, one.value)).collect()
    }

    #[test]
    fn arguments_and_definitions() {
        let text = "[tool.scikit-build]\ncmake.args = [\"-DA:BOOL=OFF\", \"-GNinja\"]\ncmake.define.B = true\n\
                    [tool.scikit-build.cmake.define.C]\nenv = \"C\"\n";
        assert_eq!(shown(of_pyproject(text)), ["A=OFF", "B=ON"]);
        assert!(of_pyproject("[tool.scikit-build]\ncmake.source-dir = \"cpp\"\ncmake.define.B = \"1\"\n").is_empty());
    }

    #[test]
    fn lists_of_setup() {
        let text = "from skbuild import setup\ncmake_args = [\n    \"-DA=ON\",\n    f\"-DB={b}\",\n    '-DC=x', ]\nsetup(cmake_args=cmake_args)\n";
        assert_eq!(shown(of_setup(text)), ["A=ON", "C=x"]);
        assert!(of_setup("cmake_args = [\"-DA=ON\"]\n").is_empty());
    }
}
