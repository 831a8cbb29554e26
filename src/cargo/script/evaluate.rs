//! Following a build script: functions, statements and patterns.
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use super::macros::Macros;
use super::value::{Value, choose};
use super::{Build, Call, Directive, Script, UNKNOWN, builders::Builder, conditions};
use crate::cargo::syntax::Parsed;
use crate::cond::{Cond, Conds};

/// Expressions that are looked at.
pub(super) const MAX_STEPS: usize = 60_000;
/// Nesting of expressions and calls that is followed.
const MAX_DEPTH: usize = 150;
/// Functions of the script that are entered within each other.
const MAX_CALLS: usize = 10;
/// Directives that are kept.
const MAX_DIRECTIVES: usize = 4000;

/// A builder that is being told what to do.
#[derive(Debug, Clone)]
pub(super) struct Object {
    pub builder: Builder,
    pub subject: String,
    pub calls: Vec<Call>,
}

/// The state of following a script.
pub(super) struct Reader<'a> {
    parsed: &'a Parsed,
    macros: &'a Macros,
    source: &'a str,
    pub folder: &'a Path,
    pub conds: &'a Conds,
    pub script: Script,
    /// Functions by name; several where `#[cfg]` chooses.
    pub(super) functions: BTreeMap<String, Vec<&'a syn::ItemFn>>,
    pub constants: BTreeMap<String, &'a syn::Expr>,
    /// What `use` renames: the last part of a path by its new name.
    renamed: BTreeMap<String, String>,
    pub scopes: Vec<Vec<(String, Value<'a>)>>,
    pub objects: Vec<Object>,
    /// How many things that builders were told have been copied.
    pub copied: usize,
    /// When the place is reached.
    pub alive: Cond,
    pub steps: usize,
    depth: usize,
    calls: usize,
    /// What `return` gives.
    pub returned: Option<Value<'a>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        parsed: &'a Parsed,
        macros: &'a Macros,
        source: &'a str,
        folder: &'a Path,
        conds: &'a Conds,
    ) -> Self {
        let mut this = Self {
            parsed,
            macros,
            source,
            folder,
            conds,
            script: Script::default(),
            functions: BTreeMap::new(),
            constants: BTreeMap::new(),
            renamed: BTreeMap::new(),
            scopes: vec![Vec::new()],
            objects: Vec::new(),
            copied: 0,
            alive: Cond::TRUE,
            steps: 0,
            depth: 0,
            calls: 0,
            returned: None,
        };
        this.collect(&parsed.file.items, 0);
        this
    }

    fn collect(&mut self, items: &'a [syn::Item], depth: usize) {
        for item in items {
            match item {
                syn::Item::Fn(function) => {
                    self.functions.entry(function.sig.ident.to_string()).or_default().push(function);
                }
                syn::Item::Const(constant) => {
                    self.constants.insert(constant.ident.to_string(), &constant.expr);
                }
                syn::Item::Static(constant) => {
                    self.constants.insert(constant.ident.to_string(), &constant.expr);
                }
                syn::Item::Use(item) => self.renames(&item.tree, "", 0),
                syn::Item::Mod(module) if depth < 4 => match &module.content {
                    Some((_, items)) => self.collect(items, depth + 1),
                    None => self.script.incomplete = true,
                },
                _ => {}
            }
        }
    }

    fn renames(&mut self, tree: &syn::UseTree, before: &str, depth: usize) {
        if depth > 20 {
            return;
        }
        match tree {
            syn::UseTree::Path(path) => self.renames(&path.tree, &format!("{before}{}::", path.ident), depth + 1),
            syn::UseTree::Name(name) => {
                self.renamed.insert(name.ident.to_string(), format!("{before}{}", name.ident));
            }
            syn::UseTree::Rename(name) => {
                self.renamed.insert(name.rename.to_string(), format!("{before}{}", name.ident));
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.renames(tree, before, depth + 1);
                }
            }
            syn::UseTree::Glob(_) => {}
        }
    }

    pub(super) fn run(&mut self) {
        self.call_function("main", &[]);
    }

    pub(super) fn range(&self, span: proc_macro2::Span) -> Range<u32> {
        self.parsed.bytes(span)
    }

    /// The text of a node, for conditions of its own.
    pub(super) fn words(&self, node: &impl syn::spanned::Spanned) -> String {
        let range = self.range(node.span());
        let text = self.source.get(range.start as usize..range.end as usize).unwrap_or_default();
        let text: Vec<&str> = text.split_whitespace().collect();
        let mut text = text.join(" ");
        if let Some((at, _)) = text.char_indices().nth(60) {
            text.truncate(at);
            text.push('…');
        }
        format!("build script: {text}")
    }

    /// A path with what `use` says of its first part.
    pub(super) fn path(&self, path: &syn::Path) -> String {
        let parts: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let Some((first, rest)) = parts.split_first() else { return String::new() };
        let first = self.renamed.get(first).unwrap_or(first);
        rest.iter().fold(first.clone(), |text, part| format!("{text}::{part}"))
    }

    /// The arguments of a macro.
    pub(super) fn arguments(&self, call: &syn::Macro) -> &'a [syn::Expr] {
        self.macros.arguments(self.parsed, call)
    }

    /// The value of a constant as it is written.
    pub(super) fn constant_of(&self, name: &str) -> Option<&'a syn::Expr> {
        self.constants.get(name).copied()
    }

    /// The condition of `#[cfg]` among attributes.
    pub(super) fn cfg(&self, attributes: &[syn::Attribute]) -> Cond {
        let metas = attributes.iter().filter(|one| one.path().is_ident("cfg"));
        let inner = metas.filter_map(|one| one.parse_args::<syn::Meta>().ok());
        self.conds.all(inner.map(|meta| conditions::cfg(self.conds, &meta)).collect::<Vec<_>>())
    }

    /// Does something under a condition; what it leaves (`return`) is left after it too.
    pub(super) fn under<R>(&mut self, cond: Cond, act: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.alive;
        self.alive = self.conds.and(before, cond);
        let result = act(self);
        let outside = self.conds.diff(before, cond);
        self.alive = self.conds.or(self.alive, outside);
        result
    }

    /// The script gives up here.
    pub(super) fn end(&mut self) {
        let before = self.script.ends.unwrap_or(Cond::FALSE);
        self.script.ends = Some(self.conds.or(before, self.alive));
        self.alive = Cond::FALSE;
    }

    pub(super) fn emit(&mut self, directive: Directive) {
        if directive.cond.is_false() {
            return;
        }
        if self.script.directives.len() < MAX_DIRECTIVES {
            self.script.directives.push(directive);
        } else {
            self.script.incomplete = true;
        }
    }

    pub(super) fn built(&mut self, build: Build) -> usize {
        self.script.builds.push(build);
        self.script.builds.len() - 1
    }

    pub(super) fn set(&mut self, name: String, value: Value<'a>) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((name, value));
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.scopes
            .iter()
            .rev()
            .flat_map(|scope| scope.iter().rev())
            .find(|(own, _)| own == name)
            .map(|(_, value)| value)
    }

    /// Gives a variable another value where the place is reached.
    pub(super) fn assign(&mut self, name: &str, value: Value<'a>) {
        let (conds, alive) = (self.conds, self.alive);
        let mut all = self.scopes.iter_mut().rev().flat_map(|scope| scope.iter_mut().rev());
        if let Some((_, own)) = all.find(|(own, _)| own == name) {
            let before = std::mem::replace(own, Value::Unknown);
            *own = match before {
                // Declared without a value.
                Value::Unknown => value,
                before => choose(conds, alive, value, before),
            };
            let kept = std::mem::replace(own, Value::Unknown).bounded();
            self.script.incomplete |= kept.is_none();
            *own = kept.unwrap_or(Value::Unknown);
        }
    }

    fn bounded(&mut self, value: Value<'a>) -> Value<'a> {
        value.bounded().unwrap_or_else(|| {
            self.script.incomplete = true;
            Value::Unknown
        })
    }

    /// Calls a function of the script. None when it has none of that name.
    pub(super) fn call_function(&mut self, name: &str, arguments: &[Value<'a>]) -> Option<Value<'a>> {
        let functions = self.functions.get(name)?.clone();
        if self.calls >= MAX_CALLS {
            self.script.incomplete = true;
            return Some(Value::Unknown);
        }
        let mut result: Option<Value<'a>> = None;
        for function in functions {
            let cond = self.cfg(&function.attrs);
            if self.conds.and(cond, self.alive).is_false() {
                continue;
            }
            let value = self.under(cond, |this| this.enter(function, arguments));
            result = Some(match result {
                None => value,
                Some(before) => choose(self.conds, cond, value, before),
            });
        }
        Some(result.unwrap_or(Value::Unknown))
    }

    fn enter(&mut self, function: &'a syn::ItemFn, arguments: &[Value<'a>]) -> Value<'a> {
        let scopes = std::mem::replace(&mut self.scopes, vec![Vec::new()]);
        let returned = self.returned.take();
        let before = self.alive;
        self.calls += 1;
        for (input, value) in function.sig.inputs.iter().zip(arguments) {
            if let syn::FnArg::Typed(typed) = input {
                self.bind(&typed.pat, value.clone());
            }
        }
        let value = self.block(&function.block);
        let value = match self.returned.take() {
            // Both ways out: the last expression where it is reached.
            Some(early) if matches!(value, Value::Tuple(ref parts) if parts.is_empty()) => early,
            Some(early) => choose(self.conds, self.alive, value, early),
            None => value,
        };
        self.calls -= 1;
        (self.scopes, self.returned) = (scopes, returned);
        // `return` leaves the function only. What ends the program is rare and mostly a failure.
        self.alive = before;
        value
    }

    pub(super) fn eval(&mut self, expression: &'a syn::Expr) -> Value<'a> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.depth > MAX_DEPTH {
            self.script.incomplete = true;
            return Value::Unknown;
        }
        self.depth += 1;
        let value = self.expression(expression);
        self.depth -= 1;
        self.bounded(value)
    }

    pub(super) fn block(&mut self, block: &'a syn::Block) -> Value<'a> {
        self.scopes.push(Vec::new());
        let mut last = Value::Tuple(Vec::new());
        for statement in &block.stmts {
            if self.alive.is_false() {
                break;
            }
            last = self.statement(statement);
        }
        self.scopes.pop();
        last
    }

    fn statement(&mut self, statement: &'a syn::Stmt) -> Value<'a> {
        match statement {
            syn::Stmt::Local(local) => {
                let cond = self.cfg(&local.attrs);
                let value = match &local.init {
                    Some(init) => self.under(cond, |this| this.eval(&init.expr)),
                    None => Value::Unknown,
                };
                let other = local.init.as_ref().and_then(|init| init.diverge.as_ref());
                if let Some((_, other)) = other {
                    let fails = self.conds.not(self.matches(&local.pat, &value));
                    self.under(fails, |this| {
                        this.eval(other);
                        this.alive = Cond::FALSE;
                    });
                }
                self.bind(&local.pat, value);
                Value::Tuple(Vec::new())
            }
            syn::Stmt::Expr(expression, semicolon) => {
                let cond = self.cfg(attributes(expression));
                let value = self.under(cond, |this| this.eval(expression));
                if semicolon.is_some() { Value::Tuple(Vec::new()) } else { value }
            }
            syn::Stmt::Macro(item) => {
                let cond = self.cfg(&item.attrs);
                let value = self.under(cond, |this| this.macro_call(&item.mac));
                if item.semi_token.is_some() { Value::Tuple(Vec::new()) } else { value }
            }
            syn::Stmt::Item(syn::Item::Fn(function)) => {
                self.functions.entry(function.sig.ident.to_string()).or_default().push(function);
                Value::Unknown
            }
            syn::Stmt::Item(syn::Item::Const(constant)) => {
                self.constants.insert(constant.ident.to_string(), &constant.expr);
                Value::Unknown
            }
            syn::Stmt::Item(syn::Item::Use(item)) => {
                self.renames(&item.tree, "", 0);
                Value::Unknown
            }
            syn::Stmt::Item(_) => Value::Unknown,
        }
    }

    /// Binds the names of a pattern.
    pub(super) fn bind(&mut self, pattern: &'a syn::Pat, value: Value<'a>) {
        match pattern {
            syn::Pat::Ident(ident) => self.set(ident.ident.to_string(), value),
            syn::Pat::Type(typed) => self.bind(&typed.pat, value),
            syn::Pat::Reference(reference) => self.bind(&reference.pat, value),
            syn::Pat::Paren(inner) => self.bind(&inner.pat, value),
            syn::Pat::Tuple(tuple) => {
                let mut parts = match value {
                    Value::Tuple(parts) => parts.into_iter(),
                    _ => Vec::new().into_iter(),
                };
                for pattern in &tuple.elems {
                    let part = parts.next().unwrap_or(Value::Unknown);
                    self.bind(pattern, part);
                }
            }
            syn::Pat::TupleStruct(inner) => {
                let value = match value {
                    Value::Maybe(inner, _) => *inner,
                    Value::Env(name) => self.environment(&name),
                    _ => Value::Unknown,
                };
                for pattern in inner.elems.iter().take(1) {
                    self.bind(pattern, value.clone());
                }
            }
            syn::Pat::Or(or) => {
                for pattern in or.cases.iter().take(1) {
                    self.bind(pattern, value.clone());
                }
            }
            syn::Pat::Struct(inner) => {
                for field in &inner.fields {
                    self.bind(&field.pat, Value::Unknown);
                }
            }
            _ => {}
        }
    }

    /// When a value matches a pattern.
    pub(super) fn matches(&self, pattern: &syn::Pat, value: &Value<'a>) -> Cond {
        match pattern {
            syn::Pat::Wild(_) => Cond::TRUE,
            syn::Pat::Ident(ident) if ident.ident == "None" => self.conds.not(self.is_there(value, pattern)),
            syn::Pat::Ident(_) => Cond::TRUE,
            syn::Pat::Type(typed) => self.matches(&typed.pat, value),
            syn::Pat::Reference(reference) => self.matches(&reference.pat, value),
            syn::Pat::Paren(inner) => self.matches(&inner.pat, value),
            syn::Pat::Or(or) => self.conds.any(or.cases.iter().map(|one| self.matches(one, value)).collect::<Vec<_>>()),
            syn::Pat::Lit(literal) => match &literal.lit {
                syn::Lit::Str(text) => self.equals(value, &text.value(), pattern),
                syn::Lit::Bool(truth) => match value {
                    Value::Bool(cond) if truth.value => *cond,
                    Value::Bool(cond) => self.conds.not(*cond),
                    _ => self.conds.opaque(&self.words(pattern)),
                },
                _ => self.conds.opaque(&self.words(pattern)),
            },
            syn::Pat::Path(path) if path.path.is_ident("None") => self.conds.not(self.is_there(value, pattern)),
            syn::Pat::TupleStruct(inner) => {
                let name = inner.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
                let there = self.is_there(value, pattern);
                match name.as_str() {
                    "Some" | "Ok" => {
                        let part = match value {
                            Value::Maybe(inner, _) => (**inner).clone(),
                            other => other.clone(),
                        };
                        let inner = inner.elems.first().map_or(Cond::TRUE, |one| self.matches(one, &part));
                        self.conds.and(there, inner)
                    }
                    "Err" => self.conds.not(there),
                    _ => self.conds.opaque(&self.words(pattern)),
                }
            }
            syn::Pat::Tuple(tuple) => {
                let parts = match value {
                    Value::Tuple(parts) => parts.as_slice(),
                    _ => &[],
                };
                let each = tuple.elems.iter().enumerate();
                let each = each.map(|(at, one)| self.matches(one, parts.get(at).unwrap_or(&Value::Unknown)));
                self.conds.all(each.collect::<Vec<_>>())
            }
            _ => self.conds.opaque(&self.words(pattern)),
        }
    }

    /// When an optional value is there.
    pub(super) fn is_there(&self, value: &Value<'a>, node: &impl syn::spanned::Spanned) -> Cond {
        match value {
            Value::Env(name) => conditions::is_set(self.conds, name),
            Value::Maybe(_, cond) => *cond,
            Value::Texts(_) | Value::List(_) | Value::Bool(_) | Value::Object(_) | Value::Tuple(_) => Cond::TRUE,
            Value::Unknown | Value::Closure(_) | Value::Function(_) => self.conds.opaque(&self.words(node)),
        }
    }

    /// When a value is a text.
    pub(super) fn equals(&self, value: &Value<'a>, text: &str, node: &impl syn::spanned::Spanned) -> Cond {
        match value {
            Value::Env(name) => conditions::is(self.conds, name, text),
            Value::Maybe(inner, cond) => self.conds.and(*cond, self.equals(inner, text, node)),
            Value::Texts(texts) => {
                let each = texts.iter().map(|(cond, own)| {
                    if own.contains(UNKNOWN) {
                        self.conds.and(*cond, self.conds.opaque(&format!("{} is {text}", self.words(node))))
                    } else if own == text {
                        *cond
                    } else {
                        Cond::FALSE
                    }
                });
                self.conds.any(each.collect::<Vec<_>>())
            }
            _ => self.conds.opaque(&format!("{} is {text}", self.words(node))),
        }
    }

    /// The value of an environment variable that is set.
    pub(super) fn environment(&self, name: &str) -> Value<'a> {
        match name {
            "CARGO_MANIFEST_DIR" => Value::text(self.folder.display().to_string()),
            _ => Value::Env(name.to_owned()),
        }
    }
}

/// The attributes of an expression that stands as a statement.
fn attributes(expression: &syn::Expr) -> &[syn::Attribute] {
    match expression {
        syn::Expr::Block(one) => &one.attrs,
        syn::Expr::If(one) => &one.attrs,
        syn::Expr::Call(one) => &one.attrs,
        syn::Expr::MethodCall(one) => &one.attrs,
        syn::Expr::Macro(one) => &one.attrs,
        syn::Expr::Match(one) => &one.attrs,
        syn::Expr::ForLoop(one) => &one.attrs,
        syn::Expr::Unsafe(one) => &one.attrs,
        _ => &[],
    }
}
