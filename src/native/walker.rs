//! One pass over the code of a file: scopes, declarations between them, and what function bodies do.
use std::cell::Cell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::attribute_macros::{AttributeMacros, Named};
use super::declaration;
use super::export_macro;
use super::facts::{Attributes, FileFacts, Language, Linkage, Visibility};
use super::guard::{GuardId, Known};
use super::lexer::{Kind, Token};
use super::locals::Object;
use super::preprocessor::{Event, Preprocessed, What};
use super::tables::{LinkageMacro, Tables, tables};
use super::view::{List, View};

/// Scopes deeper than this are counted, not told apart.
const MAX_SCOPES: usize = 256;
/// Conditionals deeper than this do not restore scopes.
const MAX_SAVED: usize = 256;
/// A declaration with more tokens is not read.
const MAX_DECLARATION: usize = 1024;
/// A file gives no more facts than this.
const MAX_FACTS: usize = 300_000;
/// Steps that looking for closing brackets may take, for each token of the file.
const STEPS_PER_TOKEN: usize = 50;

/// What a brace opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScopeKind {
    Namespace,
    /// `extern "C" { }`
    Linkage,
    Class,
    /// The body of a function (index in `functions` when it is a fact), and the token of its brace.
    Function,
    /// Braces inside a body, or of something that is not understood.
    Block,
    /// Braces inside a declaration, which goes on after them.
    Value,
}

/// An open brace.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    pub(super) kind: ScopeKind,
    /// Namespaces and classes, joined with `::`.
    pub(super) prefix: Rc<str>,
    pub(super) linkage: Option<Linkage>,
    /// Inside an anonymous namespace.
    pub(super) internal: bool,
    /// Inside a class template.
    pub(super) template: bool,
    /// Index in `classes`.
    pub(super) class: Option<usize>,
    /// Index in `functions`.
    pub(super) function: Option<usize>,
    /// The token of the brace of the function's body.
    pub(super) body: usize,
    /// Indices in `processes` that began with this function.
    pub(super) processes: usize,
    /// The function or macro around, for people.
    pub(super) name: Rc<str>,
    /// What stood before a class's brace: variables may follow its end.
    pub(super) head: Option<Rc<[u32]>>,
    /// Attributes of the namespace around.
    pub(super) around: Option<Rc<Attributes>>,
}

/// What `#if` keeps, for the other branches.
struct Saved {
    scopes: Vec<Scope>,
    overflow: usize,
    /// Length of the declaration, when it is still the same one.
    length: usize,
    declaration: usize,
    parens: usize,
    /// The declaration as the branch for C++ left it, unfinished.
    cxx: Option<(Vec<u32>, usize)>,
}

pub(super) struct Walker<'a> {
    pub(super) view: View<'a>,
    pub(super) facts: FileFacts,
    pub(super) tables: &'static Tables,
    pub(super) scopes: Vec<Scope>,
    pub(super) guard: GuardId,
    pub(super) visibility: Vec<Visibility>,
    /// Values of string constants at namespace scope.
    pub(super) constants: FxHashMap<String, Vec<String>>,
    /// First values of string variables of the current function.
    pub(super) locals: FxHashMap<String, Vec<String>>,
    /// Objects of the current function, by their names.
    pub(super) objects: FxHashMap<Box<str>, Option<Object>>,
    /// Those between declarations.
    pub(super) globals: FxHashMap<Box<str>, Option<Object>>,
    pub(super) seen_uses: FxHashSet<(Box<str>, GuardId)>,
    /// How many uses of a name are kept.
    pub(super) kept_uses: FxHashMap<(Box<str>, GuardId), u8>,
    pub(super) seen_class_uses: FxHashSet<(u8, Box<str>, GuardId)>,
    /// Members that are defined `inline` outside their class: no key functions.
    pub(super) inline_members: FxHashSet<String>,
    /// Macros without parameters that stand for something: the indices of their definitions.
    pub(super) texts: FxHashMap<String, Vec<usize>>,
    /// Macros of this file, and of others, that say `extern "C"`.
    linkage: FxHashMap<String, LinkageMacro>,
    others: &'a FxHashMap<String, LinkageMacro>,
    /// Macros that stand for attributes.
    pub(super) attribute_macros: Rc<AttributeMacros<'a>>,
    /// Functions that were declared with C linkage: later declarations have it too.
    pub(super) c_names: FxHashSet<String>,
    /// Functions that were declared `static`, and when: a definition behind that has no symbol for others, either (C, 6.2.2).
    pub(super) static_names: FxHashMap<String, GuardId>,
    /// The body of a macro is read: what it calls is called where it is used.
    pub(super) in_macro: bool,
    steps: Cell<usize>,
    saved: Vec<Option<Saved>>,
    overflow: usize,
    buffer: Vec<u32>,
    parens: usize,
    declaration: usize,
    /// Tokens before this one are read already.
    skip_to: usize,
}

