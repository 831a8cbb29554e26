//! The `#error` that a preprocessor meets: how build systems ask a compiler what it compiles for.
use rustc_hash::FxHashMap;

use super::condition::{self, Names};
use super::guard::{Guards, Known};

/// Longer files are not looked at.
const MOST_BYTES: usize = 1 << 18;

/// The line (counted from 1) and the text of the first `#error` in a file, where it is certain that the preprocessor of a
/// compiler with these predefined macros meets it. What headers define is not known.
pub fn first_error(text: &[u8], predefined: &FxHashMap<&str, &str>) -> Option<(usize, String)> {
    let text = std::str::from_utf8(text).ok().filter(|text| text.len() <= MOST_BYTES)?;
    let mut own: FxHashMap<String, Option<String>> = FxHashMap::default();
    let mut headers = false;
    // For each open condition: whether this branch is taken, and whether one has been.
    let mut open: Vec<(bool, bool)> = Vec::new();
    for (number, line) in logical_lines(text) {
        let Some(directive) = line.trim_start().strip_prefix('#') else { continue };
        let directive = directive.trim_start();
        let end = directive.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(directive.len());
        let (word, rest) = (&directive[..end], directive[end..].trim());
        let active = open.iter().all(|(taken, _)| *taken);
        let holds = |expression: &str| truth(expression, predefined, &own, headers);
        match word {
            "if" | "ifdef" | "ifndef" if !active => open.push((false, true)),
            "if" => {
                let taken = holds(rest)?;
                open.push((taken, taken));
            }
            "ifdef" | "ifndef" => {
                let name = rest.split_whitespace().next().unwrap_or_default();
                let taken = holds(&format!("defined({name})"))? == (word == "ifdef");
                open.push((taken, taken));
            }
            "elif" | "else" => {
                let (_, done) = open.pop()?;
                let enclosing = open.iter().all(|(taken, _)| *taken);
                let taken = enclosing && !done && (word == "else" || holds(rest)?);
                open.push((taken, done || taken));
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

/// The lines without comments, those that a backslash continues joined; each with the number of its first line.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String)> = Vec::new();
    let (mut in_comment, mut continued) = (false, false);
    for (number, line) in text.lines().enumerate() {
        let (line, goes_on) = match line.trim_end().strip_suffix('\\') {
            Some(line) => (line, true),
            None => (line, false),
        };
        let clean = without_comments(line, &mut in_comment);
        match out.last_mut().filter(|_| continued) {
            Some((_, joined)) => joined.push_str(&clean),
            None => out.push((number + 1, clean)),
        }
        continued = goes_on;
    }
    out
}

fn without_comments(line: &str, in_comment: &mut bool) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    loop {
        if *in_comment {
            let Some(end) = rest.find("*/") else { return out };
            (*in_comment, rest) = (false, &rest[end + 2..]);
            out.push(' ');
        }
        match (rest.find("/*"), rest.find("//")) {
            (Some(block), line) if line.is_none_or(|at| block < at) => {
                out.push_str(&rest[..block]);
                (*in_comment, rest) = (true, &rest[block + 2..]);
            }
            (_, Some(line)) => {
                out.push_str(&rest[..line]);
                return out;
            }
            _ => {
                out.push_str(rest);
                return out;
            }
        }
    }
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
    fn what_headers_define_is_not_known() {
        assert_eq!(error("#include <a.h>\n#ifdef A\n#error a\n#endif\n#error b"), None);
        assert_eq!(error("#include <a.h>\n#ifdef __x86_64__\n#error a\n#endif"), Some((3, "a".to_owned())));
        assert_eq!(error("int main(void) { return 0; }"), None);
        assert_eq!(error("#endif\n#error a"), None);
    }
}
