//! Lexer and parser of the CMake language: lossless, with recovery per file (cmake-language(7)).
mod argument;
mod ast;
mod blocks;
mod errors;
mod lexer;
mod parser;
mod template;
#[cfg(test)]
mod tests;

pub use argument::raw_text;
pub use ast::{
    Argument, ArgumentKind, Block, Command, CommandId, EnclosedKind, File, Namespace, Part, Statement, SyntaxError,
    Template,
};
pub use lexer::{LIMIT, Token, TokenKind, tokens};
pub use parser::parse;
pub use template::{configure_template, has_lone_placeholder, literal_text, template, without_init};