/// Reads a file after the preprocessor. `others` are macros of other files that say `extern "C"`, `attributes` those that stand for
/// attributes.
pub(super) fn walk(
    bytes: &[u8],
    language: Option<Language>,
    pre: Preprocessed,
    others: &FxHashMap<String, LinkageMacro>,
    attributes: &Named,
) -> FileFacts {
    let Preprocessed { tokens, events, macros, includes, pragmas, guards, calling } = pre;
    let linkage = export_macro::linkage_macros(&macros, others);
    let attribute_macros = Rc::new(AttributeMacros::new(&macros, &guards, attributes));
    let mut texts: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for (index, definition) in macros.iter().enumerate().filter(|(_, definition)| definition.parameters.is_none()) {
        if definition.body.as_deref().is_some_and(|body| !body.is_empty()) {
            texts.entry(definition.name.clone()).or_default().push(index);
        }
    }
    let facts = FileFacts { language, guards, includes, macros, pragmas, ..FileFacts::default() };
    let mut walker = Walker {
        view: View { bytes, tokens: &tokens },
        facts,
        tables: tables(),
        scopes: Vec::new(),
        guard: GuardId::TRUE,
        visibility: Vec::new(),
        constants: FxHashMap::default(),
        locals: FxHashMap::default(),
        objects: FxHashMap::default(),
        globals: FxHashMap::default(),
        seen_uses: FxHashSet::default(),
        kept_uses: FxHashMap::default(),
        seen_class_uses: FxHashSet::default(),
        inline_members: FxHashSet::default(),
        texts,
        linkage,
        others,
        attribute_macros,
        c_names: FxHashSet::default(),
        static_names: FxHashMap::default(),
        in_macro: false,
        steps: Cell::new(tokens.len() * STEPS_PER_TOKEN + 10_000),
        saved: Vec::new(),
        overflow: 0,
        buffer: Vec::new(),
        parens: 0,
        declaration: 0,
        skip_to: 0,
    };
    walker.run(&events);
    for (index, tokens) in &calling {
        walker.macro_body(*index, tokens);
    }
    walker.finish()
}

impl<'a> Walker<'a> {
    fn run(&mut self, events: &[Event]) {
        let mut events = events.iter().peekable();
        for at in 0..self.view.tokens.len() {
            while let Some(event) = events.next_if(|event| event.at as usize <= at) {
                self.event(event.what);
            }
            if self.guard == GuardId::FALSE || at < self.skip_to {
                continue;
            }
            if at % 4096 == 0 && self.facts.len() > MAX_FACTS {
                self.facts.truncated = true;
                return;
            }
            if self.overflow > 0 || self.scopes.last().is_some_and(Scope::is_body) {
                self.inside(at);
            } else {
                self.outside(at);
            }
        }
        if !self.scopes.last().is_some_and(Scope::is_body) {
            let buffer = std::mem::take(&mut self.buffer);
            self.at_the_end(List { view: self.view, at: &buffer });
        }
    }

