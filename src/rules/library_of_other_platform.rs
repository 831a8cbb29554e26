//! A library of one family of platforms that a build script has linked for every target, in a crate that is built for others too.
#[path = "library_of_other_platform/evidence.rs"]
mod evidence;

use std::collections::BTreeSet;

use crate::cargo::platform::{FURTHER, HOSTS, Triple};
use crate::cargo::script::on;
use crate::cargo::{BuildScript, Cargo, Directive, LinkLib, Package};
use crate::cond::Cond;

use crate::rules::{Context, Draft, Place, Severity, Sink};

/// A platform that lacks libraries which others have.
pub(super) struct Platform {
    /// Its name.
    pub(super) name: &'static str,
    /// A target of it.
    pub(super) target: &'static str,
    /// Names by which code and manifests speak of it.
    pub(super) words: &'static [&'static str],
    /// How the names of its runners begin in CI (<https://docs.github.com/actions/reference/runners/github-hosted-runners>).
    pub(super) runner: &'static str,
}

impl Platform {
    /// Its target.
    pub(super) fn triple(&self) -> Option<&'static Triple> {
        HOSTS.iter().chain(FURTHER).find(|triple| triple.name == self.target)
    }
}

/// Systems whose C++ library is LLVM's alone, as Apple's is: a script that tells `c++` from `stdc++` is meant for all of them. Sources: cc-rs,
/// `Build::get_cpp_link_stdlib` (<https://docs.rs/cc>); <https://wiki.freebsd.org/NewC%2B%2BStack>; clang-local(1) of OpenBSD;
/// <https://gitee.com/openharmony/third_party_musl> (the SDK has libc++ only).
const WITH_LLVM: &[Platform] = &[
    Platform { name: "FreeBSD", target: "x86_64-unknown-freebsd", words: &[], runner: "" },
    Platform { name: "OpenBSD", target: "x86_64-unknown-openbsd", words: &[], runner: "" },
    Platform { name: YOUNGEST, target: "aarch64-unknown-linux-ohos", words: &[], runner: "" },
];
/// Words by which crates speak of them.
const BSD: &[&str] = &["freebsd", "openbsd", "ohos", "bsd"];
/// The one of them that came last.
const YOUNGEST: &str = "OpenHarmony";

const MSVC: Platform =
    Platform { name: "MSVC", target: "x86_64-pc-windows-msvc", words: &["windows", "msvc"], runner: "windows-" };
const APPLE: Platform = Platform {
    name: "Apple",
    target: "aarch64-apple-darwin",
    words: &["macos", "apple", "darwin", "ios"],
    runner: "macos-",
};

/// A library that some platforms lack.
struct Library {
    name: &'static str,
    lacking: &'static [Platform],
    /// What to do there.
    instead: &'static str,
    /// GCC for Windows has it.
    mingw: bool,
    /// Projects call libraries of their own so, too.
    common: bool,
}

/// Sources: [GCC] <https://gcc.gnu.org/onlinedocs/libstdc++/faq.html> and <https://gcc.gnu.org/onlinedocs/libgomp/>: both are parts of GCC;
/// [CRT] <https://learn.microsoft.com/cpp/c-runtime-library/crt-library-features>: the C and C++ libraries of MSVC, with the mathematics in
/// `ucrt`, named by the objects themselves; [Xcode] release notes of Xcode 10: "Building with libstdc++ is no longer supported";
/// [SUS] <https://pubs.opengroup.org/onlinepubs/9799919799/utilities/c17.html>, "Standard Libraries" (`-l m`, `-l rt`, `-l pthread`, …), which
/// Windows does not have, and of which libSystem has all but a file for `-l rt`: `/usr/lib` of the SDK of macOS holds libdl, libm,
/// libpthread, libresolv and libutil, no librt; [RESOLV] resolver(3): `-lresolv`; Windows resolves with dnsapi
/// (<https://learn.microsoft.com/windows/win32/api/windns/>); [MinGW] <https://www.mingw-w64.org/>: GCC's libraries, and `libm.a`,
/// `libpthread.a` (winpthreads) for programs that name them.
const LIBRARIES: &[Library] = &[
    // [GCC], [CRT], [Xcode]
    Library {
        name: "stdc++",
        lacking: &[MSVC, APPLE],
        instead: "link `c++` where CARGO_CFG_TARGET_VENDOR is `apple`, and nothing where CARGO_CFG_TARGET_ENV is `msvc`: its objects name their library",
        mingw: true,
        common: false,
    },
    // [GCC]; MSVC's own is vcomp, which `/openmp` names, and Apple's compiler has none.
    Library {
        name: "gomp",
        lacking: &[MSVC, APPLE],
        instead: "link it where GCC compiled what needs it; where CARGO_CFG_TARGET_ENV is `msvc`, `/openmp` names the library, and clang's is `omp`",
        mingw: true,
        common: false,
    },
    // [RESOLV]
    Library {
        name: "resolv",
        lacking: &[MSVC],
        instead: "link it where CARGO_CFG_UNIX is set; Windows has `dnsapi`",
        mingw: false,
        common: false,
    },
    // [CRT]
    Library {
        name: "m",
        lacking: &[MSVC],
        instead: "leave it out where CARGO_CFG_TARGET_ENV is `msvc`: the C library has the mathematics",
        mingw: true,
        common: false,
    },
    // [SUS]
    Library {
        name: "dl",
        lacking: &[MSVC],
        instead: "link it where CARGO_CFG_UNIX is set; Windows loads libraries with kernel32",
        mingw: false,
        common: false,
    },
    Library {
        name: "pthread",
        lacking: &[MSVC],
        instead: "link it where CARGO_CFG_UNIX is set; Windows has its threads in kernel32",
        mingw: true,
        common: false,
    },
    Library {
        name: "rt",
        lacking: &[MSVC, APPLE],
        instead: "link it where CARGO_CFG_TARGET_OS is `linux`",
        mingw: false,
        common: true,
    },
    Library {
        name: "util",
        lacking: &[MSVC],
        instead: "link it where CARGO_CFG_UNIX is set",
        mingw: false,
        common: true,
    },
];

