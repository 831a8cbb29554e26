//! Whether a short name of a class means the class: what a file's text says of namespaces and of other names for things, read as text.
use crate::model::mentions::words;

/// Bytes before a name that are looked at for the beginning of its statement.
const STATEMENT: usize = 200;

/// Whether a file stands, at some place, in a namespace of that last name.
pub(super) fn opens_namespace(text: &[u8], name: &str) -> bool {
    name.is_empty()
        || words(text, "namespace").any(|at| {
            let rest = text.get(at + "namespace".len()..).unwrap_or_default();
            let end = rest.iter().position(|byte| matches!(byte, b'{' | b';' | b'='));
            let head = end.filter(|end| rest[*end] == b'{').map(|end| rest[..end].trim_ascii());
            head.and_then(|head| head.rsplit(|byte| *byte == b':').next()).is_some_and(|last| last == name.as_bytes())
        })
}

/// What the `using` declarations of a file name, each without spaces: `using namespace a::b` gives `(true, "a::b")`.
pub(super) fn used(text: &[u8]) -> impl Iterator<Item = (bool, String)> {
    words(text, "using").filter_map(|at| {
        let rest = text.get(at + "using".len()..)?;
        let end = rest.iter().take(STATEMENT).position(|byte| *byte == b';')?;
        let said = String::from_utf8_lossy(rest.get(..end)?).trim().to_owned();
        let namespace = said.strip_prefix("namespace ").map(str::to_owned);
        let whole = namespace.is_some();
        let name: String = namespace.unwrap_or(said).split_whitespace().collect();
        Some((whole, name.trim_start_matches("::").to_owned()))
    })
}

/// Whether a qualified name ends with another one at a boundary.
fn ends(whole: &str, end: &str) -> bool {
    whole.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with("::"))
}

/// Whether a file says `using` of a class, or of its namespace.
pub(super) fn uses(text: &[u8], class: &str) -> bool {
    let outer = class.rsplit_once("::").map_or("", |(outer, _)| outer);
    used(text).any(|(whole, name)| if whole { ends(outer, &name) } else { name.contains("::") && ends(class, &name) })
}

/// The namespaces that a file uses as a whole, but those of the language and the one that is meant.
pub(super) fn used_namespaces(text: &[u8], outer: &str) -> Vec<String> {
    let names = used(text).filter(|(whole, name)| *whole && !ends(outer, name)).map(|(_, name)| name);
    names.filter(|name| name != "std" && !name.starts_with("std::")).collect()
}

/// Whether a file gives a short name to something else than a class: an alias, a `typedef`, a `using` of another one.
pub(super) fn renames(text: &[u8], short: &str, class: &str) -> bool {
    words(text, short).any(|at| {
        let after = text.get(at + short.len()..).unwrap_or_default().trim_ascii_start();
        let before = text.get(at.saturating_sub(STATEMENT)..at).unwrap_or_default();
        let start = before.iter().rposition(|byte| matches!(byte, b';' | b'{' | b'}')).map_or(0, |at| at + 1);
        let said = String::from_utf8_lossy(before.get(start..).unwrap_or_default()).trim().to_owned();
        // Behind directives of the preprocessor a statement begins on its own line.
        let said = said.rsplit('\n').next().unwrap_or_default();
        let said = said.rsplit(": ").next().unwrap_or_default().trim();
        let name = said.strip_prefix("using ").map(|rest| rest.split_whitespace().collect::<String>());
        match after.first() {
            Some(b'=') => said == "using" && after.get(1) != Some(&b'='),
            Some(b';') if said.starts_with("typedef ") => {
                let tag = said.rsplit(char::is_whitespace).next().unwrap_or_default();
                !(tag == short || said.ends_with("struct") || said.ends_with("class"))
            }
            Some(b';') => name.is_some_and(|before| {
                let whole = format!("{}{short}", before.trim_start_matches("::"));
                whole.contains("::") && !ends(class, &whole)
            }),
            _ => false,
        }
    })
}

/// Whether a file defines a class of that name, be it in a function.
pub(super) fn defines(text: &[u8], short: &str) -> bool {
    words(text, short).any(|at| {
        let after = text.get(at + short.len()..).unwrap_or_default().trim_ascii_start();
        let before = text.get(at.saturating_sub(STATEMENT)..at).unwrap_or_default().trim_ascii_end();
        let is_head = before.ends_with(b"struct") || before.ends_with(b"class");
        let begins = after.starts_with(b"{") || after.starts_with(b"final") || after.starts_with(b":");
        is_head && begins && !after.starts_with(b"::")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_of_a_file() {
        assert!(opens_namespace(b"namespace a::b {", "b") && opens_namespace(b"namespace b\n{", "b"));
        assert!(!opens_namespace(b"namespace x = a::b;", "b") && !opens_namespace(b"using namespace b;", "b"));
        assert!(uses(b"using namespace a;", "a::C") && uses(b"using a::C;", "a::C") && uses(b"using b::C;", "a::b::C"));
        assert!(!uses(b"using namespace c;", "a::C") && !uses(b"using c::C;", "a::C"));
        assert_eq!(used_namespaces(b"using namespace std;\nusing namespace a;\nusing namespace z;", "a"), ["z"]);
    }

    #[test]
    fn other_things_of_the_name() {
        for text in
            ["using C = b::C<float>;", "typedef b::Basic<int> C;", "using b::C;", "class D { public: using C = int; };"]
        {
            assert!(renames(text.as_bytes(), "C", "a::C"), "{text}");
        }
        for text in ["using a::C;", "typedef struct C C;", "C c;", "bool x = c == C;", "struct C;", "return C;"] {
            assert!(!renames(text.as_bytes(), "C", "a::C"), "{text}");
        }
        assert!(defines(b"void f() { struct C { int x; }; }", "C") && defines(b"class C : B {", "C"));
        assert!(!defines(b"struct C;", "C") && !defines(b"struct C::D {", "C"));
    }
}
