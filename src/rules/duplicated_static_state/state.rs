//! What code of a static library keeps, and who asks for it.
use std::sync::OnceLock;

use regex::bytes::Regex;

use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::mentions::{body, words};
use crate::model::symbols::{Site, last_two};
use crate::native::{Function, GuardId, NativeFile, Variable};
use crate::rules::Confidence;
use crate::source::Span;
use crate::symbols::Symbol;

use super::Rule;

/// The function that sets a variable, and the one that uses it, each with a call; twice the same where it gives an object.
pub(super) struct State {
    pub(super) variable: String,
    pub(super) place: Span,
    pub(super) writer: (String, Span),
    pub(super) reader: (String, Span),
    /// The functions.
    pub(super) symbols: Vec<Symbol>,
    pub(super) cond: Cond,
    pub(super) confidence: Confidence,
}

impl State {
    pub(super) fn is_object(&self) -> bool {
        self.writer.0 == self.reader.0
    }
}

impl Rule<'_> {
    /// What a file keeps, which one side sets and the other one uses.
    pub(super) fn state(&self, file: &NativeFile, sides: (TargetId, TargetId), strict: bool) -> Option<State> {
        self.state_at_file_scope(file, sides, strict).or_else(|| self.object(file, sides))
    }

    /// A variable that a function sets which one side calls, and another uses which the other side calls.
    fn state_at_file_scope(&self, file: &NativeFile, sides: (TargetId, TargetId), strict: bool) -> Option<State> {
        let (first, second) = sides;
        let bytes = file.source.bytes();
        let plain = |one: &&Variable| {
            one.is_definition && !one.constant && !one.thread_local && !one.template && one.guard == GuardId::TRUE
        };
        let callable = |one: &&Function| {
            one.is_definition
                && !one.internal
                && !one.inline
                && !one.template
                && !one.member
                && one.guard == GuardId::TRUE
        };
        for variable in file.facts.variables.iter().filter(plain) {
            let using: Vec<&Function> = file
                .facts
                .functions
                .iter()
                .filter(callable)
                .filter(|one| words(body(bytes, one), &variable.name).next().is_some())
                .collect();
            let sets = |one: &&&Function| {
                let text = body(bytes, one);
                words(text, &variable.name).any(|at| is_set(text.get(at + variable.name.len()..).unwrap_or_default()))
            };
            // A side that sets its own copy does not wait for the other's.
            if using.iter().filter(sets).any(|one| self.call(second, one, strict).is_some()) {
                continue;
            }
            for writer in using.iter().filter(sets) {
                let Some((written, one)) = self.call(first, writer, strict) else { continue };
                let reads = |one: &&&Function| {
                    let text = body(bytes, one);
                    words(text, &variable.name)
                        .any(|at| !is_assigned(text.get(at + variable.name.len()..).unwrap_or_default()))
                };
                for reader in using.iter().filter(|one| one.range != writer.range).filter(reads) {
                    if let Some((read, two)) = self.call(second, reader, strict) {
                        let cond = self.model.facts.conds.and(one, two);
                        let of = |function: &Function, span: Span| (function.name.clone(), span);
                        return Some(State {
                            variable: variable.name.clone(),
                            place: Span::new(file.source.id(), variable.range.clone()),
                            writer: of(writer, written),
                            reader: of(reader, read),
                            symbols: [*writer, *reader].into_iter().filter_map(Function::symbol).collect(),
                            cond,
                            confidence: Confidence::Likely,
                        });
                    }
                }
            }
        }
        None
    }

    /// An object of a function that returns a reference to its own static variable, which both sides ask for.
    fn object(&self, file: &NativeFile, (first, second): (TargetId, TargetId)) -> Option<State> {
        let bytes = file.source.bytes();
        let callable = |one: &&Function| {
            one.is_definition && !one.internal && !one.inline && !one.template && one.guard == GuardId::TRUE
        };
        file.facts.functions.iter().filter(callable).find_map(|function| {
            let variable = own_variable(bytes, function)?;
            let (written, one) = self.call(first, function, true)?;
            let (read, two) = self.call(second, function, true)?;
            let changes = [written, read]
                .into_iter()
                .any(|span| is_changed(self.sources.get(span.file).bytes(), span.end as usize));
            let of = |span: Span| (function.qualified.clone(), span);
            Some(State {
                variable,
                place: Span::new(file.source.id(), function.range.clone()),
                writer: of(written),
                reader: of(read),
                symbols: function.symbol().into_iter().collect(),
                cond: self.model.facts.conds.and(one, two),
                confidence: if changes { Confidence::Likely } else { Confidence::Heuristic },
            })
        })
    }

    fn call(&self, id: TargetId, function: &Function, strict: bool) -> Option<(Span, Cond)> {
        let symbols = self.project.symbols;
        let names = symbols.names(id);
        let members = last_two(&function.qualified).and_then(|name| names.member_calls.get(name));
        let mut sites = names.called.get(&function.name).into_iter().chain(members).flatten();
        let means = |site: &Site| {
            let key = symbols.meaning(id, site).or_else(|| symbols.member(id, site));
            key.is_some_and(|key| key.name == if key.c { &*function.name } else { &*function.qualified })
        };
        let plain = |site: &&Site| {
            let is_certain = site.call().is_some_and(|call| call.guard == GuardId::TRUE);
            is_certain && (!strict || means(site))
        };
        let site = sites.find(plain)?;
        Some((site.span(&site.call()?.range), site.cond))
    }
}

