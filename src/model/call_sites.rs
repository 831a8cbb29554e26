//! What looks like a call of a function and may be none: a place that is not compiled, a macro that drops its arguments, a variable or a
//! member of that name. Read as text, where facts do not tell.
use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::native::{Class, Enclosing, Function, NativeFile, Use, Variable, end_of_literal};

use super::binaries::is_header;
use super::constants::Truth;
use super::includes::View;
use super::mentions::{UNEVALUATED, words};
use super::symbols::{Site, last};

/// Whether the call of a function may be something else, or be dropped: `plain` for one by its plain name.
pub(super) fn may_be_no_call(view: &View, site: &Site, call: &Use, plain: bool) -> bool {
    let facts = &site.file.facts;
    let (bytes, start) = (site.file.source.bytes(), call.range.start as usize);
    let before = facts.functions.iter().filter(|one| one.is_definition && one.head.end as usize <= start);
    let function = before.max_by_key(|one| one.head.end);
    let offset = function.map_or(0, |one| one.head.end as usize);
    let Some(code) = site.file.code().get(offset..start) else { return false };
    let name = last(&call.name);
    let around = Around::in_file(&site.file, call, code);
    // What a concept requires is never run.
    if around.is_required() {
        return true;
    }
    // `extern template int f<int>(int);` makes nothing of it.
    let is_made = |at: &usize| !is_extern_template(&bytes[..*at]);
    let is_alone = |name: &str| words(bytes, name).filter(is_made).nth(1).is_none();
    let Some(function) = function.filter(|_| !around.is_outside()) else {
        // The body of a member that stands in its class is compiled where something calls it, of a template where it is made with it.
        return around.class().is_some_and(|one| {
            let unmade = one.template || is_alone(one.name) || one.is_unused(bytes, offset);
            unmade || plain && has_member(view, one.name, &call.name, &mut 8)
        });
    };
    // What stands in a header, others may call.
    let inline = || function.inline || is_inline_by_macro(view, function);
    let is_local_one = !is_header(&site.path) && (function.template || function.internal || inline());
    let unmade = || is_local_one && is_alone(&function.name);
    around
        .is_skipped(&|name| view.answers.drops(name, || drops_arguments(view.files.iter().map(|(_, file)| file), name)))
        || around.is_decided(&|name| view.answers.constant(name, || constant(view, name)))
        || unmade()
        || plain && (is_local(bytes, function, code, name) || is_member(view, function, call))
}

/// Whether the statement that a text ends in says that a template is instantiated elsewhere.
fn is_extern_template(before: &[u8]) -> bool {
    let start = before.iter().rposition(|byte| matches!(byte, b';' | b'{' | b'}')).map_or(0, |at| at + 1);
    let mut words = before[start..].split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.next() == Some(b"extern") && words.next() == Some(b"template")
}

/// Whether a call in a header stands where nothing is compiled by itself: in a template, an inline function or the body of a class.
pub(super) fn is_on_demand(file: &NativeFile, call: &Use) -> bool {
    let start = call.range.start as usize;
    let before = file.facts.functions.iter().filter(|one| one.is_definition && one.head.end as usize <= start);
    let Some(function) = before.max_by_key(|one| one.head.end) else { return true };
    let Some(code) = file.code().get(function.head.end as usize..start) else { return true };
    // A macro may say `inline`.
    let plain = !function.template && !function.inline && !function.internal && function.attributes.macros.is_empty();
    !plain || Around::in_file(file, call, code).is_outside()
}

/// Whether a call by its plain name in a file may be dropped, or mean a variable; `drops` tells of macros whether they drop their arguments.
pub fn may_be_skipped(file: &NativeFile, call: &Use, drops: &dyn Fn(&str) -> bool) -> bool {
    let (bytes, start) = (file.source.bytes(), call.range.start as usize);
    let before = file.facts.functions.iter().filter(|one| one.is_definition && one.head.end as usize <= start);
    let Some(function) = before.max_by_key(|one| one.head.end) else { return false };
    let Some(code) = file.code().get(function.head.end as usize..start) else { return false };
    let around = Around::in_file(file, call, code);
    !around.is_outside() && (around.is_skipped(drops) || is_local(bytes, function, code, last(&call.name)))
}

