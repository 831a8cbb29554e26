//! The spellings of link flags, in one table.
//!
//! Sources: ld(1) and "Options" of the GNU ld manual 2.40, ld.lld(1), mold(1), gold's `--help`; gcc(1) "Options for Linking";
//! clang(1) and its command line reference; ld64(1); wasm-ld(1) and src/settings.js of Emscripten; the linker reference of link.exe is in `msvc`.
//! What gcc, ld.bfd 2.40 and ld.lld 14 take was tried: `-export-dynamic` works with one dash, `-export-dynamic-symbol` and
//! `-export_dynamic` do not (they are `-e` with a symbol).
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::link::{AllowUndefined, Bsymbolic, LibraryMode, LinkFlag, StripMode};
use super::link_values::{colons, lto, module_of_wasm, names, undefined, undefined_in_wasm, unresolved, z};
use super::{Dialect, Via};

/// How a flag takes its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// None.
    Flag,
    /// `--name=value` or `--name value`.
    Value,
    /// `-name=value`.
    Equals,
    /// `-name` or `-name=value`.
    MaybeEquals,
    /// `-name value`.
    Separate,
    /// `-nameVALUE`.
    Joined,
    /// `-nameVALUE` or `-name value`.
    JoinedOrSeparate,
}

/// Who takes a flag.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    Driver,
    Linker,
    Both,
}

/// One row: names, form, reader, dialect, and what it means (None: known, takes a value, says nothing to us).
pub(super) struct Row {
    pub(super) names: &'static [&'static str],
    pub(super) form: Form,
    pub(super) at: At,
    pub(super) dialect: Dialect,
    pub(super) make: Option<fn(&str) -> LinkFlag>,
}

type Make = fn(&str) -> LinkFlag;

const fn row(names: &'static [&'static str], form: Form, at: At, dialect: Dialect, make: Make) -> Row {
    Row { names, form, at, dialect, make: Some(make) }
}

const fn skip(names: &'static [&'static str], form: Form, at: At) -> Row {
    Row { names, form, at, dialect: Dialect::Any, make: None }
}

/// A path without the quotes of a shell: `--version-script='x.map'`.
fn unquoted(path: &str) -> String {
    path.trim_matches(['\'', '"']).to_owned()
}

use At::{Both, Driver, Linker};
use Dialect::{Any, Apple, Coff, Elf};
use Form::{Equals, Flag, Joined, JoinedOrSeparate, MaybeEquals, Separate, Value};
use LinkFlag as F;

