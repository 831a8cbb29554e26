//! What CMake refuses before a command does anything: a wrong number of arguments, unknown words, bad values.
//!
//! Each check takes the plain words of a call. In a script a refusal ends it; in the evaluation of a project it is
//! recorded and the command is read as far as it goes.
use std::sync::Arc;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::machine::Machine;
use crate::cmake::eval::value::Origin;
use crate::cmake::lang;

/// A check of the words of a call.
type Check = fn(&[&str]) -> Result<(), String>;

/// Commands with their checks.
const CHECKS: &[(&str, Check)] = &[
    ("block", block),
    ("break", no_words),
    ("cmake_parse_arguments", parse_arguments),
    ("cmake_policy", policy),
    ("continue", no_words),
    ("foreach", foreach),
    ("include_guard", include_guard),
    ("cmake_host_system_information", host_information),
    ("cmake_minimum_required", minimum_required),
    ("set", set),
    ("while", while_),
];

/// Commands that close a block: outside of one they are refused.
const CLOSING: &[&str] = &["endblock", "endforeach", "endfunction", "endif", "endmacro", "endwhile", "else", "elseif"];

/// Commands that are gone, with the policy that took them away (cmake-policies(7)).
const REMOVED: &[(&str, u32)] = &[
    ("build_name", 36),
    ("exec_program", 153),
    ("export_library_dependencies", 33),
    ("load_command", 31),
    ("output_required_files", 32),
    ("subdir_depends", 29),
    ("use_mangled_mesa", 30),
    ("utility_source", 34),
    ("variable_requires", 35),
];

/// Commands of projects, which a script may not call (cmake-commands(7), "Project Commands").
const NOT_SCRIPTABLE: &[&str] = &[
    "add_compile_definitions",
    "add_compile_options",
    "add_custom_command",
    "add_custom_target",
    "add_definitions",
    "add_dependencies",
    "add_executable",
    "add_library",
    "add_link_options",
    "add_subdirectory",
    "add_test",
    "aux_source_directory",
    "build_command",
    "cmake_file_api",
    "cmake_instrumentation",
    "create_test_sourcelist",
    "define_property",
    "enable_language",
    "enable_testing",
    "export",
    "fltk_wrap_ui",
    "get_source_file_property",
    "get_target_property",
    "get_test_property",
    "include_directories",
    "include_external_msproject",
    "include_regular_expression",
    "install",
    "link_directories",
    "link_libraries",
    "project",
    "qt_wrap_cpp",
    "qt_wrap_ui",
    "remove_definitions",
    "set_source_files_properties",
    "set_target_properties",
    "set_tests_properties",
    "source_group",
    "target_compile_definitions",
    "target_compile_features",
    "target_compile_options",
    "target_include_directories",
    "target_link_directories",
    "target_link_libraries",
    "target_link_options",
    "target_precompile_headers",
    "target_sources",
    "try_compile",
    "try_run",
];

impl Machine<'_> {
    /// Checks a call; false where a script must not run it.
    pub(in crate::cmake::eval) fn accepts(&mut self, name: &str, args: &[Arg], origin: Origin) -> bool {
        if self.script.is_some() && CLOSING.contains(&name) {
            self.error(&format!("{name} was found outside of its block"), origin);
            return false;
        }
        if self.script.is_some() {
            let removed = REMOVED.iter().find(|(command, _)| *command == name);
            if let Some((_, policy)) = removed.filter(|(_, policy)| self.policy_new(*policy)) {
                let text = format!("The {name} command has been removed; see CMP{policy:04}.");
                self.error(&text, origin);
                return false;
            }
            if NOT_SCRIPTABLE.contains(&name) && !self.functions.contains_key(name) {
                self.error(&format!("{name} command is not scriptable"), origin);
                return false;
            }
        }
        let Some((_, check)) = CHECKS.iter().find(|(command, _)| *command == name) else { return true };
        let plain: Option<Vec<Arc<str>>> = args
            .iter()
            .map(|a| {
                if a.cond.is_true() && self.facts.texts.is_known(a.text) {
                    self.facts.texts.plain(a.text)
                } else {
                    None
                }
            })
            .collect();
        let Some(words) = plain else { return true };
        let words: Vec<&str> = words.iter().map(|w| &**w).collect();
        match check(&words) {
            Ok(()) => true,
            Err(message) => {
                self.refuse(&format!("{name} {message}"), origin);
                self.script.is_none()
            }
        }
    }
}

