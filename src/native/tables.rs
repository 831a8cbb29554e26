//! What is known of the world: the data files of this room, read once.
use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use serde::Deserialize;

use super::facts::LoadKind;

/// What a call of the table does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallKind {
    Load(LoadKind),
    Process,
}

/// A row of `loaders.toml`.
#[derive(Debug)]
pub(super) struct CallRow {
    pub(super) function: String,
    /// What must stand before the last name: `DynamicLibrary`.
    pub(super) scope: Option<String>,
    pub(super) kind: CallKind,
    pub(super) class: bool,
    /// Called on an object of the class that `scope` names.
    pub(super) object: bool,
    pub(super) file: Option<usize>,
    pub(super) symbol: Option<usize>,
    pub(super) handle: Option<usize>,
    pub(super) flags: Option<usize>,
    pub(super) command: Option<usize>,
    /// It puts the prefix of libraries before a name itself.
    completes: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCall {
    function: String,
    kind: String,
    #[serde(default)]
    class: bool,
    #[serde(default)]
    object: bool,
    file: Option<usize>,
    symbol: Option<usize>,
    handle: Option<usize>,
    flags: Option<usize>,
    command: Option<usize>,
    #[serde(default)]
    words: Vec<String>,
    #[serde(default)]
    completes: bool,
    #[allow(dead_code, reason = "each row must have one")]
    source: String,
}

#[derive(Deserialize)]
struct RawCalls {
    call: Vec<RawCall>,
}

#[derive(Deserialize)]
struct RawRegistries {
    registry: Vec<RawRegistry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRegistry {
    names: Vec<String>,
    #[serde(default)]
    private: bool,
    #[serde(default)]
    headers: Vec<String>,
    #[serde(default)]
    loader: bool,
    #[allow(dead_code, reason = "each row must have one")]
    source: String,
}

#[derive(Deserialize)]
struct RawLinkages {
    macros: Vec<RawLinkage>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLinkage {
    #[serde(default)]
    open: Vec<String>,
    #[serde(default)]
    close: Vec<String>,
    #[serde(default)]
    prefix: Vec<String>,
    #[allow(dead_code, reason = "each row must have one")]
    source: String,
}

/// What a macro does to the linkage of declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinkageMacro {
    /// `extern "C" {`
    Open,
    /// `}`
    Close,
    /// `extern "C"`
    Prefix,
}

/// What is known of a registration macro.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Registry {
    /// No other file can name what it defines.
    pub private: bool,
    /// How the paths of the framework's headers begin.
    pub headers: Vec<String>,
    /// A loader of plugins opens the library by its file: nobody needs to link it.
    pub loader: bool,
}

/// What the table says of a registration macro.
pub fn registry(name: &str) -> Option<&'static Registry> {
    tables().registry(name)
}

/// Whether a function of the table puts the prefix of libraries before a name itself where no file has the name alone.
pub fn completes_names(function: &str) -> bool {
    let last = function.rsplit("::").next().unwrap_or(function);
    tables().calls(last.as_bytes()).iter().any(|row| row.function == function && row.completes)
}

/// The tables.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// Rows by the last name.
    calls: FxHashMap<Vec<u8>, Vec<CallRow>>,
    /// A file without any of these has no call of the table.
    call_words: Vec<String>,
    registrations: FxHashMap<String, usize>,
    /// Names with `*`, which stands for any text.
    patterns: Vec<(String, usize)>,
    registries: Vec<Registry>,
    linkage: FxHashMap<String, LinkageMacro>,
}

/// The tables, read at the first call.
pub(super) fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut tables = Tables::default();
        tables.read_calls(include_str!("data/loaders.toml"));
        tables.read_registrations(include_str!("data/registration_macros.toml"));
        tables.read_linkage(include_str!("data/linkage_macros.toml"));
        tables
    })
}

impl Tables {
    fn read_calls(&mut self, text: &str) {
        // The file is part of the program; a test reads it and says what is wrong.
        let Ok(raw) = toml::from_str::<RawCalls>(text) else { return };
        for call in raw.call {
            let kind = match call.kind.as_str() {
                "open" => CallKind::Load(LoadKind::Open),
                "symbol" => CallKind::Load(LoadKind::Symbol),
                _ => CallKind::Process,
            };
            let (scope, last) = match call.function.rsplit_once("::") {
                Some((scope, last)) => (Some(scope.to_owned()), last.to_owned()),
                None => (None, call.function.clone()),
            };
            if call.words.is_empty() {
                self.call_words.push(call.function.clone());
            }
            self.call_words.extend(call.words);
            self.calls.entry(last.into_bytes()).or_default().push(CallRow {
                function: call.function,
                scope,
                kind,
                class: call.class,
                object: call.object,
                file: call.file,
                symbol: call.symbol,
                handle: call.handle,
                flags: call.flags,
                command: call.command,
                completes: call.completes,
            });
        }
    }

