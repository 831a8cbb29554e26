//! GNU attributes behind macros: `#define WEAK __attribute__((weak))`, `#define IN(x) __attribute__((section(#x)))`, and macros that
//! make a whole declaration with one. Visibility is not among them: [`super::export_macro`] has a model of its own.
use rustc_hash::FxHashMap;

use super::attributes;
use super::elf;
use super::facts::{Attributes, MacroDef};
use super::guard::{Guards, Known};
use super::keywords::is_builtin;
use super::lexer::{Kind, Lexer, Token, decode};
use super::preprocessor::is_in_definition;
use super::view::{List, View};

/// A text that may hold arguments of the macro.
type Text = Vec<Piece>;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Plain(String),
    /// The argument as it is written.
    Argument(usize),
    /// `#x`
    Quoted(usize),
}

/// What a macro puts before a declaration, or what it declares.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each says one thing that the source says or not")]
pub(super) struct AttributeMacro {
    pub(super) weak: bool,
    pub(super) used: bool,
    pub(super) retain: bool,
    pub(super) constructor: bool,
    section: Option<Text>,
    pub(super) external: bool,
    pub(super) internal: bool,
    /// It says the type, too: `static void __attribute__((constructor))`.
    pub(super) typed: bool,
    /// It says a visibility, too.
    visibility: bool,
    /// More than attributes: a declaration of its own. The name that it declares, where that is seen.
    pub(super) declares: bool,
    name: Option<Text>,
    pub(super) has_parameters: bool,
}

/// The macros of a file, and those of the project that it does not define itself.
#[derive(Debug, Default)]
pub(super) struct AttributeMacros<'a> {
    /// None where the definitions do not agree.
    own: FxHashMap<String, Option<AttributeMacro>>,
    others: Option<&'a Named>,
}

/// Macros by their names.
pub(super) type Named = FxHashMap<String, AttributeMacro>;

impl<'a> AttributeMacros<'a> {
    pub(super) fn new(macros: &[MacroDef], guards: &Guards, others: &'a Named) -> Self {
        let mut own = find(macros, guards);
        if !others.is_empty() {
            for definition in macros.iter().filter(|definition| others.contains_key(&definition.name)) {
                own.entry(definition.name.clone()).or_insert(None);
            }
        }
        Self { own, others: Some(others).filter(|others| !others.is_empty()) }
    }

    pub(super) fn get(&self, word: &[u8]) -> Option<&AttributeMacro> {
        if self.own.is_empty() && self.others.is_none() {
            return None;
        }
        let word = std::str::from_utf8(word).ok()?;
        match self.own.get(word) {
            Some(own) => own.as_ref(),
            None => self.others.and_then(|others| others.get(word)),
        }
    }

    /// The macro at a place of a declaration that stands for attributes and nothing else, and the place after it.
    pub(super) fn specifier(&self, list: List<'_>, at: usize) -> Option<(&AttributeMacro, usize)> {
        let found = self.get(list.word(at)?).filter(|found| !found.declares && !found.visibility)?;
        Some((found, found.after(list, at)?))
    }

    /// The same for a macro that says a visibility, too, which is left to the model of those.
    pub(super) fn exporting(&self, word: &[u8]) -> Option<&AttributeMacro> {
        self.get(word).filter(|found| !found.declares && found.visibility)
    }
}

impl AttributeMacro {
    /// The place after the macro, with its arguments.
    fn after(&self, list: List<'_>, at: usize) -> Option<usize> {
        match (self.has_parameters, list.is(at + 1, b'(')) {
            (false, _) => Some(at + 1),
            (true, true) => Some(list.close(at + 1)? + 1),
            (true, false) => None,
        }
    }

    /// Adds what it says at a place of a declaration.
    pub(super) fn apply(&self, list: List<'_>, at: usize, attributes: &mut Attributes) {
        attributes.weak |= self.weak;
        attributes.used |= self.used;
        attributes.retain |= self.retain;
        attributes.constructor |= self.constructor;
        if let Some(section) = &self.section {
            attributes.section = expand(section, &arguments(list, at)).or(attributes.section.take());
        }
    }

    /// The name of what it declares at that place, where its text tells.
    pub(super) fn declared(&self, list: List<'_>, at: usize) -> Option<String> {
        expand(self.name.as_ref()?, &arguments(list, at))
    }

    /// Whether it is another word for `static`.
    pub(super) fn is_static(&self) -> bool {
        self.internal && !self.typed && !self.declares && !self.has_parameters
    }

    /// Which kinds of facts it makes, for those who look for the words of the language: weak symbols, and what registers itself.
    pub(super) fn kinds(&self) -> (bool, bool) {
        (self.weak, self.constructor || self.section.is_some())
    }
}