    /// Reads the body of a macro for calls of the table.
    fn macro_body(&mut self, index: usize, tokens: &'a [Token]) {
        let Some(definition) = self.facts.macros.get(index) else { return };
        let name = Rc::from(definition.name.as_str());
        self.guard = definition.guard;
        self.view = View { bytes: self.view.bytes, tokens };
        self.scopes.clear();
        self.push(ScopeKind::Function, 0);
        if let Some(scope) = self.scopes.last_mut() {
            scope.name = name;
        }
        self.in_macro = true;
        for at in 0..tokens.len() {
            if self.view.word(at).is_some() {
                self.body_word(at);
            }
        }
        let ends = self.scopes.pop();
        if let Some(scope) = ends {
            self.function_ends(&scope, tokens.len());
        }
    }

    fn event(&mut self, what: What) {
        match what {
            What::Push(visibility) if self.visibility.len() < MAX_SCOPES => self.visibility.push(visibility),
            What::Push(_) => {}
            What::Pop => drop(self.visibility.pop()),
            What::If(guard) => {
                self.guard = guard;
                let saved = (self.saved.len() < MAX_SAVED).then(|| Saved {
                    scopes: self.scopes.clone(),
                    overflow: self.overflow,
                    length: self.buffer.len(),
                    declaration: self.declaration,
                    parens: self.parens,
                    cxx: None,
                });
                self.saved.push(saved);
            }
            What::Else(guard) => {
                let cxx = self.for_cxx(self.guard);
                self.guard = guard;
                if let Some(Some(saved)) = self.saved.last_mut() {
                    if cxx && saved.declaration == self.declaration && self.buffer.len() > saved.length {
                        saved.cxx = Some((self.buffer.clone(), self.parens));
                    }
                    // Each branch begins where the conditional began, so that braces in several branches count once.
                    self.scopes.clone_from(&saved.scopes);
                    self.overflow = saved.overflow;
                    let same = saved.declaration == self.declaration;
                    self.parens = if same { saved.parens } else { 0 };
                    self.buffer.truncate(if same { saved.length } else { 0 });
                }
            }
            What::End(guard) => {
                self.guard = guard;
                let saved = self.saved.pop().flatten();
                let same = saved.filter(|saved| saved.declaration == self.declaration);
                if let Some((buffer, parens)) = same.and_then(|saved| saved.cxx) {
                    // `struct API name` for C++ and `struct name` for C go on with one brace: the former says more.
                    (self.buffer, self.parens) = (buffer, parens);
                }
            }
        }
    }

    /// Whether code under a guard is compiled as C++ only.
    fn for_cxx(&self, guard: GuardId) -> bool {
        let known = Known { defined: &|name| (name == "__cplusplus").then_some(false), value: &|_| None };
        self.facts.language != Some(Language::C) && self.facts.guards.evaluate(guard, &known) == Some(false)
    }

    /// A token inside a body or a value.
    fn inside(&mut self, at: usize) {
        match self.view.kind(at) {
            Some(Kind::Punct(b'{')) => self.push(ScopeKind::Block, at),
            Some(Kind::Punct(b'}')) => self.close(at),
            Some(Kind::Word) => self.body_word(at),
            _ => {}
        }
    }

    /// A token between declarations.
    fn outside(&mut self, at: usize) {
        match self.view.kind(at) {
            Some(Kind::Punct(b'(' | b'[')) => self.parens += 1,
            Some(Kind::Punct(b')' | b']')) => self.parens = self.parens.saturating_sub(1),
            Some(Kind::Punct(b'{')) => return self.open(at),
            Some(Kind::Punct(b'}')) => return self.close(at),
            Some(Kind::Punct(b';')) => {
                if self.parens == 0 {
                    if let Some(old) = self.old_style(&self.buffer, at) {
                        self.buffer.truncate(old.head);
                        self.skip_to = old.brace;
                        return;
                    }
                    self.keep(at);
                    let buffer = std::mem::take(&mut self.buffer);
                    self.declared(List { view: self.view, at: &buffer });
                    self.buffer = buffer;
                } else if self.is_in_call(at) {
                    return self.keep(at);
                }
                return self.clear();
            }
            Some(Kind::Punct(b':')) if self.is_access() => return self.clear(),
            Some(Kind::Word) if self.parens == 0 && self.linkage_macro(at) => return,
            _ => {}
        }
        self.keep(at);
    }

