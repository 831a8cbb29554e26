//! `.cargo/config.toml` as data, and which of its flags rustc gets (cargo book: "Configuration", `build.rustflags`).
use std::path::{Path, PathBuf};
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::manifest::{Word, table, texts};
use super::platform::{self, Triple};
use crate::flags::{LinkFlag, Located, RustcFlag, rustc};
use crate::source::{SourceFile, Span};

/// A list of rustflags.
#[derive(Debug, Clone)]
pub struct FlagList {
    /// The triple or `cfg(…)` of `[target]`; None for `[build]`.
    pub target: Option<String>,
    /// Its words.
    pub words: Vec<Word>,
    /// The key.
    pub place: Span,
}

impl FlagList {
    /// The words as typed flags.
    pub fn flags(&self) -> Vec<Located<RustcFlag>> {
        let words: Vec<&str> = self.words.iter().map(|word| word.text.as_str()).collect();
        rustc(&words)
    }

    /// The words of a flag as they are written.
    pub fn written(&self, flag: &Located<RustcFlag>) -> String {
        let words = self.words.get(flag.args.clone()).unwrap_or_default();
        words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// One configuration file.
#[derive(Debug)]
pub struct Config {
    /// The folder that holds `.cargo`.
    pub folder: PathBuf,
    /// The file.
    pub file: Arc<SourceFile>,
    /// Its rustflags, those of `[build]` first.
    pub flags: Vec<FlagList>,
    /// `build.target`.
    pub build_target: Option<Word>,
    /// Something in it says that the folder is built for a machine of its own: a runner, `[unstable]`, `build-std`.
    pub is_special: bool,
    /// `target-applies-to-host = false`: what is for the target is for no build script (cargo book, "Unstable features", host-config).
    pub spares_host: bool,
}

/// Reads a configuration; the error is in words, with its bytes.
pub(super) fn read(file: &Arc<SourceFile>) -> Result<Config, (std::ops::Range<usize>, String)> {
    let text = std::str::from_utf8(file.bytes()).map_err(|e| (e.valid_up_to()..e.valid_up_to(), e.to_string()))?;
    let document = DeTable::parse(text).map_err(|e| (e.span().unwrap_or(0..0), e.message().to_owned()))?.into_inner();
    let span = |range: std::ops::Range<usize>| Span::new(file.id(), range.start as u32..range.end as u32);
    let word = |text: &str, range| Word { text: text.to_owned(), span: span(range) };
    let mut flags = Vec::new();
    let mut list = |from: &DeTable<'_>, target: Option<&str>| {
        if let Some((key, value)) = from.get_key_value("rustflags") {
            let words = words_of(value).into_iter().map(|(text, range)| word(text, range)).collect();
            flags.push(FlagList { target: target.map(str::to_owned), words, place: span(key.span()) });
        }
    };
    let build = table(&document, "build");
    if let Some(build) = build {
        list(build, None);
    }
    let mut is_special = document.get("unstable").is_some();
    for (key, value) in table(&document, "target").into_iter().flatten() {
        if let Some(settings) = value.get_ref().as_table() {
            list(settings, Some(key.get_ref()));
            is_special |= settings.get("runner").is_some();
        }
    }
    let build_target = build.and_then(|build| build.get("target")).and_then(|value| texts(value).into_iter().next());
    Ok(Config {
        folder: file.path().parent().and_then(Path::parent).unwrap_or(Path::new("")).to_path_buf(),
        file: Arc::clone(file),
        flags,
        build_target: build_target.map(|(text, range)| word(text, range)),
        is_special,
        spares_host: document.get("target-applies-to-host").and_then(|one| one.get_ref().as_bool()) == Some(false),
    })
}

/// The words of a list, or those of one text, which are split at spaces.
fn words_of<'v>(value: &'v Spanned<DeValue<'_>>) -> Vec<(&'v str, std::ops::Range<usize>)> {
    match value.get_ref() {
        DeValue::String(text) => text.split_ascii_whitespace().map(|word| (word, value.span())).collect(),
        _ => texts(value),
    }
}

