//! Macros that stand before declarations: what each of their definitions does.
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{Effect, ExportAlternative, ExportMacro, FileFacts, MacroDef, SymVer, Visibility};
use super::lexer::{Kind, Lexer, Token};
use super::tables::LinkageMacro;

/// Finds the export macros among the macros of a file: those of which one definition says a visibility (or names a macro
/// that does), with all their definitions. `others` are the export macros of other files.
pub(super) fn find(macros: &[MacroDef], others: &FxHashSet<String>) -> Vec<ExportMacro> {
    let mut found: IndexMap<&str, Vec<ExportAlternative>> = IndexMap::new();
    for definition in macros {
        if let Some(alternative) = alternative(definition) {
            found.entry(&definition.name).or_default().push(alternative);
        }
    }
    let mut exporting: FxHashSet<String> = FxHashSet::default();
    // An alias may stand before what it names: a few rounds settle chains.
    for _ in 0..8 {
        let before = exporting.len();
        for (name, alternatives) in &found {
            let says = alternatives.iter().any(|alternative| match &alternative.effect {
                Effect::Visibility(_) => true,
                Effect::Alias(other) => exporting.contains(other) || others.contains(other),
                _ => false,
            });
            if says {
                exporting.insert((*name).to_owned());
            }
        }
        if exporting.len() == before {
            break;
        }
    }
    let kept = found.into_iter().filter(|(name, _)| exporting.contains(*name));
    kept.map(|(name, alternatives)| ExportMacro { name: name.to_owned(), alternatives }).collect()
}

/// The effect of one definition; None for function-like macros that take more than a symbol's specifiers, and for long bodies.
fn alternative(definition: &MacroDef) -> Option<ExportAlternative> {
    let body = definition.body.as_ref()?;
    let bytes = body.as_bytes();
    let tokens: Vec<Token> =
        Lexer::inside(bytes, 0..bytes.len() as u32).filter(|token| token.kind != Kind::Space).collect();
    let words: Vec<&[u8]> = tokens.iter().map(|token| token.of(bytes)).collect();
    // A statement or an expression is no specifier.
    if words.iter().any(|word| matches!(*word, b";" | b"{" | b"return" | b"#")) {
        return None;
    }
    let extern_c = words.windows(2).any(|pair| pair == [&b"extern"[..], b"\"C\""]);
    Some(ExportAlternative {
        guard: definition.guard,
        effect: effect(&words, extern_c),
        extern_c,
        range: definition.range.clone(),
    })
}

fn effect(words: &[&[u8]], extern_c: bool) -> Effect {
    let attribute = |index: usize| {
        matches!(words.get(index), Some(&b"visibility" | &b"__visibility__"))
            .then(|| words.get(index + 2).and_then(|kind| Visibility::parse(kind)))
            .flatten()
    };
    let declspec =
        |index: usize| words.get(index).and_then(|word| Visibility::parse(word)).filter(|_| is_dll(words[index]));
    if let Some(visibility) = (0..words.len()).find_map(|index| attribute(index).or_else(|| declspec(index))) {
        return Effect::Visibility(visibility);
    }
    let is = |names: &[&[u8]]| words.iter().any(|word| names.contains(word));
    if is(&[b"inline", b"__inline", b"__inline__", b"__forceinline", b"constexpr"]) {
        return Effect::Inline;
    }
    if is(&[b"static"]) {
        return Effect::Static;
    }
    match words {
        [] | [b"extern"] => Effect::Empty,
        [word]
            if word.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_') && *word != b"extern" =>
        {
            Effect::Alias(String::from_utf8_lossy(word).into_owned())
        }
        _ if extern_c && words.len() == 2 => Effect::Empty,
        _ if extern_c && words.len() == 3 => Effect::Alias(String::from_utf8_lossy(words[2]).into_owned()),
        _ => Effect::Other(words.iter().map(|word| String::from_utf8_lossy(word)).collect::<Vec<_>>().join(" ")),
    }
}

fn is_dll(word: &[u8]) -> bool {
    matches!(word, b"dllexport" | b"dllimport" | b"__dllexport__" | b"__dllimport__")
}

/// Macros of a file that say `extern "C"`, with or without a brace, and those that close it.
pub(super) fn linkage_macros(
    macros: &[MacroDef],
    others: &FxHashMap<String, LinkageMacro>,
) -> FxHashMap<String, LinkageMacro> {
    let mut found: FxHashMap<String, LinkageMacro> = FxHashMap::default();
    for definition in macros.iter().filter(|definition| definition.parameters.is_none()) {
        let Some(body) = definition.body.as_deref() else { continue };
        let kind = match body {
            "}" => LinkageMacro::Close,
            _ if body.starts_with("extern \"C\"") && body.trim_end().ends_with('{') => LinkageMacro::Open,
            _ if body.contains("extern \"C\"") && !body.contains('{') => LinkageMacro::Prefix,
            _ => continue,
        };
        found.insert(definition.name.clone(), kind);
    }
    // A macro that stands for one of these, or for one with attributes, does the same.
    loop {
        let known = |name: &str| found.get(name).or_else(|| others.get(name)).copied();
        let next = macros.iter().find_map(|definition| {
            let body = definition.body.as_deref().filter(|_| !found.contains_key(&definition.name))?;
            let prefixed = || {
                let plain = definition.parameters.is_none() && !body.contains(['{', '}', ';', '=']);
                let mut words = body.split_ascii_whitespace().filter(|_| plain);
                words.any(|word| known(word) == Some(LinkageMacro::Prefix)).then_some(LinkageMacro::Prefix)
            };
            Some((definition.name.clone(), known(body).or_else(prefixed)?))
        });
        let Some((name, kind)) = next else { return found };
        found.insert(name, kind);
    }
}

/// `.symver` inside macros.
pub(super) fn symvers(facts: &mut FileFacts) {
    for definition in &facts.macros {
        if let Some((_, text)) = definition.body.as_deref().and_then(|body| body.split_once(".symver")) {
            facts.symvers.push(SymVer {
                text: text.trim().to_owned(),
                attribute: false,
                guard: definition.guard,
                range: definition.range.clone(),
            });
        }
    }
}
