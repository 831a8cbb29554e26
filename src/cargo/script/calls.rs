//! Calls in a build script: macros, functions, methods of texts and lists, and the builders of crates.
use syn::spanned::Spanned as _;

use super::builders::{Builder, builder_of};
use super::evaluate::{Object, Reader};
use super::format::{Piece, pieces};
use super::value::{self, Value, choose};
use super::{Directive, UNKNOWN, conditions};
use crate::cond::Cond;

/// Methods that give what they are called on, or the same in another form.
const SAME: &[&str] = &[
    "to_string",
    "to_owned",
    "into",
    "as_str",
    "as_ref",
    "as_deref",
    "as_path",
    "as_os_str",
    "as_slice",
    "as_mut",
    "display",
    "clone",
    "cloned",
    "copied",
    "to_str",
    "to_string_lossy",
    "into_owned",
    "to_path_buf",
    "into_os_string",
    "into_string",
    "iter",
    "iter_mut",
    "into_iter",
    "by_ref",
    "collect",
    "trim",
    "to_vec",
    "canonicalize",
    "ok",
    "borrow",
    "as_bytes",
    "unwrap_or_default",
    "as_mut_slice",
    "peekable",
    "rev",
    "enumerate_",
    "map_err",
    "context",
    "with_context",
];
/// Crates that build scripts call and that print nothing for them (docs.rs of each).
const QUIET: &[&str] = &[
    "anyhow",
    "chrono",
    "dunce",
    "flate2",
    "fs_extra",
    "glob",
    "heck",
    "itertools",
    "num_cpus",
    "once_cell",
    "regex",
    "rustc_version",
    "semver",
    "serde_json",
    "sha2",
    "tar",
    "tempfile",
    "toml",
    "walkdir",
    "which",
    "zip",
];
/// Functions that give their argument.
const WRAPPERS: &[&str] = &["from", "PathBuf", "Path", "OsStr", "OsString", "String", "Cow", "Box"];