/// Whether the value that stands at a place of a file may never be asked for: an operand that is not evaluated, a template, a part that is
/// left out; `drops` tells of macros whether they drop their arguments.
pub(super) fn may_be_unused(file: &NativeFile, start: usize, drops: &dyn Fn(&str) -> bool) -> bool {
    let before = file.facts.functions.iter().filter(|one| one.is_definition && one.head.end as usize <= start);
    let function = before.max_by_key(|one| one.head.end);
    let offset = function.map_or(0, |one| one.head.end as usize);
    let Some(code) = file.code().get(offset..start) else { return true };
    let around = Around::of(code);
    let in_template = || function.is_some_and(|one| one.template) && !around.is_outside();
    around.is_skipped(drops) || around.is_required() || in_template() || around.class().is_some()
}

/// What encloses a place, the end of a text that begins with the body of a function.
struct Around<'c> {
    code: &'c [u8],
    enclosing: Cow<'c, Enclosing>,
}

impl<'c> Around<'c> {
    fn of(code: &'c [u8]) -> Self {
        Self { code, enclosing: Cow::Owned(Enclosing::of(code)) }
    }

    /// Of a use in a file; `code` ends there.
    fn in_file(file: &'c NativeFile, call: &Use, code: &'c [u8]) -> Self {
        let known = file.enclosing(call.range.start).map(Cow::Borrowed);
        known.map_or_else(|| Self::of(code), |enclosing| Self { code, enclosing })
    }

    /// The body of the function ended before.
    fn is_outside(&self) -> bool {
        self.enclosing.is_outside
    }

    /// The statement that has not ended.
    fn statement(&self) -> &'c [u8] {
        self.code.get(self.enclosing.statement as usize..).unwrap_or_default()
    }

    /// Where open brackets of a kind stand, the outermost first.
    fn open(&self, bracket: u8) -> impl Iterator<Item = usize> + '_ {
        let open = self.enclosing.open.iter().map(|&at| at as usize);
        open.filter(move |&at| self.code.get(at) == Some(&bracket))
    }

    /// Where the blocks within the outermost bracket begin.
    fn inner_blocks(&self) -> impl Iterator<Item = usize> + '_ {
        let open = self.enclosing.open.iter().skip(1).map(|&at| at as usize);
        open.filter(|&at| self.code.get(at) == Some(&b'{'))
    }

    /// The class in which the place stands, outside of functions that are known.
    fn class(&self) -> Option<InClass<'c>> {
        let blocks: Vec<usize> = self.open(b'{').collect();
        let found = |(nth, &start): (usize, &usize)| {
            let class_head = self.head_of(start);
            let (name, template) = class_of(class_head)?;
            // What stands before a body is an initialiser of a constructor.
            let head = blocks.get(nth + 1).map(|&body| self.head_of(body));
            let head = head.or_else(|| std::str::from_utf8(self.statement()).ok());
            let head = head.unwrap_or_default();
            // A table of virtual functions has them where an object is made; a class with a base may override without a word.
            let is_virtual = head.contains("virtual") || class_head.replace("::", "").contains(':');
            let member = Some(member_of(head)).filter(|member| !member.is_empty());
            Some(InClass { name, template, start, member, is_virtual })
        };
        blocks.iter().enumerate().filter_map(found).next_back()
    }

    /// Whether the place stands in the body of a requires-expression.
    fn is_required(&self) -> bool {
        let mut heads = self.open(b'{').map(|at| self.head_of(at));
        let ends = |head: &str| {
            let head = head.trim_end();
            let open = if head.ends_with(')') { head.rfind('(').unwrap_or(0) } else { head.len() };
            last_word(&head.as_bytes()[..open]) == "requires"
        };
        heads.any(ends)
    }

    /// Whether constants alone decide if the place is reached: compilers leave the rest out, even where they do not optimise.
    fn is_decided(&self, constant: &dyn Fn(&str) -> Option<Truth>) -> bool {
        let statement = std::str::from_utf8(self.statement()).unwrap_or_default();
        let blocks = self.inner_blocks().map(|at| self.head_of(at));
        let is_off =
            |text: &str| condition_of(text).and_then(|condition| truth_of(condition, constant)) == Some(Truth::Open);
        blocks.chain([statement]).any(is_off)
            || operands_before(statement).any(|(operator, text)| match truth_of(text, constant) {
                // The operand lets the rest be run.
                Some(Truth::True) => operator != "&&",
                Some(Truth::Open) => true,
                None => false,
            })
    }

    /// Whether the place may not be evaluated: in an operand, an argument that a macro drops, or under a condition that the preprocessor
    /// may make false, where compilers drop the code.
    fn is_skipped(&self, drops: &dyn Fn(&str) -> bool) -> bool {
        let before = |at: usize| last_word(&self.code[..at]);
        let in_parentheses = self.open(b'(');
        let words: Vec<&str> = in_parentheses.map(before).filter(|word| !word.is_empty()).collect();
        if words.iter().any(|word| UNEVALUATED.contains(word) || drops(word)) {
            return true;
        }
        let statement = std::str::from_utf8(self.statement()).unwrap_or_default();
        let blocks = self.inner_blocks();
        blocks.map(|at| self.head_of(at)).chain([statement]).any(may_be_off)
    }

    /// The statement that opens a block.
    fn head_of(&self, block: usize) -> &'c str {
        let before = &self.code[..block];
        let start = before.iter().rposition(|byte| matches!(byte, b';' | b'{' | b'}')).map_or(0, |at| at + 1);
        std::str::from_utf8(&before[start..]).unwrap_or_default()
    }
}

