//! The variables that users give, and what each holds.

/// Variables that users give (cmake-variables(7), cmake-env-variables(7)), with the environment variable that starts them.
pub(super) const GIVEN: &[(&str, &str)] = &[
    ("CMAKE_C_FLAGS", "CFLAGS"),
    ("CMAKE_CXX_FLAGS", "CXXFLAGS"),
    ("CMAKE_CUDA_FLAGS", "CUDAFLAGS"),
    ("CMAKE_HIP_FLAGS", "HIPFLAGS"),
    ("CMAKE_Fortran_FLAGS", "FFLAGS"),
    ("CMAKE_EXE_LINKER_FLAGS", "LDFLAGS"),
    ("CMAKE_SHARED_LINKER_FLAGS", "LDFLAGS"),
    ("CMAKE_MODULE_LINKER_FLAGS", "LDFLAGS"),
    ("CMAKE_BUILD_TYPE", "CMAKE_BUILD_TYPE"),
    (SHARED, ""),
    ("CMAKE_INSTALL_PREFIX", "CMAKE_INSTALL_PREFIX"),
    ("CMAKE_PREFIX_PATH", ""),
    ("CMAKE_LIBRARY_PATH", ""),
    ("CMAKE_INCLUDE_PATH", ""),
    ("CMAKE_PROGRAM_PATH", ""),
    ("CMAKE_FRAMEWORK_PATH", ""),
    ("CMAKE_FIND_ROOT_PATH", ""),
    ("CMAKE_MODULE_PATH", ""),
    ("CMAKE_INSTALL_RPATH", ""),
    ("CMAKE_INSTALL_LIBDIR", ""),
    ("CMAKE_INSTALL_BINDIR", ""),
    ("CMAKE_INSTALL_INCLUDEDIR", ""),
    ("CMAKE_C_COMPILER", "CC"),
    ("CMAKE_CXX_COMPILER", "CXX"),
    ("CMAKE_Fortran_COMPILER", "FC"),
    ("CMAKE_CUDA_COMPILER", "CUDACXX"),
    ("CMAKE_CUDA_HOST_COMPILER", "CUDAHOSTCXX"),
    ("CMAKE_OSX_ARCHITECTURES", ""),
    ("CMAKE_OSX_DEPLOYMENT_TARGET", "MACOSX_DEPLOYMENT_TARGET"),
    ("CMAKE_MSVC_RUNTIME_LIBRARY", ""),
    ("CMAKE_CUDA_RUNTIME_LIBRARY", ""),
    ("CMAKE_CONFIGURATION_TYPES", "CMAKE_CONFIGURATION_TYPES"),
    ("CMAKE_DEBUG_POSTFIX", ""),
    ("CMAKE_CUDA_ARCHITECTURES", "CUDAARCHS"),
    ("CMAKE_HIP_ARCHITECTURES", ""),
    // The packages `hip` and `hip-lang` of ROCm.
    ("GPU_TARGETS", ""),
    ("AMDGPU_TARGETS", ""),
    // FindCUDA and FindHIP.
    ("CUDA_NVCC_FLAGS", ""),
    ("CUDA_HOST_COMPILER", ""),
    ("HIP_HIPCC_FLAGS", ""),
    ("HIP_NVCC_FLAGS", ""),
    ("CMAKE_C_FLAGS_DEBUG", ""),
    ("CMAKE_C_FLAGS_RELEASE", ""),
    ("CMAKE_C_FLAGS_RELWITHDEBINFO", ""),
    ("CMAKE_C_FLAGS_MINSIZEREL", ""),
    ("CMAKE_CXX_FLAGS_DEBUG", ""),
    ("CMAKE_CXX_FLAGS_RELEASE", ""),
    ("CMAKE_CXX_FLAGS_RELWITHDEBINFO", ""),
    ("CMAKE_CXX_FLAGS_MINSIZEREL", ""),
    ("CMAKE_CUDA_FLAGS_DEBUG", ""),
    ("CMAKE_CUDA_FLAGS_RELEASE", ""),
    ("CMAKE_CUDA_FLAGS_RELWITHDEBINFO", ""),
    ("CMAKE_CUDA_FLAGS_MINSIZEREL", ""),
    ("CMAKE_HIP_FLAGS_DEBUG", ""),
    ("CMAKE_HIP_FLAGS_RELEASE", ""),
    ("CMAKE_HIP_FLAGS_RELWITHDEBINFO", ""),
    ("CMAKE_HIP_FLAGS_MINSIZEREL", ""),
    ("CMAKE_Fortran_FLAGS_DEBUG", ""),
    ("CMAKE_Fortran_FLAGS_RELEASE", ""),
    ("CMAKE_Fortran_FLAGS_RELWITHDEBINFO", ""),
    ("CMAKE_Fortran_FLAGS_MINSIZEREL", ""),
    ("CMAKE_EXE_LINKER_FLAGS_DEBUG", ""),
    ("CMAKE_EXE_LINKER_FLAGS_RELEASE", ""),
    ("CMAKE_EXE_LINKER_FLAGS_RELWITHDEBINFO", ""),
    ("CMAKE_EXE_LINKER_FLAGS_MINSIZEREL", ""),
    ("CMAKE_SHARED_LINKER_FLAGS_DEBUG", ""),
    ("CMAKE_SHARED_LINKER_FLAGS_RELEASE", ""),
    ("CMAKE_SHARED_LINKER_FLAGS_RELWITHDEBINFO", ""),
    ("CMAKE_SHARED_LINKER_FLAGS_MINSIZEREL", ""),
    ("CMAKE_MODULE_LINKER_FLAGS_DEBUG", ""),
    ("CMAKE_MODULE_LINKER_FLAGS_RELEASE", ""),
    ("CMAKE_MODULE_LINKER_FLAGS_RELWITHDEBINFO", ""),
    ("CMAKE_MODULE_LINKER_FLAGS_MINSIZEREL", ""),
];