/// The rustflags that a build in a folder gets for a triple.
#[derive(Debug, Default)]
pub struct Effective<'c> {
    /// The lists that are joined, the weakest first.
    pub taken: Vec<&'c FlagList>,
    /// Lists of `[build]` that those of the target replace.
    pub replaced: Vec<&'c FlagList>,
}

/// The rustflags for a triple, of the configurations that hold in a folder (the outermost first). None where it is not known
/// whether a list holds for the triple.
pub fn effective<'c>(configs: &[&'c Config], triple: &Triple) -> Option<Effective<'c>> {
    let (mut build, mut target) = (Vec::new(), Vec::new());
    for list in configs.iter().flat_map(|config| &config.flags) {
        match &list.target {
            None => build.push(list),
            Some(key) if platform::holds(key, triple)? => target.push(list),
            Some(_) => {}
        }
    }
    let words = |lists: &[&FlagList]| lists.iter().any(|list| !list.words.is_empty());
    Some(if words(&target) {
        Effective { taken: target, replaced: build }
    } else {
        Effective { taken: build, replaced: Vec::new() }
    })
}

/// Whether a program or library differs at the link, the load or run time without a flag. The choice of a linker, debug
/// information and optimisation make no other symbols.
pub fn matters(flag: &RustcFlag) -> bool {
    match flag {
        RustcFlag::Link(link) => !matches!(
            link,
            LinkFlag::UseLd(_) | LinkFlag::Strip(_) | LinkFlag::GcSections(_) | LinkFlag::Other(_) | LinkFlag::ZNow(_)
        ),
        RustcFlag::NativeLibrary { .. } | RustcFlag::SearchPath { .. } => true,
        RustcFlag::CrtStatic(_) | RustcFlag::PreferDynamic(_) | RustcFlag::ExportExecutableSymbols(_) => true,
        _ => false,
    }
}

/// Whether flags export the symbols of programs: all, or those of a list.
pub fn exports(flag: &RustcFlag) -> bool {
    match flag {
        RustcFlag::ExportExecutableSymbols(on) => *on,
        RustcFlag::Link(link) => exports_symbols(link),
        _ => false,
    }
}

/// The same for a flag of the linker.
pub fn exports_symbols(link: &LinkFlag) -> bool {
    match link {
        LinkFlag::ExportDynamic(on) => *on,
        LinkFlag::ExportDynamicSymbol(_)
        | LinkFlag::ExportDynamicSymbolList(_)
        | LinkFlag::DynamicList(_)
        | LinkFlag::DynamicListKind(_)
        | LinkFlag::VersionScript(_)
        | LinkFlag::Export(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Sandbox, SourceMap};

    fn config(text: &str) -> Config {
        let sources = SourceMap::new(Sandbox::nowhere());
        read(&sources.insert("/w/.cargo/config.toml".into(), text.as_bytes().into())).unwrap()
    }

    #[test]
    fn flags_of_a_target_replace_those_of_the_build() {
        let config = config(
            "[build]\nrustflags = [\"-C\", \"link-arg=-rdynamic\"]\n[target.x86_64-unknown-linux-gnu]\nrustflags = \"-C target-cpu=native\"\n\
             [target.'cfg(windows)']\nrustflags = []\n",
        );
        let taken = |triple: &Triple| {
            let effective = effective(&[&config], triple).unwrap();
            (effective.taken.iter().map(|list| list.words.len()).sum::<usize>(), effective.replaced.len())
        };
        assert_eq!(taken(&platform::HOSTS[0]), (2, 1));
        assert_eq!(taken(&platform::HOSTS[1]), (2, 0));
        assert_eq!(taken(&platform::HOSTS[5]), (2, 0));
        let flags = config.flags[0].flags();
        assert!(matters(&flags[0].flag) && exports(&flags[0].flag));
        assert_eq!(config.flags[0].written(&flags[0]), "-C link-arg=-rdynamic");
        // Keys are sorted: `cfg(windows)` is the one between.
        assert!(!matters(&config.flags[2].flags()[0].flag));
    }
}