impl<'a> Reader<'a> {
    pub(super) fn macro_call(&mut self, call: &'a syn::Macro) -> Value<'a> {
        let name = call.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        match name.as_str() {
            "println" | "print" => {
                let texts = self.formatted(call, 0);
                self.print(&texts, self.range(call.tokens.span()));
                Value::Tuple(Vec::new())
            }
            "writeln" | "write" => {
                let texts = self.formatted(call, 1);
                // To the standard output, most likely: nobody else is told of cargo.
                self.print(&texts, self.range(call.tokens.span()));
                Value::Unknown
            }
            "format" | "concat" | "format_args" => Value::Texts(self.formatted(call, 0)),
            "cfg" => match call.parse_body::<syn::Meta>() {
                Ok(meta) => Value::Bool(conditions::cfg(self.conds, &meta)),
                Err(_) => Value::Unknown,
            },
            "env" | "option_env" => match self.arguments(call).first() {
                Some(syn::Expr::Lit(literal)) => match &literal.lit {
                    syn::Lit::Str(name) => self.environment(&name.value()),
                    _ => Value::Unknown,
                },
                _ => Value::Unknown,
            },
            "vec" => {
                let arguments = self.arguments(call);
                self.list(arguments.iter())
            }
            "panic" | "unreachable" | "todo" | "unimplemented" | "compile_error" | "bail" => {
                self.end();
                Value::Unknown
            }
            "matches" => Value::Bool(self.conds.opaque(&self.words(call))),
            "assert" | "ensure" => {
                // Behind it the condition holds.
                if let Some(first) = self.arguments(call).first() {
                    let holds = self.truth(first);
                    let (before, refused) = (self.alive, self.conds.diff(self.alive, holds));
                    if !holds.is_unknown() && refused.is_possible() {
                        self.alive = refused;
                        self.end();
                        self.alive = self.conds.and(before, holds);
                    }
                }
                Value::Unknown
            }
            "assert_eq" | "assert_ne" | "dbg" => {
                for argument in self.arguments(call) {
                    self.eval(argument);
                }
                Value::Unknown
            }
            "eprintln" | "eprint" | "debug_assert" | "include_str" | "warn" => Value::Unknown,
            _ => {
                let text = call.tokens.to_string();
                self.script.incomplete |= text.contains("cargo") || text.contains("link");
                Value::Unknown
            }
        }
    }

    /// The texts of a macro's format string, which stands behind `skip` other arguments.
    fn formatted(&mut self, call: &'a syn::Macro, skip: usize) -> Vec<(Cond, String)> {
        let mut arguments = self.arguments(call).iter().skip(skip);
        let unknown = || vec![(Cond::TRUE, UNKNOWN.to_string())];
        let format = match arguments.next() {
            Some(syn::Expr::Macro(inner)) if inner.mac.path.is_ident("concat") => {
                let parts: Option<Vec<String>> =
                    self.arguments(&inner.mac).iter().map(crate::cargo::rust::text_of).collect();
                parts.map(|parts| parts.concat())
            }
            Some(first) => crate::cargo::rust::text_of(first),
            None => return vec![(Cond::TRUE, String::new())],
        };
        let Some(format) = format else { return unknown() };
        if call.path.is_ident("concat") {
            let all: Option<Vec<String>> = arguments.map(crate::cargo::rust::text_of).collect();
            return all.map_or_else(unknown, |rest| vec![(Cond::TRUE, format!("{format}{}", rest.concat()))]);
        }
        let (mut positions, mut names) = (Vec::new(), Vec::new());
        for argument in arguments {
            match argument {
                syn::Expr::Assign(assign) => {
                    let name = match &*assign.left {
                        syn::Expr::Path(path) => path.path.get_ident().map(ToString::to_string).unwrap_or_default(),
                        _ => String::new(),
                    };
                    let value = self.eval(&assign.right);
                    names.push((name, value));
                }
                other => {
                    let value = self.eval(other);
                    positions.push(value);
                }
            }
        }
        let parts: Vec<Vec<(Cond, String)>> = pieces(&format)
            .into_iter()
            .map(|piece| match piece {
                Piece::Text(text) => vec![(Cond::TRUE, text)],
                Piece::Position(at) => positions.get(at).map_or_else(unknown, Value::texts),
                Piece::Name(name) => match names.iter().find(|(own, _)| *own == name) {
                    Some((_, value)) => value.texts(),
                    None => self.get(&name).cloned().unwrap_or_else(|| self.constant(&name)).texts(),
                },
            })
            .collect();
        value::joined(self.conds, &parts)
    }

    /// What is printed may tell cargo something.
    fn print(&mut self, texts: &[(Cond, String)], range: std::ops::Range<u32>) {
        for (cond, text) in texts {
            let cond = self.conds.and(*cond, self.alive);
            for line in text.lines() {
                let strict = line.strip_prefix("cargo::");
                let said = strict.or_else(|| line.strip_prefix("cargo:"));
                if let Some((word, value)) = said.and_then(|said| said.split_once('=')) {
                    let key = word;
                    let known =
                        key.starts_with("rustc-") || key.starts_with("rerun-") || key == "warning" || key == "error";
                    let key = if known { key } else { "metadata" };
                    let (key, word, value) = (key.to_owned(), word.to_owned(), value.to_owned());
                    let (strict, range) = (strict.is_some(), range.clone());
                    let told = Directive { key, word, strict, value, cond, range, by: None };
                    for library in told.flag_libraries() {
                        self.emit(library);
                    }
                    self.emit(told);
                } else if line.starts_with(UNKNOWN) {
                    self.script.incomplete = true;
                }
            }
        }
    }

    pub(super) fn call(&mut self, call: &'a syn::ExprCall) -> Value<'a> {
        let arguments: Vec<Value<'a>> = call.args.iter().map(|one| self.eval(one)).collect();
        let syn::Expr::Path(path) = &*call.func else {
            self.eval(&call.func);
            return Value::Unknown;
        };
        if let Some(ident) = path.path.get_ident() {
            let name = ident.to_string();
            if let Some(Value::Closure(closure)) = self.get(&name).cloned() {
                return self.closure(closure, &arguments);
            }
            if let Some(value) = self.call_function(&name, &arguments) {
                return value;
            }
        } else if let Some(last) = path.path.segments.last()
            && path
                .path
                .segments
                .first()
                .is_some_and(|first| first.ident == "self" || first.ident == "crate" || first.ident == "Self")
            && let Some(value) = self.call_function(&last.ident.to_string(), &arguments)
        {
            return value;
        }
        let name = self.path(&path.path);
        if let Some(builder) = builder_of(&name) {
            let subject = arguments.first().map(Self::one_text).unwrap_or_default();
            self.objects.push(Object { builder, subject, calls: Vec::new() });
            return Value::Object(self.objects.len() - 1);
        }
        if let Some(value) = self.known_call(&name, &arguments) {
            return value;
        }
        self.crate_call(&name, &arguments, call)
    }

    /// Functions of the standard library.
    fn known_call(&mut self, name: &str, arguments: &[Value<'a>]) -> Option<Value<'a>> {
        let mut parts = name.rsplit("::");
        let (last, before) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let first = arguments.first();
        Some(match (before, last) {
            ("env" | "", "var" | "var_os") => match first {
                Some(Value::Texts(texts)) => match texts.as_slice() {
                    [(_, name)] if !name.contains(UNKNOWN) => match name.as_str() {
                        "CARGO_MANIFEST_DIR" => self.environment(name),
                        _ => Value::Env(name.clone()),
                    },
                    _ => Value::Unknown,
                },
                _ => Value::Unknown,
            },
            ("env", "current_dir") => self.environment("CARGO_MANIFEST_DIR"),
            ("process", "exit") => {
                self.end();
                Value::Unknown
            }
            ("thread", "spawn") | ("panic", "catch_unwind") => {
                first.and_then(|first| self.invoke(first, &[])).unwrap_or(Value::Unknown)
            }
            (_, "Some" | "Ok") => Value::Maybe(Box::new(first.cloned().unwrap_or(Value::Unknown)), Cond::TRUE),
            (_, "Err") => Value::Maybe(Box::new(Value::Unknown), Cond::FALSE),
            ("Vec", "new" | "with_capacity" | "default") => Value::List(Vec::new()),
            ("String", "new") => Value::text(""),
            ("PathBuf" | "Path" | "OsStr" | "OsString", "new") | (_, "from") => {
                first.cloned().unwrap_or_else(|| Value::text(""))
            }
            (kind, "new") if WRAPPERS.contains(&kind) => first.cloned().unwrap_or(Value::Unknown),
            _ => return None,
        })
    }

    /// Functions of crates that build or probe.
    fn crate_call(&mut self, name: &str, arguments: &[Value<'a>], call: &syn::ExprCall) -> Value<'a> {
        let subject = arguments.first().map(Self::one_text).unwrap_or_default();
        let builder = match name {
            "cmake::build" => Builder::CMake,
            "autotools::build" => Builder::Autotools,
            "pkg_config::probe_library"
            | "pkg_config::find_library"
            | "vcpkg::find_package"
            | "vcpkg::probe_package" => Builder::Probe,
            _ => {
                // Another crate may print for the script.
                let head = name.split("::").next().unwrap_or_default();
                let silent = matches!(
                    head,
                    "std"
                        | "core"
                        | "fs"
                        | "env"
                        | "io"
                        | "process"
                        | "path"
                        | ""
                        | "bindgen"
                        | "Path"
                        | "PathBuf"
                        | "String"
                        | "Vec"
                        | "File"
                );
                let silent = silent || QUIET.contains(&head);
                self.script.incomplete |= !silent && name.contains("::") && !head.starts_with(char::is_uppercase);
                return Value::Unknown;
            }
        };
        self.objects.push(Object { builder, subject, calls: Vec::new() });
        let range = self.range(call.func.span());
        self.finish(self.objects.len() - 1, "", &[], range)
    }

    /// The text of a value that has one alternative; else an unknown one.
    pub(super) fn one_text(value: &Value<'a>) -> String {
        match value.texts().as_slice() {
            [(_, text)] => text.clone(),
            _ => UNKNOWN.to_string(),
        }
    }

    /// Calls a closure or a function that was given as a value; `None` where it is neither.
    fn invoke(&mut self, called: &Value<'a>, arguments: &[Value<'a>]) -> Option<Value<'a>> {
        match called {
            Value::Closure(closure) => Some(self.closure(closure, arguments)),
            Value::Function(name) => self.call_function(name, arguments),
            _ => None,
        }
    }

    fn closure(&mut self, closure: &'a syn::ExprClosure, arguments: &[Value<'a>]) -> Value<'a> {
        for (at, pattern) in closure.inputs.iter().enumerate() {
            let value = arguments.get(at).cloned().unwrap_or(Value::Unknown);
            self.bind(pattern, value);
        }
        let before = self.alive;
        let value = self.eval(&closure.body);
        self.alive = before;
        value
    }

    pub(super) fn method(&mut self, call: &'a syn::ExprMethodCall) -> Value<'a> {
        let name = call.method.to_string();
        let receiver = self.eval(&call.receiver);
        if let Value::Object(object) = receiver {
            return self.tell(object, &name, call);
        }
        let arguments: Vec<Value<'a>> = call.args.iter().map(|one| self.eval(one)).collect();
        self.plain_method(call, &name, receiver, &arguments)
    }

    fn plain_method(
        &mut self,
        call: &'a syn::ExprMethodCall,
        name: &str,
        receiver: Value<'a>,
        arguments: &[Value<'a>],
    ) -> Value<'a> {
        let first = arguments.first();
        let conds = self.conds;
        match name {
            "unwrap" | "expect" | "unwrap_unchecked" => self.unwrapped(receiver),
            _ if SAME.contains(&name) => receiver,
            "to_lowercase" | "to_ascii_lowercase" => spelt(receiver, str::to_lowercase),
            "to_uppercase" | "to_ascii_uppercase" => spelt(receiver, str::to_uppercase),
            "is_ok" | "is_some" => Value::Bool(self.is_there(&receiver, call)),
            "is_err" | "is_none" => Value::Bool(conds.not(self.is_there(&receiver, call))),
            "unwrap_or" | "unwrap_or_else" | "or" | "or_else" => {
                let there = self.is_there(&receiver, call);
                let inner = self.unwrapped(receiver);
                let other =
                    first.map_or(Value::Unknown, |first| self.invoke(first, &[]).unwrap_or_else(|| first.clone()));
                choose(conds, there, inner, other)
            }
            "join" => match first {
                Some(right) if !matches!(receiver, Value::List(_)) => self.join(&receiver, right),
                _ => Value::Unknown,
            },
            "eq" | "eq_ignore_ascii_case" => match first.map(Value::texts).as_deref() {
                Some([(_, text)]) => Value::Bool(self.equals(&receiver, text, call)),
                _ => Value::Unknown,
            },
            "contains" | "starts_with" | "ends_with" => Value::Bool(self.holds(&receiver, first, name, call)),
            "push" | "insert" | "push_back" => {
                self.append(&call.receiver, arguments.last().cloned().into_iter().collect());
                Value::Unknown
            }
            "extend" | "extend_from_slice" | "append" => {
                let more = first.map(Value::elements).unwrap_or_default();
                self.append(&call.receiver, more.into_iter().map(|(_, value)| value).collect());
                Value::Unknown
            }
            "push_str" => {
                if let (syn::Expr::Path(path), Some(tail)) = (&*call.receiver, first)
                    && let Some(ident) = path.path.get_ident()
                {
                    let text = Value::Texts(value::joined(conds, &[receiver.texts(), tail.texts()]));
                    self.assign(&ident.to_string(), text);
                }
                Value::Unknown
            }
            "chain" => {
                let mut all = receiver.elements();
                all.extend(first.map(Value::elements).unwrap_or_default());
                Value::List(all)
            }
            "enumerate" => {
                let all = receiver.elements().into_iter();
                Value::List(all.map(|(cond, value)| (cond, Value::Tuple(vec![Value::Unknown, value]))).collect())
            }
            "map" | "for_each" | "and_then" | "inspect" | "flat_map" | "filter_map" | "map_or" | "map_or_else"
            | "filter" => self.each(receiver, arguments, name, call),
            _ => {
                for argument in arguments {
                    if matches!(argument, Value::Closure(_) | Value::Function(_)) {
                        // A thread surely runs what it is made for (`std::thread::Builder`).
                        let cond = if name == "spawn" { Cond::TRUE } else { conds.opaque(&self.words(call)) };
                        self.under(cond, |this| this.invoke(argument, &[]));
                    }
                }
                Value::Unknown
            }
        }
    }

    /// `map` and its relatives over a list or an optional value.
    fn each(
        &mut self,
        receiver: Value<'a>,
        arguments: &[Value<'a>],
        name: &str,
        call: &'a syn::ExprMethodCall,
    ) -> Value<'a> {
        let Some(called @ (Value::Closure(_) | Value::Function(_))) = arguments.last() else { return Value::Unknown };
        if name == "filter" {
            return Value::Unknown;
        }
        if matches!(receiver, Value::List(_)) {
            let mut out = Vec::new();
            for (cond, element) in receiver.elements() {
                let given = self.under(cond, |this| this.invoke(called, std::slice::from_ref(&element)));
                let given = given.unwrap_or(Value::Unknown);
                out.push((cond, given));
            }
            return if name == "map" { Value::List(out) } else { Value::Unknown };
        }
        let there = self.is_there(&receiver, call);
        let inner = self.unwrapped(receiver);
        let given = self.under(there, |this| this.invoke(called, &[inner])).unwrap_or(Value::Unknown);
        match name {
            "map" => Value::Maybe(Box::new(given), there),
            "map_or" | "map_or_else" => match (given, arguments.first()) {
                (Value::Bool(given), Some(Value::Bool(other))) => Value::Bool(self.conds.ite(there, given, *other)),
                _ => Value::Unknown,
            },
            _ => Value::Unknown,
        }
    }

    /// Whether a text holds another one.
    fn holds(&self, receiver: &Value<'a>, part: Option<&Value<'a>>, how: &str, call: &syn::ExprMethodCall) -> Cond {
        let conds = self.conds;
        let opaque = || conds.opaque(&self.words(call));
        let Some([(_, part)]) =
            part.map(Value::texts).as_deref().and_then(|texts| <&[_; 1]>::try_from(texts).ok()).cloned()
        else {
            return opaque();
        };
        match receiver {
            Value::Env(name) => conditions::contains(conds, name, &part),
            Value::Texts(texts) if !part.contains(UNKNOWN) => {
                let each = texts.iter().map(|(cond, own)| {
                    let holds = match how {
                        "contains" => own.contains(&part),
                        "starts_with" => own.starts_with(&part),
                        _ => own.ends_with(&part),
                    };
                    match (own.contains(UNKNOWN), holds) {
                        (true, _) => conds.and(*cond, opaque()),
                        (_, true) => *cond,
                        _ => Cond::FALSE,
                    }
                });
                conds.any(each.collect::<Vec<_>>())
            }
            _ => opaque(),
        }
    }

    /// Adds elements to a list that is a variable.
    fn append(&mut self, receiver: &syn::Expr, more: Vec<Value<'a>>) {
        let syn::Expr::Path(path) = receiver else { return };
        let Some(name) = path.path.get_ident().map(ToString::to_string) else { return };
        let Some(Value::List(mut list)) = self.get(&name).cloned() else { return };
        let alive = self.alive;
        list.extend(more.into_iter().map(|value| (alive, value)));
        let before = std::mem::replace(&mut self.alive, Cond::TRUE);
        self.assign(&name, Value::List(list));
        self.alive = before;
    }

    fn join(&self, left: &Value<'a>, right: &Value<'a>) -> Value<'a> {
        let slash = vec![(Cond::TRUE, "/".to_owned())];
        Value::Texts(value::joined(self.conds, &[left.texts(), slash, right.texts()]))
    }

    fn constant(&mut self, name: &str) -> Value<'a> {
        match self.constant_of(name) {
            Some(expression) => self.eval(expression),
            None => Value::Unknown,
        }
    }
}

/// A text in other letters. What a variable of the environment says is compared as it is.
fn spelt(value: Value<'_>, change: impl Fn(&str) -> String) -> Value<'_> {
    match value {
        Value::Texts(texts) => Value::Texts(texts.into_iter().map(|(cond, text)| (cond, change(&text))).collect()),
        other => other,
    }
}