fn fail(message: impl Into<String>) -> Result<(), String> {
    Err(message.into())
}

fn no_words(words: &[&str]) -> Result<(), String> {
    if words.is_empty() { Ok(()) } else { fail("accepts no arguments.") }
}

fn while_(words: &[&str]) -> Result<(), String> {
    if words.is_empty() { fail("called with incorrect number of arguments") } else { Ok(()) }
}

fn block(words: &[&str]) -> Result<(), String> {
    let mut mode = "";
    let mut scopes: Vec<&str> = Vec::new();
    let mut propagates = false;
    let mut named = false;
    for word in words {
        match *word {
            "SCOPE_FOR" => (mode, named) = ("SCOPE_FOR", true),
            "PROPAGATE" => mode = "PROPAGATE",
            scope if mode == "SCOPE_FOR" => scopes.push(scope),
            _ if mode == "PROPAGATE" => propagates = true,
            other => return fail(format!("called with unsupported argument \"{other}\"")),
        }
    }
    if named && scopes.is_empty() {
        return fail("Error after keyword \"SCOPE_FOR\":\n\n  missing required value");
    }
    if let Some(other) = scopes.iter().find(|s| !matches!(**s, "VARIABLES" | "POLICIES" | "DIAGNOSTICS")) {
        return fail(format!("SCOPE_FOR unsupported scope \"{other}\""));
    }
    if propagates && named && !scopes.contains(&"VARIABLES") {
        return fail("PROPAGATE cannot be specified without a new scope for VARIABLES");
    }
    Ok(())
}

fn foreach(words: &[&str]) -> Result<(), String> {
    if words.is_empty() {
        return fail("called with incorrect number of arguments");
    }
    let Some(at) = words.iter().position(|w| *w == "IN").filter(|at| at + 1 < words.len()) else {
        return Ok(());
    };
    let after = &words[at + 1..];
    let zip = after.first() == Some(&"ZIP_LISTS");
    if at > 1 && !zip {
        return fail("given multiple iteration variables without ZIP_LISTS");
    }
    let mut modes = after.iter().filter(|w| matches!(**w, "LISTS" | "ITEMS" | "ZIP_LISTS"));
    if zip && modes.any(|w| *w != "ZIP_LISTS") || !zip && after.contains(&"ZIP_LISTS") {
        return fail("ZIP_LISTS can not be used with LISTS or ITEMS");
    }
    match after.first() {
        None | Some(&("LISTS" | "ITEMS" | "ZIP_LISTS")) => Ok(()),
        Some(other) => fail(format!("given unknown argument \"{other}\"")),
    }
}

fn include_guard(words: &[&str]) -> Result<(), String> {
    match words {
        [] | ["DIRECTORY" | "GLOBAL"] => Ok(()),
        [other] => fail(format!("given an invalid scope: {other}")),
        _ => fail("given an invalid number of arguments. The command takes at most 1 argument."),
    }
}

fn parse_arguments(words: &[&str]) -> Result<(), String> {
    if words.len() < 4 {
        return fail("must be called with at least 4 arguments.");
    }
    match words {
        ["PARSE_ARGV", rest @ ..] if rest.len() != 5 => fail("PARSE_ARGV must be called with exactly 6 arguments."),
        ["PARSE_ARGV", index, ..] if index.parse::<u64>().is_err() => {
            fail(format!("PARSE_ARGV index '{index}' is not an unsigned integer"))
        }
        ["PARSE_ARGN", rest @ ..] if rest.len() != 4 => fail("PARSE_ARGN must be called with exactly 5 arguments."),
        _ => Ok(()),
    }
}

