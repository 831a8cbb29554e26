//! Reads a package configuration as `find_package()` would run it, as far as that does not depend on the consumer.
//!
//! Only literal code is followed: `set`, `list(APPEND)`, `get_filename_component`, `foreach` over known lists, and
//! conditions that are known once the file is configured. What depends on the consumer is left out, with all that it
//! may have written.
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::cmake::eval::text::{has_symbol, is_symbol};
use crate::cmake::lang::condition;
use crate::cmake::syntax::{
    Argument, ArgumentKind, Block, CommandId, EnclosedKind, File, Namespace, Part, Statement, Template,
};
use crate::cond::Cond;
use crate::model::{Model, join};

/// An `include()` that happens whenever the package is found.
#[derive(Debug, Clone)]
pub(super) struct Included {
    /// Where the path begins.
    pub base: Base,
    /// Below that, `..` taken out as far as possible; symbols for unknown parts.
    pub path: String,
    /// Of the configure step of the package.
    pub cond: Cond,
    /// The command.
    pub command: CommandId,
    /// The component that a consumer must ask for, of those that the file says it has.
    pub component: Option<String>,
}

/// Where a path begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// The folder of the configuration.
    Folder,
    /// The prefix of the installation.
    Prefix,
}

/// Stands for the folder of the configuration, and for the prefix, in texts of the walk.
const FOLDER: &str = "\u{1}folder";
const PREFIX: &str = "\u{1}prefix";
/// Commands that are followed, loops unrolled.
const MOST_STEPS: usize = 20_000;
const DEEPEST: usize = 60;

/// What `find_package()` includes.
pub(super) fn includes(model: &Model<'_>, file: &File, package: &str) -> Vec<Included> {
    let mut vars = BTreeMap::new();
    for (name, text) in [
        ("CMAKE_CURRENT_LIST_DIR", FOLDER.to_owned()),
        ("CMAKE_CURRENT_LIST_FILE", format!("{FOLDER}/config")),
        ("PACKAGE_PREFIX_DIR", PREFIX.to_owned()),
    ] {
        vars.insert(name.to_owned(), Some(text));
    }
    let mut walk =
        Walk { model, file, package, vars, out: Vec::new(), leave: Leave::No, steps: 0, depth: 0, component: None };
    walk.block(&file.body, Cond::TRUE);
    walk.out
}

/// Whether the file was, or may have been, left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leave {
    No,
    /// It depends on the consumer: what follows is not certain.
    Perhaps,
    Yes,
}

struct Walk<'a> {
    model: &'a Model<'a>,
    file: &'a File,
    package: &'a str,
    /// Variables of the file; nothing for those whose value is not known.
    vars: BTreeMap<String, Option<String>>,
    out: Vec<Included>,
    leave: Leave,
    steps: usize,
    depth: usize,
    component: Option<String>,
}

impl<'a> Walk<'a> {
    fn block(&mut self, block: &'a Block, cond: Cond) {
        if self.depth >= DEEPEST {
            self.leave = Leave::Yes;
            return;
        }
        self.depth += 1;
        for statement in block {
            self.steps += 1;
            if self.leave == Leave::Yes || self.steps > MOST_STEPS || cond.is_false() {
                break;
            }
            match statement {
                Statement::Command(id) => self.command(*id, cond),
                Statement::If { branches, otherwise, .. } => self.branches(branches, otherwise.as_ref(), cond),
                Statement::Enclosed { kind: EnclosedKind::Foreach, head, body, .. } => self.foreach(*head, body, cond),
                Statement::Enclosed { kind: EnclosedKind::Block, body, .. } => self.block(body, cond),
                Statement::Enclosed { kind: EnclosedKind::While, body, .. } => self.perhaps(body),
                Statement::Enclosed { .. } => {}
            }
        }
        self.depth -= 1;
    }