/// Libraries that speak to the kernel of Linux: a script that links them is for Linux. Sources: <https://github.com/linux-rdma/rdma-core>
/// (ibverbs, rdmacm), numa(3), <https://www.freedesktop.org/software/systemd/man/latest/> (systemd, udev), <https://www.alsa-project.org>
/// (asound), libcap(3), seccomp(2), <https://docs.ebpf.io/ebpf-library/libbpf/> (bpf), `io_setup(2)` (aio), `io_uring(7)` (uring).
const OF_LINUX: &[&str] =
    &["ibverbs", "rdmacm", "numa", "systemd", "udev", "asound", "cap", "seccomp", "bpf", "aio", "uring"];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected().filter(|package| package.build.is_some()) {
        let Some(script) = cargo.script(package) else { continue };
        for directive in &script.script.directives {
            look(cargo, package, script, directive, sink);
        }
        with_llvm(cargo, package, script, sink);
    }
}

/// The variable by which users choose the C++ library (cc-rs, "External configuration via environment variables").
const CHOSEN_BY: &str = "CXXSTDLIB";

/// `stdc++` for all systems but Apple's, where the script has `c++`: some of the others have that library only.
fn with_llvm(cargo: &Cargo<'_>, package: &Package, script: &BuildScript, sink: &mut Sink) {
    let (conds, directives) = (&cargo.conds, &script.script.directives);
    let named = |wanted: &'static str| {
        directives.iter().filter(move |one| {
            one.by.is_none() && one.link_lib().is_some_and(|library| is_dynamic(&library) && library.name == wanted)
        })
    };
    let on_host = |one: &Directive, target: &str| {
        let triple = HOSTS.iter().find(|triple| triple.name == target);
        triple.is_some_and(|triple| printed(cargo, script, one, triple).is_possible())
    };
    let is_apples = |one: &&Directive| on_host(one, APPLE.target) && !on_host(one, "x86_64-unknown-linux-gnu");
    let Some(apples) = named("c++").find(is_apples) else { return };
    // Who builds for another system names its library, as for `cc`.
    if memchr::memmem::find(script.source.bytes(), CHOSEN_BY.as_bytes()).is_some() {
        return;
    }
    // What is asked for by name is meant for that system.
    let others = ["LINUX", "APPLE", "WIN32", "ANDROID"].iter().filter_map(|name| conds.platform(name));
    let others = conds.any(others.collect::<Vec<_>>());
    for directive in named("stdc++").filter(|one| on_host(one, "x86_64-unknown-linux-gnu")) {
        let (mut cond, mut names) = (Cond::FALSE, Vec::new());
        for platform in WITH_LLVM {
            let Some(triple) = platform.triple() else { continue };
            let there = printed(cargo, script, directive, triple);
            // That one calls itself Linux.
            let youngest = || conds.opaque("the target's environment is `ohos`");
            let there = if triple.os == "linux" { conds.and(there, youngest()) } else { conds.diff(there, others) };
            if there.is_possible() && evidence::is_built_for(cargo, package, triple) {
                cond = conds.or(cond, there);
                names.push(platform.name);
            }
        }
        // Who knows both BSDs has followed `cc` as far as it went for years: the youngest system alone is not told of.
        if names.iter().all(|name| *name == YOUNGEST) {
            continue;
        }
        // A crate that never speaks of such a system is seldom built there.
        let severity = if evidence::speaks_of(cargo, package, BSD) { Severity::Warning } else { Severity::Note };
        let mut draft = Draft::new(cond, Place::new(script.span(&directive.range), "linked there too"))
            .severity(severity)
            .named("library", "stdc++")
            .value("package", package.name.text.clone())
            .value("platforms", names.join(" and "))
            .value("instead", "link `c++` for these too, as `cc` does: their C++ library is LLVM's")
            .related(script.span(&apples.range), "Apple's C++ library is told apart here");
        for name in names {
            draft = draft.subject(name);
        }
        sink.report(draft);
    }
}

