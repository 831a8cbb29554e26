//! What checks answer with the usual toolchain (GCC 12 and glibc 2.36 on x86-64 Linux): asked where no configured tree
//! says better. Tables and their sources are in `../data`. `None` is "not known".
use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::flags::{Part, system_library};

type Words = FxHashSet<&'static str>;

/// Sections of a data file: `[name]`, then words.
fn sections(text: &'static str) -> FxHashMap<&'static str, Words> {
    let mut out: FxHashMap<&'static str, Words> = FxHashMap::default();
    let mut section = "";
    for line in text.lines().filter(|line| !line.starts_with("# ")) {
        match line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            Some(name) => section = name,
            None => out.entry(section).or_default().extend(line.split_ascii_whitespace()),
        }
    }
    out
}

static HEADERS: LazyLock<FxHashMap<&'static str, Words>> =
    LazyLock::new(|| sections(include_str!("../data/headers.txt")));
static FUNCTIONS: LazyLock<FxHashMap<&'static str, Words>> =
    LazyLock::new(|| sections(include_str!("../data/functions.txt")));
static OPTIONS: LazyLock<FxHashMap<&'static str, Words>> =
    LazyLock::new(|| sections(include_str!("../data/options.txt")));

/// Whether GNU's C library defines a function of that name, be it for some programs only.
pub fn in_c_library(name: &str) -> bool {
    FUNCTIONS.iter().any(|(section, words)| section.starts_with("c ") && words.contains(name))
}

/// The same of its library of mathematics.
pub fn in_math_library(name: &str) -> bool {
    FUNCTIONS.iter().any(|(section, words)| section.starts_with("m ") && words.contains(name))
}

/// Functions that each C library of Linux has (glibc since 2.17, musl since 1.1; their headers) and that projects bring stand-ins for: those of
/// POSIX.1-2008 and of BSD, which headers declare unasked, and those that only `_GNU_SOURCE` shows.
const ON_LINUX: [&[&str]; 2] = [
    &[
        "clock_gettime",
        "daemon",
        "dprintf",
        "fdopendir",
        "fmemopen",
        "fseeko",
        "fstatat",
        "ftello",
        "getaddrinfo",
        "getdelim",
        "getline",
        "getopt",
        "getopt_long",
        "gettimeofday",
        "gmtime_r",
        "inet_ntop",
        "inet_pton",
        "localtime_r",
        "mkdtemp",
        "mkstemp",
        "nanosleep",
        "openat",
        "open_memstream",
        "poll",
        "posix_memalign",
        "pread",
        "putenv",
        "pwrite",
        "realpath",
        "setenv",
        "snprintf",
        "stpcpy",
        "stpncpy",
        "strcasecmp",
        "strdup",
        "strncasecmp",
        "strndup",
        "strnlen",
        "strsep",
        "strsignal",
        "strtok_r",
        "strtoll",
        "strtoull",
        "timegm",
        "unsetenv",
        "usleep",
        "vsnprintf",
        "wcsdup",
    ],
    &[
        "accept4",
        "asprintf",
        "dup3",
        "memmem",
        "memrchr",
        "mempcpy",
        "pipe2",
        "ppoll",
        "strcasestr",
        "strchrnul",
        "strptime",
        "vasprintf",
    ],
];

/// Whether each C library of Linux has a function; `gnu`: its extensions are asked for, too.
pub(super) fn is_on_linux(name: &str, gnu: bool) -> bool {
    ON_LINUX[0].contains(&name) || gnu && ON_LINUX[1].contains(&name)
}

/// The function of Linux's C libraries that a source asks for, by the name of the variable with the answer: `HAVE_MEMMEM`.
pub(super) fn asked_on_linux<'s>(source: &'s str, variable: &str) -> Option<&'s str> {
    let name = variable.rsplit_once("HAVE_")?.1.to_lowercase();
    let mut words = source.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.find(|word| *word == name && is_on_linux(word, true))
}

/// Whether every compiler finds a header: of the C library, the C++ library or the kernel.
pub fn is_header_of_compiler(name: &str) -> bool {
    ["C", "C++", "Linux"].iter().any(|section| has(&HEADERS, section, name))
}

fn has(table: &FxHashMap<&'static str, Words>, section: &str, word: &str) -> bool {
    table.get(section).is_some_and(|words| words.contains(word))
}

