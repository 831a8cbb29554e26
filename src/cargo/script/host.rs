//! Tests of the machine that runs the script, where the target is meant: `cfg!(target_os = "…")`, `#[cfg(windows)]`, `env::consts::OS`.
//!
//! A build script is compiled for the host, so its own `cfg` speaks of the host (cargo book, "Environment variables Cargo sets for
//! build scripts": `CARGO_CFG_…` are those of the target).
use std::collections::BTreeMap;
use std::ops::Range;

use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

use super::aware::{Aware, Machine, cfg_ranges};
use super::refused::{Refused, gives_up};
use crate::cargo::syntax::Parsed;
use crate::comments::{Language, without_comments};
use crate::model::mentions::words;

/// A test of the host that decides what is linked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostTest {
    /// The test.
    pub range: Range<u32>,
    /// The first thing for the link that stands under it.
    pub decides: Range<u32>,
    /// What is asked, as written: `target_os = "macos"`.
    pub asked: String,
    /// Whether that is for the compiler of the target's native code, and not for its linker.
    pub compiles: bool,
}

/// What the link of the target gets: `rustc-link-search` is left out, since folders are those of the machine that builds.
const LINKS: &[&str] =
    &["rustc-link-lib", "rustc-link-arg", "rustc-cdylib-link-arg", "rustc-flags=-l", "rustc-flags=-Clink"];
/// What the target's native code is made of: methods of `cc::Build` and `cmake::Config` (docs.rs/cc, docs.rs/cmake). Folders, generators and
/// tools are those of the machine that builds.
const COMPILES: &[&str] = &[
    ".file(",
    ".files(",
    ".define(",
    ".flag(",
    ".flag_if_supported(",
    ".asm_flag(",
    ".cflag(",
    ".cxxflag(",
    ".cpp_link_stdlib(",
    ".static_crt(",
];
/// Crates that have them.
const COMPILERS: &[&str] = &["cc::Build", "cmake::Config"];
/// Keys of `cfg` that differ between host and target (Rust reference, "Conditional compilation").
const KEYS: &[&str] = &[
    "target_os",
    "target_env",
    "target_arch",
    "target_family",
    "target_vendor",
    "target_abi",
    "target_pointer_width",
    "target_feature",
    "windows",
    "unix",
];

/// What else tells of the machine that runs the script: constants of the standard library, and a crate that asks the system
/// (`docs.rs/os_info`).
const OF_MACHINE: &[&str] = &["consts::OS", "consts::ARCH", "consts::FAMILY", "os_info::Type::"];

/// Crates that look for libraries on some systems only, so that a build dependency on them stands under the host's `cfg`
/// (docs.rs/vcpkg: libraries of a Vcpkg tree, for MSVC).
const HOST_ONLY: &[&str] = &["vcpkg"];

/// Ends of settings of a project that name programs and folders of the machine that builds (cmake-find-modules: `<Package>_EXECUTABLE`,
/// `<Package>_ROOT`), and words for what runs there.
const OF_HOST: &[&str] =
    &["_EXECUTABLE", "_COMPILER", "_PROGRAM", "_COMMAND", "_TOOLCHAIN_FILE", "_ROOT", "_DIR", "_PATH"];
const OF_HOST_WITHIN: &[&str] = &["NATIVE_TOOL", "HOST_TOOL"];
/// Starts of settings of CMake's own, and of what fetches sources: they are those of the machine that builds (cmake-variables(7),
/// `FetchContent`, CPM.cmake).
const OF_CMAKE: &[&str] = &["CMAKE_", "FETCHCONTENT_", "CPM_", "CTEST_", "BUILD_TESTING"];

/// Methods that give the compiler a flag.
const FLAGS: &[&str] = &[".flag(", ".flag_if_supported(", ".asm_flag(", ".cflag(", ".cxxflag("];
/// Starts of flags for what the compiler says and how it runs, which leave objects as they are (GCC manual, "Warning Options"; cl.exe: /W,
/// /wd, /FS, /nologo), and of those that begin like them.
const SAYS: &[&str] =
    &["-W", "-w", "-pedantic", "-fdiagnostics", "-Qunused", "/W", "/w", "/FS", "-FS", "/nologo", "-nologo", "/MP"];
