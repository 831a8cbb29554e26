//! What a compile line says.
use super::compile_table::{CompileRow, Shape, exact, joined};
use super::link::LinkFlag;
use super::link_parse;
use super::words::{Word, Words};
use super::{Dialect, Located, Via, has_unknown};

/// A compiler flag that matters to what is exported, emitted or linked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompileFlag {
    /// `-DNAME`, `-DNAME=VALUE`: the value is None without `=` (then the compiler takes 1).
    Define(String, Option<String>),
    /// `-UNAME`.
    Undefine(String),
    /// `-fvisibility=`: `default`, `hidden`, `protected`, `internal`.
    Visibility(String),
    /// `-fvisibility-inlines-hidden`.
    VisibilityInlinesHidden(bool),
    /// Position-independent code.
    Pic(PicMode),
    /// Run-time type information.
    Rtti(bool),
    /// Exceptions.
    Exceptions(bool),
    /// Link-time optimisation.
    Lto(bool),
    /// `-I`.
    Include(String),
    /// `-isystem`, `-iquote`, `-idirafter`, `/external:I`.
    ISystem(String),
    /// `-include`, `/FI`: a header before every file.
    ForcedInclude(String),
    /// `-std=`, `/std:`.
    Std(String),
    /// The part after `-O` or `/O`.
    Optimise(String),
    /// `-fsanitize=` (names).
    Sanitize(Vec<String>),
    /// `-fno-sanitize=` (names).
    NoSanitize(Vec<String>),
    /// Inlining on or off (`-fno-inline`, `/Ob0`).
    Inline(bool),
    /// `-fgnu89-inline`: C's `inline` as GNU had it.
    Gnu89Inline(bool),
    /// Tentative definitions of C are common symbols (true) or definitions (false).
    CommonSymbols(bool),
    /// `-ffunction-sections`, `/Gy`.
    FunctionSections(bool),
    /// `-fdata-sections`, `/Gw`.
    DataSections(bool),
    /// `STB_GNU_UNIQUE` symbols for inline statics.
    GnuUnique(bool),
    /// `-fsemantic-interposition`.
    SemanticInterposition(bool),
    /// `-mno-direct-extern-access` (false) and its contrary.
    DirectExternAccess(bool),
    /// `-fno-plt` (false).
    Plt(bool),
    /// `-stdlib=`.
    CxxLibrary(String),
    /// `-pthread`.
    Pthread,
    /// `-fopenmp` and its relatives, as written.
    OpenMp(String),
    /// `--coverage` and instrumentation for profiles.
    Coverage,
    /// Windows C run-time: `MD`, `MDd`, `MT`, `MTd`.
    RuntimeLibrary(String),
    /// Device code that is linked in a step of its own: `-fgpu-rdc`, `-rdc=true`.
    RelocatableDevice(bool),
    /// `--offload-arch=`, `-arch=` of nvcc, `-gencode`: an architecture of device code.
    OffloadArch(String),
    /// `--target=`, `-target`.
    Target(String),
    /// `-fabi-version=`, `-fclang-abi-compat=`, `-mabi=`: as written.
    Abi(String),
    /// `@file`: more arguments stand in a file.
    ResponseFile(String),
    /// A flag of the link that does nothing when compiling.
    LinkOnly(LinkFlag),
    /// Anything else, or a flag whose name is not known.
    Other(String),
}

/// Position-independent code, as asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PicMode {
    /// `-fPIC`, `-fpic`.
    Pic,
    /// `-fPIE`, `-fpie`.
    Pie,
    /// `-fno-pic`, `-fno-pie`, `-mdynamic-no-pic`.
    Off,
}

/// Reads arguments of `COMPILE_OPTIONS`: list elements, one argument each, with `SHELL:`.
pub fn compile(args: &[&str]) -> Vec<Located<CompileFlag>> {
    let mut words = Words::default();
    for (index, arg) in args.iter().enumerate() {
        words.option(arg, index);
    }
    parse(&words.words)
}

