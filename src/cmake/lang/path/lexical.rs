//! The operations of `std::filesystem::path` on which `cmake_path` is built, for Unix paths.
//!
//! Source: the manual of `cmake_path` and the C++ standard, clause "Class path". Results are as CMake shows them: with `/`.
use std::cmp::Ordering;

/// The root directory: `/` or nothing.
pub fn root_directory(path: &str) -> &str {
    if path.starts_with('/') { "/" } else { "" }
}

/// Everything after the root directory.
pub fn relative_part(path: &str) -> &str {
    path.trim_start_matches('/')
}

/// What follows the last slash.
pub fn filename(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// The path up to its file name, without the slashes between; the root is its own parent.
pub fn parent_path(path: &str) -> &str {
    if relative_part(path).is_empty() {
        return path;
    }
    let end = path.len() - filename(path).len();
    let parent = path.get(..end).unwrap_or_default().trim_end_matches('/');
    if parent.is_empty() { root_directory(path) } else { parent }
}

/// Where the last extension starts in a file name; a leading dot starts none, and `.` and `..` have none.
fn last_dot(filename: &str) -> Option<usize> {
    if filename == ".." { None } else { filename.rfind('.').filter(|at| *at > 0) }
}

/// Where the whole extension (`.tar.gz`) starts.
fn first_dot(filename: &str) -> Option<usize> {
    if matches!(filename, "." | "..") {
        return None;
    }
    let skip = usize::from(filename.starts_with('.'));
    filename.get(skip..).and_then(|rest| rest.find('.')).map(|at| at + skip)
}

/// The extension with its dot: from the first dot on, or the last one only.
pub fn extension(path: &str, last_only: bool) -> &str {
    let name = filename(path);
    let dot = if last_only { last_dot(name) } else { first_dot(name) };
    dot.and_then(|at| name.get(at..)).unwrap_or_default()
}

/// The file name without its extension.
pub fn stem(path: &str, last_only: bool) -> &str {
    let name = filename(path);
    let end = match last_dot(name) {
        None => name.len(),
        Some(at) if last_only => at,
        // The narrow stem is that of the stem: `a.b..` has the stem `a`.
        Some(at) => name.get(..at).and_then(first_dot).unwrap_or(at),
    };
    name.get(..end).unwrap_or_default()
}

/// The path with single slashes, as it is stored after most changes.
pub fn generic(path: &str) -> String {
    let mut output = String::with_capacity(path.len());
    for c in path.chars() {
        if c != '/' || !output.ends_with('/') {
            output.push(c);
        }
    }
    output
}

/// `path / part`: an absolute part replaces the path, otherwise one slash goes between.
pub fn append(path: &str, part: &str) -> String {
    if part.starts_with('/') {
        part.to_owned()
    } else if filename(path).is_empty() {
        format!("{path}{part}")
    } else {
        format!("{path}/{part}")
    }
}

/// The path with all parts appended, and with single slashes if there are any parts.
pub fn append_all(path: &str, parts: &[&str]) -> String {
    let mut output = path.to_owned();
    for part in parts {
        if part.starts_with('/') {
            output.clear();
        } else if !filename(&output).is_empty() {
            output.push('/');
        }
        output.push_str(part);
    }
    if parts.is_empty() { output } else { generic(&output) }
}

/// The path up to and with its last slash.
pub fn remove_filename(path: &str) -> &str {
    path.get(..path.len() - filename(path).len()).unwrap_or_default()
}

/// The path with another file name; unchanged when it has none.
pub fn replace_filename(path: &str, name: &str) -> String {
    if filename(path).is_empty() { path.to_owned() } else { append(remove_filename(path), name) }
}

/// The path with another extension, to which a dot is added when it has none.
pub fn replace_extension(path: &str, extension: &str, last_only: bool) -> String {
    let dot = if extension.is_empty() || extension.starts_with('.') { "" } else { "." };
    let name = filename(path);
    if last_only {
        let kept = path.len() - last_dot(name).map_or(0, |at| name.len() - at);
        return format!("{}{dot}{extension}", path.get(..kept).unwrap_or_default());
    }
    let kept = first_dot(name).and_then(|at| name.get(..at)).unwrap_or(name);
    append(remove_filename(path), &format!("{kept}{dot}{extension}"))
}

/// The path without its extension; a path without one stays.
pub fn remove_extension(path: &str, last_only: bool) -> String {
    if extension(path, true).is_empty() { path.to_owned() } else { replace_extension(path, "", last_only) }
}

/// The components: the root directory, the names, and an empty one for a trailing slash.
fn components(path: &str) -> Vec<&str> {
    let mut components = Vec::new();
    if !root_directory(path).is_empty() {
        components.push("/");
    }
    let relative = relative_part(path);
    components.extend(relative.split('/').filter(|c| !c.is_empty()));
    if !relative.is_empty() && relative.ends_with('/') {
        components.push("");
    }
    components
}

/// The normal form: no `.`, no `..` after a name, single slashes. Empty stays empty; what vanishes becomes `.`.
pub fn normal(path: &str) -> String {
    if path.is_empty() {
        return String::new();
    }
    let root = root_directory(path);
    let mut kept: Vec<&str> = Vec::new();
    // Whether the last component names a directory for sure, which a trailing slash shows.
    let mut directory = false;
    for component in components(relative_part(path)) {
        directory = matches!(component, "" | "." | "..");
        match component {
            "" | "." => {}
            ".." if kept.last().is_some_and(|last| *last != "..") => {
                kept.pop();
            }
            ".." if !root.is_empty() => {}
            _ => kept.push(component),
        }
    }
    let mut normal = format!("{root}{}", kept.join("/"));
    if directory && kept.last().is_some_and(|last| *last != "..") {
        normal.push('/');
    }
    if normal.is_empty() { ".".to_owned() } else { normal }
}

/// The way from `base` to `path` by their text alone; empty when there is none.
pub fn relative(path: &str, base: &str) -> String {
    if path.starts_with('/') != base.starts_with('/') {
        return String::new();
    }
    let (path, base) = (components(path), components(base));
    let common = path.iter().zip(&base).take_while(|(a, b)| a == b).count();
    let (path, base) = (path.get(common..).unwrap_or_default(), base.get(common..).unwrap_or_default());
    if path.is_empty() && base.is_empty() {
        return ".".to_owned();
    }
    let mut up = 0_i64;
    for component in base {
        match *component {
            ".." => up -= 1,
            "" | "." => {}
            _ => up += 1,
        }
    }
    match usize::try_from(up) {
        Err(_) => String::new(),
        Ok(0) if path.first().is_none_or(|c| c.is_empty()) => ".".to_owned(),
        Ok(up) => std::iter::repeat_n("..", up).chain(path.iter().copied()).collect::<Vec<_>>().join("/"),
    }
}

/// A relative path seen from `base`.
pub fn absolute(path: &str, base: &str) -> String {
    if path.starts_with('/') { path.to_owned() } else { generic(&append(base, path)) }
}

/// Compares by components; repeated slashes do not count.
pub fn compare(left: &str, right: &str) -> Ordering {
    components(left).cmp(&components(right))
}

/// Whether two paths are the same by their text (`PATH_EQUAL`).
pub fn equal(left: &str, right: &str) -> bool {
    compare(left, right).is_eq()
}

/// Whether all components of `prefix` start `path`; a trailing slash of the prefix does not count.
pub fn is_prefix(prefix: &str, path: &str) -> bool {
    let (prefix, path) = (components(prefix), components(path));
    let common = prefix.iter().zip(&path).take_while(|(a, b)| a == b).count();
    common == prefix.len() || (prefix.get(common).is_some_and(|c| c.is_empty()) && common < path.len())
}
