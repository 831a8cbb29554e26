//! What `rule.toml` says about a rule, apart from the body of a declarative one.
use toml::de::{DeTable, DeValue};

use super::document::{Document, LoadError, Value, unknown};
use super::finding::{Confidence, Severity};
use super::template::Template;

/// What a rule does with a finding that rests on something unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OnUnknown {
    /// It says nothing.
    Silent,
    /// It reports with at most this confidence.
    AtMost(Confidence),
}

/// Whether a rule has a fix to offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fixes {
    /// It has none; `help` says what to do.
    None,
    /// It may give one that is safe.
    Safe,
    /// It may give one that a person must look at.
    Unsafe,
}

/// An option of a rule.
#[derive(Debug, Clone, PartialEq)]
pub struct OptionSpec {
    /// Its name.
    pub name: String,
    /// Its default, which fixes the type too.
    pub default: OptionValue,
    /// What it does, a sentence.
    pub help: String,
}

/// The value of a rule's option.
#[derive(Debug, Clone, PartialEq)]
pub enum OptionValue {
    /// `true` or `false`.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A string.
    Text(String),
    /// A list of strings.
    List(Vec<String>),
}

impl OptionValue {
    /// The name of its type for error messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Boolean(_) => "true or false",
            Self::Integer(_) => "an integer",
            Self::Text(_) => "a string",
            Self::List(_) => "a list of strings",
        }
    }
}

/// The metadata of a rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Metadata {
    /// The stable id, kebab-case; names the bad pattern.
    pub id: String,
    /// One line for lists.
    pub title: String,
    /// Its severity unless a finding says otherwise.
    pub severity: Severity,
    /// Its confidence unless a finding says otherwise.
    pub confidence: Confidence,
    /// What it does under unknown.
    pub unknown: OnUnknown,
    /// The message of a finding.
    pub message: Template,
    /// The advice of a finding.
    pub help: Option<Template>,
    /// Whether it has fixes.
    pub fix: Fixes,
    /// Its options, by name.
    pub options: Vec<OptionSpec>,
    /// The first version that had it.
    pub since: String,
    /// Manual pages, standards, issues.
    pub references: Vec<String>,
    /// Ids that it had before.
    pub aliases: Vec<String>,
    /// The hazards of the catalogue that it covers.
    pub covers: Vec<String>,
    /// Whether its body is Rust code.
    pub native: bool,
}

/// The keys of `rule.toml`; the last three are the body of a declarative rule.
pub(super) const KEYS: [&str; 17] = [
    "id",
    "title",
    "severity",
    "confidence",
    "unknown",
    "message",
    "help",
    "fix",
    "options",
    "since",
    "references",
    "aliases",
    "covers",
    "native",
    "match",
    "with",
    "unless",
];

/// Reads the metadata out of a parsed `rule.toml`; the body's keys are left to [`super::toml_rule`].
pub(super) fn read<'i>(doc: Document<'i>, table: &DeTable<'i>) -> Result<Metadata, LoadError> {
    doc.only(table, &KEYS, "key")?;
    let need = |key: &str| table.get(key).ok_or_else(|| doc.error(0..0, format!("the key `{key}` is missing")));
    let strings = |key: &str| table.get(key).map_or(Ok(Vec::new()), |value| doc.strings(value, key));
    let template = |value: &Value<'i>, key: &str| {
        Template::parse(doc.string(value, key)?).map_err(|why| doc.error(value.span(), why))
    };
    Ok(Metadata {
        id: identifier(doc, need("id")?, "id")?,
        title: text(doc, need("title")?, "title")?,
        severity: doc.word(need("severity")?, "severity", &SEVERITIES)?,
        confidence: doc.word(need("confidence")?, "confidence", &CONFIDENCES)?,
        unknown: doc.word(need("unknown")?, "unknown", &UNKNOWNS)?,
        message: template(need("message")?, "message")?,
        help: table.get("help").map(|value| template(value, "help")).transpose()?,
        fix: table.get("fix").map_or(Ok(Fixes::None), |value| doc.word(value, "fix", &FIXES))?,
        options: table.get("options").map_or(Ok(Vec::new()), |value| options(doc, value))?,
        since: text(doc, need("since")?, "since")?,
        references: strings("references")?,
        aliases: strings("aliases")?,
        covers: strings("covers")?,
        native: table.get("native").map_or(Ok(false), |value| doc.boolean(value, "native"))?,
    })
}

const SEVERITIES: [(&str, Severity); 3] =
    [("note", Severity::Note), ("warning", Severity::Warning), ("error", Severity::Error)];
const CONFIDENCES: [(&str, Confidence); 3] =
    [("heuristic", Confidence::Heuristic), ("likely", Confidence::Likely), ("proved", Confidence::Proved)];