    /// Whether a token stands among the arguments of what begins a declaration like the call of a macro (`FRAME(name, int a; int b;);`):
    /// it ends nothing.
    fn is_in_call(&self, at: usize) -> bool {
        let [name, open, ..] = *self.buffer.as_slice() else { return false };
        let (name, open) = (name as usize, open as usize);
        self.view.word(name).is_some()
            && self.view.is(open, b'(')
            && self.close_of(open).is_some_and(|close| close > at && self.view.is(close, b')'))
    }

    fn keep(&mut self, at: usize) {
        if self.buffer.len() < MAX_DECLARATION {
            self.buffer.push(at as u32);
        }
    }

    fn clear(&mut self) {
        self.buffer.clear();
        self.parens = 0;
        self.declaration += 1;
    }

    /// `public:` and the like.
    fn is_access(&self) -> bool {
        let last = self.buffer.last().map_or(&[][..], |&last| self.view.text(last as usize));
        self.scopes.last().is_some_and(|scope| scope.kind == ScopeKind::Class)
            && self.parens == 0
            && matches!(last, b"public" | b"private" | b"protected" | b"slots" | b"Q_SLOTS" | b"signals" | b"Q_SIGNALS")
    }

    /// Macros that stand for `extern "C" {` and its brace.
    fn linkage_macro(&mut self, at: usize) -> bool {
        if !self.buffer.is_empty() || self.view.is(at + 1, b'(') {
            return false;
        }
        match self.linkage_of(&self.view.string(at)) {
            Some(LinkageMacro::Open) => {
                self.push(ScopeKind::Linkage, at);
                if let Some(scope) = self.scopes.last_mut() {
                    scope.linkage = Some(Linkage::C);
                }
                true
            }
            Some(LinkageMacro::Close) => {
                if self.scopes.last().is_some_and(|scope| scope.kind == ScopeKind::Linkage) {
                    self.scopes.pop();
                }
                true
            }
            _ => false,
        }
    }

    /// What a macro does to linkage: by this file, else by the table.
    pub(super) fn linkage_of(&self, name: &str) -> Option<LinkageMacro> {
        let known = self.linkage.get(name).or_else(|| self.others.get(name)).copied();
        known.or_else(|| self.tables.linkage(name))
    }

    fn open(&mut self, at: usize) {
        let buffer = std::mem::take(&mut self.buffer);
        let list = List { view: self.view, at: &buffer };
        let unclear = self.parens > 0 || list.len() >= MAX_DECLARATION;
        let kind = if unclear { ScopeKind::Value } else { self.opened(list, at) };
        self.buffer = buffer;
        match kind {
            ScopeKind::Value => {
                // The insides are read as a body; the declaration keeps the braces only.
                self.keep(at);
                self.push(ScopeKind::Value, at);
            }
            ScopeKind::Block => {
                self.clear();
                self.push(ScopeKind::Block, at);
            }
            ScopeKind::Class | ScopeKind::Namespace | ScopeKind::Linkage | ScopeKind::Function => self.clear(),
        }
    }

    /// Opens a scope that inherits from the one around it.
    pub(super) fn push(&mut self, kind: ScopeKind, at: usize) {
        if self.scopes.len() >= MAX_SCOPES {
            self.overflow += 1;
            return;
        }
        let mut scope = self.scopes.last().cloned().unwrap_or_else(|| Scope {
            kind,
            prefix: Rc::from(""),
            linkage: None,
            internal: false,
            template: false,
            class: None,
            function: None,
            body: at,
            processes: 0,
            name: Rc::from(""),
            head: None,
            around: None,
        });
        scope.kind = kind;
        scope.head = None;
        if kind == ScopeKind::Function || !self.scopes.last().is_some_and(Scope::is_body) {
            self.objects.clear();
        }
        if kind == ScopeKind::Function {
            scope.body = at;
            scope.processes = self.facts.processes.len();
            self.locals.clear();
        }
        self.scopes.push(scope);
    }