fn policy(words: &[&str]) -> Result<(), String> {
    match words {
        [] => fail("requires at least one argument."),
        ["SET", _, "OLD" | "NEW"] => Ok(()),
        ["SET", _, other] => fail(format!("SET given unrecognized policy status \"{other}\"")),
        ["SET", ..] => fail("SET must be given exactly 2 additional arguments."),
        ["GET" | "GET_WARNING", _, _] | ["GET", _, _, "PARENT_SCOPE"] => Ok(()),
        [mode @ ("GET" | "GET_WARNING"), ..] => fail(format!("{mode} must be given exactly 2 additional arguments.")),
        ["PUSH" | "POP"] => Ok(()),
        [mode @ ("PUSH" | "POP"), ..] => fail(format!("{mode} may not be given additional arguments.")),
        ["VERSION"] => fail("VERSION not given an argument"),
        ["VERSION", range] => match range.split_once("...") {
            Some((low, high)) if low.is_empty() || high.is_empty() => {
                fail(format!("VERSION \"{range}\" does not have a version on both sides of \"...\"."))
            }
            _ => Ok(()),
        },
        ["VERSION", ..] => fail("VERSION given too many arguments"),
        ["ISSUE_WARNING", ..] => Ok(()),
        [other, ..] => fail(format!("given unknown first argument \"{other}\"")),
    }
}

fn minimum_required(words: &[&str]) -> Result<(), String> {
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match *word {
            "VERSION" if rest.next().is_none() => return fail("called with no value for VERSION."),
            // Other words may be those of a later CMake.
            _ => {}
        }
    }
    Ok(())
}

/// Keys of `cmake_host_system_information` that answer on every system.
const HOST_KEYS: &[&str] = &[
    "NUMBER_OF_LOGICAL_CORES",
    "NUMBER_OF_PHYSICAL_CORES",
    "HOSTNAME",
    "FQDN",
    "TOTAL_VIRTUAL_MEMORY",
    "AVAILABLE_VIRTUAL_MEMORY",
    "TOTAL_PHYSICAL_MEMORY",
    "AVAILABLE_PHYSICAL_MEMORY",
    "IS_64BIT",
    "HAS_FPU",
    "HAS_MMX",
    "HAS_MMX_PLUS",
    "HAS_SSE",
    "HAS_SSE2",
    "HAS_SSE_FP",
    "HAS_SSE_MMX",
    "HAS_AMD_3DNOW",
    "HAS_AMD_3DNOW_PLUS",
    "HAS_IA64",
    "HAS_SERIAL_NUMBER",
    "HAS_APIC",
    "HAS_L1_CACHE",
    "FAMILY_ID",
    "MODEL_ID",
    "MODEL_NAME",
    "PROCESSOR_APIC_ID",
    "PROCESSOR_CACHE_SIZE",
    "PROCESSOR_CLOCK_FREQUENCY",
    "VENDOR_ID",
    "VENDOR_STRING",
    "PROCESSOR_SERIAL_NUMBER",
    "PROCESSOR_NAME",
    "PROCESSOR_DESCRIPTION",
    "OS_NAME",
    "OS_RELEASE",
    "OS_VERSION",
    "OS_PLATFORM",
    "DISTRIB_INFO",
    "LOCALE_CHARSET",
];

/// Keys that only Windows knows.
pub(super) fn on_windows(key: &str) -> bool {
    key == "MSYSTEM_PREFIX" || key.starts_with("VS_")
}

