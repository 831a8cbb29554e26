//! Classes: their heads, and what their members say about virtual tables.
use std::rc::Rc;

use super::attributes;
use super::declaration::{Declarator, Parsed};
use super::declared::{nested, own_name};
use super::facts::{Attributes, Class, ClassUseKind};
use super::lexer::Kind;
use super::view::{List, all_caps, is_macro_like};
use super::walker::{ScopeKind, Walker};

/// The head of a class with a body.
pub(super) struct Head {
    /// The place of `class`, `struct` or `union`.
    key: usize,
    /// Places of the name; None for an anonymous class.
    name: Option<(usize, usize)>,
    template: bool,
    attributes: Attributes,
    /// First and last place of each base, access words excluded.
    bases: Vec<(usize, usize)>,
}

/// Whether a declaration begins an enumeration.
pub(super) fn is_enum(list: List<'_>) -> bool {
    (0..list.len().min(4)).any(|index| list.word(index) == Some(b"enum"))
        && !(0..list.len()).any(|index| list.is(index, b'('))
}

/// Reads the head of a class; None when the brace opens something else.
pub(super) fn parse(list: List<'_>) -> Option<Head> {
    let mut head = Head { key: 0, name: None, template: false, attributes: Attributes::default(), bases: Vec::new() };
    let mut at = 0;
    loop {
        match list.word(at)? {
            b"class" | b"struct" | b"union" | b"__interface" => break,
            b"template" if list.is(at + 1, b'<') => {
                let close = list.close_angle(at + 1)?;
                head.template |= close > at + 2;
                at = close + 1;
            }
            b"typedef" | b"static" | b"extern" | b"const" | b"inline" | b"constexpr" | b"friend" | b"volatile"
            | b"thread_local" => at += 1,
            word if attributes::is_attribute(word) => at = attributes::read(list, at, &mut head.attributes)?,
            word if is_macro_like(word) => at = after_call(list, at)?,
            _ => return None,
        }
    }
    head.key = at;
    at += 1;
    let mut words: Vec<(usize, usize)> = Vec::new();
    while at < list.len() {
        match list.kind(at) {
            Some(Kind::Punct(b':')) => {
                head.bases = bases(list, at + 1)?;
                break;
            }
            Some(Kind::Punct(b'[')) if list.is(at + 1, b'[') => at = attributes::read(list, at, &mut head.attributes)?,
            Some(Kind::Word) if list.word(at).is_some_and(attributes::is_attribute) => {
                at = attributes::read(list, at, &mut head.attributes)?;
            }
            Some(Kind::Word)
                if matches!(list.word(at), Some(b"final" | b"sealed" | b"abstract")) && !words.is_empty() =>
            {
                at += 1;
            }
            Some(Kind::Word | Kind::Scope) => {
                let (end, next) = name(list, at)?;
                words.push((at, end));
                at = next;
            }
            _ => return None,
        }
    }
    // `typedef struct PACKED { } X;`: a word in capitals is an attribute.
    let packed = words.len() == 1
        && list.word(0) == Some(b"typedef")
        && words.iter().all(|&(_, at)| list.word(at).is_some_and(all_caps));
    head.name = words.pop().filter(|_| !packed);
    head.attributes.macros.extend(words.iter().map(|&(first, last)| list.joined(first, last)));
    Some(head)
}

/// A qualified name with template arguments, or a macro with arguments: its last token and the place after it.
fn name(list: List<'_>, mut at: usize) -> Option<(usize, usize)> {
    let mut last = at;
    while at < list.len() {
        match list.kind(at) {
            Some(Kind::Scope) => at += 1,
            Some(Kind::Word) if at == last || list.kind(at.wrapping_sub(1)) == Some(Kind::Scope) => {
                last = at;
                at += 1;
                if list.is(at, b'<') {
                    at = list.close_angle(at)? + 1;
                } else if list.is(at, b'(') {
                    // A macro with arguments: the name of the class comes after it.
                    at = list.close(at)? + 1;
                    list.word(at)?;
                }
            }
            _ => break,
        }
    }
    Some((last, at))
}

fn after_call(list: List<'_>, at: usize) -> Option<usize> {
    if list.is(at + 1, b'(') { Some(list.close(at + 1)? + 1) } else { Some(at + 1) }
}