const SAYS_NOT: &[&str] = &["-Wl,", "-Wa,", "-Wp,", "/WHOLEARCHIVE"];
/// Starts of flags that the code needs: where the compiler of the target was to be asked for another one (`flag_if_supported`), a host's test
/// takes nothing away that anybody misses.
const NEEDED: &[&str] = &["-D", "-U", "-m", "-include", "/D", "/U", "/arch"];

/// The tests of the host in a script.
pub(super) fn host_tests(parsed: &Parsed, source: &str) -> Vec<HostTest> {
    // What was taken out of the script links nothing.
    let code = without_comments(source.as_bytes(), Language::C);
    let source = std::str::from_utf8(&code).unwrap_or(source);
    let aware = Aware::read(parsed, source);
    let refused = Refused::read(parsed, source);
    let functions = functions(parsed);
    let (calls, named, found) = (BTreeMap::new(), Vec::new(), Vec::new());
    let mut finder = Finder { parsed, source, aware, refused, functions, compared: 0, calls, named, found };
    // First for the calls of functions alone.
    finder.visit_file(&parsed.file);
    finder.found.clear();
    finder.visit_file(&parsed.file);
    finder.found
}

/// The functions of a script, by their names, each with its body. Of namesakes for several machines it is not known which is meant.
fn functions(parsed: &Parsed) -> BTreeMap<String, Range<u32>> {
    let mut out: BTreeMap<String, Option<Range<u32>>> = BTreeMap::new();
    for item in &parsed.file.items {
        if let syn::Item::Fn(function) = item {
            let body = parsed.bytes(function.block.span());
            let known = out.entry(function.sig.ident.to_string());
            known.and_modify(|body| *body = None).or_insert(Some(body));
        }
    }
    out.into_iter().filter_map(|(name, body)| Some((name, body?))).collect()
}

struct Finder<'p> {
    parsed: &'p Parsed,
    source: &'p str,
    /// Where the script shows that it knows the target.
    aware: Aware,
    refused: Refused,
    functions: BTreeMap<String, Range<u32>>,
    /// Tests around the place of whether host and target are one machine, on either side.
    compared: usize,
    /// Functions that are called, and whether one of the calls stands under no such test.
    calls: BTreeMap<String, bool>,
    /// Variables in scope, each with the test of the host that its value comes from, where it does: the last one of a name counts.
    named: Vec<(String, Option<Test>)>,
    found: Vec<HostTest>,
}

/// A place that asks for the host, and what stands there.
type Test = (Range<u32>, String);