/// Headers that only other systems have: Windows (Win32 API reference, Microsoft C runtime), Apple's, the BSDs, Solaris,
/// AIX, HP-UX, QNX, VMS, Android; and those that glibc had once (its NEWS: sys/sysctl.h until 2.32, stropts.h until 2.30,
/// xlocale.h until 2.26).
const FOREIGN: &[&str] = &[
    "windows.h",
    "Windows.h",
    "winsock.h",
    "winsock2.h",
    "ws2tcpip.h",
    "wspiapi.h",
    "mswsock.h",
    "afunix.h",
    "io.h",
    "conio.h",
    "direct.h",
    "process.h",
    "windef.h",
    "winbase.h",
    "wincrypt.h",
    "winioctl.h",
    "winreg.h",
    "shlobj.h",
    "shlwapi.h",
    "iphlpapi.h",
    "iptypes.h",
    "psapi.h",
    "dbghelp.h",
    "intrin.h",
    "crtdbg.h",
    "tchar.h",
    "mbstring.h",
    "sys/utime.h",
    "bcrypt.h",
    "sspi.h",
    "schannel.h",
    "d3d9.h",
    "d3d11.h",
    "dxgi.h",
    "mmsystem.h",
    "dsound.h",
    "Availability.h",
    "AvailabilityMacros.h",
    "TargetConditionals.h",
    "copyfile.h",
    "mach/mach.h",
    "mach/mach_time.h",
    "mach/clock.h",
    "mach/vm_statistics.h",
    "mach/thread_policy.h",
    "mach-o/dyld.h",
    "mach-o/loader.h",
    "malloc/malloc.h",
    "libkern/OSAtomic.h",
    "libproc.h",
    "os/lock.h",
    "os/log.h",
    "CommonCrypto/CommonDigest.h",
    "CoreFoundation/CoreFoundation.h",
    "CoreServices/CoreServices.h",
    "Security/Security.h",
    "sys/clonefile.h",
    "sys/kern_control.h",
    "net/pfvar.h",
    "sys/event.h",
    "sys/sysctl.h",
    "sys/extattr.h",
    "sys/endian.h",
    "machine/endian.h",
    "machine/cpu.h",
    "sys/cpuset.h",
    "pthread_np.h",
    "libutil.h",
    "osreldate.h",
    "malloc_np.h",
    "sys/filio.h",
    "sys/sockio.h",
    "stropts.h",
    "port.h",
    "sys/port.h",
    "sys/devpoll.h",
    "sys/loadavg.h",
    "sys/processor.h",
    "sys/procset.h",
    "sys/mkdev.h",
    "sys/pset.h",
    "sys/systeminfo.h",
    "sys/pstat.h",
    "synch.h",
    "sys/atomic.h",
    "kstat.h",
    "procfs.h",
    "sys/ldr.h",
    "sys/pollset.h",
    "sys/systemcfg.h",
    "sys/mpctl.h",
    "sys/neutrino.h",
    "unixio.h",
    "unixlib.h",
    "starlet.h",
    "descrip.h",
    "cutils/log.h",
    "android/log.h",
    "sys/system_properties.h",
    "xlocale.h",
    "sys/ndir.h",
    "ndir.h",
    "sys/isa_defs.h",
    "floatingpoint.h",
    "ieeefp.h",
    "sunmath.h",
    "OS.h",
    "kernel/OS.h",
    "arm_neon.h",
    "arm_acle.h",
    "arm_sve.h",
    "altivec.h",
];

/// Flags that every compiler driver and linker for systems with ELF takes (gcc(1), clang(1), ld(1), and the manuals of gold, lld and mold):
/// a check of one asks whether the system is such a one.
const ELF_FLAGS: &[&str] = &[
    "-rdynamic",
    "-Wl,-E",
    "-Wl,--export-dynamic",
    "-Wl,-export-dynamic",
    "-Wl,--no-undefined",
    "-Wl,-z,defs",
    "-Wl,--as-needed",
    "-Wl,--no-as-needed",
    "-Wl,--whole-archive",
    "-Wl,--exclude-libs,ALL",
    "-Wl,-Bsymbolic",
    "-fcommon",
    "-fPIC",
    "-fpic",
    "-fvisibility=hidden",
    "-fvisibility-inlines-hidden",
];