/// What the linkers of ELF take, and what all share.
static LINKER: &[Row] = &[
    row(&["--export-dynamic", "-E"], Flag, Linker, Elf, |_| F::ExportDynamic(true)),
    row(&["--no-export-dynamic"], Flag, Linker, Elf, |_| F::ExportDynamic(false)),
    row(&["--export-dynamic-symbol"], Value, Linker, Elf, |v| F::ExportDynamicSymbol(v.into())),
    row(&["--export-dynamic-symbol-list"], Value, Linker, Elf, |v| F::ExportDynamicSymbolList(v.into())),
    row(&["--dynamic-list"], Value, Linker, Elf, |v| F::DynamicList(unquoted(v))),
    row(&["--dynamic-list-data"], Flag, Linker, Elf, |_| F::DynamicListKind("data".into())),
    row(&["--dynamic-list-cpp-new"], Flag, Linker, Elf, |_| F::DynamicListKind("cpp-new".into())),
    row(&["--dynamic-list-cpp-typeinfo"], Flag, Linker, Elf, |_| F::DynamicListKind("cpp-typeinfo".into())),
    row(&["--version-script"], Value, Linker, Elf, |v| F::VersionScript(unquoted(v))),
    row(&["--whole-archive"], Flag, Linker, Elf, |_| F::WholeArchive(true)),
    row(&["--no-whole-archive"], Flag, Linker, Elf, |_| F::WholeArchive(false)),
    row(&["--as-needed"], Flag, Linker, Elf, |_| F::AsNeeded(true)),
    row(&["--no-as-needed"], Flag, Linker, Elf, |_| F::AsNeeded(false)),
    row(&["--push-state"], Flag, Linker, Elf, |_| F::PushState),
    row(&["--pop-state"], Flag, Linker, Elf, |_| F::PopState),
    row(&["--no-undefined"], Flag, Linker, Elf, |_| F::NoUndefined),
    row(&["-z"], JoinedOrSeparate, Both, Elf, z),
    row(&["--unresolved-symbols"], Value, Linker, Elf, unresolved),
    row(&["--warn-unresolved-symbols"], Flag, Linker, Elf, |_| F::AllowUndefined(AllowUndefined::Warn)),
    row(&["--allow-undefined"], Flag, Linker, Elf, |_| F::AllowUndefined(AllowUndefined::IgnoreAll)),
    row(&["--noinhibit-exec"], Flag, Linker, Elf, |_| F::AllowUndefined(AllowUndefined::KeepOutput)),
    row(&["--allow-shlib-undefined"], Flag, Linker, Elf, |_| F::AllowShlibUndefined(true)),
    row(&["--no-allow-shlib-undefined"], Flag, Linker, Elf, |_| F::AllowShlibUndefined(false)),
    row(&["--exclude-libs"], Value, Linker, Elf, |v| F::ExcludeLibs(names(v))),
    row(&["-Bsymbolic", "--Bsymbolic"], Flag, Linker, Elf, |_| F::Bsymbolic(Bsymbolic::All)),
    row(&["-Bsymbolic-functions"], Flag, Linker, Elf, |_| F::Bsymbolic(Bsymbolic::Functions)),
    row(&["-Bsymbolic-non-weak"], Flag, Linker, Elf, |_| F::Bsymbolic(Bsymbolic::NonWeak)),
    row(&["-Bsymbolic-non-weak-functions"], Flag, Linker, Elf, |_| F::Bsymbolic(Bsymbolic::NonWeakFunctions)),
    row(&["-Bno-symbolic"], Flag, Linker, Elf, |_| F::Bsymbolic(Bsymbolic::Off)),
    row(&["--soname", "-soname", "-h"], Value, Linker, Elf, |v| F::Soname(v.into())),
    row(&["--rpath", "-rpath"], Value, Linker, Any, |v| F::Rpath(colons(v))),
    // With a folder behind it (ld(1)).
    row(&["-R"], JoinedOrSeparate, Linker, Any, |v| F::Rpath(colons(v.trim_start_matches('=')))),
    row(&["--rpath-link"], Value, Linker, Elf, |v| F::RpathLink(colons(v))),
    row(&["--enable-new-dtags"], Flag, Linker, Elf, |_| F::NewDtags(true)),
    row(&["--disable-new-dtags"], Flag, Linker, Elf, |_| F::NewDtags(false)),
    row(&["-l", "--library="], JoinedOrSeparate, Both, Any, |v| F::Library(v.into())),
    row(&["-L", "--library-path="], JoinedOrSeparate, Both, Any, |v| F::LibraryPath(v.into())),
    row(&["-static", "-Bstatic", "-dn", "-non_shared"], Flag, Linker, Elf, |_| F::SearchStatic(true)),
    row(&["-Bdynamic", "-dy", "-call_shared"], Flag, Linker, Elf, |_| F::SearchStatic(false)),
    row(&["-shared", "--shared", "-Bshareable"], Flag, Linker, Elf, |_| F::Shared),
    row(&["-pie", "--pie", "--pic-executable"], Flag, Linker, Any, |_| F::Pie(true)),
    row(&["-no-pie", "--no-pie", "-no_pie"], Flag, Linker, Any, |_| F::Pie(false)),
    row(&["-r", "--relocatable"], Flag, Both, Any, |_| F::Relocatable),
    row(&["--strip-all", "-s"], Flag, Linker, Any, |_| F::Strip(StripMode::All)),
    row(&["-s"], Flag, Driver, Any, |_| F::Strip(StripMode::All)),
    row(&["--strip-debug", "-S"], Flag, Linker, Any, |_| F::Strip(StripMode::Debug)),
    row(&["-x", "--discard-all"], Flag, Linker, Any, |_| F::Strip(StripMode::Locals)),
    row(&["--gc-sections"], Flag, Linker, Elf, |_| F::GcSections(true)),
    row(&["--no-gc-sections"], Flag, Linker, Elf, |_| F::GcSections(false)),
    row(&["-u"], JoinedOrSeparate, Both, Any, |v| F::Undefined(v.into())),
    row(&["--undefined", "--require-defined"], Value, Both, Elf, |v| F::Undefined(v.into())),
    row(&["--undefined-glob"], Value, Linker, Elf, |v| F::UndefinedGlob(v.into())),
    row(&["--allow-multiple-definition"], Flag, Linker, Elf, |_| F::AllowMultipleDefinition),
    row(&["--undefined-version"], Flag, Linker, Elf, |_| F::UndefinedVersion(true)),
    row(&["--no-undefined-version"], Flag, Linker, Elf, |_| F::UndefinedVersion(false)),
    row(&["--start-group", "-("], Flag, Linker, Elf, |_| F::StartGroup),
    row(&["--end-group", "-)"], Flag, Linker, Elf, |_| F::EndGroup),
    row(&["--wrap"], Value, Linker, Elf, |v| F::Wrap(v.into())),
    row(&["--defsym"], Value, Linker, Elf, |v| F::Defsym(v.into())),
    row(&["-e"], JoinedOrSeparate, Both, Any, |v| F::Entry(v.into())),
    row(&["--entry"], Value, Linker, Elf, |v| F::Entry(v.into())),
    row(&["-T", "--script="], JoinedOrSeparate, Both, Elf, |v| F::LinkerScript(v.into())),
    row(&["--default-script", "-dT"], Value, Linker, Elf, |v| F::LinkerScript(v.into())),
    row(&["--dynamic-linker", "-dynamic-linker"], Value, Linker, Elf, |v| F::DynamicLinker(v.into())),
    row(&["--sysroot"], Value, Both, Any, |v| F::Sysroot(v.into())),
    row(&["--export-all-symbols"], Flag, Linker, Coff, |_| F::ExportAllSymbols(true)),
    row(&["--exclude-all-symbols"], Flag, Linker, Coff, |_| F::ExportAllSymbols(false)),
    skip(
        &[
            "--dependency-file",
            "-Map",
            "--Map",
            "--auxiliary",
            "--filter",
            "--audit",
            "--depaudit",
            "--format",
            "--oformat",
            "--init",
            "-init",
            "-fini",
            "--plugin",
            "--plugin-opt",
            "-plugin-opt",
            "--retain-symbols-file",
            "--section-start",
            "--sort-section",
            "--hash-style",
            "--out-implib",
            "--output-def",
            "--subsystem",
            "--stack",
            "--image-base",
            "--exclude-symbols",
            "--exclude-modules-for-implib",
            "--version-exports-section",
            "--symbol-ordering-file",
            "--thinlto-cache-dir",
            "--threads",
            "--output",
            "--architecture",
            "--task-link",
            "--just-symbols",
        ],
        Value,
        Linker,
    ),
    skip(&["-m", "-A", "-b", "-y", "-f", "-Y", "-G", "-a", "-c", "-assert"], Separate, Linker),
    skip(&["-o"], JoinedOrSeparate, Both),
    skip(&["-Ttext", "-Tdata", "-Tbss", "-Ttext-segment", "-Trodata-segment"], Value, Both),
    skip(&["-O"], Joined, Both),
];

