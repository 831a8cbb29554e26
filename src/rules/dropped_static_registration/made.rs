//! Registrations that the text of a file does not write out: by macros of the project (`REGISTER_NODE(Blur)`), by objects of the file's own
//! classes (`static struct Init { Init() { add(…); } } init;`), and by functions that are called at once (`bool done = [] { … }();`).
use std::collections::BTreeSet;
use std::path::Path;

use crate::model::binaries::{emits, stores};
use crate::model::headers::Reached;
use crate::model::mentions::words;
use crate::model::symbols::last;
use crate::native::{
    FileFacts, Function, Invocation, MacroDef, NativeFile, Registration, RegistrationKind, Variable, registry, scan,
};

use super::Search;
use super::data::speaks_of_registering;
use super::text::type_or_function;

/// A registration that was found so.
pub(super) struct Made {
    pub(super) registration: Registration,
    /// What its code calls.
    pub(super) calls: BTreeSet<String>,
    /// The macro that makes it, which defines nothing that others could name.
    pub(super) by: Option<String>,
}

/// Macros that name others are followed so far.
const DEEPEST: usize = 4;
/// More than that of one text is no registration.
const MOST: usize = 16 << 10;

/// Objects of the file's own classes, and what is called at once.
pub(super) fn by_objects(file: &NativeFile) -> impl Iterator<Item = Made> {
    let variables = file.facts.variables.iter().filter(|one| one.is_definition && !one.template);
    variables.filter_map(|one| made_by_object(file, one))
}

/// Macros between the declarations of a file that are not known by their names.
pub(super) fn by_macros(facts: &FileFacts) -> impl Iterator<Item = &Invocation> {
    facts.invocations.iter().filter(|one| registry(&one.name).is_none())
}

impl Search<'_> {
    /// What macros of the project register between the declarations of a file.
    pub(super) fn made_by_macros(&self, file: &NativeFile, reached: &Reached) -> Vec<Made> {
        by_macros(&file.facts).filter_map(|one| self.made_by_macro(file, one, reached)).collect()
    }

    fn made_by_macro(&self, file: &NativeFile, invocation: &Invocation, reached: &Reached) -> Option<Made> {
        let text = file.source.bytes().get(invocation.range.start as usize..)?;
        let mut text = String::from_utf8_lossy(text.get(..whole_call(text)?)?).into_owned();
        for _ in 0..DEEPEST {
            let name = text.split('(').next().unwrap_or_default().trim();
            let Some((_, definition)) = self.definitions(name, reached).next() else { break };
            text = expand(definition, &text).filter(|text| text.len() < MOST)?;
        }
        // A name that a further macro makes: `CONCAT(reg_, __LINE__)`.
        let text = self.with_made_names(&text, reached);
        let facts = scan(Path::new("made.cpp"), format!("{text};\n").as_bytes());
        if facts.functions.iter().any(emits) || facts.variables.iter().any(stores) {
            return None;
        }
        let (detail, name) = registering(&facts, &text)?;
        let speaks = [invocation.name.as_str(), detail.as_str()].iter().any(|name| speaks_of_registering(name))
            || facts.needed().any(|used| speaks_of_registering(&used.name));
        let calls = facts.needed().map(|used| last(&used.name).to_owned()).collect();
        let (guard, range) = (invocation.guard, invocation.range.clone());
        let registration = Registration { kind: RegistrationKind::DynamicInit, name, detail, guard, range };
        speaks.then(|| Made { registration, calls, by: Some(invocation.name.clone()) })
    }

    /// A text with `MACRO(…)` replaced by a name, where it stands for one.
    fn with_made_names(&self, text: &str, reached: &Reached) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(open) = rest.find('(') {
            let start = rest[..open].rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |at| at + 1);
            let name = &rest[start..open];
            let end = whole_call(&rest.as_bytes()[start..]).map(|end| start + end);
            let named = end.is_some_and(|end| rest[end..].trim_start().starts_with(['(', '{', '=', ';', ')']));
            match end {
                Some(end) if named && !name.is_empty() && self.definitions(name, reached).next().is_some() => {
                    out.push_str(&rest[..start]);
                    out.push_str("made_name");
                    rest = &rest[end..];
                }
                _ => {
                    out.push_str(&rest[..=open]);
                    rest = &rest[open + 1..];
                }
            }
        }
        out.push_str(rest);
        out
    }
}

