//! What calls, and items of link lines, say by their text.

use std::path::Path;

use crate::model::binaries::{is_assembly, is_compiled, is_cxx, is_fortran};
use crate::native::{Function, NativeFile, Use};

use super::table::table;

/// Whether an item is a library of Windows (`-lws2_32`, `C:/sdk/WS2_32.Lib`, `libws2_32.a`), or the name of a variable has it as a word of its
/// own (`WS2_32_LIBRARY`): the name in a longer one is another library.
pub(super) fn names_on_windows(shown: &str, name: &str) -> bool {
    let (shown, name) = (shown.trim().to_ascii_lowercase(), name.to_ascii_lowercase());
    let whole = |at: usize| {
        let before = shown.get(..at).unwrap_or_default();
        let after = shown.get(at + name.len()..).unwrap_or_default();
        let prefix = before == "lib" || before == "-l" || before.ends_with(['/', '\\']) || before.ends_with("/lib");
        (prefix || !before.ends_with(|c: char| c.is_ascii_alphanumeric()))
            && !after.starts_with(|c: char| c.is_ascii_alphanumeric())
    };
    memchr::memmem::find_iter(shown.as_bytes(), name.as_bytes()).any(whole)
}

/// Whether code at a place makes an object of a class, or a container of them: it does not name a member of the class, nor
/// a reference or a pointer to one.
pub(super) fn makes_one(bytes: &[u8], at: usize, length: usize) -> bool {
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b':';
    let before = at.checked_sub(1).and_then(|before| bytes.get(before));
    let after = bytes.get(at + length..).unwrap_or_default().trim_ascii_start();
    !before.is_some_and(word)
        && !after.first().is_some_and(|byte| word(byte) && *byte == b':' || matches!(byte, b'&' | b'*' | b';'))
        && !bytes.get(at + length).is_some_and(word)
}

/// Whether pkg-config may say `-lm` for a package, by the name of the variable: their files do.
pub(super) fn says_mathematics(shown: &str) -> bool {
    let lower = shown.to_ascii_lowercase();
    table().with_mathematics.iter().flat_map(|row| &row.names).any(|word| lower.contains(word.as_str()))
}

/// Whether what is not known is what pkg-config says of a package: `--libs` without `--static` names what its users call.
pub(super) fn is_pkg_config(name: &str) -> bool {
    let variable = name.split_once(" of pkg_").map_or("", |(variable, _)| variable);
    let result = ["_LDFLAGS", "_LIBRARIES", "_LINK_LIBRARIES"].iter().any(|suffix| variable.ends_with(suffix));
    result && !variable.contains("_STATIC_") && !variable.contains(['<', '{'])
}

/// Whether what is not known is what `FindThreads` says (cmake-modules(7), `CMAKE_THREAD_LIBS_INIT)`: threads, and no other library.
pub(super) fn is_threads(name: &str) -> bool {
    name == "CMAKE_THREAD_LIBS_INIT"
}

/// Names that a source gives a namespace: `namespace fs = std::filesystem;`.
pub(super) fn aliases_of(bytes: &[u8], namespace: &str) -> Vec<String> {
    let text = |bytes: &[u8]| std::str::from_utf8(bytes).ok().map(str::to_owned);
    let places = memchr::memmem::find_iter(bytes, namespace.as_bytes());
    let alias = |at: usize| {
        let after = bytes.get(at + namespace.len()..)?.trim_ascii_start();
        let before = bytes.get(..at)?.trim_ascii_end();
        let before = before.strip_suffix(b"::").unwrap_or(before).trim_ascii_end().strip_suffix(b"=")?.trim_ascii_end();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let start = before.iter().rposition(|byte| !is_part(byte)).map_or(0, |at| at + 1);
        let word = before.get(..start)?.trim_ascii_end().ends_with(b"namespace");
        (word && after.starts_with(b";")).then(|| text(&before[start..])).flatten()
    };
    places.filter_map(alias).collect()
}

/// Whether a call stays one, with variables in each argument: with a constant among its arguments a compiler may compute it, or what it stands for (`pow(x, 2.0)`).
pub(super) fn stays_a_call(bytes: &[u8], used: &Use) -> bool {
    let rest = bytes.get(used.range.end as usize..).unwrap_or_default().trim_ascii_start();
    let Some(rest) = rest.strip_prefix(b"(") else { return false };
    let rest = rest.get(..200).unwrap_or(rest);
    let (mut depth, mut variable) = (0_usize, false);
    for (at, byte) in rest.iter().enumerate() {
        match byte {
            b')' | b',' if depth == 0 => {
                if !std::mem::take(&mut variable) {
                    return false;
                }
                if *byte == b')' {
                    return true;
                }
            }
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            // Macros and constants are in capitals; `1.0e3f` is none, and hides none that matters.
            byte if byte.is_ascii_lowercase() && !matches!(byte, b'e' | b'f' | b'l') => {
                variable |= !is_arithmetic_type(word_at(rest, at));
            }
            _ => {}
        }
    }
    false
}

/// The word around a byte.
fn word_at(text: &[u8], at: usize) -> &[u8] {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let start = text[..at].iter().rposition(|byte| !is_part(byte)).map_or(0, |before| before + 1);
    let end = text[at..].iter().position(|byte| !is_part(byte)).map_or(text.len(), |after| at + after);
    &text[start..end]
}

