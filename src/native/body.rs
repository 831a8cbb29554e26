//! What statements and values do: calls, uses of classes, assembly.
use std::ops::Range;

use super::facts::{
    Argument, ArgumentValue, ClassUse, ClassUseKind, Function, Handle, LlvmInit, LlvmUse, LoadCall, LoadKind,
    ProcessCall, Use,
};
use super::keywords::{is_builtin, is_keyword};
use super::lexer::{Kind, decode};
use super::tables::{CallKind, CallRow};
use super::walker::Walker;

/// The source of an argument is cut off at this many bytes.
const MAX_TEXT: usize = 200;
/// A constant has no more values than this.
const MAX_VALUES: usize = 16;
/// A literal of an argument is cut off at this many characters.
const MAX_LITERAL: usize = 1000;

/// As many uses of the same name under the same condition are kept of a file.
const MOST_USES: u8 = 4;

impl Walker<'_> {
    /// A word inside a body or a value.
    pub(super) fn body_word(&mut self, at: usize) {
        let word = self.view.text(at);
        self.object(at);
        match word {
            b"dynamic_cast" => self.cast(at, ClassUseKind::DynamicCast),
            b"make_unique" | b"make_shared" | b"allocate_shared" => self.cast(at, ClassUseKind::Construct),
            b"typeid" => self.named_class(at + 2, ClassUseKind::TypeId, b")"),
            b"throw" => self.named_class(at + 1, ClassUseKind::Throw, b"({"),
            b"catch" => self.named_class(at + 2, ClassUseKind::Catch, b")&*"),
            b"new" => self.constructed(at),
            b"asm" | b"__asm__" | b"__asm" => self.symver(at),
            _ => {}
        }
        if self.view.is(at + 1, b'(') && !is_keyword(word) {
            self.call(at);
        } else if matches!(self.view.kind(at + 1), Some(Kind::Word | Kind::Punct(b'{'))) {
            self.table_class(at);
        } else if self.view.is(at + 1, b'<') && !self.tables.calls(word).is_empty() {
            self.table_template(at);
        } else if self.view.is(at + 1, b'=') || self.view.is(at + 1, b'[') {
            self.local_text(at);
        } else if self.view.is(at + 1, b'>') && self.view.is(at + 2, b'(') && self.is_made(at) {
            self.class_call(at, at + 2);
        }
    }

    /// Whether a word is the class in `make_unique<T>`.
    fn is_made(&self, at: usize) -> bool {
        let made = |at: usize| matches!(self.view.word(at), Some(b"make_unique" | b"make_shared"));
        at >= 2 && self.view.is(at - 1, b'<') && made(at - 2)
    }

    /// `name = "..."`, `name[] = "..."`: what a string variable begins with.
    fn local_text(&mut self, at: usize) {
        let mut value = at + 1;
        if self.view.is(value, b'[') {
            let Some(close) = self.close_of(value) else { return };
            value = close + 1;
        }
        if !self.view.is(value, b'=') || self.view.kind(value + 1) != Some(Kind::Text) || self.locals.len() > 1000 {
            return;
        }
        let mut end = value + 1;
        while self.view.kind(end) == Some(Kind::Text) {
            end += 1;
        }
        if let ArgumentValue::Literal(values) = self.argument(value + 1..end).value {
            let known = self.locals.entry(self.view.string(at)).or_default();
            known.extend(values);
            known.truncate(MAX_VALUES);
        }
    }

    /// `cast<T*>(...)`.
    fn cast(&mut self, at: usize, kind: ClassUseKind) {
        if self.view.is(at + 1, b'<') {
            self.named_class(at + 2, kind, b"*&>,");
        }
    }

    /// `new T`, `new (place) T`.
    fn constructed(&mut self, at: usize) {
        let mut first = at + 1;
        if self.view.is(first, b'(') {
            let Some(close) = self.close_of(first) else { return };
            first = close + 1;
        }
        self.named_class(first, ClassUseKind::Construct, b"({;),");
    }

    /// A class named at `first`, when one of `ends` follows its name.
    fn named_class(&mut self, mut first: usize, kind: ClassUseKind, ends: &[u8]) {
        while matches!(self.view.word(first), Some(b"const" | b"struct" | b"class" | b"typename")) {
            first += 1;
        }
        let (mut at, mut last) = (first, None);
        let mut name = String::new();
        while name.len() < MAX_TEXT {
            match self.view.kind(at) {
                Some(Kind::Scope) => {
                    if !name.is_empty() {
                        name.push_str("::");
                    }
                }
                Some(Kind::Word) if last.is_none_or(|last| self.view.kind(last + 1) == Some(Kind::Scope)) => {
                    name.push_str(&self.view.string(at));
                    last = Some(at);
                }
                Some(Kind::Word) if self.view.word(at) == Some(b"const") => {}
                _ => break,
            }
            at += 1;
        }
        let Some(last) = last else { return };
        // A name in a catch clause: `catch (T e)`.
        let ends_well = match self.view.kind(at) {
            Some(Kind::Punct(byte)) => ends.contains(&byte) || (byte == b'<' && ends.contains(&b'(')),
            Some(Kind::Word) => kind == ClassUseKind::Catch,
            _ => false,
        };
        if ends_well && !is_builtin(self.view.text(last)) {
            self.class_use(kind, &name, self.view.range(first, last));
        }
    }

    pub(super) fn class_use(&mut self, kind: ClassUseKind, name: &str, range: Range<u32>) {
        if name.is_empty() || self.in_macro || !self.seen_class_uses.insert((kind as u8, name.into(), self.guard)) {
            return;
        }
        let scope = self.prefix().to_string();
        if kind == ClassUseKind::Construct {
            let own = name.rsplit(':').next().unwrap_or(name);
            let name = format!("{}::{own}", name.trim_start_matches("::")).into();
            self.facts.object_uses.push(Use { name, through: false, guard: self.guard, range: range.clone() });
        }
        self.facts.class_uses.push(ClassUse { kind, name: name.to_owned(), scope, guard: self.guard, range });
    }

    /// A word before a parenthesis: a call, or a variable with a value.
    fn call(&mut self, at: usize) {
        let first = self.qualified_from(at);
        let before = first.checked_sub(1);
        let previous = before.and_then(|before| self.view.kind(before));
        let member = matches!(previous, Some(Kind::Arrow | Kind::Punct(b'.')));
        let declares = match previous {
            Some(Kind::Word) => {
                before.and_then(|before| self.view.word(before)).is_some_and(|word| !precedes_call(word))
            }
            Some(Kind::Punct(b'>')) => before.is_some_and(|before| self.closes_template(before)),
            Some(Kind::Punct(b'~')) => true,
            _ => false,
        };
        if before.and_then(|before| self.view.word(before)) == Some(b"new") {
            return self.class_call(at, at + 1);
        }
        if member {
            self.called_of_object(at);
            return self.object_call(at);
        }
        if declares {
            return;
        }
        for row in self.tables.calls(self.view.text(at)) {
            if !row.object && self.in_scope(row, first, at) {
                self.table_call(row, first, at, at + 1);
                break;
            }
        }
        if !self.in_macro {
            self.used(first, at);
            self.made_without_name(first, at);
        }
    }

    /// The first token of `a::b::name`, going back from the name.
    pub(super) fn qualified_from(&self, at: usize) -> usize {
        let mut first = at;
        while first >= 1 && self.view.kind(first - 1) == Some(Kind::Scope) {
            first -= 1;
            if first >= 1 && self.view.word(first - 1).is_some_and(|word| !precedes_call(word)) {
                first -= 1;
            } else {
                break;
            }
        }
        first
    }

    /// Whether a `>` closes template arguments of a type, so that a declared name follows.
    pub(super) fn closes_template(&self, at: usize) -> bool {
        let mut depth = 0_usize;
        for index in (at.saturating_sub(60)..=at).rev() {
            match self.view.kind(index) {
                Some(Kind::Punct(b'>')) => depth += 1,
                Some(Kind::Punct(b'<')) => {
                    depth -= 1;
                    if depth == 0 {
                        return index > 0 && self.view.word(index - 1).is_some();
                    }
                }
                Some(Kind::Punct(b';' | b'{' | b'}' | b'(' | b')')) => return false,
                _ => {}
            }
        }
        false
    }

    fn in_scope(&self, row: &CallRow, first: usize, at: usize) -> bool {
        let Some(scope) = &row.scope else {
            // A qualified name is the global one, or of a namespace that wraps it; a class of the same name is not.
            return row.class || first == at || first + 1 == at || self.view.text(first) == b"std";
        };
        at >= first + 2 && self.view.text(at - 2) == scope.as_bytes()
    }

    /// A call, or another use of a function.
    fn used(&mut self, first: usize, at: usize) {
        let name: String = (first..=at).map(|index| self.view.string(index)).collect();
        let name = name.trim_start_matches("::");
        let last = self.view.string(at);
        if let Some((target, component)) = llvm_initialiser(&last)
            && self.seen_uses.insert((format!("llvm {last}").into(), self.guard))
        {
            self.facts.llvm.push(LlvmInit {
                name: last.clone(),
                target,
                component,
                used: LlvmUse::Call,
                guard: self.guard,
                range: self.view.range(at, at),
            });
        }
        // One of them may turn out to be no call (`sizeof f()`, `if (0)`, an inline function that nobody calls): some more are kept.
        let kept = self.kept_uses.entry((name.into(), self.guard)).or_default();
        if *kept < MOST_USES {
            *kept += 1;
            let range = self.view.range(first, at);
            self.facts.uses.push(Use { name: name.into(), through: false, guard: self.guard, range });
        }
    }

    /// Declarations and definitions of LLVM's initialisers.
    pub(super) fn llvm_declared(&mut self, function: &Function) {
        if let Some((target, component)) = llvm_initialiser(&function.name) {
            self.facts.llvm.push(LlvmInit {
                name: function.name.clone(),
                target,
                component,
                used: if function.is_definition { LlvmUse::Definition } else { LlvmUse::Declaration },
                guard: function.guard,
                range: function.range.clone(),
            });
        }
    }

    /// A class of the table: `QPluginLoader loader("x")`, `QPluginLoader{...}`.
    fn table_class(&mut self, at: usize) {
        let name = if self.view.kind(at + 1) == Some(Kind::Word) { at + 1 } else { at };
        let open = name + 1;
        if self.view.is(open, b'(') || self.view.is(open, b'{') || self.view.is(open, b';') {
            self.class_call(at, open);
        }
    }

    /// A template of the table: `ClassLoader<Codec> loader;`, `instantiatePlugin<Codec>(data)`.
    fn table_template(&mut self, at: usize) {
        let Some(close) = self.view.close_angle(at + 1) else { return };
        if self.view.is(close + 1, b'(') {
            let rows = self.tables.calls(self.view.text(at));
            let plain = |row: &&CallRow| {
                !row.class && !row.object && row.scope.is_some() && self.in_scope(row, self.qualified_from(at), at)
            };
            if let Some(row) = rows.iter().find(plain) {
                self.table_call(row, at, at, close + 1);
            }
        } else if self.view.kind(close + 1) == Some(Kind::Word) {
            self.class_call(at, close + 2);
        }
    }

    /// An object of a class of the table, made with what stands behind `open`.
    fn class_call(&mut self, at: usize, open: usize) {
        let rows = self.tables.calls(self.view.text(at));
        if let Some(row) = rows.iter().find(|row| row.class && self.in_scope(row, self.qualified_from(at), at)) {
            self.table_call(row, at, at, open);
        }
    }

    /// `library.resolve("name")`, where the file says of what class `library` is.
    fn object_call(&mut self, at: usize) {
        let rows = self.tables.calls(self.view.text(at));
        let Some(object) = at.checked_sub(2).and_then(|object| self.view.word(object)) else { return };
        let of_class = |row: &&CallRow| row.scope.as_ref().is_some_and(|class| self.view.is_object_of(object, class));
        if let Some(row) = rows.iter().filter(|row| row.object).find(of_class) {
            self.table_call(row, at, at, at + 1);
        }
    }

    fn table_call(&mut self, row: &'static CallRow, first: usize, at: usize, open: usize) {
        let close = if self.view.is(open, b';') { open - 1 } else { self.close_of(open).unwrap_or(open) };
        let arguments = self.arguments(open, close);
        // Parameters instead of arguments: a declaration.
        let typed = |range: &Range<usize>| {
            is_builtin(self.view.text(range.start)) || self.view.word(range.start) == Some(b"const")
        };
        if arguments.iter().any(typed) {
            return;
        }
        let take = |index: Option<usize>| index.and_then(|index| arguments.get(index)).cloned();
        let read = |walker: &Self, index: Option<usize>| take(index).map(|range| walker.argument(range));
        let range = self.view.range(at, close);
        let function_index = self.scopes.last().and_then(|scope| scope.function);
        let enclosing = self.scopes.last().map(|scope| scope.name.to_string()).unwrap_or_default();
        let ignored = self.is_ignored(first);
        let (file, symbol) = (read(self, row.file), read(self, row.symbol));
        match row.kind {
            CallKind::Process => {
                let command = read(self, row.command);
                // Without arguments it is another function of the name: these all take some.
                if command.is_none() {
                    return;
                }
                self.facts.processes.push(ProcessCall {
                    function: &row.function,
                    command,
                    nearby: Vec::new(),
                    ignored,
                    function_index,
                    enclosing: enclosing.clone(),
                    in_macro: self.in_macro,
                    guard: self.guard,
                    range,
                });
            }
            CallKind::Load(kind) => {
                if !row.class && file.is_none() && symbol.is_none() {
                    return;
                }
                self.facts.loads.push(LoadCall {
                    function: &row.function,
                    kind,
                    file,
                    symbol: symbol.filter(|_| kind == LoadKind::Symbol),
                    handle: take(row.handle).map(|range| self.handle(range)),
                    flags: take(row.flags).map_or(Some(Vec::new()), |range| self.flags(range)),
                    ignored,
                    function_index,
                    enclosing: enclosing.clone(),
                    in_macro: self.in_macro,
                    guard: self.guard,
                    range,
                });
            }
        }
    }

    /// Whether a call is a statement of its own.
    fn is_ignored(&self, first: usize) -> bool {
        let Some(before) = first.checked_sub(1) else { return false };
        let cast = self.view.is(before, b')')
            && before >= 2
            && self.view.word(before - 1) == Some(b"void")
            && self.view.is(before - 2, b'(');
        cast || self.view.is(before, b';') || self.view.is(before, b'{') || self.view.is(before, b'}')
    }

    /// The arguments between brackets: ranges of tokens.
    pub(super) fn arguments(&self, open: usize, close: usize) -> Vec<Range<usize>> {
        let (mut found, mut depth, mut start) = (Vec::new(), 0_usize, open + 1);
        for at in open + 1..close {
            match self.view.kind(at) {
                Some(Kind::Punct(b'(' | b'[' | b'{')) => depth += 1,
                Some(Kind::Punct(b')' | b']' | b'}')) => depth = depth.saturating_sub(1),
                Some(Kind::Punct(b',')) if depth == 0 => {
                    found.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
        }
        if close > start {
            found.push(start..close);
        }
        found
    }

    fn handle(&self, range: Range<usize>) -> Handle {
        let named = |name: &[u8]| range.clone().any(|at| self.view.text(at) == name);
        if named(b"RTLD_DEFAULT") {
            Handle::Default
        } else if named(b"RTLD_NEXT") {
            Handle::Next
        } else if self.is_null(range) {
            Handle::Null
        } else {
            Handle::Other
        }
    }

    fn is_null(&self, range: Range<usize>) -> bool {
        let text = |at: usize| self.view.text(at);
        range.len() == 1 && matches!(text(range.start), b"NULL" | b"nullptr" | b"0" | b"nil")
            || range.len() >= 2 && self.view.is(range.start, b'(') && matches!(text(range.end - 1), b"0" | b"NULL")
    }

    /// Names in capitals; None when something else takes part.
    fn flags(&self, range: Range<usize>) -> Option<Vec<String>> {
        let mut names = Vec::new();
        for at in range {
            match self.view.kind(at) {
                Some(Kind::Word) if super::view::all_caps(self.view.text(at)) => {
                    let name = self.view.string(at);
                    names.extend(self.flag_names(&name).unwrap_or_else(|| vec![name]));
                }
                Some(Kind::Word) => return None,
                _ => {}
            }
        }
        Some(names)
    }

    /// The flags that a macro of this file stands for.
    fn flag_names(&self, name: &str) -> Option<Vec<String>> {
        let [only] = self.texts.get(name)?.as_slice() else { return None };
        let body = self.facts.macros.get(*only)?.body.as_deref()?;
        let parts = body.split(['|', ' ', '(', ')']).filter(|part| !part.is_empty());
        let names: Vec<String> = parts.map(str::to_owned).collect();
        let plain = names.iter().all(|name| super::view::all_caps(name.as_bytes()));
        (plain && !names.is_empty()).then_some(names)
    }

    /// Reads an argument.
    pub(super) fn argument(&self, range: Range<usize>) -> Argument {
        let last = range.end.saturating_sub(1);
        Argument {
            text: self.view.source(range.start, last, MAX_TEXT),
            value: self.argument_value(range.clone()),
            range: self.view.range(range.start, last),
        }
    }

    fn argument_value(&self, range: Range<usize>) -> ArgumentValue {
        if self.is_null(range.clone()) {
            return ArgumentValue::Null;
        }
        // Alternatives of a text that is one literal so far, and the literal parts of anything else.
        let mut whole: Option<Vec<String>> = Some(vec![String::new()]);
        let mut parts = Vec::new();
        for at in range {
            let Some(token) = self.view.tokens.get(at) else { break };
            let found = match token.kind {
                Kind::Text | Kind::RawText => {
                    Some(vec![decode(token, self.view.bytes).chars().take(MAX_LITERAL).collect()])
                }
                Kind::Word => self.constant(&self.view.string(at)),
                _ => None,
            };
            match found {
                Some(values) => {
                    parts.extend(values.iter().cloned());
                    whole = whole.map(|old| joined(&old, &values)).filter(|all| all.len() <= MAX_VALUES);
                }
                // Macros around a literal for wide characters, and parentheses.
                None if matches!(token.of(self.view.bytes), b"TEXT" | b"_T" | b"(" | b")" | b"L") => {}
                None => {
                    if token.kind == Kind::Word {
                        parts.extend(self.locals.get(&self.view.string(at)).into_iter().flatten().cloned());
                    }
                    whole = None;
                }
            }
        }
        parts.dedup();
        match whole {
            Some(values) if !parts.is_empty() => ArgumentValue::Literal(values),
            _ if parts.is_empty() => ArgumentValue::Opaque,
            _ => ArgumentValue::Fragments(parts),
        }
    }

    /// The values of a string constant of this file, from macros and variables.
    fn constant(&self, name: &str) -> Option<Vec<String>> {
        if let Some(values) = self.constants.get(name) {
            return Some(values.iter().take(MAX_VALUES).cloned().collect());
        }
        let mut values = Vec::new();
        for &index in self.texts.get(name)?.iter().take(MAX_VALUES) {
            let bytes = self.facts.macros.get(index)?.body.as_deref()?.as_bytes();
            let mut text = String::new();
            for token in super::lexer::Lexer::inside(bytes, 0..bytes.len() as u32) {
                match token.kind {
                    Kind::Text => text.push_str(&decode(&token, bytes)),
                    Kind::Space | Kind::Comment => {}
                    _ => return None,
                }
            }
            values.push(text);
        }
        Some(values).filter(|values| !values.is_empty() && values.iter().any(|value| !value.is_empty()))
    }
}

fn joined(old: &[String], new: &[String]) -> Vec<String> {
    old.iter().flat_map(|a| new.iter().map(move |b| format!("{a}{b}"))).collect()
}

/// Words that may stand before a call.
pub(super) fn precedes_call(word: &[u8]) -> bool {
    matches!(
        word,
        b"return"
            | b"else"
            | b"do"
            | b"case"
            | b"throw"
            | b"co_return"
            | b"co_await"
            | b"co_yield"
            | b"and"
            | b"or"
            | b"not"
            | b"goto"
            | b"in"
            | b"sizeof"
    )
}

/// Components of a target in LLVM, longest first where one begins with another.
const COMPONENTS: &[&str] =
    &["TargetInfo", "TargetMCA", "TargetMC", "Target", "AsmPrinter", "AsmParser", "Disassembler"];

/// The target and the component of an initialiser's name (`llvm/Support/TargetSelect.h`, `llvm-c/Target.h`).
fn llvm_initialiser(name: &str) -> Option<(String, String)> {
    let rest = name.strip_prefix("LLVM").unwrap_or(name).strip_prefix("Initialize")?;
    if let Some(all) = rest.strip_prefix("All") {
        let component = COMPONENTS.iter().find(|component| all.strip_suffix('s') == Some(component))?;
        return Some(("All".to_owned(), (*component).to_owned()));
    }
    if let Some(component) = rest.strip_prefix("NativeTarget") {
        let component = if component.is_empty() { "Target" } else { component };
        return COMPONENTS.contains(&component).then(|| ("Native".to_owned(), component.to_owned()));
    }
    let component = COMPONENTS.iter().find(|component| rest.ends_with(*component))?;
    let target = rest.strip_suffix(component)?;
    let known = name.starts_with("LLVM") || target == "Native";
    (known && !target.is_empty()).then(|| (target.to_owned(), (*component).to_owned()))
}
