//! From words to link flags.
use super::link::LinkFlag;
use super::link_table::{Form, Row, exact, joined};
use super::words::Word;
use super::{Dialect, Located, Via, has_unknown, link_values, msvc};

/// Reads a stream of words.
pub(super) fn parse(words: &[Word]) -> Vec<Located<LinkFlag>> {
    let mut found = Vec::with_capacity(words.len());
    let mut rest = words;
    while let Some((word, after)) = rest.split_first() {
        let (flag, used) = one(word, after.first());
        found.push(flag);
        rest = after.get(usize::from(used)..).unwrap_or_default();
    }
    found
}

/// Reads one flag, and says whether the next word was its value.
fn one(word: &Word, next: Option<&Word>) -> (Located<LinkFlag>, bool) {
    let text = word.text.as_str();
    if let Some(file) = text.strip_prefix('@').filter(|file| !file.is_empty() && !apple_path(text)) {
        return (plain(word, "@", LinkFlag::ResponseFile(file.to_owned())), false);
    }
    if let Some((flag, name)) = msvc::link(text) {
        let found = located(word, word.args.end, Dialect::Coff, name, flag);
        return (found, false);
    }
    if !text.starts_with('-') {
        let unknown = text.starts_with(super::is_unknown) && !text.contains('/');
        let flag = if unknown { LinkFlag::Other(text.to_owned()) } else { link_values::item(text) };
        return (plain(word, "", flag), false);
    }
    if let Some(found) = whole(word, next) {
        return found;
    }
    if let Some((name, value)) = text.split_once('=')
        && let Some(row) = exact(name, word.via)
        && matches!(row.form, Form::Value | Form::Equals | Form::MaybeEquals)
    {
        return (make(word, word.args.end, row, name, value), false);
    }
    if let Some((row, length)) = joined(text, word.via)
        && let Some((name, value)) = text.split_at_checked(length)
    {
        return (make(word, word.args.end, row, name, value), false);
    }
    (plain(word, text, LinkFlag::Other(text.to_owned())), false)
}

/// A word that is a flag's whole name; with its value in the next word where it takes one.
fn whole(word: &Word, next: Option<&Word>) -> Option<(Located<LinkFlag>, bool)> {
    let name = word.text.as_str();
    let row = exact(name, word.via)?;
    match row.form {
        Form::Flag | Form::MaybeEquals => Some((make(word, word.args.end, row, name, ""), false)),
        Form::Equals | Form::Joined => None,
        Form::Value | Form::Separate | Form::JoinedOrSeparate => {
            // A flag of its own is no value: the value may be a target, which is left out here.
            let is_flag = |next: &Word| next.text.starts_with("--") && exact(&next.text, next.via).is_some();
            let Some(value) = next.filter(|next| follows(word, next) && !is_flag(next)) else {
                return Some((plain(word, name, LinkFlag::Other(name.to_owned())), false));
            };
            Some((make(word, value.args.end, row, name, &value.text), true))
        }
    }
}

/// Whether the next word can be the value of a flag. The linker reads its words and the driver's input files in one
/// order, so `-Wl,-force_load lib.a` is one flag; a flag of the driver in between is not the linker's value.
fn follows(word: &Word, next: &Word) -> bool {
    word.via == next.via || (word.via == Via::Linker && !next.text.starts_with('-'))
}

fn apple_path(text: &str) -> bool {
    ["@loader_path", "@executable_path", "@rpath"].iter().any(|prefix| text.starts_with(prefix))
}

fn make(word: &Word, end: usize, row: &Row, name: &str, value: &str) -> Located<LinkFlag> {
    let flag = match row.make {
        Some(make) => make(value),
        None if value.is_empty() => LinkFlag::Other(name.to_owned()),
        None => LinkFlag::Other(format!("{name} {value}")),
    };
    located(word, end, row.dialect, name.trim_end_matches('='), flag)
}

fn plain(word: &Word, name: &str, flag: LinkFlag) -> Located<LinkFlag> {
    let name = if has_unknown(name) { "" } else { name };
    located(word, word.args.end, Dialect::Any, name, flag)
}

