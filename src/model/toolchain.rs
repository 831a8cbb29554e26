//! Which compiler and which linker make a target.
use crate::cmake::eval::value::Origin;
use crate::cond::{Cond, Conds, SubjectKind};
use crate::flags::LinkFlag;

use super::binaries::is_cxx;
use super::{FlagSource, Model, TargetId};

/// That lld links a target.
pub struct Lld {
    /// When.
    pub cond: Cond,
    /// The words that say so, where they stand, and when.
    said: Vec<(String, Origin, Cond)>,
}

impl Lld {
    /// The words that say so in some of the configurations of a condition, and where they stand.
    pub fn said(&self, conds: &Conds, under: Cond) -> Option<(&str, Origin)> {
        let there = self.said.iter().find(|(.., cond)| !conds.disjoint(*cond, under)).or(self.said.first())?;
        Some((&there.0, there.1))
    }
}

/// Libraries, and modules of pkg-config without the `lib` before them, that no system of Apple's has: of glibc, of the kernel of Linux and
/// its subsystems (man7.org, freedesktop.org; formulae of Homebrew with `depends_on :linux`).
const LACKED_BY_APPLE: &[&str] = &[
    "alsa",
    "anl",
    "asound",
    "audit",
    "blkid",
    "bpf",
    "cap",
    "cap-ng",
    "drm",
    "evdev",
    "gbm",
    "gudev-1.0",
    "ibverbs",
    "input",
    "mount",
    "nl-3",
    "nl-3.0",
    "nl-genl-3",
    "nl-genl-3.0",
    "nl-route-3",
    "nl-route-3.0",
    "numa",
    "pipewire-0.3",
    "rdmacm",
    "rt",
    "seccomp",
    "selinux",
    "systemd",
    "udev",
    "uring",
    "v4l2",
    "va-drm",
    "wayland-client",
    "wayland-cursor",
    "wayland-egl",
    "wayland-protocols",
    "wayland-server",
];

/// How the names of libraries begin that come with CUDA or with `ROCm`, which Apple's systems do not have (release notes of CUDA 10.2 and
/// cuDNN 8.0; `ROCm`'s documentation, "Reference library").
const OF_ACCELERATORS: &[&str] = &[
    "amdhip",
    "cublas",
    "cudart",
    "cudnn",
    "cufft",
    "cupti",
    "curand",
    "cusolver",
    "cusparse",
    "hipblas",
    "hipfft",
    "hiprand",
    "hipsolver",
    "hipsparse",
    "hsa-runtime",
    "nccl",
    "nvinfer",
    "nvptxcompiler",
    "nvrtc",
    "nvToolsExt",
    "rccl",
    "rocblas",
    "rocfft",
    "rocrand",
    "rocsolver",
    "rocsparse",
];

/// Whether a library is one that no system of Apple's has, by the name that linkers or pkg-config know.
pub fn is_lacked_by_apple(name: &str) -> bool {
    let is_lacked =
        |name: &str| LACKED_BY_APPLE.contains(&name) || OF_ACCELERATORS.iter().any(|start| name.starts_with(start));
    is_lacked(name) || name.strip_prefix("lib").is_some_and(is_lacked)
}

