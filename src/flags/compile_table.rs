//! The spellings of compile flags, in one table.
//!
//! Sources: gcc(1) ("Options for Code Generation Conventions", "C++ Dialect", "Preprocessor", "Instrumentation"), the clang
//! command line reference, "Compiler options listed alphabetically" of cl.exe, nvcc's documentation ("Command options").
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::compile::{CompileFlag, PicMode};
use super::link_values::names;

/// How a flag takes its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// None.
    Flag,
    /// `-name=value` (or `/name:value`).
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

/// One row: names, shape, and what it means (None: known, says nothing to us).
pub(super) struct CompileRow {
    names: &'static [&'static str],
    pub(super) shape: Shape,
    pub(super) make: Option<fn(&str) -> CompileFlag>,
}

const fn row(names: &'static [&'static str], shape: Shape, make: fn(&str) -> CompileFlag) -> CompileRow {
    CompileRow { names, shape, make: Some(make) }
}

const fn skip(names: &'static [&'static str], shape: Shape) -> CompileRow {
    CompileRow { names, shape, make: None }
}

use CompileFlag as C;
use Shape::{Equals, Flag, Joined, JoinedOrSeparate, MaybeEquals, Separate};

static ROWS: &[CompileRow] = &[
    row(&["-D", "/D"], JoinedOrSeparate, define),
    row(&["-U", "/U"], JoinedOrSeparate, |v| C::Undefine(v.into())),
    row(&["-fvisibility"], Equals, |v| C::Visibility(v.into())),
    row(&["-fvisibility-inlines-hidden"], Flag, |_| C::VisibilityInlinesHidden(true)),
    row(&["-fno-visibility-inlines-hidden"], Flag, |_| C::VisibilityInlinesHidden(false)),
    row(&["-fPIC", "-fpic"], Flag, |_| C::Pic(PicMode::Pic)),
    row(&["-fPIE", "-fpie"], Flag, |_| C::Pic(PicMode::Pie)),
    row(&["-fno-pic", "-fno-PIC", "-fno-pie", "-fno-PIE", "-mdynamic-no-pic"], Flag, |_| C::Pic(PicMode::Off)),
    row(&["-frtti", "/GR"], Flag, |_| C::Rtti(true)),
    row(&["-fno-rtti", "/GR-"], Flag, |_| C::Rtti(false)),
    row(&["-fexceptions", "-fcxx-exceptions"], Flag, |_| C::Exceptions(true)),
    row(&["-fno-exceptions", "-fno-cxx-exceptions"], Flag, |_| C::Exceptions(false)),
    row(&["/EH"], Joined, |v| C::Exceptions(!v.ends_with('-'))),
    row(&["-flto"], MaybeEquals, lto),
    row(&["/GL"], Flag, |_| C::Lto(true)),
    row(&["-fno-lto", "/GL-"], Flag, |_| C::Lto(false)),
    row(&["-I", "/I"], JoinedOrSeparate, |v| C::Include(v.into())),
    row(&["-isystem", "-iquote", "-idirafter", "/external:I", "-imsvc"], JoinedOrSeparate, |v| C::ISystem(v.into())),
    row(&["-include", "/FI"], JoinedOrSeparate, |v| C::ForcedInclude(v.into())),
    row(&["-std", "--std", "/std"], Equals, |v| C::Std(v.into())),
    row(&["-O", "/O"], Joined, |v| C::Optimise(v.into())),
    row(&["-O"], Flag, |_| C::Optimise("1".into())),
    row(&["-fsanitize", "/fsanitize"], Equals, |v| C::Sanitize(names(v))),
    row(&["-fno-sanitize"], Equals, |v| C::NoSanitize(names(v))),
    row(&["-finline", "-finline-functions"], Flag, |_| C::Inline(true)),
    row(&["-fno-inline", "-fno-inline-functions", "/Ob0"], Flag, |_| C::Inline(false)),
    row(&["-fgnu89-inline"], Flag, |_| C::Gnu89Inline(true)),
    row(&["-fno-gnu89-inline"], Flag, |_| C::Gnu89Inline(false)),
    row(&["-fcommon"], Flag, |_| C::CommonSymbols(true)),
    row(&["-fno-common"], Flag, |_| C::CommonSymbols(false)),
    row(&["-ffunction-sections", "/Gy"], Flag, |_| C::FunctionSections(true)),
    row(&["-fno-function-sections", "/Gy-"], Flag, |_| C::FunctionSections(false)),
    row(&["-fdata-sections", "/Gw"], Flag, |_| C::DataSections(true)),
    row(&["-fno-data-sections", "/Gw-"], Flag, |_| C::DataSections(false)),
    row(&["-fgnu-unique"], Flag, |_| C::GnuUnique(true)),
    row(&["-fno-gnu-unique"], Flag, |_| C::GnuUnique(false)),
    row(&["-fsemantic-interposition"], Flag, |_| C::SemanticInterposition(true)),
    row(&["-fno-semantic-interposition"], Flag, |_| C::SemanticInterposition(false)),
    row(&["-mdirect-extern-access", "-fdirect-access-external-data"], Flag, |_| C::DirectExternAccess(true)),
    row(&["-mno-direct-extern-access", "-fno-direct-access-external-data"], Flag, |_| C::DirectExternAccess(false)),
    row(&["-fplt"], Flag, |_| C::Plt(true)),
    row(&["-fno-plt"], Flag, |_| C::Plt(false)),
    row(&["-stdlib", "--stdlib"], Equals, |v| C::CxxLibrary(v.into())),
    row(&["-pthread", "-pthreads"], Flag, |_| C::Pthread),
    row(&["-fopenmp", "/openmp", "-openmp", "-qopenmp"], MaybeEquals, |v| C::OpenMp(v.into())),
    row(&["--coverage", "-coverage", "-fprofile-arcs", "-ftest-coverage"], Flag, |_| C::Coverage),
    row(&["-fprofile-instr-generate", "-fprofile-generate"], MaybeEquals, |_| C::Coverage),
    row(&["/MD"], Flag, |_| C::RuntimeLibrary("MD".into())),
    row(&["/MDd"], Flag, |_| C::RuntimeLibrary("MDd".into())),
    row(&["/MT"], Flag, |_| C::RuntimeLibrary("MT".into())),
    row(&["/MTd"], Flag, |_| C::RuntimeLibrary("MTd".into())),
    row(&["-fgpu-rdc", "-dc"], Flag, |_| C::RelocatableDevice(true)),
    row(&["-fno-gpu-rdc"], Flag, |_| C::RelocatableDevice(false)),
    row(&["-rdc", "--relocatable-device-code"], Equals, |v| C::RelocatableDevice(v == "true")),
    row(&["--offload-arch", "--cuda-gpu-arch", "--gpu-architecture", "-arch", "--gpu-code", "-code"], Equals, |v| {
        C::OffloadArch(v.into())
    }),
    row(&["-gencode", "--generate-code"], Separate, |v| C::OffloadArch(v.into())),
    row(&["-gencode=", "--generate-code="], Joined, |v| C::OffloadArch(v.into())),
    row(&["--target"], Equals, |v| C::Target(v.into())),
    row(&["-target"], Separate, |v| C::Target(v.into())),
    row(&["-fabi-version", "-fclang-abi-compat", "-mabi"], Equals, |v| C::Abi(v.into())),
    skip(
        &[
            "-x",
            "-Xclang",
            "-mllvm",
            "-Xptxas",
            "-Xassembler",
            "-Xpreprocessor",
            "-Xcudafe",
            "-Xarch_host",
            "-Xarch_device",
            "-MF",
            "-MT",
            "-MQ",
            "--param",
            "-ccbin",
            "-imacros",
            "-isysroot",
            "-iframework",
            "-aux-info",
            "-o",
            "-G",
            "-diag-suppress",
            "-Xopenmp-target",
            "-current_version",
            "-compatibility_version",
            "-meabi",
        ],
        Separate,
    ),
];