const UNKNOWNS: [(&str, OnUnknown); 3] = [
    ("silent", OnUnknown::Silent),
    ("heuristic", OnUnknown::AtMost(Confidence::Heuristic)),
    ("likely", OnUnknown::AtMost(Confidence::Likely)),
];
const FIXES: [(&str, Fixes); 3] = [("none", Fixes::None), ("safe", Fixes::Safe), ("unsafe", Fixes::Unsafe)];

fn text<'i>(doc: Document<'i>, value: &Value<'i>, key: &str) -> Result<String, LoadError> {
    let text = doc.string(value, key)?;
    if text.trim().is_empty() { Err(doc.error(value.span(), format!("`{key}` is empty"))) } else { Ok(text.to_owned()) }
}

fn identifier<'i>(doc: Document<'i>, value: &Value<'i>, key: &str) -> Result<String, LoadError> {
    let id = doc.string(value, key)?;
    if is_id(id) {
        Ok(id.to_owned())
    } else {
        Err(doc.error(value.span(), format!("`{id}` is no rule id: lower-case words joined by `-` are")))
    }
}

/// Whether a rule may be called so.
pub fn is_id(id: &str) -> bool {
    !id.is_empty()
        && id
            .split('-')
            .all(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()))
        && id.starts_with(|c: char| c.is_ascii_lowercase())
}

fn options<'i>(doc: Document<'i>, value: &Value<'i>) -> Result<Vec<OptionSpec>, LoadError> {
    let table = doc.table(value, "options")?;
    table
        .iter()
        .map(|(name, value)| {
            let spec = doc.table(value, "options.<name>")?;
            doc.only(spec, &["default", "help"], "key of an option")?;
            let need = |key: &str| {
                spec.get(key).ok_or_else(|| doc.error(value.span(), format!("the option lacks the key `{key}`")))
            };
            Ok(OptionSpec {
                name: name.get_ref().to_string(),
                default: option_value(doc, need("default")?)?,
                help: text(doc, need("help")?, "help")?,
            })
        })
        .collect()
}

fn option_value<'i>(doc: Document<'i>, value: &Value<'i>) -> Result<OptionValue, LoadError> {
    match value.get_ref() {
        DeValue::Boolean(b) => Ok(OptionValue::Boolean(*b)),
        DeValue::String(s) => Ok(OptionValue::Text(s.to_string())),
        DeValue::Integer(i) => i64::from_str_radix(i.as_str(), i.radix())
            .map(OptionValue::Integer)
            .map_err(|e| doc.error(value.span(), e.to_string())),
        DeValue::Array(_) => Ok(OptionValue::List(doc.strings(value, "default")?)),
        other => Err(doc.error(
            value.span(),
            unknown("type of an option", other.type_str(), ["boolean", "integer", "string", "array of strings"]),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
id = "ignored-option"
title = "An option is ignored"
severity = "warning"
confidence = "proved"
unknown = "silent"
message = "{option} is ignored when {by} is set"
since = "0.1.0"
native = true
[options.allow]
default = ["A"]
help = "Options that may be ignored."
"#;

    fn load(text: &str) -> Result<Metadata, LoadError> {
        let doc = Document::new("rule.toml", text);
        let table = doc.parse()?;
        read(doc, table.get_ref())
    }

    #[test]
    fn a_good_file_is_read() {
        let metadata = load(GOOD).unwrap();
        assert_eq!((metadata.id.as_str(), metadata.native, metadata.fix), ("ignored-option", true, Fixes::None));
        assert_eq!(metadata.options[0].default, OptionValue::List(vec!["A".into()]));
    }

    #[test]
    fn errors_have_positions_and_known_names() {
        let cases = [
            ("severity = \"warning\"", "severity = \"warn\"", "4:12: no severity `warn`; known: note, warning, error"),
            ("since =", "sinse =", "8:1: no key `sinse` (did you mean `since`?); known:"),
            ("native = true", "native = 1", "9:10: `native` takes true or false, this is an integer"),
            ("{option}", "{option", "7:11: `{option is ignored when {by` is no placeholder"),
            ("ignored-option\"", "Ignored\"", "2:6: `Ignored` is no rule id"),
            ("title = \"An option is ignored\"\n", "", "1:1: the key `title` is missing"),
            ("help = \"Options", "hulp = \"Options", "12:1: no key of an option `hulp` (did you mean `help`?)"),
            ("severity =", "severity ==", "4:11:"),
        ];
        for (from, to, expected) in cases {
            let error = load(&GOOD.replace(from, to)).unwrap_err().to_string();
            assert!(error.starts_with(&format!("rule.toml:{expected}")), "{error}");
        }
    }
}
