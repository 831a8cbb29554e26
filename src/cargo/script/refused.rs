//! Machines on which a build script refuses to run: what it asks of them elsewhere decides nothing there.
use std::collections::{BTreeMap, BTreeSet};

use crate::cargo::syntax::Parsed;

/// Systems that nobody builds on (The rustc book, "Platform Support": no host tools).
const NO_HOSTS: &[&str] = &[
    "android",
    "ios",
    "tvos",
    "watchos",
    "visionos",
    "emscripten",
    "wasi",
    "fuchsia",
    "uefi",
    "none",
    "cuda",
    "horizon",
];

/// What a script refuses.
#[derive(Debug, Default)]
pub(super) struct Refused {
    /// Keys of `cfg`, with their values, which have one value wherever the script runs.
    decided: BTreeSet<String>,
    /// Functions that are there for one machine and only give up on all others.
    functions: BTreeSet<String>,
}

impl Refused {
    /// Reads a script.
    pub(super) fn read(parsed: &Parsed, source: &str) -> Self {
        let mut refused = Self::default();
        let cfg = |attributes: &[syn::Attribute]| -> Option<String> {
            let list = attributes.iter().find(|one| one.path().is_ident("cfg"))?.meta.require_list().ok()?;
            let range = parsed.bytes(syn::spanned::Spanned::span(&list.tokens));
            source.get(range.start as usize..range.end as usize).map(str::to_owned)
        };
        let mut serving: BTreeMap<String, usize> = BTreeMap::new();
        for item in &parsed.file.items {
            match item {
                syn::Item::Macro(one) if one.mac.path.is_ident("compile_error") => {
                    if let Some(text) = cfg(&one.attrs) {
                        refused.refuse(&text);
                    }
                }
                syn::Item::Fn(one) => {
                    let (name, text) = (one.sig.ident.to_string(), cfg(&one.attrs));
                    let Some(text) = text.filter(|_| one.block.stmts.last().is_some_and(gives_up)) else {
                        *serving.entry(name.clone()).or_default() += 1;
                        if name == "main" {
                            refused.main(&one.block, &cfg, parsed, source);
                        }
                        continue;
                    };
                    if name == "main" {
                        refused.refuse(&text);
                    }
                    refused.functions.insert(name);
                }
                _ => {}
            }
        }
        // Of two that serve, each for a machine, the one that is there decides.
        refused.functions.retain(|name| serving.get(name) == Some(&1));
        refused
    }

    /// What the statements of `main` refuse: `if !cfg!(unix) { panic!() }`, `#[cfg(windows)] compile_error!()`.
    fn main(
        &mut self,
        body: &syn::Block,
        cfg: &impl Fn(&[syn::Attribute]) -> Option<String>,
        parsed: &Parsed,
        source: &str,
    ) {
        for statement in &body.stmts {
            match statement {
                syn::Stmt::Macro(one) if gives_up(statement) => {
                    if let Some(text) = cfg(&one.attrs) {
                        self.refuse(&text);
                    }
                }
                syn::Stmt::Expr(syn::Expr::If(choice), _) if choice.then_branch.stmts.last().is_some_and(gives_up) => {
                    let range = parsed.bytes(syn::spanned::Spanned::span(&choice.cond));
                    let text = source.get(range.start as usize..range.end as usize).unwrap_or_default().trim();
                    let inner = |lead: &str| text.strip_prefix(lead)?.trim().strip_prefix("cfg!(")?.strip_suffix(')');
                    if let Some(refused) = inner("!") {
                        self.refuse(&format!("not({refused})"));
                    } else if let Some(refused) = inner("") {
                        self.refuse(refused);
                    }
                }
                _ => {}
            }
        }
    }

    /// Takes down what a `cfg` refuses: all that it names, or all machines but those of one kind.
    fn refuse(&mut self, text: &str) {
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let inside = |text: &str, word: &str| -> Option<String> {
            Some(text.strip_prefix(word)?.strip_prefix('(')?.strip_suffix(')')?.to_owned())
        };
        let negated = inside(&plain, "not");
        let named = negated.clone().unwrap_or(plain);
        let named = inside(&named, "any").unwrap_or(named);
        if named.contains(['(', ')']) {
            return;
        }
        let atoms: Vec<&str> = named.split(',').filter(|atom| !atom.is_empty()).collect();
        let is_host = |atom: &&&str| !NO_HOSTS.iter().any(|name| atom.ends_with(&format!("=\"{name}\"")));
        if negated.is_none() || atoms.iter().filter(is_host).count() == 1 {
            self.decided.extend(atoms.into_iter().map(str::to_owned));
        }
    }

    /// Whether a test has one value wherever the script runs, by the keys that it asks for.
    pub(super) fn decides(&self, asked: &str) -> bool {
        let plain: String = asked.chars().filter(|c| !c.is_whitespace()).collect();
        let words = plain.split(['(', ')', ',', '!', '&', '|']).filter(|word| !word.is_empty());
        let mut keys = words.filter(|word| !matches!(*word, "cfg" | "not" | "any" | "all")).peekable();
        keys.peek().is_some() && keys.all(|key| self.decided.contains(key))
    }

    /// Whether a function is there for one machine, and its namesakes for others only give up.
    pub(super) fn elsewhere(&self, function: &str) -> bool {
        self.functions.contains(function)
    }
}

/// Whether a statement ends the script, and the build with it.
pub(super) fn gives_up(statement: &syn::Stmt) -> bool {
    let is_end = |mac: &syn::Macro| {
        let name = mac.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        matches!(name.as_str(), "panic" | "unimplemented" | "todo" | "unreachable" | "bail" | "compile_error")
    };
    match statement {
        syn::Stmt::Macro(one) => is_end(&one.mac),
        syn::Stmt::Expr(syn::Expr::Macro(one), _) => is_end(&one.mac),
        syn::Stmt::Expr(syn::Expr::Call(call), _) => {
            matches!(&*call.func, syn::Expr::Path(path) if path.path.segments.last().is_some_and(|name| name.ident == "exit"))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::Refused;
    use crate::cargo::syntax;

    fn refused(text: &str) -> Refused {
        syntax::with(text.as_bytes(), |parsed| Refused::read(parsed, text)).unwrap()
    }

    #[test]
    fn machines_that_are_refused() {
        let only_linux =
            refused("#[cfg(not(any(target_os = \"linux\", target_os = \"android\")))] compile_error!(\"\");");
        assert!(only_linux.decides("target_os = \"linux\"") && !only_linux.decides("unix"));
        assert!(!only_linux.decides("std::env::consts::OS"));
        let two = refused("#[cfg(not(any(target_os = \"linux\", target_os = \"macos\")))] compile_error!(\"\");");
        assert!(!two.decides("target_os = \"linux\""));
        let panics = refused("fn main() { if !cfg!(unix) { panic!(); } if cfg!(target_env = \"musl\") { return; } }");
        assert!(panics.decides("cfg!(not(unix))") && !panics.decides("target_env = \"musl\""));
    }

    #[test]
    fn functions_that_only_give_up_elsewhere() {
        let two = "#[cfg(windows)] fn f() { link(); } #[cfg(not(windows))] fn f() { panic!(\"no\"); }";
        assert!(refused(two).elsewhere("f"));
        let three = "#[cfg(unix)] fn f() { a(); } #[cfg(windows)] fn f() { b(); } #[cfg(wasm)] fn f() { panic!(); }";
        assert!(!refused(three).elsewhere("f"));
    }
}
