//! Names of the Itanium C++ ABI (chapter 5.1 "External Names (a.k.a. Mangling)"), as far as qualified names without templates go.

/// Names longer than this are not demangled: demanglers take memory in proportion to the output.
const MAX_NAME: usize = 4096;

/// The mangled form of a qualified name, without `_Z`: `1f`, `N2ns1fE`, `St1x`, `NSt1a1bE`.
/// `constant` puts the qualifier of a const member function in. None for templates, operators, anything not an identifier.
/// Constructors (`T::T`) and destructors (`T::~T`) give the complete-object form.
pub fn nested(qualified: &str, constant: bool) -> Option<String> {
    let parts: Vec<&str> = qualified.strip_prefix("::").unwrap_or(qualified).split("::").collect();
    let mut out = String::new();
    for (index, part) in parts.iter().enumerate() {
        let owner = index.checked_sub(1).and_then(|before| parts.get(before));
        let last = index + 1 == parts.len();
        match (*part, owner) {
            ("std", None) if parts.len() > 1 => out.push_str("St"),
            (part, Some(owner)) if last && part == *owner => out.push_str("C1"),
            (part, Some(owner)) if last && part.strip_prefix('~') == Some(*owner) => out.push_str("D1"),
            ("(anonymous namespace)" | "", _) => out.push_str("12_GLOBAL__N_1"),
            (part, _) if is_identifier(part) => {
                out.push_str(&part.len().to_string());
                out.push_str(part);
            }
            _ => return None,
        }
    }
    let in_std = parts.len() == 2 && parts.first() == Some(&"std");
    if parts.len() == 1 || in_std {
        return Some(out);
    }
    Some(format!("N{}{out}E", if constant { "K" } else { "" }))
}

fn is_identifier(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_' || first >= 0x80)
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80)
}

/// The readable form of a mangled name, as `c++filt` of binutils prints it; None when it is not one.
pub fn demangle(name: &str) -> Option<String> {
    if name.len() > MAX_NAME {
        return None;
    }
    // The demangler has its own words for these, linkers match those of binutils.
    for (prefix, words) in [("_ZTV", "vtable for "), ("_ZTT", "VTT for ")] {
        if let Some(class) = name.strip_prefix(prefix) {
            let info = text(&format!("_ZTI{class}"))?;
            return Some(format!("{words}{}", info.strip_prefix("typeinfo for ")?));
        }
    }
    for (prefix, words, numbers) in [("_ZTh", "non-virtual thunk to ", 1), ("_ZTv", "virtual thunk to ", 2)] {
        if let Some(rest) = name.strip_prefix(prefix) {
            return Some(format!("{words}{}", text(&format!("_Z{}", after_offset(rest, numbers)?))?));
        }
    }
    text(name)
}

/// What follows the offsets of a thunk: numbers, `n` for a minus sign, each with `_` after it.
fn after_offset(mut text: &str, numbers: usize) -> Option<&str> {
    for _ in 0..numbers {
        let digits = text.trim_start_matches('n').trim_start_matches(|c: char| c.is_ascii_digit());
        text = digits.strip_prefix('_')?;
    }
    Some(text)
}

fn text(name: &str) -> Option<String> {
    let symbol = name.starts_with("_Z").then(|| cpp_demangle::Symbol::new(name).ok())??;
    let text = symbol.demangle_with_options(&cpp_demangle::DemangleOptions::new()).ok()?;
    // An empty pack leaves a comma that binutils does not print.
    Some(text.replace(", >", ">"))
}

/// Whether a name in an object file is the type information, its name or the virtual table of a class; then the class.
pub fn class_of(name: &str) -> Option<String> {
    ["_ZTI", "_ZTS", "_ZTV"].iter().any(|prefix| name.starts_with(prefix)).then(|| demangle(name)).flatten().and_then(
        |text| {
            let class = ["typeinfo for ", "typeinfo name for ", "vtable for "]
                .iter()
                .find_map(|words| text.strip_prefix(words))?;
            Some(class.to_owned())
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qualified_names() {
        // What g++ 12 emits for these names, read with nm.
        for (qualified, expected) in [
            ("f", "1f"),
            ("ns::f", "N2ns1fE"),
            ("::ns::f", "N2ns1fE"),
            ("std::thing", "St5thing"),
            ("std::chrono::x", "NSt6chrono1xE"),
            ("ns::T::T", "N2ns1TC1E"),
            ("ns::T::~T", "N2ns1TD1E"),
            ("(anonymous namespace)::f", "N12_GLOBAL__N_11fE"),
        ] {
            assert_eq!(nested(qualified, false).as_deref(), Some(expected), "{qualified}");
        }
        for hopeless in ["ns::operator+", "T<int>::f", "a b", "1x"] {
            assert_eq!(nested(hopeless, false), None, "{hopeless}");
        }
    }

    #[test]
    fn names_are_demangled_with_parameters() {
        assert_eq!(demangle("_ZN2ns1fEi").as_deref(), Some("ns::f(int)"));
        assert_eq!(demangle("_ZTI10HipCommand").as_deref(), Some("typeinfo for HipCommand"));
        assert_eq!(demangle("_ZTV1T").as_deref(), Some("vtable for T"));
        assert_eq!(demangle("_ZThn16_N2ns1T1fEv").as_deref(), Some("non-virtual thunk to ns::T::f()"));
        assert_eq!(demangle("_ZTv0_n24_N1TD1Ev").as_deref(), Some("virtual thunk to T::~T()"));
        assert_eq!(demangle("plain"), None);
        assert_eq!(demangle("_Zbroken"), None);
    }

    #[test]
    fn classes_of_special_names() {
        assert_eq!(class_of("_ZTIN2ns1TE").as_deref(), Some("ns::T"));
        assert_eq!(class_of("_ZTV1T").as_deref(), Some("T"));
        assert_eq!(class_of("_ZN2ns1fEv"), None);
    }
}
