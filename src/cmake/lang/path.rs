//! Paths as text, as a CMake on a Unix machine treats them; no file is looked at.
//!
//! Two families meet here: the old one of `get_filename_component` and `file()`, where a backslash separates as well in
//! some places, and that of `cmake_path`, which follows the C++ library (see [`lexical`]).
mod component;
mod filesystem;
pub mod lexical;

pub use component::{file_path_command, get_filename_component, name_without_extension, to_cmake_path};
pub use filesystem::cmake_path;
pub use lexical::equal;

/// Whether a path is absolute: it starts with `/` or with `~`, which stands for a home directory.
pub fn is_absolute(path: &str) -> bool {
    path.starts_with(['/', '~'])
}

/// The absolute path of `path` seen from `base`, without `.`, `..`, empty components and backslashes.
///
/// A leading `~` is kept: whose home it is depends on the machine. With a relative base the result is relative.
pub fn join_full_path(base: &str, path: &str) -> String {
    let (root, rest) = split_root(path);
    let mut components = Vec::new();
    let root = if root.is_empty() {
        let (root, rest) = split_root(base);
        add_components(root.is_empty(), rest, &mut components);
        root
    } else {
        root
    };
    add_components(root.is_empty(), rest, &mut components);
    let slash = if root.starts_with('~') { "/" } else { "" };
    format!("{root}{slash}{}", components.join("/"))
}

/// The path without `.`, `..` and doubled slashes (`CollapseFullPath`); a relative path stays relative.
pub fn collapse(path: &str) -> String {
    join_full_path("", path)
}

/// The part which makes a path absolute (`/`, `//`, `C:/`, `~user`), and the rest.
fn split_root(path: &str) -> (&str, &str) {
    let is_slash = |at: usize| matches!(path.as_bytes().get(at), Some(b'/' | b'\\'));
    let drive = matches!(path.as_bytes().get(1), Some(b':'));
    let end = match path.as_bytes() {
        [b'/', b'/', ..] | [b'\\', b'\\', ..] => return ("//", path.get(2..).unwrap_or_default()),
        [b'/' | b'\\', ..] => return ("/", path.get(1..).unwrap_or_default()),
        [b'~', ..] => path.find('/').unwrap_or(path.len()),
        [first, ..] if drive && first.is_ascii() => 2 + usize::from(is_slash(2)),
        _ => 0,
    };
    path.split_at_checked(end).unwrap_or(("", path))
}

fn add_components<'a>(relative: bool, path: &'a str, components: &mut Vec<&'a str>) {
    for component in path.split(['/', '\\']) {
        match component {
            "" | "." => {}
            ".." if components.last().is_some_and(|last| *last != "..") => {
                components.pop();
            }
            // Above the root is the root.
            ".." if !relative => {}
            _ => components.push(component),
        }
    }
}

/// `file(RELATIVE_PATH)`: the way from one absolute directory to another absolute path; empty when they are the same.
/// `None` when one of them is not absolute.
pub fn relative(directory: &str, path: &str) -> Option<String> {
    if !is_absolute(directory) || !is_absolute(path) {
        return None;
    }
    let (from, to) = (collapse(directory), collapse(path));
    let (from, to) = (from.split('/').collect::<Vec<_>>(), to.split('/').collect::<Vec<_>>());
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if common == 0 {
        return Some(path.to_owned());
    }
    let up = from.iter().skip(common).filter(|c| !c.is_empty()).count();
    let down: Vec<&str> = to.iter().skip(common).copied().filter(|c| !c.is_empty()).collect();
    Some(format!("{}{}", "../".repeat(up), down.join("/")))
}

/// Forward slashes only, no repeated ones but two at the start, no trailing one (`ConvertToUnixSlashes`).
pub fn to_unix_slashes(path: &str) -> String {
    let path = path.replace('\\', "/");
    let network = path.starts_with("//") && !path.starts_with("///");
    let mut output = String::with_capacity(path.len());
    for (at, c) in path.char_indices() {
        if c != '/' || !output.ends_with('/') || (network && at == 1) {
            output.push(c);
        }
    }
    let drive_root = output.len() == 3 && output.get(1..2) == Some(":");
    if output.len() > 1 && output.ends_with('/') && !drive_root && !output.ends_with("//") {
        output.pop();
    }
    output
}

/// The directory of a path (`DIRECTORY`): empty for a plain name.
pub fn directory(path: &str) -> String {
    let mut path = to_unix_slashes(path);
    match path.rfind('/') {
        None => String::new(),
        Some(0) => "/".to_owned(),
        Some(at) => {
            let drive_root = at == 2 && path.get(1..2) == Some(":");
            path.truncate(if drive_root { 3 } else { at });
            path
        }
    }
}

/// The name after the last slash (`NAME`).
pub fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// The extension from the first dot of the name on (`EXT`).
pub fn extension(path: &str) -> &str {
    let name = name(path);
    name.find('.').and_then(|at| name.get(at..)).unwrap_or_default()
}

/// The extension from the last dot of the name on (`LAST_EXT`).
pub fn last_extension(path: &str) -> &str {
    let name = name(path);
    name.rfind('.').and_then(|at| name.get(at..)).unwrap_or_default()
}

#[cfg(test)]
mod tests;
