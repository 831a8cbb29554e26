//! Conditions of build scripts: features, the target, the environment.
use crate::cargo::platform::Triple;
use crate::cond::{Cond, Conds, Subject, SubjectKind};

/// `#[cfg(…)]`, `cfg!(…)`. In a build script they speak of the machine that it runs on, which is taken to be the target.
pub(super) fn cfg(conds: &Conds, meta: &syn::Meta) -> Cond {
    let name = meta.path().get_ident().map(ToString::to_string).unwrap_or_default();
    match meta {
        syn::Meta::List(list) => {
            let inner =
                list.parse_args_with(syn::punctuated::Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated);
            let inner: Vec<Cond> = inner.into_iter().flatten().map(|one| cfg(conds, &one)).collect();
            match name.as_str() {
                "all" => conds.all(inner),
                "any" => conds.any(inner),
                "not" => inner.first().map_or(Cond::TRUE, |one| conds.not(*one)),
                _ => conds.opaque(&name),
            }
        }
        syn::Meta::NameValue(value) => {
            let text = crate::cargo::rust::text_of(&value.value).unwrap_or_default();
            match name.as_str() {
                "feature" => feature(conds, &text),
                "target_os" | "target_env" | "target_family" | "target_arch" | "target_vendor" => {
                    is(conds, &format!("CARGO_CFG_{}", name.to_uppercase()), &text)
                }
                _ => conds.opaque(&format!("{name} is {text}")),
            }
        }
        syn::Meta::Path(_) => match name.as_str() {
            "windows" | "unix" => is(conds, "CARGO_CFG_TARGET_FAMILY", &name),
            "debug_assertions" | "test" => Cond::FALSE,
            _ => conds.opaque(&name),
        },
    }
}

/// A feature, by its name.
pub(super) fn feature(conds: &Conds, name: &str) -> Cond {
    conds.opaque(&format!("feature {}", name.to_lowercase().replace('_', "-")))
}

/// Whether an environment variable is set.
pub(super) fn is_set(conds: &Conds, name: &str) -> Cond {
    if let Some(name) = name.strip_prefix("CARGO_FEATURE_") {
        return feature(conds, name);
    }
    match name {
        "CARGO_CFG_WINDOWS" => is(conds, "CARGO_CFG_TARGET_FAMILY", "windows"),
        "CARGO_CFG_UNIX" => is(conds, "CARGO_CFG_TARGET_FAMILY", "unix"),
        "OUT_DIR" | "TARGET" | "HOST" | "PROFILE" | "OPT_LEVEL" | "DEBUG" | "NUM_JOBS" | "RUSTC" => Cond::TRUE,
        _ if name.starts_with("CARGO_CFG_TARGET_")
            || name.starts_with("CARGO_PKG_")
            || name == "CARGO_MANIFEST_DIR" =>
        {
            Cond::TRUE
        }
        _ => conds.defined(conds.subject(Subject::open(SubjectKind::Environment, name))),
    }
}

/// Whether an environment variable has a value.
pub(super) fn is(conds: &Conds, name: &str, value: &str) -> Cond {
    let system = |variable: &str| conds.platform(variable);
    let platform = match (name, value) {
        ("CARGO_CFG_TARGET_OS", "linux") => system("LINUX"),
        ("CARGO_CFG_TARGET_OS" | "CARGO_CFG_TARGET_FAMILY", "windows") => system("WIN32"),
        ("CARGO_CFG_TARGET_FAMILY", "unix") => system("UNIX"),
        ("CARGO_CFG_TARGET_OS", "android") => system("ANDROID"),
        ("CARGO_CFG_TARGET_OS", "ios") => system("IOS"),
        ("CARGO_CFG_TARGET_OS", "macos") => {
            system("APPLE").zip(system("IOS")).map(|(apple, ios)| conds.diff(apple, ios))
        }
        ("CARGO_CFG_TARGET_VENDOR", "apple") => system("APPLE"),
        ("CARGO_CFG_TARGET_ENV", "msvc") => msvc(conds),
        ("CARGO_CFG_TARGET_OS", other) => named(conds, other),
        _ => None,
    };
    if let Some(cond) = platform {
        return cond;
    }
    if name.starts_with("CARGO_CFG_") || name == "TARGET" || name == "HOST" || name == "PROFILE" {
        let shown = name.strip_prefix("CARGO_CFG_").unwrap_or(name).to_lowercase();
        return conds.opaque(&format!("{shown} is {value}"));
    }
    conds.equals(conds.subject(Subject::open(SubjectKind::Environment, name)), value)
}