/// Whether every toolchain for systems with ELF takes a flag.
pub(super) fn is_of_elf(flag: &str) -> bool {
    let flag = flag.trim();
    let plain = flag.strip_prefix("LINKER:").map(|rest| format!("-Wl,{rest}"));
    let plain = plain.as_deref().unwrap_or(flag);
    ELF_FLAGS.contains(&plain) || ["-Wl,-u,", "-Wl,--undefined="].iter().any(|start| plain.starts_with(start))
}

/// Whether all compilers but Microsoft's take a flag.
pub(super) fn is_of_all(flag: &str) -> bool {
    let flag = flag.trim();
    include_str!("../data/flags_of_all.txt").lines().any(|known| known == flag && !known.starts_with('#'))
}

/// Whether a header is there for a language.
pub(super) fn header(name: &str, language: &str) -> Option<bool> {
    if has(&HEADERS, "C", name) || has(&HEADERS, "Linux", name) || language != "C" && has(&HEADERS, "C++", name) {
        return Some(true);
    }
    // A header of the C++ library is none of C's; one that no table has may belong to any package.
    (FOREIGN.contains(&name) || has(&HEADERS, "C++", name)).then_some(false)
}

/// Whether a library is glibc's; others may be there or not.
pub(super) fn library(name: &str) -> Option<bool> {
    matches!(system_library(name)?, Part::Libc | Part::Math | Part::Separate).then_some(true)
}

/// Sizes of types that the headers declare which `check_type_size` includes (sys/types.h, stdint.h, stddef.h); 0 for those of
/// other systems. (System V ABI, AMD64 supplement; glibc's bits/types.h.)
const SIZES: &[(&str, u32)] = &[
    ("char", 1),
    ("short", 2),
    ("int", 4),
    ("long", 8),
    ("long long", 8),
    ("float", 4),
    ("double", 8),
    ("long double", 16),
    ("void*", 8),
    ("void *", 8),
    ("char*", 8),
    ("char *", 8),
    ("unsigned char", 1),
    ("unsigned short", 2),
    ("unsigned int", 4),
    ("unsigned long", 8),
    ("unsigned long long", 8),
    ("unsigned", 4),
    ("_Bool", 1),
    ("__int128", 16),
    ("__int128_t", 16),
    ("__uint128_t", 16),
    ("size_t", 8),
    ("ssize_t", 8),
    ("off_t", 8),
    ("time_t", 8),
    ("pid_t", 4),
    ("uid_t", 4),
    ("gid_t", 4),
    ("mode_t", 4),
    ("ino_t", 8),
    ("dev_t", 8),
    ("nlink_t", 8),
    ("id_t", 4),
    ("key_t", 4),
    ("clock_t", 8),
    ("suseconds_t", 8),
    ("int8_t", 1),
    ("int16_t", 2),
    ("int32_t", 4),
    ("int64_t", 8),
    ("uint8_t", 1),
    ("uint16_t", 2),
    ("uint32_t", 4),
    ("uint64_t", 8),
    ("intptr_t", 8),
    ("uintptr_t", 8),
    ("intmax_t", 8),
    ("uintmax_t", 8),
    ("ptrdiff_t", 8),
    ("wchar_t", 4),
    ("u_char", 1),
    ("u_short", 2),
    ("u_int", 4),
    ("u_long", 8),
    ("u_int8_t", 1),
    ("u_int16_t", 2),
    ("u_int32_t", 4),
    ("u_int64_t", 8),
    ("ushort", 2),
    ("uint", 4),
    ("ulong", 8),
    ("__int64", 0),
    ("unsigned __int64", 0),
    ("DWORD", 0),
    ("HANDLE", 0),
];

/// The size of a type; 0 for one that is not there.
pub(super) fn size(kind: &str) -> Option<u32> {
    SIZES.iter().find(|(name, _)| *name == kind).map(|(_, size)| *size)
}

/// Whether a program that calls a function links with libc and given libraries.
pub(super) fn function(name: &str, libraries: &[&str]) -> Option<bool> {
    let defines = |library: &str| {
        ["declared", "gnu", "undeclared"].iter().any(|how| has(&FUNCTIONS, &format!("{library} {how}"), name))
    };
    if defines("c") {
        return Some(true);
    }
    let mut known = true;
    for library in libraries {
        let library = library.strip_prefix("-l").unwrap_or(library);
        let part = system_library(library);
        match matches!(part, Some(Part::Math | Part::Separate)) {
            true if defines(library) => return Some(true),
            true => {}
            false => known &= part == Some(Part::Libc) || library == "-pthread",
        }
    }
    known.then_some(false)
}

