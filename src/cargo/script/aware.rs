//! Where a build script shows that it knows the target from the machine that it runs on.
use std::collections::BTreeSet;
use std::ops::Range;

use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

use crate::cargo::syntax::Parsed;
use crate::model::mentions::words;

/// What a text speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Machine {
    /// The target, or both.
    Target,
    /// The host, by what cargo says of it: whoever asks for that compares.
    Host,
}

/// The names of a script that hold what cargo says of target and host, and what hangs on them.
#[derive(Debug, Default)]
pub(super) struct Aware {
    target: BTreeSet<String>,
    host: BTreeSet<String>,
    /// What stands under a test of the target.
    under: Vec<Range<u32>>,
    /// Parameters of functions, by their number, that are called with what speaks of a machine.
    passed: BTreeSet<(String, usize)>,
}

impl Aware {
    /// Reads a script. Scopes are not told apart: what knows the target somewhere is thought to know it everywhere.
    pub(super) fn read(parsed: &Parsed, source: &str) -> Self {
        let mut reader = Reader { parsed, source, aware: Self::default() };
        // A second time for what is made of a name that is bound further below.
        reader.visit_file(&parsed.file);
        reader.aware.under.clear();
        reader.visit_file(&parsed.file);
        reader.aware
    }

    /// Whether a text speaks of a machine: by the variables of cargo (`TARGET`, `HOST`, `CARGO_CFG_…`), or by names that hold them.
    pub(super) fn names(&self, text: &str, machine: Machine) -> bool {
        let tested = cfg_ranges(text);
        // Within a `cfg` the words are keys.
        let is_name = |name: &str, at: usize| {
            let after = text.get(at + name.len()..).unwrap_or_default().trim_start();
            // The name of a macro (`cfg!`) is none of a variable.
            let is_macro = after.starts_with('!') && !after.starts_with("!=");
            !tested.iter().any(|range| range.contains(&at))
                && (!after.starts_with('=') || after.starts_with("=="))
                && !is_macro
        };
        let is_named = |names: &BTreeSet<String>| {
            names.iter().any(|name| words(text.as_bytes(), name).any(|at| is_name(name, at)))
        };
        match machine {
            Machine::Host => text.contains("HOST") || is_named(&self.host),
            Machine::Target => {
                ["TARGET", "HOST", "CARGO_CFG_"].iter().any(|word| text.contains(word))
                    || is_named(&self.target)
                    || is_named(&self.host)
            }
        }
    }

    /// Whether a test of the target stands between a place and what is around it.
    pub(super) fn asks_target(&self, around: &Range<u32>, at: u32) -> bool {
        self.under
            .iter()
            .any(|one| one.contains(&at) && around.start <= one.start && one.end <= around.end && one != around)
    }
}

/// Where the brackets of each `cfg!(…)` in a text are.
pub(super) fn cfg_ranges(text: &str) -> Vec<Range<usize>> {
    let found = text.match_indices("cfg!(").map(|(at, word)| {
        let start = at + word.len();
        let rest = text.get(start..).unwrap_or_default();
        let mut open = 1;
        let end = rest.find(|c: char| {
            open += i32::from(c == '(') - i32::from(c == ')');
            open == 0
        });
        start..start + end.unwrap_or(rest.len())
    });
    found.collect()
}

struct Reader<'p> {
    parsed: &'p Parsed,
    source: &'p str,
    aware: Aware,
}

impl Reader<'_> {
    fn text(&self, span: proc_macro2::Span) -> &str {
        let range = self.parsed.bytes(span);
        self.source.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// A name with what it is made of.
    fn bind(&mut self, name: String, value: proc_macro2::Span) {
        let text = self.text(value);
        let (host, target) = (self.aware.names(text, Machine::Host), self.aware.names(text, Machine::Target));
        if host {
            self.aware.host.insert(name);
        } else if target {
            self.aware.target.insert(name);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_local(&mut self, node: &'ast syn::Local) {
        visit::visit_local(self, node);
        let mut pattern = &node.pat;
        while let syn::Pat::Type(typed) = pattern {
            pattern = &typed.pat;
        }
        if let (syn::Pat::Ident(one), Some(init)) = (pattern, &node.init) {
            self.bind(one.ident.to_string(), init.expr.span());
        }
    }

    fn visit_field_value(&mut self, node: &'ast syn::FieldValue) {
        visit::visit_field_value(self, node);
        if let syn::Member::Named(name) = &node.member {
            self.bind(name.to_string(), node.expr.span());
        }
    }

    fn visit_expr_call(&mut self, node: &'ast syn::ExprCall) {
        visit::visit_expr_call(self, node);
        let syn::Expr::Path(path) = &*node.func else { return };
        let Some(name) = path.path.segments.last().map(|last| last.ident.to_string()) else { return };
        for (at, argument) in node.args.iter().enumerate() {
            if self.aware.names(self.text(argument.span()), Machine::Target) {
                self.aware.passed.insert((name.clone(), at));
            }
        }
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        for (at, parameter) in node.sig.inputs.iter().enumerate() {
            if let syn::FnArg::Typed(typed) = parameter
                && let syn::Pat::Ident(one) = &*typed.pat
                // Scopes are not told apart: other names mean other things elsewhere.
                && ["target", "triple"].iter().any(|word| one.ident.to_string().contains(word))
                && self.aware.passed.contains(&(node.sig.ident.to_string(), at))
            {
                self.aware.target.insert(one.ident.to_string());
            }
        }
        visit::visit_item_fn(self, node);
        // What a function gives back, not what it does.
        if matches!(node.sig.output, syn::ReturnType::Type(..)) && node.sig.ident != "main" {
            self.bind(node.sig.ident.to_string(), node.block.span());
        }
    }

    fn visit_expr_if(&mut self, node: &'ast syn::ExprIf) {
        visit::visit_expr_if(self, node);
        if self.aware.names(self.text(node.cond.span()), Machine::Target) {
            self.aware.under.push(self.parsed.bytes(node.then_branch.span()));
            self.aware.under.extend(node.else_branch.iter().map(|(_, other)| self.parsed.bytes(other.span())));
        }
    }

    fn visit_expr_match(&mut self, node: &'ast syn::ExprMatch) {
        visit::visit_expr_match(self, node);
        if self.aware.names(self.text(node.expr.span()), Machine::Target) {
            self.aware.under.extend(node.arms.iter().map(|arm| self.parsed.bytes(arm.span())));
        }
    }
}
