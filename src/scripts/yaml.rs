//! Descriptions of continuous integration in YAML: the scripts of GitHub's workflows and actions (`run`), of GitLab
//! (`script`, `before_script`, `after_script`), and the variables that surround them (`env`, `variables`).
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use super::facts::Reach;
use super::shell::Block;
use super::walk::{Walker, plain};
use super::word::{NOTHING, is_name};

/// Nodes within nodes that are followed.
const DEEPEST: usize = 48;
/// Nodes of a file.
const MOST: usize = 100_000;

/// Actions that set none of the variables that are watched here. `actions/setup-python`, for one, sets `LD_LIBRARY_PATH`.
const PLAIN_ACTIONS: &[&str] = &[
    "actions/checkout",
    "actions/cache",
    "actions/cache/restore",
    "actions/cache/save",
    "actions/upload-artifact",
    "actions/download-artifact",
];

enum Node {
    Scalar {
        value: String,
        range: Range<usize>,
        style: ScalarStyle,
    },
    Map(Vec<(usize, usize)>),
    List(Vec<usize>),
    /// An alias: not followed.
    Other,
}

/// Follows the scripts of a file.
pub(super) fn read(walker: &mut Walker, text: &str) {
    for (nodes, root) in documents(text) {
        let mut reader = Reader { nodes: &nodes, bytes: text.as_bytes(), elsewhere: false };
        reader.elsewhere = reader.begins_elsewhere();
        reader.visit(walker, root, 0);
    }
}

/// The documents of a text up to the first error, each with the number of its outermost node.
fn documents(text: &str) -> Vec<(Vec<Node>, usize)> {
    let lines: Vec<usize> =
        std::iter::once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1)).collect();
    let (mut out, mut nodes): (Vec<(Vec<Node>, usize)>, Vec<Node>) = (Vec::new(), Vec::new());
    // Open collections, each with the key that waits for its value.
    let mut open: Vec<(usize, Option<usize>)> = Vec::new();
    let mut parser = Parser::new_from_str(text);
    while let Some(Ok((event, span))) = parser.next_event() {
        let node = match event {
            Event::Scalar(value, style, _, _) => {
                Node::Scalar { value: value.into_owned(), range: bytes_of(text, &lines, &span), style }
            }
            Event::Alias(_) => Node::Other,
            Event::MappingStart(..) => Node::Map(Vec::new()),
            Event::SequenceStart(..) => Node::List(Vec::new()),
            Event::MappingEnd | Event::SequenceEnd => {
                open.pop();
                continue;
            }
            Event::DocumentEnd => {
                if !nodes.is_empty() {
                    out.push((std::mem::take(&mut nodes), 0));
                }
                continue;
            }
            _ => continue,
        };
        let number = nodes.len();
        let collection = matches!(node, Node::Map(_) | Node::List(_));
        nodes.push(node);
        if let Some((parent, key)) = open.last_mut() {
            match nodes.get_mut(*parent) {
                Some(Node::Map(entries)) => match key.take() {
                    Some(key) => entries.push((key, number)),
                    None => *key = Some(number),
                },
                Some(Node::List(items)) => items.push(number),
                _ => {}
            }
        }
        if collection {
            open.push((number, None));
        }
        if open.len() > DEEPEST || nodes.len() > MOST {
            return out;
        }
    }
    out
}

/// The bytes of a span, whose columns count characters.
fn bytes_of(text: &str, lines: &[usize], span: &Span) -> Range<usize> {
    let at = |line: usize, column: usize| {
        let start = lines.get(line.wrapping_sub(1)).copied().unwrap_or(text.len());
        let rest = text.get(start..).unwrap_or_default();
        rest.char_indices().nth(column).map_or(text.len(), |(offset, _)| start + offset)
    };
    let start = at(span.start.line(), span.start.col());
    start..at(span.end.line(), span.end.col()).max(start)
}

/// Whether a `ref` of a checkout is a version of its own, and not the one that the run is about (`${{ github.… }}`) or the branch that work
/// goes on in (docs of actions/checkout).
fn is_other_version(text: &str) -> bool {
    const OF_WORK: &[&str] = &["main", "master", "develop", "trunk", "HEAD", ""];
    let name = text.strip_prefix("refs/heads/").unwrap_or(text);
    !OF_WORK.contains(&name) && !text.contains("github.")
}

struct Reader<'a> {
    nodes: &'a [Node],
    bytes: &'a [u8],
    /// Where scripts begin is not known.
    elsewhere: bool,
}

