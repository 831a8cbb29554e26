//! Words that mean something to the language, and are no names.
use super::tables::{LinkageMacro, tables};

/// Words that a declared name or a type is not.
const KEYWORDS: &[&[u8]] = &[
    b"if",
    b"else",
    b"for",
    b"while",
    b"do",
    b"switch",
    b"case",
    b"return",
    b"goto",
    b"break",
    b"continue",
    b"sizeof",
    b"alignof",
    b"new",
    b"delete",
    b"throw",
    b"catch",
    b"try",
    b"static_cast",
    b"dynamic_cast",
    b"const_cast",
    b"reinterpret_cast",
    b"typeid",
    b"static_assert",
    b"_Static_assert",
    b"namespace",
    b"public",
    b"private",
    b"protected",
    b"this",
    b"default",
    b"co_return",
    b"co_await",
    b"co_yield",
    b"requires",
    b"concept",
];

/// Whether a word is a keyword that cannot name a function.
pub(super) fn is_keyword(word: &[u8]) -> bool {
    KEYWORDS.contains(&word) || is_builtin(word)
}

/// Types of the language.
pub(super) fn is_builtin(word: &[u8]) -> bool {
    matches!(
        word,
        b"void"
            | b"int"
            | b"char"
            | b"bool"
            | b"float"
            | b"double"
            | b"long"
            | b"short"
            | b"unsigned"
            | b"signed"
            | b"auto"
            | b"_Bool"
            | b"wchar_t"
            | b"char8_t"
            | b"char16_t"
            | b"char32_t"
            | b"__int128"
            | b"_Complex"
            | b"__int64"
            | b"decltype"
            | b"typeof"
            | b"__typeof__"
    )
}

/// Macros of well-known headers that say `extern "C"` and perhaps a type.
pub(super) fn is_linkage_macro(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|word| tables().linkage(word) == Some(LinkageMacro::Prefix))
}
