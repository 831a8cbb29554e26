//! From tokens to commands, with recovery.
use std::ops::Range;

use super::argument::Arguments;
use super::ast::{Argument, ArgumentKind, Command, CommandId, File};
use super::blocks::Blocks;
use super::errors::Errors;
use super::lexer::{LIMIT, Lexer, Token, TokenKind};
use crate::source::FileId;

/// Parses a file. Whatever the bytes are, there is a tree: errors are listed in it, in the order of the text, and
/// the rest is read. (CMake itself reads nothing of a file with a syntax error; an error in the *value* of an
/// argument, such as an unknown escape, counts for CMake when the command runs.)
///
/// Literals hold neither U+F0000..=U+10FFFF nor undecodable bytes: each such is U+FFFD.
pub fn parse(id: FileId, bytes: &[u8]) -> File {
    let bytes = &bytes[..bytes.len().min(LIMIT)];
    let mut parser = Parser {
        bytes,
        lexer: Lexer::new(bytes),
        arguments: Arguments::new(bytes),
        commands: Vec::new(),
        blocks: Blocks::new(),
        errors: Errors::default(),
        scratch: Vec::new(),
        unclosed: None,
    };
    parser.file();
    let Parser { commands, blocks, mut errors, .. } = parser;
    let body = blocks.finish(&commands, &mut errors);
    File { id, commands, body, errors: errors.finish() }
}

struct Parser<'a> {
    bytes: &'a [u8],
    lexer: Lexer<'a>,
    arguments: Arguments<'a>,
    commands: Vec<Command>,
    blocks: Blocks,
    errors: Errors,
    /// The arguments of the command that is being read.
    scratch: Vec<Argument>,
    /// Set once the end of the file came inside a command: where the opening parentheses stand that nothing closes,
    /// in order. Their commands end where a line looks like the start of the next.
    unclosed: Option<Vec<u32>>,
}

/// Where the arguments of a command end.
enum End {
    /// At its closing parenthesis, before this byte.
    Closed(u32),
    /// After this byte, since the next line starts another command.
    NextCommand(u32),
    /// After this byte, since the file ends.
    File(u32),
}

/// How the next argument must be separated from what stands before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separation {
    /// It is, or need not be.
    Fine,
    /// After an argument: CMake warns, unless it is a bracket argument.
    Argument,
    /// After a bracket argument or comment: an error.
    Bracket,
}