/// The entry of a library that the script names by itself, not one of its own making.
fn entry(script: &BuildScript, directive: &Directive) -> Option<&'static Library> {
    let library = directive.link_lib().filter(|library| directive.by.is_none() && is_dynamic(library))?;
    let entry = LIBRARIES.iter().find(|entry| entry.name == library.name)?;
    let made = script.script.builds.iter().any(|build| build.output == library.name);
    let other = |one: &Directive| one.link_lib().is_some_and(|one| one.name == library.name && !is_dynamic(&one));
    let directives = &script.script.directives;
    let own = made
        || directives.iter().any(other)
        || (entry.common && directives.iter().any(|one| one.key == "rustc-link-search"));
    (!own).then_some(entry)
}

fn is_dynamic(library: &LinkLib) -> bool {
    matches!(library.kind.as_str(), "" | "dylib")
}

/// When a script prints something for a target, as far as that is certain.
fn printed(cargo: &Cargo<'_>, script: &BuildScript, directive: &Directive, triple: &Triple) -> Cond {
    let conds = &cargo.conds;
    if directive.cond.is_unknown() {
        return Cond::FALSE;
    }
    // Who asks for a feature that is named for the library or for another platform has chosen it.
    let name = directive.link_lib().map(|library| library.name.trim_end_matches('+').to_owned()).unwrap_or_default();
    let chosen = |feature: &str| {
        feature.split('-').any(|part| part == name || evidence::ELSEWHERE.contains(&part))
            || (name.len() > 2 && feature.contains(&name))
    };
    let cond = on(conds, directive.cond, triple, &chosen);
    let of_linux = |one: &&Directive| {
        one.link_lib().is_some_and(|library| OF_LINUX.contains(&&*library.name)) && !one.cond.is_unknown()
    };
    let beside = script.script.directives.iter().filter(of_linux);
    let for_linux = conds.any(beside.map(|one| on(conds, one.cond, triple, &chosen)).collect::<Vec<_>>());
    let cond = conds.diff(cond, for_linux);
    let ends = script.script.ends.map(|ends| on(conds, ends, triple, &|_| false));
    ends.map_or(cond, |ends| conds.diff(cond, ends))
}

fn look(cargo: &Cargo<'_>, package: &Package, script: &BuildScript, directive: &Directive, sink: &mut Sink) {
    let Some(library) = entry(script, directive) else { return };
    let (mut cond, mut names, mut places) = (Cond::FALSE, Vec::new(), BTreeSet::new());
    for platform in library.lacking {
        let Some(triple) = platform.triple() else { continue };
        let there = printed(cargo, script, directive, triple);
        // What is linked for Windows alone is meant for GCC there.
        let meant = library.mingw && triple.os == "windows" && is_for_windows_alone(cargo, directive);
        if meant || !there.is_possible() || !evidence::is_built_for(cargo, package, triple) {
            continue;
        }
        let leaves_out = |other: &BuildScript| leaves_out(cargo, other, library, triple);
        let Some(evidence) = evidence::find(cargo, package, script, platform, &leaves_out) else { continue };
        cond = cargo.conds.or(cond, there);
        names.push(platform.name);
        places.insert((evidence.span, evidence.label));
    }
    if names.is_empty() {
        return;
    }
    let mut draft = Draft::new(cond, Place::new(script.span(&directive.range), "linked there too"))
        .named("package", package.name.text.clone())
        .named("library", library.name)
        .value("platforms", names.join(" and "))
        .value("instead", library.instead);
    for (span, label) in places {
        draft = draft.related(span, label);
    }
    sink.report(draft);
}

/// Whether something is printed for no other system than Windows.
fn is_for_windows_alone(cargo: &Cargo<'_>, directive: &Directive) -> bool {
    cargo.conds.platform("WIN32").is_some_and(|windows| cargo.conds.implies(directive.cond, windows))
}

/// Whether another script links the library for all targets but those of a platform.
fn leaves_out(cargo: &Cargo<'_>, script: &BuildScript, library: &Library, triple: &Triple) -> bool {
    let own =
        script.script.directives.iter().filter(|one| entry(script, one).is_some_and(|own| own.name == library.name));
    let cond = cargo.conds.any(own.map(|one| one.cond).collect::<Vec<_>>());
    let is_same = |one: &Triple| (one.vendor, one.env) == (triple.vendor, triple.env);
    let printed = |one: &Triple| on(&cargo.conds, cond, one, &|_| false).is_possible();
    !cond.is_unknown() && HOSTS.iter().all(|one| printed(one) != is_same(one))
}
