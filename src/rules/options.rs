//! The values of a rule's options: its defaults, with what the user set over them.
use std::collections::BTreeMap;

use super::metadata::{OptionSpec, OptionValue};
use crate::nearest::suggestion;

/// The options of one rule, each with a value of its declared type.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Options {
    values: BTreeMap<String, OptionValue>,
}

impl Options {
    /// The defaults of `specs` with `set` over them; the error names what no option of the rule is, or has another type.
    pub fn resolve(specs: &[OptionSpec], set: &BTreeMap<String, OptionValue>) -> Result<Self, String> {
        let mut values: BTreeMap<String, OptionValue> =
            specs.iter().map(|spec| (spec.name.clone(), spec.default.clone())).collect();
        for (name, value) in set {
            let Some(slot) = values.get_mut(name) else {
                let known = || specs.iter().map(|spec| spec.name.as_str());
                let names: Vec<&str> = known().collect();
                let known_text = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                return Err(format!("no option `{name}`{}; known: {known_text}", suggestion(name, known())));
            };
            if std::mem::discriminant(slot) != std::mem::discriminant(value) {
                return Err(format!("the option `{name}` takes {}, not {}", slot.type_name(), value.type_name()));
            }
            *slot = value.clone();
        }
        Ok(Self { values })
    }

    /// A switch; off when the rule declares none of that name.
    pub fn boolean(&self, name: &str) -> bool {
        matches!(self.values.get(name), Some(OptionValue::Boolean(true)))
    }

    /// A number; 0 when the rule declares none of that name.
    pub fn integer(&self, name: &str) -> i64 {
        if let Some(OptionValue::Integer(value)) = self.values.get(name) { *value } else { 0 }
    }

    /// A string; empty when the rule declares none of that name.
    pub fn text(&self, name: &str) -> &str {
        if let Some(OptionValue::Text(value)) = self.values.get(name) { value } else { "" }
    }

    /// A list; empty when the rule declares none of that name.
    pub fn list(&self, name: &str) -> &[String] {
        if let Some(OptionValue::List(value)) = self.values.get(name) { value } else { &[] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_user_sets_is_checked() {
        let specs = [OptionSpec { name: "limit".into(), default: OptionValue::Integer(3), help: "How many.".into() }];
        let set = |name: &str, value| BTreeMap::from([(name.to_owned(), value)]);
        assert_eq!(Options::resolve(&specs, &BTreeMap::new()).unwrap().integer("limit"), 3);
        let options = Options::resolve(&specs, &set("limit", OptionValue::Integer(5))).unwrap();
        assert_eq!(options.integer("limit"), 5);
        let wrong = Options::resolve(&specs, &set("limits", OptionValue::Integer(5))).unwrap_err();
        assert_eq!(wrong, "no option `limits` (did you mean `limit`?); known: limit");
        let wrong = Options::resolve(&specs, &set("limit", OptionValue::Boolean(true))).unwrap_err();
        assert_eq!(wrong, "the option `limit` takes an integer, not true or false");
    }
}
