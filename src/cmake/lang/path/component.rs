//! `get_filename_component()` and the path conversions of `file()`.
use super::super::Outcome;
use super::filesystem::search_path;
use super::{directory, extension, is_absolute, join_full_path, last_extension, name, relative, to_unix_slashes};

/// Runs `get_filename_component(<arguments>)`; `base` is the current source directory.
///
/// The links of `REALPATH` are not followed. Whether a `CACHE` result is already stored is for the caller to look up.
pub fn get_filename_component(arguments: &[&str], base: &str) -> Result<Outcome, String> {
    let [output, path, mode, options @ ..] = arguments else {
        return Err("get_filename_component called with incorrect number of arguments".to_owned());
    };
    if path.starts_with('~') && matches!(*mode, "DIRECTORY" | "PATH" | "ABSOLUTE" | "REALPATH") {
        return Ok(Outcome::unknown(output, HOME));
    }
    let text = match *mode {
        "DIRECTORY" | "PATH" => directory(path),
        "NAME" => name(path).to_owned(),
        "EXT" => extension(path).to_owned(),
        "LAST_EXT" => last_extension(path).to_owned(),
        "NAME_WE" => name_without_extension(path),
        "NAME_WLE" => without(path, last_extension(path)),
        "ABSOLUTE" | "REALPATH" => join_full_path(base_option(options).unwrap_or(base), path),
        "PROGRAM" => return Ok(Outcome::unknown(output, "which program is found depends on the machine")),
        _ => return Err(format!("get_filename_component unknown component {mode}")),
    };
    Ok(Outcome::set(output, text))
}

/// The reason of an unknown value.
const HOME: &str = "a home directory depends on the machine";

/// The last part of a path, up to its first dot (`NAME_WE`).
#[must_use]
pub fn name_without_extension(path: &str) -> String {
    without(path, extension(path))
}

fn without(path: &str, extension: &str) -> String {
    let name = name(path);
    name.strip_suffix(extension).unwrap_or(name).to_owned()
}

/// The last `BASE_DIR` wins.
fn base_option<'a>(options: &[&'a str]) -> Option<&'a str> {
    let mut base = None;
    let mut rest = options.iter();
    while let Some(option) = rest.next() {
        if *option == "BASE_DIR" {
            base = rest.next().copied().or(base);
        }
    }
    base
}

/// Runs `file(RELATIVE_PATH|TO_CMAKE_PATH|TO_NATIVE_PATH ...)`.
pub fn file_path_command(arguments: &[&str]) -> Result<Outcome, String> {
    match arguments {
        ["RELATIVE_PATH", output, from, to] => {
            for (what, path) in [("directory", from), ("file", to)] {
                if !is_absolute(path) {
                    return Err(format!("file RELATIVE_PATH must be passed a full path to the {what}: {path}"));
                }
            }
            if from.starts_with('~') || to.starts_with('~') {
                return Ok(Outcome::unknown(output, HOME));
            }
            Ok(Outcome::set(output, relative(from, to).unwrap_or_default()))
        }
        ["RELATIVE_PATH", ..] => Err("file RELATIVE_PATH called with incorrect number of arguments".to_owned()),
        ["TO_CMAKE_PATH", paths, output] if search_path(paths).iter().any(|path| path.starts_with('~')) => {
            Ok(Outcome::unknown(output, HOME))
        }
        ["TO_CMAKE_PATH", paths, output] => Ok(Outcome::set(output, convert(paths, to_unix_slashes))),
        ["TO_NATIVE_PATH", paths, output] => Ok(Outcome::set(output, convert(paths, to_output_path))),
        _ => Err("file FILE([TO_CMAKE_PATH|TO_NATIVE_PATH] path result) must be called with exactly three arguments."
            .to_owned()),
    }
}

/// `file(TO_CMAKE_PATH)` of a list of which some elements are not known: those stay as they are.
pub fn to_cmake_path(list: &str, is_known: impl Fn(&str) -> bool) -> String {
    let each =
        list.split(';').map(|path| if is_known(path) { convert(path, to_unix_slashes) } else { path.to_owned() });
    each.collect::<Vec<_>>().join(";")
}

/// A search path of the machine (`a:b`) becomes a list.
fn convert(paths: &str, convert: fn(&str) -> String) -> String {
    search_path(paths).into_iter().map(convert).collect::<Vec<_>>().join(";")
}

/// A path for a command line: no doubled slashes, spaces escaped, quotes around it dropped.
fn to_output_path(path: &str) -> String {
    let mut output = String::new();
    for (at, c) in path.char_indices() {
        if c == '/' && at > 1 && output.ends_with('/') {
            continue;
        }
        if c == ' ' && !output.ends_with('\\') {
            output.push('\\');
        }
        output.push(c);
    }
    let bare = output.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
    bare.map(str::to_owned).unwrap_or(output)
}
