//! The syntax of generator expressions.
//!
//! Source: cmake-generator-expressions(7). `$<name>` or `$<name:argument,argument>`, each part of which may hold further
//! expressions. A `$<` without its `>` is plain text, and so are `:`, `,` and `>` where they have no meaning. What
//! expressions evaluate to is not known here.
use std::ops::Range;

use super::list;

/// A piece of a text with generator expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Plain text; two of these never follow each other.
    Text(String),
    /// `$<...>`.
    Expression(Expression),
}

/// One generator expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// What stands before the first colon. For a condition this is an expression itself.
    pub name: Vec<Piece>,
    /// What stands after it, separated by commas; none without a colon. Where CMake takes a last argument as it stands,
    /// such as the value of a condition, its commas do not separate.
    pub arguments: Vec<Vec<Piece>>,
    /// The bytes of the parsed text which the expression covers.
    pub range: Range<usize>,
}

impl Expression {
    /// The name when it is plain text.
    pub fn literal_name(&self) -> Option<&str> {
        match &self.name[..] {
            [] => Some(""),
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// Whether the name decides if the value is taken: `0`, `1`, or an expression.
    pub fn is_condition(&self) -> bool {
        self.literal_name().is_none_or(|name| matches!(name, "0" | "1"))
    }

    /// The arguments from an index on as one, with the commas between them.
    pub fn joined_from(&self, index: usize) -> Vec<Piece> {
        join(self.arguments.get(index..).unwrap_or_default())
    }
}

/// Expressions whose last argument is taken as it stands, with its number from 1.
const WHOLE_ARGUMENT: [(&str, usize); 12] = [
    ("0", 1),
    ("1", 1),
    ("BUILD_INTERFACE", 1),
    ("INSTALL_INTERFACE", 1),
    ("BUILD_LOCAL_INTERFACE", 1),
    ("LOWER_CASE", 1),
    ("UPPER_CASE", 1),
    ("MAKE_C_IDENTIFIER", 1),
    ("TARGET_NAME", 1),
    ("GENEX_EVAL", 1),
    ("TARGET_GENEX_EVAL", 2),
    ("JOIN", 2),
];

/// Expressions nested deeper are taken as text.
const MAX_DEPTH: usize = 100;

/// An expression whose end is not reached yet.
struct Open {
    start: usize,
    name: Vec<Piece>,
    arguments: Vec<Vec<Piece>>,
}

impl Open {
    fn current(&mut self) -> &mut Vec<Piece> {
        self.arguments.last_mut().unwrap_or(&mut self.name)
    }

    /// What the expression is without its end.
    fn into_text(self) -> Vec<Piece> {
        let mut pieces = vec![Piece::Text("$<".to_owned())];
        extend(&mut pieces, self.name);
        if !self.arguments.is_empty() {
            push_text(&mut pieces, ":");
            extend(&mut pieces, join(&self.arguments));
        }
        pieces
    }

    fn close(self, end: usize) -> Piece {
        let mut expression = Expression { name: self.name, arguments: self.arguments, range: self.start..end };
        let whole = match expression.literal_name() {
            None => Some(1),
            Some(name) => WHOLE_ARGUMENT.iter().find(|(known, _)| *known == name).map(|(_, number)| *number),
        };
        if let Some(number) = whole.filter(|number| expression.arguments.len() > *number) {
            let last = expression.joined_from(number - 1);
            expression.arguments.truncate(number - 1);
            expression.arguments.push(last);
        }
        Piece::Expression(expression)
    }
}

/// Parses a text. [`write()`] gives the text back.
pub fn parse(text: &str) -> Vec<Piece> {
    let mut top: Vec<Piece> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['$', '>', ':', ',']) {
        let (plain, tail) = rest.split_at_checked(at).unwrap_or((rest, ""));
        push_text(open.last_mut().map_or(&mut top, Open::current), plain);
        let position = text.len() - tail.len();
        let token = tail.get(..1).unwrap_or_default();
        rest = tail.get(1..).unwrap_or_default();
        let opens = token == "$" && rest.starts_with('<') && open.len() < MAX_DEPTH;
        match (token, open.last_mut()) {
            _ if opens => {
                open.push(Open { start: position, name: Vec::new(), arguments: Vec::new() });
                rest = rest.get(1..).unwrap_or_default();
            }
            (">", Some(_)) => {
                if let Some(expression) = open.pop() {
                    let piece = expression.close(position + 1);
                    open.last_mut().map_or(&mut top, Open::current).push(piece);
                }
            }
            (":", Some(expression)) if expression.arguments.is_empty() => expression.arguments.push(Vec::new()),
            (",", Some(expression)) if !expression.arguments.is_empty() => expression.arguments.push(Vec::new()),
            (_, Some(expression)) => push_text(expression.current(), token),
            (_, None) => push_text(&mut top, token),
        }
    }
    push_text(open.last_mut().map_or(&mut top, Open::current), rest);
    while let Some(expression) = open.pop() {
        let pieces = expression.into_text();
        extend(open.last_mut().map_or(&mut top, Open::current), pieces);
    }
    top
}

/// Whether a text has an expression.
pub fn has_expression(text: &str) -> bool {
    text.contains("$<") && parse(text).iter().any(|piece| matches!(piece, Piece::Expression(_)))
}

/// The text of parsed pieces.
pub fn write(pieces: &[Piece]) -> String {
    let mut output = String::new();
    write_to(pieces, &mut output);
    output
}

fn write_to(pieces: &[Piece], output: &mut String) {
    for piece in pieces {
        match piece {
            Piece::Text(text) => output.push_str(text),
            Piece::Expression(expression) => {
                output.push_str("$<");
                write_to(&expression.name, output);
                for (index, argument) in expression.arguments.iter().enumerate() {
                    output.push(if index == 0 { ':' } else { ',' });
                    write_to(argument, output);
                }
                output.push('>');
            }
        }
    }
}

fn push_text(pieces: &mut Vec<Piece>, text: &str) {
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(last)) => last.push_str(text),
        _ => pieces.push(Piece::Text(text.to_owned())),
    }
}

