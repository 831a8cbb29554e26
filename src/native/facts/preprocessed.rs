//! What the preprocessor reads: includes, macros, pragmas.
use std::ops::Range;

use super::GuardId;

/// `#include` with a literal path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Include {
    /// As written.
    pub path: String,
    /// `"..."` (true) or `<...>`.
    pub quoted: bool,
    /// When.
    pub guard: GuardId,
    /// The path with its quotes.
    pub range: Range<u32>,
}

/// `#define`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MacroDef {
    /// The macro.
    pub name: String,
    /// Of a function-like macro.
    pub parameters: Option<Vec<String>>,
    /// Comments out, white space as one space. None when it is long.
    pub body: Option<String>,
    /// When.
    pub guard: GuardId,
    /// The whole line.
    pub range: Range<u32>,
}

/// A pragma that matters to the link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pragma {
    /// `weak`, `lib` or `linker` (the two of `#pragma comment`).
    pub kind: &'static str,
    /// The symbol, the library, or the linker's option.
    pub text: String,
    /// When.
    pub guard: GuardId,
    /// The whole line.
    pub range: Range<u32>,
}

/// Visibility in ELF, and what Windows has in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Visibility {
    /// `default`.
    Default,
    /// `hidden`.
    Hidden,
    /// `protected`.
    Protected,
    /// `internal`.
    Internal,
    /// `__declspec(dllexport)`.
    DllExport,
    /// `__declspec(dllimport)`.
    DllImport,
}

impl Visibility {
    /// Reads `default`, `"hidden"`, `dllexport` and so on.
    pub(in crate::native) fn parse(text: &[u8]) -> Option<Self> {
        let text = text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\"")).unwrap_or(text);
        Some(match text {
            b"default" => Self::Default,
            b"hidden" => Self::Hidden,
            b"protected" => Self::Protected,
            b"internal" => Self::Internal,
            b"dllexport" | b"__dllexport__" => Self::DllExport,
            b"dllimport" | b"__dllimport__" => Self::DllImport,
            _ => return None,
        })
    }

    /// Whether other modules see it.
    pub fn is_exported(self) -> bool {
        matches!(self, Self::Default | Self::Protected | Self::DllExport)
    }
}

/// A macro that stands before declarations and decides about their visibility, at least in one of its definitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportMacro {
    /// The macro.
    pub name: String,
    /// Its definitions, in the order of the file.
    pub alternatives: Vec<ExportAlternative>,
}

/// One definition of an export macro.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportAlternative {
    /// When.
    pub guard: GuardId,
    /// What it does.
    pub effect: Effect,
    /// It also says `extern "C"`.
    pub extern_c: bool,
    /// The whole line.
    pub range: Range<u32>,
}

/// What an export macro does to a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Gives it a visibility.
    Visibility(Visibility),
    /// Makes it inline (`inline`, `static inline`): no symbol unless used.
    Inline,
    /// Makes it `static`: no symbol for others.
    Static,
    /// Nothing.
    Empty,
    /// Whatever another macro does.
    Alias(String),
    /// Something else; the text.
    Other(String),
}
