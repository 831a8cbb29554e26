//! The facts of one file. Ranges are bytes of the file; guards are entries of its [`Guards`] table.
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::guard::{GuardId, Guards};
use crate::symbols::Symbol;

/// The language of a file, by its suffix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// C: functions have C linkage.
    C,
    /// C++.
    Cxx,
    /// CUDA or HIP.
    Cuda,
    /// Objective-C and Objective-C++.
    ObjectiveC,
    /// A header, read by C or C++: what is not under `extern "C"` has the linkage of the file that includes it.
    Header,
}

/// All that a file says.
#[derive(Debug, Clone, Default)]
pub struct FileFacts {
    /// By the file's suffix; None for suffixes that are not known (read as C++).
    pub language: Option<Language>,
    /// The conditions that the facts' guards name.
    pub guards: Guards,
    /// `#include`.
    pub includes: Vec<Include>,
    /// `#define`, in the order of the file.
    pub macros: Vec<MacroDef>,
    /// Pragmas that matter to the link.
    pub pragmas: Vec<Pragma>,
    /// Macros that decide about the visibility of what they stand before.
    pub export_macros: Vec<ExportMacro>,
    /// Loading of libraries and looking up of symbols.
    pub loads: Vec<LoadCall>,
    /// Programs that are run.
    pub processes: Vec<ProcessCall>,
    /// Functions at namespace scope, and out-of-line members.
    pub functions: Vec<Function>,
    /// Variables at namespace scope, and out-of-line static members.
    pub variables: Vec<Variable>,
    /// Classes at namespace scope and inside such classes.
    pub classes: Vec<Class>,
    /// Uses of classes that need their type information or virtual table.
    pub class_uses: Vec<ClassUse>,
    /// What runs before `main` or registers itself.
    pub registrations: Vec<Registration>,
    /// Variables in a section of their own.
    pub sections: Vec<SectionUse>,
    /// `.symver` directives in assembly.
    pub symvers: Vec<SymVer>,
    /// Calls, declarations and definitions of LLVM's initialisers.
    pub llvm: Vec<LlvmInit>,
    /// Names that are called, each once for a guard.
    pub uses: Vec<Use>,
    /// Macros with arguments between declarations: what they define is not known.
    pub invocations: Vec<Invocation>,
    /// `using namespace` between declarations: the namespaces, as named there, each with the namespace around it.
    pub usings: Vec<(String, String)>,
    /// Namespaces that are opened as `inline`: what is in them is named without them, too.
    pub inline_namespaces: Vec<String>,
    /// The file holds more facts than are kept; it was not read to its end.
    pub truncated: bool,
}

impl FileFacts {
    /// A qualified name without the inline namespaces of this file, as users write it; None where it stands in none.
    pub fn without_inline(&self, qualified: &str) -> Option<String> {
        let mut name: Option<String> = None;
        let mut inline: Vec<&String> = self.inline_namespaces.iter().collect();
        inline.sort_by_key(|space| std::cmp::Reverse(space.len()));
        for space in inline {
            let now = name.as_deref().unwrap_or(qualified);
            let Some(rest) = now.strip_prefix(space.as_str()).and_then(|rest| rest.strip_prefix("::")) else {
                continue;
            };
            name = Some(match space.rsplit_once("::") {
                Some((outer, _)) => format!("{outer}::{rest}"),
                None => rest.to_owned(),
            });
        }
        name
    }

    /// Whether a macro between declarations may define a symbol of this name: it stands among the arguments, or a part of
    /// it does that the macro may complete.
    pub fn may_define(&self, name: &str) -> bool {
        let part_of = |word: &String| word == name || (word.len() >= 3 && name.contains(word.as_str()));
        self.invocations.iter().any(|invocation| invocation.words.iter().any(part_of))
    }

    /// Calls of functions that this file neither defines nor expands as a macro of its own: what it needs from others, as far
    /// as names tell. The last part of a qualified name decides.
    pub fn needed(&self) -> impl Iterator<Item = &Use> {
        let own: FxHashSet<&str> = self
            .functions
            .iter()
            .filter(|function| function.is_definition)
            .map(|function| function.name.as_str())
            .chain(self.macros.iter().map(|definition| definition.name.as_str()))
            .chain(self.classes.iter().map(|class| class.name.as_str()))
            .collect();
        self.uses.iter().filter(move |used| {
            let last = used.name.rsplit(':').next().unwrap_or_default();
            !own.contains(last)
        })
    }

    /// The number of facts that grow with the code.
    pub(super) fn len(&self) -> usize {
        self.functions.len()
            + self.variables.len()
            + self.classes.len()
            + self.class_uses.len()
            + self.registrations.len()
            + self.loads.len()
            + self.processes.len()
            + self.uses.len()
            + self.invocations.len()
    }
}

/// `#include` with a literal path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Include {
    /// As written.
    pub path: String,
    /// `"..."` (true) or `<...>`.
    pub quoted: bool,
    /// When.
    pub guard: GuardId,
    /// The path with its quotes.
    pub range: Range<u32>,
}