/// Whether a symbol is a function or macro that given headers declare, all of them headers of the C library.
pub(super) fn symbol(name: &str, headers: &[&str], language: &str, gnu: bool, libraries: &[&str]) -> Option<bool> {
    for file in headers {
        match header(file, language) {
            Some(true) => {}
            other => return other,
        }
    }
    if headers.iter().any(|file| !has(&HEADERS, "C", file)) {
        return None;
    }
    let gnu = gnu || language != "C";
    let declared =
        |how: &str| ["c", "m", "resolv", "crypt"].iter().any(|l| has(&FUNCTIONS, &format!("{l} {how}"), name));
    if has(&FUNCTIONS, "macro declared", name) || gnu && has(&FUNCTIONS, "macro gnu", name) {
        return Some(true);
    }
    if declared("gnu") && !gnu || has(&FUNCTIONS, "macro gnu", name) {
        return Some(false);
    }
    if declared("declared") || declared("gnu") {
        return function(name, libraries);
    }
    // Names in capitals are macros, of which there is no table.
    let plain =
        name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_') && !name.starts_with('_');
    (plain && !declared("undeclared")).then_some(false)
}

/// Whether GCC takes a compiler option for a language without complaint. Several in one text have to be good all.
pub(super) fn compiler_flag(text: &str, language: &str) -> Option<bool> {
    let mut all = Some(true);
    for flag in text.split([' ', ';']).filter(|flag| !flag.is_empty()) {
        match one_flag(flag, language) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}

fn one_flag(flag: &str, language: &str) -> Option<bool> {
    if flag.starts_with('/') {
        // To GCC that is the name of a file.
        return Some(false);
    }
    let known = |option: &str| {
        let own = if language == "CXX" { "CXX" } else { "C" };
        has(&OPTIONS, "all", option) || has(&OPTIONS, own, option)
    };
    if !flag.starts_with('-') || matches!(language, "Fortran" | "CUDA" | "HIP") {
        return None;
    }
    // An unknown -Wno-… is not complained about unless there is something else to say.
    if flag.starts_with("-Wno-") && !flag.starts_with("-Wno-error=") {
        return Some(true);
    }
    if let Some(name) = flag.strip_prefix("-Werror=").or_else(|| flag.strip_prefix("-Wno-error=")) {
        return one_flag(&format!("-W{name}"), language);
    }
    if known(flag) {
        return Some(true);
    }
    let positive = ["-f", "-m"].iter().find_map(|p| Some(format!("{p}{}", flag.strip_prefix(&format!("{p}no-"))?)));
    if positive.is_some_and(|option| known(&option)) {
        return Some(true);
    }
    // A value may be good or not.
    let with_value = flag.split_once('=').map(|(name, _)| name);
    if with_value.is_some_and(|name| known(name) || known(&format!("{name}="))) {
        return None;
    }
    let family = ["-W", "-f"].iter().any(|p| flag.starts_with(p)) && !flag.contains([',', '=']);
    (family && flag.len() > 2 && !OTHER.contains(&flag)).then_some(false)
}

/// Options of the driver, which its --help lists elsewhere.
const OTHER: &[&str] = &["-fuse-ld", "-fplugin", "-fvisibility", "-foffload", "-frtti", "-fopenmp-simd"];

/// Headers that a source text includes, in order.
pub(super) fn included(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        let end = if rest.starts_with('<') { '>' } else { '"' };
        rest.get(1..)?.split_once(end).map(|(name, _)| name)
    })
}

