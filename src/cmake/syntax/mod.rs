//! Lexer and parser of the CMake language: lossless, with recovery per file (cmake-language(7)).
mod ast;

pub use ast::{
    Argument, ArgumentKind, Block, Command, CommandId, EnclosedKind, File, Namespace, Part, Statement, SyntaxError,
    Template,
};