impl Finder<'_> {
    fn text(&self, range: &Range<u32>) -> &str {
        self.source.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// The first call in a range that tells a compiler of the target's code what to compile, and how. Variables of CMake itself name tools
    /// and folders.
    fn compile(&self, range: &Range<u32>) -> Option<Range<u32>> {
        if !COMPILERS.iter().any(|name| self.source.contains(name)) {
            return None;
        }
        let text = self.text(range);
        let calls = COMPILES.iter().flat_map(|call| text.match_indices(call));
        let is_of_host = |rest: &str| {
            let Some(name) = rest.strip_prefix('"').and_then(|rest| rest.split('"').next()) else { return false };
            OF_CMAKE.iter().any(|start| name.starts_with(start))
                || OF_HOST.iter().any(|end| name.ends_with(end))
                || OF_HOST_WITHIN.iter().any(|word| name.contains(word))
        };
        let meant = calls.filter(|(at, call)| {
            let rest = text.get(at + call.len()..).unwrap_or_default();
            (*call != ".define(" || !is_of_host(rest))
                && !changes_nothing(call, rest)
                && !self.aware.asks_target(range, range.start + *at as u32)
        });
        let (at, call) = meant.min_by_key(|(at, _)| *at)?;
        let start = range.start + at as u32 + 1;
        Some(start..start + call.len() as u32 - 2)
    }

    /// The first word for the link in a range.
    fn link(&self, range: &Range<u32>) -> Option<Range<u32>> {
        let text = self.text(range);
        let at = LINKS.iter().flat_map(|word| {
            let spelt = ["cargo:", "cargo::"].into_iter().flat_map(move |lead| {
                let spelling = format!("{lead}{word}");
                text.match_indices(&spelling).map(|(at, _)| at).collect::<Vec<_>>()
            });
            spelt.map(move |at| (at, word))
        });
        let at = at.filter(|(at, _)| !self.aware.asks_target(range, range.start + *at as u32));
        let (at, word) = at.min()?;
        let start = range.start + at as u32;
        Some(start..start + "cargo:".len() as u32 + word.len() as u32)
    }

    /// The first word for the link in a function that is called in a range, where the function asks nothing about the target itself.
    fn called_link(&self, range: &Range<u32>) -> Option<Range<u32>> {
        let text = self.text(range);
        self.functions.iter().find_map(|(name, body)| {
            let inside = body.start <= range.start && range.end <= body.end;
            let is_call = |at: usize| {
                let (before, after) = (&text[..at], &text[at + name.len()..]);
                after.starts_with('(')
                    && !before.ends_with(['.', ':'])
                    && !self.aware.asks_target(range, range.start + at as u32)
            };
            let called = || words(text.as_bytes(), name).any(is_call);
            if inside || self.names_target(body) || !called() {
                return None;
            }
            self.link(body).filter(|_| !HOST_ONLY.iter().any(|name| self.text(body).contains(name)))
        })
    }

    /// Whoever names the target beside a test knows the difference.
    fn names_target(&self, range: &Range<u32>) -> bool {
        self.aware.names(self.text(range), Machine::Target)
    }

    fn note(&mut self, test: Range<u32>, asked: &str, under: &[Range<u32>]) {
        let known = self.found.iter().any(|known| known.range == test);
        if known || self.compared > 0 || self.names_target(&test) || self.refused.decides(asked) || self.is_same(under)
        {
            return;
        }
        let linked = under.iter().find_map(|range| self.link(range).or_else(|| self.called_link(range)));
        let linked = linked.map(|decides| (decides, false));
        let decided = linked.or_else(|| Some((under.iter().find_map(|range| self.compile(range))?, true)));
        if let Some((decides, compiles)) = decided {
            let asked = asked.split_whitespace().collect::<Vec<_>>().join(" ");
            self.found.push(HostTest { range: test, decides, asked, compiles });
        }
    }

    /// Whether two branches say the same, whatever is asked.
    fn is_same(&self, under: &[Range<u32>]) -> bool {
        let words = |range| self.text(range).split_whitespace().collect::<Vec<_>>();
        matches!(under, [one, other] if words(one) == words(other))
    }

    /// Whether a text compares host and target.
    fn compares(&self, range: &Range<u32>) -> bool {
        let text = self.text(range);
        let of_host = OF_MACHINE.iter().any(|word| text.contains(word));
        self.aware.names(text, Machine::Host) || of_host && self.aware.names(text, Machine::Target)
    }

    /// What the attributes of an item or a statement ask of the host.
    fn attributes(&mut self, attributes: &[syn::Attribute], whole: Range<u32>) {
        if HOST_ONLY.iter().any(|name| self.text(&whole).contains(name)) {
            return;
        }
        for attribute in attributes.iter().filter(|one| one.path().is_ident("cfg")) {
            if let syn::Meta::List(list) = &attribute.meta {
                let range = self.parsed.bytes(list.tokens.span());
                let text = self.text(&range).to_owned();
                if asks(&text) {
                    self.note(range, &text, std::slice::from_ref(&whole));
                }
            }
        }
    }

    /// The test of the host in an expression: there, or where a variable in it has its value from.
    fn tested(&self, expression: &syn::Expr) -> Option<Test> {
        let range = self.parsed.bytes(expression.span());
        let text = self.text(&range);
        let is_test = cfgs(text).any(asks) || OF_MACHINE.iter().any(|word| text.contains(word));
        if is_test {
            return Some((range.clone(), text.to_owned()));
        }
        let of_variable = if self.names_target(&range) { None } else { self.variable_in(text) };
        of_variable.cloned()
    }

    /// Whether the test of the host stands beside one of something else (`a && cfg!(unix)`): that one alone may lead to a branch behind it.
    fn is_beside(&self, condition: &syn::Expr) -> bool {
        let syn::Expr::Binary(both) = condition else { return false };
        let is_free = |side: &syn::Expr| self.tested(side).is_none();
        matches!(both.op, syn::BinOp::And(_)) && (is_free(&both.left) || is_free(&both.right))
    }

    /// The test that a variable named in a text has its value from.
    fn variable_in(&self, text: &str) -> Option<&Test> {
        let mut seen: Vec<&str> = Vec::new();
        for (name, test) in self.named.iter().rev() {
            if !seen.contains(&name.as_str()) && test.is_some() && uses(text, name) {
                return test.as_ref();
            }
            seen.push(name);
        }
        None
    }

    /// The test that decides a value: not any that stands somewhere in it.
    fn decided_by(&self, value: &syn::Expr) -> Option<Test> {
        match value {
            syn::Expr::Paren(inner) => self.decided_by(&inner.expr),
            syn::Expr::Group(inner) => self.decided_by(&inner.expr),
            syn::Expr::Reference(inner) => self.decided_by(&inner.expr),
            syn::Expr::Unary(inner) => self.decided_by(&inner.expr),
            syn::Expr::MethodCall(call) if call.args.is_empty() => self.decided_by(&call.receiver),
            syn::Expr::Binary(both) => self.decided_by(&both.left).or_else(|| self.decided_by(&both.right)),
            syn::Expr::If(choice) => self.tested(&choice.cond),
            syn::Expr::Match(choice) => self.tested(&choice.expr),
            syn::Expr::Macro(_) | syn::Expr::Path(_) => self.tested(value),
            _ => None,
        }
    }

    /// Visits what has variables of its own.
    fn within(&mut self, visit: impl FnOnce(&mut Self)) {
        let outside = self.named.len();
        visit(self);
        self.named.truncate(outside);
    }
}