fn host_information(words: &[&str]) -> Result<(), String> {
    match words {
        ["RESULT", _, "QUERY", "WINDOWS_REGISTRY"] => fail("missing <key> specification."),
        ["RESULT", _, "QUERY", "WINDOWS_REGISTRY", rest @ ..] => registry_query(rest),
        ["RESULT", _, "QUERY", keys @ ..] if !keys.is_empty() => {
            let known = |k: &str| HOST_KEYS.contains(&k) || k.starts_with("DISTRIB_") || on_windows(k);
            match keys.iter().find(|k| !known(k)) {
                Some(other) => fail(format!("does not recognize <key> {other}")),
                None => Ok(()),
            }
        }
        ["RESULT", _, "QUERY"] => fail("missing <key> specification."),
        ["RESULT", _, ..] => fail("missing QUERY specification"),
        _ => fail("missing RESULT specification."),
    }
}

fn registry_query(words: &[&str]) -> Result<(), String> {
    let (mut value, mut names) = (false, false);
    let mut rest = words.iter().skip(1);
    while let Some(word) = rest.next() {
        let given = rest.next();
        match (*word, given) {
            ("VIEW", Some(view)) if !matches!(*view, "64" | "32" | "64_32" | "32_64" | "HOST" | "TARGET" | "BOTH") => {
                return fail(format!("given invalid value for \"VIEW\": {view}."));
            }
            ("VALUE", Some(_)) => value = true,
            ("SUBKEYS" | "VALUE_NAMES", _) => names = true,
            (_, Some(_)) => {}
            (word, None) => return fail(format!("given no value for \"{word}\"")),
        }
    }
    if value && names { fail("given mutually exclusive sub-options.") } else { Ok(()) }
}

/// The words of `file(LOCK)`.
pub(super) fn lock(words: &[&str]) -> Result<(), String> {
    let Some((_, options)) = words.split_first() else { return fail("LOCK must be called with a path.") };
    let mut rest = options.iter();
    while let Some(word) = rest.next() {
        match *word {
            "DIRECTORY" | "RELEASE" => {}
            "GUARD" => match rest.next() {
                Some(&("FUNCTION" | "FILE" | "PROCESS")) => {}
                Some(other) => {
                    return fail(format!("expected FUNCTION, FILE or PROCESS after GUARD, but got:\n  \"{other}\"."));
                }
                None => return fail("expected FUNCTION, FILE or PROCESS after GUARD"),
            },
            "RESULT_VARIABLE" => {
                rest.next().ok_or("expected variable name after RESULT_VARIABLE")?;
            }
            "TIMEOUT" => {
                let number = rest.next().ok_or("expected timeout value after TIMEOUT")?;
                let seconds: i64 =
                    number.parse().map_err(|_| format!("TIMEOUT value \"{number}\" is not an unsigned integer."))?;
                if seconds < 0 {
                    return fail(format!("TIMEOUT value \"{number}\" is not an unsigned integer."));
                }
            }
            other => {
                return fail(format!(
                    "expected DIRECTORY, RELEASE, GUARD, RESULT_VARIABLE or TIMEOUT\n  got: \"{other}\"."
                ));
            }
        }
    }
    Ok(())
}

/// The words of `file(GLOB)` after the name of the variable.
pub(super) fn glob(what: &str, words: &[&str], script: bool) -> Result<(), String> {
    let mut rest = words.iter();
    let mut last = "";
    let mut expressions = 0;
    while let Some(word) = rest.next() {
        last = word;
        match *word {
            "LIST_DIRECTORIES" => match rest.next() {
                Some(value) if lang::condition::is_on(value) || lang::condition::is_off(value) => {}
                Some(_) => return fail("LIST_DIRECTORIES missing bool value."),
                None => return fail("LIST_DIRECTORIES missing bool value."),
            },
            "RELATIVE" => {
                rest.next().ok_or("requires a directory after the RELATIVE tag.")?;
            }
            "CONFIGURE_DEPENDS" if script => {
                return fail("CONFIGURE_DEPENDS is invalid for script and find package modes.");
            }
            "FOLLOW_SYMLINKS" if what == "GLOB_RECURSE" => {}
            "CONFIGURE_DEPENDS" => {}
            _ => expressions += 1,
        }
    }
    let needs =
        matches!(last, "RELATIVE" | "FOLLOW_SYMLINKS" | "CONFIGURE_DEPENDS") || words.first() == Some(&"RELATIVE");
    if expressions == 0 && needs {
        fail(format!("{what} requires a glob expression after the directory."))
    } else {
        Ok(())
    }
}

