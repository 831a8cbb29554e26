//! From the sequence of commands to nested blocks.
use std::sync::Arc;

use super::ast::{Block, Command, CommandId, EnclosedKind, Statement};
use super::errors::Errors;

/// Blocks nested deeper than this are an error; their commands stand in no block.
pub(super) const MAX_BLOCK_DEPTH: usize = 500;

/// What a command does to the block structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Plain,
    Open(Kind),
    ElseIf,
    Else,
    Close(Kind),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    If,
    Enclosed(EnclosedKind),
}

/// The block commands and what they do, by name in lower case.
fn role(name: &str) -> Role {
    use EnclosedKind::{Block, Foreach, Function, Macro, While};
    match name {
        "if" => Role::Open(Kind::If),
        "elseif" => Role::ElseIf,
        "else" => Role::Else,
        "endif" => Role::Close(Kind::If),
        "foreach" => Role::Open(Kind::Enclosed(Foreach)),
        "endforeach" => Role::Close(Kind::Enclosed(Foreach)),
        "while" => Role::Open(Kind::Enclosed(While)),
        "endwhile" => Role::Close(Kind::Enclosed(While)),
        "function" => Role::Open(Kind::Enclosed(Function)),
        "endfunction" => Role::Close(Kind::Enclosed(Function)),
        "macro" => Role::Open(Kind::Enclosed(Macro)),
        "endmacro" => Role::Close(Kind::Enclosed(Macro)),
        "block" => Role::Open(Kind::Enclosed(Block)),
        "endblock" => Role::Close(Kind::Enclosed(Block)),
        _ => Role::Plain,
    }
}

/// The name of the command that ends a block.
fn closing_name(kind: Kind) -> &'static str {
    match kind {
        Kind::If => "endif",
        Kind::Enclosed(EnclosedKind::Foreach) => "endforeach",
        Kind::Enclosed(EnclosedKind::While) => "endwhile",
        Kind::Enclosed(EnclosedKind::Function) => "endfunction",
        Kind::Enclosed(EnclosedKind::Macro) => "endmacro",
        Kind::Enclosed(EnclosedKind::Block) => "endblock",
    }
}

const KINDS: usize = 6;

impl Kind {
    fn index(self) -> usize {
        match self {
            Self::If => 0,
            Self::Enclosed(kind) => 1 + kind as usize,
        }
    }
}

/// A block whose end has not come yet.
struct Frame {
    /// The opening command.
    head: CommandId,
    shape: Shape,
    /// The block that is being filled, unless there is an `else`.
    body: Block,
}

enum Shape {
    If { branches: Vec<(CommandId, Block)>, current: CommandId, otherwise: Option<(CommandId, Block)> },
    Enclosed(EnclosedKind),
}

impl Frame {
    fn new(head: CommandId, kind: Kind) -> Self {
        let shape = match kind {
            Kind::If => Shape::If { branches: Vec::new(), current: head, otherwise: None },
            Kind::Enclosed(kind) => Shape::Enclosed(kind),
        };
        Self { head, shape, body: Block::new() }
    }

    fn kind(&self) -> Kind {
        match self.shape {
            Shape::If { .. } => Kind::If,
            Shape::Enclosed(kind) => Kind::Enclosed(kind),
        }
    }

    fn body(&mut self) -> &mut Block {
        match &mut self.shape {
            Shape::If { otherwise: Some((_, block)), .. } => block,
            _ => &mut self.body,
        }
    }

    fn finish(self, end: Option<CommandId>) -> Statement {
        match self.shape {
            Shape::Enclosed(kind) => Statement::Enclosed { kind, head: self.head, body: Arc::new(self.body), end },
            Shape::If { mut branches, current, otherwise } => {
                // With an `else`, the last branch was stored when that came.
                if otherwise.is_none() {
                    branches.push((current, self.body));
                }
                branches.shrink_to_fit();
                Statement::If { branches, otherwise, end }
            }
        }
    }
}