/// `#define`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MacroDef {
    /// The macro.
    pub name: String,
    /// Of a function-like macro.
    pub parameters: Option<Vec<String>>,
    /// Comments out, white space as one space. None when it is long.
    pub body: Option<String>,
    /// When.
    pub guard: GuardId,
    /// The whole line.
    pub range: Range<u32>,
}

/// A pragma that matters to the link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pragma {
    /// `weak`, `lib` or `linker` (the two of `#pragma comment`).
    pub kind: &'static str,
    /// The symbol, the library, or the linker's option.
    pub text: String,
    /// When.
    pub guard: GuardId,
    /// The whole line.
    pub range: Range<u32>,
}

/// Visibility in ELF, and what Windows has in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Visibility {
    /// `default`.
    Default,
    /// `hidden`.
    Hidden,
    /// `protected`.
    Protected,
    /// `internal`.
    Internal,
    /// `__declspec(dllexport)`.
    DllExport,
    /// `__declspec(dllimport)`.
    DllImport,
}

impl Visibility {
    /// Reads `default`, `"hidden"`, `dllexport` and so on.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        let text = text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\"")).unwrap_or(text);
        Some(match text {
            b"default" => Self::Default,
            b"hidden" => Self::Hidden,
            b"protected" => Self::Protected,
            b"internal" => Self::Internal,
            b"dllexport" | b"__dllexport__" => Self::DllExport,
            b"dllimport" | b"__dllimport__" => Self::DllImport,
            _ => return None,
        })
    }

    /// Whether other modules see it.
    pub fn is_exported(self) -> bool {
        matches!(self, Self::Default | Self::Protected | Self::DllExport)
    }
}

/// A macro that stands before declarations and decides about their visibility, at least in one of its definitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportMacro {
    /// The macro.
    pub name: String,
    /// Its definitions, in the order of the file.
    pub alternatives: Vec<ExportAlternative>,
}

/// One definition of an export macro.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportAlternative {
    /// When.
    pub guard: GuardId,
    /// What it does.
    pub effect: Effect,
    /// It also says `extern "C"`.
    pub extern_c: bool,
    /// The whole line.
    pub range: Range<u32>,
}

/// What an export macro does to a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Gives it a visibility.
    Visibility(Visibility),
    /// Makes it inline (`inline`, `static inline`): no symbol unless used.
    Inline,
    /// Makes it `static`: no symbol for others.
    Static,
    /// Nothing.
    Empty,
    /// Whatever another macro does.
    Alias(String),
    /// Something else; the text.
    Other(String),
}

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

/// Linkage of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Linkage {
    /// `extern "C"`, or a C file.
    C,
    /// C++.
    Cxx,
    /// A header without `extern "C"`: what the including file has.
    Included,
}

/// What stands before a function, a variable or a class.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each says one thing that the source says or not")]
pub struct Attributes {
    /// `__attribute__((visibility(...)))`, `__declspec(dllexport)` and the like, written out.
    pub visibility: Option<Visibility>,
    /// `#pragma GCC visibility push(...)` that holds here.
    pub pragma_visibility: Option<Visibility>,
    /// Macros before (or after) the declarator: `FOO_API`.
    pub macros: Vec<String>,
    /// `weak`.
    pub weak: bool,
    /// `used`.
    pub used: bool,
    /// `retain`.
    pub retain: bool,
    /// `constructor` or `destructor`.
    pub constructor: bool,
    /// `alias("...")`, `ifunc("...")`: another symbol defines it.
    pub alias: Option<String>,
    /// `section("...")`.
    pub section: Option<String>,
    /// `asm("name")`: the name in the object file.
    pub asm_name: Option<String>,
    /// `symver("name@VERSION")`.
    pub symver: Option<String>,
}

/// A function at namespace scope, or a member that is defined outside its class.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each says one thing that the source says or not")]
pub struct Function {
    /// The last name.
    pub name: String,
    /// With its namespaces and classes; an anonymous namespace is `(anonymous namespace)`.
    pub qualified: String,
    /// C or C++. A definition takes the linkage of a declaration before it; [`super::Scan`] follows those in included headers.
    pub linkage: Linkage,
    /// It has a body.
    pub is_definition: bool,
    /// `static`, or in an anonymous namespace: no symbol for others.
    pub internal: bool,
    /// `inline`, `constexpr`, `consteval`.
    pub inline: bool,
    /// A template or a member of one: emitted where it is used.
    pub template: bool,
    /// A member function that is defined outside its class.
    pub member: bool,
    /// A const member function.
    pub constant: bool,
    /// `__device__` without `__host__`, or `__global__`.
    pub device: bool,
    /// What stands before it.
    pub attributes: Attributes,
    /// When.
    pub guard: GuardId,
    /// The name.
    pub range: Range<u32>,
    /// The whole declaration, or the head of a definition.
    pub head: Range<u32>,
}

impl Function {
    /// Its symbol. None for templates and for functions that give no symbol to others.
    pub fn symbol(&self) -> Option<Symbol> {
        if self.internal || self.template {
            return None;
        }
        if let Some(name) = &self.attributes.asm_name {
            return Some(Symbol::object(name));
        }
        Some(match self.linkage {
            Linkage::C => Symbol::c(&self.name),
            _ if self.qualified == "main" => Symbol::c("main"),
            Linkage::Cxx | Linkage::Included => Symbol::function(&self.qualified, self.constant),
        })
    }
}