impl Reader<'_> {
    fn scalar(&self, node: usize) -> Option<&str> {
        match self.nodes.get(node)? {
            Node::Scalar { value, .. } => Some(value),
            _ => None,
        }
    }

    fn visit(&self, walker: &mut Walker, node: usize, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match self.nodes.get(node) {
            Some(Node::Map(entries)) => {
                // What is set here holds within.
                walker.open(Block::Subshell);
                for &(key, value) in entries {
                    if matches!(self.scalar(key), Some("env" | "variables" | "environment")) {
                        self.environment(walker, value);
                    }
                    if matches!(self.scalar(key), Some("container" | "image")) {
                        walker.distrust();
                    }
                }
                for &(key, value) in entries {
                    match self.scalar(key) {
                        Some("run" | "script" | "before_script" | "after_script") => {
                            self.scripts(walker, value, self.value_of(entries, "working-directory"));
                        }
                        _ => self.visit(walker, value, depth + 1),
                    }
                }
                walker.close();
            }
            Some(Node::List(items)) => {
                for &item in items {
                    self.visit(walker, item, depth + 1);
                    if self.uses_unknown(item) {
                        walker.distrust();
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether a step runs an action that may set variables for later steps.
    fn uses_unknown(&self, step: usize) -> bool {
        let Some(Node::Map(entries)) = self.nodes.get(step) else { return false };
        let action =
            entries.iter().find(|(key, _)| self.scalar(*key) == Some("uses")).map(|(_, value)| self.scalar(*value));
        action.is_some_and(|action| {
            let name = action.and_then(|action| action.split('@').next()).unwrap_or_default();
            !PLAIN_ACTIONS.contains(&name)
        })
    }

    fn environment(&self, walker: &mut Walker, node: usize) {
        let Some(Node::Map(entries)) = self.nodes.get(node) else { return };
        for &(key, value) in entries {
            let name = self.scalar(key).filter(|name| is_name(name));
            if let (Some(name), Some(Node::Scalar { range, value, .. })) = (name, self.nodes.get(value)) {
                let mut word = plain(value.as_bytes(), 0..value.len());
                word.range = range.clone();
                if value.contains("${{") || value.contains('$') {
                    word.pieces = vec![super::word::Piece::Other(value.clone())];
                }
                walker.assign(name, &word, false, Reach::Exported, range, 0, false);
            }
        }
    }

    /// The value of a key.
    fn value_of(&self, entries: &[(usize, usize)], wanted: &str) -> Option<&str> {
        let (_, value) = entries.iter().find(|(key, _)| self.scalar(*key) == Some(wanted))?;
        Some(self.scalar(*value).unwrap_or("${{"))
    }

    /// Whether a default says where scripts begin, or the checkout is another repository, another version of this one or in a folder.
    fn begins_elsewhere(&self) -> bool {
        self.nodes.iter().any(|node| {
            let Node::Map(entries) = node else { return false };
            let child = |name: &str| {
                let (_, value) = entries.iter().find(|(key, _)| self.scalar(*key) == Some(name))?;
                match self.nodes.get(*value) {
                    Some(Node::Map(entries)) => Some(entries.as_slice()),
                    _ => None,
                }
            };
            let checkout = self.value_of(entries, "uses").is_some_and(|uses| uses.starts_with("actions/checkout"));
            let with = child("with").filter(|_| checkout).unwrap_or_default();
            let defaults = child("run").unwrap_or_default();
            ["repository", "path"].iter().any(|key| self.value_of(with, key).is_some())
                || self.value_of(with, "ref").is_some_and(is_other_version)
                || self.value_of(defaults, "working-directory").is_some()
        })
    }

    fn scripts(&self, walker: &mut Walker, node: usize, folder: Option<&str>) {
        match self.nodes.get(node) {
            Some(Node::Scalar { range, style, .. }) => {
                walker.open(Block::Subshell);
                walker.restart();
                if let Some(folder) = folder.or(self.elsewhere.then_some("${{")) {
                    let mut word = plain(folder.as_bytes(), 0..folder.len());
                    if folder.contains('$') {
                        word.pieces = vec![super::word::Piece::Other(folder.to_owned())];
                    }
                    walker.enter(&word);
                }
                self.script(walker, range, *style);
                walker.close();
            }
            // Lines of one shell.
            Some(Node::List(items)) => {
                walker.open(Block::Subshell);
                for &item in items {
                    if let Some(Node::Scalar { range, style, .. }) = self.nodes.get(item) {
                        self.script(walker, range, *style);
                    }
                }
                walker.close();
            }
            _ => {}
        }
    }

    fn script(&self, walker: &mut Walker, range: &Range<usize>, style: ScalarStyle) {
        let mut start = range.start;
        let mut text = self.bytes.get(range.clone()).unwrap_or_default().to_vec();
        match style {
            ScalarStyle::Literal | ScalarStyle::Folded => {
                // The line with the sign is none of the script.
                if matches!(text.first(), Some(b'|' | b'>')) {
                    let end = memchr::memchr(b'\n', &text).map_or(text.len(), |at| at + 1);
                    text.drain(..end);
                    start += end;
                }
                if style == ScalarStyle::Folded {
                    fold(&mut text);
                }
            }
            ScalarStyle::SingleQuoted => unquote(&mut text, b'\''),
            ScalarStyle::DoubleQuoted => unquote(&mut text, b'"'),
            ScalarStyle::Plain => fold(&mut text),
        }
        walker.run(&text, start);
    }
}

/// Line ends between lines of text become blanks.
fn fold(text: &mut [u8]) {
    let ends: Vec<usize> = memchr::memchr_iter(b'\n', text).collect();
    for end in ends {
        if text.get(end + 1).is_some_and(|next| !matches!(next, b'\n' | b'\r')) {
            text[end] = b' ';
        }
    }
}

/// Takes quotes and escapes away; as long as the text.
fn unquote(text: &mut [u8], quote: u8) {
    if let [first, .., last] = text
        && (*first, *last) == (quote, quote)
    {
        (*first, *last) = (NOTHING, NOTHING);
    }
    let mark = if quote == b'"' { b'\\' } else { quote };
    let mut at = 0;
    while at + 1 < text.len() {
        if text[at] == mark {
            text[at] = NOTHING;
            if mark == b'\\' && text[at + 1] == b'n' {
                text[at + 1] = b'\n';
            }
            at += 1;
        }
        at += 1;
    }
}
