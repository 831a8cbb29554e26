//! The commands of rocm-cmake, which `ROCm`'s projects find as a package (ROCm/rocm-cmake 67ae770, share/rocmcmakebuildtools/cmake):
//! they make test programs, install targets and name versions. Export sets are left out: the configuration file that
//! `rocm_export_targets()` writes for them is not read.
use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::text::Text;
use crate::cond::Cond;

use super::Handler::Bulk;
use super::usage::by_keyword;
use super::{Table, run};

pub(super) const COMMANDS: Table = &[
    ("rocm_add_test_executable", Bulk(add_test_executable)),
    ("rocm_test_link_libraries", Bulk(|m, c| of_tests(m, c, "target_link_libraries"))),
    ("rocm_test_include_directories", Bulk(|m, c| of_tests(m, c, "target_include_directories"))),
    ("rocm_link_test_dependencies", Bulk(link_test_dependencies)),
    ("rocm_install", Bulk(install)),
    ("rocm_install_targets", Bulk(install_targets)),
    ("rocm_set_soversion", Bulk(set_soversion)),
    ("rocm_add_test", Bulk(nothing)),
    ("rocm_mark_as_test", Bulk(nothing)),
    ("rocm_install_test", Bulk(nothing)),
    ("rocm_clang_tidy_check", Bulk(nothing)),
    ("rocm_enable_clang_tidy", Bulk(nothing)),
    ("rocm_enable_cppcheck", Bulk(nothing)),
    ("rocm_enable_test_package", Bulk(nothing)),
    ("rocm_package_setup_component", Bulk(nothing)),
    ("rocm_package_setup_client_component", Bulk(nothing)),
    ("rocm_package_add_dependencies", Bulk(nothing)),
    ("rocm_package_add_deb_dependencies", Bulk(nothing)),
    ("rocm_package_add_rpm_dependencies", Bulk(nothing)),
    ("rocm_create_package", Bulk(nothing)),
    ("rocm_add_sphinx_doc", Bulk(nothing)),
    ("rocm_add_doxygen_doc", Bulk(nothing)),
];

/// What all test programs are linked with.
const TEST_DEPENDENCIES: &str = "rocm_test_dependencies";

fn nothing(_: &mut Machine<'_>, _: &Invocation<'_>) {}

/// An argument that is written out.
fn word(machine: &mut Machine<'_>, text: &str, like: &Arg) -> Arg {
    Arg { text: machine.intern(text), quoted: false, ..*like }
}

fn with_dependencies(machine: &mut Machine<'_>, call: &Invocation<'_>, like: &Arg) -> Arg {
    let name = word(machine, TEST_DEPENDENCIES, like);
    if machine.facts.targets.get(TEST_DEPENDENCIES).is_none_or(|target| target.definitions.is_empty()) {
        let kind = word(machine, "INTERFACE", like);
        // The package's module makes it where it is included, not where it is first used.
        let here = std::mem::replace(&mut machine.pc, Cond::TRUE);
        run(machine, call, "add_library", vec![name, kind]);
        machine.pc = here;
    }
    name
}

fn of_tests(machine: &mut Machine<'_>, call: &Invocation<'_>, command: &str) {
    let Some(first) = call.args.first().copied() else { return };
    let like = Arg { cond: Cond::TRUE, ..first };
    let mut args = vec![with_dependencies(machine, call, &like), word(machine, "INTERFACE", &like)];
    args.extend(&call.args);
    run(machine, call, command, args);
}

fn link_test_dependencies(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    for target in call.args.clone() {
        let like = Arg { cond: Cond::TRUE, ..target };
        let dependencies = with_dependencies(machine, call, &like);
        run(machine, call, "target_link_libraries", vec![target, dependencies]);
    }
}

fn add_test_executable(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let Some(name) = call.args.first().copied() else { return };
    run(machine, call, "add_executable", call.args.clone());
    let only = Invocation { command: call.command, file: call.file, args: vec![name], origin: call.origin };
    link_test_dependencies(machine, &only);
}

/// `rocm_install()` is `install()` with a component.
fn install(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let first = call.args.first().and_then(|arg| machine.facts.texts.plain(arg.text));
    match first.as_deref() {
        Some("TARGETS") => install_targets(machine, call),
        // Which file it writes counts; the targets of the set are left out.
        Some("EXPORT") => machine.keep_call("rocm_install", call),
        _ => run(machine, call, "install", call.args.clone()),
    }
}

