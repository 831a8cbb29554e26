//! A declaration's tokens to its parts: specifiers, attributes, the declared name. A heuristic over tokens, not a C++
//! front end: what it is not sure of, it leaves out.
use super::attribute_macros::AttributeMacros;
use super::attributes;
use super::facts::{Attributes, Linkage};
use super::keywords::{is_builtin, is_keyword, is_linkage_macro};
use super::lexer::Kind;
use super::view::{List, all_caps, is_macro_like};

/// Keywords before a declaration.
#[derive(Debug, Clone, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each says one thing that the source says or not")]
pub(super) struct Specs {
    pub(super) is_static: bool,
    pub(super) is_extern: bool,
    /// `extern "C"` or `extern "C++"` before this declaration.
    pub(super) language: Option<Linkage>,
    pub(super) inline: bool,
    pub(super) constexpr: bool,
    pub(super) constant: bool,
    pub(super) thread_local: bool,
    pub(super) is_virtual: bool,
    /// `typedef`, `using`, `friend` and the like: nothing is declared that a linker sees.
    pub(super) ignored: bool,
    pub(super) template: bool,
    pub(super) device: bool,
    pub(super) host: bool,
}

/// A possibly qualified name: places in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct QName {
    pub(super) first: usize,
    /// The last name itself (`~` of a destructor excluded).
    pub(super) last: usize,
    /// It has template arguments.
    pub(super) template: bool,
}

/// What follows a function's parameters.
#[derive(Debug, Clone, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each says one thing that the source says or not")]
pub(super) struct Tail {
    pub(super) constant: bool,
    /// `override` or `final`.
    pub(super) overrides: bool,
    /// `= 0`
    pub(super) pure: bool,
    /// `= default`, `= delete`
    pub(super) defaulted: bool,
    /// `= delete`
    pub(super) deleted: bool,
    /// Where a constructor's list of initialisers begins.
    pub(super) initialisers: Option<usize>,
}

/// What is declared.
#[derive(Debug, Clone)]
pub(super) enum Declarator {
    Function {
        name: QName,
        tail: Tail,
    },
    Variable {
        name: QName,
        /// Where `=`, `{` or `(` of the value stands.
        value: Option<usize>,
        /// Names after commas.
        more: Vec<usize>,
    },
    /// `NAME(...)` with nothing before it: a macro. The place of the closing parenthesis.
    Macro {
        close: usize,
    },
    None,
}

/// A declaration.
#[derive(Debug, Clone)]
pub(super) struct Parsed {
    pub(super) specs: Specs,
    pub(super) attributes: Attributes,
    pub(super) what: Declarator,
    /// Type words before the name.
    pub(super) typed: bool,
}

/// Parses a declaration. `class` is the name of the class whose body it stands in: constructors have no type. `macros` stand for attributes.
pub(super) fn parse(list: List<'_>, class: Option<&str>, macros: &AttributeMacros<'_>) -> Parsed {
    let parsed =
        Parsed { specs: Specs::default(), attributes: Attributes::default(), what: Declarator::None, typed: false };
    let mut parser = Parser { list, class, macros, at: 0, types: 0, caps: Vec::new(), pending: None, parsed };
    parser.run();
    parser.finish()
}

struct Parser<'a> {
    list: List<'a>,
    class: Option<&'a str>,
    macros: &'a AttributeMacros<'a>,
    at: usize,
    /// Words of the type.
    types: usize,
    /// Words in capitals before the name: macros, or a type.
    caps: Vec<usize>,
    /// The last name seen: the declared one unless another follows.
    pending: Option<QName>,
    parsed: Parsed,
}

