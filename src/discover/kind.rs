//! What a file is for, by its name alone.
use std::path::Path;

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `CMakeLists.txt`
    CMakeLists,
    /// `*.cmake`
    CMakeModule,
    /// `*.cmake.in` and `CMakeLists.txt.in`: filled in by `configure_file`.
    CMakeTemplate,
    /// `CMakePresets.json`, `CMakeUserPresets.json`
    Presets,
    /// `Cargo.toml`
    CargoManifest,
    /// `Cargo.lock`
    CargoLock,
    /// `.cargo/config.toml`, `.cargo/config`
    CargoConfig,
    /// `build.rs`
    BuildScript,
    /// `*.rs` other than build scripts
    RustSource,
    /// A translation unit of the C family: C, C++, Objective-C, CUDA, HIP, ISPC
    Source,
    /// Text that translation units include
    Header,
    /// Assembler
    Assembly,
    /// Fortran, whose objects take part in links too
    Fortran,
    /// A version script, dynamic list, exported symbols list or module definition file (or another file that has
    /// such a name: what it is, its content decides)
    ExportList,
    /// Shell, batch and PowerShell scripts, Dockerfiles, makefiles, CI descriptions, environment files
    Script,
    /// `*.py`
    Python,
    /// `*.pc`, `*.pc.in`
    PkgConfig,
    /// What packages of programs are described by: snapcraft and flatpak manifests, `AppRun`, desktop entries, RPM's `*.spec`, Debian's
    /// `postinst` and `*.install`
    Packaging,
    /// What tools are told by that run CMake, or that CMake reads under another name: `pyproject.toml`, Gradle's, Bazel's, Meson's and Nix's
    /// files, `CMakeSettings.json`, settings of editors, `*.toolchain`
    Recipe,
}

impl Kind {
    /// All kinds, in the order of reports.
    pub const ALL: [Self; 19] = [
        Self::CMakeLists,
        Self::CMakeModule,
        Self::CMakeTemplate,
        Self::Presets,
        Self::CargoManifest,
        Self::CargoLock,
        Self::CargoConfig,
        Self::BuildScript,
        Self::RustSource,
        Self::Source,
        Self::Header,
        Self::Assembly,
        Self::Fortran,
        Self::ExportList,
        Self::Script,
        Self::Python,
        Self::PkgConfig,
        Self::Packaging,
        Self::Recipe,
    ];

    /// The key in statistics.
    pub fn name(self) -> &'static str {
        match self {
            Self::CMakeLists => "cmake_lists",
            Self::CMakeModule => "cmake_modules",
            Self::CMakeTemplate => "cmake_templates",
            Self::Presets => "presets",
            Self::CargoManifest => "cargo_manifests",
            Self::CargoLock => "cargo_locks",
            Self::CargoConfig => "cargo_configs",
            Self::BuildScript => "build_scripts",
            Self::RustSource => "rust_sources",
            Self::Source => "sources",
            Self::Header => "headers",
            Self::Assembly => "assembly",
            Self::Fortran => "fortran",
            Self::ExportList => "export_lists",
            Self::Script => "scripts",
            Self::Python => "python",
            Self::PkgConfig => "pkg_config",
            Self::Packaging => "packaging",
            Self::Recipe => "recipes",
        }
    }

    /// The kind of a path; none when nothing here reads such a file.
    pub fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy();
        let folder = path.parent().and_then(Path::file_name).map(|f| f.to_string_lossy()).unwrap_or_default();
        by_name(&name, &folder).or_else(|| by_extension(&name))
    }
}

fn by_name(name: &str, folder: &str) -> Option<Kind> {
    Some(match name {
        "CMakeLists.txt" => Kind::CMakeLists,
        "CMakeLists.txt.in" => Kind::CMakeTemplate,
        "CMakePresets.json" | "CMakeUserPresets.json" => Kind::Presets,
        "Cargo.toml" => Kind::CargoManifest,
        "Cargo.lock" => Kind::CargoLock,
        "config" | "config.toml" if folder == ".cargo" => Kind::CargoConfig,
        "build.rs" => Kind::BuildScript,
        "Makefile"
        | "makefile"
        | "GNUmakefile"
        | "Justfile"
        | "justfile"
        | "Jenkinsfile"
        | ".envrc"
        | ".env"
        | ".gitlab-ci.yml"
        | ".travis.yml"
        | "azure-pipelines.yml"
        | "action.yml"
        | "action.yaml"
        | "environment"
        | ".bashrc"
        | ".profile" => Kind::Script,
        _ if name.starts_with("Dockerfile") || name.starts_with("Containerfile") || name.ends_with(".Dockerfile") => {
            Kind::Script
        }
        // Workflow files of GitHub, GitLab, CircleCI and Buildkite.
        _ if matches!(folder, "workflows" | ".gitlab" | ".circleci" | ".buildkite") && is_yaml(name) => Kind::Script,
        "snapcraft.yaml" | "AppRun" | "AppRun.in" | "postinst" | "postinst.in" => Kind::Packaging,
        "BUILD" | "BUILD.bazel" | "CMakeSettings.json" | "meson.build" | "pyproject.toml" => Kind::Recipe,
        "settings.json" if folder == ".vscode" => Kind::Recipe,
        _ if folder == "debian" && (name == "install" || name.ends_with(".install")) => Kind::Packaging,
        _ if name.ends_with(".gradle.kts") => Kind::Recipe,
        _ if is_flatpak(name) => Kind::Packaging,
        _ => return None,
    })
}