/// Reads a string that a shell splits, as of `CMAKE_CXX_FLAGS`. `args` of the facts count its words;
/// [`super::split_unix`] gives their bytes. CMake gives these flags to the link as well: see [`super::link_line`].
pub fn compile_line(text: &str) -> Vec<Located<CompileFlag>> {
    let mut words = Words::default();
    for (index, word) in super::split_unix(text).iter().enumerate() {
        words.driver(&word.text, index);
    }
    parse(&words.words)
}

fn parse(words: &[Word]) -> Vec<Located<CompileFlag>> {
    let mut found = Vec::with_capacity(words.len());
    let mut rest = words;
    while let Some((word, after)) = rest.split_first() {
        if word.via == Via::Linker || word.text == "/link" {
            // All words for the linker that stand together are read as one line; after cl's /link all the rest are.
            let count = match word.text.as_str() {
                "/link" => after.len(),
                _ => after.iter().take_while(|next| next.via == Via::Linker).count(),
            };
            let skip = usize::from(word.text == "/link");
            link_only(rest.get(skip..=count).unwrap_or_default(), &mut found);
            rest = after.get(count..).unwrap_or_default();
            continue;
        }
        let (flag, used) = one(word, after.first());
        found.push(flag);
        rest = after.get(usize::from(used)..).unwrap_or_default();
    }
    found
}

fn link_only(words: &[Word], found: &mut Vec<Located<CompileFlag>>) {
    found.extend(link_parse::parse(words).into_iter().map(|link| Located {
        flag: CompileFlag::LinkOnly(link.flag),
        args: link.args,
        via: link.via,
        dialect: link.dialect,
        spelling: link.spelling,
    }));
}

fn one(word: &Word, next: Option<&Word>) -> (Located<CompileFlag>, bool) {
    let text = word.text.as_str();
    if let Some(file) = text.strip_prefix('@').filter(|file| !file.is_empty()) {
        return (located(word, word.args.end, "@", CompileFlag::ResponseFile(file.to_owned())), false);
    }
    if let Some(row) = exact(text) {
        match row.shape {
            Shape::Flag | Shape::MaybeEquals => return (make(word, word.args.end, row, text, ""), false),
            Shape::Separate | Shape::JoinedOrSeparate => {
                return match next.filter(|next| next.via == word.via) {
                    Some(value) => (make(word, value.args.end, row, text, &value.text), true),
                    None => (located(word, word.args.end, text, CompileFlag::Other(text.to_owned())), false),
                };
            }
            Shape::Equals | Shape::Joined => {}
        }
    }
    if let Some((name, value)) = text.split_once(['=', ':'])
        && let Some(row) = exact(name)
        && matches!(row.shape, Shape::Equals | Shape::MaybeEquals)
    {
        return (make(word, word.args.end, row, name, value), false);
    }
    if let Some((row, length)) = joined(text)
        && let Some((name, value)) = text.split_at_checked(length)
    {
        return (make(word, word.args.end, row, name, value), false);
    }
    link_flag(word, next)
}

/// What is no compile flag may be a flag of the link.
fn link_flag(word: &Word, next: Option<&Word>) -> (Located<CompileFlag>, bool) {
    let pair: Vec<Word> = std::iter::once(word).chain(next).cloned().collect();
    let first = link_parse::parse(&pair).into_iter().next();
    let Some(link) = first.filter(|link| word.text.starts_with('-') && !matches!(link.flag, LinkFlag::Other(_))) else {
        let name = if has_unknown(&word.text) { "" } else { &word.text };
        return (located(word, word.args.end, name, CompileFlag::Other(word.text.clone())), false);
    };
    let used = next.is_some_and(|next| link.args.end >= next.args.end && next.args != word.args);
    let flag = CompileFlag::LinkOnly(link.flag);
    (Located { flag, args: link.args, via: link.via, dialect: link.dialect, spelling: link.spelling }, used)
}

fn make(word: &Word, end: usize, row: &CompileRow, name: &str, value: &str) -> Located<CompileFlag> {
    let flag = match row.make {
        Some(make) => make(value),
        None if word.text != name => CompileFlag::Other(word.text.clone()),
        None => CompileFlag::Other(format!("{name} {value}")),
    };
    located(word, end, name, flag)
}