fn define(text: &str) -> CompileFlag {
    match text.split_once('=') {
        Some((name, value)) => CompileFlag::Define(name.to_owned(), Some(value.to_owned())),
        None => CompileFlag::Define(text.to_owned(), None),
    }
}

fn lto(value: &str) -> CompileFlag {
    if super::has_unknown(value) {
        CompileFlag::Other(format!("-flto={value}"))
    } else {
        CompileFlag::Lto(value != "none")
    }
}

struct Index {
    exact: FxHashMap<&'static str, &'static CompileRow>,
    /// Longest name first.
    joined: Vec<(&'static str, &'static CompileRow)>,
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut index = Index { exact: FxHashMap::default(), joined: Vec::new() };
        for row in ROWS {
            for name in row.names {
                if matches!(row.shape, Joined | JoinedOrSeparate) {
                    index.joined.push((name, row));
                }
                if row.shape != Joined {
                    index.exact.entry(name).or_insert(row);
                }
            }
        }
        index.joined.sort_by_key(|(name, _)| (std::cmp::Reverse(name.len()), *name));
        index
    })
}

/// The row of a whole name.
pub(super) fn exact(name: &str) -> Option<&'static CompileRow> {
    index().exact.get(name).copied()
}

/// The row of a word with a joined value, and the length of its name. A flag of cl that is no flag of ours may be an
/// absolute path: what follows must not hold another slash.
pub(super) fn joined(word: &str) -> Option<(&'static CompileRow, usize)> {
    let path = word.starts_with('/') && word.bytes().filter(|&byte| byte == b'/').count() > 1;
    index()
        .joined
        .iter()
        .find(|(name, _)| word.len() > name.len() && word.starts_with(name))
        .filter(|(name, row)| !path || (row.make.is_some() && matches!(*name, "/I" | "/FI" | "/D" | "/external:I")))
        .map(|(name, row)| (*row, name.len()))
}

/// Whether the compiler takes the next argument as the value of this one.
pub(super) fn separate(word: &str) -> bool {
    exact(word).is_some_and(|row| matches!(row.shape, Separate | JoinedOrSeparate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_row_is_shadowed_by_another() {
        for row in ROWS.iter().filter(|row| row.shape != Joined) {
            for name in row.names {
                assert!(exact(name).is_some_and(|found| std::ptr::eq(found, row)), "{name} stands in two rows");
            }
        }
    }
}
