//! From a parsed declaration to facts.
use std::rc::Rc;

use super::class_head;
use super::declaration::{Declarator, Parsed, QName, Tail};
use super::facts::{
    ArgumentValue, Attributes, Function, Invocation, Language, Linkage, Registration, RegistrationKind, SectionUse,
    SymVer, Variable,
};
use super::guard::GuardId;
use super::lexer::{Kind, decode};
use super::namespace_head::{self, NamespaceHead};
use super::tables::LinkageMacro;
use super::view::{List, all_caps};
use super::walker::{Scope, ScopeKind, Walker};

/// Texts of facts are cut off at this many bytes.
const MAX_TEXT: usize = 200;
/// An invocation keeps this many words.
const MAX_WORDS: usize = 64;
/// Qualified names are cut off at this many bytes.
const MAX_QUALIFIED: usize = 600;

impl Walker<'_> {
    /// A declaration that ended with a semicolon (part of the list).
    pub(super) fn declared(&mut self, list: List<'_>) {
        let list = List { view: list.view, at: list.at.get(..list.len().saturating_sub(1)).unwrap_or_default() };
        self.invoked(list);
        let list = self.registered(list);
        if list.len() == 0 || self.assembly(list) {
            return;
        }
        if list.word(0) == Some(b"using") && list.word(1) == Some(b"namespace") {
            let name = qualification(list, 2, list.len() - 1);
            self.facts.usings.push((name, self.prefix().to_string()));
            return;
        }
        let parsed = self.parse(list);
        if parsed.specs.ignored {
            return;
        }
        if self.in_class() {
            return self.member(list, &parsed, false);
        }
        match parsed.what.clone() {
            Declarator::Function { name, tail } if !tail.defaulted => {
                self.function(list, &parsed, name, &tail, false);
            }
            Declarator::Variable { name, value, more } => self.variable(list, &parsed, name, value, &more),
            // Out of its class that is the definition.
            Declarator::Function { name, tail } if !tail.deleted => {
                self.function(list, &parsed, name, &tail, true);
            }
            Declarator::Function { .. } | Declarator::Macro { .. } | Declarator::None => {}
        }
    }

    /// What a brace opens, given the declaration before it. Scopes that it names are open when this returns.
    pub(super) fn opened(&mut self, list: List<'_>, at: usize) -> ScopeKind {
        if let Some(kind) = self.opened_namespace(list, at) {
            return kind;
        }
        if let Some(head) = class_head::parse(list) {
            self.class(list, &head, at);
            return ScopeKind::Class;
        }
        self.invoked(list);
        let list = self.registered(list);
        if class_head::is_enum(list) || has_value(list) {
            return ScopeKind::Value;
        }
        let parsed = self.parse(list);
        match parsed.what.clone() {
            Declarator::Function { name, tail } => {
                // A brace after a member's name in a constructor's list is that member's value.
                if tail.initialisers.is_some()
                    && matches!(self.view.kind(at.wrapping_sub(1)), Some(Kind::Word | Kind::Punct(b'>')))
                {
                    return ScopeKind::Value;
                }
                if self.in_class() {
                    self.member(list, &parsed, true);
                    let declared = name;
                    let name = nested(&self.prefix(), &own_name(list, name));
                    self.push(ScopeKind::Function, at);
                    self.in_function(None, None, &name);
                    self.parameters(list, declared);
                    self.initialisers(list, &tail);
                    return ScopeKind::Function;
                }
                let scope = self.owner(list, name);
                let index = self.function(list, &parsed, name, &tail, true);
                self.push(ScopeKind::Function, at);
                self.in_function(Some(index), scope, "");
                self.parameters(list, name);
                self.initialisers(list, &tail);
                ScopeKind::Function
            }
            Declarator::Variable { .. } => ScopeKind::Value,
            Declarator::Macro { close, .. } if close + 1 == list.len() => {
                self.push(ScopeKind::Function, at);
                self.in_function(None, None, "");
                ScopeKind::Function
            }
            Declarator::Macro { .. } | Declarator::None if list.len() == 0 && at > 0 && self.after_macro(at) => {
                self.push(ScopeKind::Function, at);
                self.in_function(None, None, "");
                ScopeKind::Function
            }
            Declarator::Macro { .. } | Declarator::None => ScopeKind::Block,
        }
    }

    /// Values in a constructor's list, which belong to its body.
    fn initialisers(&mut self, list: List<'_>, tail: &Tail) {
        for index in tail.initialisers.map_or(list.len(), |first| first + 1)..list.len() {
            if list.word(index).is_some() {
                self.body_word(list.token(index));
            }
        }
    }

    /// Whether a registration macro stood before the brace.
    fn after_macro(&self, at: usize) -> bool {
        self.view.is(at - 1, b')')
    }

    fn opened_namespace(&mut self, list: List<'_>, at: usize) -> Option<ScopeKind> {
        if namespace_head::is_one(list) {
            let Some(NamespaceHead { mut names, inline, attributes }) = namespace_head::read(list) else {
                return Some(ScopeKind::Block);
            };
            let anonymous = names.is_empty();
            if anonymous {
                names.push("(anonymous namespace)".to_owned());
            }
            self.push(ScopeKind::Namespace, at);
            if let Some(scope) = self.scopes.last_mut() {
                for count in inline.into_iter().filter(|_| !anonymous) {
                    let space = nested(&scope.prefix, &names.get(..count).unwrap_or_default().join("::")).to_string();
                    if !self.facts.inline_namespaces.contains(&space) {
                        self.facts.inline_namespaces.push(space);
                    }
                }
                scope.prefix = nested(&scope.prefix, &names.join("::"));
                scope.internal |= anonymous;
                if attributes != Attributes::default() {
                    scope.around = Some(Rc::new(attributes));
                }
            }
            return Some(ScopeKind::Namespace);
        }
        let last = list.len().checked_sub(2)?;
        if list.word(last) == Some(b"extern") && list.kind(last + 1) == Some(Kind::Text) {
            let c = list.string(last + 1) == "\"C\"";
            self.push(ScopeKind::Linkage, at);
            if let Some(scope) = self.scopes.last_mut() {
                scope.linkage = Some(if c { Linkage::C } else { Linkage::Cxx });
            }
            return Some(ScopeKind::Linkage);
        }
        None
    }

    pub(super) fn in_class(&self) -> bool {
        self.scopes.last().is_some_and(|scope| scope.kind == ScopeKind::Class)
    }

    fn in_function(&mut self, index: Option<usize>, prefix: Option<Rc<str>>, name: &str) {
        let name = index
            .and_then(|index| self.facts.functions.get(index))
            .map_or(Rc::from(name), |f| Rc::from(f.qualified.as_str()));
        if let Some(scope) = self.scopes.last_mut() {
            scope.function = index;
            scope.name = name;
            if let Some(prefix) = prefix {
                scope.prefix = prefix;
            }
        }
    }

    /// The namespace or class that a qualified name stands in.
    fn owner(&self, list: List<'_>, name: QName) -> Option<Rc<str>> {
        let last = name.last.checked_sub(1 + usize::from(list.is(name.last.saturating_sub(1), b'~')))?;
        let end = last.checked_sub(1).filter(|_| list.kind(last) == Some(Kind::Scope) && last > name.first)?;
        Some(nested(&self.prefix(), &qualification(list, name.first, end)))
    }

    /// Takes registration macros off the front; gives the rest of the declaration.
    fn registered<'b>(&mut self, mut list: List<'b>) -> List<'b> {
        while let Some(word) = list.word(0).filter(|_| list.is(1, b'(')) {
            let Ok(name) = std::str::from_utf8(word) else { break };
            if !self.tables.registers(name) || self.in_class() {
                break;
            }
            let Some(close) = list.close(1) else { break };
            let detail =
                list.view.source(list.token(2).min(list.token(close)), list.token(close).saturating_sub(1), MAX_TEXT);
            self.registration(RegistrationKind::Macro, name.to_owned(), detail, list.range(0, 0));
            list = List { view: list.view, at: list.at.get(close + 1..).unwrap_or_default() };
            // What is chained on belongs to the macro: `NAME("x").set_body(f);`.
            if list.is(0, b'.') || list.kind(0) == Some(Kind::Arrow) {
                list = List { view: list.view, at: &[] };
            }
        }
        list
    }

    /// What a file ends with, without a semicolon: macros that end it themselves.
    pub(super) fn at_the_end(&mut self, list: List<'_>) {
        self.invoked(list);
        self.registered(list);
    }

    /// Records the macros with arguments at the front of a declaration.
    fn invoked(&mut self, list: List<'_>) {
        let mut at = 0;
        while let Some(name) = list.word(at).filter(|_| list.is(at + 1, b'(') && !self.in_class()) {
            let Some(close) = list.close(at + 1) else { return };
            if super::keywords::is_keyword(name) || super::attributes::is_attribute(name) {
                return;
            }
            let macros = Rc::clone(&self.attribute_macros);
            if let Some((_, next)) = macros.specifier(list, at) {
                // It declares nothing by itself.
                at = next;
                continue;
            }
            let mut words: Vec<String> = Vec::new();
            for index in at + 2..close {
                let word =
                    list.word(index).filter(|word| !super::keywords::is_keyword(word) && words.len() < MAX_WORDS);
                if let Some(word) =
                    word.map(|word| String::from_utf8_lossy(word).into_owned()).filter(|word| !words.contains(word))
                {
                    words.push(word);
                }
            }
            let name = String::from_utf8_lossy(name).into_owned();
            let range = list.range(at, at);
            // A declaration with several braces is read at each.
            if self.facts.invocations.last().is_none_or(|last| last.range.start < range.start) {
                self.made_by_macro(list, at);
                self.facts.invocations.push(Invocation { name, words, guard: self.guard, range });
            }
            at = close + 1;
        }
    }

    /// What a macro with such attributes declares between declarations.
    fn made_by_macro(&mut self, list: List<'_>, at: usize) {
        let macros = Rc::clone(&self.attribute_macros);
        let Some(found) = list.word(at).and_then(|word| macros.get(word)).filter(|found| found.declares) else {
            return;
        };
        let mut attributes = Attributes::default();
        found.apply(list, at, &mut attributes);
        let range = list.range(at, at);
        if attributes.constructor {
            let detail = list.string(at + 2);
            self.registration(RegistrationKind::Constructor, list.string(at), detail, range.clone());
        }
        if attributes.section.is_some() {
            self.section(&attributes, &found.declared(list, at).unwrap_or_default(), &range);
        }
    }

    fn registration(&mut self, kind: RegistrationKind, name: String, detail: String, range: std::ops::Range<u32>) {
        if self.facts.registrations.last().is_none_or(|last| last.range != range) {
            self.facts.registrations.push(Registration { kind, name, detail, guard: self.guard, range });
        }
    }

    /// `asm(".symver ...")` at file scope.
    fn assembly(&mut self, list: List<'_>) -> bool {
        if !matches!(list.word(0), Some(b"asm" | b"__asm__" | b"__asm")) {
            return false;
        }
        self.symver(list.token(0));
        true
    }

    /// `asm("... .symver ...")` at a token.
    pub(super) fn symver(&mut self, at: usize) {
        let open = (at + 1..at + 4).find(|&index| self.view.is(index, b'('));
        let Some((open, close)) = open.and_then(|open| Some((open, self.close_of(open)?))) else { return };
        let literals =
            (open..close).filter_map(|index| self.view.tokens.get(index)).filter(|token| token.kind == Kind::Text);
        let text: String = literals.map(|token| decode(token, self.view.bytes)).collect();
        for part in text.split(['\n', ';']) {
            if let Some((_, what)) = part.split_once(".symver") {
                self.facts.symvers.push(SymVer {
                    text: what.trim().to_owned(),
                    attribute: false,
                    guard: self.guard,
                    range: self.view.range(at, close),
                });
            }
        }
    }

    /// Completes attributes with the pragma that holds here, and with those of the namespace around.
    pub(super) fn attributes(&self, attributes: &Attributes) -> Attributes {
        let mut all = Attributes { pragma_visibility: self.visibility.last().copied(), ..attributes.clone() };
        if let Some(around) = self.scopes.last().and_then(|scope| scope.around.as_ref()) {
            all.pragma_visibility = around.visibility.or(all.pragma_visibility);
            all.macros.extend_from_slice(&around.macros);
        }
        all
    }

    fn linkage(&self, parsed: &Parsed) -> Linkage {
        let by_macro = || {
            let macros = &parsed.attributes.macros;
            macros.iter().any(|name| self.linkage_of(name) == Some(LinkageMacro::Prefix)).then_some(Linkage::C)
        };
        let scope = self.scopes.last().and_then(|scope| scope.linkage);
        let file = match self.facts.language {
            Some(Language::C) => Linkage::C,
            Some(Language::Header) => Linkage::Included,
            _ => Linkage::Cxx,
        };
        parsed.specs.language.or_else(by_macro).or(scope).unwrap_or(file)
    }

    fn function(&mut self, list: List<'_>, parsed: &Parsed, name: QName, tail: &Tail, body: bool) -> usize {
        let scope = self.scopes.last();
        let (internal, template) = scope.map_or((false, false), |scope| (scope.internal, scope.template));
        let own = own_name(list, name);
        let owner = self.owner(list, name);
        let qualified = nested(owner.as_deref().unwrap_or(&self.prefix()), &own).to_string();
        let inline = parsed.specs.inline || parsed.specs.constexpr;
        if inline && body && owner.is_some() {
            self.inline_members.insert(qualified.clone());
        }
        let mut linkage = self.linkage(parsed);
        if linkage == Linkage::C {
            self.c_names.insert(qualified.clone());
        } else if self.c_names.contains(&qualified) {
            linkage = Linkage::C;
        }
        let own_static = parsed.specs.is_static && owner.is_none();
        if own_static && !body {
            self.static_names.insert(qualified.clone(), self.guard);
        }
        let was_static = self.static_names.get(&qualified);
        let was_static = was_static.is_some_and(|guard| *guard == GuardId::TRUE || *guard == self.guard);
        let function = Function {
            linkage,
            is_definition: body,
            internal: internal || own_static || was_static,
            inline,
            template: template || parsed.specs.template || name.template,
            member: owner.is_some(),
            constant: tail.constant,
            device: parsed.specs.device && !parsed.specs.host,
            attributes: self.attributes(&parsed.attributes),
            guard: self.guard,
            range: list.range(name.last, name.last),
            head: list.range(0, list.len().saturating_sub(1)),
            name: own,
            qualified,
        };
        if function.attributes.constructor {
            let range = function.range.clone();
            self.registration(RegistrationKind::Constructor, function.name.clone(), String::new(), range);
        }
        self.section(&function.attributes, &function.name, &function.range);
        if let Some(text) = function.attributes.symver.clone() {
            let range = function.range.clone();
            self.facts.symvers.push(SymVer { text, attribute: true, guard: self.guard, range });
        }
        self.llvm_declared(&function);
        self.facts.functions.push(function);
        self.facts.functions.len() - 1
    }

    fn section(&mut self, attributes: &Attributes, symbol: &str, range: &std::ops::Range<u32>) {
        let boundary = symbol.strip_prefix("__start_").or_else(|| symbol.strip_prefix("__stop_"));
        let Some(section) = attributes.section.as_deref().or(boundary) else { return };
        self.facts.sections.push(SectionUse {
            section: section.to_owned(),
            symbol: symbol.to_owned(),
            boundary: attributes.section.is_none(),
            used: attributes.used,
            retain: attributes.retain,
            guard: self.guard,
            range: range.clone(),
        });
    }

    fn variable(&mut self, list: List<'_>, parsed: &Parsed, name: QName, value: Option<usize>, more: &[usize]) {
        let own = own_name(list, name);
        let owner = self.owner(list, name);
        if let Some(at) = value {
            self.value(list, parsed, &own, at, name);
        }
        if owner.is_none() && !name.template && !parsed.specs.template {
            self.global(list, name.last, parsed.specs.is_extern);
        }
        self.one_variable(list, parsed, name.last, own, owner.as_deref(), value.is_some(), name.template);
        for &at in more {
            let initialised = list.is(at + 1, b'=') || list.is(at + 1, b'{');
            self.one_variable(list, parsed, at, list.string(at), None, initialised, false);
        }
    }

    #[allow(clippy::too_many_arguments, reason = "one call site each for the first and the further names")]
    fn one_variable(
        &mut self,
        list: List<'_>,
        parsed: &Parsed,
        at: usize,
        name: String,
        owner: Option<&str>,
        initialised: bool,
        template: bool,
    ) {
        let specs = &parsed.specs;
        let scope = self.scopes.last();
        let outer = scope.map_or((false, false), |scope| (scope.internal, scope.template));
        let linkage = self.linkage(parsed);
        // `extern "C" int x;` declares, `extern "C" { int x; }` defines.
        let external = specs.is_extern || specs.language.is_some();
        let constant = specs.constant || specs.constexpr;
        let cxx = self.facts.language != Some(Language::C);
        let hidden = constant && cxx && !external && !specs.inline && owner.is_none() && !specs.template;
        let variable = Variable {
            qualified: nested(owner.unwrap_or(&self.prefix()), &name).to_string(),
            linkage,
            is_definition: !external || initialised,
            tentative: !external && !initialised && self.facts.language == Some(Language::C),
            internal: outer.0 || (specs.is_static && owner.is_none()) || hidden,
            inline: specs.inline || specs.constexpr,
            template: outer.1 || specs.template || template,
            constant,
            thread_local: specs.thread_local,
            attributes: self.attributes(&parsed.attributes),
            guard: self.guard,
            range: list.range(at, at),
            name,
        };
        self.section(&variable.attributes, &variable.name, &variable.range);
        self.facts.variables.push(variable);
    }

    /// Looks at a variable's value: string constants, and calls that run before `main`.
    fn value(&mut self, list: List<'_>, parsed: &Parsed, name: &str, at: usize, place: QName) {
        let first = if list.is(at, b'=') { at + 1 } else { at };
        if !parsed.specs.is_extern && list.kind(at + 1) == Some(Kind::Text) {
            let range = list.token(at + 1)..list.token(list.len() - 1) + 1;
            if let ArgumentValue::Literal(values) = self.argument(range).value {
                self.constants.entry(name.to_owned()).or_default().extend(values);
                // `Registrar r("x");` computes as much as any other object.
                if list.is(at, b'=') || builtin_type(list, place.first) {
                    return;
                }
            }
        }
        // Calls in the value are uses of this file.
        for index in first..list.len() {
            if list.word(index).is_some() {
                self.body_word(list.token(index));
            }
        }
        if parsed.specs.constexpr || parsed.specs.template {
            return;
        }
        // A number with a fraction registers nothing.
        let is_number = (0..place.first).any(|index| matches!(list.word(index), Some(b"double" | b"float")));
        let callee = if is_number {
            None
        } else if list.is(at, b'=') {
            let call = (first..list.len()).find(|&index| {
                list.is(index + 1, b'(')
                    && list.word(index).is_some_and(|word| !super::keywords::is_keyword(word) && !all_caps(word))
            });
            call.map(|index| list.string(index))
        } else if list.is(at, b'(') && place.first > 0 {
            // The type is what is constructed.
            Some(list.joined(0, place.first - 1)).filter(|_| !builtin_type(list, place.first))
        } else {
            None
        };
        if let Some(callee) = callee {
            self.registration(
                RegistrationKind::DynamicInit,
                name.to_owned(),
                callee,
                list.range(place.last, place.last),
            );
        }
    }

    /// A function's body ended.
    pub(super) fn function_ends(&mut self, scope: &Scope, at: usize) {
        if scope.processes >= self.facts.processes.len() {
            return;
        }
        let mut literals = Vec::new();
        for index in scope.body..at {
            let Some(token) =
                self.view.tokens.get(index).filter(|token| matches!(token.kind, Kind::Text | Kind::RawText))
            else {
                continue;
            };
            let text: String = decode(token, self.view.bytes).chars().take(MAX_TEXT).collect();
            if literals.len() < 64 {
                literals.push(text);
            }
        }
        for call in self.facts.processes.iter_mut().skip(scope.processes).take(32) {
            call.nearby.clone_from(&literals);
        }
    }
}

