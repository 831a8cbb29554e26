//! Arguments of rustc that reach the linker (rustc book: "Codegen Options", "Command-line Arguments").
use super::link::LinkFlag;
use super::link_parse;
use super::words::Words;
use super::{Dialect, Located, Via, split_unix};

/// An argument of rustc that matters at the link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RustcFlag {
    /// `-C link-arg=`, `-C link-args=`, `-C pre-link-args`, `-C post-link-args`.
    Link(LinkFlag),
    /// `-C linker=`: a program.
    Linker(String),
    /// `-C linker-flavor=`.
    LinkerFlavor(String),
    /// `-C linker-features=`, `-C link-self-contained=`: name and value as written.
    LinkerFeatures(String),
    /// `-C target-feature=+crt-static` (true) or `-crt-static` (false).
    CrtStatic(bool),
    /// `-C prefer-dynamic`.
    PreferDynamic(bool),
    /// `-C relocation-model=`.
    RelocationModel(String),
    /// `-Z export-executable-symbols`, `-C export-executable-symbols`.
    ExportExecutableSymbols(bool),
    /// `-C link-dead-code`.
    LinkDeadCode(bool),
    /// `-l [KIND[:MODIFIERS]=]NAME[:RENAME]`.
    NativeLibrary {
        /// `static`, `dylib`, `framework`, or empty.
        kind: String,
        /// `+whole-archive` and the like, as written.
        modifiers: Vec<String>,
        /// The library.
        name: String,
    },
    /// `-L [KIND=]PATH`.
    SearchPath {
        /// `native`, `dependency`, `framework`, ..., or empty.
        kind: String,
        /// The folder.
        path: String,
    },
    /// `--crate-type`.
    CrateType(String),
    /// Anything else.
    Other(String),
}

/// Reads arguments of rustc, one word each (`RUSTFLAGS` is split at white space, `build.rustflags` is a list).
/// `-C link-arg` words are read together, so that `-C link-arg=-Xlinker -C link-arg=-E` is one flag.
pub fn rustc(args: &[&str]) -> Vec<Located<RustcFlag>> {
    let mut reader = Reader::default();
    let mut index = 0;
    while let Some(arg) = args.get(index) {
        let (option, value, next) = option(arg, args.get(index + 1).copied());
        let end = if next { index + 2 } else { index + 1 };
        match option {
            Some('C') => reader.codegen(value, index, end),
            Some(letter) => reader.push(letter_flag(letter, value), index..end, &format!("-{letter}")),
            None => reader.push(plain(arg), index..end, arg),
        }
        index = end;
    }
    reader.finish()
}

/// The letter of `-C`, `-Z`, `-l`, `-L`, `--codegen`; its value; and whether that is the next argument.
fn option<'a>(arg: &'a str, next: Option<&'a str>) -> (Option<char>, &'a str, bool) {
    for (name, letter) in
        [("--codegen", 'C'), ("-C", 'C'), ("-Z", 'Z'), ("-l", 'l'), ("-L", 'L'), ("--crate-type", 't')]
    {
        let Some(rest) = arg.strip_prefix(name) else { continue };
        let rest = if name.starts_with("--") { rest.strip_prefix('=').unwrap_or(rest) } else { rest };
        return match (rest.is_empty(), next) {
            (true, Some(next)) => (Some(letter), next, true),
            (true, None) => (None, arg, false),
            _ => (Some(letter), rest, false),
        };
    }
    (None, arg, false)
}

fn plain(arg: &str) -> RustcFlag {
    RustcFlag::Other(arg.to_owned())
}

fn letter_flag(letter: char, value: &str) -> RustcFlag {
    match letter {
        'l' => {
            let (kind, name) = value.split_once('=').unwrap_or(("", value));
            let (kind, modifiers) = kind.split_once(':').unwrap_or((kind, ""));
            RustcFlag::NativeLibrary {
                kind: kind.to_owned(),
                modifiers: modifiers.split(',').filter(|part| !part.is_empty()).map(str::to_owned).collect(),
                name: name.to_owned(),
            }
        }
        'L' => {
            let (kind, path) = value.split_once('=').unwrap_or(("", value));
            RustcFlag::SearchPath { kind: kind.to_owned(), path: path.to_owned() }
        }
        't' => RustcFlag::CrateType(value.to_owned()),
        _ => match value.split_once('=').unwrap_or((value, "yes")) {
            ("export-executable-symbols", on) => RustcFlag::ExportExecutableSymbols(truth(on)),
            _ => RustcFlag::Other(format!("-{letter} {value}")),
        },
    }
}

fn truth(text: &str) -> bool {
    !matches!(text, "no" | "n" | "off" | "false")
}

