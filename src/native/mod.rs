//! What the sources of the C family say, read as text: nothing is preprocessed, no header is opened.
//!
//! [`scan`] reads one file into [`FileFacts`]; [`Scan::run`] reads many in parallel and skips those without a trigger word.
//! Every fact has the condition of the preprocessor under which it holds ([`Guards`]); [`Guards::evaluate`] decides it as
//! far as the macros of a compilation are known. Declarations are read by heuristics over tokens, not by a C++ front end:
//! what is not sure is left out.
#![allow(clippy::similar_names, reason = "`list` and `last` are the plain words for what they name")]

mod attribute_macros;
mod attributes;
mod body;
mod class_head;
mod condition;
mod declaration;
mod declared;
pub mod elf;
mod enclosing;
mod error_directive;
mod export_macro;
mod facts;
mod follow;
mod guard;
mod keywords;
pub mod lexer;
mod linkage;
mod locals;
mod namespace_head;
mod natives;
mod objects;
mod old_style;
mod prefilter;
mod preprocessor;
mod scan;
mod tables;
#[cfg(test)]
mod tests;
mod view;
mod walker;
mod words;

pub use enclosing::{Enclosing, end_of_literal};
pub use error_directive::first_error;
pub use facts::{
    Argument, ArgumentValue, Attributes, Class, ClassUse, ClassUseKind, Effect, ExportAlternative, ExportMacro, Field,
    FileFacts, Function, Handle, Held, Include, Invocation, Language, Linkage, LlvmInit, LlvmUse, LoadCall, LoadKind,
    MacroDef, Pragma, ProcessCall, Registration, RegistrationKind, SectionUse, SymVer, Use, Variable, Visibility,
};
pub use guard::{Comparison, Guard, GuardId, Guards, Known, MAX_DEPTH, Operator, Value, ValueId};
pub use natives::{FileIndex, NativeFile, Natives};
pub use prefilter::{Triggers, triggers};
pub use scan::{Scan, language, scan};
pub use tables::{Registry, completes_names, registry};
pub use words::count_word;