/// A class whose body is being read.
#[derive(Debug, PartialEq)]
struct InClass<'c> {
    name: &'c str,
    template: bool,
    /// Where its body begins in the code.
    start: usize,
    /// The member in which the place stands.
    member: Option<&'c str>,
    /// It may be a virtual function.
    is_virtual: bool,
}

impl InClass<'_> {
    /// Whether nothing in the file uses the member: it is named once, or is a constructor or a destructor of a class of which the rest
    /// of the file has pointers and references at most.
    fn is_unused(&self, bytes: &[u8], offset: usize) -> bool {
        let Some(member) = self.member else { return false };
        if member != self.name {
            return !self.is_virtual && words(bytes, member).nth(1).is_none();
        }
        let start = offset + self.start;
        let end = end_of_block(bytes, start);
        let makes = |at: usize| {
            let next = bytes[at + member.len()..].trim_ascii_start().first();
            !matches!(next, Some(b'*' | b'&' | b';'))
        };
        let head = bytes[..start].iter().rposition(|byte| matches!(byte, b';' | b'{' | b'}')).unwrap_or(0);
        !words(bytes, member).any(|at| (at < head || at > end) && makes(at))
    }
}

/// The name of the member function whose definition a text begins: what stands before the first parenthesis.
fn member_of(head: &str) -> &str {
    let before = head.split_once('(').map_or("", |(before, _)| before);
    if before.contains("operator") { "" } else { last_word(before.as_bytes()) }
}