/// What the compiler drivers take.
static DRIVER: &[Row] = &[
    row(&["-rdynamic"], Flag, Driver, Any, |_| F::ExportDynamic(true)),
    row(&["-static", "--static"], Flag, Driver, Any, |_| F::Static),
    row(&["-static-pie", "--static-pie"], Flag, Driver, Elf, |_| F::StaticPie),
    row(&["-shared", "--shared", "-dynamiclib"], Flag, Driver, Any, |_| F::Shared),
    row(&["-pie", "--pie"], Flag, Driver, Any, |_| F::Pie(true)),
    row(&["-no-pie", "-nopie", "--no-pie"], Flag, Driver, Any, |_| F::Pie(false)),
    row(&["-fuse-ld", "--ld-path"], Equals, Driver, Any, |v| F::UseLd(v.into())),
    row(&["-pthread", "-pthreads", "-mt"], Flag, Driver, Any, |_| F::Pthread),
    row(&["-fsanitize"], Equals, Driver, Any, |v| F::Sanitize(names(v))),
    row(&["-fno-sanitize"], Equals, Driver, Any, |v| F::NoSanitize(names(v))),
    row(&["-flto"], MaybeEquals, Driver, Any, lto),
    row(&["-fno-lto"], Flag, Driver, Any, |_| F::Lto(false)),
    row(&["-fwhole-program"], Flag, Driver, Any, |_| F::Lto(true)),
    row(&["--coverage", "-coverage", "-fprofile-arcs"], Flag, Driver, Any, |_| F::Coverage),
    row(&["-fprofile-instr-generate", "-fprofile-generate"], MaybeEquals, Driver, Any, |_| F::Coverage),
    row(&["-stdlib", "--stdlib"], Equals, Driver, Any, |v| F::CxxLibrary(v.into())),
    row(&["-static-"], Joined, Driver, Any, |v| F::StaticRuntime(v.into())),
    row(&["-shared-"], Joined, Driver, Any, |v| F::Other(format!("-shared-{v}"))),
    row(&["-nostdlib"], Flag, Driver, Any, |_| F::NoStandardLibraries("nostdlib".into())),
    row(&["-nostdlib++"], Flag, Driver, Any, |_| F::NoStandardLibraries("nostdlib++".into())),
    row(&["-nodefaultlibs"], Flag, Driver, Any, |_| F::NoStandardLibraries("nodefaultlibs".into())),
    row(&["-nostartfiles"], Flag, Driver, Any, |_| F::NoStandardLibraries("nostartfiles".into())),
    row(&["-nolibc"], Flag, Driver, Any, |_| F::NoStandardLibraries("nolibc".into())),
    row(&["--target"], Equals, Driver, Any, |v| F::Target(v.into())),
    row(&["-target"], Separate, Driver, Any, |v| F::Target(v.into())),
    row(&["-isysroot"], JoinedOrSeparate, Driver, Any, |v| F::Sysroot(v.into())),
    row(&["-rpath"], Separate, Driver, Apple, |v| F::Rpath(colons(v))),
    row(&["-fgpu-rdc", "-dlink"], Flag, Driver, Any, |_| F::RelocatableDevice(true)),
    row(&["-fno-gpu-rdc"], Flag, Driver, Any, |_| F::RelocatableDevice(false)),
    row(&["-rdc", "--relocatable-device-code"], Equals, Driver, Any, |v| F::RelocatableDevice(v == "true")),
    row(&["-sERROR_ON_UNDEFINED_SYMBOLS"], Equals, Driver, Any, undefined_in_wasm),
    row(&["-sMAIN_MODULE", "-sSIDE_MODULE"], MaybeEquals, Driver, Any, module_of_wasm),
    skip(
        &["-arch", "-mllvm", "-Xclang", "-Xptxas", "-Xassembler", "-Xpreprocessor", "-x", "-include", "-specs"],
        Separate,
        Driver,
    ),
    skip(&["-isystem", "-iquote", "-I", "-D", "-B"], JoinedOrSeparate, Driver),
];

