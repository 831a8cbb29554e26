//! Builders of the crates that build scripts use: cc, cmake, pkg-config, and commands of the system.
use std::ops::Range;

use crate::cond::Cond;

/// What is built or asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Builder {
    /// `cc::Build`: sources into a static library.
    Cc,
    /// `cmake::Config`: a CMake project.
    CMake,
    /// `autotools::Config`.
    Autotools,
    /// `std::process::Command`.
    Command,
    /// `pkg_config::Config`, `vcpkg::Config`, `system_deps::Config`: prints what it finds.
    Probe,
    /// `bindgen::Builder`: prints nothing.
    Bindgen,
}

/// A call on a builder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The method.
    pub method: String,
    /// Its arguments, lists spread out; an argument with several alternatives has an unknown text.
    pub arguments: Vec<String>,
    /// When.
    pub cond: Cond,
    /// The method's name.
    pub range: Range<u32>,
}

/// A finished builder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Build {
    /// What it is.
    pub builder: Builder,
    /// What it was made with: the folder, the program.
    pub subject: String,
    /// What it was told, in order.
    pub calls: Vec<Call>,
    /// When it runs.
    pub cond: Cond,
    /// What it makes: the library's name, the module that is probed.
    pub output: String,
    /// The call that runs it.
    pub range: Range<u32>,
}

impl Build {
    /// The arguments of all calls of some methods, with their conditions.
    pub fn arguments<'b>(&'b self, methods: &'b [&str]) -> impl Iterator<Item = (&'b str, Cond)> {
        let calls = self.calls.iter().filter(|call| methods.contains(&call.method.as_str()));
        calls.flat_map(|call| call.arguments.iter().map(|text| (text.as_str(), call.cond)))
    }

    /// Calls of a method with two arguments: `define("X", "ON")`.
    pub fn settings<'b>(&'b self, method: &'b str) -> impl Iterator<Item = (&'b str, &'b str, &'b Call)> {
        let calls = self.calls.iter().filter(move |call| call.method == method);
        calls.filter_map(|call| Some((call.arguments.first()?.as_str(), call.arguments.get(1)?.as_str(), call)))
    }

    /// The last argument of a method, where it is called.
    pub fn last(&self, method: &str) -> Option<&str> {
        self.calls.iter().rfind(|call| call.method == method)?.arguments.first().map(String::as_str)
    }
}

/// The builder that a path of a constructor names.
pub(super) fn builder_of(path: &str) -> Option<Builder> {
    let (head, last) = path.rsplit_once("::")?;
    if !matches!(last, "new" | "default" | "builder") {
        return None;
    }
    let parts: Vec<&str> = head.split("::").collect();
    let two = parts.get(parts.len().saturating_sub(2)..).unwrap_or_default();
    Some(match two {
        ["cc", "Build"] | ["gcc", "Build" | "Config"] => Builder::Cc,
        ["cmake", "Config"] => Builder::CMake,
        ["autotools", "Config"] => Builder::Autotools,
        [.., "Command"] => Builder::Command,
        ["pkg_config" | "vcpkg" | "system_deps" | "metadeps", "Config"] => Builder::Probe,
        ["bindgen", "Builder"] | ["bindgen"] => Builder::Bindgen,
        _ => return None,
    })
}

/// Whether a method runs a builder.
pub(super) fn runs(builder: Builder, method: &str) -> bool {
    match builder {
        Builder::Cc => matches!(method, "compile" | "try_compile" | "compile_intermediates"),
        Builder::CMake | Builder::Autotools => matches!(method, "build" | "try_build"),
        Builder::Command => matches!(method, "status" | "output" | "spawn" | "exec"),
        Builder::Probe => matches!(method, "probe" | "find" | "probe_library" | "find_package"),
        Builder::Bindgen => method == "generate",
    }
}
