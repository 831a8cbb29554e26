//! What a Rust source says that matters to a link: exported and imported functions, `#[link]`, loading of libraries.
use std::ops::Range;

use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

use super::syntax::{self, Parsed};

/// A function or a static with a C name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// The symbol.
    pub symbol: String,
    /// It is a function.
    pub function: bool,
    /// It is there in some configurations only (`#[cfg]` on it or around it).
    pub conditional: bool,
    /// `#[used]`, `#[linkage]` or a section: the linker is told to keep it.
    pub kept: bool,
    /// Its name.
    pub range: Range<u32>,
}

/// A function that is no export: the name is mangled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plain {
    /// Its name.
    pub name: String,
    /// `extern "C"`.
    pub extern_c: bool,
    /// `pub`, and so are the modules of the file around it.
    pub public: bool,
    /// It is not meant for C as it stands: a macro of somebody's own stands on it, `#[cfg(…)]` is on or around it, or a comment or attribute
    /// says that it is no part of the interface.
    pub apart: bool,
    /// Its name.
    pub range: Range<u32>,
}

/// A name that is declared in an `extern` block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The symbol.
    pub symbol: String,
    /// Its name.
    pub range: Range<u32>,
}

/// `#[link(name = "…", kind = "…", modifiers = "…")]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkAttribute {
    /// `name`.
    pub name: String,
    /// `kind`; empty without.
    pub kind: String,
    /// `modifiers`; empty without.
    pub modifiers: String,
    /// The attribute, or its block, has a condition.
    pub conditional: bool,
    /// The attribute.
    pub range: Range<u32>,
}

/// What is done with a library at run time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LoadKind {
    /// A library is loaded.
    Library,
    /// A symbol is looked up.
    Symbol,
}

/// A call that loads a library or looks up a symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Load {
    /// What is done.
    pub kind: LoadKind,
    /// The text that is given, without a NUL at its end; None where it is computed.
    pub text: Option<String>,
    /// It is there in some configurations only (`#[cfg]` on what is around it).
    pub conditional: bool,
    /// The call's name.
    pub range: Range<u32>,
}

/// What one file says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RustFacts {
    /// Exported functions and statics.
    pub exports: Vec<Export>,
    /// The other functions outside of `impl` blocks.
    pub functions: Vec<Plain>,
    /// Imported ones.
    pub imports: Vec<Import>,
    /// `#[link]`.
    pub links: Vec<LinkAttribute>,
    /// Loading of libraries.
    pub loads: Vec<Load>,
    /// Modules that stand in files of their own: names, or paths of `#[path]`.
    pub modules: Vec<String>,
    /// A macro of the file's own, or one between items, may define any function.
    pub opaque: bool,
    /// There are unit tests.
    pub tests: bool,
}

/// Reads a file; None where it cannot be parsed.
pub(super) fn read(text: &[u8]) -> Option<RustFacts> {
    syntax::with(text, |parsed| {
        let mut reader = Reader { parsed, facts: RustFacts::default(), conditional: 0, in_impl: 0, hidden: 0 };
        reader.visit_file(&parsed.file);
        reader.facts
    })
}

struct Reader<'p> {
    parsed: &'p Parsed,
    facts: RustFacts,
    /// Conditions around the place.
    conditional: usize,
    in_impl: usize,
    /// Modules around the place that are not `pub`.
    hidden: usize,
}

/// Attributes of an item, those in `#[unsafe(…)]` and `#[cfg_attr(…, …)]` included.
#[allow(clippy::struct_excessive_bools, reason = "each says one thing that the source says or not")]
struct Marks {
    /// `#[no_mangle]`.
    plain: bool,
    /// `#[export_name = "…"]`.
    name: Option<String>,
    /// `#[cfg]`, or the mark itself has a condition.
    conditional: bool,
    kept: bool,
    test: bool,
    /// An attribute that is none of the language's: a macro, which may add any other. Or one that takes the item out of the interface.
    apart: bool,
}

/// Attributes of the language on functions (Rust reference, "Attributes"), and of its tools.
const BUILT_IN: &[&str] = &[
    "allow",
    "automatically_derived",
    "cfg",
    "cfg_attr",
    "cold",
    "deny",
    "deprecated",
    "diagnostic",
    "doc",
    "expect",
    "export_name",
    "forbid",
    "ignore",
    "inline",
    "link_section",
    "linkage",
    "must_use",
    "no_mangle",
    "optimize",
    "rustfmt",
    "should_panic",
    "target_feature",
    "test",
    "track_caller",
    "unsafe",
    "used",
    "warn",
    "clippy",
    "miri",
    "coverage",
    "feature",
];

