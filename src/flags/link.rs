//! What a link line says.
use super::link_parse::parse;
use super::words::Words;
use super::{Located, link_table};

/// A flag that matters at the link. Paths, names and patterns are as written (relative to where the linker runs).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkFlag {
    /// Every global symbol of an executable goes to the dynamic table, or (`--no-export-dynamic`) does not.
    ExportDynamic(bool),
    /// Symbols that match a glob are exported (GNU `--export-dynamic-symbol`).
    ExportDynamicSymbol(String),
    /// A file with the syntax of a dynamic list, symbols as for [`LinkFlag::ExportDynamicSymbol`].
    ExportDynamicSymbolList(String),
    /// `--dynamic-list`: a file that names what an executable exports and what a library leaves open to interposition.
    DynamicList(String),
    /// `--dynamic-list-data`, `--dynamic-list-cpp-new`, `--dynamic-list-cpp-typeinfo`: the part after `--dynamic-list-`.
    DynamicListKind(String),
    /// `--version-script`: a file.
    VersionScript(String),
    /// Apple `-exported_symbols_list`: a file, one pattern a line; nothing else is exported.
    ExportedSymbolsList(String),
    /// Apple `-unexported_symbols_list`: a file, one pattern a line; these are hidden.
    UnexportedSymbolsList(String),
    /// Apple `-exported_symbol`: a pattern.
    ExportedSymbol(String),
    /// Apple `-unexported_symbol`: a pattern.
    UnexportedSymbol(String),
    /// Apple `-no_exported_symbols`: an executable exports nothing.
    NoExportedSymbols,
    /// A module-definition file (`/DEF:`).
    Def(String),
    /// `/EXPORT:` with its text: `entry[=internal][,@ordinal[,NONAME]][,DATA][,PRIVATE]`.
    Export(String),
    /// MinGW `--export-all-symbols` (true), `--exclude-all-symbols` (false).
    ExportAllSymbols(bool),
    /// `--whole-archive` and its end; `/WHOLEARCHIVE` without a library.
    WholeArchive(bool),
    /// One library whole: `-force_load`, `/WHOLEARCHIVE:lib`.
    ForceLoad(String),
    /// Apple `-all_load`: every archive whole.
    AllLoad,
    /// Apple `-ObjC`: archive members with Objective-C classes or categories.
    ObjC,
    /// `--as-needed` and its end.
    AsNeeded(bool),
    /// `--push-state`.
    PushState,
    /// `--pop-state`.
    PopState,
    /// Undefined symbols are an error in a shared library too: `-z defs`, `--no-undefined`, `-undefined error`.
    NoUndefined,
    /// Undefined symbols are let through.
    AllowUndefined(AllowUndefined),
    /// Undefined symbols of the libraries on the line: let through, or an error.
    AllowShlibUndefined(bool),
    /// Archives whose symbols are hidden: names, or `ALL`.
    ExcludeLibs(Vec<String>),
    /// References inside a library are bound to itself.
    Bsymbolic(Bsymbolic),
    /// `DT_SONAME`, or Apple's install name.
    Soname(String),
    /// Run-time search folders, split at colons.
    Rpath(Vec<String>),
    /// Link-time search folders for libraries of libraries, split at colons.
    RpathLink(Vec<String>),
    /// `DT_RUNPATH` (true) or `DT_RPATH` (false) for run-time folders.
    NewDtags(bool),
    /// `-lX`: the part after `-l`, with a leading colon for `-l:file`.
    Library(String),
    /// Apple's and link.exe's special ways of naming a library.
    LibraryWith(LibraryMode, String),
    /// `-L`, `/LIBPATH:`: a folder.
    LibraryPath(String),
    /// `-F`: a folder of frameworks.
    FrameworkPath(String),
    /// `-framework` and its weak, needed and re-exported forms.
    Framework(String),
    /// A fully static program.
    Static,
    /// A static, position-independent program.
    StaticPie,
    /// A position-independent program, or not.
    Pie(bool),
    /// A shared library.
    Shared,
    /// Apple `-bundle`: a loadable module.
    Bundle,
    /// `-r`: one object out of many.
    Relocatable,
    /// The following `-l` take archives only (`-Bstatic`) or also shared libraries (`-Bdynamic`): true means static.
    SearchStatic(bool),
    /// Debug or all symbols leave the static symbol table (the dynamic one stays).
    Strip(StripMode),
    /// Unreferenced sections are dropped: `--gc-sections`, `-dead_strip`, `/OPT:REF`.
    GcSections(bool),
    /// Apple `-dead_strip_dylibs`: unused libraries are dropped.
    DeadStripDylibs,
    /// The linker that the driver takes: `lld`, `gold`, `mold`, `bfd`, or a path.
    UseLd(String),
    /// `-u`, `--undefined`, `--require-defined`, `/INCLUDE:`: a symbol is wanted, so its archive member is taken.
    Undefined(String),
    /// `--undefined-glob`: all that match.
    UndefinedGlob(String),
    /// Apple `-bundle_loader`: the executable that resolves a bundle's symbols.
    BundleLoader(String),
    /// `-z now`, `-z lazy`.
    ZNow(bool),
    /// `-z start-stop-gc`, `-z nostart-stop-gc`.
    ZStartStopGc(bool),
    /// Any other `-z` keyword.
    Z(String),
    /// `-z muldefs`, `--allow-multiple-definition`.
    AllowMultipleDefinition,
    /// `--undefined-version`: a version script may name symbols that are not defined.
    UndefinedVersion(bool),
    /// `--start-group`.
    StartGroup,
    /// `--end-group`.
    EndGroup,
    /// A file: archive, library, object, linker script.
    InputFile(String),
    /// A bare word: on a link line a file, in `target_link_libraries` a target's or a library's name.
    Item(String),
    /// `@file`: more arguments stand in a file.
    ResponseFile(String),
    /// `-pthread`.
    Pthread,
    /// `-fsanitize=` (names), which links a run-time library.
    Sanitize(Vec<String>),
    /// `-fno-sanitize=` (names).
    NoSanitize(Vec<String>),
    /// Link-time optimisation.
    Lto(bool),
    /// `--coverage`, `-fprofile-arcs`, `-fprofile-instr-generate`.
    Coverage,
    /// `--wrap`: a symbol.
    Wrap(String),
    /// `--defsym`: `symbol=expression`.
    Defsym(String),
    /// `-e`, `--entry`, `/ENTRY:`: a symbol.
    Entry(String),
    /// `-T`, `--script`: a linker script that replaces or augments the default one.
    LinkerScript(String),
    /// `-stdlib=`: `libc++` or `libstdc++`.
    CxxLibrary(String),
    /// `-static-libgcc`, `-static-libstdc++`, ...: the part after `-static-`.
    StaticRuntime(String),
    /// `-nostdlib`, `-nodefaultlibs`, `-nostartfiles`, `-nolibc`, `/NODEFAULTLIB`: the name without its dash.
    NoStandardLibraries(String),
    /// `--target=`, `-target`.
    Target(String),
    /// `--sysroot`, `-isysroot`.
    Sysroot(String),
    /// `--dynamic-linker`: the loader.
    DynamicLinker(String),
    /// Device code is linked in a step of its own: `-fgpu-rdc`, `-rdc=true`.
    RelocatableDevice(bool),
    /// Anything else, or a flag whose name is not known. With its value where the table knows that it takes one.
    Other(String),
}

