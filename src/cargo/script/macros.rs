//! The arguments of the macros of a script, parsed as expressions once so that they live as long as the file.
use std::collections::BTreeMap;

use syn::parse::Parser as _;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

use crate::cargo::syntax::Parsed;

/// Macros that are looked into.
const MAX: usize = 5000;

/// Arguments by where the macro's name begins.
pub(super) struct Macros(BTreeMap<u32, Vec<syn::Expr>>);

impl Macros {
    /// Those of a file, macros in arguments included.
    pub(super) fn collect(parsed: &Parsed) -> Self {
        let mut found = Found { parsed, open: Vec::new() };
        found.visit_file(&parsed.file);
        let mut all = BTreeMap::new();
        while let Some((at, tokens)) = found.open.pop() {
            if all.len() >= MAX {
                break;
            }
            let parser = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
            let arguments: Vec<syn::Expr> =
                parser.parse2(tokens).map(|list| list.into_iter().collect()).unwrap_or_default();
            for argument in &arguments {
                found.visit_expr(argument);
            }
            all.insert(at, arguments);
        }
        Self(all)
    }

    /// The arguments of a macro; none where they are no expressions.
    pub(super) fn arguments(&self, parsed: &Parsed, call: &syn::Macro) -> &[syn::Expr] {
        self.0.get(&parsed.bytes(call.path.span()).start).map_or(&[], Vec::as_slice)
    }
}

struct Found<'p> {
    parsed: &'p Parsed,
    open: Vec<(u32, proc_macro2::TokenStream)>,
}

impl<'ast> Visit<'ast> for Found<'_> {
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.open.push((self.parsed.bytes(call.path.span()).start, call.tokens.clone()));
        visit::visit_macro(self, call);
    }
}