fn located(word: &Word, end: usize, name: &str, flag: CompileFlag) -> Located<CompileFlag> {
    let dialect = if name.starts_with('/') { Dialect::Coff } else { Dialect::Any };
    let args = word.args.start..end.max(word.args.end);
    Located { flag, args, via: word.via, dialect, spelling: name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use CompileFlag as C;

    fn flags(args: &[&str]) -> Vec<CompileFlag> {
        compile(args).into_iter().map(|found| found.flag).collect()
    }

    #[test]
    fn defines() {
        assert_eq!(
            flags(&["-DA", "-DB=1", "-D", "C=\"x y\"", "/DD", "-UE", "-D_GLIBCXX_USE_CXX11_ABI=0"]),
            [
                C::Define("A".into(), None),
                C::Define("B".into(), Some("1".into())),
                C::Define("C".into(), Some("\"x y\"".into())),
                C::Define("D".into(), None),
                C::Undefine("E".into()),
                C::Define("_GLIBCXX_USE_CXX11_ABI".into(), Some("0".into())),
            ]
        );
    }

    #[test]
    fn visibility_and_code_generation() {
        assert_eq!(
            flags(&[
                "-fvisibility=hidden",
                "-fvisibility-inlines-hidden",
                "-fPIC",
                "-fno-rtti",
                "-fno-exceptions",
                "-O2",
                "-flto=thin"
            ]),
            [
                C::Visibility("hidden".into()),
                C::VisibilityInlinesHidden(true),
                C::Pic(PicMode::Pic),
                C::Rtti(false),
                C::Exceptions(false),
                C::Optimise("2".into()),
                C::Lto(true)
            ]
        );
        assert_eq!(
            flags(&["/GR-", "/EHsc", "/MDd"]),
            [C::Rtti(false), C::Exceptions(true), C::RuntimeLibrary("MDd".into())]
        );
    }

    #[test]
    fn flags_of_the_link_are_told_apart() {
        assert_eq!(
            flags(&["-rdynamic", "-Wl,-E,-z,defs", "-lfoo", "-L", "d", "-shared", "-Wall", "-pthread", "-fuse-ld=lld"]),
            [
                C::LinkOnly(LinkFlag::ExportDynamic(true)),
                C::LinkOnly(LinkFlag::ExportDynamic(true)),
                C::LinkOnly(LinkFlag::NoUndefined),
                C::LinkOnly(LinkFlag::Library("foo".into())),
                C::LinkOnly(LinkFlag::LibraryPath("d".into())),
                C::LinkOnly(LinkFlag::Shared),
                C::Other("-Wall".into()),
                C::Pthread,
                C::LinkOnly(LinkFlag::UseLd("lld".into())),
            ]
        );
    }

    #[test]
    fn flags_behind_nvcc() {
        assert_eq!(
            flags(&["-Xcompiler=-fPIC,-fvisibility=hidden", "SHELL:-Xcompiler -fno-rtti", "-rdc=true"]),
            [C::Pic(PicMode::Pic), C::Visibility("hidden".into()), C::Rtti(false), C::RelocatableDevice(true)]
        );
        assert_eq!(compile(&["-Xcompiler=-fPIC"])[0].via, Via::HostCompiler);
    }

    #[test]
    fn unknown_text_stays() {
        let flag = "-DX=\u{F0000}";
        assert_eq!(flags(&[flag]), [C::Define("X".into(), Some("\u{F0000}".into()))]);
        assert_eq!(flags(&["\u{F0000}"]), [C::Other("\u{F0000}".into())]);
        assert_eq!(flags(&["-f\u{F0000}"]), [C::Other("-f\u{F0000}".into())]);
    }

    #[test]
    fn a_line_is_split_as_a_shell_does() {
        let found = compile_line("-I 'a b' -std=c++17 /link /DEF:x");
        assert_eq!(found[0].flag, C::Include("a b".into()));
        assert_eq!(found[0].args, 0..2);
        assert_eq!(found[1].flag, C::Std("c++17".into()));
        assert_eq!(found[2].flag, C::LinkOnly(LinkFlag::Def("x".into())));
    }
}