/// What a text registers by: the type of an object or the function that computes it, and the name of the variable.
fn registering(facts: &FileFacts, text: &str) -> Option<(String, String)> {
    if let Some(one) = facts.registrations.iter().find(|one| one.kind == RegistrationKind::DynamicInit) {
        return Some((one.detail.clone(), one.name.clone()));
    }
    let own = facts.variables.iter().find_map(|one| Some((class_of(facts, text.as_bytes(), one)?, one.name.clone())));
    own.map(|(class, name)| (class.to_owned(), name))
}

/// An object without arguments of a class of the same file that has a constructor, or what a function computes that stands there.
fn made_by_object(file: &NativeFile, variable: &Variable) -> Option<Made> {
    let bytes = file.source.bytes();
    if file.facts.registrations.iter().any(|one| one.range == variable.range) {
        return None;
    }
    let registration = |detail: &str| Registration {
        kind: RegistrationKind::DynamicInit,
        name: variable.name.clone(),
        detail: detail.to_owned(),
        guard: variable.guard,
        range: variable.range.clone(),
    };
    let body = called_at_once(bytes.get(variable.range.end as usize..).unwrap_or_default());
    if let Some(body) = body {
        let facts = scan(Path::new("made.cpp"), format!("void made() {}\n", String::from_utf8_lossy(body)).as_bytes());
        let calls: BTreeSet<String> = facts.needed().map(|used| last(&used.name).to_owned()).collect();
        let first = calls.iter().find(|name| speaks_of_registering(name))?.clone();
        return Some(Made { registration: registration(&first), calls, by: None });
    }
    let class = class_of(&file.facts, bytes, variable)?;
    let registration = registration(class);
    let texts = run_by(&registration, file);
    let is_called = |name: &str| texts.as_ref().is_none_or(|all| all.iter().any(|text| calls_by_name(text, name)));
    let calls = file.facts.needed().map(|used| last(&used.name)).filter(|name| is_called(name)).map(str::to_owned);
    Some(Made { calls: calls.collect(), registration, by: None })
}

/// Whether a text calls what has a name: a word that is handed over, or a member of that name, is no call.
pub(super) fn calls_by_name(text: &[u8], name: &str) -> bool {
    words(text, name).any(|at| {
        let rest = text.get(at + name.len()..).unwrap_or_default().trim_ascii_start();
        matches!(rest.first(), Some(b'(' | b'{' | b'<'))
    })
}

/// The bodies of the file's own functions that an object of its own class, or a function of its own, runs where it registers; nothing where
/// the first of them is not found.
pub(super) fn run_by<'f>(registration: &Registration, file: &'f NativeFile) -> Option<Vec<&'f [u8]>> {
    if registration.kind != RegistrationKind::DynamicInit {
        return None;
    }
    let start = type_or_function(&registration.detail)?;
    let bytes = file.source.bytes();
    let defined: Vec<&Function> = file.facts.functions.iter().filter(|one| one.is_definition).collect();
    let of_name =
        |name: &str| defined.iter().filter(|one| one.name == name).filter_map(|one| code_of(bytes, one)).collect();
    let class = file.facts.classes.iter().find(|class| class.name == start);
    let text = class.and_then(|class| {
        let text = bytes.get(class.range.start as usize..)?;
        let text = text.get(memchr::memchr(b'{', text)?..)?;
        text.get(..balanced(text, b'{', b'}')?)
    });
    let mut next: Vec<&[u8]> = of_name(start);
    next.extend(text);
    let (mut seen, mut out) = (BTreeSet::from([start]), Vec::new());
    while let Some(text) = next.pop() {
        out.push(text);
        for other in &defined {
            // What is handed over does not run there.
            if calls_by_name(text, &other.name) && seen.insert(&other.name) {
                next.extend(of_name(&other.name));
            }
        }
    }
    Some(out).filter(|out| !out.is_empty())
}