/// Where the block that begins there ends.
fn end_of_block(code: &[u8], start: usize) -> usize {
    let (mut depth, mut at) = (0_usize, start);
    while let Some(&byte) = code.get(at) {
        match byte {
            b'"' | b'\'' => at = end_of_literal(code, at),
            b'{' => depth += 1,
            b'}' if depth <= 1 => return at,
            b'}' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    code.len()
}

/// The name of the class whose definition a text begins, and whether it is a template: `class API Shape final : public Base`.
fn class_of(head: &str) -> Option<(&str, bool)> {
    let head = head.lines().rfind(|line| !line.starts_with('#')).map_or(head, str::trim_start);
    let template = head.starts_with("template");
    let start = if template { head.find("> class ").or(head.find("> struct ")).map_or(0, |at| at + 2) } else { 0 };
    let head = &head[start..];
    let rest = ["class ", "struct "].iter().find_map(|word| head.strip_prefix(word))?;
    let mut names = rest.split(':').next()?.split_whitespace();
    names.rfind(|word| *word != "final" && !word.contains('(')).map(|name| (name, template))
}

fn last_word(text: &[u8]) -> &str {
    let text = text.trim_ascii_end();
    let start = text.iter().rposition(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').map_or(0, |at| at + 1);
    std::str::from_utf8(&text[start..]).unwrap_or_default()
}

/// Whether some definition of a macro makes nothing of its arguments, or nothing that is evaluated.
pub fn drops_arguments<'f>(files: impl Iterator<Item = &'f NativeFile>, name: &str) -> bool {
    files.flat_map(|file| &file.facts.macros).filter(|one| one.name == name).any(|one| {
        let (Some(parameters), Some(body)) = (&one.parameters, &one.body) else { return false };
        if ["sizeof", "if (0)", "if(0)"].iter().any(|word| body.contains(word)) {
            return true;
        }
        // `#x` is text, `a##x` a part of a name.
        let is_text = |at: usize| {
            let before = body.as_bytes()[..at].trim_ascii_end();
            before.ends_with(b"#") && !before.ends_with(b"##")
        };
        let is_used = |name: &str| words(body.as_bytes(), name).any(|at| !is_text(at));
        let mut names = parameters.iter().map(|name| name.trim_end_matches("...")).filter(|name| !name.is_empty());
        !is_used("__VA_ARGS__") && !names.any(is_used)
    })
}

/// Whether a statement stands under an `if` whose condition is decided by the preprocessor, as text tells: `if (0)`, `if (HAVE_X && y)`,
/// `if (IS_ENABLED(X))`, `if constexpr (…)`.
fn may_be_off(statement: &str) -> bool {
    if behind_if(statement).is_some_and(|rest| rest.starts_with("constexpr")) {
        return true;
    }
    condition_of(statement).unwrap_or_default().split("&&").any(|part| {
        let part = part.trim().trim_start_matches(['!', ' ']);
        let name = part.split(['(', ' ']).next().unwrap_or_default();
        let alone = part.len() == name.len() || part[name.len()..].starts_with('(') && part.ends_with(')');
        matches!(part, "0" | "false") || alone && is_of_preprocessor(name)
    })
}

/// What stands behind the `if` or `while` with which a statement begins.
fn behind_if(statement: &str) -> Option<&str> {
    let statement = statement.trim_start();
    let statement = statement.strip_prefix("else").map_or(statement, str::trim_start);
    ["if", "while"].iter().find_map(|word| statement.strip_prefix(word)).map(str::trim_start)
}

/// The condition of the `if` or `while` with which a statement begins, where it is there to its end.
fn condition_of(statement: &str) -> Option<&str> {
    let condition = behind_if(statement)?.strip_prefix('(')?;
    let mut depth = 1_usize;
    let end = condition.find(|c: char| {
        depth = if c == '(' { depth + 1 } else { depth };
        depth = if c == ')' { depth - 1 } else { depth };
        depth == 0
    });
    end.map(|end| &condition[..end])
}

/// The operands before each `&&`, `||` and `?` of a statement that has not ended: they decide whether what follows is run.
fn operands_before(statement: &str) -> impl Iterator<Item = (&str, &str)> {
    let ends = ["&&", "||", "?"].into_iter().flat_map(|operator| statement.match_indices(operator));
    ends.map(|(end, operator)| {
        let before = &statement[..end];
        let mut depth = 0_usize;
        let start = before.rfind(|c: char| {
            depth = if c == ')' { depth + 1 } else { depth };
            let opens = c == '(' && depth == 0;
            depth = if c == '(' { depth.saturating_sub(1) } else { depth };
            opens || depth == 0 && matches!(c, ',' | '=' | ';' | '{' | '}' | '&' | '|' | '?' | ':')
        });
        let operand = start.map_or(before, |start| &before[start + 1..]).trim();
        (operator, operand.strip_prefix("return ").unwrap_or(operand))
    })
}

/// What an expression says that is made of literals and constants alone: `!DEBUG`, `1 == 2`, `sizeof(void *) == 4`.
fn truth_of(text: &str, constant: &dyn Fn(&str) -> Option<Truth>) -> Option<Truth> {
    let mut rest = text.trim();
    let mut truth = None;
    let mut is_lone = true;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_alphanumeric() || first == '_' {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            rest = behind;
            is_lone &= truth.is_none();
            if word == "sizeof" {
                // The operand may be anything.
                rest = &rest[rest.find(')')? + 1..];
                truth = Some(Truth::Open);
                continue;
            }
            if rest.trim_start().starts_with('(') {
                return None;
            }
            truth = Some(match word {
                "true" | "1" => Truth::True,
                "false" => Truth::Open,
                _ if first.is_ascii_digit() => Truth::Open,
                _ => constant(word)?,
            });
        } else if first.is_ascii_whitespace() || "!<>=+-*/%()~^&|.'".contains(first) {
            is_lone &= matches!(first, '(' | ')') || first.is_ascii_whitespace();
            rest = &rest[1..];
        } else {
            return None;
        }
    }
    truth.map(|truth| if is_lone { truth } else { Truth::Open })
}

/// What a name stands for that is a macro with a literal, or a constant that is defined with one.
fn constant(view: &View, name: &str) -> Option<Truth> {
    let literal = |text: &str| truth_of(text, &|_| None);
    let macros = view.files.iter().flat_map(|(_, file)| &file.facts.macros).filter(|one| one.name == name);
    let mut defined = macros.map(|one| literal(one.body.as_deref().filter(|_| one.parameters.is_none())?)).peekable();
    if defined.peek().is_some() {
        return defined.try_fold(Truth::True, |all, one| one.map(|one| if all == Truth::True { one } else { all }));
    }
    view.files.iter().find_map(|(_, file)| {
        let named = |one: &&Variable| one.name == name && one.constant && one.is_definition;
        let bytes = file.source.bytes();
        file.facts.variables.iter().filter(named).find_map(|one| {
            let rest = bytes.get(one.range.end as usize..)?.trim_ascii_start();
            let value = rest.strip_prefix(b"=").or_else(|| rest.strip_prefix(b"{"))?;
            let value = value.split(|byte| matches!(byte, b';' | b'}' | b',')).next()?;
            literal(std::str::from_utf8(value).ok()?)
        })
    })
}

/// Whether a macro before a function makes it an inline one.
fn is_inline_by_macro(view: &View, function: &Function) -> bool {
    function.attributes.macros.iter().any(|name| {
        let mut macros = view.files.iter().flat_map(|(_, file)| &file.facts.macros).filter(|one| one.name == *name);
        macros.any(|one| one.body.as_deref().is_some_and(|body| words(body.as_bytes(), "inline").next().is_some()))
    })
}

/// Whether a name is written as macros are.
fn is_of_preprocessor(name: &str) -> bool {
    let letters = name.bytes().filter(u8::is_ascii_alphabetic).count();
    letters > 1 && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Whether a function has a parameter or, before the call, a variable of a name: it stands there without arguments.
fn is_local(bytes: &[u8], function: &Function, code: &[u8], name: &str) -> bool {
    let head = bytes.get(function.range.end as usize..function.head.end as usize).unwrap_or_default();
    let is_value = |at: usize| !code[at + name.len()..].trim_ascii_start().starts_with(b"(");
    words(head, name).next().is_some() || words(code, name).any(is_value)
}

/// Whether an unqualified call in a member function may mean a member: of a base class, or a variable.
fn is_member(view: &View, function: &Function, call: &Use) -> bool {
    if !function.member || call.name.contains("::") {
        return false;
    }
    let Some((class, _)) = function.qualified.rsplit_once("::") else { return false };
    // `int geo::hull() {…}` is no member where a header declares it in the namespace.
    let is_free = |one: &Function| one.qualified == function.qualified && !one.member && !one.is_definition;
    let is_declared = || view.files.iter().any(|(_, file)| file.facts.functions.iter().any(is_free));
    has_member(view, class, &call.name, &mut 8) && !is_declared()
}

/// Whether a class may have a member of a name, itself or by its bases.
fn has_member(view: &View, class: &str, name: &str, steps: &mut usize) -> bool {
    *steps = steps.saturating_sub(1);
    let found: Vec<(&NativeFile, &Class)> = view
        .files
        .iter()
        .flat_map(|(_, file)| file.facts.classes.iter().map(move |class| (file, class)))
        .filter(|(_, one)| one.name == last(class))
        .collect();
    if found.is_empty() || *steps == 0 {
        return true;
    }
    found.into_iter().any(|(file, one)| {
        let bases = one.bases.iter().map(|base| base.split('<').next().unwrap_or(base));
        one.has_member(name) || is_variable(file.source.bytes(), name) || {
            bases.into_iter().any(|base| has_member(view, base.trim(), name, steps))
        }
    })
}

/// Whether a text declares something of a name that is no function.
fn is_variable(bytes: &[u8], name: &str) -> bool {
    words(bytes, name).any(|at| {
        let next = bytes[at + name.len()..].trim_ascii_start().first();
        let typed = bytes[..at].trim_ascii_end().last();
        let typed = typed.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'>' | b'*' | b'&'));
        typed && matches!(next, Some(b';' | b'=' | b'{'))
    })
}