impl Parser<'_> {
    fn run(&mut self) {
        while self.at < self.list.len() {
            let step = match self.list.kind(self.at) {
                Some(Kind::Word) => self.word(),
                Some(Kind::Scope) => self.name(self.at),
                Some(Kind::Punct(b'~')) => self.destructor(),
                Some(Kind::Punct(b'*' | b'&')) => {
                    self.settle();
                    // What is const is what it points to.
                    self.parsed.specs.constant = false;
                    self.at += 1;
                    Some(())
                }
                Some(Kind::Punct(b'[')) if self.list.is(self.at + 1, b'[') => self.attribute(),
                Some(Kind::Punct(b'(')) => self.parenthesis(),
                Some(Kind::Punct(b'=' | b'[' | b'{' | b',')) => self.variable(),
                _ => None,
            };
            if step.is_none() {
                return;
            }
        }
        self.variable();
    }

    /// The name seen last was part of the type.
    fn settle(&mut self) {
        if let Some(name) = self.pending.take() {
            self.types += 1;
            let word = self.list.word(name.last).filter(|_| name.first == name.last);
            if word.is_some_and(|word| is_macro_like(word) || is_linkage_macro(word)) {
                self.caps.push(name.last);
            }
        }
    }

    fn word(&mut self) -> Option<()> {
        let word = self.list.word(self.at)?;
        let specs = &mut self.parsed.specs;
        match word {
            b"template" => return self.template(),
            b"static" => specs.is_static = true,
            b"extern" => {
                self.external();
                return Some(());
            }
            b"inline" | b"__inline" | b"__inline__" | b"__forceinline" => specs.inline = true,
            b"constexpr" | b"consteval" => specs.constexpr = true,
            b"const" => specs.constant = true,
            b"thread_local" | b"__thread" | b"_Thread_local" => specs.thread_local = true,
            b"virtual" => specs.is_virtual = true,
            b"__device__" => specs.device = true,
            b"__global__" => (specs.device, specs.host) = (true, false),
            b"__host__" => specs.host = true,
            b"typedef" | b"using" | b"friend" | b"static_assert" | b"_Static_assert" | b"concept" => {
                specs.ignored = true;
                return None;
            }
            b"constinit" | b"volatile" | b"explicit" | b"register" | b"mutable" | b"__extension__" | b"__restrict"
            | b"restrict" | b"__cdecl" | b"__stdcall" | b"WINAPI" | b"_Noreturn" | b"typename"
            | b"__launch_bounds__" => {}
            b"enum" => return self.enumeration(),
            b"struct" | b"class" | b"union" => {
                self.settle();
                // `struct X` is one type.
                if self.list.kind(self.at + 1) == Some(Kind::Word) {
                    self.types += 1;
                    self.at += 1;
                }
            }
            b"operator" => return self.operator(self.at),
            b"decltype" | b"typeof" | b"__typeof__" => {
                self.settle();
                self.types += 1;
                self.at = self.list.close(self.at + 1)? + 1;
                return Some(());
            }
            _ if attributes::is_attribute(word) => return self.attribute(),
            _ if is_builtin(word) => {
                self.settle();
                self.types += 1;
            }
            _ if is_keyword(word) => return None,
            _ => {
                let Some(next) = self.attribute_macro(self.at) else { return self.name(self.at) };
                self.at = next;
                return Some(());
            }
        }
        self.at += 1;
        if self.list.is(self.at, b'(') && matches!(word, b"explicit" | b"__launch_bounds__") {
            self.at = self.list.close(self.at)? + 1;
        }
        Some(())
    }

    /// `enum class E : int { }` or `enum E`: one type.
    fn enumeration(&mut self) -> Option<()> {
        self.settle();
        self.types += 1;
        let brace = (self.at..self.list.len()).find(|&index| self.list.is(index, b'{'));
        self.at = match brace {
            Some(open) => self.list.close(open)? + 1,
            None => self.at + 2 + usize::from(matches!(self.list.word(self.at + 1), Some(b"class" | b"struct"))),
        };
        Some(())
    }

    fn attribute(&mut self) -> Option<()> {
        self.at = attributes::read(self.list, self.at, &mut self.parsed.attributes)?;
        Some(())
    }

    /// Reads a macro that stands for attributes; gives the place after it.
    fn attribute_macro(&mut self, at: usize) -> Option<usize> {
        let (found, next) = self.macros.specifier(self.list, at)?;
        found.apply(self.list, at, &mut self.parsed.attributes);
        self.parsed.specs.is_extern |= found.external;
        self.parsed.specs.is_static |= found.internal;
        if found.typed {
            self.settle();
            self.types += 1;
        }
        if self.list.word(at).is_some_and(is_macro_like) {
            self.parsed.attributes.macros.push(self.list.string(at));
        }
        Some(next)
    }

    fn template(&mut self) -> Option<()> {
        if !self.list.is(self.at + 1, b'<') {
            // An explicit instantiation.
            self.parsed.specs.ignored = true;
            return None;
        }
        let close = self.list.close_angle(self.at + 1)?;
        // `template <>` makes an ordinary function out of a template.
        self.parsed.specs.template |= close > self.at + 2;
        self.at = close + 1;
        Some(())
    }

    fn external(&mut self) {
        if self.list.kind(self.at + 1) == Some(Kind::Text) {
            let language = self.list.string(self.at + 1);
            self.parsed.specs.language = Some(if language == "\"C\"" { Linkage::C } else { Linkage::Cxx });
            self.at += 2;
        } else {
            self.parsed.specs.is_extern = true;
            self.at += 1;
        }
    }

    /// A qualified name from `first`: `::a<b>::c`.
    fn name(&mut self, first: usize) -> Option<()> {
        let mut at = first;
        let mut template = false;
        if self.list.kind(at) == Some(Kind::Scope) {
            at += 1;
        }
        loop {
            let tilde = self.list.is(at, b'~');
            let place = at + usize::from(tilde);
            let word = self.list.word(place)?;
            if word == b"operator" {
                self.settle();
                return self.operator_from(first, place);
            }
            at = place + 1;
            if self.list.is(at, b'<') {
                at = self.list.close_angle(at)? + 1;
                template = true;
            }
            if self.list.kind(at) != Some(Kind::Scope) || self.is_apart(place, at) {
                self.named(QName { first, last: place, template }, at);
                return Some(());
            }
            at += 1;
            if self.list.word(at) == Some(b"template") {
                at += 1;
            }
        }
    }

    /// Whether a macro is followed by a name that begins with `::`: `FOO_API ::Bar *f();`.
    fn is_apart(&self, word: usize, scope: usize) -> bool {
        let (word_ends, begins) = (self.list.range(word, word).end, self.list.range(scope, scope));
        word_ends < begins.start
            && begins.end == self.list.range(scope + 1, scope + 1).start
            && self.list.word(word).is_some_and(all_caps)
    }

    /// A name was read; `at` is the place after it.
    fn named(&mut self, name: QName, at: usize) {
        self.settle();
        self.pending = Some(name);
        self.at = at;
    }

    fn destructor(&mut self) -> Option<()> {
        let name = QName { first: self.at, last: self.at + 1, template: false };
        self.list.word(self.at + 1)?;
        self.named(name, self.at + 2);
        Some(())
    }

    fn operator(&mut self, at: usize) -> Option<()> {
        self.settle();
        self.operator_from(at, at)
    }

    /// `operator` and its sign: the parameters are the next parentheses, except for `operator()`.
    fn operator_from(&mut self, first: usize, at: usize) -> Option<()> {
        let mut open = at + 1;
        if self.list.is(open, b'(') && self.list.is(open + 1, b')') {
            open += 2;
        }
        while open < self.list.len() && !self.list.is(open, b'(') {
            open += 1;
        }
        let close = self.list.close(open)?;
        // A conversion has no other type.
        self.types += 1;
        self.function(QName { first, last: at, template: false }, close)
    }

    fn parenthesis(&mut self) -> Option<()> {
        let close = self.list.close(self.at)?;
        let Some(name) = self.pending else { return self.pointer(close) };
        let caps = name.first == name.last && self.list.word(name.last).is_some_and(all_caps);
        if self.types == 0 && !self.is_special(name) {
            if caps && self.goes_on(close + 1) {
                // A macro with arguments before the declaration: one for exports may take its type.
                self.types += usize::from(self.takes_type(name.last, close));
                self.caps.push(name.last);
                self.pending = None;
                self.at = close + 1;
                return Some(());
            }
            self.parsed.what = Declarator::Macro { close };
            return None;
        }
        if self.is_value(self.at, close) {
            return self.variable();
        }
        self.function(name, close)
    }

    /// Whether what a macro takes is the type of the function that follows: `FOO_API(const char *) foo(void)`.
    fn takes_type(&self, name: usize, close: usize) -> bool {
        const EXPORTS: &[&str] = &["API", "DLL", "EXPORT", "EXTERN", "PUBLIC"];
        let is_type = |at: usize| match self.list.kind(at) {
            Some(Kind::Word) => self.list.word(at).is_some_and(|word| is_builtin(word) || !is_keyword(word)),
            Some(Kind::Punct(b'*' | b'&') | Kind::Scope) => true,
            _ => false,
        };
        let first = name + 2;
        let function = close + 1;
        let text = self.list.string(name);
        EXPORTS.iter().any(|word| text.contains(word))
            && self.list.kind(first) == Some(Kind::Word)
            && (first..close).all(|at| is_type(at) || self.is_elaborate(at))
            && self.list.word(function).is_some_and(|word| !is_keyword(word) && !all_caps(word))
            && self.list.is(function + 1, b'(')
    }

    /// `const`, and what stands before the name of a type.
    fn is_elaborate(&self, at: usize) -> bool {
        matches!(self.list.word(at), Some(b"const" | b"volatile" | b"struct" | b"union" | b"enum" | b"class"))
    }

    /// Whether a declaration can begin or go on here.
    fn goes_on(&self, at: usize) -> bool {
        match self.list.kind(at) {
            Some(Kind::Scope) => true,
            Some(Kind::Word) => !matches!(self.list.word(at), Some(b"noexcept" | b"override" | b"final" | b"try")),
            Some(Kind::Punct(b'[')) => self.list.is(at + 1, b'['),
            _ => false,
        }
    }

    /// A constructor or destructor, which has no type.
    fn is_special(&self, name: QName) -> bool {
        let last = self.list.word(name.last);
        let tilde = name.last > name.first && self.list.is(name.last - 1, b'~');
        if tilde {
            return true;
        }
        if name.first == name.last {
            return last.is_some() && self.class.map(str::as_bytes) == last;
        }
        // `A::A` and `A<T>::A`: the name before the last `::`.
        let scope = name.last.checked_sub(1).filter(|&scope| self.list.kind(scope) == Some(Kind::Scope));
        let Some(mut before) = scope.and_then(|scope| scope.checked_sub(1)) else { return false };
        if self.list.is(before, b'>') {
            let open = (name.first..before).find(|&index| self.list.is(index, b'<'));
            let Some(owner) = open.and_then(|open| open.checked_sub(1)) else { return false };
            before = owner;
        }
        self.list.word(before) == last
    }

    /// `int (*name)(...)`: a variable.
    fn pointer(&mut self, close: usize) -> Option<()> {
        // `(STDCALL *name)` has a word more.
        let inner = self.at + 1 + usize::from(self.is_pointer_to_function(self.at));
        let name = close.checked_sub(1)?;
        let pointer = self.list.is(inner, b'*') && self.list.word(name).is_some() && close == inner + 2;
        if !pointer || self.types == 0 || !self.list.is(close + 1, b'(') {
            return None;
        }
        let end = self.list.close(close + 1)?;
        let value = Some(end + 1).filter(|&at| self.list.is(at, b'='));
        let name = QName { first: name, last: name, template: false };
        self.parsed.what = Declarator::Variable { name, value, more: Vec::new() };
        None
    }

    /// Whether parentheses hold values, so that they initialise a variable.
    fn is_value(&self, open: usize, close: usize) -> bool {
        if self.class.is_some() || close == open + 1 {
            return false;
        }
        let first = open + 1;
        let literal = matches!(self.list.kind(first), Some(Kind::Number | Kind::Text | Kind::RawText | Kind::Char));
        // `[[maybe_unused]]` stands in front of a parameter.
        let attribute = self.list.is(first, b'[') && self.list.is(first + 1, b'[');
        let sign =
            !attribute && matches!(self.list.kind(first), Some(Kind::Punct(b'&' | b'-' | b'!' | b'[' | b'{' | b'*')));
        let word = matches!(
            self.list.word(first),
            Some(b"nullptr" | b"true" | b"false" | b"this" | b"NULL" | b"new" | b"sizeof")
        );
        // A literal later on, outside a default value.
        let later = || {
            (first..close).any(|index| {
                matches!(self.list.kind(index), Some(Kind::Text | Kind::RawText))
                    && !self.list.is(index.saturating_sub(1), b'=')
                    && !self.list.is(index.saturating_sub(1), b'(')
            })
        };
        let call = self.list.kind(first) == Some(Kind::Word)
            && self.list.is(first + 1, b'(')
            && !self.list.is(first + 2, b'*')
            && !self.is_pointer_to_function(first + 1);
        literal || sign || word || call || later()
    }

    /// Whether parentheses are `(STDCALL *name)` before those of parameters.
    fn is_pointer_to_function(&self, open: usize) -> bool {
        let named = self.list.kind(open + 1) == Some(Kind::Word) && self.list.is(open + 2, b'*');
        named && self.list.close(open).is_some_and(|close| self.list.is(close + 1, b'('))
    }

    fn function(&mut self, name: QName, close: usize) -> Option<()> {
        if let Some(tail) = self.tail(close + 1) {
            self.parsed.what = Declarator::Function { name, tail };
        }
        None
    }

    /// What follows the parameters; None for what no function has.
    fn tail(&mut self, mut at: usize) -> Option<Tail> {
        let mut tail = Tail::default();
        while at < self.list.len() {
            match self.list.kind(at) {
                Some(Kind::Punct(b'&')) => at += 1,
                Some(Kind::Punct(b':')) => {
                    tail.initialisers = Some(at + 1);
                    return Some(tail);
                }
                Some(Kind::Punct(b'=')) => {
                    match self.list.word(at + 1) {
                        Some(word @ (b"default" | b"delete")) => {
                            tail.defaulted = true;
                            tail.deleted = word == b"delete";
                        }
                        None if self.list.string(at + 1) == "0" => tail.pure = true,
                        _ => return None,
                    }
                    return Some(tail);
                }
                Some(Kind::Arrow) => {
                    // `-> T & = delete`
                    let word =
                        (at..self.list.len()).find(|at| self.list.is(*at, b'=')).and_then(|at| self.list.word(at + 1));
                    tail.defaulted = matches!(word, Some(b"default" | b"delete"));
                    tail.deleted = word == Some(b"delete".as_slice());
                    return Some(tail);
                }
                Some(Kind::Punct(b',' | b'{')) => return Some(tail),
                Some(Kind::Punct(b'[')) if self.list.is(at + 1, b'[') => {
                    at = attributes::read(self.list, at, &mut self.parsed.attributes)?;
                }
                Some(Kind::Word) => match self.list.word(at)? {
                    b"const" => {
                        tail.constant = true;
                        at += 1;
                    }
                    b"override" | b"final" => {
                        tail.overrides = true;
                        at += 1;
                    }
                    b"volatile" | b"noexcept" | b"throw" => at = self.after_call(at)?,
                    b"try" | b"requires" => return Some(tail),
                    word if attributes::is_attribute(word) => {
                        at = attributes::read(self.list, at, &mut self.parsed.attributes)?;
                    }
                    word => match self.attribute_macro(at) {
                        Some(next) => at = next,
                        None if all_caps(word) => {
                            self.parsed.attributes.macros.push(self.list.string(at));
                            at = self.after_call(at)?;
                        }
                        None => return None,
                    },
                },
                _ => return None,
            }
        }
        Some(tail)
    }

    /// The place after a word and its parentheses, if it has some.
    fn after_call(&self, at: usize) -> Option<usize> {
        if self.list.is(at + 1, b'(') { Some(self.list.close(at + 1)? + 1) } else { Some(at + 1) }
    }

    /// The name seen last is a variable's; its value or the end of the declaration follows.
    fn variable(&mut self) -> Option<()> {
        let name = self.pending.filter(|_| self.types > 0)?;
        if self.list.is(name.last.saturating_sub(1), b'~') {
            return None;
        }
        let (mut at, mut value, mut more) = (self.at, None, Vec::new());
        while at < self.list.len() {
            match self.list.kind(at) {
                Some(Kind::Punct(b'[')) => at = self.list.close(at)?,
                Some(Kind::Punct(b'=' | b'{' | b'(')) => {
                    value = Some(at);
                    break;
                }
                Some(Kind::Punct(b',')) => {
                    let mut next = at + 1;
                    while self.list.is(next, b'*') {
                        next += 1;
                    }
                    let last = self.list.word(next)?;
                    if is_keyword(last) {
                        return None;
                    }
                    more.push(next);
                    at = next;
                }
                Some(Kind::Word) if self.list.word(at).is_some_and(attributes::is_attribute) => {
                    at = attributes::read(self.list, at, &mut self.parsed.attributes)?.checked_sub(1)?;
                }
                Some(Kind::Word) => at = self.attribute_macro(at)?.checked_sub(1)?,
                _ => return None,
            }
            at += 1;
        }
        self.parsed.what = Declarator::Variable { name, value, more };
        None
    }

    fn finish(mut self) -> Parsed {
        // Without another type word, the last word in capitals is the type.
        let named = matches!(self.parsed.what, Declarator::Function { name, .. } if self.is_special(name));
        let type_like = self.caps.last().and_then(|&at| self.list.word(at)).is_some_and(all_caps);
        if !named && type_like && self.types <= self.caps.iter().filter(|&&at| !self.list.is(at + 1, b'(')).count() {
            self.caps.pop();
        }
        let macros: Vec<String> = self.caps.iter().map(|&at| self.list.string(at)).collect();
        for &at in &self.caps {
            let word = self.list.word(at).unwrap_or_default();
            if let Some(found) = self.macros.exporting(word) {
                found.apply(self.list, at, &mut self.parsed.attributes);
            }
        }
        self.parsed.attributes.macros.splice(0..0, macros);
        self.parsed.typed = self.types > 0;
        self.parsed
    }
}