/// What ld64 takes; clang's driver hands these on when it links for Apple.
static APPLE: &[Row] = &[
    row(&["-export_dynamic"], Flag, Both, Apple, |_| F::ExportDynamic(true)),
    row(&["-exported_symbols_list"], Separate, Both, Apple, |v| F::ExportedSymbolsList(v.into())),
    row(&["-unexported_symbols_list"], Separate, Both, Apple, |v| F::UnexportedSymbolsList(v.into())),
    row(&["-exported_symbol"], Separate, Both, Apple, |v| F::ExportedSymbol(v.into())),
    row(&["-unexported_symbol"], Separate, Both, Apple, |v| F::UnexportedSymbol(v.into())),
    row(&["-no_exported_symbols"], Flag, Both, Apple, |_| F::NoExportedSymbols),
    row(&["-force_load"], Separate, Both, Apple, |v| F::ForceLoad(v.into())),
    row(&["-all_load"], Flag, Both, Apple, |_| F::AllLoad),
    row(&["-noall_load"], Flag, Both, Apple, |_| F::WholeArchive(false)),
    row(&["-ObjC"], Flag, Both, Apple, |_| F::ObjC),
    row(&["-undefined"], Separate, Both, Apple, undefined),
    row(&["-U"], Separate, Linker, Apple, |v| F::Other(format!("-U {v}"))),
    row(&["-install_name", "-dylib_install_name"], Separate, Both, Apple, |v| F::Soname(v.into())),
    row(&["-bundle"], Flag, Both, Apple, |_| F::Bundle),
    row(&["-dylib"], Flag, Linker, Apple, |_| F::Shared),
    row(&["-bundle_loader"], Separate, Both, Apple, |v| F::BundleLoader(v.into())),
    row(&["-framework", "-weak_framework", "-needed_framework", "-reexport_framework"], Separate, Both, Apple, |v| {
        F::Framework(v.into())
    }),
    row(&["-F"], JoinedOrSeparate, Both, Apple, |v| F::FrameworkPath(v.into())),
    row(&["-weak-l"], Joined, Both, Apple, |v| F::LibraryWith(LibraryMode::Weak, v.into())),
    row(&["-weak_library"], Separate, Both, Apple, |v| F::LibraryWith(LibraryMode::Weak, v.into())),
    row(&["-needed-l"], Joined, Both, Apple, |v| F::LibraryWith(LibraryMode::Needed, v.into())),
    row(&["-needed_library"], Separate, Both, Apple, |v| F::LibraryWith(LibraryMode::Needed, v.into())),
    row(&["-reexport-l"], Joined, Both, Apple, |v| F::LibraryWith(LibraryMode::Reexport, v.into())),
    row(&["-reexport_library"], Separate, Both, Apple, |v| F::LibraryWith(LibraryMode::Reexport, v.into())),
    row(&["-hidden-l"], Joined, Both, Apple, |v| F::LibraryWith(LibraryMode::Hidden, v.into())),
    row(&["-load_hidden"], Separate, Both, Apple, |v| F::LibraryWith(LibraryMode::Hidden, v.into())),
    row(&["-dead_strip"], Flag, Both, Apple, |_| F::GcSections(true)),
    row(&["-dead_strip_dylibs"], Flag, Both, Apple, |_| F::DeadStripDylibs),
    row(&["-bind_at_load"], Flag, Both, Apple, |_| F::ZNow(true)),
    skip(
        &[
            "-compatibility_version",
            "-current_version",
            "-platform_version",
            "-syslibroot",
            "-macosx_version_min",
            "-umbrella",
            "-filelist",
            "-order_file",
            "-alias_list",
            "-sub_library",
            "-sub_umbrella",
            "-object_path_lto",
            "-dylib_file",
            "-allowable_client",
            "-client_name",
            "-segprot",
            "-headerpad",
            "-stack_size",
            "-seg1addr",
            "-map",
            "-lto_library",
            "-exported_symbols_order",
        ],
        Separate,
        Both,
    ),
    skip(&["-sectcreate"], Separate, Both),
];