/// Whether a variable's value holds a word, for the words of triples that are understood.
pub(super) fn contains(conds: &Conds, name: &str, word: &str) -> Cond {
    let triple = matches!(name, "TARGET" | "HOST");
    let word = word.trim_matches('-');
    let system = match word {
        _ if !triple => None,
        "windows" | "pc-windows" => conds.platform("WIN32"),
        "apple" => conds.platform("APPLE"),
        "darwin" | "apple-darwin" => Some(is(conds, "CARGO_CFG_TARGET_OS", "macos")),
        "linux" | "unknown-linux" => conds.platform("LINUX"),
        "android" => conds.platform("ANDROID"),
        "ios" => conds.platform("IOS"),
        "msvc" | "windows-msvc" | "pc-windows-msvc" => msvc(conds),
        "bsd" => conds.platform("BSD").zip(named(conds, "dragonfly")).map(|(bsd, other)| conds.diff(bsd, other)),
        other => named(conds, other.strip_prefix("unknown-").unwrap_or(other)),
    };
    system.unwrap_or_else(|| conds.opaque(&format!("{name} has {word}")))
}

/// Systems by their names in `target_os` and in triples (`rustc --print target-list`), with CMake's names for those that have no variable
/// there (cmake-variables(7), `CMAKE_SYSTEM_NAME`). Systems of which rustc tells apart more than CMake does are left out.
const SYSTEMS: &[(&str, &str)] = &[
    ("freebsd", "FreeBSD"),
    ("openbsd", "OpenBSD"),
    ("netbsd", "NetBSD"),
    ("dragonfly", "DragonFly"),
    ("haiku", "Haiku"),
    ("emscripten", "Emscripten"),
    ("fuchsia", "Fuchsia"),
    ("wasi", "WASI"),
    ("aix", "AIX"),
    ("hurd", "GNU"),
];

/// The target is such a system, and no other one.
fn named(conds: &Conds, os: &str) -> Option<Cond> {
    let (_, system) = SYSTEMS.iter().find(|(name, _)| *name == os)?;
    Some(conds.equals(conds.well_known("CMAKE_SYSTEM_NAME")?, system))
}

/// How the condition is called that the target is Windows with Microsoft's tools.
const MSVC: &str = "the target is of MSVC";

/// The target is Windows with Microsoft's tools.
fn msvc(conds: &Conds) -> Option<Cond> {
    Some(conds.and(conds.platform("WIN32")?, conds.opaque(MSVC)))
}

/// When a condition of a build script holds for a target, whatever is not known: what is left hangs on the system and on features only.
/// Environment variables are taken to be unset. `off` says which features count as off.
pub fn on(conds: &Conds, cond: Cond, triple: &Triple, off: &dyn Fn(&str) -> bool) -> Cond {
    let mut rest = conds.and(cond, is(conds, "CARGO_CFG_TARGET_OS", triple.os));
    for subject in conds.subjects(rest) {
        let info = conds.subject_info(subject);
        let with = |text: &str| conds.with_text(rest, subject, Some(text));
        rest = match info.kind {
            SubjectKind::Platform | SubjectKind::Toolchain => rest,
            SubjectKind::Environment => conds.with_text(rest, subject, None),
            _ => match (info.name.strip_prefix("feature "), decided(&info.name, triple)) {
                (Some(feature), _) if !off(feature) => rest,
                (Some(_), _) | (None, Some(false)) => with("OFF"),
                (None, Some(true)) => with("ON"),
                (None, None) => conds.and(with("ON"), with("OFF")),
            },
        };
    }
    rest
}

/// What a target says to a condition, by the texts that [`is`] and [`contains`] give them. None where it says nothing.
fn decided(name: &str, triple: &Triple) -> Option<bool> {
    if name == MSVC {
        return Some(triple.env == "msvc");
    }
    let field = |key: &str| {
        Some(match key.to_lowercase().as_str() {
            "target_os" => triple.os,
            "target_env" => triple.env,
            "target_arch" => triple.arch,
            "target_vendor" => triple.vendor,
            "target_family" => triple.family,
            "target" => triple.name,
            _ => return None,
        })
    };
    if let Some((key, word)) = name.split_once(" has ") {
        return Some(field(key.strip_prefix("CARGO_CFG_").unwrap_or(key))?.contains(word));
    }
    let (key, value) = name.split_once(" is ")?;
    Some(field(key)? == value)
}
