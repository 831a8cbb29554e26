//! Macros that compilers of the GNU kind for ELF systems define, and those of others.

/// Macros of compilers for ELF systems, which others than these hazards' do not define.
const DEFINED: &[&str] = &[
    "__linux__",
    "__linux",
    "linux",
    "__unix__",
    "__unix",
    "unix",
    "__GNUC__",
    "__ELF__",
    "__x86_64__",
    "__STDC__",
    "__has_attribute",
];
/// Macros of other systems, compilers and languages.
const UNDEFINED: &[&str] = &[
    "_WIN32",
    "WIN32",
    "_WIN64",
    "WIN64",
    "__WIN32__",
    "_WINDOWS",
    "_MSC_VER",
    "__CYGWIN__",
    "__MINGW32__",
    "__MINGW64__",
    "__APPLE__",
    "__MACH__",
    "__OBJC__",
    "__CUDACC__",
    "__CUDA_ARCH__",
    "__HIPCC__",
    "__BORLANDC__",
    "SWIG",
    "__DOXYGEN__",
    "DOXYGEN",
    "__EMSCRIPTEN__",
    "__ANDROID__",
    "ANDROID",
    "__FreeBSD__",
    "__SUNPRO_C",
    "__SUNPRO_CC",
    "__ICC",
    "__INTELLISENSE__",
    "Q_MOC_RUN",
];

/// Whether such a compiler defines a macro; None where that is not known.
pub fn defined(name: &str) -> Option<bool> {
    (DEFINED.contains(&name) || UNDEFINED.contains(&name)).then(|| DEFINED.contains(&name))
}

/// The value of a macro, or of a question that it answers.
pub fn value(name: &str) -> Option<i64> {
    /// Attributes that all of them have (GCC 4 and later; "Common Function Attributes" of its manual).
    const ATTRIBUTES: &[&str] = &["visibility", "weak", "section", "constructor", "destructor", "used", "alias"];
    if name == "__GNUC__" {
        // Any compiler of these years.
        return Some(12);
    }
    let asked = name.strip_prefix("__has_attribute(")?.strip_suffix(')')?.trim_matches([' ', '_']);
    ATTRIBUTES.contains(&asked).then_some(1)
}