/// The arguments of the macro at a place, as they are written.
fn arguments(list: List<'_>, at: usize) -> Vec<String> {
    let Some(close) = list.close(at + 1).filter(|_| list.is(at + 1, b'(')) else { return Vec::new() };
    let (mut found, mut first, mut depth) = (Vec::new(), at + 2, 0_usize);
    for index in at + 2..=close {
        match list.kind(index) {
            Some(Kind::Punct(b'(' | b'[' | b'{')) => depth += 1,
            Some(Kind::Punct(b')' | b']' | b'}')) if index < close => depth = depth.saturating_sub(1),
            Some(Kind::Punct(b',' | b')')) if depth == 0 || index == close => {
                let text = if first < index { list.joined(first, index - 1) } else { String::new() };
                found.push(text);
                first = index + 1;
            }
            _ => {}
        }
    }
    found
}

/// The text with the arguments in their places; None where one of them is missing.
fn expand(text: &Text, arguments: &[String]) -> Option<String> {
    let mut out = String::new();
    for piece in text {
        match piece {
            Piece::Plain(plain) => out.push_str(plain),
            Piece::Quoted(index) => out.push_str(arguments.get(*index)?),
            Piece::Argument(index) => out.push_str(arguments.get(*index)?.trim_matches('"')),
        }
    }
    Some(out).filter(|text| !text.is_empty())
}

/// Whether a text may hold a macro that stands for such an attribute.
pub(super) fn may_define(bytes: &[u8]) -> bool {
    memchr::memmem::find_iter(bytes, b"__attribute").any(|at| is_wanted(&bytes[at..]) && is_in_definition(bytes, at))
}

/// Whether a text may hold a macro that stands for `static` (`#define local static`, as zlib has it).
pub(super) fn may_define_static(bytes: &[u8]) -> bool {
    memchr::memmem::find_iter(bytes, b"static").any(|at| {
        let line = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |newline| newline + 1);
        let before = bytes[line..at].trim_ascii();
        let defined = before.strip_prefix(b"#").and_then(|rest| rest.trim_ascii().strip_prefix(b"define"));
        let name = defined.map(<[u8]>::trim_ascii).filter(|name| !name.is_empty());
        name.is_some_and(|name| name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_'))
    })
}

/// Whether one of the attributes in question follows.
fn is_wanted(bytes: &[u8]) -> bool {
    let near = bytes.get(..bytes.len().min(200)).unwrap_or_default();
    [&b"weak"[..], b"section", b"structor"].iter().any(|word| memchr::memmem::find(near, word).is_some())
}

/// The macros of a file that stand for such attributes with a compiler of the GNU kind for ELF; None for one whose definitions do not
/// agree.
pub(super) fn find(macros: &[MacroDef], guards: &Guards) -> FxHashMap<String, Option<AttributeMacro>> {
    let says = |one: &MacroDef| {
        one.body.as_deref().is_some_and(|body| body.contains("__attribute") || body.trim_start().starts_with("static"))
    };
    let mut found = FxHashMap::default();
    if !macros.iter().any(says) {
        return found;
    }
    // A macro may stand for another one, which may stand for a third.
    for _ in 0..3 {
        let before = found.len();
        let mut next: FxHashMap<String, Option<AttributeMacro>> = FxHashMap::default();
        let mut counted: FxHashMap<&str, usize> = FxHashMap::default();
        for definition in macros.iter().filter(|definition| is_compiled(definition, guards)) {
            let one = read(definition, &found);
            let count = counted.entry(&definition.name).or_default();
            match (next.get_mut(&definition.name), one) {
                (Some(known), one) if *known != one => *known = None,
                (Some(_), _) => {}
                (None, Some(one)) => drop(next.insert(definition.name.clone(), Some(one).filter(|_| *count == 0))),
                (None, None) => {}
            }
            *count += 1;
        }
        found = next;
        if found.len() == before {
            break;
        }
    }
    found
}

/// Whether a definition is not one for other compilers or systems.
pub(super) fn is_compiled(definition: &MacroDef, guards: &Guards) -> bool {
    let defined = |name: &str| if name == definition.name { Some(false) } else { elf::defined(name) };
    let value = |name: &str| elf::value(name);
    guards.evaluate(definition.guard, &Known { defined: &defined, value: &value }) != Some(false)
}