/// A variable at namespace scope, or a static member that is defined outside its class.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each says one thing that the source says or not")]
pub struct Variable {
    /// The last name.
    pub name: String,
    /// With its namespaces and classes.
    pub qualified: String,
    /// C or C++.
    pub linkage: Linkage,
    /// It is defined here (no `extern`, or with a value).
    pub is_definition: bool,
    /// In C: without `extern` and without a value, which `-fcommon` makes a common symbol.
    pub tentative: bool,
    /// `static`, `const` at namespace scope of C++, or in an anonymous namespace.
    pub internal: bool,
    /// `inline` or `constexpr`.
    pub inline: bool,
    /// A template or a member of one.
    pub template: bool,
    /// `const` or `constexpr`.
    pub constant: bool,
    /// `thread_local`, `__thread`.
    pub thread_local: bool,
    /// What stands before it.
    pub attributes: Attributes,
    /// When.
    pub guard: GuardId,
    /// The name.
    pub range: Range<u32>,
}

impl Variable {
    /// Its symbol. None for templates and for variables that give no symbol to others.
    pub fn symbol(&self) -> Option<Symbol> {
        if self.internal || self.template {
            return None;
        }
        if let Some(name) = &self.attributes.asm_name {
            return Some(Symbol::object(name));
        }
        Some(if self.linkage == Linkage::C { Symbol::c(&self.name) } else { Symbol::variable(&self.qualified) })
    }
}

/// A class with its body.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each says one thing that the source says or not")]
pub struct Class {
    /// Its name.
    pub name: String,
    /// With its namespaces and classes.
    pub qualified: String,
    /// A template, or inside one.
    pub template: bool,
    /// In an anonymous namespace.
    pub internal: bool,
    /// A member function is declared `virtual`, `override` or `final`.
    pub polymorphic: bool,
    /// The first virtual function that is neither pure nor inline: where it is defined, the virtual table is.
    /// None when there is none, so that every user emits the virtual table as a weak symbol.
    pub key_function: Option<String>,
    /// Member functions that are declared without a body, `= default` or `= delete`: others must define them.
    pub out_of_line: Vec<String>,
    /// Member functions with a macro or an attribute that exports them, while the class has none.
    pub exported_members: Vec<String>,
    /// As written, template arguments included.
    pub bases: Vec<String>,
    /// What stands between `class` and the name.
    pub attributes: Attributes,
    /// When.
    pub guard: GuardId,
    /// The name.
    pub range: Range<u32>,
}

/// How a class is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClassUseKind {
    /// `dynamic_cast<T>`.
    DynamicCast,
    /// `typeid(T)`.
    TypeId,
    /// `throw T(...)`.
    Throw,
    /// `catch (T ...)`.
    Catch,
    /// `new T`, `make_unique<T>`, `make_shared<T>`.
    Construct,
    /// A base of a class.
    Derive,
}

/// A use of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassUse {
    /// How.
    pub kind: ClassUseKind,
    /// The class as it is named there, qualified or not, without template arguments.
    pub name: String,
    /// The namespaces and classes around the use, outermost first, joined with `::`; empty at global scope.
    pub scope: String,
    /// When.
    pub guard: GuardId,
    /// The name.
    pub range: Range<u32>,
}

/// How something registers itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RegistrationKind {
    /// A macro of the table.
    Macro,
    /// `__attribute__((constructor))`.
    Constructor,
    /// A variable at namespace scope whose value is computed before `main`.
    DynamicInit,
}

/// What runs before `main` or registers itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    /// How.
    pub kind: RegistrationKind,
    /// The macro, the function or the variable.
    pub name: String,
    /// The arguments of the macro, or the called function of a computed value.
    pub detail: String,
    /// When.
    pub guard: GuardId,
    /// The name.
    pub range: Range<u32>,
}

/// A variable or function in a section of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionUse {
    /// The section; `__start_X` and `__stop_X` name the section `X`.
    pub section: String,
    /// The variable or function; empty when it is not known.
    pub symbol: String,
    /// It is a boundary (`__start_X`, `__stop_X`), not a member.
    pub boundary: bool,
    /// `used`.
    pub used: bool,
    /// `retain`.
    pub retain: bool,
    /// When.
    pub guard: GuardId,
    /// The attribute's or the symbol's place.
    pub range: Range<u32>,
}

/// `.symver name, alias@VERSION` in assembly, or `__attribute__((symver("alias@VERSION")))`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymVer {
    /// The text after `.symver`, or of the attribute.
    pub text: String,
    /// Written as an attribute, which link-time optimisation keeps.
    pub attribute: bool,
    /// When.
    pub guard: GuardId,
    /// Its place.
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
    /// As written, with its qualification: `f`, `ns::f`. Calls through `.` and `->` are left out.
    pub name: Box<str>,
    /// When.
    pub guard: GuardId,
    /// The first such call.
    pub range: Range<u32>,
}
