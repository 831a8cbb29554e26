//! Files of the input: bytes, spans, positions, and the sandbox that bounds what may be read.
mod folders;
mod map;
mod sandbox;
mod submodules;

pub use folders::{Purpose, is_stand_in, purpose, purposes};
pub use map::{FileId, LineColumn, SourceFile, SourceMap, Span};
pub use sandbox::{ReadError, Sandbox, normalize};
pub use submodules::absent_submodules;