    /// Code of which it is not known whether it runs.
    fn perhaps(&mut self, block: &'a Block) {
        if self.depth >= DEEPEST {
            return;
        }
        self.depth += 1;
        for statement in block {
            match statement {
                Statement::Command(id) => {
                    if matches!(&*self.lower(*id), "return" | "break" | "continue") && self.leave == Leave::No {
                        self.leave = Leave::Perhaps;
                    }
                    self.forget(*id);
                }
                Statement::If { branches, otherwise, .. } => {
                    for (_, body) in branches.iter().map(|(h, b)| (h, b)).chain(otherwise.iter().map(|(h, b)| (h, b))) {
                        self.perhaps(body);
                    }
                }
                Statement::Enclosed { kind: EnclosedKind::Function | EnclosedKind::Macro, .. } => {}
                Statement::Enclosed { body, .. } => self.perhaps(body),
            }
        }
        self.depth -= 1;
    }

    fn lower(&self, id: CommandId) -> Box<str> {
        self.file.commands.get(id.0 as usize).map(|c| c.lower.clone()).unwrap_or_default()
    }

    fn arguments(&self, id: CommandId) -> &'a [Argument] {
        self.file.commands.get(id.0 as usize).map_or(&[], |c| c.arguments.as_slice())
    }

    fn command(&mut self, id: CommandId, cond: Cond) {
        match &*self.lower(id) {
            "set" | "set_and_check" if cond.is_true() => self.set(id),
            "unset" if cond.is_true() => self.forget(id),
            "list" if cond.is_true() => self.list(id),
            "get_filename_component" if cond.is_true() => self.file_name_component(id),
            "include" => self.include(id, cond),
            "return" => self.leave = if cond.is_true() { Leave::Yes } else { Leave::Perhaps },
            "break" | "continue" => self.leave = Leave::Perhaps,
            _ => self.forget(id),
        }
    }

    /// Any of the file's variables that a command names may be written by it.
    fn forget(&mut self, id: CommandId) {
        for argument in self.arguments(id) {
            if let Some(name) = argument.template.literal().filter(|_| argument.kind == ArgumentKind::Unquoted) {
                match &*self.lower(id) {
                    "set" | "list" | "get_filename_component" => {
                        self.vars.insert(name.to_owned(), None);
                    }
                    _ => {
                        if let Some(value) = self.vars.get_mut(name) {
                            *value = None;
                        }
                    }
                }
            }
        }
    }

    fn set(&mut self, id: CommandId) {
        let Some((name, rest)) = self.arguments(id).split_first() else { return };
        let Some(name) = self.expand(&name.template) else { return };
        let values: Option<Vec<String>> = rest.iter().map(|a| self.expand(&a.template)).collect();
        let value = values.and_then(|values| {
            let plain = values.iter().all(|v| !matches!(v.as_str(), "CACHE" | "PARENT_SCOPE"));
            plain.then(|| values.join(";"))
        });
        self.vars.insert(name, value);
    }

    fn list(&mut self, id: CommandId) {
        let arguments = self.arguments(id);
        let append = arguments.first().and_then(|a| a.template.literal()) == Some("APPEND");
        let name = arguments.get(1).and_then(|a| a.template.literal());
        let (true, Some(name)) = (append, name) else { return self.forget(id) };
        let added: Option<Vec<String>> = arguments.iter().skip(2).map(|a| self.expand(&a.template)).collect();
        let joined = match (self.vars.get(name), added) {
            (Some(Some(before)), Some(added)) if before.is_empty() => Some(added.join(";")),
            (Some(Some(before)), Some(added)) => Some(format!("{before};{}", added.join(";"))),
            _ => None,
        };
        self.vars.insert(name.to_owned(), joined);
    }

    /// `get_filename_component(out path DIRECTORY|PATH|ABSOLUTE|REALPATH)`
    fn file_name_component(&mut self, id: CommandId) {
        let words: Vec<Option<String>> = self.arguments(id).iter().map(|a| self.expand(&a.template)).collect();
        let [Some(name), path, Some(mode), ..] = words.as_slice() else { return self.forget(id) };
        let value = path.as_deref().filter(|p| p.starts_with('\u{1}')).and_then(|path| match mode.as_str() {
            "DIRECTORY" | "PATH" => path.rsplit_once('/').map(|(parent, _)| parent.to_owned()),
            "ABSOLUTE" | "REALPATH" => Some(path.to_owned()),
            _ => None,
        });
        self.vars.insert(name.clone(), value);
    }

    fn include(&mut self, id: CommandId, cond: Cond) {
        let arguments = self.arguments(id);
        let optional = arguments.iter().any(|a| a.template.literal() == Some("OPTIONAL"));
        let path = arguments.first().and_then(|a| self.expand(&a.template));
        let (Some(path), Leave::No, false) = (path, self.leave, optional) else { return };
        let (base, rest) = match (path.strip_prefix(FOLDER), path.strip_prefix(PREFIX)) {
            (Some(rest), _) => (Base::Folder, rest),
            (_, Some(rest)) => (Base::Prefix, rest),
            _ => return,
        };
        let Some(rest) = rest.strip_prefix('/').filter(|rest| !rest.contains([';', '\u{1}'])) else { return };
        let (path, component) = (join("", rest), self.component.clone());
        self.out.push(Included { base, path, cond, command: id, component });
    }

    fn branches(&mut self, branches: &'a [(CommandId, Block)], otherwise: Option<&'a (CommandId, Block)>, cond: Cond) {
        let conds = &self.model.facts.conds;
        let mut rest = Some(cond);
        for (head, body) in branches {
            let holds = self.condition(self.arguments(*head));
            if let (Some(before), Some(holds)) = (rest, holds) {
                self.block(body, conds.and(before, holds));
                rest = Some(conds.diff(before, holds));
            } else {
                self.perhaps(body);
                rest = None;
            }
        }
        match (otherwise, rest) {
            (Some((_, body)), Some(rest)) => self.block(body, rest),
            (Some((_, body)), None) => self.perhaps(body),
            (None, _) => {}
        }
    }

    fn foreach(&mut self, head: CommandId, body: &'a Block, cond: Cond) {
        let Some((variable, rest)) = self.arguments(head).split_first() else { return };
        let Some(variable) = variable.template.literal().map(str::to_owned) else { return self.perhaps(body) };
        if let Some(items) = self.loop_items(rest) {
            for item in items {
                self.vars.insert(variable.clone(), Some(item));
                self.block(body, cond);
                if self.leave == Leave::Yes || self.steps > MOST_STEPS {
                    break;
                }
            }
        } else if self.component.is_none() && rest.iter().any(asks_components) {
            self.offered(&variable, body, cond);
        } else {
            self.perhaps(body);
        }
        self.vars.insert(variable, None);
    }

    /// A loop over the components that a consumer asks for: once for each that the file says it has.
    fn offered(&mut self, variable: &str, body: &'a Block, cond: Cond) {
        let known = self.membership_list(variable, body);
        for component in known.iter().flat_map(|list| list.split(';')).filter(|c| !c.is_empty() && !has_symbol(c)) {
            self.vars.insert(variable.to_owned(), Some(component.to_owned()));
            self.component = Some(component.to_owned());
            self.block(body, cond);
        }
        self.component = None;
        self.perhaps(body);
    }

    /// The value of `list` where a condition directly in the loop asks `variable IN_LIST list`.
    fn membership_list(&self, variable: &str, body: &'a Block) -> Option<String> {
        body.iter().find_map(|statement| {
            let Statement::If { branches, .. } = statement else { return None };
            branches.iter().find_map(|(head, _)| {
                let arguments = self.arguments(*head);
                let at = arguments.iter().position(|a| a.template.literal() == Some("IN_LIST"))?;
                let left = arguments.get(at.checked_sub(1)?)?;
                let names = left.template.literal() == Some(variable) || left.template.reference() == Some(variable);
                let list = arguments.get(at + 1)?.template.literal().filter(|_| names)?;
                self.vars.get(list)?.clone()
            })
        })
    }

    /// The items of a loop; nothing when they are not known.
    fn loop_items(&self, rest: &[Argument]) -> Option<Vec<String>> {
        let mut out = Vec::new();
        let mut lists = false;
        let mut first = true;
        for argument in rest {
            let word = argument.template.literal();
            match word {
                Some("IN") if first => {}
                Some("RANGE" | "ZIP_LISTS") => return None,
                Some("LISTS") => lists = true,
                Some("ITEMS") => lists = false,
                Some(name) if lists => split(self.vars.get(name)?.as_ref()?, &mut out),
                _ if argument.kind == ArgumentKind::Unquoted => split(&self.expand(&argument.template)?, &mut out),
                _ => out.push(self.expand(&argument.template)?),
            }
            first = false;
        }
        Some(out)
    }

    /// A text with its references replaced; nothing when one of them is not known.
    fn expand(&self, template: &Template) -> Option<String> {
        let mut out = String::new();
        for part in &template.0 {
            match part {
                Part::Literal(text) => out.push_str(&decode(text)?),
                Part::Reference(Namespace::Variable, name) => {
                    let name = name.literal()?;
                    match self.vars.get(name) {
                        Some(value) => out.push_str(value.as_ref()?),
                        None if name.eq_ignore_ascii_case(&format!("{}_DIR", self.package)) => out.push_str(FOLDER),
                        None => return None,
                    }
                }
                Part::Reference(..) => return None,
            }
        }
        Some(out)
    }
}

