//! Lists of parameters: whether what a file declares can be what another one defines.
use crate::native::{Function, Linkage, NativeFile};

use super::super::binaries::{Binaries, Defined};

/// What stands behind the name of a function, without blanks.
pub(super) fn written(file: &NativeFile, function: &Function) -> Vec<u8> {
    list(file.source.bytes(), function).iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
}

fn list<'t>(text: &'t [u8], function: &Function) -> &'t [u8] {
    text.get(function.range.end as usize..function.head.end as usize).unwrap_or_default()
}

impl Binaries<'_> {
    /// Whether a source of C++ declares another function of that name: the parameters are a part of the symbol.
    pub(super) fn declares_another(&self, file: &NativeFile, declared: &Function, defined: &Defined) -> bool {
        if declared.linkage == Linkage::C || defined.symbol.demangled.is_none() {
            return false;
        }
        let Some(other) = self.natives.file(&defined.unit.path) else { return false };
        let is_it = |one: &&Function| other.source.id() == defined.span.file && one.range.start == defined.span.start;
        let Some(definition) = other.facts.functions.iter().find(is_it) else { return false };
        take_otherwise((file, declared), (&other, definition))
    }
}

/// Whether two functions of one name take other parameters, as far as their lists tell: overloads of C++.
pub fn take_otherwise(one: (&NativeFile, &Function), other: (&NativeFile, &Function)) -> bool {
    let taken = |(file, function): (&NativeFile, &Function)| taken(list(file.code(), function));
    taken(one).zip(taken(other)).is_some_and(|(one, other)| one != other)
}

/// Whether two operators take parameters of other types, by the last parts of their names, as far as the lists tell.
pub fn take_other_types(one: (&NativeFile, &Function), other: (&NativeFile, &Function)) -> bool {
    let (one, other) = (types(list(one.0.code(), one.1)), types(list(other.0.code(), other.1)));
    one.zip(other).is_some_and(|(one, other)| one != other)
}

/// The last part of the name of each parameter's type. None where there is more than names, `*` and `&` (templates, functions).
fn types(text: &[u8]) -> Option<Vec<&str>> {
    // The sign of the operator stands before the list.
    let text = std::str::from_utf8(text).ok()?.trim_start();
    let text = text.strip_prefix("()").unwrap_or(text).split_once('(')?.1;
    text.get(..text.find(')')?)?.split(',').map(type_name).collect()
}

fn type_name(parameter: &str) -> Option<&str> {
    const BEFORE: &[&str] = &["const", "volatile", "struct", "class", "enum", "union", "typename"];
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c.is_whitespace() || "_:*&".contains(c);
    let mut words = parameter.split(|c: char| c.is_whitespace() || "*&".contains(c));
    let name = words.find(|word| !word.is_empty() && !BEFORE.contains(word))?;
    // A list of plain types says little: `unsigned long a`.
    let name = name.rsplit("::").next().filter(|name| !name.is_empty())?;
    parameter.chars().all(is_plain).then_some(name)
}

/// How a parameter is taken: the number of pointers, of which an array is one, and of references.
type Taken = (u32, u32);

/// How each parameter of a list is taken, which no `typedef` that is usual hides. None where the text does not tell.
fn taken(text: &[u8]) -> Option<Vec<Taken>> {
    let text = std::str::from_utf8(text).ok()?.trim_start().strip_prefix('(')?;
    let (mut out, mut one) = (Vec::new(), Parameter::default());
    for (at, c) in text.char_indices() {
        match c {
            ')' | ',' if one.depth == 0 && one.quote.is_none() => {
                let last = c == ')';
                let all = text.get(one.start..at)?.trim();
                if !(last && out.is_empty() && (all.is_empty() || all == "void")) {
                    out.push(one.end(all)?);
                }
                if last {
                    return Some(out);
                }
                one = Parameter { start: at + 1, ..Parameter::default() };
            }
            _ => one.step(c),
        }
    }
    None
}

/// A parameter that is being read.
#[derive(Default)]
struct Parameter {
    start: usize,
    depth: u32,
    brackets: u32,
    is_default: bool,
    quote: Option<char>,
    before: char,
    taken: Taken,
}

impl Parameter {
    fn step(&mut self, c: char) {
        if let Some(quote) = self.quote {
            self.quote = Some(quote).filter(|_| c != quote || self.before == '\\');
            self.before = c;
            return;
        }
        let counts = self.brackets == 0 && !self.is_default;
        match c {
            '"' | '\'' => self.quote = Some(c),
            '(' | '{' | '<' => self.depth += 1,
            ')' | '}' | '>' => self.depth = self.depth.saturating_sub(1),
            '[' => {
                // `[[…]]` is an attribute.
                if counts {
                    self.taken.0 += 1;
                } else if self.before == '[' && self.brackets == 1 {
                    self.taken.0 = self.taken.0.saturating_sub(1);
                }
                self.depth += 1;
                self.brackets += 1;
            }
            ']' => {
                self.depth = self.depth.saturating_sub(1);
                self.brackets = self.brackets.saturating_sub(1);
            }
            '=' if self.depth == 0 => self.is_default = true,
            '*' if counts => self.taken.0 += 1,
            '&' if counts => self.taken.1 += 1,
            _ => {}
        }
        self.before = c;
    }

    /// A word in capitals alone may be a macro for anything.
    fn end(&self, all: &str) -> Option<Taken> {
        let is_macro = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        (!all.is_empty() && !all.chars().all(is_macro) && !all.contains("...") && !all.contains('#'))
            .then_some(self.taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_parameters_are_taken() {
        let cases: &[(&str, Option<&[Taken]>)] = &[
            ("()", Some(&[])),
            (" (void) const", Some(&[])),
            ("(const wchar_t *from, Text &word, wchar_t = L',')", Some(&[(1, 0), (0, 1), (0, 0)])),
            ("(int count, char *words[])", Some(&[(0, 0), (2, 0)])),
            ("(int, char **)", Some(&[(0, 0), (2, 0)])),
            ("(int a[2 * N])", Some(&[(1, 0)])),
            ("([[maybe_unused]] int *a)", Some(&[(1, 0)])),
            ("(std::map<int, char *> &&all = {}, int b = *c)", Some(&[(1, 2), (0, 0)])),
            ("(void (*call)(int, void *))", Some(&[(2, 0)])),
            ("(const char *format, ...)", None),
            ("(ARGUMENTS)", None),
            ("(int a", None),
        ];
        for (text, expected) in cases {
            assert_eq!(taken(text.as_bytes()).as_deref(), *expected, "{text}");
        }
    }

    #[test]
    fn types_of_operators() {
        let types = |text: &'static str| types(text.as_bytes());
        assert_eq!(types("(Debug out, const ns::Interval &one)"), Some(vec!["Debug", "Interval"]));
        assert_eq!(types("<<(Debug, Report::Field *)"), Some(vec!["Debug", "Field"]));
        assert_eq!(types("(std::ostream&out, List<int> a)"), None);
        assert_eq!(types("()"), None);
    }
}