fn read(definition: &MacroDef, known: &FxHashMap<String, Option<AttributeMacro>>) -> Option<AttributeMacro> {
    let body = definition.body.as_deref()?;
    let bytes = body.as_bytes();
    let tokens: Vec<Token> =
        Lexer::inside(bytes, 0..bytes.len() as u32).filter(|token| token.kind != Kind::Space).collect();
    let at: Vec<u32> = (0..tokens.len() as u32).collect();
    let list = List { view: View { bytes, tokens: &tokens }, at: &at };
    let parameters = definition.parameters.as_deref().unwrap_or_default();
    let mut found = AttributeMacro { has_parameters: definition.parameters.is_some(), ..AttributeMacro::default() };
    let mut attributes = Attributes::default();
    let mut at = 0;
    while at < list.len() {
        let bracketed = list.is(at, b'[') && list.is(at + 1, b'[');
        at = match list.word(at) {
            Some(b"extern") if list.kind(at + 1) != Some(Kind::Text) => {
                found.external = true;
                at + 1
            }
            Some(b"static") => {
                found.internal = true;
                at + 1
            }
            Some(b"__attribute__" | b"__attribute") => {
                let next = attributes::read(list, at, &mut attributes)?;
                found.section = section(list, at, next, parameters).or(found.section);
                next
            }
            Some(word) if is_builtin(word) => {
                found.typed = true;
                at + 1
            }
            _ if bracketed => attributes::read(list, at, &mut attributes)?,
            Some(word) => match std::str::from_utf8(word).ok().and_then(|word| known.get(word)) {
                // Arguments that are passed on are not followed.
                Some(Some(other)) if !other.has_parameters && !other.declares => {
                    found.add(other);
                    at + 1
                }
                _ => {
                    found.declares = true;
                    at + 1
                }
            },
            None => {
                found.declares = true;
                at + 1
            }
        };
    }
    found.weak |= attributes.weak;
    found.used |= attributes.used;
    found.retain |= attributes.retain;
    found.constructor |= attributes.constructor;
    found.visibility |= attributes.visibility.is_some();
    let is_attribute = found.weak || found.constructor || found.used || found.retain || found.section.is_some();
    if !is_attribute && !found.is_static() {
        return None;
    }
    found.name = name(list, parameters).filter(|_| found.declares);
    Some(found)
}

impl AttributeMacro {
    fn add(&mut self, other: &Self) {
        self.weak |= other.weak;
        self.used |= other.used;
        self.retain |= other.retain;
        self.constructor |= other.constructor;
        self.visibility |= other.visibility;
        self.external |= other.external;
        self.internal |= other.internal;
        self.typed |= other.typed;
        self.section = self.section.take().or_else(|| other.section.clone());
    }
}

/// The section among the attributes between two places.
fn section(list: List<'_>, first: usize, end: usize, parameters: &[String]) -> Option<Text> {
    let is_section = |index: &usize| matches!(list.word(*index), Some(b"section" | b"__section__"));
    let at = (first..end).find(|index| is_section(index) && list.is(index + 1, b'('))?;
    let close = list.close(at + 1)?;
    text(list, at + 2, close, parameters)
}

/// Literals and arguments in a row.
fn text(list: List<'_>, first: usize, end: usize, parameters: &[String]) -> Option<Text> {
    let place = |index: usize| {
        let word = list.word(index)?;
        parameters.iter().position(|name| name.as_bytes() == word)
    };
    let (mut found, mut at) = (Vec::new(), first);
    while at < end {
        let token = list.view.tokens.get(list.token(at))?;
        found.push(match token.kind {
            Kind::Text => Piece::Plain(decode(token, list.view.bytes)),
            Kind::Word => Piece::Argument(place(at)?),
            Kind::Punct(b'#') => {
                at += 1;
                Piece::Quoted(place(at)?)
            }
            _ => return None,
        });
        at += 1;
    }
    Some(found).filter(|found| !found.is_empty())
}

/// The name that a declaration of a variable gives: the last one before its value, its brackets or its attributes.
fn name(list: List<'_>, parameters: &[String]) -> Option<Text> {
    let ends = |index: &usize| {
        matches!(list.kind(*index), Some(Kind::Punct(b'=' | b'[' | b';' | b'(')) | None)
            || list.word(*index).is_some_and(attributes::is_attribute)
    };
    // Attributes in front come before the name.
    let mut first = 0;
    while list.word(first).is_some_and(|word| attributes::is_attribute(word) || word == b"static" || word == b"extern")
    {
        first = if list.is(first + 1, b'(') { list.close(first + 1)? + 1 } else { first + 1 };
    }
    let end = (first..=list.len()).find(ends)?;
    let mut found = Text::new();
    let mut at = end;
    loop {
        at = at.checked_sub(1)?;
        let word = list.word(at)?;
        let piece = match parameters.iter().position(|name| name.as_bytes() == word) {
            Some(index) => Piece::Argument(index),
            None => Piece::Plain(list.string(at)),
        };
        found.insert(0, piece);
        let pasted = at >= 2 && list.is(at - 1, b'#') && list.is(at - 2, b'#');
        if !pasted {
            // Without a type before it, it is none.
            return Some(found).filter(|_| at > first);
        }
        at -= 2;
    }
}
