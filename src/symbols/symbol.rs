//! Names of symbols, as far as the text of sources tells them.
use super::mangle;

/// A name of which all or only the beginning is known.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name {
    text: String,
    open: bool,
}

impl Name {
    /// A name that is known as a whole.
    pub fn known(text: impl Into<String>) -> Self {
        Self { text: text.into(), open: false }
    }

    /// The beginning of a name; parameters, for example, follow.
    pub fn beginning(text: impl Into<String>) -> Self {
        Self { text: text.into(), open: true }
    }

    /// What is known.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether more follows that is not known.
    pub fn is_open(&self) -> bool {
        self.open
    }
}

/// A symbol as linkers match it: by the name in the object file, and by the demangled name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol {
    /// The name in the object file (ELF: without Apple's leading underscore). None when it could not be made.
    pub mangled: Option<Name>,
    /// The name as `c++filt` prints it; None for names that are not mangled.
    pub demangled: Option<Name>,
}

impl Symbol {
    /// A symbol with C linkage.
    pub fn c(name: &str) -> Self {
        Self { mangled: Some(Name::known(name)), demangled: None }
    }

    /// A name as it stands in an object file: `_Z...` is demangled, anything else is C.
    pub fn object(name: &str) -> Self {
        Self { mangled: Some(Name::known(name)), demangled: mangle::demangle(name).map(Name::known) }
    }

    /// A C++ function that is no template, by its qualified name; its parameters are not known.
    /// `constant` says that it is a const member function.
    pub fn function(qualified: &str, constant: bool) -> Self {
        let mangled = mangle::nested(qualified, constant).map(|name| Name::beginning(format!("_Z{name}")));
        Self { mangled, demangled: Some(Name::beginning(format!("{qualified}("))) }
    }

    /// A C++ variable by its qualified name. One in the global namespace is not mangled.
    pub fn variable(qualified: &str) -> Self {
        if !qualified.contains("::") {
            return Self::c(qualified);
        }
        let mangled = mangle::nested(qualified, false).map(|name| Name::known(format!("_Z{name}")));
        Self { mangled, demangled: Some(Name::known(qualified)) }
    }

    /// The type information of a class, which `dynamic_cast`, `typeid`, `throw` and derived classes refer to.
    pub fn typeinfo(class: &str) -> Self {
        Self::special("_ZTI", "typeinfo for ", class)
    }

    /// The name in the type information of a class.
    pub fn typeinfo_name(class: &str) -> Self {
        Self::special("_ZTS", "typeinfo name for ", class)
    }

    /// The virtual table of a class, which constructors refer to.
    pub fn vtable(class: &str) -> Self {
        Self::special("_ZTV", "vtable for ", class)
    }

    fn special(prefix: &str, words: &str, class: &str) -> Self {
        let mangled = mangle::nested(class, false).map(|name| Name::known(format!("{prefix}{name}")));
        Self { mangled, demangled: Some(Name::known(format!("{words}{class}"))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_names_agree_with_the_demangler() {
        for symbol in [
            Symbol::typeinfo("ns::HipCommand"),
            Symbol::typeinfo("Plain"),
            Symbol::vtable("a::b::C"),
            Symbol::typeinfo_name("std::Thing"),
            Symbol::variable("ns::level"),
        ] {
            let mangled = symbol.mangled.clone().map(|name| name.text().to_owned());
            assert_eq!(mangled.map(|name| Symbol::object(&name)), Some(symbol));
        }
    }

    #[test]
    fn functions_are_beginnings() {
        let function = Symbol::function("ns::T::f", true);
        assert_eq!(function.mangled, Some(Name::beginning("_ZNK2ns1T1fE")));
        assert_eq!(Symbol::function("f", false).mangled, Some(Name::beginning("_Z1f")));
        assert_eq!(Symbol::variable("level"), Symbol::c("level"));
        assert_eq!(Symbol::function("ns::T<int>::f", false).mangled, None);
    }
}