fn marks(attributes: &[syn::Attribute]) -> Marks {
    let mut found = Marks { plain: false, name: None, conditional: false, kept: false, test: false, apart: false };
    for attribute in attributes {
        mark(&attribute.meta, &mut found, 0);
    }
    found
}

fn mark(meta: &syn::Meta, found: &mut Marks, depth: usize) {
    let Some(name) = meta.path().segments.last().map(|segment| segment.ident.to_string()) else { return };
    let first = meta.path().segments.first().map(|segment| segment.ident.to_string());
    found.apart |= !first.is_some_and(|first| BUILT_IN.contains(&first.as_str()));
    match (name.as_str(), meta) {
        ("no_mangle", _) => found.plain = true,
        ("export_name", syn::Meta::NameValue(value)) => {
            found.name = text_of(&value.value);
            found.conditional |= found.name.is_none();
        }
        ("cfg", _) => found.conditional = true,
        ("doc", syn::Meta::List(list)) => found.apart |= list.tokens.to_string().contains("hidden"),
        ("doc", syn::Meta::NameValue(value)) => {
            found.apart |= text_of(&value.value).is_some_and(|text| text.contains("cbindgen:ignore"));
        }
        ("used" | "linkage" | "link_section", _) => found.kept = true,
        ("test", _) => found.test = true,
        ("unsafe", syn::Meta::List(list)) if depth < 4 => {
            if let Ok(inner) = list.parse_args::<syn::Meta>() {
                mark(&inner, found, depth + 1);
            }
        }
        ("cfg_attr", syn::Meta::List(list)) if depth < 4 => {
            let metas =
                list.parse_args_with(syn::punctuated::Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated);
            for inner in metas.into_iter().flatten().skip(1) {
                let before = (found.plain, found.name.clone());
                mark(&inner, found, depth + 1);
                found.conditional |= before != (found.plain, found.name.clone());
            }
        }
        _ => {}
    }
}

/// The text of a literal, and of what is done to one: `"x"`, `b"x\0"`, `c"x"`, `"x".as_ptr()`, `OsStr::new("x")`.
pub(super) fn text_of(expression: &syn::Expr) -> Option<String> {
    let text = match expression {
        syn::Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Str(text) => text.value(),
            syn::Lit::ByteStr(bytes) => String::from_utf8(bytes.value()).ok()?,
            syn::Lit::CStr(text) => text.value().into_string().ok()?,
            _ => return None,
        },
        syn::Expr::MethodCall(call) if call.args.is_empty() => return text_of(&call.receiver),
        syn::Expr::Call(call) if call.args.len() == 1 => return text_of(call.args.first()?),
        syn::Expr::Cast(cast) => return text_of(&cast.expr),
        syn::Expr::Reference(reference) => return text_of(&reference.expr),
        syn::Expr::Paren(inner) => return text_of(&inner.expr),
        syn::Expr::Group(inner) => return text_of(&inner.expr),
        syn::Expr::Unsafe(block) => match block.block.stmts.as_slice() {
            [syn::Stmt::Expr(inner, None)] => return text_of(inner),
            _ => return None,
        },
        _ => return None,
    };
    Some(text.trim_end_matches('\0').to_owned())
}

/// Functions that load a library, by the last two parts of their path (libloading, dlopen, libc, windows-sys).
const LOADERS: &[&str] = &[
    "Library::new",
    "Library::open",
    "Library::this",
    "Library::load_with_flags",
    "Container::load",
    "DynamicLibrary::open",
    "dlopen",
    "dlmopen",
    "LoadLibraryA",
    "LoadLibraryW",
    "LoadLibraryExA",
    "LoadLibraryExW",
];
/// Functions that look a symbol up.
const LOOKUPS: &[&str] = &["dlsym", "GetProcAddress"];
/// Methods that look a symbol up in a library, with a byte string.
const METHODS: &[&str] = &["get", "get_singlethreaded", "pin_get", "symbol", "symbol_cstr"];

