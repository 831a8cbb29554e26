//! What the texts of registrations tell.
use crate::native::MacroDef;

/// The last name of `static const ns::Type<A>` or of a called function.
pub(super) fn type_or_function(detail: &str) -> Option<&str> {
    let plain = detail.split('<').next().unwrap_or(detail);
    if plain.contains("std::") {
        return None;
    }
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let mut words =
        words.filter(|word| !matches!(*word, "static" | "const" | "inline" | "volatile" | "struct" | "class"));
    words.next_back()
}

/// Whether a macro defines static things only, as far as its text tells.
pub(super) fn is_private_body(definition: &MacroDef) -> bool {
    let Some(body) = definition.body.as_deref().map(str::trim_start) else { return false };
    let static_ = body.starts_with("static ") || body.starts_with("namespace {") || body.starts_with("namespace{");
    let parts = body.matches(';').count();
    body.is_empty() || (static_ && parts <= 1) || body.starts_with("static_assert")
}

/// Whether a text holds explicit instantiations or specialisations, which others may use.
pub(super) fn instantiates(bytes: &[u8]) -> bool {
    memchr::memmem::find_iter(bytes, b"template").any(|at| {
        let word = at.checked_sub(1).and_then(|before| bytes.get(before));
        let rest: Vec<u8> =
            bytes[at + 8..].iter().copied().filter(|byte| !byte.is_ascii_whitespace()).take(2).collect();
        let starts = word.is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b';' | b'}' | b'{'));
        starts && (rest.first() != Some(&b'<') || rest == b"<>")
    })
}

/// Whether a text goes on with the arguments of a macro and those of what it makes.
pub(super) fn calls_its_result(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let end = memchr::memchr(b')', text).filter(|_| text.starts_with(b"("));
    end.is_some_and(|end| text[end + 1..].trim_ascii_start().starts_with(b"("))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_registrars() {
        assert_eq!(type_or_function("static Registrar"), Some("Registrar"));
        assert_eq!(type_or_function("static const ops::Entry<int>"), Some("Entry"));
        assert_eq!(type_or_function("Register"), Some("Register"));
        assert_eq!(type_or_function("static std::mutex"), None);
    }

    #[test]
    fn instantiations() {
        assert!(instantiates(b"template class A<int>;") && instantiates(b"\ntemplate <> void f<int>() {}"));
        assert!(!instantiates(b"template <class T> void f() {}") && !instantiates(b"a.template f<int>();"));
    }
}