impl Model<'_> {
    /// Whether a file or a package that nobody reads runs before the first `project()`: it may choose the toolchain
    /// (cmake-variables(7), `CMAKE_TOOLCHAIN_FILE`), as the kits for microcontrollers do, and with it the system.
    pub fn may_get_toolchain(&self) -> bool {
        /// Packages of CMake's own modules that only look for a tool of the host.
        const TOOLS: &[&str] =
            &["Git", "Python", "Python2", "Python3", "PythonInterp", "Perl", "PkgConfig", "Doxygen", "CUDAToolkit"];
        let facts = self.facts;
        let Some(first) = facts.projects.iter().map(|one| one.origin).min() else { return false };
        let unread = facts.unknowns.iter().filter(|one| one.origin != Origin::NONE && one.origin < first);
        let mut files = unread.filter(|one| one.is_unread_file());
        let mut searches = facts.packages.iter().filter(|one| one.origin < first);
        files.next().is_some()
            || searches.any(|one| facts.texts.as_str(one.name).is_none_or(|name| !TOOLS.contains(&name)))
    }

    /// Whether a variable of a language (`CMAKE_CUDA_FLAGS`) can matter: a command enables the language, or `project()` itself.
    pub fn is_enabled_for(&self, variable: &str) -> bool {
        const ASKED_FOR: &[&str] = &["C", "CXX", "CUDA", "HIP", "Fortran", "Swift", "ISPC", "OBJC", "OBJCXX", "CSharp"];
        let language = variable.strip_prefix("CMAKE_").and_then(|rest| rest.split('_').next());
        let asked = language.filter(|language| ASKED_FOR.contains(language));
        asked.is_none_or(|language| {
            self.facts.enabled.iter().any(|one| &*one.language == language || self.is_unknown(&one.language))
        })
    }

    /// When the configure step stops without what Apple's systems do not have: CUDA or HIP (release notes of CUDA 10.2; HIP's
    /// installation guide), or libraries that speak to the kernel of Linux alone.
    pub fn needs_what_apple_lacks(&self) -> Cond {
        const PACKAGES: &[&str] = &[
            "CUDA",
            "CUDAToolkit",
            "hip",
            "HIP",
            "ALSA",
            "UDev",
            "UDEV",
            "Udev",
            "LibUDev",
            "Libudev",
            "LIBUDEV",
            "LibDRM",
            "Libdrm",
            "LIBDRM",
            "GBM",
            "gbm",
            "Systemd",
            "SYSTEMD",
            "Libsystemd",
        ];
        const LANGUAGES: &[&str] = &["CUDA", "HIP"];
        let searches = self.facts.packages.iter().filter(|search| {
            search.required && self.facts.texts.as_str(search.name).is_some_and(|name| PACKAGES.contains(&name))
        });
        let enabled = self.facts.enabled.iter().filter(|one| LANGUAGES.contains(&&*one.language));
        let libraries = self.facts.needed_libraries.iter();
        let libraries = libraries.filter(|one| self.facts.texts.as_str(one.name).is_some_and(is_lacked_by_apple));
        let needed = searches.chain(libraries).map(|search| search.cond).chain(enabled.map(|one| one.cond));
        self.facts.conds.any(needed.collect::<Vec<_>>())
    }

    /// When a compiler (`GNU`, `Clang`, …) is the one of a target's language: that of C++ if one of its sources is C++, which
    /// links it, too.
    pub fn compiled_by(&self, id: TargetId, compiler: &str) -> Cond {
        let conds = &self.facts.conds;
        let cxx = self.sources(id).iter().any(|source| source.path.as_deref().and_then(is_cxx) == Some(true));
        let variable = if cxx { "CMAKE_CXX_COMPILER_ID" } else { "CMAKE_C_COMPILER_ID" };
        conds.well_known(variable).map_or(Cond::FALSE, |subject| conds.equals(subject, compiler))
    }

    /// When lld links a target, by a flag or by `LINKER_TYPE`. Another linker in some configurations takes these away.
    pub fn linked_by_lld(&self, id: TargetId) -> Option<Lld> {
        let conds = &self.facts.conds;
        let flags = self.link_flags(id);
        let (lld, others): (Vec<_>, Vec<_>) = flags
            .iter()
            .filter_map(|source| match &source.flag.flag {
                LinkFlag::UseLd(name) => Some((source, name == "lld" || name.ends_with("/ld.lld"))),
                _ => None,
            })
            .partition(|(_, lld)| *lld);
        let other = conds.any(others.iter().map(|(source, _)| source.cond).collect::<Vec<_>>());
        if !lld.is_empty() {
            let cond = conds.any(lld.iter().map(|(source, _)| source.cond).collect::<Vec<_>>());
            let said = lld.iter().map(|(source, _)| (source.text.to_string(), source.item.origin, source.cond));
            return Some(Lld { cond: conds.diff(cond, other), said: said.collect() });
        }
        let item = self.property(id, "LINKER_TYPE").into_iter().find(|item| &*item.text == "LLD")?;
        let said = vec![("LINKER_TYPE LLD".to_owned(), item.origin, item.cond)];
        Some(Lld { cond: conds.diff(item.cond, other), said })
    }

    /// Whether a condition asks for a system of Apple's, or for what only those have, by an answer that CMake itself does not give:
    /// `UNAME STREQUAL "Darwin"`, `TRIPLE MATCHES "apple"`, a framework or `xcrun` that is found.
    pub fn asks_for_apple(&self, cond: Cond) -> bool {
        let conds = &self.facts.conds;
        conds.needed(cond).into_iter().any(|(subject, literal)| {
            conds.subject_info(subject).kind != SubjectKind::Platform && names_apple(&conds.formula(literal))
        })
    }

    /// Whether a condition asks for what the toolchain file of Android's NDK sets (developer.android.com/ndk/guides/cmake).
    pub fn asks_for_android(&self, cond: Cond) -> bool {
        const SET: &[&str] = &["ANDROID_ABI", "ANDROID_NDK", "ANDROID_PLATFORM", "ANDROID_STL", "ANDROID_TOOLCHAIN"];
        let conds = &self.facts.conds;
        conds.needed(cond).into_iter().any(|(subject, _)| SET.contains(&&*conds.subject_info(subject).name))
    }

    /// Whether a linker links a target that keeps in mind what archives offer, by a flag or by `LINKER_TYPE` (CMake 3.29).
    pub fn remembers_archives(&self, id: TargetId) -> bool {
        let is_one = |name: &str| {
            let name = name.to_ascii_lowercase();
            ["lld", "mold", "sold", "wild"].iter().any(|one| name.contains(one))
        };
        let by_flag = |source: &FlagSource| matches!(&source.flag.flag, LinkFlag::UseLd(name) if is_one(name));
        self.link_flags(id).iter().any(by_flag)
            || self.property(id, "LINKER_TYPE").iter().any(|item| is_one(&item.text))
    }

    /// Binaries that are judged and have a source of C.
    pub fn binaries_of_c(&self) -> Vec<TargetId> {
        let in_c = |id: &TargetId| {
            self.sources(*id).iter().any(|source| source.path.as_deref().and_then(is_cxx) == Some(false))
        };
        let linked = |id: &TargetId| !self.is_kind(*id, super::binaries::LINKED).is_false();
        self.judged_targets().filter(linked).filter(in_c).collect()
    }
}