/// Whether a source does nothing but include headers.
pub(super) fn asks_for_headers_alone(source: &str) -> bool {
    const MAINS: &[&str] = &[
        "intmain(){return0;}",
        "intmain(void){return0;}",
        "intmain(){}",
        "intmain(void){}",
        "intmain(intargc,char**argv){return0;}",
        "intmain(intargc,char*argv[]){return0;}",
    ];
    let rest = source.lines().filter(|line| !line.trim_start().starts_with('#'));
    let rest: String = rest.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect();
    let plain = !source.contains("#if") && !source.contains("# if") && !source.contains("#define");
    plain && included(source).next().is_some() && MAINS.contains(&&*rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_that_include_headers_alone() {
        assert!(asks_for_headers_alone("#include \"getopt.h\" \n int main() { return 0; }"));
        assert!(!asks_for_headers_alone("#include <getopt.h>\nint main() { return optind; }"));
        assert!(!asks_for_headers_alone("int main() { return 0; }"));
    }

    // Expected values: CMake 3.25's Check* modules with GCC 12.2 and glibc 2.36.
    #[test]
    fn headers_of_this_and_other_systems() {
        assert_eq!(header("sys/epoll.h", "C"), Some(true));
        assert_eq!(header("linux/if_packet.h", "C"), Some(true));
        assert_eq!(header("vector", "CXX"), Some(true));
        assert_eq!(header("vector", "C"), Some(false));
        assert_eq!(header("sys/event.h", "C"), Some(false));
        assert_eq!(header("zlib.h", "C"), None);
        assert!(FOREIGN.iter().all(|name| !has(&HEADERS, "C", name) && !has(&HEADERS, "Linux", name)));
    }

    #[test]
    fn functions_by_library() {
        assert_eq!(function("fork", &[]), Some(true));
        assert_eq!(function("strlcpy", &[]), Some(false));
        assert_eq!(function("cos", &[]), Some(false));
        assert_eq!(function("cos", &["m"]), Some(true));
        assert_eq!(function("dlopen", &["dl"]), Some(true));
        assert_eq!(function("inflate", &["z"]), None);
    }

    #[test]
    fn functions_of_all_linux() {
        assert!(is_on_linux("strdup", false) && is_on_linux("memmem", true) && !is_on_linux("memmem", false));
        assert!(!is_on_linux("strlcpy", true));
        assert_eq!(asked_on_linux("int main() { return memmem(a, 1, b, 1) != 0; }", "X_HAVE_MEMMEM"), Some("memmem"));
        assert_eq!(asked_on_linux("int main() { return memmem(a, 1, b, 1) != 0; }", "HAVE_STRDUP"), None);
    }

    #[test]
    fn symbols_by_macros() {
        assert_eq!(symbol("pipe2", &["unistd.h"], "C", false, &[]), Some(false));
        assert_eq!(symbol("pipe2", &["unistd.h"], "C", true, &[]), Some(true));
        assert_eq!(symbol("pipe2", &["unistd.h"], "CXX", false, &[]), Some(true));
        assert_eq!(symbol("strlcpy", &["string.h"], "C", false, &[]), Some(false));
        assert_eq!(symbol("snprintf", &["stdio.h"], "C", false, &[]), Some(true));
        assert_eq!(symbol("kqueue", &["sys/event.h"], "C", false, &[]), Some(false));
        assert_eq!(symbol("CLOCK_MONOTONIC", &["time.h"], "C", false, &[]), None);
        assert_eq!(symbol("deflate", &["zlib.h"], "C", false, &[]), None);
    }

    #[test]
    fn options_of_gcc() {
        for good in
            ["-Wall", "-fPIC", "-Wno-anything-at-all", "-fno-exceptions", "-msse2", "-Werror=format", "-pedantic"]
        {
            assert_eq!(compiler_flag(good, "C"), Some(true), "{good}");
        }
        for bad in ["/W4", "-Wthread-safety", "-Weverything", "-Wnon-virtual-dtor", "-Werror=thread-safety"] {
            assert_eq!(compiler_flag(bad, "C"), Some(false), "{bad}");
        }
        assert_eq!(compiler_flag("-Wnon-virtual-dtor", "CXX"), Some(true));
        assert_eq!(compiler_flag("-Wstrict-prototypes", "CXX"), Some(false));
        assert_eq!(compiler_flag("-march=znver9", "C"), None);
        assert_eq!(compiler_flag("-Wl,--as-needed", "C"), None);
    }

    #[test]
    fn includes_of_a_source() {
        let source = "#include <a.h>\n  # include \"b.h\"\nint main(void) { return 0; }\n#define X\n#include";
        assert_eq!(included(source).collect::<Vec<_>>(), ["a.h", "b.h"]);
    }
}