/// What stands behind the `else` of an `if`.
fn otherwise(choice: &syn::ExprIf) -> Option<&syn::Expr> {
    choice.else_branch.as_ref().map(|(_, other)| &**other)
}

/// What happens where none of several conditions holds.
fn rest(choice: &syn::ExprIf) -> Option<&syn::Expr> {
    match otherwise(choice)? {
        syn::Expr::If(other) => rest(other),
        other => Some(other),
    }
}

/// Whether control may not come behind a statement: an `if` whose branch leaves, or an assertion.
fn ends(statement: &syn::Stmt) -> bool {
    match statement {
        syn::Stmt::Macro(one) => {
            one.mac.path.segments.last().is_some_and(|name| name.ident.to_string().starts_with("assert"))
        }
        syn::Stmt::Expr(syn::Expr::If(choice), _) => choice
            .then_branch
            .stmts
            .last()
            .is_some_and(|last| gives_up(last) || matches!(last, syn::Stmt::Expr(syn::Expr::Return(_), _))),
        _ => false,
    }
}

/// Whether a call gives a flag that leaves the objects as they are, or that the compiler of the target is asked about.
fn changes_nothing(call: &str, rest: &str) -> bool {
    let Some(flag) = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next()) else { return false };
    let begins = |starts: &[&str]| starts.iter().any(|start| flag.starts_with(start));
    let is_asked = call == ".flag_if_supported(" && !begins(NEEDED);
    FLAGS.contains(&call) && (begins(SAYS) && !begins(SAYS_NOT) || is_asked)
}

/// Whether a text names a variable: as a word, or in the braces of a text that is formatted.
fn uses(text: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        let is_word = !before.ends_with(part) && !after.starts_with(part);
        // Within quotes only what is formatted is a name.
        let quoted = before.matches('"').count() % 2 == 1;
        let formatted = before.ends_with('{') && !before.ends_with("{{") && after.starts_with(['}', ':']);
        is_word && !before.ends_with(['.', ':']) && (!quoted || formatted)
    })
}

/// The name that a pattern binds, where it is nothing but a name.
fn bound(pattern: &syn::Pat) -> Option<String> {
    match pattern {
        syn::Pat::Ident(one) => Some(one.ident.to_string()),
        syn::Pat::Type(typed) => bound(&typed.pat),
        _ => None,
    }
}