/// Whether a question has a word for a system of Apple's, its linker, tools, files or frameworks (Apple's developer documentation,
/// "Frameworks"; ld(1), xcrun(1) of macOS; LLVM, Triple.h; ios-cmake's values of PLATFORM).
fn names_apple(question: &str) -> bool {
    const WORDS: &[&str] = &[
        "apple",
        "darwin",
        "mac",
        "macos",
        "macosx",
        "osx",
        "ios",
        "iphone",
        "iphoneos",
        "ld64",
        "macho",
        "xcode",
        "xcrun",
        "xcodebuild",
        "os64",
        "appkit",
        "carbon",
        "cocoa",
        "coreaudio",
        "corefoundation",
        "coreservices",
        "foundation",
        "iokit",
        "metal",
        "opengles",
        "quartzcore",
        "uikit",
    ];
    let question = question.to_ascii_lowercase();
    let mut words = question.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| WORDS.contains(&word.trim_end_matches(|c: char| c.is_ascii_digit())) || WORDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::names_apple;

    #[test]
    fn questions_for_apple() {
        for question in ["UNAME STREQUAL \"Darwin\"", "TRIPLE MATCHES \"-apple-darwin21\"", "COCOA_LIBRARY found"] {
            assert!(names_apple(question), "{question}");
        }
        for question in ["UNAME STREQUAL \"Linux\"", "BIOS found", "WITH_MACROS"] {
            assert!(!names_apple(question), "{question}");
        }
    }
}