/// `rocm_install_targets([PRIVATE] TARGETS … [PREFIX folder] [INCLUDE folder…])` (ROCMInstallTargets.cmake of rocm-cmake): into the usual
/// folders, or with `PRIVATE` into those of the project below that of libraries; the search path of each leads to both.
fn install_targets(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    const WORDS: &[&str] = &["TARGETS", "PREFIX", "EXPORT", "COMPONENT", "INCLUDE"];
    let is_private = |machine: &Machine<'_>, arg: &Arg| machine.facts.texts.as_str(arg.text) == Some("PRIVATE");
    let (private, args): (Vec<Arg>, Vec<Arg>) = call.args.iter().copied().partition(|arg| is_private(machine, arg));
    let parts = by_keyword(machine, &args, WORDS, "");
    let of = |keyword: &str| parts.iter().filter(|(of, _)| *of == keyword).map(|(_, arg)| *arg).collect::<Vec<_>>();
    let targets = of("TARGETS");
    let Some(like) = targets.first().map(|arg| Arg { cond: Cond::TRUE, ..*arg }) else { return };
    let name = machine.read_named("PROJECT_NAME");
    let name = machine.wrap(&name);
    let own = |machine: &mut Machine<'_>, before: &str, behind: &str| {
        let parts = [machine.intern(before), name, machine.intern(behind)];
        machine.concat(&parts, call.origin)
    };
    let other =
        if private.is_empty() { own(machine, "$ORIGIN/../lib/", "/lib") } else { machine.intern("$ORIGIN/../../") };
    for target in &targets {
        let mut args = vec![word(machine, "TARGET", &like), *target];
        args.extend(["APPEND", "PROPERTY", "INSTALL_RPATH", "$ORIGIN/../lib"].map(|text| word(machine, text, &like)));
        args.push(Arg { text: other, quoted: false, ..like });
        run(machine, call, "set_property", args);
        let includes = of("INCLUDE");
        if !includes.is_empty() {
            let mut args = vec![*target, word(machine, "PUBLIC", &like)];
            args.extend(includes);
            run(machine, call, "target_include_directories", args);
        }
    }
    let prefix = of("PREFIX").first().map(|arg| arg.text);
    let mut args = vec![word(machine, "TARGETS", &like)];
    args.extend(&targets);
    for artifact in ["RUNTIME", "LIBRARY", "ARCHIVE"] {
        let below =
            (!private.is_empty()).then(|| own(machine, "/", if artifact == "RUNTIME" { "/bin" } else { "/lib" }));
        let folder = install_folder(machine, call, artifact, prefix, below);
        args.push(word(machine, artifact, &like));
        args.push(word(machine, "DESTINATION", &like));
        args.push(Arg { text: folder, quoted: false, ..like });
    }
    run(machine, call, "install", args);
}

/// Where `rocm_install_targets()` puts an artifact: `prefix/lib`, and `below` that what is the project's own.
fn install_folder(
    machine: &mut Machine<'_>,
    call: &Invocation<'_>,
    artifact: &str,
    prefix: Option<Text>,
    below: Option<Text>,
) -> Text {
    let (variable, usual) = match artifact {
        "RUNTIME" if below.is_none() => ("CMAKE_INSTALL_BINDIR", "bin"),
        _ => ("CMAKE_INSTALL_LIBDIR", "lib"),
    };
    // The module declares them where it is included (GNUInstallDirs; its own default of the libraries' folder is `lib`).
    let like = Arg { cond: Cond::TRUE, text: Text::EMPTY, quoted: true, index: 0 };
    let declared = [variable, usual, "CACHE", "PATH"].map(|text| word(machine, text, &like));
    run(machine, call, "set", declared.into_iter().chain([like]).collect());
    let value = machine.read_named(variable);
    let folder = machine.wrap(&value);
    let slash = machine.intern("/");
    let mut parts: Vec<Text> = prefix.into_iter().flat_map(|prefix| [prefix, slash]).collect();
    parts.push(folder);
    parts.extend(below);
    machine.concat(&parts, call.origin)
}

/// `rocm_set_soversion(target 1.0)`: the version, and its first number.
fn set_soversion(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let [target, version] = call.args.as_slice() else { return };
    let (target, version) = (*target, *version);
    let mut args = vec![target, word(machine, "PROPERTIES", &target)];
    args.extend([word(machine, "VERSION", &target), version, word(machine, "SOVERSION", &target)]);
    let major =
        machine.facts.texts.plain(version.text).filter(|text| text.bytes().all(|b| b.is_ascii_digit() || b == b'.'));
    let major = major.and_then(|text| Some(text.split('.').next()?.to_owned()));
    args.push(match major {
        Some(major) => word(machine, &major, &target),
        None => version,
    });
    run(machine, call, "set_target_properties", args);
}