fn set(words: &[&str]) -> Result<(), String> {
    match words {
        [] => fail("called with incorrect number of arguments"),
        [_, .., "CACHE"] => fail("given invalid arguments for CACHE mode."),
        [_, .., "CACHE", kind] => {
            fail(format!("given invalid arguments for CACHE mode: missing type and docstring after {kind}"))
        }
        _ => Ok(()),
    }
}

/// Words of `configure_file` that contradict each other.
pub(super) fn configure_options(words: &[&str], newline: bool) -> Result<(), String> {
    let has = |word: &str| words.contains(&word);
    if newline && has("COPYONLY") {
        return fail("COPYONLY could not be used in combination with NEWLINE_STYLE");
    }
    let kinds = ["FILE_PERMISSIONS", "NO_SOURCE_PERMISSIONS", "USE_SOURCE_PERMISSIONS"];
    if let [first, second, ..] = kinds.into_iter().filter(|k| has(k)).collect::<Vec<_>>()[..] {
        return fail(format!("given both {first} and {second}. Only one option allowed."));
    }
    let Some(at) = words.iter().position(|w| *w == "FILE_PERMISSIONS") else { return Ok(()) };
    let given: Vec<&&str> = words[at + 1..].iter().take_while(|w| !is_configure_word(w)).collect();
    if given.is_empty() {
        return fail("given FILE_PERMISSIONS without any options.");
    }
    match given.iter().find(|w| !PERMISSIONS.contains(w)) {
        Some(bad) => fail(format!("given invalid permission \"{bad}\".")),
        None => Ok(()),
    }
}

/// Permissions as `file()` and `install()` name them.
const PERMISSIONS: &[&str] = &[
    "OWNER_READ",
    "OWNER_WRITE",
    "OWNER_EXECUTE",
    "GROUP_READ",
    "GROUP_WRITE",
    "GROUP_EXECUTE",
    "WORLD_READ",
    "WORLD_WRITE",
    "WORLD_EXECUTE",
    "SETUID",
    "SETGID",
];

fn is_configure_word(word: &str) -> bool {
    matches!(
        word,
        "COPYONLY"
            | "ESCAPE_QUOTES"
            | "@ONLY"
            | "NO_SOURCE_PERMISSIONS"
            | "USE_SOURCE_PERMISSIONS"
            | "FILE_PERMISSIONS"
            | "IMMEDIATE"
            | "NEWLINE_STYLE"
            | "LF"
            | "UNIX"
            | "CRLF"
            | "WIN32"
            | "DOS"
    )
}

/// Words that `configure_file` does not know, as CMake lists them.
pub(super) fn unknown_configure_words(words: &[&str]) -> String {
    let mut out = String::new();
    let mut permissions = false;
    for word in words {
        if is_configure_word(word) {
            permissions = *word == "FILE_PERMISSIONS";
        } else if !permissions {
            out.extend([" ", word, "\n"]);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_words_are_refused() {
        assert!(block(&["SCOPE_FOR", "POLICIES", "PROPAGATE", "x"]).is_err());
        assert!(block(&["PROPAGATE", "x"]).is_ok());
        assert!(foreach(&["a", "b", "IN", "LISTS", "x"]).is_err());
        assert!(foreach(&["a", "b", "IN", "ZIP_LISTS", "x", "y"]).is_ok());
        assert!(policy(&["SET", "CMP0001", "MAYBE"]).is_err());
        assert!(configure_options(&["FILE_PERMISSIONS", "OWNER"], false).is_err());
    }
}