/// Ways in which undefined symbols are let through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AllowUndefined {
    /// `-z undefs`: as if never forbidden (the default of shared libraries).
    Undefs,
    /// `--unresolved-symbols=ignore-all`, `--allow-undefined` of wasm-ld.
    IgnoreAll,
    /// `--unresolved-symbols=ignore-in-object-files`.
    IgnoreInObjects,
    /// `--unresolved-symbols=ignore-in-shared-libs`.
    IgnoreInSharedLibs,
    /// `--warn-unresolved-symbols`, `-undefined warning`, Emscripten's `-sERROR_ON_UNDEFINED_SYMBOLS=0`.
    Warn,
    /// `--noinhibit-exec`: the output is kept although there were errors.
    KeepOutput,
    /// Apple `-undefined dynamic_lookup`, Emscripten's `-sMAIN_MODULE` and `-sSIDE_MODULE`.
    DynamicLookup,
    /// Apple `-undefined suppress`.
    Suppress,
    /// `/FORCE`, `/FORCE:UNRESOLVED`.
    Force,
}

/// How far `-Bsymbolic` reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bsymbolic {
    /// Functions and data.
    All,
    /// Functions.
    Functions,
    /// All that is not weak.
    NonWeak,
    /// Functions that are not weak.
    NonWeakFunctions,
    /// `-Bno-symbolic`: none.
    Off,
}