/// What stands between the brackets of each `cfg!(…)` in a text.
fn cfgs(text: &str) -> impl Iterator<Item = &str> {
    cfg_ranges(text).into_iter().map(|range| text.get(range).unwrap_or_default())
}

/// Whether the text of a `cfg` asks for the platform.
fn asks(text: &str) -> bool {
    KEYS.iter().any(|key| {
        text.match_indices(key).any(|(at, _)| {
            let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '"' | '-');
            let after = text.get(at + key.len()..).unwrap_or_default();
            !text.get(..at).unwrap_or_default().ends_with(part) && !after.starts_with(part)
        })
    })
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr_if(&mut self, node: &'ast syn::ExprIf) {
        if let Some((range, text)) = self.tested(&node.cond) {
            let mut under = vec![self.parsed.bytes(node.then_branch.span())];
            let other = if self.is_beside(&node.cond) { rest(node) } else { otherwise(node) };
            under.extend(other.map(|other| self.parsed.bytes(other.span())));
            self.note(range, &text, &under);
        }
        let compares = self.compares(&self.parsed.bytes(node.cond.span()));
        self.compared += usize::from(compares);
        visit::visit_expr_if(self, node);
        self.compared -= usize::from(compares);
    }

    fn visit_expr_match(&mut self, node: &'ast syn::ExprMatch) {
        if let Some((range, text)) = self.tested(&node.expr) {
            let under: Vec<_> = node.arms.iter().map(|arm| self.parsed.bytes(arm.span())).collect();
            self.note(range, &text, &under);
        }
        // `_ if cfg!(windows) => …`
        for arm in &node.arms {
            let guard = arm.guard.as_ref().and_then(|(_, guard)| self.tested(guard));
            if let Some((range, text)) = guard {
                let body = self.parsed.bytes(arm.body.span());
                self.note(range, &text, std::slice::from_ref(&body));
            }
        }
        visit::visit_expr_match(self, node);
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        let name = node.sig.ident.to_string();
        // On other machines nothing is built.
        if !self.refused.elsewhere(&name) {
            self.attributes(&node.attrs, self.parsed.bytes(node.span()));
        }
        // What stands around all its calls stands around its body.
        let guarded = self.calls.get(&name) == Some(&false);
        self.compared += usize::from(guarded);
        // A function sees no variable of the one around it.
        let outside = std::mem::take(&mut self.named);
        visit::visit_item_fn(self, node);
        self.named = outside;
        self.compared -= usize::from(guarded);
    }

    fn visit_block(&mut self, node: &'ast syn::Block) {
        let outside = self.compared;
        self.within(|finder| {
            for statement in &node.stmts {
                finder.visit_stmt(statement);
                // Behind `if host != target { …; return; }` they are one machine.
                let range = finder.parsed.bytes(statement.span());
                finder.compared += usize::from(ends(statement) && finder.compares(&range));
            }
        });
        self.compared = outside;
    }

    fn visit_local(&mut self, node: &'ast syn::Local) {
        visit::visit_local(self, node);
        if let Some(name) = bound(&node.pat) {
            let test = node.init.as_ref().and_then(|init| self.decided_by(&init.expr));
            self.named.push((name, test));
        }
    }

    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        let range = self.parsed.bytes(node.tokens.span());
        // Folders and what holds them may be those of the machine that builds; names of libraries are the target's.
        let is_library = self.link(&range).is_some_and(|word| self.text(&word).ends_with("link-lib"));
        if is_library && !self.names_target(&range) {
            let test = self.variable_in(self.text(&range)).cloned();
            if let Some((test, asked)) = test {
                self.note(test, &asked, std::slice::from_ref(&range));
            }
        }
        visit::visit_macro(self, node);
    }

    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        self.attributes(&node.attrs, self.parsed.bytes(node.span()));
        visit::visit_item_mod(self, node);
    }

    fn visit_expr_block(&mut self, node: &'ast syn::ExprBlock) {
        self.attributes(&node.attrs, self.parsed.bytes(node.span()));
        visit::visit_expr_block(self, node);
    }

    fn visit_expr_call(&mut self, node: &'ast syn::ExprCall) {
        if let syn::Expr::Path(callee) = &*node.func
            && let Some(name) = callee.path.get_ident().map(ToString::to_string)
            && self.functions.contains_key(&name)
        {
            *self.calls.entry(name).or_default() |= self.compared == 0;
        }
        self.attributes(&node.attrs, self.parsed.bytes(node.span()));
        visit::visit_expr_call(self, node);
    }

    fn visit_stmt_macro(&mut self, node: &'ast syn::StmtMacro) {
        self.attributes(&node.attrs, self.parsed.bytes(node.span()));
        visit::visit_stmt_macro(self, node);
    }
}

