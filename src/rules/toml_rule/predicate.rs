//! What a pattern asks of a field: a value, or a table of conditions that must all hold.
use regex::{Regex, RegexBuilder};
use toml::de::{DeTable, DeValue};

use super::pattern::Scope;
use super::schema::{Field, FieldKind, Value};
use crate::rules::document::{Document, LoadError, Value as Item, unknown};
use crate::rules::metadata::OptionValue;
use crate::rules::options::Options;

/// What is asked of a field.
#[derive(Debug)]
pub(super) enum Predicate {
    Is(Constant),
    In(Vec<Constant>),
    Regex(Regex),
    Not(Box<Predicate>),
    All(Vec<Predicate>),
    /// The same as a field of an earlier row: index of the row, index of the field.
    Same(usize, usize),
    /// One of the values of an option of the rule.
    Option(String),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Constant {
    Text(String),
    Boolean(bool),
    Integer(i64),
}

/// The three truth values: what is not known may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Truth {
    False,
    Unknown,
    True,
}

impl Truth {
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::False, _) | (_, Self::False) => Self::False,
            (Self::True, Self::True) => Self::True,
            _ => Self::Unknown,
        }
    }

    fn not(self) -> Self {
        match self {
            Self::False => Self::True,
            Self::True => Self::False,
            Self::Unknown => Self::Unknown,
        }
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

impl Predicate {
    /// Whether it compares with another row.
    pub(super) fn asks_others(&self) -> bool {
        match self {
            Self::Same(..) => true,
            Self::Not(inner) => inner.asks_others(),
            Self::All(all) => all.iter().any(Self::asks_others),
            Self::Is(_) | Self::In(_) | Self::Regex(_) | Self::Option(_) => false,
        }
    }

    /// Whether `value` is as asked; `other` gives a field of an earlier row.
    pub(super) fn holds<'a>(
        &self,
        value: Value<'a>,
        options: &Options,
        other: &dyn Fn(usize, usize) -> Value<'a>,
    ) -> Truth {
        match (self, value) {
            (Self::Not(inner), _) => inner.holds(value, options, other).not(),
            (Self::All(all), _) => {
                all.iter().fold(Truth::True, |truth, one| truth.and(one.holds(value, options, other)))
            }
            (_, Value::Unknown) => Truth::Unknown,
            (Self::Is(constant), _) => constant.is(value).into(),
            (Self::In(constants), _) => constants.iter().any(|constant| constant.is(value)).into(),
            (Self::Regex(regex), Value::Text(text)) => regex.is_match(text).into(),
            (Self::Same(row, field), _) => match other(*row, *field) {
                Value::Unknown => Truth::Unknown,
                known => (known == value).into(),
            },
            (Self::Option(name), Value::Text(text)) => {
                (options.list(name).iter().any(|item| item == text) || options.text(name) == text).into()
            }
            (Self::Regex(_) | Self::Option(_), _) => Truth::False,
        }
    }
}

impl Constant {
    fn is(&self, value: Value<'_>) -> bool {
        match (self, value) {
            (Self::Text(a), Value::Text(b)) => a == b,
            (Self::Boolean(a), Value::Boolean(b)) => *a == b,
            (Self::Integer(a), Value::Integer(b)) => *a == b,
            _ => false,
        }
    }
}

/// The names of the conditions in a table.
const PREDICATES: [&str; 6] = ["in", "regex", "glob", "not", "same", "option"];

/// Reads what is asked of `field`.
pub(super) fn read<'i>(
    doc: Document<'i>,
    item: &Item<'i>,
    field: &Field,
    scope: &Scope<'_>,
) -> Result<Predicate, LoadError> {
    let DeValue::Table(table) = item.get_ref() else { return Ok(Predicate::Is(constant(doc, item, field)?)) };
    let mut all = all(doc, table, field, scope)?;
    match all.pop() {
        None => Err(doc.error(item.span(), format!("an empty condition; known: {}", PREDICATES.join(", ")))),
        Some(only) if all.is_empty() => Ok(only),
        Some(last) => {
            all.push(last);
            Ok(Predicate::All(all))
        }
    }
}