    fn read_registrations(&mut self, text: &str) {
        let Ok(raw) = toml::from_str::<RawRegistries>(text) else { return };
        for registry in raw.registry {
            let at = self.registries.len();
            self.registries.push(Registry {
                private: registry.private,
                headers: registry.headers,
                loader: registry.loader,
            });
            for name in registry.names {
                if name.contains('*') {
                    self.patterns.push((name, at));
                } else {
                    self.registrations.insert(name, at);
                }
            }
        }
    }

    fn read_linkage(&mut self, text: &str) {
        let Ok(raw) = toml::from_str::<RawLinkages>(text) else { return };
        for row in raw.macros {
            for (names, kind) in
                [(row.open, LinkageMacro::Open), (row.close, LinkageMacro::Close), (row.prefix, LinkageMacro::Prefix)]
            {
                self.linkage.extend(names.into_iter().map(|name| (name, kind)));
            }
        }
    }

    /// What a macro of a well-known header does to the linkage.
    pub(super) fn linkage(&self, name: &str) -> Option<LinkageMacro> {
        self.linkage.get(name).copied()
    }

    /// The rows of a last name.
    pub(super) fn calls(&self, name: &[u8]) -> &[CallRow] {
        self.calls.get(name).map_or(&[], Vec::as_slice)
    }

    /// Words of which a file with a call of the table has at least one.
    pub(super) fn call_words(&self) -> impl Iterator<Item = &str> {
        self.call_words.iter().map(String::as_str)
    }

    /// Whether a macro registers something.
    pub(super) fn registers(&self, name: &str) -> bool {
        self.registry(name).is_some()
    }

    /// The row of a macro that registers something.
    fn registry(&self, name: &str) -> Option<&Registry> {
        let pattern = || self.patterns.iter().find(|(pattern, _)| fits(name, pattern)).map(|(_, at)| *at);
        let at = self.registrations.get(name).copied().or_else(pattern)?;
        self.registries.get(at)
    }

    /// The beginnings of all registration macros, sorted.
    pub(super) fn registration_stems(&self) -> Vec<&str> {
        let whole = self.registrations.keys().map(String::as_str);
        let prefixes = self.patterns.iter().map(|(pattern, _)| pattern.split('*').next().unwrap_or_default());
        let mut stems: Vec<&str> = whole.chain(prefixes).collect();
        stems.sort_unstable();
        stems
    }
}

fn fits(name: &str, pattern: &str) -> bool {
    let (first, rest) = pattern.split_once('*').unwrap_or((pattern, ""));
    let Some(mut name) = name.strip_prefix(first) else { return false };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        let Some(at) = name.find(part) else { return false };
        name = &name[at + part.len()..];
    }
    name.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_files_are_well_formed() {
        let raw: RawCalls = toml::from_str(include_str!("data/loaders.toml")).expect("loaders.toml");
        assert!(raw.call.iter().all(|call| matches!(call.kind.as_str(), "open" | "symbol" | "process")));
        assert!(raw.call.iter().all(|call| !call.source.is_empty()));
        let raw: RawRegistries =
            toml::from_str(include_str!("data/registration_macros.toml")).expect("registration_macros.toml");
        assert!(raw.registry.iter().all(|registry| !registry.source.is_empty()));
        let raw: RawLinkages = toml::from_str(include_str!("data/linkage_macros.toml")).expect("linkage_macros.toml");
        assert!(raw.macros.iter().all(|row| row.open.is_empty() == row.close.is_empty() && !row.source.is_empty()));
    }

    #[test]
    fn names_and_prefixes() {
        assert!(tables().registers("TORCH_LIBRARY"));
        assert!(tables().registers("TVM_REGISTER_GLOBAL"));
        assert!(tables().registers("C10_DEFINE_TYPED_REGISTRY"));
        assert!(!tables().registers("TORCH_LIBRARYX"));
        assert_eq!(tables().calls(b"getPermanentLibrary")[0].scope.as_deref(), Some("DynamicLibrary"));
        assert!(tables().calls(b"printf").is_empty());
        assert!(registry("TVM_REGISTER_GLOBAL").is_some_and(|row| row.private && row.headers == ["tvm/"]));
        assert!(registry("C10_DEFINE_REGISTRY").is_some_and(|row| !row.private));
    }
}
