//! Files that a program which makes projects fills in: their text is no CMake as it stands.
use std::path::Path;

/// Whether the folders of a path have placeholders for names (Cookiecutter, "Templates in Context Values").
pub fn is_in_placeholder(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str().to_string_lossy().contains("{{"))
}

/// Whether a list file has a placeholder for the name of its project, or a line that is a statement of a language for templates (Jinja
/// `{% if %}`, ERB `<% if %>`).
pub(super) fn is_template(text: &[u8]) -> bool {
    has_template_statement(text) || project_name(text).is_some_and(is_placeholder)
}

/// Whether a line of a text is a statement of a language for templates.
pub fn has_template_statement(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_start);
    lines.any(|line| line.starts_with(b"{%") || line.starts_with(b"<%"))
}

/// The first word behind `project (`, where a line begins with that.
fn project_name(text: &[u8]) -> Option<&[u8]> {
    const COMMAND: &[u8] = b"project";
    let mut starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', text).map(|at| at + 1));
    let behind = starts.find_map(|start| {
        let line = text.get(start..)?.trim_ascii_start();
        let rest = line.get(COMMAND.len()..).filter(|_| line[..COMMAND.len()].eq_ignore_ascii_case(COMMAND))?;
        rest.trim_ascii_start().strip_prefix(b"(")
    })?;
    behind.trim_ascii_start().split(|byte| byte.is_ascii_whitespace() || *byte == b')').next()
}

/// Whether a name is one that something else stands for: `{{name}}`, `{=`, `%{Name}`, `<%=`, `@NAME@`, `$name`, `__NAME__`, or has a sign that
/// is in no name of a target (cmake-policies(7), CMP0037), which CMake derives from it: `%NAME%`, `<name>`, `~name~`. References of CMake (`${}`,
/// `$ENV{}`) are none.
fn is_placeholder(name: &[u8]) -> bool {
    let between = |mark: &[u8]| {
        let inner = name.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark)).unwrap_or_default();
        !inner.is_empty() && inner.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    };
    let braces = memchr::memchr_iter(b'{', name).any(|at| {
        let before = at.checked_sub(1).and_then(|before| name.get(before));
        before.is_none_or(|byte| *byte != b'$' && !byte.is_ascii_alphanumeric())
    });
    let signs = name.iter().any(|byte| b"%<>[]~#".contains(byte));
    let dollar = memchr::memchr_iter(b'$', name).any(|at| {
        let rest = &name[at + 1..];
        rest.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
            && ![&b"ENV{"[..], b"CACHE{"].iter().any(|reference| rest.starts_with(reference))
    });
    braces || signs || dollar || [&b"@"[..], b"$", b"__"].into_iter().any(between)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_filled_in() {
        for text in [
            "project({{ cookiecutter.slug }} CXX)",
            "cmake_minimum_required(VERSION 3.16)\nproject(\n    {= name =}\n    VERSION 1)",
            "PROJECT (%{ProjectName})",
            "project(<%= name %>)",
            "project(@NAME@ C)",
            "project($safeprojectname$ C)",
            "project(__NAME__ CXX)",
            "project($projectname C)",
            "project(%NAME%)",
            "project(<name> CXX)",
            "project([% name %])",
            "project(~name~)",
            "{% if c %}\nproject(x)\n{% endif %}",
        ] {
            assert!(is_template(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn names_that_are_not() {
        for text in [
            "project(${NAME} C)",
            "project(x$ENV{SUFFIX})",
            "project(\"${A}\")",
            "# project({{x}})\nproject(x)\nset(SPEC %{_libdir} {{)",
            "project(__)",
            "proj",
            "",
        ] {
            assert!(!is_template(text.as_bytes()), "{text}");
        }
        assert!(is_in_placeholder(Path::new("new/{{cookiecutter.name}}/CMakeLists.txt")));
        assert!(!is_in_placeholder(Path::new("new/CMakeLists.txt")));
    }
}