fn located(word: &Word, end: usize, dialect: Dialect, name: &str, flag: LinkFlag) -> Located<LinkFlag> {
    Located { flag, args: word.args.start..end.max(word.args.end), via: word.via, dialect, spelling: name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::{AllowUndefined, Bsymbolic, libraries, link, link_line, takes_separate_argument};
    use super::*;
    use LinkFlag as F;

    fn flags(args: &[&str]) -> Vec<LinkFlag> {
        link(args).into_iter().map(|found| found.flag).collect()
    }

    #[test]
    fn every_spelling_of_export_dynamic() {
        for spelling in [
            "-rdynamic",
            "-Wl,-E",
            "-Wl,--export-dynamic",
            "-Wl,-export-dynamic",
            "-Wl,-export_dynamic",
            "LINKER:-E",
            "LINKER:SHELL:-E",
            "SHELL:-Wl,-E",
            "SHELL:-Xlinker -E",
        ] {
            assert_eq!(flags(&[spelling]), [F::ExportDynamic(true)], "{spelling}");
        }
        assert_eq!(flags(&["-Xlinker", "--export-dynamic"]), [F::ExportDynamic(true)]);
        assert_eq!(link(&["-Wl,-export_dynamic"])[0].dialect, Dialect::Apple);
        assert_eq!(link(&["-Wl,-E"])[0].dialect, Dialect::Elf);
        assert_eq!(flags(&["-Wl,--no-export-dynamic"]), [F::ExportDynamic(false)]);
    }

    #[test]
    fn one_dash_is_not_enough_where_ld_reads_an_entry_symbol() {
        assert_eq!(flags(&["-Wl,-export-dynamic-symbol=f"]), [F::Entry("xport-dynamic-symbol=f".into())]);
        assert_eq!(flags(&["-Wl,--export-dynamic-symbol=f*"]), [F::ExportDynamicSymbol("f*".into())]);
    }

    #[test]
    fn values_in_every_form() {
        let expected = [F::VersionScript("a/b.map".into())];
        assert_eq!(flags(&["-Wl,--version-script,a/b.map"]), expected);
        assert_eq!(flags(&["-Wl,--version-script=a/b.map"]), expected);
        assert_eq!(flags(&["-Wl,-version-script,a/b.map"]), expected);
        assert_eq!(flags(&["-Wl,--version-script", "-Wl,a/b.map"]), expected);
        assert_eq!(flags(&["-Xlinker", "--version-script", "-Xlinker", "a/b.map"]), expected);
        assert_eq!(flags(&["LINKER:--version-script,a/b.map"]), expected);
        assert_eq!(flags(&["LINKER:--version-script=a/b.map"]), expected);
        assert_eq!(link(&["-lx", "-Wl,--version-script", "-Wl,a/b.map"])[1].args, 1..3);
        assert_eq!(flags(&["-Wl,--version-script"]), [F::Other("--version-script".into())]);
    }

    #[test]
    fn undefined_symbols() {
        for spelling in ["-Wl,-z,defs", "-Wl,-zdefs", "-Wl,--no-undefined", "LINKER:-z,defs", "-Wl,-undefined,error"] {
            assert_eq!(flags(&[spelling]), [F::NoUndefined], "{spelling}");
        }
        assert_eq!(flags(&["-z", "defs"]), [F::NoUndefined]);
        assert_eq!(flags(&["-undefined", "dynamic_lookup"]), [F::AllowUndefined(AllowUndefined::DynamicLookup)]);
        assert_eq!(flags(&["-Wl,-undefined,dynamic_lookup"]), [F::AllowUndefined(AllowUndefined::DynamicLookup)]);
        assert_eq!(
            flags(&["-Wl,--unresolved-symbols=ignore-all,--noinhibit-exec"]),
            [F::AllowUndefined(AllowUndefined::IgnoreAll), F::AllowUndefined(AllowUndefined::KeepOutput)]
        );
        assert_eq!(flags(&["-sERROR_ON_UNDEFINED_SYMBOLS=0"]), [F::AllowUndefined(AllowUndefined::Warn)]);
        assert_eq!(flags(&["-sSIDE_MODULE"]), [F::AllowUndefined(AllowUndefined::DynamicLookup)]);
    }

    #[test]
    fn archives_as_written_in_real_projects() {
        let found = libraries(&[
            "-Wl,--whole-archive",
            "tvm",
            "/x/libq.a",
            "-Wl,--no-whole-archive -lm",
            "-Wl,-force_load",
            "core",
        ]);
        let flags: Vec<_> = found.iter().map(|found| (found.flag.clone(), found.args.clone())).collect();
        assert_eq!(
            flags,
            [
                (F::WholeArchive(true), 0..1),
                (F::Item("tvm".into()), 1..2),
                (F::InputFile("/x/libq.a".into()), 2..3),
                (F::WholeArchive(false), 3..4),
                (F::Library("m".into()), 3..4),
                (F::ForceLoad("core".into()), 4..6),
            ]
        );
        assert_eq!(flags_of("-Wl,-force_load,$<TARGET_FILE:a>"), [F::ForceLoad("$<TARGET_FILE:a>".into())]);
        assert_eq!(
            flags_of("-Wl,--exclude-libs,liba.a:libb.a"),
            [F::ExcludeLibs(vec!["liba.a".into(), "libb.a".into()])]
        );
    }

    fn flags_of(arg: &str) -> Vec<LinkFlag> {
        flags(&[arg])
    }

    #[test]
    fn a_line_counts_its_words() {
        let found = link_line("-Wl,-rpath='$ORIGIN':/x -L /y -Bsymbolic -Wl,-Bsymbolic-functions");
        let flags: Vec<_> = found.iter().map(|found| (found.flag.clone(), found.args.clone())).collect();
        assert_eq!(flags[0], (F::Rpath(vec!["$ORIGIN".into(), "/x".into()]), 0..1));
        assert_eq!(flags[1], (F::LibraryPath("/y".into()), 1..3));
        assert_eq!(flags[3], (F::Bsymbolic(Bsymbolic::Functions), 4..5));
    }

    #[test]
    fn static_of_the_driver_and_of_the_linker_differ() {
        assert_eq!(flags(&["-static", "-Wl,-static"]), [F::Static, F::SearchStatic(true)]);
        assert_eq!(flags(&["-static-libgcc", "-static-pie"]), [F::StaticRuntime("libgcc".into()), F::StaticPie]);
    }

    #[test]
    fn files_items_and_responses() {
        assert_eq!(flags(&["libx.so.1"]), [F::InputFile("libx.so.1".into())]);
        assert_eq!(flags(&["@args.rsp"]), [F::ResponseFile("args.rsp".into())]);
        assert_eq!(flags(&["-Wl,-R,/a", "-Wl,-R/b"]), [F::Rpath(vec!["/a".into()]), F::Rpath(vec!["/b".into()])]);
        assert_eq!(flags(&["-Wl,-rpath,@loader_path"]), [F::Rpath(vec!["@loader_path".into()])]);
        assert_eq!(flags(&["-fsanitize=address,undefined"]), [F::Sanitize(vec!["address".into(), "undefined".into()])]);
    }

    #[test]
    fn unknown_text_stays_in_values_and_makes_names_other() {
        let unknown = "\u{F0001}";
        assert_eq!(flags(&[unknown]), [F::Other(unknown.into())]);
        let script = format!("-Wl,--version-script={unknown}/x.map");
        assert_eq!(flags(&[&script]), [F::VersionScript(format!("{unknown}/x.map"))]);
        let name = format!("-Wl,--{unknown}-archive");
        assert_eq!(flags(&[&name]), [F::Other(format!("--{unknown}-archive"))]);
        let path = format!("{unknown}/libx.a");
        assert_eq!(flags(&[&path]), [F::InputFile(path.clone())]);
    }

    #[test]
    fn separate_arguments_are_known() {
        for flag in ["-Xlinker", "-u", "-framework", "-undefined", "-z", "-mllvm", "-isystem"] {
            assert!(takes_separate_argument(flag), "{flag}");
        }
        assert!(!takes_separate_argument("-rdynamic"));
        assert!(!takes_separate_argument("-Wl,-z,defs"));
    }
}
