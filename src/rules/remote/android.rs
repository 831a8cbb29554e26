//! What is built for Android alone.
use crate::cond::Cond;
use crate::model::{Model, TargetId};
use crate::rules::Facts;
use crate::rules::sink::Merged;

/// Whether it is told, for another system, of a project or a target that is built by the NDK alone.
pub(super) fn is_for_android(merged: &Merged<Cond>, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project else { return false };
    let conds = facts.conditions.conds;
    let elsewhere = conds.platform("ANDROID").is_some_and(|android| conds.disjoint(merged.condition, android));
    let mut targets = merged.subjects.iter().filter_map(|name| project.model.find(name));
    elsewhere && (is_named_so(project.model) || targets.any(|id| links_a_library(project.model, id, merged.condition)))
}

/// Whether the name of the project's folder or its own says so (`jni` is the folder of ndk-build).
fn is_named_so(model: &Model<'_>) -> bool {
    let facts = model.facts;
    let folder = facts.source_dir.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let first = facts.projects.first().and_then(|one| facts.texts.as_str(one.name)).unwrap_or_default();
    folder == "jni" || folder == "android" || first.to_lowercase().contains("android")
}

/// Whether a target always links a library of Android, as it is meant.
fn links_a_library(model: &Model<'_>, id: TargetId, cond: Cond) -> bool {
    let of_android = |item: &str| {
        let mut rows = include_str!("android.txt").lines().filter(|line| !line.starts_with('#'));
        rows.any(|row| row == item.strip_prefix("-l").unwrap_or(item))
    };
    model.library_items(id).iter().any(|item| of_android(&item.text) && model.facts.conds.implies(cond, item.cond))
}
