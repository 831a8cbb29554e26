//! The syntax tree: commands with byte spans, in blocks, with argument templates decoded once.
use std::ops::Range;
use std::sync::Arc;

use crate::source::FileId;

/// One parsed file.
#[derive(Debug)]
pub struct File {
    /// The file it was read from.
    pub id: FileId,
    /// Every command in the order of the text.
    pub commands: Vec<Command>,
    /// The commands as nested blocks.
    pub body: Block,
    /// What could not be read; the rest of the tree is good.
    pub errors: Vec<SyntaxError>,
}

impl File {
    /// The command that holds a range of the file; commands stand one behind the other.
    pub fn command_over(&self, range: std::ops::Range<u32>) -> Option<usize> {
        let at = self.commands.partition_point(|command| command.range.end < range.end);
        self.commands.get(at).filter(|command| command.range.start <= range.start).map(|_| at)
    }
}

/// Statements that run one after another.
pub type Block = Vec<Statement>;

/// Index into [`File::commands`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CommandId(pub u32);

/// A command or a block command with what it encloses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// Any other command.
    Command(CommandId),
    /// `if` … `endif`.
    If {
        /// `if` and each `elseif` with its block.
        branches: Vec<(CommandId, Block)>,
        /// `else` with its block.
        otherwise: Option<(CommandId, Block)>,
        /// `endif`; absent when the file ends before it.
        end: Option<CommandId>,
    },
    /// `foreach`, `while`, `function`, `macro`, `block`.
    Enclosed {
        /// Which of them.
        kind: EnclosedKind,
        /// The opening command.
        head: CommandId,
        /// What stands inside; shared, since function bodies outlive the walk.
        body: Arc<Block>,
        /// The closing command; absent when the file ends before it.
        end: Option<CommandId>,
    },
}

/// The block commands other than `if`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EnclosedKind {
    /// `foreach`
    Foreach,
    /// `while`
    While,
    /// `function`
    Function,
    /// `macro`
    Macro,
    /// `block`
    Block,
}

/// One command invocation.
#[derive(Debug, Clone)]
pub struct Command {
    /// The name as written.
    pub name: Box<str>,
    /// The name in lower case, by which commands are found.
    pub lower: Box<str>,
    /// Bytes of the name.
    pub name_range: Range<u32>,
    /// Bytes from the name to the closing parenthesis.
    pub range: Range<u32>,
    /// The arguments; nested parentheses are arguments of kind [`ArgumentKind::Paren`], as CMake passes them.
    pub arguments: Vec<Argument>,
}

/// One argument.
#[derive(Debug, Clone)]
pub struct Argument {
    /// How it is written.
    pub kind: ArgumentKind,
    /// Bytes, quotes and brackets included.
    pub range: Range<u32>,
    /// The value with its references.
    pub template: Template,
}

/// How an argument is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArgumentKind {
    /// `[=[text]=]`: neither escapes nor references.
    Bracket,
    /// `"text"`
    Quoted,
    /// `text`, split at semicolons after expansion (legacy forms such as `-Da="b c"` included).
    Unquoted,
    /// A nested `(` or `)`.
    Paren,
}

/// Text with references, escapes decoded (`\;` of an unquoted argument stays as written: it is decoded when
/// the list is split, cmake-language(7)).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Template(pub Vec<Part>);

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Plain text.
    Literal(Box<str>),
    /// `${…}`, `$ENV{…}` or `$CACHE{…}`; the name may hold references again.
    Reference(Namespace, Template),
}

/// Where a reference looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Namespace {
    /// `${…}`: variables, then the cache.
    Variable,
    /// `$ENV{…}`
    Environment,
    /// `$CACHE{…}`
    Cache,
}

impl Template {
    /// The text when it holds no reference.
    pub fn literal(&self) -> Option<&str> {
        match self.0.as_slice() {
            [] => Some(""),
            [Part::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// The name of the variable where the text is one `${…}` and no more.
    pub fn reference(&self) -> Option<&str> {
        match self.0.as_slice() {
            [Part::Reference(Namespace::Variable, name)] => name.literal(),
            _ => None,
        }
    }

    /// Whether the text, whose references may stand for anything, can be a name.
    pub fn may_be(&self, name: &str) -> bool {
        let (parts, mut rest) = (&self.0, name);
        for (at, part) in parts.iter().enumerate() {
            let Part::Literal(text) = part else { continue };
            let found = if at == 0 {
                rest.starts_with(&**text).then_some(0)
            } else if at + 1 == parts.len() {
                rest.ends_with(&**text).then(|| rest.len() - text.len())
            } else {
                rest.find(&**text)
            };
            let Some(found) = found else { return false };
            rest = &rest[found + text.len()..];
        }
        rest.is_empty() || !matches!(parts.last(), Some(Part::Literal(_)))
    }
}

/// A place that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong, in words.
    pub message: String,
    /// Where.
    pub range: Range<u32>,
}