/// Spellings that need both dashes although GNU ld lets most long names have one: with one dash they are `-e` and a symbol,
/// or belong to another flag.
static TWO_DASHES: &[&str] = &[
    "--export-dynamic-symbol",
    "--export-dynamic-symbol-list",
    "--require-defined",
    "--output",
    "--entry",
    "--library=",
    "--library-path=",
    "--script=",
    "--undefined",
];

struct Index {
    /// Rows by name, for the driver and for the linker.
    exact: [FxHashMap<&'static str, &'static Row>; 2],
    /// Rows whose value is joined, longest name first.
    joined: [Vec<(&'static str, &'static Row)>; 2],
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut index = Index { exact: Default::default(), joined: Default::default() };
        for row in LINKER.iter().chain(DRIVER).chain(APPLE) {
            for (slot, side) in [At::Driver, At::Linker].into_iter().enumerate() {
                if row.at == side || row.at == Both {
                    enter(&mut index, slot, row);
                }
            }
        }
        for joined in &mut index.joined {
            joined.sort_by_key(|(name, _)| (std::cmp::Reverse(name.len()), *name));
        }
        index
    })
}

fn enter(index: &mut Index, slot: usize, row: &'static Row) {
    for name in row.names {
        index.exact[slot].entry(name).or_insert(row);
        if slot == 1 && name.starts_with("--") && !TWO_DASHES.contains(name) {
            index.exact[slot].entry(&name[1..]).or_insert(row);
        }
        if matches!(row.form, Joined | JoinedOrSeparate) {
            index.joined[slot].push((name, row));
        }
    }
}

fn slot(via: Via) -> usize {
    usize::from(via == Via::Linker)
}

/// The row of a whole name.
pub(super) fn exact(name: &str, via: Via) -> Option<&'static Row> {
    index().exact[slot(via)].get(name).copied()
}

/// The row of a word with a joined value, and the length of its name.
pub(super) fn joined(word: &str, via: Via) -> Option<(&'static Row, usize)> {
    index().joined[slot(via)]
        .iter()
        .find(|(name, _)| word.len() > name.len() && word.starts_with(name))
        .map(|(name, row)| (*row, name.len()))
}

/// Whether the driver takes the next argument as the value of this one.
pub(super) fn separate(word: &str) -> bool {
    exact(word, Via::Driver).is_some_and(|row| matches!(row.form, Separate | JoinedOrSeparate | Value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_row_is_shadowed_by_another() {
        for row in LINKER.iter().chain(DRIVER).chain(APPLE) {
            for name in row.names {
                for (side, via) in [(At::Driver, Via::Driver), (At::Linker, Via::Linker)] {
                    if row.at == side || row.at == Both {
                        let found = exact(name, via);
                        assert!(found.is_some_and(|found| std::ptr::eq(found, row)), "{name} stands in two rows");
                    }
                }
            }
        }
    }
}
