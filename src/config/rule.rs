//! What a configuration says about one rule.
use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use toml::Spanned;

use crate::rules::Severity;
use crate::rules::metadata::OptionValue;

/// A rule's level and options; a level alone may stand for the table.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(untagged))]
#[serde(untagged)]
#[cfg_attr(not(test), allow(clippy::large_enum_variant))]
pub enum RuleSetting {
    /// The level alone
    Level(RuleLevel),
    /// Level and options
    Table(RuleTable),
    /// Nothing said
    #[default]
    #[serde(skip)]
    Unset,
}

/// What may stand in a rule's table.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RuleTable {
    /// Its level, in place of the severity of its findings
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<RuleLevel>,
    /// Its options, as `linklint explain` tells them
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, OptionSetting>"))]
    options: BTreeMap<Spanned<String>, Spanned<OptionSetting>>,
}

/// The level of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RuleLevel {
    /// Its findings count for nothing
    Allow,
    /// Its findings are notes
    Note,
    /// Its findings are warnings
    Warning,
    /// Its findings are errors
    Error,
}

impl RuleLevel {
    /// The severity that findings get; none when they do not count.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Self::Allow => None,
            Self::Note => Some(Severity::Note),
            Self::Warning => Some(Severity::Warning),
            Self::Error => Some(Severity::Error),
        }
    }
}

/// The value of a rule's option.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OptionSetting {
    /// True or false
    Boolean(bool),
    /// A whole number
    Integer(i64),
    /// A string
    Text(String),
    /// A list of strings
    List(Vec<String>),
}

impl From<OptionSetting> for OptionValue {
    fn from(value: OptionSetting) -> Self {
        match value {
            OptionSetting::Boolean(value) => Self::Boolean(value),
            OptionSetting::Integer(value) => Self::Integer(value),
            OptionSetting::Text(value) => Self::Text(value),
            OptionSetting::List(value) => Self::List(value),
        }
    }
}

impl RuleSetting {
    /// The level, when one is set.
    pub fn level(&self) -> Option<RuleLevel> {
        match self {
            Self::Level(level) => Some(*level),
            Self::Table(table) => table.level,
            Self::Unset => None,
        }
    }

    /// The options with where they stand.
    pub fn options(&self) -> impl Iterator<Item = (&Spanned<String>, &Spanned<OptionSetting>)> {
        let table = if let Self::Table(table) = self { Some(table) } else { None };
        table.into_iter().flat_map(|table| &table.options)
    }
}

// By hand: serde's untagged enums forget where an unknown key stands.
impl<'de> Deserialize<'de> for RuleSetting {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Setting;

        impl<'de> Visitor<'de> for Setting {
            type Value = RuleSetting;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a level (\"allow\", \"note\", \"warning\", \"error\") or a table")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<RuleSetting, E> {
                RuleLevel::deserialize(StrDeserializer::new(text)).map(RuleSetting::Level)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RuleSetting, A::Error> {
                RuleTable::deserialize(MapAccessDeserializer::new(map)).map(RuleSetting::Table)
            }
        }

        deserializer.deserialize_any(Setting)
    }
}