/// The kind of libraries that say none.
pub(super) const SHARED: &str = "BUILD_SHARED_LIBS";

/// What a variable holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Flags for all build types.
    Flags,
    /// Flags for one build type.
    Typed,
    /// Architectures of a device, which a project may be written for: the documentation has users name them.
    Architectures,
    /// Where things are searched: a list to which everybody appends.
    Search,
    Compiler,
    /// The build type, the prefix.
    Choice,
    /// A part of the names of files, on which users seldom insist.
    Name,
}

impl Kind {
    /// Whether users choose one value, or a list for all of a project, rather than flags that come together.
    pub(super) fn is_choice(self) -> bool {
        matches!(self, Self::Choice | Self::Search | Self::Compiler)
    }
}

/// Variables on which few users insist, or which a project has a usual reason to set: a note.
pub(super) const MINOR: &[&str] = &[
    SHARED,
    "CMAKE_LIBRARY_PATH",
    "CMAKE_INCLUDE_PATH",
    "CMAKE_PROGRAM_PATH",
    "CMAKE_FRAMEWORK_PATH",
    "CMAKE_FIND_ROOT_PATH",
    "CMAKE_MODULE_PATH",
    "CMAKE_INSTALL_RPATH",
    "CMAKE_INSTALL_LIBDIR",
    "CMAKE_INSTALL_BINDIR",
    "CMAKE_INSTALL_INCLUDEDIR",
    "CMAKE_OSX_ARCHITECTURES",
    "CMAKE_OSX_DEPLOYMENT_TARGET",
    "CMAKE_MSVC_RUNTIME_LIBRARY",
    "CMAKE_CUDA_RUNTIME_LIBRARY",
];

