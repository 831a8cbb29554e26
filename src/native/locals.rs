//! Objects of functions: of which class they are, what is called of them, and how they are made. Only what the text of the same function
//! says is taken; a name that stands for several objects is of no class.
use std::ops::Range;

use super::declaration::QName;
use super::facts::{Field, Held, Language, Use};
use super::keywords::{is_builtin, is_keyword};
use super::lexer::Kind;
use super::view::{List, all_caps};
use super::walker::{Scope, Walker};

/// Longer lists of variables, and of template arguments, are not looked through.
const MOST: usize = 200;
/// Names of objects of one function; more are not kept apart.
const MOST_OBJECTS: usize = 2000;

/// An object whose class the text says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Object {
    /// As named there.
    class: Box<str>,
    how: Held,
}

impl Object {
    /// A `*` before its class says that it is a pointer.
    fn without_star(self) -> Self {
        match self.class.strip_prefix('*') {
            Some(class) => Self { class: class.into(), how: Held::Pointer },
            None => self,
        }
    }
}

/// Whether a word is written as names of classes are.
fn is_class_name(word: &[u8]) -> bool {
    word.first().is_some_and(u8::is_ascii_uppercase) && !all_caps(word)
}

/// Words before a name that are no types.
fn is_no_type(word: &[u8]) -> bool {
    super::body::precedes_call(word)
        || is_keyword(word) && !is_builtin(word)
        || matches!(
            word,
            b"struct"
                | b"class"
                | b"enum"
                | b"union"
                | b"typename"
                | b"using"
                | b"typedef"
                | b"operator"
                | b"template"
                | b"friend"
                | b"extern"
                | b"static"
                | b"constexpr"
                | b"mutable"
                | b"volatile"
                | b"register"
                | b"inline"
        )
}

/// Words that may stand before the type of a variable.
fn precedes_type(word: &[u8]) -> bool {
    matches!(word, b"const" | b"static" | b"constexpr" | b"thread_local" | b"volatile" | b"struct" | b"class" | b"else")
}

fn is_smart(word: &[u8]) -> bool {
    matches!(word, b"unique_ptr" | b"shared_ptr")
}