/// The variable of a function that does nothing but give a reference or a pointer to it.
fn own_variable(bytes: &[u8], function: &Function) -> Option<String> {
    static PATTERN: OnceLock<Option<Regex>> = OnceLock::new();
    const TEXT: &str = r"(?x-u) ^ \s* \{? \s* static \s+ ([\w:<>,\ &*]+?) [\s&*] \s* ([A-Za-z_]\w*) \s*
        (?: ; | = [^;{}]* ; | \{ [^;{}]* \} \s* ; | \( [^;{}]* \) \s* ; ) \s* return \s+ [&*]? \s* ([A-Za-z_]\w*) \s* ;";
    let pattern = PATTERN.get_or_init(|| Regex::new(TEXT).ok()).as_ref()?;
    let before = bytes.get(function.head.start as usize..function.range.start as usize)?;
    let gives_it = before.contains(&b'&') || before.contains(&b'*');
    let found = pattern.captures(body(bytes, function)).filter(|_| gives_it)?;
    let text = |at: usize| found.get(at).and_then(|one| std::str::from_utf8(one.as_bytes()).ok());
    let (kind, variable) = (text(1)?, text(2)?);
    let is_constant = kind
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|word| matches!(word, "const" | "constexpr" | "thread_local"));
    (!is_constant && text(3) == Some(variable) && words(before, "const").next().is_none()).then(|| variable.to_owned())
}

/// Whether what a call gives, whose name ends there, is changed: it is assigned to, or a member is called whose name says so.
fn is_changed(bytes: &[u8], end: usize) -> bool {
    const VERBS: &[&str] = &[
        "add",
        "set",
        "register",
        "insert",
        "push",
        "emplace",
        "append",
        "put",
        "install",
        "enable",
        "disable",
        "init",
        "load",
        "clear",
        "remove",
        "erase",
        "attach",
        "subscribe",
        "define",
        "declare",
        "configure",
    ];
    let after = bytes.get(end..).unwrap_or_default().trim_ascii_start();
    let Some(rest) = after.strip_prefix(b"(").map(<[u8]>::trim_ascii_start).and_then(|rest| rest.strip_prefix(b")"))
    else {
        return false;
    };
    let rest = rest.trim_ascii_start();
    if is_set(rest) {
        return true;
    }
    let name = rest.strip_prefix(b".").or_else(|| rest.strip_prefix(b"->")).unwrap_or_default();
    let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let name = String::from_utf8_lossy(&name[..length]).to_ascii_lowercase();
    VERBS.iter().any(|verb| name.starts_with(verb))
}

/// Whether what follows a name replaces its value.
fn is_assigned(after: &[u8]) -> bool {
    let text = after.trim_ascii_start();
    text.starts_with(b"=") && !text.starts_with(b"==")
}

/// Whether what follows a name gives it a value.
fn is_set(after: &[u8]) -> bool {
    let text = after.trim_ascii_start();
    is_assigned(text)
        || [&b"++"[..], b"--", b"+=", b"-=", b"|=", b"&=", b".push", b".emplace", b".insert", b"["]
            .iter()
            .any(|op| text.starts_with(op))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::scan;

    #[test]
    fn functions_that_give_their_own_variable() {
        let own = |text: &str| {
            let facts = scan(std::path::Path::new("a.cpp"), text.as_bytes());
            own_variable(text.as_bytes(), &facts.functions[0])
        };
        assert_eq!(own("Shelf& Shelf::get() { static Shelf one; return one; }").as_deref(), Some("one"));
        assert_eq!(own("Shelf *get()\n{\n  static Shelf one{1};\n  return &one;\n}\n").as_deref(), Some("one"));
        assert_eq!(own("Shelf get() { static Shelf one; return one; }"), None);
        assert_eq!(own("const Shelf& get() { static const Shelf one; return one; }"), None);
    }

    #[test]
    fn what_changes_an_object() {
        let changed = |text: &str| is_changed(text.as_bytes(), text.find("get").unwrap() + 3);
        assert!(changed("Shelf::get().add(1);") && changed("get()->setLevel(2);") && changed("get() = 3;"));
        assert!(!changed("Shelf::get().size();") && !changed("auto &one = get();"));
    }

    #[test]
    fn what_sets_a_variable() {
        assert!(is_set(b" = 3;") && is_set(b"++;") && is_set(b".push_back(1)"));
        assert!(!is_set(b" == 3") && !is_set(b";") && !is_set(b" + 1"));
    }
}