pub(super) fn kind(name: &str) -> Kind {
    if name.ends_with("_FLAGS") {
        Kind::Flags
    } else if name.contains("_FLAGS_") {
        Kind::Typed
    } else if matches!(name, "CMAKE_CUDA_ARCHITECTURES" | "CMAKE_HIP_ARCHITECTURES") || name.ends_with("GPU_TARGETS") {
        Kind::Architectures
    } else if name.ends_with("_PATH") {
        Kind::Search
    } else if name.ends_with("_COMPILER") && !name.contains("_HOST_") {
        Kind::Compiler
    } else if name.ends_with("_POSTFIX") {
        Kind::Name
    } else {
        Kind::Choice
    }
}

/// Variables that `project()` gives a value (`CMakeCommonLanguageInclude`, `CMakeDetermine`<LANG>Compiler, Darwin-Initialize): behind it
/// `NOT DEFINED` never holds.
const OF_PROJECT: &[&str] = &[
    "CMAKE_CUDA_ARCHITECTURES",
    "CMAKE_HIP_ARCHITECTURES",
    "CMAKE_OSX_ARCHITECTURES",
    "CMAKE_OSX_DEPLOYMENT_TARGET",
    "CMAKE_CONFIGURATION_TYPES",
];

/// Flags that `FindCUDA` and `FindHIP` take as lists.
pub(super) const FLAG_LISTS: &[&str] = &["CUDA_NVCC_FLAGS", "HIP_HIPCC_FLAGS", "HIP_NVCC_FLAGS"];

/// What to do instead of setting a variable anew.
pub(super) fn help(name: &str) -> String {
    // What the environment says counts as said, too: project() takes it where there is no entry.
    let environment = GIVEN.iter().find(|(known, variable)| *known == name && !variable.is_empty());
    let environment = environment.map_or_else(String::new, |(_, one)| format!(" AND NOT DEFINED ENV{{{one}}}"));
    let where_nobody_did =
        |place: &str| format!("set it where nobody did{place}: `if(NOT DEFINED {name}{environment})`");
    match kind(name) {
        Kind::Search => format!("append: `list(APPEND {name} …)`"),
        _ if name == "CMAKE_INSTALL_RPATH" => format!("append: `list(APPEND {name} …)`"),
        // CMake gives it a value of its own.
        _ if name == "CMAKE_INSTALL_PREFIX" => format!(
            "set it where nobody did: behind project(), `if({name}_INITIALIZED_TO_DEFAULT)`, with `CACHE PATH \"…\" FORCE`, since that is \
             true in the first run only"
        ),
        // project() makes an empty entry.
        _ if name == "CMAKE_BUILD_TYPE" => {
            format!("set it where nobody did: `if(NOT {name} AND NOT CMAKE_CONFIGURATION_TYPES)`")
        }
        Kind::Flags if FLAG_LISTS.contains(&name) => format!("append: `list(APPEND {name} …)`"),
        Kind::Flags => format!("append: `string(APPEND {name} \" …\")`, or give the flags to the targets"),
        Kind::Typed => {
            let word = name.rsplit('_').next().unwrap_or_default();
            let types = ["Debug", "Release", "RelWithDebInfo", "MinSizeRel"];
            let of = types.iter().find(|one| one.eq_ignore_ascii_case(word)).copied().unwrap_or("Release");
            format!("append: `string(APPEND {name} \" …\")`, or give them to the targets: `$<$<CONFIG:{of}>:…>`")
        }
        Kind::Compiler => {
            format!("leave it to users and toolchain files, or {}", where_nobody_did(", before project()"))
        }
        _ if OF_PROJECT.contains(&name) => where_nobody_did(", before project()"),
        _ if name.starts_with("CMAKE_INSTALL_") => where_nobody_did(", before GNUInstallDirs is included"),
        Kind::Architectures => where_nobody_did(""),
        Kind::Choice | Kind::Name => format!("{}, or at the targets", where_nobody_did("")),
    }
}