/// Whether a word is one of a cast: `(double)FLT_RADIX`.
fn is_arithmetic_type(word: &[u8]) -> bool {
    matches!(word, b"char" | b"double" | b"float" | b"int" | b"long" | b"short" | b"signed" | b"unsigned")
}

/// Whether an option says that nobody looks at `errno` behind functions of mathematics (GCC manual, -fno-math-errno).
pub(super) fn asks_no_errno(option: &str) -> bool {
    ["-fno-math-errno", "-ffast-math", "-Ofast"].iter().any(|flag| option.contains(flag))
}

/// Whether a source leaves the link to the driver of C: it is in C or assembly, or no compiler is run on it (headers, data). The driver of Fortran
/// links with `-lm`, too, as that of C++ does (gfortran manual, "-static-libgfortran": libgfortran needs it).
pub(super) fn leaves_driver_of_c(path: &Path) -> bool {
    let none = !is_compiled(path) && !is_fortran(path);
    none || is_cxx(path) == Some(false) || is_assembly(path)
}

/// Whether a name of the table is a class of C++.
pub(super) fn is_type(name: &str) -> bool {
    name.starts_with("std::")
}

/// The function of a header that a place stands in, where it is compiled with those that call it.
pub(super) fn enclosing(file: &NativeFile, at: u32) -> Option<&Function> {
    let before = file.facts.functions.iter().filter(|one| one.is_definition && one.head.start <= at);
    let function = before.max_by_key(|one| one.head.start)?;
    let class =
        file.facts.classes.iter().any(|class| class.range.start > function.head.start && class.range.start <= at);
    (!class && (function.inline || function.internal)).then_some(function)
}

/// Whether a text calls a function of that name.
pub(super) fn calls(text: &str, function: &str) -> bool {
    text.match_indices(function).any(|(at, _)| {
        let before = text[..at].bytes().next_back();
        let word = before.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        !word && text[at + function.len()..].trim_start().starts_with('(')
    })
}

/// Whether a text of a link line holds a name of a library, and not a longer one that only has its letters: `LIBM_LIBRARY` is that of `libm`,
/// `PAM_LIBRARIES`, `LIBMAD_LIBRARY` and `-lmad` are others'.
pub(super) fn holds_name(shown: &str, name: &str) -> bool {
    /// Longer ones in small letters stand in no other names.
    const SHORT: usize = 5;
    const PLURALS: &[&str] = &["S", "RARY", "RARIES"];
    let is_variable = name.starts_with(|c: char| c.is_ascii_uppercase());
    let is_short = name.len() <= SHORT;
    shown.match_indices(name).any(|(at, _)| {
        let (before, rest) = (&shown[..at], &shown[at + name.len()..]);
        let begins = !before.ends_with(|c: char| c.is_ascii_alphanumeric());
        let plural = PLURALS.iter().find_map(|end| rest.strip_prefix(end)).filter(|_| name.ends_with("LIB"));
        let ends = !plural.unwrap_or(rest).starts_with(|c: char| c.is_ascii_alphanumeric());
        (begins || !is_variable) && (ends || !is_variable && !is_short)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_libraries() {
        let is = |shown: &str| {
            ["LIBM", "libm", "LIB_M", "M_LIB", "MATH_LIB", "-lm"].iter().any(|name| holds_name(shown, name))
        };
        for shown in
            ["${LIBM}", "${M_LIB}", "${M_LIBRARIES}", "${LIBM_LIBRARY}", "-lm", "/usr/lib/libm.so", "${XY_MATH_LIBS}"]
        {
            assert!(is(shown), "{shown}");
        }
        for shown in [
            "${PAM_LIBRARIES}",
            "${EPOLLSHIM_LIBS}",
            "${LIBMAD_LIBRARY}",
            "-lmad",
            "${GSM_LIBRARY}",
            "/usr/lib/libmnl.so",
        ] {
            assert!(!is(shown), "{shown}");
        }
        assert!(holds_name("libpthread.so", "pthread") && holds_name("${RT_LIBRARY}", "RT_LIBRARY"));
        assert!(!holds_name("${LIBVIRT_LIBRARY}", "RT_LIBRARY"));
    }

    #[test]
    fn calls_in_the_body_of_a_macro() {
        assert!(calls("(dlopen (x, RTLD_LAZY))", "dlopen"));
        assert!(!calls("my_dlopen(x)", "dlopen") && !calls("dlopen_ext(x)", "dlopen"));
    }

    #[test]
    fn names_of_a_namespace() {
        let text =
            b"namespace fs = std::filesystem;\nnamespace f2=::std::filesystem ;\nusing p = std::filesystem::path;";
        assert_eq!(aliases_of(text, "std::filesystem"), ["fs", "f2"]);
    }

    #[test]
    fn calls_that_a_compiler_computes() {
        let stays = |text: &str| {
            let end = text.find('(').expect("a call") as u32;
            stays_a_call(
                text.as_bytes(),
                &Use { name: "f".into(), through: false, guard: crate::native::GuardId::TRUE, range: 0..end },
            )
        };
        assert!(stays("sin(angle)") && stays("pow(base, power(1))") && stays("log(v[i] + 1.0)"));
        assert!(!stays("sin(M_PI)") && !stays("exp(1.0e-3f)") && !stays("pow(base, 2.0)") && !stays("sin("));
        assert!(!stays("sin(]]]"));
        assert!(
            stays("sin((double)angle)") && !stays("log10((double)FLT_RADIX)") && !stays("sin((unsigned long)LIMIT)")
        );
    }
}