/// What is stripped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StripMode {
    /// `-s`: the whole static symbol table.
    All,
    /// `-S`: debug information.
    Debug,
    /// `-x`: local symbols.
    Locals,
}

/// Special ways of naming a library (ld64(1), link.exe).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LibraryMode {
    /// `-needed-l`, `-needed_library`: kept although unused.
    Needed,
    /// `-weak-l`, `-weak_library`: may be absent at run time.
    Weak,
    /// `-reexport-l`, `-reexport_library`: its symbols are ours too.
    Reexport,
    /// `-hidden-l`, `-load_hidden`: an archive whose symbols become hidden.
    Hidden,
    /// `/DEFAULTLIB:`.
    Default,
}

impl LinkFlag {
    /// Whether every global symbol, or a named set, of an executable is exported on purpose by this flag.
    pub fn exports_from_executable(&self) -> bool {
        matches!(
            self,
            Self::ExportDynamic(true)
                | Self::ExportDynamicSymbol(_)
                | Self::ExportDynamicSymbolList(_)
                | Self::DynamicList(_)
                | Self::Export(_)
                | Self::Def(_)
                | Self::ExportAllSymbols(true)
        )
    }

    /// Whether the flag names a library or an object, whose place among the others counts.
    pub fn is_input(&self) -> bool {
        matches!(
            self,
            Self::Library(_)
                | Self::LibraryWith(..)
                | Self::Framework(_)
                | Self::ForceLoad(_)
                | Self::InputFile(_)
                | Self::Item(_)
        )
    }
}

/// Reads arguments of `LINK_OPTIONS`: list elements, one argument each, with `LINKER:` and `SHELL:`.
pub fn link(args: &[&str]) -> Vec<Located<LinkFlag>> {
    read(args, Words::option)
}

/// Reads items of `target_link_libraries` or `link_libraries`: names, files, and raw text that starts with `-`.
pub fn libraries(items: &[&str]) -> Vec<Located<LinkFlag>> {
    read(items, Words::item)
}

/// Reads a string that a shell splits, as of `LINK_FLAGS` or `CMAKE_EXE_LINKER_FLAGS`. `args` of the facts count its
/// words; [`super::split_unix`] gives their bytes.
pub fn link_line(text: &str) -> Vec<Located<LinkFlag>> {
    let words = super::split_unix(text);
    let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    read(&words, Words::driver)
}

/// Whether a list element is a flag whose argument is the next element. Such a pair is broken by CMake's removal of
/// repeated options unless it is written with `SHELL:` (cmake-commands(7), `target_link_options`).
pub fn takes_separate_argument(option: &str) -> bool {
    matches!(option, "-Xlinker" | "-Xcompiler" | "-Xclang" | "-Xassembler" | "-Xpreprocessor" | "-Xptxas" | "-mllvm")
        || link_table::separate(option)
        || super::compile_table::separate(option)
}

fn read(args: &[&str], add: fn(&mut Words, &str, usize)) -> Vec<Located<LinkFlag>> {
    let mut words = Words::default();
    for (index, arg) in args.iter().enumerate() {
        add(&mut words, arg, index);
    }
    parse(&words.words)
}