/// What was read so far. Words for the linker are gathered and parsed at the end, as one line.
#[derive(Default)]
struct Reader {
    found: Vec<Located<RustcFlag>>,
    linker: Words,
    /// For each linker word, the range of rustc's arguments that it came from.
    origins: Vec<std::ops::Range<usize>>,
}

impl Reader {
    fn push(&mut self, flag: RustcFlag, args: std::ops::Range<usize>, spelling: &str) {
        let spelling = spelling.to_owned();
        self.found.push(Located { flag, args, via: Via::Rustc, dialect: Dialect::Any, spelling });
    }

    fn codegen(&mut self, text: &str, start: usize, end: usize) {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let flag = match name {
            "link-arg" | "pre-link-arg" | "post-link-arg" => return self.linker_word(value, start..end),
            "link-args" | "pre-link-args" | "post-link-args" => {
                for word in split_unix(value) {
                    self.linker_word(&word.text, start..end);
                }
                return;
            }
            "linker" => RustcFlag::Linker(value.to_owned()),
            "linker-flavor" => RustcFlag::LinkerFlavor(value.to_owned()),
            "linker-features" | "link-self-contained" => RustcFlag::LinkerFeatures(text.to_owned()),
            "prefer-dynamic" => RustcFlag::PreferDynamic(truth(value)),
            "relocation-model" => RustcFlag::RelocationModel(value.to_owned()),
            "link-dead-code" => RustcFlag::LinkDeadCode(truth(value)),
            "export-executable-symbols" => RustcFlag::ExportExecutableSymbols(truth(value)),
            "target-feature" => {
                let last = value.split(',').rfind(|feature| feature.ends_with("crt-static"));
                match last {
                    Some(feature) => RustcFlag::CrtStatic(feature.starts_with('+')),
                    None => RustcFlag::Other(format!("-C {text}")),
                }
            }
            _ => RustcFlag::Other(format!("-C {text}")),
        };
        self.push(flag, start..end, &format!("-C {name}"));
    }

    fn linker_word(&mut self, word: &str, args: std::ops::Range<usize>) {
        self.linker.driver(word, self.origins.len());
        self.origins.push(args);
    }

    fn finish(mut self) -> Vec<Located<RustcFlag>> {
        for link in link_parse::parse(&self.linker.words) {
            let start = self.origins.get(link.args.start).map_or(0, |range| range.start);
            let end =
                link.args.end.checked_sub(1).and_then(|last| self.origins.get(last)).map_or(start, |range| range.end);
            let flag = RustcFlag::Link(link.flag);
            self.found.push(Located {
                flag,
                args: start..end,
                via: link.via,
                dialect: link.dialect,
                spelling: link.spelling,
            });
        }
        // A stable sort: facts of one argument keep their order.
        self.found.sort_by_key(|found| found.args.start);
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(line: &str) -> Vec<(RustcFlag, std::ops::Range<usize>)> {
        let words: Vec<&str> = line.split(' ').collect();
        rustc(&words).into_iter().map(|found| (found.flag, found.args)).collect()
    }

    #[test]
    fn link_args_in_their_forms() {
        let export = || RustcFlag::Link(LinkFlag::ExportDynamic(true));
        assert_eq!(flags("-C link-arg=-rdynamic"), [(export(), 0..2)]);
        assert_eq!(flags("-Clink-arg=-Wl,-E"), [(export(), 0..1)]);
        assert_eq!(flags("--codegen=link-args=-Wl,--export-dynamic"), [(export(), 0..1)]);
        assert_eq!(flags("-C link-arg=-Xlinker -C link-arg=-E"), [(export(), 0..4)]);
        let two = rustc(&["-C", "link-args=-Wl,-z,defs -lfoo", "-C", "opt-level=3"]);
        assert_eq!(two[0].flag, RustcFlag::Link(LinkFlag::NoUndefined));
        assert_eq!(two[1].flag, RustcFlag::Link(LinkFlag::Library("foo".into())));
        assert_eq!(two[2].flag, RustcFlag::Other("-C opt-level=3".into()));
    }

    #[test]
    fn libraries_paths_and_features() {
        let found = flags(
            "-l static:+whole-archive=ops -Lnative=/x -C target-feature=+sse2,+crt-static -Zexport-executable-symbols",
        );
        let library = RustcFlag::NativeLibrary {
            kind: "static".into(),
            modifiers: vec!["+whole-archive".into()],
            name: "ops".into(),
        };
        assert_eq!(found[0], (library, 0..2));
        assert_eq!(found[1].0, RustcFlag::SearchPath { kind: "native".into(), path: "/x".into() });
        assert_eq!(found[2].0, RustcFlag::CrtStatic(true));
        assert_eq!(found[3].0, RustcFlag::ExportExecutableSymbols(true));
    }
}
