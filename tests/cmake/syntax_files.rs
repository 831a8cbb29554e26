//! Whole files through the lexer and the parser: nothing is lost, and places are exact.
use linklint::cmake::syntax::{self, ArgumentKind, File, TokenKind, tokens};
use linklint::source::{Sandbox, SourceMap};

fn parse(path: &std::path::Path, bytes: &[u8]) -> File {
    let map = SourceMap::new(Sandbox::nowhere());
    let file = map.insert(path.to_owned(), bytes.into());
    syntax::parse(file.id(), bytes)
}

#[test]
fn tokens_give_the_file_back() {
    for (path, bytes) in super::files::all() {
        let mut back = Vec::with_capacity(bytes.len());
        for token in tokens(&bytes) {
            assert_eq!(token.start as usize, back.len(), "{}", path.display());
            back.extend_from_slice(&bytes[token.start as usize..token.end as usize]);
        }
        assert!(back == bytes, "{}", path.display());
    }
}

/// Every token that is no blank, line end or comment is the name of a command, an argument or a parenthesis of it.
#[test]
fn the_tree_covers_the_tokens() {
    for (path, bytes) in super::files::all() {
        let file = parse(&path, &bytes);
        if !file.errors.is_empty() {
            continue;
        }
        let mut ranges = Vec::new();
        for command in &file.commands {
            ranges.push(command.name_range.clone());
            ranges.extend(command.arguments.iter().map(|argument| argument.range.clone()));
        }
        let mut left = ranges.into_iter().peekable();
        for token in tokens(&bytes) {
            if left.next_if_eq(&token.range()).is_some() {
                continue;
            }
            let outer = matches!(token.kind, TokenKind::ParenLeft | TokenKind::ParenRight);
            let trivia = matches!(
                token.kind,
                TokenKind::Space
                    | TokenKind::Newline
                    | TokenKind::LineComment
                    | TokenKind::BracketComment
                    | TokenKind::ByteOrderMark
            );
            assert!(outer || trivia, "{}: {token:?}", path.display());
        }
        assert_eq!(left.next(), None, "{}", path.display());
    }
}

/// The kind of an argument is that of the bytes at its place.
#[test]
fn ranges_of_arguments_are_exact() {
    for (path, bytes) in super::files::all() {
        for argument in parse(&path, &bytes).commands.iter().flat_map(|command| &command.arguments) {
            let text = &bytes[argument.range.start as usize..argument.range.end as usize];
            let fits = match argument.kind {
                ArgumentKind::Quoted => text.len() > 1 && text[0] == b'"' && text.ends_with(b"\""),
                ArgumentKind::Bracket => text.starts_with(b"[") && text.ends_with(b"]"),
                ArgumentKind::Paren => text == b"(" || text == b")",
                ArgumentKind::Unquoted => !text.is_empty() && text[0] != b'"' && text[0] != b'#',
            };
            assert!(fits, "{}: {argument:?}", path.display());
        }
    }
}

#[test]
fn files_of_the_grammar_have_no_errors() {
    let mut count = 0;
    for (path, bytes) in super::files::all() {
        if path.parent().is_some_and(|folder| folder.ends_with("testdata/syntax")) && !path.ends_with("broken.cmake") {
            assert_eq!(parse(&path, &bytes).errors, [], "{}", path.display());
            count += 1;
        }
    }
    assert!(count >= 10, "{count} files");
}

/// The errors of a broken file, and that everything good in it is read.
#[test]
fn a_broken_file_is_read_to_its_end() {
    let (path, bytes) =
        super::files::all().into_iter().find(|(path, _)| path.ends_with("broken.cmake")).expect("the broken file");
    let file = parse(&path, &bytes);
    let good = file.commands.iter().filter(|command| &*command.lower == "good").count();
    assert_eq!(good, String::from_utf8_lossy(&bytes).matches("good(").count());
    let line = |at: u32| bytes[..at as usize].split(|&b| b == b'\n').count();
    let found: Vec<String> =
        file.errors.iter().map(|error| format!("{}: {}", line(error.range.start), error.message)).collect();
    assert_eq!(
        found,
        [
            "3: expected the name of a command",
            "5: expected `(` after the name of a command",
            "7: expected a line end before this command",
            "8: ` ` may not stand in the name of a variable",
            "8: `\\q` is no escape sequence",
            "8: `$FOO{}` is no reference: only `${}`, `$ENV{}` and `$CACHE{}` are",
            "8: the reference has no closing `}`",
            "9: not separated from what stands before by a blank",
            "10: `else` does not stand directly in an `if` block",
            "13: `endif` comes before `endwhile`",
            "14: `endwhile` closes no block",
            "15: `unclosed` has no closing `)`",
            "18: `function` has no `endfunction`",
            "19: `unclosed` has no closing `)`",
            "19: the quote has no closing `\"`",
        ]
    );
}
