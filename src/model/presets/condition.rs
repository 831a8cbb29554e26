//! Conditions of presets (cmake-presets(7), "Condition").
use serde_json::Value as Json;

use crate::cmake::lang::regex::Regex;

use super::macros::At;

/// Whether a condition holds. (The depth of the JSON is bounded by its parser.)
pub(super) fn holds(json: &Json, at: &At<'_>) -> Result<bool, String> {
    let object = match json {
        Json::Null => return Ok(true),
        Json::Bool(value) => return Ok(*value),
        Json::Object(object) => object,
        _ => return Err("neither an object nor a boolean".to_owned()),
    };
    let text = |key: &str| -> Result<String, String> {
        let text = object.get(key).and_then(Json::as_str).ok_or_else(|| format!("no text `{key}`"))?;
        at.expand(text).ok_or_else(|| format!("a macro of `{key}` is not known"))
    };
    let each = || object.get("conditions").and_then(Json::as_array).ok_or("no list `conditions`");
    match object.get("type").and_then(Json::as_str).unwrap_or_default() {
        "const" => object.get("value").and_then(Json::as_bool).ok_or_else(|| "no boolean `value`".to_owned()),
        "equals" => Ok(text("lhs")? == text("rhs")?),
        "notEquals" => Ok(text("lhs")? != text("rhs")?),
        "inList" => in_list(object.get("list"), &text("string")?, at),
        "notInList" => in_list(object.get("list"), &text("string")?, at).map(|found| !found),
        "matches" => Ok(Regex::new(&text("regex")?)?.is_match(&text("string")?)),
        "notMatches" => Ok(!Regex::new(&text("regex")?)?.is_match(&text("string")?)),
        "anyOf" => each()?.iter().try_fold(false, |any, one| Ok(any | holds(one, at)?)),
        "allOf" => each()?.iter().try_fold(true, |all, one| Ok(all & holds(one, at)?)),
        "not" => holds(object.get("condition").ok_or("no `condition`")?, at).map(|inner| !inner),
        other => Err(format!("unknown type `{other}`")),
    }
}

fn in_list(list: Option<&Json>, wanted: &str, at: &At<'_>) -> Result<bool, String> {
    let list = list.and_then(Json::as_array).ok_or("no list `list`")?;
    Ok(list.iter().filter_map(Json::as_str).any(|item| at.expand(item).as_deref() == Some(wanted)))
}
