//! What is declared and defined: functions, variables, classes, and what registers itself.
use std::ops::Range;

use super::{GuardId, Visibility};
use crate::symbols::Symbol;

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
    /// Member functions with a body, `= default` or `= delete`, or that are templates; what copies or moves the class is not among them.
    pub inline_members: Vec<String>,
    /// Member functions that are declared `virtual`, `override` or `final`.
    pub virtual_members: Vec<String>,
    /// Its objects whose class is plain to see.
    pub fields: Vec<Field>,
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

impl Class {
    /// Whether a member function has this name.
    pub fn has_member(&self, name: &str) -> bool {
        self.out_of_line.iter().chain(&self.inline_members).any(|member| member == name)
    }
}

/// An object in a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: Box<str>,
    /// The class, as named there.
    pub class: Box<str>,
    /// How it is held.
    pub held: Held,
}

/// How a variable holds an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// It is the object.
    Value,
    /// By a reference.
    Reference,
    /// By a pointer, a smart one too.
    Pointer,
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