#[cfg(test)]
mod tests {
    use super::{asks, cfgs, host_tests, uses};
    use crate::cargo::syntax;

    fn asked(text: &str) -> Vec<String> {
        let tests = syntax::with(text.as_bytes(), |parsed| host_tests(parsed, text)).unwrap();
        tests.into_iter().map(|one| one.asked).collect()
    }

    #[test]
    fn variables_that_hold_a_test() {
        let link = "println!(\"cargo:rustc-link-lib=a\");";
        let main = |body: String| asked(&format!("fn main() {{ {body} }}"));
        assert_eq!(main(format!("let win = cfg!(windows); if win && x {{ {link} }}")), ["cfg!(windows)"]);
        assert_eq!(
            main(format!("let os = std::env::consts::OS; match os {{ _ => {{ {link} }} }}")),
            ["std::env::consts::OS"]
        );
        let name = "let n: &str = if cfg!(target_env = \"msvc\") { \"liba\" } else { \"a\" };".to_owned();
        let printed = [name.as_str(), "println!(\"cargo:rustc-link-lib=static={n}\");"].concat();
        assert_eq!(main(printed), ["cfg!(target_env = \"msvc\")"]);
        // Host and target are compared around it, before it, or the target is asked for between it and the link.
        let names = "let target = env(\"TARGET\"); let cross = target != env(\"HOST\");";
        let test = format!("if cfg!(target_os = \"macos\") {{ {link} }}");
        assert_eq!(main(format!("{names} if cross {{ f(); return; }} {test}")), [""; 0]);
        assert_eq!(main(format!("{names} if !cross {{ {test} }}")), [""; 0]);
        assert_eq!(main(format!("{names} if cfg!(windows) {{ if target == \"x\" {{ {link} }} }}")), [""; 0]);
        assert_eq!(main(format!("{names} if target == \"x\" {{ {test} }}")), ["cfg!(target_os = \"macos\")"]);
        let os = "let target_os = env(\"CARGO_CFG_TARGET_OS\");";
        assert_eq!(main(format!("{os} {test}")), ["cfg!(target_os = \"macos\")"]);
        // The target is named beside it, another variable has the name, a folder hangs on it, or a part of a value only.
        assert_eq!(main(format!("let win = cfg!(windows); if win && TARGET == X {{ {link} }}")), [""; 0]);
        assert_eq!(main(format!("let win = cfg!(windows); let win = f(); if win {{ {link} }}")), [""; 0]);
        assert_eq!(main(format!("{{ let win = cfg!(windows); }} if win {{ {link} }}")), [""; 0]);
        assert_eq!(main([name.as_str(), "println!(\"cargo:rustc-link-search={n}\");"].concat()), [""; 0]);
        assert_eq!(main(format!("let tool = find(cfg!(windows)); if tool {{ {link} }}")), [""; 0]);
    }