/// `prefix::name`; a prefix that is too long stands alone.
pub(super) fn nested(prefix: &str, name: &str) -> Rc<str> {
    if prefix.len() + name.len() > MAX_QUALIFIED {
        let end = (0..=prefix.len().min(MAX_QUALIFIED)).rev().find(|&end| prefix.is_char_boundary(end));
        return Rc::from(&prefix[..end.unwrap_or_default()]);
    }
    if prefix.is_empty() { Rc::from(name) } else { Rc::from(format!("{prefix}::{name}")) }
}

/// The text of a qualification without template arguments and leading `::`.
pub(super) fn qualification(list: List<'_>, first: usize, last: usize) -> String {
    let mut text = String::new();
    let mut depth = 0_usize;
    for index in first..=last {
        match list.kind(index) {
            Some(Kind::Punct(b'<')) => depth += 1,
            Some(Kind::Punct(b'>')) => depth = depth.saturating_sub(1),
            Some(Kind::Scope) if text.is_empty() => {}
            Some(Kind::Word | Kind::Scope) if depth == 0 => text.push_str(&list.string(index)),
            _ => {}
        }
    }
    text
}

/// The last name of a declaration: `f`, `~T`, `operator+`.
pub(super) fn own_name(list: List<'_>, name: QName) -> String {
    if list.word(name.last) == Some(b"operator") {
        let end = (name.last + 1..list.len()).find(|&index| index > name.last + 1 && list.is(index, b'('));
        return list.joined(name.last, end.unwrap_or(list.len()).saturating_sub(1));
    }
    let tilde = name.last > 0 && list.is(name.last - 1, b'~');
    format!("{}{}", if tilde { "~" } else { "" }, list.string(name.last))
}

/// Whether the declaration has `=` outside brackets, so that a brace after it is a value.
fn has_value(list: List<'_>) -> bool {
    let mut depth = 0_usize;
    for index in 0..list.len() {
        match list.kind(index) {
            Some(Kind::Punct(b'(' | b'[' | b'<')) => depth += 1,
            Some(Kind::Punct(b')' | b']' | b'>')) => depth = depth.saturating_sub(1),
            Some(Kind::Punct(b'=')) if depth == 0 => {
                let operator = (index.saturating_sub(2)..index).any(|before| list.word(before) == Some(b"operator"));
                if !operator {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

fn builtin_type(list: List<'_>, end: usize) -> bool {
    (0..end).any(|index| list.word(index).is_some_and(super::keywords::is_builtin))
}