/// What a function does: its initialisers and its body.
pub(super) fn code_of<'t>(bytes: &'t [u8], function: &Function) -> Option<&'t [u8]> {
    let text = bytes.get(function.head.end as usize..)?;
    let mut end = 0;
    loop {
        let open = end + memchr::memchr(b'{', text.get(end..)?)?;
        end = open + balanced(text.get(open..)?, b'{', b'}')?;
        // `: level{4}, name("a") { … }`: an initialiser is not the body.
        let rest = text.get(end..).unwrap_or_default().trim_ascii_start();
        if !rest.starts_with(b",") && !rest.starts_with(b"{") {
            return text.get(..end);
        }
    }
}

/// The class of a variable that has no value, where the text defines that class with a constructor in it.
fn class_of<'f>(facts: &'f FileFacts, text: &[u8], variable: &Variable) -> Option<&'f str> {
    let after = text.get(variable.range.end as usize..)?.trim_ascii_start();
    if !after.starts_with(b";") && !after.starts_with(b"{}") {
        return None;
    }
    let before = text.get(..variable.range.start as usize)?.trim_ascii_end();
    let constructs = |name: &str| {
        let own =
            |class: &crate::native::Class| class.name == name && class.inline_members.iter().any(|one| one == name);
        facts.classes.iter().any(|class| !class.template && own(class))
    };
    let classes = || facts.classes.iter().filter(|class| constructs(&class.name));
    if before.ends_with(b"}") {
        // `static struct Init { … } init;`: the class before it.
        let classes = classes().filter(|class| class.range.start < variable.range.start);
        return classes.max_by_key(|class| class.range.start).map(|class| class.name.as_str());
    }
    let start = before.iter().rposition(|byte| matches!(byte, b';' | b'{' | b'}' | b'\n')).map_or(0, |at| at + 1);
    let words = String::from_utf8_lossy(before.get(start..)?).into_owned();
    let word = words.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').rfind(|word| !word.is_empty())?;
    classes().find(|class| class.name == word).map(|class| class.name.as_str())
}

/// The body of a lambda that is called where it stands: `= [] { … }();`.
fn called_at_once(after: &[u8]) -> Option<&[u8]> {
    let value = after.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    if !value.starts_with(b"[") {
        return None;
    }
    let open = memchr::memchr(b'{', value)?;
    let length = balanced(value.get(open..)?, b'{', b'}')?;
    let rest = value.get(open + length..)?.trim_ascii_start();
    rest.starts_with(b"(").then(|| value.get(open..open + length)).flatten()
}

/// The length of `name(…)` at the front of a text, brackets balanced.
fn whole_call(text: &[u8]) -> Option<usize> {
    let open = memchr::memchr(b'(', text)?;
    Some(open + balanced(text.get(open..)?, b'(', b')')?)
}

/// The length of a text up to the bracket that closes its first one; texts in quotes do not count.
pub(super) fn balanced(text: &[u8], open: u8, close: u8) -> Option<usize> {
    let (mut depth, mut quote, mut escaped) = (0usize, None, false);
    for (at, &byte) in text.iter().enumerate().take(MOST) {
        match quote {
            _ if escaped => escaped = false,
            Some(_) if byte == b'\\' => escaped = true,
            Some(sign) if byte == sign => quote = None,
            Some(_) => {}
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            None if byte == open => depth += 1,
            None if byte == close => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            None => {}
        }
    }
    None
}