/// Builds the blocks of a file, command by command.
pub(super) struct Blocks {
    top: Block,
    open: Vec<Frame>,
    /// How many blocks of each kind are open beyond the permitted depth.
    over: [u32; KINDS],
}

impl Blocks {
    pub(super) fn new() -> Self {
        Self { top: Block::new(), open: Vec::new(), over: [0; KINDS] }
    }

    /// Takes the next command.
    pub(super) fn add(&mut self, id: CommandId, command: &Command, errors: &mut Errors) {
        let role = role(&command.lower);
        if role == Role::Plain {
            if self.within_depth() {
                self.body().push(Statement::Command(id));
            }
            return;
        }
        match role {
            Role::Plain => {}
            Role::Open(kind) => self.open(id, kind, command, errors),
            Role::Close(kind) => self.close(id, kind, command, errors),
            Role::Else | Role::ElseIf if !self.within_depth() => {}
            Role::Else | Role::ElseIf => self.branch(id, role == Role::Else, command, errors),
        }
    }

    /// Whether no block beyond the permitted depth is open.
    fn within_depth(&self) -> bool {
        self.over == [0; KINDS]
    }

    fn body(&mut self) -> &mut Block {
        self.open.last_mut().map_or(&mut self.top, Frame::body)
    }

    fn open(&mut self, id: CommandId, kind: Kind, command: &Command, errors: &mut Errors) {
        if self.open.len() < MAX_BLOCK_DEPTH && self.within_depth() {
            self.open.push(Frame::new(id, kind));
            return;
        }
        if self.within_depth() {
            let message = format!("blocks are nested deeper than {MAX_BLOCK_DEPTH}: this one is not read");
            errors.push(message, command.name_range.clone());
        }
        self.over[kind.index()] += 1;
    }

    fn branch(&mut self, id: CommandId, is_else: bool, command: &Command, errors: &mut Errors) {
        let name = &command.lower;
        let Some(Frame { shape: Shape::If { branches, current, otherwise }, body, .. }) = self.open.last_mut() else {
            errors.push(format!("`{name}` does not stand directly in an `if` block"), command.name_range.clone());
            return;
        };
        if otherwise.is_some() {
            errors.push(format!("`{name}` comes after `else`"), command.name_range.clone());
            return;
        }
        branches.push((*current, std::mem::take(body)));
        if is_else {
            *otherwise = Some((id, Block::new()));
        } else {
            *current = id;
        }
    }

    fn close(&mut self, id: CommandId, kind: Kind, command: &Command, errors: &mut Errors) {
        if let Some(less) = self.over[kind.index()].checked_sub(1) {
            self.over[kind.index()] = less;
            return;
        }
        let Some(at) = self.open.iter().rposition(|open| open.kind() == kind) else {
            errors.push(format!("`{}` closes no block", command.lower), command.name_range.clone());
            return;
        };
        self.over = [0; KINDS];
        if at + 1 < self.open.len() {
            let missing = self.open.last().map_or("", |open| closing_name(open.kind()));
            errors.push(format!("`{}` comes before `{missing}`", command.lower), command.name_range.clone());
        }
        self.unwind(at + 1);
        if let Some(frame) = self.open.pop() {
            let statement = frame.finish(Some(id));
            self.body().push(statement);
        }
    }

    /// Ends the blocks from the depth `keep` on without their closing commands.
    fn unwind(&mut self, keep: usize) {
        while self.open.len() > keep {
            if let Some(frame) = self.open.pop() {
                let statement = frame.finish(None);
                self.body().push(statement);
            }
        }
    }

    /// The blocks of the whole file.
    pub(super) fn finish(mut self, commands: &[Command], errors: &mut Errors) -> Block {
        for frame in &self.open {
            if let Some(head) = commands.get(frame.head.0 as usize) {
                let message = format!("`{}` has no `{}`", head.lower, closing_name(frame.kind()));
                errors.push(message, head.name_range.clone());
            }
        }
        self.unwind(0);
        self.top
    }
}