/// The bases after the colon, between commas outside template arguments.
fn bases(list: List<'_>, mut at: usize) -> Option<Vec<(usize, usize)>> {
    let mut found = Vec::new();
    let mut first = None;
    while at < list.len() {
        match (list.kind(at)?, list.word(at)) {
            (_, Some(b"public" | b"private" | b"protected" | b"virtual")) => first = None,
            (Kind::Punct(b','), _) => found.extend(first.take().map(|first| (first, at - 1))),
            (Kind::Punct(b'<'), _) => at = list.close_angle(at)?,
            (Kind::Punct(b'('), _) => at = list.close(at)?,
            (Kind::Word | Kind::Scope, _) => first = first.or(Some(at)),
            (Kind::Punct(b'.'), _) => {}
            _ => return None,
        }
        at += 1;
    }
    found.extend(first.map(|first| (first, list.len() - 1)));
    Some(found)
}

/// Whether the parameters behind a name have the class itself among them: what is made so is a copy.
fn takes(list: List<'_>, name: usize, class: &str) -> bool {
    (name + 1..list.len()).any(|at| list.word(at) == Some(class.as_bytes()))
}

impl Head {
    /// What stands before variables after the closing brace: `static struct X`. Without a name the key stands in its place.
    fn rest(&self, list: List<'_>, name: usize) -> Option<Rc<[u32]>> {
        let mut tokens = list.at.get(..=self.key)?.to_vec();
        tokens.push(*list.at.get(name)?);
        Some(tokens.into())
    }
}

impl Walker<'_> {
    /// Opens the scope of a class and records it.
    pub(super) fn class(&mut self, list: List<'_>, head: &Head, at: usize) {
        let outer = self.scopes.last();
        let (internal, outside) = outer.map_or((false, false), |scope| (scope.internal, scope.template));
        let Some((first, last)) = head.name else {
            self.push(ScopeKind::Class, at);
            if let Some(scope) = self.scopes.last_mut() {
                scope.class = None;
                scope.head = head.rest(list, head.key);
            }
            return;
        };
        let name = list.string(last);
        let qualified = nested(&self.prefix(), &super::declared::qualification(list, first, last));
        for &(first, last) in &head.bases {
            let base = super::declared::qualification(list, first, last);
            self.class_use(ClassUseKind::Derive, &base, list.range(first, last));
        }
        let template = head.template || outside;
        self.facts.classes.push(Class {
            name,
            qualified: qualified.to_string(),
            template,
            internal,
            polymorphic: false,
            key_function: None,
            out_of_line: Vec::new(),
            inline_members: Vec::new(),
            virtual_members: Vec::new(),
            fields: Vec::new(),
            exported_members: Vec::new(),
            bases: head.bases.iter().map(|&(first, last)| list.joined(first, last)).collect(),
            attributes: self.attributes(&head.attributes),
            guard: self.guard,
            range: list.range(last, last),
        });
        let index = self.facts.classes.len() - 1;
        self.push(ScopeKind::Class, at);
        if let Some(scope) = self.scopes.last_mut() {
            scope.prefix = qualified;
            scope.class = Some(index);
            scope.head = head.rest(list, last);
            scope.template = template;
        }
    }

    /// A member of the class around: with a body, or ended by a semicolon.
    pub(super) fn member(&mut self, list: List<'_>, parsed: &Parsed, body: bool) {
        if let Declarator::Variable { name, .. } = &parsed.what {
            return self.field(list, name.last);
        }
        let Declarator::Function { name, tail } = &parsed.what else { return };
        let Some(class) = self.scopes.last().and_then(|scope| scope.class) else { return };
        let Some(class) = self.facts.classes.get_mut(class) else { return };
        let own = own_name(list, *name);
        let is_virtual = parsed.specs.is_virtual || tail.overrides;
        let inline = body || tail.defaulted || parsed.specs.inline || parsed.specs.constexpr;
        if is_virtual {
            class.polymorphic = true;
            class.virtual_members.push(own.clone());
            if class.key_function.is_none() && !inline && !tail.pure {
                class.key_function = Some(own.clone());
            }
        }
        if !inline && !tail.pure && !parsed.specs.template {
            class.out_of_line.push(own.clone());
        } else if !tail.pure && (own != class.name || !takes(list, name.last, &own)) {
            class.inline_members.push(own.clone());
        }
        if parsed.attributes.visibility.is_some() || !parsed.attributes.macros.is_empty() {
            class.exported_members.push(own);
        }
    }
}
