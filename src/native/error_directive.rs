//! The `#error` that a preprocessor meets: how build systems ask a compiler what it compiles for.
use rustc_hash::FxHashMap;

use super::condition::{self, Names};
use super::guard::{Guards, Known};
use crate::comments::{Language, without_comments};

/// Longer files are not looked at.
const MOST_BYTES: usize = 1 << 18;

/// Deeper conditions are not followed.
const MOST_OPEN: usize = 256;

/// An open condition: whether what is around it is compiled, whether this branch is, and whether one has been.
struct Open {
    around: bool,
    active: bool,
    done: bool,
}

/// The line (counted from 1) and the text of the first `#error` in a file, where it is certain that the preprocessor of a
/// compiler with these predefined macros meets it. What headers define is not known.
pub fn first_error(text: &[u8], predefined: &FxHashMap<&str, &str>) -> Option<(usize, String)> {
    if text.len() > MOST_BYTES {
        return None;
    }
    let code = without_comments(text, Language::C);
    let text = std::str::from_utf8(&code).ok()?;
    let mut own: FxHashMap<String, Option<String>> = FxHashMap::default();
    let mut headers = false;
    let mut open: Vec<Open> = Vec::new();
    for (number, line) in logical_lines(text) {
        let Some(directive) = line.trim_start().strip_prefix('#') else { continue };
        let directive = directive.trim_start();
        let end = directive.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(directive.len());
        let (word, rest) = (&directive[..end], directive[end..].trim());
        let active = open.last().is_none_or(|one| one.active);
        let holds = |expression: &str| truth(expression, predefined, &own, headers);
        match word {
            "if" | "ifdef" | "ifndef" if open.len() >= MOST_OPEN => return None,
            "if" | "ifdef" | "ifndef" if !active => open.push(Open { around: false, active: false, done: true }),
            "if" => {
                let taken = holds(rest)?;
                open.push(Open { around: true, active: taken, done: taken });
            }
            "ifdef" | "ifndef" => {
                let name = rest.split_whitespace().next().unwrap_or_default();
                let taken = holds(&format!("defined({name})"))? == (word == "ifdef");
                open.push(Open { around: true, active: taken, done: taken });
            }
            "elif" | "else" => {
                let Open { around, done, .. } = open.pop()?;
                let active = around && !done && (word == "else" || holds(rest)?);
                open.push(Open { around, active, done: done || active });
            }
            "endif" => {
                open.pop()?;
            }
            "error" if active => return Some((number, rest.to_owned())),
            "include" if active => headers = true,
            "define" if active => {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                let value = (!rest[end..].starts_with('(')).then(|| rest[end..].trim().to_owned());
                own.insert(rest[..end].to_owned(), value);
            }
            "undef" if active => return None,
            _ => {}
        }
    }
    None
}

fn truth(
    expression: &str,
    predefined: &FxHashMap<&str, &str>,
    own: &FxHashMap<String, Option<String>>,
    headers: bool,
) -> Option<bool> {
    let defined = |name: &str| {
        let here = own.contains_key(name) || predefined.contains_key(name);
        (here || !headers).then_some(here)
    };
    let value = |name: &str| match own.get(name) {
        Some(text) => text.as_ref()?.parse().ok(),
        None => predefined.get(name)?.trim_end_matches(['L', 'U', 'l', 'u']).parse().ok(),
    };
    let mut guards = Guards::default();
    let end = u32::try_from(expression.len()).ok()?;
    let id = condition::parse(expression.as_bytes(), 0..end, &Names::default(), &mut guards);
    guards.evaluate(id, &Known { defined: &defined, value: &value })
}

/// The lines, those that a backslash continues joined; each with the number of its first line.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String)> = Vec::new();
    let mut continued = false;
    for (number, line) in text.lines().enumerate() {
        let (line, goes_on) = match line.trim_end().strip_suffix('\\') {
            Some(line) => (line, true),
            None => (line, false),
        };
        match out.last_mut().filter(|_| continued) {
            Some((_, joined)) => joined.push_str(line),
            None => out.push((number + 1, line.to_owned())),
        }
        continued = goes_on;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> Option<(usize, String)> {
        first_error(text.as_bytes(), &[("__x86_64__", "1"), ("__GNUC__", "12")].into_iter().collect())
    }

    #[test]
    fn the_branch_that_is_taken_says_it() {
        let text = "/* a */ // b\n#if defined(_M_X64) \\\n  || defined(__x86_64__)\n# error arch x86_64\n#else\n#error other\n#endif\n";
        assert_eq!(error(text), Some((4, "arch x86_64".to_owned())));
        assert_eq!(
            error("#ifdef __arm__\n#if X\n#error a\n#endif\n#elif __GNUC__ >= 9\n#error b\n#endif"),
            Some((6, "b".to_owned()))
        );
        assert_eq!(
            error("#define A 3\n#if A > 4\n#error a\n#elif A == 3\n#error c\n#endif"),
            Some((5, "c".to_owned()))
        );
    }

    #[test]
    fn strings_hold_no_comments_and_depth_has_a_limit() {
        assert_eq!(error("#define A \"/*\"\n#error a // b\n#define B \"*/\"\n"), Some((2, "a".to_owned())));
        assert_eq!(error("#error it's so"), Some((1, "it's so".to_owned())));
        let deep = |n: usize| format!("{}#error a\n", "#if 1\n".repeat(n));
        assert_eq!(error(&deep(200)), Some((201, "a".to_owned())));
        assert_eq!(error(&deep(20_000)), None);
        assert_eq!(error("#if 0\n#if 1\n#else\n#error a\n#endif\n#else\n#error b\n#endif"), Some((7, "b".to_owned())));
    }

    #[test]
    fn what_headers_define_is_not_known() {
        assert_eq!(error("#include <a.h>\n#ifdef A\n#error a\n#endif\n#error b"), None);
        assert_eq!(error("#include <a.h>\n#ifdef __x86_64__\n#error a\n#endif"), Some((3, "a".to_owned())));
        assert_eq!(error("int main(void) { return 0; }"), None);
        assert_eq!(error("#endif\n#error a"), None);
    }
}