fn all<'i>(
    doc: Document<'i>,
    table: &DeTable<'i>,
    field: &Field,
    scope: &Scope<'_>,
) -> Result<Vec<Predicate>, LoadError> {
    let mut all = Vec::new();
    for (key, item) in table {
        let text_only = |what: &str| {
            let wrong = format!("`{what}` asks for text, `{}` is {}", field.name, field.kind.words());
            if field.kind == FieldKind::Text { Ok(()) } else { Err(doc.error(key.span(), wrong)) }
        };
        all.push(match key.get_ref().as_ref() {
            "in" => Predicate::In(constants(doc, item, field)?),
            "regex" => {
                text_only("regex")?;
                Predicate::Regex(regex(doc, item, doc.string(item, "regex")?)?)
            }
            "glob" => {
                text_only("glob")?;
                Predicate::Regex(regex(doc, item, &glob(doc.string(item, "glob")?))?)
            }
            "not" => Predicate::Not(Box::new(read(doc, item, field, scope)?)),
            "same" => {
                let (row, other) = scope.field(doc, item, "same")?;
                if other.1.kind != field.kind {
                    let (here, there) = (field.kind.words(), other.1.kind.words());
                    let message =
                        format!("`{}` is {here}, `{}` {there}: they are never the same", field.name, other.1.name);
                    return Err(doc.error(item.span(), message));
                }
                Predicate::Same(row, other.0)
            }
            "option" => {
                text_only("option")?;
                Predicate::Option(option(doc, item, scope)?)
            }
            other => return Err(doc.error(key.span(), unknown("condition", other, PREDICATES))),
        });
    }
    Ok(all)
}

fn constants<'i>(doc: Document<'i>, item: &Item<'i>, field: &Field) -> Result<Vec<Constant>, LoadError> {
    let list = item.get_ref().as_array().ok_or_else(|| doc.error(item.span(), "`in` takes a list"))?;
    if list.is_empty() {
        return Err(doc.error(item.span(), "an empty list: nothing is in it"));
    }
    list.iter().map(|item| constant(doc, item, field)).collect()
}

fn constant<'i>(doc: Document<'i>, item: &Item<'i>, field: &Field) -> Result<Constant, LoadError> {
    let wrong = || {
        let hint = if item.get_ref().is_array() { "; for one of several write { in = […] }" } else { "" };
        let message =
            format!("`{}` is {}, this is {}{hint}", field.name, field.kind.words(), item.get_ref().type_str());
        doc.error(item.span(), message)
    };
    match (field.kind, item.get_ref()) {
        (FieldKind::Text, DeValue::String(text)) => Ok(Constant::Text(text.to_string())),
        (FieldKind::Boolean, DeValue::Boolean(b)) => Ok(Constant::Boolean(*b)),
        (FieldKind::Integer, DeValue::Integer(n)) => {
            i64::from_str_radix(n.as_str(), n.radix()).map(Constant::Integer).map_err(|_| wrong())
        }
        _ => Err(wrong()),
    }
}

/// Bytes that a compiled pattern may take: patterns come from the user's files.
const PATTERN_LIMIT: usize = 1 << 20;

fn regex<'i>(doc: Document<'i>, item: &Item<'i>, pattern: &str) -> Result<Regex, LoadError> {
    let built = RegexBuilder::new(pattern).size_limit(PATTERN_LIMIT).dfa_size_limit(PATTERN_LIMIT).build();
    built.map_err(|error| {
        // Its text shows the pattern over several lines; the last says what is wrong.
        let text = error.to_string();
        let why = text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
        doc.error(item.span(), format!("not a regular expression: {why}"))
    })
}

/// A glob as a regular expression over the whole text: `*` and `?` match `/` too; there are no classes.
fn glob(glob: &str) -> String {
    let mut pattern = String::from("(?s)^");
    for c in glob.chars() {
        match c {
            '*' => pattern.push_str(".*"),
            '?' => pattern.push('.'),
            c => pattern.push_str(&regex::escape(c.encode_utf8(&mut [0; 4]))),
        }
    }
    pattern + "$"
}

fn option<'i>(doc: Document<'i>, item: &Item<'i>, scope: &Scope<'_>) -> Result<String, LoadError> {
    let name = doc.string(item, "option")?;
    let known = || scope.metadata.options.iter().map(|option| option.name.as_str());
    match scope.metadata.options.iter().find(|option| option.name == name) {
        None => Err(doc.error(item.span(), unknown("option of the rule", name, known()))),
        Some(option) if matches!(option.default, OptionValue::List(_) | OptionValue::Text(_)) => Ok(name.to_owned()),
        Some(option) => {
            let message = format!("the option `{name}` is {}, not a string or list", option.default.type_name());
            Err(doc.error(item.span(), message))
        }
    }
}