impl Reader<'_> {
    fn range(&self, span: proc_macro2::Span) -> Range<u32> {
        self.parsed.bytes(span)
    }

    fn item(
        &mut self,
        attributes: &[syn::Attribute],
        ident: &syn::Ident,
        function: Option<&syn::Signature>,
        public: bool,
    ) {
        let marks = marks(attributes);
        let range = self.range(ident.span());
        let symbol = marks.name.or_else(|| marks.plain.then(|| plain_name(ident)));
        if let Some(symbol) = symbol {
            let conditional = marks.conditional || self.conditional > 0;
            let export = Export { symbol, function: function.is_some(), conditional, kept: marks.kept, range };
            self.facts.exports.push(export);
        } else if let Some(signature) = function.filter(|_| self.in_impl == 0) {
            let extern_c = signature.abi.is_some();
            let (public, apart) =
                (public && self.hidden == 0, marks.apart || marks.conditional || self.conditional > 0);
            self.facts.functions.push(Plain { name: plain_name(ident), extern_c, public, apart, range });
        }
        self.facts.tests |= marks.test;
    }

    /// Visits what stands under the conditions of an item.
    fn under(&mut self, attributes: &[syn::Attribute], visit: impl FnOnce(&mut Self)) {
        let conditional = usize::from(marks(attributes).conditional);
        self.conditional += conditional;
        visit(self);
        self.conditional -= conditional;
    }

    fn load(&mut self, kind: LoadKind, argument: Option<&syn::Expr>, span: proc_macro2::Span) {
        let conditional = self.conditional > 0;
        let load = Load { kind, text: argument.and_then(text_of), conditional, range: self.range(span) };
        self.facts.loads.push(load);
    }

    fn link(&mut self, attribute: &syn::Attribute, conditional: bool) {
        let mut link = LinkAttribute {
            name: String::new(),
            kind: String::new(),
            modifiers: String::new(),
            conditional,
            range: self.range(attribute.span()),
        };
        let syn::Meta::List(list) = &attribute.meta else { return };
        let metas = list.parse_args_with(syn::punctuated::Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated);
        for meta in metas.into_iter().flatten() {
            let syn::Meta::NameValue(value) = &meta else {
                link.conditional |= meta.path().is_ident("cfg");
                continue;
            };
            let Some(text) = text_of(&value.value) else { continue };
            match value.path.get_ident().map(ToString::to_string).as_deref() {
                Some("name") => link.name = text,
                Some("kind") => link.kind = text,
                Some("modifiers") => link.modifiers = text,
                _ => {}
            }
        }
        if !link.name.is_empty() {
            self.facts.links.push(link);
        }
    }
}

