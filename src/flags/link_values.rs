//! Meanings of values: keywords of `-z`, `-undefined` and the like, and lists.
use super::link::{AllowUndefined, LinkFlag};

/// Names between commas, colons or (for lists of archives) both.
pub(super) fn names(text: &str) -> Vec<String> {
    text.split([',', ':']).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Folders between colons. A colon inside a generator expression or after a drive letter does not separate.
pub(super) fn colons(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let (mut depth, mut start, mut parts) = (0_u32, 0, Vec::new());
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'<' if at > 0 && bytes[at - 1] == b'$' => depth += 1,
            b'>' => depth = depth.saturating_sub(1),
            b':' if depth == 0 && !drive(bytes, start, at) => {
                parts.push(text[start..at].to_owned());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].to_owned());
    parts.retain(|part| !part.is_empty());
    parts
}

fn drive(bytes: &[u8], start: usize, at: usize) -> bool {
    at == start + 1 && bytes[start].is_ascii_alphabetic() && matches!(bytes.get(at + 1), Some(b'/' | b'\\'))
}

/// Keywords of `-z` (ld(1), ld.lld(1), mold(1)).
pub(super) fn z(keyword: &str) -> LinkFlag {
    match keyword {
        "defs" => LinkFlag::NoUndefined,
        "undefs" => LinkFlag::AllowUndefined(AllowUndefined::Undefs),
        "now" => LinkFlag::ZNow(true),
        "lazy" => LinkFlag::ZNow(false),
        "muldefs" => LinkFlag::AllowMultipleDefinition,
        "start-stop-gc" => LinkFlag::ZStartStopGc(true),
        "nostart-stop-gc" => LinkFlag::ZStartStopGc(false),
        _ => LinkFlag::Z(keyword.to_owned()),
    }
}

/// Values of `--unresolved-symbols` (ld(1)).
pub(super) fn unresolved(how: &str) -> LinkFlag {
    match how {
        "ignore-all" => LinkFlag::AllowUndefined(AllowUndefined::IgnoreAll),
        "ignore-in-object-files" => LinkFlag::AllowUndefined(AllowUndefined::IgnoreInObjects),
        "ignore-in-shared-libs" => LinkFlag::AllowUndefined(AllowUndefined::IgnoreInSharedLibs),
        "report-all" => LinkFlag::NoUndefined,
        _ => LinkFlag::Other(format!("--unresolved-symbols={how}")),
    }
}

/// Values of Emscripten's `-sERROR_ON_UNDEFINED_SYMBOLS` (src/settings.js).
pub(super) fn undefined_in_wasm(how: &str) -> LinkFlag {
    match how {
        "0" => LinkFlag::AllowUndefined(AllowUndefined::Warn),
        _ => LinkFlag::Other(format!("-sERROR_ON_UNDEFINED_SYMBOLS={how}")),
    }
}

/// Values of Emscripten's `-sMAIN_MODULE` and `-sSIDE_MODULE`: what is undefined there is looked up when modules are loaded.
pub(super) fn module_of_wasm(how: &str) -> LinkFlag {
    match how {
        "0" => LinkFlag::Other("-sMAIN_MODULE=0".into()),
        _ => LinkFlag::AllowUndefined(AllowUndefined::DynamicLookup),
    }
}

/// Values of Apple's `-undefined` (ld64(1)).
pub(super) fn undefined(how: &str) -> LinkFlag {
    match how {
        "dynamic_lookup" => LinkFlag::AllowUndefined(AllowUndefined::DynamicLookup),
        "suppress" => LinkFlag::AllowUndefined(AllowUndefined::Suppress),
        "warning" => LinkFlag::AllowUndefined(AllowUndefined::Warn),
        "error" => LinkFlag::NoUndefined,
        _ => LinkFlag::Other(format!("-undefined {how}")),
    }
}

/// `-flto`, `-flto=auto`, `-flto=thin`: on, whatever the value; a value that is not known stays so.
pub(super) fn lto(value: &str) -> LinkFlag {
    if super::has_unknown(value) { LinkFlag::Other(format!("-flto={value}")) } else { LinkFlag::Lto(value != "none") }
}

/// Suffixes of files that a linker reads.
const SUFFIXES: &[&str] =
    &["a", "so", "o", "lo", "la", "obj", "lib", "dll", "dylib", "tbd", "bc", "map", "ver", "lds", "ld", "def", "res"];

/// A word without a dash: a file when it has a folder or a known suffix, else a bare item.
pub(super) fn item(text: &str) -> LinkFlag {
    let file = text.rsplit(['/', '\\']).next().unwrap_or(text);
    let mut parts = file.split('.');
    let known = parts.next().is_some() && parts.any(|part| SUFFIXES.contains(&part));
    if known || file.len() < text.len() {
        LinkFlag::InputFile(text.to_owned())
    } else {
        LinkFlag::Item(text.to_owned())
    }
}