impl Parser<'_> {
    fn error(&mut self, message: impl Into<String>, range: Range<u32>) {
        self.errors.push(message, range);
    }

    fn file(&mut self) {
        // Whether a command may start here, as CMake sees it.
        let mut fresh_line = true;
        // Whether an error of this line was reported: then what follows from it is not.
        let mut quiet = false;
        while let Some(token) = self.lexer.next() {
            match token.kind {
                TokenKind::Space | TokenKind::ByteOrderMark | TokenKind::LineComment => {}
                TokenKind::Newline => (fresh_line, quiet) = (true, false),
                TokenKind::BracketComment => fresh_line = false,
                TokenKind::Identifier if self.lexer.at_call() => {
                    if !fresh_line && !quiet {
                        self.error("expected a line end before this command", token.range());
                    }
                    fresh_line = self.command(token, true);
                    quiet &= !fresh_line;
                }
                _ if quiet => {}
                TokenKind::Unquoted | TokenKind::Quoted if self.lexer.at_call() => {
                    self.error("expected the name of a command", token.range());
                    fresh_line = self.command(token, false);
                    quiet = !fresh_line;
                }
                _ => {
                    quiet = true;
                    let message = match token.kind {
                        TokenKind::Identifier => "expected `(` after the name of a command",
                        kind => open_message(kind).unwrap_or("expected the name of a command"),
                    };
                    self.error(message, token.range());
                }
            }
        }
    }

    /// Reads a command after its name; one that is not `named` right is read over. Whether it ended with a line.
    fn command(&mut self, name: Token, named: bool) -> bool {
        let mark = self.errors.mark();
        let start = self.lexer.position();
        let mut end = self.call(name);
        if matches!(end, End::File(_)) && self.unclosed.is_none() {
            // Read it again, now with an eye on what looks like the next command.
            self.lexer.seek(start);
            self.unclosed = Some(unclosed(self.lexer.clone()));
            self.errors.forget_since(mark);
            end = self.call(name);
        }
        let (end, fresh_line) = match end {
            End::Closed(end) => (end, false),
            End::NextCommand(end) | End::File(end) => {
                self.error(format!("`{}` has no closing `)`", self.arguments.text(range(name))), name.range());
                (end, true)
            }
        };
        if !named {
            return fresh_line;
        }
        let text = self.arguments.text(name.start as usize..name.end as usize);
        let lower = lower(&text);
        let command = Command {
            name: text.into(),
            lower,
            name_range: name.range(),
            range: name.start..end,
            arguments: self.scratch.drain(..).collect(),
        };
        let id = CommandId(self.commands.len() as u32);
        self.blocks.add(id, &command, &mut self.errors);
        self.commands.push(command);
        fresh_line
    }

    /// Reads the parentheses and the arguments of a command.
    fn call(&mut self, name: Token) -> End {
        self.scratch.clear();
        let mut depth = 0_u32;
        let mut separation = Separation::Fine;
        let mut end = name.end;
        let mut line_start = false;
        let mut column = None;
        let mut careful = false;
        while let Some(token) = self.lexer.next() {
            if line_start && careful && self.starts_command(token, name, &mut column) {
                self.lexer.seek(token.start as usize);
                return End::NextCommand(end);
            }
            line_start = token.kind == TokenKind::Newline || line_start && token.kind == TokenKind::Space;
            match token.kind {
                TokenKind::Space | TokenKind::Newline => separation = Separation::Fine,
                TokenKind::LineComment => {}
                TokenKind::BracketComment => separation = Separation::Bracket,
                TokenKind::ParenLeft if end == name.end => {
                    end = token.end;
                    careful = self.unclosed.as_ref().is_some_and(|open| open.binary_search(&token.start).is_ok());
                }
                TokenKind::ParenRight if depth == 0 => return End::Closed(token.end),
                _ => {
                    depth = match token.kind {
                        TokenKind::ParenLeft => depth + 1,
                        TokenKind::ParenRight => depth - 1,
                        _ => depth,
                    };
                    separation = self.argument(token, separation);
                    end = token.end;
                }
            }
        }
        End::File(end)
    }

    /// Takes an argument, and gives how the next must be separated from it.
    fn argument(&mut self, token: Token, separation: Separation) -> Separation {
        let (kind, after) = match token.kind {
            TokenKind::ParenLeft => (ArgumentKind::Paren, Separation::Fine),
            TokenKind::ParenRight => (ArgumentKind::Paren, Separation::Argument),
            TokenKind::Quoted => (ArgumentKind::Quoted, Separation::Argument),
            TokenKind::Bracket => (ArgumentKind::Bracket, Separation::Bracket),
            TokenKind::Identifier | TokenKind::Unquoted => (ArgumentKind::Unquoted, Separation::Argument),
            kind => {
                self.error(open_message(kind).unwrap_or("this byte may not stand here"), token.range());
                return separation;
            }
        };
        let clash =
            separation == Separation::Bracket || separation == Separation::Argument && kind == ArgumentKind::Bracket;
        if clash && kind != ArgumentKind::Paren {
            self.error("not separated from what stands before by a blank", token.range());
        }
        let argument = self.arguments.argument(kind, token, &mut self.errors);
        self.scratch.push(argument);
        after
    }

    /// Whether `token`, the first of its line, looks like the command after the unfinished `open`: a name with a
    /// parenthesis that stands no deeper than that, or that is no keyword in capitals. `column` is that of `open`,
    /// counted when it is first needed, since its line may be long.
    fn starts_command(&self, token: Token, open: Token, column: &mut Option<usize>) -> bool {
        if token.kind != TokenKind::Identifier || !self.lexer.at_call() {
            return false;
        }
        let open_column = *column.get_or_insert_with(|| self.column(open));
        self.column(token) <= open_column || self.bytes[range(token)].iter().any(u8::is_ascii_lowercase)
    }

    fn column(&self, token: Token) -> usize {
        let before = &self.bytes[..token.start as usize];
        before.len() - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1)
    }
}

/// Where the opening parentheses stand that nothing closes, in order.
fn unclosed(lexer: Lexer<'_>) -> Vec<u32> {
    let mut open = Vec::new();
    for token in lexer {
        match token.kind {
            TokenKind::ParenLeft => open.push(token.start),
            TokenKind::ParenRight => _ = open.pop(),
            _ => {}
        }
    }
    open
}

fn range(token: Token) -> Range<usize> {
    token.start as usize..token.end as usize
}

/// What is wrong about a token that nothing closes.
fn open_message(kind: TokenKind) -> Option<&'static str> {
    match kind {
        TokenKind::OpenQuoted => Some("the quote has no closing `\"`"),
        TokenKind::OpenBracket => Some("the bracket argument has no closing bracket"),
        TokenKind::OpenBracketComment => Some("the bracket comment has no closing bracket"),
        TokenKind::ForeignEncoding => Some("the file starts with a byte-order mark that is not UTF-8"),
        _ => None,
    }
}

fn lower(name: &str) -> Box<str> {
    let mut lower: Box<str> = name.into();
    lower.make_ascii_lowercase();
    lower
}
