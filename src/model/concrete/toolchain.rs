//! What the configuration is told about the toolchain, or what a usual one answers when nothing is said.
use std::collections::BTreeMap;
use std::path::Path;

use crate::cmake::lang::condition;

/// Variables of CMake's compiler and system files, and of the cache, by name.
#[derive(Debug, Clone, Default)]
pub struct Toolchain {
    variables: BTreeMap<String, String>,
    /// The system that is built for.
    pub system: String,
}

/// What GCC 12 answers on x86-64 Linux with glibc; assumed where no configured tree says better. (CMake's
/// Modules/Compiler/GNU*.cmake, `CMakeDetermineCompilerABI`; the prefix is that of cmake-variables(7).)
const USUAL: &[(&str, &str)] = &[
    ("CMAKE_INSTALL_PREFIX", "/usr/local"),
    ("CMAKE_C_COMPILER", "/usr/bin/cc"),
    ("CMAKE_CXX_COMPILER", "/usr/bin/c++"),
    ("CMAKE_C_COMPILER_ID", "GNU"),
    ("CMAKE_CXX_COMPILER_ID", "GNU"),
    ("CMAKE_C_COMPILER_VERSION", "12.2.0"),
    ("CMAKE_CXX_COMPILER_VERSION", "12.2.0"),
    ("CMAKE_COMPILER_IS_GNUCC", "1"),
    ("CMAKE_COMPILER_IS_GNUCXX", "1"),
    ("CMAKE_C_SIZEOF_DATA_PTR", "8"),
    ("CMAKE_CXX_SIZEOF_DATA_PTR", "8"),
    ("CMAKE_C_BYTE_ORDER", "LITTLE_ENDIAN"),
    ("CMAKE_CXX_BYTE_ORDER", "LITTLE_ENDIAN"),
    ("CMAKE_C_STANDARD_COMPUTED_DEFAULT", "17"),
    ("CMAKE_CXX_STANDARD_COMPUTED_DEFAULT", "17"),
    ("CMAKE_C_EXTENSIONS_COMPUTED_DEFAULT", "ON"),
    ("CMAKE_CXX_EXTENSIONS_COMPUTED_DEFAULT", "ON"),
    ("CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES", "/usr/include"),
    ("CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES", "/usr/include"),
    ("CMAKE_C_IMPLICIT_LINK_DIRECTORIES", USUAL_FOLDERS),
    ("CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES", USUAL_FOLDERS),
    ("CMAKE_C_FLAGS_DEBUG", "-g"),
    ("CMAKE_C_FLAGS_RELEASE", "-O3 -DNDEBUG"),
    ("CMAKE_C_FLAGS_RELWITHDEBINFO", "-O2 -g -DNDEBUG"),
    ("CMAKE_C_FLAGS_MINSIZEREL", "-Os -DNDEBUG"),
    ("CMAKE_CXX_FLAGS_DEBUG", "-g"),
    ("CMAKE_CXX_FLAGS_RELEASE", "-O3 -DNDEBUG"),
    ("CMAKE_CXX_FLAGS_RELWITHDEBINFO", "-O2 -g -DNDEBUG"),
    ("CMAKE_CXX_FLAGS_MINSIZEREL", "-Os -DNDEBUG"),
    ("CMAKE_HAVE_LIBC_PTHREAD", "1"),
    ("OpenMP_C_FLAGS", "-fopenmp"),
    ("OpenMP_CXX_FLAGS", "-fopenmp"),
];

/// Where its linker looks.
const USUAL_FOLDERS: &str =
    "/usr/lib/gcc/x86_64-linux-gnu/12;/usr/lib/x86_64-linux-gnu;/usr/lib;/lib/x86_64-linux-gnu;/lib";

/// Shared libraries of glibc that are scripts of the linker, by the folder where Debian's architectures have them
/// (<https://wiki.debian.org/Multiarch/Tuples>; libm's is one where there is libmvec: glibc's NEWS, 2.22 and 2.38).
const SCRIPTS: &[(&str, &[&str])] = &[
    ("/usr/lib/x86_64-linux-gnu", &["libc.so", "libm.so"]),
    ("/usr/lib/aarch64-linux-gnu", &["libc.so", "libm.so"]),
    ("/usr/lib/i386-linux-gnu", &["libc.so"]),
    ("/usr/lib/arm-linux-gnueabihf", &["libc.so"]),
    ("/usr/lib/powerpc64le-linux-gnu", &["libc.so"]),
    ("/usr/lib/riscv64-linux-gnu", &["libc.so"]),
    ("/usr/lib/s390x-linux-gnu", &["libc.so"]),
];

/// Whether a file in a folder is a script of the linker that glibc has there.
pub(super) fn is_script_of_glibc(folder: &Path, name: &str) -> bool {
    SCRIPTS.iter().any(|(known, names)| folder.starts_with(known) && names.contains(&name))
}

/// The variables that a system's usual toolchain sets; none for systems other than Linux.
pub fn usual(system: &str) -> &'static [(&'static str, &'static str)] {
    if system == "Linux" { USUAL } else { &[] }
}

/// Standards that GCC and Clang have known by these names for years: language, prefix of the name, standards.
const STANDARDS: &[(&str, &str, &[&str])] =
    &[("C", "", &["90", "99", "11", "17"]), ("CXX", "++", &["98", "11", "14", "17", "20"])];

/// `CMAKE_<LANG><STD>_STANDARD_COMPILE_OPTION` and its EXTENSION sibling for the languages whose compiler is GCC or Clang
/// (CMake's Modules/Compiler/GNU-C.cmake and siblings), where the oldest supported compilers are left out.
pub fn standard_options<'a>(compiler: impl Fn(&str) -> Option<&'a str>) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for (language, prefix, standards) in STANDARDS {
        if !matches!(compiler(language), Some("GNU" | "Clang" | "AppleClang")) {
            continue;
        }
        for standard in *standards {
            for (kind, dialect) in [("STANDARD", "c"), ("EXTENSION", "gnu")] {
                let name = format!("CMAKE_{language}{standard}_{kind}_COMPILE_OPTION");
                out.push((name, format!("-std={dialect}{prefix}{standard}")));
            }
        }
    }
    out
}

impl Toolchain {
    /// Over given variables (later ones win), for a system.
    pub fn new<'a>(system: &str, given: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let variables = given.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Self { variables, system: system.to_owned() }
    }

    /// A variable, where it is known.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str)
    }

    /// The first of several variables that is set to something found.
    pub fn found(&self, names: &[&str]) -> Option<&str> {
        names.iter().filter_map(|name| self.get(name)).find(|value| !condition::is_off(value))
    }

    /// The compiler of a language, as CMake identifies it.
    pub fn compiler(&self, language: &str) -> Option<&str> {
        self.get(&format!("CMAKE_{language}_COMPILER_ID"))
    }

    /// Whether flags are those of GCC and Clang under an ELF system: the only ones that are written out.
    pub fn writes_flags(&self, language: &str) -> bool {
        let elf = matches!(self.system.as_str(), "Linux" | "FreeBSD" | "Android");
        let assembler = language.starts_with("ASM");
        elf && (assembler || matches!(self.compiler(language), Some("GNU" | "Clang")))
    }

    /// Whether the system's binaries are ELF, named `libx.so` and `libx.a`.
    pub fn is_elf(&self) -> bool {
        matches!(self.system.as_str(), "Linux" | "FreeBSD" | "Android" | "SunOS")
    }
}
