//! What is called: loaders, lookups, programs, any function.
use std::ops::Range;

use super::GuardId;

/// What a call loads or looks up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LoadKind {
    /// A library is loaded.
    Open,
    /// A symbol is looked up.
    Symbol,
}

/// A call that loads a library or looks a symbol up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadCall {
    /// The name in the table: `dlopen`, `DynamicLibrary::getPermanentLibrary`.
    pub function: &'static str,
    /// What it does.
    pub kind: LoadKind,
    /// The file of an open.
    pub file: Option<Argument>,
    /// The symbol of a lookup.
    pub symbol: Option<Argument>,
    /// The handle of a lookup.
    pub handle: Option<Handle>,
    /// Flags that are named (`RTLD_NOW`), in their order; None when a flag is not written out.
    pub flags: Option<Vec<String>>,
    /// The result is thrown away.
    pub ignored: bool,
    /// Index in `functions` of the definition that it stands in; None in member functions inside their class.
    pub function_index: Option<usize>,
    /// The qualified name of the function, or the name of the macro, that it stands in; empty when it is not known.
    pub enclosing: String,
    /// It stands in a macro's body.
    pub in_macro: bool,
    /// When.
    pub guard: GuardId,
    /// From the name to the closing parenthesis.
    pub range: Range<u32>,
}

/// The handle of a lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Handle {
    /// NULL, `nullptr`, 0: on most systems the same as `RTLD_DEFAULT`.
    Null,
    /// `RTLD_DEFAULT`: the whole process.
    Default,
    /// `RTLD_NEXT`: what comes after the caller.
    Next,
    /// Anything else.
    Other,
}

/// An argument, as far as its text tells its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// Its source, cut off when it is long.
    pub text: String,
    /// What is known.
    pub value: ArgumentValue,
    /// Its bytes.
    pub range: Range<u32>,
}

/// The value of an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArgumentValue {
    /// NULL, `nullptr` or 0.
    Null,
    /// A literal, or a constant of the same file; several where the constant has several definitions.
    Literal(Vec<String>),
    /// Literal parts of an expression.
    Fragments(Vec<String>),
    /// Nothing.
    Opaque,
}

/// A call that runs a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessCall {
    /// The name in the table: `system`, `execvp`.
    pub function: &'static str,
    /// Its first argument.
    pub command: Option<Argument>,
    /// String literals of the function around it, which often builds the command.
    pub nearby: Vec<String>,
    /// The result is thrown away.
    pub ignored: bool,
    /// Index in `functions` of the definition that it stands in; None in member functions inside their class.
    pub function_index: Option<usize>,
    /// The qualified name of the function, or the name of the macro, that it stands in; empty when it is not known.
    pub enclosing: String,
    /// It stands in a macro's body.
    pub in_macro: bool,
    /// When.
    pub guard: GuardId,
    /// From the name to the closing parenthesis.
    pub range: Range<u32>,
}

/// What is done with an initialiser of LLVM.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LlvmUse {
    /// It is called.
    Call,
    /// It is declared.
    Declaration,
    /// It is defined.
    Definition,
}

/// An initialiser of LLVM (`llvm/Support/TargetSelect.h`, `llvm-c/Target.h`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LlvmInit {
    /// `LLVMInitializeX86TargetInfo`, `InitializeNativeTarget`, `InitializeAllTargets`.
    pub name: String,
    /// `X86`, `Native`, `All`.
    pub target: String,
    /// `TargetInfo`, `AsmPrinter`; `Target` for the bare form.
    pub component: String,
    /// Called, declared or defined.
    pub used: LlvmUse,
    /// When.
    pub guard: GuardId,
    /// The name.
    pub range: Range<u32>,
}

/// A macro with arguments between declarations: `INTERCEPT(cudaMalloc, void**, size_t)`. It may define anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invocation {
    /// The macro.
    pub name: String,
    /// Identifiers among its arguments, each once; names that it defines are often among them.
    pub words: Vec<String>,
    /// When.
    pub guard: GuardId,
    /// The name.
    pub range: Range<u32>,
}

/// A name that is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// As written, with its qualification: `f`, `ns::f`. Of an object, with the class that its function gives it: `Shape::area`.
    pub name: Box<str>,
    /// Of an object behind a pointer or a reference: a virtual function may be that of another class.
    pub through: bool,
    /// When.
    pub guard: GuardId,
    /// The first such call.
    pub range: Range<u32>,
}