/// The name of an identifier without `r#`.
fn plain_name(ident: &syn::Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map(str::to_owned).unwrap_or(text)
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let public = !matches!(item.vis, syn::Visibility::Inherited);
        self.item(&item.attrs, &item.sig.ident, Some(&item.sig), public);
        self.under(&item.attrs, |this| visit::visit_item_fn(this, item));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.item(&item.attrs, &item.ident, None, true);
        visit::visit_item_static(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.item(&item.attrs, &item.sig.ident, Some(&item.sig), true);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.in_impl += 1;
        self.under(&item.attrs, |this| visit::visit_item_impl(this, item));
        self.in_impl -= 1;
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.content.is_none() {
            let path = item.attrs.iter().find_map(|attribute| match &attribute.meta {
                syn::Meta::NameValue(value) if value.path.is_ident("path") => text_of(&value.value),
                _ => None,
            });
            self.facts.modules.push(path.unwrap_or_else(|| plain_name(&item.ident)));
        }
        self.facts.tests |= item.ident == "tests" || item.ident == "test";
        let hidden = usize::from(matches!(item.vis, syn::Visibility::Inherited));
        self.hidden += hidden;
        self.under(&item.attrs, |this| visit::visit_item_mod(this, item));
        self.hidden -= hidden;
    }

    fn visit_item_foreign_mod(&mut self, item: &'ast syn::ItemForeignMod) {
        let conditional = marks(&item.attrs).conditional || self.conditional > 0;
        for attribute in item.attrs.iter().filter(|attribute| attribute.path().is_ident("link")) {
            self.link(attribute, conditional);
        }
        for foreign in &item.items {
            let (attributes, ident) = match foreign {
                syn::ForeignItem::Fn(function) => (&function.attrs, &function.sig.ident),
                syn::ForeignItem::Static(variable) => (&variable.attrs, &variable.ident),
                _ => continue,
            };
            let named = attributes.iter().find_map(|attribute| match &attribute.meta {
                syn::Meta::NameValue(value) if value.path.is_ident("link_name") => text_of(&value.value),
                _ => None,
            });
            let symbol = named.unwrap_or_else(|| plain_name(ident));
            self.facts.imports.push(Import { symbol, range: self.range(ident.span()) });
        }
    }

    fn visit_local(&mut self, node: &'ast syn::Local) {
        self.under(&node.attrs, |this| visit::visit_local(this, node));
    }

    fn visit_expr_block(&mut self, node: &'ast syn::ExprBlock) {
        self.under(&node.attrs, |this| visit::visit_expr_block(this, node));
    }

    fn visit_expr_if(&mut self, node: &'ast syn::ExprIf) {
        self.visit_expr(&node.cond);
        let asks = matches!(&*node.cond, syn::Expr::Macro(test) if test.mac.path.is_ident("cfg"));
        self.conditional += usize::from(asks);
        self.visit_block(&node.then_branch);
        self.conditional -= usize::from(asks);
        if let Some((_, other)) = &node.else_branch {
            self.visit_expr(other);
        }
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        self.facts.opaque = true;
        visit::visit_item_macro(self, item);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func {
            let segments: Vec<String> = path.path.segments.iter().map(|segment| plain_name(&segment.ident)).collect();
            let last = segments.last().map(String::as_str).unwrap_or_default();
            let two = segments.get(segments.len().saturating_sub(2)..).unwrap_or_default().join("::");
            let is = |names: &[&str]| names.contains(&last) || names.contains(&two.as_str());
            if is(LOADERS) {
                self.load(LoadKind::Library, call.args.first(), path.span());
            } else if is(LOOKUPS) {
                self.load(LoadKind::Symbol, call.args.iter().nth(1), path.span());
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let name = call.method.to_string();
        if METHODS.contains(&name.as_str()) {
            let argument = call.args.first();
            // `get("key")` is a map's; libraries are asked with bytes or with the type that comes back.
            let bytes = matches!(argument, Some(syn::Expr::Lit(literal)) if matches!(literal.lit, syn::Lit::ByteStr(_) | syn::Lit::CStr(_)));
            if bytes || name.starts_with("symbol") && call.turbofish.is_some() {
                self.load(LoadKind::Symbol, argument, call.method.span());
            }
        }
        visit::visit_expr_method_call(self, call);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exports_in_their_forms() {
        let text = r#"
            #[no_mangle] pub extern "C" fn a() {}
            #[unsafe(no_mangle)] pub static B: i32 = 1;
            #[export_name = "c_name"] extern "C" fn c() {}
            #[cfg(unix)] mod m { #[unsafe(export_name = "d")] fn e() {} }
            #[cfg_attr(feature = "ffi", no_mangle)] pub extern "C" fn f() {}
            pub extern "C" fn not_exported() {}
            struct S; impl S { #[no_mangle] pub extern "C" fn g() {} fn h() {} }
        "#;
        let facts = read(text.as_bytes()).unwrap();
        let exports: Vec<_> = facts.exports.iter().map(|one| (one.symbol.as_str(), one.conditional)).collect();
        assert_eq!(exports, [("a", false), ("B", false), ("c_name", false), ("d", true), ("f", true), ("g", false)]);
        assert_eq!(facts.functions.len(), 1);
        assert!(facts.functions[0].extern_c && facts.functions[0].public && !facts.functions[0].apart);
    }

    #[test]
    fn functions_that_are_not_for_c_as_they_stand() {
        let text = r#"
            #[ffi::export] pub extern "C" fn a() {}
            #[cfg(test)] mod tests { pub extern "C" fn b() {} }
            mod inner { pub extern "C" fn c() {} }
            /// cbindgen:ignore
            pub extern "C" fn d() {}
            #[doc(hidden)] pub extern "C" fn e() {}
            #[inline] #[allow(unused)] pub extern "C" fn f() {}
        "#;
        let facts = read(text.as_bytes()).unwrap();
        let meant: Vec<_> =
            facts.functions.iter().filter(|one| one.public && !one.apart).map(|one| one.name.as_str()).collect();
        assert_eq!(meant, ["f"]);
    }

    #[test]
    fn imports_links_and_loads() {
        let text = r#"
            mod inner;
            #[link(name = "ops", kind = "static", modifiers = "+whole-archive")]
            extern "C" { fn count() -> i32; #[link_name = "real"] static X: i32; }
            fn f() { unsafe {
                let lib = libloading::Library::new("./libp.so").unwrap();
                let s = lib.get::<fn()>(b"start\0");
                let h = dlopen(c"x.so".as_ptr(), 1); dlsym(h, b"y\0".as_ptr() as *const _);
                map.get("key");
            } }
        "#;
        let facts = read(text.as_bytes()).unwrap();
        assert_eq!(facts.imports.iter().map(|one| one.symbol.as_str()).collect::<Vec<_>>(), ["count", "real"]);
        assert_eq!((facts.links[0].name.as_str(), facts.links[0].modifiers.as_str()), ("ops", "+whole-archive"));
        let loads: Vec<_> = facts.loads.iter().map(|one| (one.kind, one.text.as_deref().unwrap_or(""))).collect();
        let (library, symbol) = (LoadKind::Library, LoadKind::Symbol);
        assert_eq!(loads, [(library, "./libp.so"), (symbol, "start"), (library, "x.so"), (symbol, "y")]);
        assert_eq!(facts.modules, ["inner"]);
    }
}
