//! Libraries that come with the system and the compiler, by their names on a link line: one table, of which each question takes its parts.

/// Whose a library is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The C library's; glibc has them in `libc` itself since 2.34 and leaves empty archives (its NEWS).
    Libc,
    /// The C library's mathematics, which `g++` names again at the end of a link (g++(1)).
    Math,
    /// Others of glibc (intro(3)).
    Separate,
    /// The C library's of other systems like Unix (socket(3socket) of Solaris, backtrace(3) of the BSDs).
    Unix,
    /// Those that the compiler's driver names again at the end of a link (gcc's specs).
    Driver,
    /// Others of the compiler ("Atomic" in the manual of GCC).
    Compiler,
    /// Run-time libraries of a flag: `--coverage`, `-fopenmp`, `-fsanitize`.
    Runtime,
    /// Of Android (NDK, "Native APIs").
    Android,
}

const TABLE: &[(Part, &[&str])] = &[
    (Part::Libc, &["c", "dl", "pthread", "rt", "util", "anl"]),
    (Part::Math, &["m"]),
    (Part::Separate, &["resolv", "crypt"]),
    (Part::Unix, &["nsl", "socket", "execinfo"]),
    (Part::Driver, &["gcc", "gcc_s", "gcc_eh", "stdc++", "supc++", "c++", "c++abi"]),
    (Part::Compiler, &["atomic"]),
    (Part::Runtime, &["gcov", "gomp", "omp", "asan", "tsan", "ubsan", "lsan"]),
    (Part::Android, &["log", "android"]),
];

/// Whether a library is one of C++ itself: GCC's, LLVM's, a part of them, Android's (<https://developer.android.com/ndk/guides/cpp-support>),
/// Microsoft's.
pub(crate) fn is_cxx_library(name: &str) -> bool {
    const NAMES: &[&str] =
        &["stdc++", "c++", "c++_shared", "c++_static", "gnustl_shared", "gnustl_static", "supc++", "c++abi", "msvcprt"];
    NAMES.contains(&name)
}

/// Whose a library is, where the system or the compiler has it.
pub(crate) fn system_library(name: &str) -> Option<Part> {
    TABLE.iter().find(|(_, names)| names.contains(&name)).map(|(part, _)| *part)
}

/// Import libraries of the SDK of Windows, which no other system has, in small letters
/// (<https://learn.microsoft.com/windows/win32/apiindex/windows-umbrella-libraries>, and the pages of the Windows API, "Library").
const OF_WINDOWS: &[&str] = &[
    "advapi32",
    "bcrypt",
    "comctl32",
    "comdlg32",
    "crypt32",
    "d3d11",
    "d3d12",
    "d3dcompiler",
    "dbghelp",
    "dinput8",
    "dsound",
    "dwmapi",
    "dxgi",
    "dxguid",
    "gdi32",
    "imm32",
    "iphlpapi",
    "kernel32",
    "mswsock",
    "ncrypt",
    "netapi32",
    "ntdll",
    "ole32",
    "oleaut32",
    "onecore",
    "opengl32",
    "powrprof",
    "psapi",
    "rpcrt4",
    "runtimeobject",
    "secur32",
    "setupapi",
    "shell32",
    "shlwapi",
    "user32",
    "userenv",
    "uxtheme",
    "windowsapp",
    "winhttp",
    "wininet",
    "winmm",
    "winspool",
    "wintrust",
    "wldap32",
    "ws2_32",
    "wsock32",
    "wtsapi32",
];

/// Whether a library is one of Windows alone, by its name in small letters.
pub(crate) fn is_library_of_windows(name: &str) -> bool {
    OF_WINDOWS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_library_has_one_owner() {
        let mut names: Vec<&str> = TABLE.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
        assert_eq!(system_library("pthread"), Some(Part::Libc));
        assert_eq!(system_library("png"), None);
    }
}