    fn close(&mut self, at: usize) {
        if self.overflow > 0 {
            self.overflow -= 1;
            return;
        }
        let Some(scope) = self.scopes.pop() else { return self.clear() };
        match scope.kind {
            ScopeKind::Value => self.keep(at),
            ScopeKind::Class => {
                // `struct X { } x;` goes on as `struct X x;`.
                self.clear();
                self.buffer.extend(scope.head.iter().flat_map(|head| head.iter()));
            }
            ScopeKind::Function => {
                self.function_ends(&scope, at);
                self.clear();
            }
            ScopeKind::Namespace | ScopeKind::Linkage | ScopeKind::Block => {
                if !self.scopes.last().is_some_and(Scope::is_body) {
                    self.clear();
                }
            }
        }
    }

    /// The bracket that closes the one at `open`. The file's steps for this are limited.
    pub(super) fn close_of(&self, open: usize) -> Option<usize> {
        let close = self.view.close(open, self.steps.get());
        let taken = close.map_or(self.steps.get().min(super::view::MAX_MATCH), |close| close - open);
        self.steps.set(self.steps.get().saturating_sub(taken));
        close
    }

    /// The namespaces and classes around the current place.
    pub(super) fn prefix(&self) -> Rc<str> {
        self.scopes.last().map_or_else(|| Rc::from(""), |scope| Rc::clone(&scope.prefix))
    }

    /// Parses a declaration of the current scope.
    pub(super) fn parse(&self, list: List<'_>) -> declaration::Parsed {
        let class = self.scopes.last().filter(|scope| scope.kind == ScopeKind::Class).and_then(|scope| scope.class);
        let class = class.and_then(|index| self.facts.classes.get(index)).map(|class| class.name.as_str());
        declaration::parse(list, class, &self.attribute_macros)
    }

    fn finish(mut self) -> FileFacts {
        self.facts.export_macros = export_macro::find(&self.facts.macros, &FxHashSet::default());
        export_macro::symvers(&mut self.facts);
        self.weak_pragmas();
        let inline = std::mem::take(&mut self.inline_members);
        for class in &mut self.facts.classes {
            let key = class.key_function.as_ref().map(|name| format!("{}::{name}", class.qualified));
            if key.is_some_and(|key| inline.contains(&key)) {
                class.key_function = None;
            }
        }
        self.facts
    }
}

impl Walker<'_> {
    /// `#pragma weak f` names a symbol: that of a function or variable with C linkage. It may stand before or after the declaration.
    fn weak_pragmas(&mut self) {
        let facts = &mut self.facts;
        for pragma in facts.pragmas.iter().filter(|pragma| pragma.kind == "weak" && pragma.guard == GuardId::TRUE) {
            let functions = facts.functions.iter_mut().filter(|one| one.linkage != Linkage::Cxx && !one.internal);
            for one in functions.filter(|one| one.name == pragma.text) {
                one.attributes.weak = true;
            }
            let variables = facts.variables.iter_mut().filter(|one| one.linkage != Linkage::Cxx && !one.internal);
            for one in variables.filter(|one| one.name == pragma.text) {
                one.attributes.weak = true;
            }
        }
    }
}

impl Scope {
    /// Whether the scope holds statements or values instead of declarations.
    pub(super) fn is_body(&self) -> bool {
        matches!(self.kind, ScopeKind::Function | ScopeKind::Block | ScopeKind::Value)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::native::scan;

    #[test]
    fn declarations_in_the_arguments_of_a_macro() {
        let names = |text: &str| {
            let facts = scan(Path::new("a.h"), text.as_bytes());
            facts.variables.iter().map(|variable| variable.name.clone()).collect::<Vec<_>>()
        };
        let frame = "#define FRAME(name, fields) struct name { int id; fields };\n";
        assert_eq!(names(&format!("{frame}FRAME(lamp, int level; int colour[2]; );\nint used;")), ["used"]);
        // A bracket that nothing closes ends there.
        assert_eq!(names("FRAME(lamp, int level; int colour;\nint used;"), ["colour", "used"]);
    }
}