/// A manifest of flatpak is named by the identifier of the program: `org.example.Tuner.yml` (flatpak-builder(1)).
fn is_flatpak(name: &str) -> bool {
    let stem = [".yml", ".yaml", ".json"].iter().find_map(|end| name.strip_suffix(end));
    stem.is_some_and(|stem| stem.split('.').count() > 2 && stem.split('.').all(|part| !part.is_empty()))
}

fn is_yaml(name: &str) -> bool {
    [".yml", ".yaml"].iter().any(|end| name.ends_with(end))
}

/// Whether `<name>.cmake` is what `configure_file()` makes a `<name>` of, as `config.h.cmake`, and no module.
fn is_template_of(name: &str) -> bool {
    const MADE: &[&str] = &["c", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "pc"];
    name.rsplit_once('.').is_some_and(|(_, extension)| MADE.contains(&extension))
}

fn by_extension(name: &str) -> Option<Kind> {
    if name.ends_with(".cmake.in") {
        return Some(Kind::CMakeTemplate);
    }
    // `x.sh.in`, `x.h.in`, `x.map.in`, `x.pc.in`: a template is read like what it becomes.
    let name = name.strip_suffix(".in").filter(|rest| rest.contains('.')).unwrap_or(name);
    let name = name.strip_suffix(".cmake").filter(|rest| is_template_of(rest)).unwrap_or(name);
    let (stem, extension) = name.rsplit_once('.')?;
    // `.C` and `.H` are C++ by tradition; `.S` is assembler with a preprocessor.
    let extension = extension.to_ascii_lowercase();
    Some(match extension.as_str() {
        "cmake" => Kind::CMakeModule,
        "c" | "cc" | "cpp" | "cxx" | "c++" | "cp" | "cppm" | "ixx" | "ccm" | "cxxm" | "c++m" | "m" | "mm" | "cu"
        | "hip" | "ispc" => Kind::Source,
        "h" | "hh" | "hpp" | "hxx" | "h++" | "inc" | "ipp" | "icpp" | "icc" | "inl" | "tcc" | "tpp" | "txx" | "cuh" => {
            Kind::Header
        }
        "s" | "asm" | "nasm" => Kind::Assembly,
        "f" | "for" | "f77" | "f90" | "f95" | "f03" | "f08" => Kind::Fortran,
        // Source maps of web pages are `.js.map`, `.css.map`.
        "map" if [".js", ".css", ".ts", ".mjs", ".cjs"].iter().any(|web| stem.ends_with(web)) => return None,
        "map" | "ver" | "vers" | "version" | "lds" | "ld" | "exports" | "export" | "exp" | "sym" | "syms"
        | "symbols" | "def" | "dynlist" | "dynamic" | "lst" | "symver" | "vscript" | "mapfile" => Kind::ExportList,
        "sh" | "bash" | "zsh" | "ksh" | "csh" | "fish" | "bat" | "cmd" | "ps1" | "mk" | "service" | "envrc" | "env" => {
            Kind::Script
        }
        "py" | "pyx" => Kind::Python,
        "pc" => Kind::PkgConfig,
        // The last ones are scripts of Windows installers: Inno Setup, NSIS, WiX.
        "desktop" | "spec" | "postinst" | "iss" | "nsi" | "nsh" | "wxs" | "wxi" => Kind::Packaging,
        "rs" => Kind::RustSource,
        "bzl" | "gradle" | "nix" | "toolchain" => Kind::Recipe,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart() {
        let cases = [
            ("a/CMakeLists.txt", Some(Kind::CMakeLists)),
            ("cmake/FooConfig.cmake.in", Some(Kind::CMakeTemplate)),
            ("x/Find.cmake", Some(Kind::CMakeModule)),
            (".cargo/config.toml", Some(Kind::CargoConfig)),
            ("other/config.toml", None),
            ("k/gemm.cu", Some(Kind::Source)),
            ("k/gemm.hip", Some(Kind::Source)),
            ("k/a.CPP", Some(Kind::Source)),
            ("k/ops.inc", Some(Kind::Header)),
            ("k/ops.icpp", Some(Kind::Header)),
            ("k/config.h.in", Some(Kind::Header)),
            ("k/start.S", Some(Kind::Assembly)),
            ("k/config.h.cmake", Some(Kind::Header)),
            ("k/bin2h.script.cmake", Some(Kind::CMakeModule)),
            ("k/git.version.cmake", Some(Kind::CMakeModule)),
            ("lib.map", Some(Kind::ExportList)),
            ("lib.map.in", Some(Kind::ExportList)),
            ("app.js.map", None),
            ("Dockerfile.cuda", Some(Kind::Script)),
            (".github/workflows/ci.yml", Some(Kind::Script)),
            ("data/ci.yml", None),
            ("snap/snapcraft.yaml", Some(Kind::Packaging)),
            ("org.example.Tuner.yml", Some(Kind::Packaging)),
            ("debian/tuner.postinst", Some(Kind::Packaging)),
            ("installer/tuner.iss", Some(Kind::Packaging)),
            ("pyproject.toml", Some(Kind::Recipe)),
            ("android/build.gradle.kts", Some(Kind::Recipe)),
            (".vscode/settings.json", Some(Kind::Recipe)),
            ("data/settings.json", None),
            ("README.md", None),
            ("Makefile.in", None),
        ];
        for (path, kind) in cases {
            assert_eq!(Kind::of(Path::new(path)), kind, "{path}");
        }
    }

    #[test]
    fn every_kind_has_its_own_name() {
        let names: std::collections::BTreeSet<_> = Kind::ALL.iter().map(|k| k.name()).collect();
        assert_eq!(names.len(), Kind::ALL.len());
    }
}