    #[test]
    fn functions_guards_and_crates() {
        let link = "println!(\"cargo:rustc-link-lib=a\");";
        let with = |body: &str, function: &str| asked(&format!("fn main() {{ {body} }} fn go() {{ {function} }}"));
        let test = "if cfg!(windows) { go(); }";
        assert_eq!(with(test, link), ["cfg!(windows)"]);
        assert_eq!(with(test, &format!("if env(\"CARGO_CFG_WINDOWS\") {{ {link} }}")), [""; 0]);
        assert_eq!(with(test, "println!(\"cargo:rustc-link-search=a\");"), [""; 0]);
        assert_eq!(with("if cfg!(windows) { x.go(); y::go(); }", link), [""; 0]);
        assert_eq!(with("#[cfg(windows)] go();", link), ["windows"]);
        let guarded = |guard: &str| format!("match x {{ _ if {guard} => {{ {link} }}, _ => {{}} }}");
        assert_eq!(with(&guarded("a && cfg!(unix)"), ""), ["a && cfg!(unix)"]);
        assert_eq!(with(&guarded("a"), ""), [""; 0]);
        // All calls stand behind a comparison.
        let both = "if env(\"HOST\") != env(\"TARGET\") { return; }";
        let native = format!("if cfg!(windows) {{ {link} }}");
        assert_eq!(with(&format!("{both} go();"), &native), [""; 0]);
        assert_eq!(with(&format!("go(); {both} go();"), &native), ["cfg!(windows)"]);
        let asks = format!("if os_info::get().os_type() == os_info::Type::Windows {{ {link} }}");
        assert_eq!(with(&asks, ""), ["os_info::get().os_type() == os_info::Type::Windows"]);
    }

    #[test]
    fn branches_behind_another_condition() {
        let link = "println!(\"cargo:rustc-link-lib=a\");";
        let chain = |first: &str, other: &str, last: &str| {
            asked(&format!("fn main() {{ if {first} {{ f(); }} else if b {{ {other} }} else {{ {last} }} }}"))
        };
        assert_eq!(chain("a && cfg!(unix)", link, ""), [""; 0]);
        assert_eq!(chain("a && cfg!(unix)", "", link), ["a && cfg!(unix)"]);
        assert_eq!(chain("cfg!(unix)", link, ""), ["cfg!(unix)"]);
    }

    #[test]
    fn what_changes_nothing() {
        let built =
            |call: &str| asked(&format!("fn main() {{ let b = cc::Build::new(); if cfg!(unix) {{ b{call}; }} }}"));
        for call in [".flag(\"-Wno-unused\")", ".flag_if_supported(\"-std=c11\")", ".warnings(false)", ".flag(\"/FS\")"]
        {
            assert_eq!(built(call), [""; 0], "{call}");
        }
        for call in [".flag(\"-std=c11\")", ".flag_if_supported(\"-DX\")", ".flag(\"-Wl,-s\")", ".flag(name)"] {
            assert_eq!(built(call), ["cfg!(unix)"], "{call}");
        }
        let link = "println!(\"cargo:rustc-link-lib=a\");";
        assert_eq!(asked(&format!("fn main() {{ if cfg!(unix) {{ {link} }} else {{ {link} }} }}")), [""; 0]);
        let compared = "if env(\"CARGO_CFG_TARGET_OS\") != std::env::consts::OS { panic!(); }";
        assert_eq!(asked(&format!("fn main() {{ {compared} if cfg!(unix) {{ {link} }} }}")), [""; 0]);
        let only = "#[cfg(not(target_os = \"linux\"))] fn main() { panic!(); }";
        assert_eq!(asked(&format!("{only} #[cfg(target_os = \"linux\")] fn main() {{ {link} }}")), [""; 0]);
    }

    #[test]
    fn names_of_variables() {
        assert!(uses("win && !shared", "win"));
        assert!(uses("\"cargo:rustc-link-lib={}={}\", mode, name", "name"));
        assert!(uses("\"cargo:rustc-link-lib={name}\"", "name"));
        assert!(!uses("\"cargo:rustc-link-lib=name\"", "name"));
        assert!(!uses("window", "win") && !uses("args.win", "win") && !uses("\"{{win}}\"", "win"));
    }

    #[test]
    fn keys_of_the_platform() {
        assert!(asks("target_os = \"linux\""));
        assert!(asks("any(unix, feature = \"posix\")"));
        assert!(!asks("feature = \"windows\""));
        assert!(!asks("feature = \"unix-sockets\""));
        assert!(!asks("feature_windows"));
        let text = "cfg!(feature = \"a\") && target_os == \"linux\" || cfg!(all(windows, feature = \"b\"))";
        assert_eq!(cfgs(text).collect::<Vec<_>>(), ["feature = \"a\"", "all(windows, feature = \"b\")"]);
    }
}