/// What a macro makes of a call: arguments put in, `#` and `##` carried out (ISO C, 6.10.5).
fn expand(definition: &MacroDef, call: &str) -> Option<String> {
    let body = definition.body.as_deref()?;
    let Some(parameters) = &definition.parameters else { return Some(body.to_owned()) };
    let inner = call.get(call.find('(')? + 1..whole_call(call.as_bytes())?.checked_sub(1)?)?;
    let arguments = split(inner);
    let variadic = || arguments.get(parameters.len().saturating_sub(1)..).unwrap_or_default().join(",");
    let value = |word: &str| -> Option<String> {
        if word == "__VA_ARGS__" {
            return Some(variadic());
        }
        let at = parameters.iter().position(|one| one.trim_end_matches("...") == word)?;
        let last = parameters.get(at)?.ends_with("...");
        Some(if last { variadic() } else { arguments.get(at).map(|text| text.trim().to_owned()).unwrap_or_default() })
    };
    let mut out = String::new();
    let mut rest = body;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_alphanumeric() || first == '_' {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            let kept = out.trim_end();
            // `#name`, not `##name`.
            let texted = kept.ends_with('#') && !kept.ends_with("##");
            match value(word) {
                Some(value) if texted => {
                    out.truncate(kept.len() - 1);
                    out.extend(["\"", &value.replace('\\', "\\\\").replace('"', "\\\""), "\""]);
                }
                Some(value) => out.push_str(&value),
                None => out.push_str(word),
            }
            rest = after;
        } else {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    let parts: Vec<&str> = out.split("##").collect();
    let joined = parts.iter().enumerate().map(|(at, part)| {
        let part = if at > 0 { part.trim_start() } else { part };
        if at + 1 < parts.len() { part.trim_end() } else { part }
    });
    Some(joined.collect())
}

/// Arguments, at commas outside of brackets and quotes.
fn split(text: &str) -> Vec<&str> {
    let (mut out, mut start, mut depth, mut quoted) = (Vec::new(), 0, 0usize, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'(' | b'{' | b'[' if !quoted => depth += 1,
            b')' | b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            b',' if !quoted && depth == 0 => {
                out.push(text.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(text.get(start..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::GuardId;

    #[test]
    fn calls_and_words() {
        assert!(calls_by_name(b"{ add(open); }", "add") && calls_by_name(b": Base{1}", "Base"));
        assert!(calls_by_name(b"{ add<int> (1); }", "add"));
        assert!(!calls_by_name(b"{ v.open = &os_open; add(open); }", "open"));
    }

    fn define(parameters: &[&str], body: &str) -> MacroDef {
        MacroDef {
            name: "M".to_owned(),
            parameters: Some(parameters.iter().map(|one| (*one).to_owned()).collect()),
            body: Some(body.to_owned()),
            guard: GuardId::TRUE,
            range: 0..0,
        }
    }

    #[test]
    fn macros_are_expanded() {
        let registrar = define(&["T"], "static Registrar registrar_##T(#T)");
        assert_eq!(expand(&registrar, "M(Blur)").as_deref(), Some("static Registrar registrar_Blur(\"Blur\")"));
        let several = define(&["name", "..."], "static R r_ ## name { __VA_ARGS__ }");
        assert_eq!(expand(&several, "M(a, 1, f(2, 3))").as_deref(), Some("static R r_a {  1, f(2, 3) }"));
    }

    #[test]
    fn functions_that_are_called_at_once() {
        let body = called_at_once(b" = []() -> bool { add(\"}\"); return true; }();");
        assert_eq!(body, Some(&b"{ add(\"}\"); return true; }"[..]));
        assert_eq!(called_at_once(b" = [] { return 1; };"), None);
        assert_eq!(called_at_once(b" = f();"), None);
    }

    #[test]
    fn objects_of_own_classes() {
        let text = b"namespace { struct Init { Init() { add(1); } } init; }\nstruct Plain { int a; }; static Plain plain;\nstatic Init again;";
        let facts = scan(Path::new("a.cpp"), text);
        let class = |name: &str| {
            let one = facts.variables.iter().find(|one| one.name == name).expect("a variable");
            class_of(&facts, text, one)
        };
        assert_eq!((class("init"), class("plain"), class("again")), (Some("Init"), None, Some("Init")));
    }
}