impl Walker<'_> {
    fn is_cxx_source(&self) -> bool {
        !self.in_macro && !matches!(self.facts.language, Some(Language::C | Language::Header))
    }

    fn reads_objects(&self) -> bool {
        let in_template = |scope: &Scope| {
            let function = scope.function.and_then(|index| self.facts.functions.get(index));
            scope.template || function.is_some_and(|function| function.template)
        };
        self.is_cxx_source() && self.scopes.last().is_some_and(|scope| scope.is_body() && !in_template(scope))
    }

    /// A word in a body that may be the name of a new object.
    pub(super) fn object(&mut self, at: usize) {
        let follows = self.view.kind(at + 1);
        if !matches!(follows, Some(Kind::Punct(b';' | b'=' | b'(' | b'{' | b',' | b')' | b':' | b'[' | b'&'))) {
            return;
        }
        let Some(Kind::Punct(next)) = follows.filter(|_| self.reads_objects()) else { return };
        if self.view.text(at) == b"auto" {
            return self.bindings(at);
        }
        let Some((before, how)) = self.before_name(at) else { return };
        let Some((first, class)) = self.type_before(before, at) else { return };
        let start = first.checked_sub(1).and_then(|start| self.view.kind(start));
        let in_parentheses = matches!(start, Some(Kind::Punct(b'(' | b',')));
        let is_statement = match start {
            None | Some(Kind::Punct(b';' | b'{' | b'}' | b')' | b':')) => true,
            Some(Kind::Word) => precedes_type(self.view.text(first - 1)),
            _ => false,
        };
        if next == b'&' || !is_statement && !in_parentheses {
            return;
        }
        let object = class.zip(how).filter(|_| next != b'[');
        // An empty pair of parentheses declares a function.
        let is_function = next == b'(' && self.view.is(at + 2, b')');
        let object = object.filter(|_| !is_function).map(|(class, how)| Object { class: class.into(), how });
        if is_statement && !is_function && self.view.text(first.saturating_sub(1)) != b"extern" {
            self.made(at, next, object.as_ref());
            self.further_names(at);
        }
        self.keep_object(at, object);
    }

    /// What stands between a type and a name: the place of the type's last token, and how the name holds an object.
    fn before_name(&self, at: usize) -> Option<(usize, Option<Held>)> {
        let (mut pointers, mut is_reference) = (0_usize, false);
        let mut before = at.checked_sub(1)?;
        loop {
            match self.view.kind(before)? {
                Kind::Punct(b'*') => pointers += 1,
                Kind::Punct(b'&') => is_reference = true,
                Kind::Word if self.view.text(before) == b"const" => {}
                _ => break,
            }
            before = before.checked_sub(1)?;
        }
        let how = match (pointers, is_reference) {
            (0, false) => Some(Held::Value),
            (0, true) => Some(Held::Reference),
            (1, false) => Some(Held::Pointer),
            _ => None,
        };
        Some((before, how))
    }

    /// The type that ends at a token: where it begins, and the class when it is a plain name of one.
    fn type_before(&self, last: usize, name: usize) -> Option<(usize, Option<String>)> {
        match self.view.kind(last)? {
            Kind::Punct(b'>') => {
                let open = self.open_angle(last)?;
                let word = open.checked_sub(1).filter(|word| self.view.word(*word).is_some())?;
                Some((self.qualified_from(word), self.smart(word, open, last).filter(|_| last + 1 == name)))
            }
            Kind::Word if self.view.text(last) == b"auto" => {
                Some((last, self.made_by_auto(name + 1).filter(|_| last + 1 == name)))
            }
            Kind::Word => {
                let word = self.view.text(last);
                if is_no_type(word) {
                    return None;
                }
                let first = self.qualified_from(last);
                let is_plain = !is_builtin(word) && (first == 0 || !self.view.is(first - 1, b'>'));
                Some((first, is_plain.then(|| self.joined(first..last + 1))))
            }
            _ => None,
        }
    }

    /// The `<` that a `>` closes.
    fn open_angle(&self, close: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in (close.saturating_sub(MOST)..=close).rev() {
            match self.view.kind(at)? {
                Kind::Punct(b'>') => depth += 1,
                Kind::Punct(b'<') => depth -= 1,
                Kind::Punct(b';' | b'{' | b'}') => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// The class in `unique_ptr<T>`, whose `>` the declared name follows.
    fn smart(&self, word: usize, open: usize, close: usize) -> Option<String> {
        is_smart(self.view.text(word)).then_some(())?;
        self.plain_class(open + 1..close).map(|class| format!("*{class}"))
    }

    /// `new T(`, `std::make_unique<T>(` behind `=`.
    fn made_by_auto(&self, equals: usize) -> Option<String> {
        self.view.is(equals, b'=').then_some(())?;
        let mut at = equals + 1;
        if self.view.text(at) == b"new" {
            let end = (at + 1..at + 20).find(|at| !matches!(self.view.kind(*at), Some(Kind::Word | Kind::Scope)))?;
            return self.plain_class(at + 1..end).filter(|_| self.view.is(end, b'(')).map(|class| format!("*{class}"));
        }
        while self.view.text(at) == b"std" || self.view.kind(at) == Some(Kind::Scope) {
            at += 1;
        }
        let is_made = matches!(self.view.word(at), Some(b"make_unique" | b"make_shared")) && self.view.is(at + 1, b'<');
        if is_made {
            let close = self.view.close_angle(at + 1)?;
            return self.plain_class(at + 2..close).map(|class| format!("*{class}"));
        }
        // `Shape(1, 2);`: where it is a class, only who knows all headers can tell.
        let open = (at..at + 20).find(|at| !matches!(self.view.kind(*at), Some(Kind::Word | Kind::Scope)))?;
        let is_open = self.view.is(open, b'(') || self.view.is(open, b'{');
        let close = self.close_of(open).filter(|close| is_open && open > at && self.view.is(close + 1, b';'))?;
        let class = self.plain_class(at..open)?;
        (close > open && is_class_name(self.view.text(open - 1))).then_some(class)
    }

    /// A qualified name without template arguments.
    fn plain_class(&self, range: Range<usize>) -> Option<String> {
        let first = range.start + usize::from(self.view.text(range.start) == b"const");
        let plain = |at: usize| match self.view.kind(at) {
            Some(Kind::Word) => !is_keyword(self.view.text(at)),
            kind => kind == Some(Kind::Scope),
        };
        (first < range.end && (first..range.end).all(plain)).then(|| self.joined(first..range.end))
    }

    fn joined(&self, range: Range<usize>) -> String {
        let name: String = range.map(|at| self.view.string(at)).collect();
        name.trim_start_matches("::").to_owned()
    }

    /// Takes down an object.
    fn keep_object(&mut self, at: usize, object: Option<Object>) {
        let object = object.map(Object::without_star);
        let name: Box<str> = self.view.string(at).into();
        if let Some(known) = self.objects.get_mut(&name) {
            if *known != object {
                *known = None;
            }
        } else if self.objects.len() < MOST_OBJECTS {
            self.objects.insert(name, object);
        }
    }

    /// Names behind commas, and in `auto [a, b]`: of no class here.
    fn further_names(&mut self, at: usize) {
        let mut depth = 0_usize;
        for index in at + 1..at + MOST {
            match self.view.kind(index) {
                Some(Kind::Punct(b'(' | b'[' | b'{' | b'<')) => depth += 1,
                Some(Kind::Punct(b')' | b']' | b'}' | b'>')) => depth = depth.saturating_sub(1),
                Some(Kind::Punct(b';')) | None => return,
                Some(Kind::Punct(b',')) if depth == 0 => {
                    let name = (index + 1..index + 4).find(|at| self.view.word(*at).is_some());
                    if let Some(name) = name {
                        self.keep_object(name, None);
                    }
                }
                _ => {}
            }
        }
    }

    fn bindings(&mut self, auto: usize) {
        let open = (auto + 1..auto + 4).find(|at| !self.view.is(*at, b'&'));
        let Some(open) = open.filter(|open| self.view.is(*open, b'[')) else { return };
        for at in open + 1..open + MOST {
            match self.view.kind(at) {
                Some(Kind::Word) => self.keep_object(at, None),
                Some(Kind::Punct(b',')) => {}
                _ => return,
            }
        }
    }

    /// A variable between declarations: functions below call its members by its name.
    pub(super) fn global(&mut self, list: List<'_>, name: usize, is_extern: bool) {
        let is_declared = is_extern && !self.in_macro && self.facts.language != Some(Language::C);
        if !(self.is_cxx_source() || is_declared) || self.scopes.last().is_some_and(|scope| scope.template) {
            return;
        }
        let (start, at) = (list.token(0), list.token(name));
        let found = self.before_name(at).and_then(|(before, how)| {
            let (first, class) = self.type_before(before, at)?;
            let precedes = |word: &[u8]| precedes_type(word) || word == b"extern";
            let is_whole = (start..first).all(|at| self.view.word(at).is_some_and(precedes));
            Some(Object { class: class.filter(|_| is_whole)?.into(), how: how? })
        });
        let next = if let Some(Kind::Punct(next)) = self.view.kind(at + 1) { next } else { 0 };
        if !is_extern {
            self.made(at, next, found.as_ref());
        }
        let found = found.filter(|_| next != b'[').map(Object::without_star);
        let name: Box<str> = self.view.string(at).into();
        if let Some(Object { class, how }) = found.as_ref().filter(|_| is_declared) {
            self.facts.globals.push(Field { name: name.clone(), class: class.clone(), held: *how });
        }
        if !self.is_cxx_source() {
            return;
        }
        match self.globals.get_mut(&name) {
            Some(known) if *known != found => *known = None,
            Some(_) => {}
            None => drop(self.globals.insert(name, found)),
        }
    }

    /// The parameters of a function that is defined.
    pub(super) fn parameters(&mut self, list: List<'_>, name: QName) {
        let open = name.last + 1;
        if !list.is(open, b'(') || !self.reads_objects() {
            return;
        }
        let Some(close) = list.close(open) else { return };
        let (first, end) = (list.token(open), list.token(close));
        if end.wrapping_sub(first) != close - open {
            return;
        }
        for range in self.arguments(first, end) {
            let value = range.clone().find(|at| self.view.is(*at, b'=')).unwrap_or(range.end);
            let Some(name) = (range.start..value).rev().find(|at| self.view.word(*at).is_some()) else { continue };
            let found = self.before_name(name).filter(|_| name + 1 == value);
            let found = found.and_then(|(before, how)| {
                let (first, class) = self.type_before(before, name)?;
                let is_whole = (range.start..first).all(|at| self.view.word(at).is_some_and(precedes_type));
                Some(Object { class: class.filter(|_| is_whole)?.into(), how: how? })
            });
            self.keep_object(name, found);
        }
    }

    /// `Shape(1, 2).call(`: an object without a name.
    fn called_of_unnamed(&mut self, at: usize) {
        let Some(close) = at.checked_sub(2).filter(|_| self.view.is(at - 1, b'.') && self.reads_objects()) else {
            return;
        };
        let Some(class) = self.open_before(close).and_then(|open| open.checked_sub(1)) else { return };
        if !self.view.word(class).is_some_and(is_class_name) {
            return;
        }
        let first = self.qualified_from(class);
        let before = first.checked_sub(1).and_then(|before| self.view.kind(before));
        let is_other = matches!(before, Some(Kind::Arrow | Kind::Punct(b'.' | b'>')))
            || matches!(before, Some(Kind::Word)) && !super::body::precedes_call(self.view.text(first - 1));
        if !is_other {
            let name = format!("{}::{}", self.joined(first..class + 1), self.view.string(at));
            self.object_use(name, false, self.view.range(at, at));
        }
    }

    /// The bracket that one closes.
    fn open_before(&self, close: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in (close.saturating_sub(MOST)..=close).rev() {
            match self.view.kind(at)? {
                Kind::Punct(b')' | b'}' | b']') => depth += 1,
                Kind::Punct(b'(' | b'{' | b'[') => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                return Some(at).filter(|at| *at < close);
            }
        }
        None
    }

    /// `object.call(`, `object->call(`.
    pub(super) fn called_of_object(&mut self, at: usize) {
        if at.checked_sub(2).is_some_and(|close| self.view.is(close, b')') || self.view.is(close, b'}')) {
            return self.called_of_unnamed(at);
        }
        let Some(object) = at.checked_sub(2).filter(|object| self.view.word(*object).is_some()) else { return };
        let outer = object.checked_sub(1).and_then(|before| self.view.kind(before));
        if matches!(outer, Some(Kind::Scope | Kind::Arrow | Kind::Punct(b'.'))) || !self.reads_objects() {
            return;
        }
        let Ok(name) = std::str::from_utf8(self.view.text(object)) else { return };
        let is_arrow = self.view.kind(at - 1) == Some(Kind::Arrow);
        let known = self.objects.get(name).or_else(|| self.globals.get(name));
        let Some(known) = known else { return self.called_of_field(name, at, is_arrow) };
        let Some(Object { class, how }) = known else { return };
        if (*how == Held::Pointer) == is_arrow {
            let (through, name) = (*how != Held::Value, format!("{class}::{}", self.view.string(at)));
            self.object_use(name, through, self.view.range(at, at));
        }
    }

    /// The class of the member function around.
    fn class_around(&self) -> Option<&str> {
        if let Some(function) = self.scopes.last().and_then(|scope| self.facts.functions.get(scope.function?)) {
            return function.qualified.rsplit_once("::").map(|(owner, _)| owner).filter(|_| function.member);
        }
        let class = self.scopes.iter().rev().find_map(|scope| self.facts.classes.get(scope.class?))?;
        Some(&class.qualified).filter(|_| !class.template).map(String::as_str)
    }

    /// The same where the function does not declare the object: a field of the class around, or a variable that a header declares.
    fn called_of_field(&mut self, field: &str, at: usize, is_arrow: bool) {
        let owner = self.class_around().unwrap_or_default();
        let dot = if is_arrow { "->" } else { "." };
        let name = format!("{owner}.{field}{dot}{}", self.view.string(at));
        if self.seen_uses.insert((name.as_str().into(), self.guard)) {
            let (name, range) = (name.into(), self.view.range(at, at));
            self.facts.field_uses.push(Use { name, through: false, guard: self.guard, range });
        }
    }

    /// A variable of the class around.
    pub(super) fn field(&mut self, list: List<'_>, name: usize) {
        let Some(class) = self.scopes.last().filter(|scope| !scope.template).and_then(|scope| scope.class) else {
            return;
        };
        let (start, at) = (list.token(0), list.token(name));
        let found = self.before_name(at).and_then(|(before, how)| {
            let (first, class) = self.type_before(before, at)?;
            let is_whole = (start..first)
                .all(|at| self.view.word(at).is_some_and(|word| precedes_type(word) || word == b"mutable"));
            Some(Object { class: class.filter(|_| is_whole)?.into(), how: how? })
        });
        let Some(Object { class: of, how }) = found.map(Object::without_star) else { return };
        if let Some(class) = self.facts.classes.get_mut(class).filter(|_| !self.view.is(at + 1, b'[')) {
            class.fields.push(Field { name: self.view.string(at).into(), class: of, held: how });
        }
    }

    /// A variable of a function, as a statement: what it is made and destroyed with.
    fn made(&mut self, at: usize, next: u8, object: Option<&Object>) {
        let Some(Object { class, how: Held::Value }) = object else { return };
        if class.starts_with('*') {
            return;
        }
        let own = class.rsplit(':').next().unwrap_or(class);
        let (constructor, destructor) = (format!("{class}::{own}"), format!("{class}::~{own}"));
        let range = self.view.range(at, at);
        let calls = match next {
            b';' => true,
            b'(' | b'{' => self.is_no_copy(at + 1, next == b'{'),
            _ => false,
        };
        if calls {
            self.object_use(constructor, false, range.clone());
        }
        if matches!(next, b';' | b'(' | b'{' | b'=') {
            self.object_use(destructor, false, range);
        }
    }

    /// Whether what stands in brackets cannot be an object that is copied: nothing, a literal, several arguments.
    fn is_no_copy(&self, open: usize, may_be_empty: bool) -> bool {
        let Some(close) = self.close_of(open) else { return false };
        let arguments = self.arguments(open, close);
        match arguments.as_slice() {
            [] => may_be_empty,
            [one] => {
                one.len() == 1
                    && matches!(self.view.kind(one.start), Some(Kind::Text | Kind::RawText | Kind::Number | Kind::Char))
            }
            several => !several.iter().any(|one| self.is_typed(one)),
        }
    }

    /// Whether an argument is rather a parameter: a declaration.
    fn is_typed(&self, argument: &Range<usize>) -> bool {
        let word = self.view.text(argument.start);
        is_builtin(word) || matches!(word, b"const" | b"struct" | b"class")
    }

    /// `Shape(1, 2)`, be it an object without a name or a base class: where it is a class, only who knows all headers can tell.
    pub(super) fn made_without_name(&mut self, first: usize, at: usize) {
        if !is_class_name(self.view.text(at)) || !self.reads_objects() {
            return;
        }
        let before = first.checked_sub(1);
        let is_type = before.is_some_and(|before| self.view.is(before, b'<') || self.view.is(before, b'>'));
        // `Shape().draw()` is none of a type's name.
        let is_called = || self.close_of(at + 1).is_some_and(|close| self.view.is(close + 1, b'.'));
        if is_type || !self.is_no_copy(at + 1, is_called()) {
            return;
        }
        let name = self.joined(first..at + 1);
        let own = name.rsplit(':').next().unwrap_or(&name).to_owned();
        self.object_use(format!("{name}::{own}"), false, self.view.range(first, at));
    }

    fn object_use(&mut self, name: String, through: bool, range: Range<u32>) {
        let key = format!("{name} {through}").into();
        if self.seen_uses.insert((key, self.guard)) {
            self.facts.object_uses.push(Use { name: name.into(), through, guard: self.guard, range });
        }
    }
}