fn split(text: &str, out: &mut Vec<String>) {
    out.extend(text.split(';').filter(|item| !item.is_empty()).map(str::to_owned));
}

/// Whether an argument of `foreach` gives the components that the consumer asks for.
fn asks_components(argument: &Argument) -> bool {
    let asks = |name: &str| name.ends_with("_FIND_COMPONENTS");
    argument.template.literal().is_some_and(asks) || argument.template.reference().is_some_and(asks)
}

/// Symbols as words that survive the parser: the text before [`decode`].
pub(super) fn encode(text: &str) -> Option<String> {
    if text.contains(MARK) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_symbol(c) {
            out.push_str(MARK);
            // Writing to a string does not fail.
            let _ = write!(out, "{:06x}", c as u32);
        } else {
            out.push(c);
        }
    }
    Some(out)
}

const MARK: &str = "_lLsYmBoL_";

fn decode(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(MARK) {
        out.push_str(before);
        out.push(u32::from_str_radix(after.get(..6)?, 16).ok().and_then(char::from_u32)?);
        rest = after.get(6..)?;
    }
    out.push_str(rest);
    Some(out)
}

/// A word of a condition.
struct Word {
    text: Option<String>,
    quoted: bool,
    paren: bool,
}

impl Walk<'_> {
    /// When `if()` holds: a condition of the package's configure step, nothing when the consumer decides.
    fn condition(&self, arguments: &[Argument]) -> Option<Cond> {
        let mut words: Vec<Word> = Vec::new();
        for argument in arguments {
            let (quoted, paren) = (argument.kind == ArgumentKind::Quoted, argument.kind == ArgumentKind::Paren);
            words.push(Word { text: self.expand(&argument.template), quoted, paren });
        }
        let mut at = 0;
        let value = self.any(&words, &mut at, 0);
        if at == words.len() { value } else { None }
    }

    /// `AND` and `OR` bind alike, from left to right.
    fn any(&self, words: &[Word], at: &mut usize, depth: usize) -> Option<Cond> {
        let conds = &self.model.facts.conds;
        let mut value = self.not(words, at, depth);
        while let Some(word) = words.get(*at).filter(|w| !w.quoted && !w.paren) {
            let and = match word.text.as_deref() {
                Some("AND") => true,
                Some("OR") => false,
                _ => return None,
            };
            *at += 1;
            let right = self.not(words, at, depth);
            let absorbing = if and { Cond::FALSE } else { Cond::TRUE };
            value = match (value, right) {
                (Some(a), Some(b)) => Some(if and { conds.and(a, b) } else { conds.or(a, b) }),
                (Some(a), None) | (None, Some(a)) if a == absorbing => Some(absorbing),
                _ => None,
            };
        }
        value
    }

    fn not(&self, words: &[Word], at: &mut usize, depth: usize) -> Option<Cond> {
        if depth > DEEPEST {
            *at = words.len() + 1;
            return None;
        }
        let word = words.get(*at)?;
        let text = word.text.as_deref();
        if word.paren {
            *at += 1;
            let inner = self.any(words, at, depth + 1);
            // The closing one.
            *at += 1;
            return inner;
        }
        if text == Some("NOT") && !word.quoted {
            *at += 1;
            return self.not(words, at, depth + 1).map(|c| self.model.facts.conds.not(c));
        }
        self.test(words, at)
    }

    fn test(&self, words: &[Word], at: &mut usize) -> Option<Cond> {
        let word = words.get(*at)?;
        if let (Some(unary), false) = (word.text.as_deref(), word.quoted)
            && matches!(
                unary,
                "TARGET"
                    | "EXISTS"
                    | "DEFINED"
                    | "COMMAND"
                    | "POLICY"
                    | "IS_DIRECTORY"
                    | "IS_ABSOLUTE"
                    | "IS_SYMLINK"
                    | "TEST"
            )
            && words.get(*at + 1).is_some()
        {
            *at += 2;
            // Before anything is included the package's targets are not there.
            return (unary == "TARGET" && self.out.is_empty() && self.leave == Leave::No).then_some(Cond::FALSE);
        }
        if let Some(operator) = words.get(*at + 1).filter(|w| !w.quoted).and_then(|w| w.text.as_deref())
            && is_binary(operator)
        {
            let right = words.get(*at + 2);
            *at += 3;
            return self.compare(word, operator, right?);
        }
        *at += 1;
        self.truth(word)
    }

    fn truth(&self, word: &Word) -> Option<Cond> {
        let text = word.text.as_deref()?;
        if has_symbol(text) {
            return self.decided(&format!("$<BOOL:{text}>"), text);
        }
        let known = |holds: bool| if holds { Cond::TRUE } else { Cond::FALSE };
        match condition::constant(text) {
            Some(holds) => Some(known(holds)),
            None if word.quoted => Some(Cond::FALSE),
            None => {
                self.vars.get(text)?.as_deref().filter(|v| !has_symbol(v)).map(|v| known(condition::variable_truth(v)))
            }
        }
    }

    fn compare(&self, left: &Word, operator: &str, right: &Word) -> Option<Cond> {
        let value = |word: &Word| -> Option<String> {
            let text = word.text.clone()?;
            match self.vars.get(&text).filter(|_| !word.quoted) {
                Some(value) => value.clone(),
                None => Some(text),
            }
        };
        let known = |holds: bool| if holds { Cond::TRUE } else { Cond::FALSE };
        let left = value(left)?;
        match operator {
            "IN_LIST" => {
                let list = self.vars.get(right.text.as_deref()?)?.as_deref()?;
                (!has_symbol(list) && !has_symbol(&left)).then(|| known(list.split(';').any(|item| item == left)))
            }
            "STREQUAL" => {
                let right = value(right)?;
                if has_symbol(&left) || has_symbol(&right) {
                    return self.decided(&format!("$<STREQUAL:{left},{right}>"), &format!("{left}{right}"));
                }
                Some(known(left == right))
            }
            _ => None,
        }
    }

    /// What a generator expression of 0 and 1 says; `text` is what it was made of.
    fn decided(&self, expression: &str, text: &str) -> Option<Cond> {
        if text.contains(['$', '<', '>', ',', ';', '\u{1}']) {
            return None;
        }
        let conds = &self.model.facts.conds;
        let ones = self.model.decide(expression, Cond::TRUE).into_iter().filter(|(_, t)| t == "1").map(|(c, _)| c);
        Some(conds.any(ones))
    }
}

fn is_binary(word: &str) -> bool {
    matches!(
        word,
        "IN_LIST"
            | "MATCHES"
            | "EQUAL"
            | "LESS"
            | "GREATER"
            | "LESS_EQUAL"
            | "GREATER_EQUAL"
            | "IS_NEWER_THAN"
            | "PATH_EQUAL"
    ) || word.starts_with("STR")
        || word.starts_with("VERSION_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_survive_the_parser() {
        let text = "a\u{F0012}b\u{F0013}";
        let encoded = encode(text).expect("no mark in it");
        assert!(encoded.is_ascii());
        assert_eq!(decode(&encoded).as_deref(), Some(text));
        assert_eq!(encode(MARK), None);
        assert_eq!(decode("_lLsYmBoL_00"), None);
    }
}