fn extend(pieces: &mut Vec<Piece>, more: Vec<Piece>) {
    for piece in more {
        match piece {
            Piece::Text(text) => push_text(pieces, &text),
            expression @ Piece::Expression(_) => pieces.push(expression),
        }
    }
}

fn join(arguments: &[Vec<Piece>]) -> Vec<Piece> {
    let mut joined = Vec::new();
    for (index, argument) in arguments.iter().enumerate() {
        if index > 0 {
            push_text(&mut joined, ",");
        }
        extend(&mut joined, argument.clone());
    }
    joined
}

/// The elements of a list in whose expressions semicolons do not separate, as when a property is evaluated as a whole.
///
/// Empty elements are dropped. A semicolon after a backslash stays escaped: see [`list::unescape`].
pub fn split_list(text: &str) -> Vec<&str> {
    if !text.contains("$<") {
        return list::split_raw(text).into_iter().filter(|element| !element.is_empty()).collect();
    }
    let mut splitter = list::Splitter::default();
    let mut start = 0;
    let mut elements = Vec::new();
    let mut at = 0;
    for piece in parse(text) {
        match piece {
            Piece::Expression(expression) => {
                splitter.skip();
                at = expression.range.end;
            }
            Piece::Text(plain) => {
                for byte in plain.bytes() {
                    if splitter.separates(byte) {
                        elements.push(text.get(start..at).unwrap_or_default());
                        start = at + 1;
                    }
                    at += 1;
                }
            }
        }
    }
    elements.push(text.get(start..).unwrap_or_default());
    elements.retain(|element| !element.is_empty());
    elements
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The tree with `{` `}` around expressions, `:` after the name, `|` between arguments.
    fn shape(pieces: &[Piece]) -> String {
        let one = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Expression(e) if e.arguments.is_empty() => format!("{{{}}}", shape(&e.name)),
            Piece::Expression(e) => {
                let arguments: Vec<String> = e.arguments.iter().map(|a| shape(a)).collect();
                format!("{{{}:{}}}", shape(&e.name), arguments.join("|"))
            }
        };
        pieces.iter().map(one).collect()
    }

    #[test]
    fn expressions_are_parsed_as_cmake_parses() {
        for (text, expected) in [
            ("a$<b>c", "a{b}c"),
            ("$<>", "{}"),
            ("$<a:>", "{a:}"),
            ("$<A:b,c,>", "{A:b|c|}"),
            ("$<A:b:c,d:e>", "{A:b:c|d:e}"),
            ("$<a,b:c>", "{a,b:c}"),
            ("$<1:a,b>", "{1:a,b}"),
            ("$<$<CONFIG:Debug,Release>:a,b;c>", "{{CONFIG:Debug|Release}:a,b;c}"),
            ("$<BUILD_INTERFACE:a,b>", "{BUILD_INTERFACE:a,b}"),
            ("$<JOIN:a;b,,,>", "{JOIN:a;b|,,}"),
            ("$<IF:$<BOOL:x>,a,b>", "{IF:{BOOL:x}|a|b}"),
            ("$<A:$<B>,$<C:d>>e", "{A:{B}|{C:d}}e"),
            ("a>b:c,d", "a>b:c,d"),
            ("$<a:b", "$<a:b"),
            ("x$<a:$<b>,$<c", "x$<a:{b},$<c"),
            ("$<$<a>:b,c", "$<{a}:b,c"),
            ("$$<a>$", "${a}$"),
            ("$<COMMA>$<SEMICOLON>$<ANGLE-R>", "{COMMA}{SEMICOLON}{ANGLE-R}"),
            ("$ <a>", "$ <a>"),
        ] {
            assert_eq!(shape(&parse(text)), expected, "{text}");
        }
    }

    #[test]
    fn ranges_and_names_are_those_of_the_text() {
        let text = "é$<$<BOOL:x>:y>z";
        let [Piece::Text(_), Piece::Expression(outer), Piece::Text(_)] = &parse(text)[..] else { panic!() };
        assert_eq!(&text[outer.range.clone()], "$<$<BOOL:x>:y>");
        assert!(outer.is_condition() && outer.literal_name().is_none());
        let [Piece::Expression(inner)] = &outer.name[..] else { panic!() };
        assert_eq!(&text[inner.range.clone()], "$<BOOL:x>");
        assert_eq!(inner.literal_name(), Some("BOOL"));
        assert!(!inner.is_condition());
    }

    #[test]
    fn deep_nesting_is_bounded() {
        let text = format!("{}a{}", "$<x:".repeat(50_000), ">".repeat(50_000));
        assert_eq!(write(&parse(&text)), text);
    }

    #[test]
    fn semicolons_inside_expressions_do_not_separate() {
        assert_eq!(split_list("a;$<b;c>d;;e\\;f"), ["a", "$<b;c>d", "e\\;f"]);
        assert_eq!(split_list("$<1:a;b>$<1:c;d>;e"), ["$<1:a;b>$<1:c;d>", "e"]);
        assert_eq!(split_list("$<a;b;c"), ["$<a", "b", "c"]);
        assert_eq!(split_list("[a;$<b>];c"), ["[a;$<b>]", "c"]);
        assert_eq!(split_list("a;;b"), ["a", "b"]);
        assert_eq!(split_list("\\$<a>;b"), ["\\$<a>", "b"]);
        assert!(split_list("").is_empty());
    }

    proptest! {
        #[test]
        fn writing_gives_the_text_back(text in "(\\$<|[a0$<>:,;é]){0,24}") {
            prop_assert_eq!(write(&parse(&text)), text);
        }

        #[test]
        fn texts_do_not_follow_each_other(text in "(\\$<|[a$<>:,]){0,24}") {
            let pieces = parse(&text);
            prop_assert!(!pieces.windows(2).any(|w| matches!(w, [Piece::Text(_), Piece::Text(_)])));
        }

        #[test]
        fn elements_are_parts_of_the_text(text in "(\\$<|[a$<>;\\[\\]\\\\]){0,24}") {
            let without = |text: &str| text.replace(';', "");
            prop_assert_eq!(without(&split_list(&text).concat()), without(&text));
        }
    }
}