/// Whether functions of the system or of the standard library of C++ have a name.
pub(super) fn is_common(name: &str) -> bool {
    static NAMES: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
        let lines = include_str!("common_names.txt").lines().filter(|line| !line.starts_with('#'));
        lines.flat_map(str::split_whitespace).collect()
    });
    NAMES.contains(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_of_the_preprocessor() {
        assert!(may_be_off("if (0) return ") && may_be_off(" else if (HAVE_X && n > 1) {"));
        assert!(may_be_off("if (IS_ENABLED(CONFIG_X))") && may_be_off("if constexpr (n > 1)"));
        assert!(!may_be_off("if (n > MOST) return ") && !may_be_off("x = ") && !may_be_off("if (f(0))"));
    }

    #[test]
    fn what_encloses_a_place() {
        let skipped = |code: &str| Around::of(code.as_bytes()).is_skipped(&|_| false);
        assert!(skipped("{ int a = sizeof(") && skipped("{ if (0) { g(); h(1, "));
        assert!(!skipped("{ if (0) { g(); } h(\"}\", "));
        let class = |code: &'static str| Around::of(code.as_bytes()).class();
        let w = class("{ g(); } namespace n { class API W final : public B { void f() { ")
            .map(|one| (one.name, one.template, one.member));
        assert_eq!(w, Some(("W", false, Some("f"))));
        let v =
            class("#define A\ntemplate <class T> struct V { ~V() { ").map(|one| (one.name, one.template, one.member));
        assert_eq!(v, Some(("V", true, Some("V"))));
        let required = |code: &str| Around::of(code.as_bytes()).is_required();
        assert!(
            required("#include <a>\ntemplate <class T> concept C = requires(T t) { ")
                && required("concept C = requires { ")
        );
        assert!(!required("int f(int a) { "));
    }

    #[test]
    fn conditions_of_constants() {
        let constant = |name: &str| match name {
            "DBG" | "kLog" => Some(Truth::Open),
            "ON" => Some(Truth::True),
            _ => None,
        };
        let decided = |code: &str| Around::of(code.as_bytes()).is_decided(&constant);
        for code in ["if (kLog) return ", "if (DBG && ", "return DBG ? ", "if (1 == 2) { ", "if (sizeof(void *) == 4) "]
        {
            assert!(decided(&format!("{{ {code}")), "{code}");
        }
        assert!(decided("{ x = 1 || ") && decided("{ f(n, !DBG && ") && decided("{ while (0) { "));
        for code in
            ["if (n && ", "if (n > 1) ", "return f(1) ? ", "g(1); ", "if (n == 1 && ", "a[1] = ", "while (1) { "]
        {
            assert!(!decided(&format!("{{ {code}")), "{code}");
        }
        assert!(!decided("{ while (ON) { ") && !decided("{ if (ON && ") && !decided("{ if ((true)) { "));
    }

    #[test]
    fn variables() {
        assert!(
            is_variable(b"std::function<int(int)> run;", "run") && is_variable(b"int (*f)(int); T run = x;", "run")
        );
        assert!(!is_variable(b"int run(int); return run(1);", "run") && !is_variable(b"a = run;", "run"));
    }
}
