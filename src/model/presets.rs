//! CMakePresets.json and CMakeUserPresets.json: what a configure preset gives (cmake-presets(7)).
//!
//! `$env{}` sees what the preset sets, else nothing; `$penv{}` is empty: the environment of the process is no input.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json};

use crate::cmake::eval::Given;
use crate::source::{SourceMap, normalize};

mod condition;
mod macros;

/// Preset files that are read in all.
const MOST_FILES: usize = 64;
/// Presets that inherit from each other, in a chain.
const DEEPEST: usize = 64;

/// What a configure preset says.
#[derive(Debug, Clone, Default)]
pub struct Preset {
    /// Cache entries.
    pub given: Vec<Given>,
    /// The build folder, absolute.
    pub binary_dir: Option<PathBuf>,
}

/// A preset as it stands in a file.
struct Written {
    fields: Map<String, Json>,
    /// The folder of that file.
    folder: PathBuf,
}

/// A field of a resolved preset, with what `${fileDir}` is in it.
type Field = (Json, PathBuf);

/// Reads the configure preset of a name.
pub fn read(sources: &SourceMap, top: &Path, name: &str) -> Result<Preset, String> {
    let mut all = Presets { sources, by_name: BTreeMap::new(), files: Vec::new() };
    let user = top.join("CMakeUserPresets.json");
    let own = top.join("CMakePresets.json");
    let there: Vec<&PathBuf> = [&own, &user].into_iter().filter(|path| sources.sandbox().is_file(path)).collect();
    if there.is_empty() {
        return Err(format!("{} has no CMakePresets.json", top.display()));
    }
    for path in there {
        all.load(path)?;
    }
    all.resolve(top, name)
}

struct Presets<'s> {
    sources: &'s SourceMap,
    by_name: BTreeMap<String, Written>,
    files: Vec<PathBuf>,
}

impl Presets<'_> {
    /// Takes in a file and those that it includes, each once.
    fn load(&mut self, path: &Path) -> Result<(), String> {
        let path = normalize(path);
        if self.files.contains(&path) {
            return Ok(());
        }
        if self.files.len() >= MOST_FILES {
            return Err(format!("more than {MOST_FILES} preset files"));
        }
        self.files.push(path.clone());
        let shown = path.display();
        let bytes = self.sources.sandbox().read(&path).map_err(|e| e.to_string())?;
        let json: Json = serde_json::from_slice(&bytes).map_err(|e| format!("{shown}: {e}"))?;
        let version = json.get("version").and_then(Json::as_u64);
        let version = version.ok_or_else(|| format!("{shown}: no version"))?;
        let folder = path.parent().unwrap_or(Path::new("/")).to_path_buf();
        if version >= 4 {
            for include in texts(json.get("include")) {
                let include = if version >= 7 { macros::parent_environment_only(&include) } else { include };
                self.load(&folder.join(include))?;
            }
        }
        for preset in json.get("configurePresets").and_then(Json::as_array).into_iter().flatten() {
            let Some(fields) = preset.as_object() else { continue };
            let Some(name) = fields.get("name").and_then(Json::as_str) else {
                return Err(format!("{shown}: a configure preset without a name"));
            };
            let written = Written { fields: fields.clone(), folder: folder.clone() };
            if self.by_name.insert(name.to_owned(), written).is_some() {
                return Err(format!("{shown}: the configure preset {name} is there twice"));
            }
        }
        Ok(())
    }

    fn resolve(&self, top: &Path, name: &str) -> Result<Preset, String> {
        let Some(own) = self.by_name.get(name) else {
            let known = self.by_name.iter().filter(|(_, p)| !is_hidden(p)).map(|(name, _)| name.as_str());
            let known: Vec<&str> = known.collect();
            let meant = crate::nearest::suggestion(name, known.iter().copied());
            return Err(format!("no configure preset `{name}`{meant}; known: {}", known.join(", ")));
        };
        if is_hidden(own) {
            return Err(format!("the configure preset {name} is hidden: others inherit it"));
        }
        let fields = self.inherited(name, 0)?;
        let generator = fields.get("generator").and_then(|(json, _)| json.as_str()).unwrap_or_default().to_owned();
        let scope = macros::Scope::new(top, name, &generator, &fields);
        let condition = fields.get("condition").map(|(json, folder)| condition::holds(json, &scope.at(folder)));
        match condition.unwrap_or(Ok(true)) {
            Ok(true) => {}
            Ok(false) => return Err(format!("the configure preset {name} is disabled by its condition")),
            Err(why) => return Err(format!("the condition of the configure preset {name}: {why}")),
        }
        Ok(preset(&fields, &scope, top))
    }

    /// The fields of a preset over those that it inherits: what comes first in `inherits` wins, maps are united.
    fn inherited(&self, name: &str, depth: usize) -> Result<BTreeMap<String, Field>, String> {
        let own = self.by_name.get(name).ok_or_else(|| format!("an unknown configure preset is inherited: {name}"))?;
        if depth >= DEEPEST {
            return Err(format!("the configure preset {name} inherits itself"));
        }
        let mut out: BTreeMap<String, Field> = BTreeMap::new();
        for (key, value) in &own.fields {
            match (value, OF_EACH.contains(&key.as_str()), MAPS.contains(&key.as_str())) {
                (_, true, _) => {}
                (Json::Object(entries), _, true) => {
                    let entries = entries.iter().map(|(k, v)| (format!("{key}/{k}"), (v.clone(), own.folder.clone())));
                    out.extend(entries);
                }
                _ => drop(out.insert(key.clone(), (value.clone(), own.folder.clone()))),
            }
        }
        for parent in texts(own.fields.get("inherits")) {
            for (key, (value, _)) in self.inherited(&parent, depth + 1)? {
                // `${fileDir}` is the folder of the file that inherits (measured with 3.25).
                out.entry(key).or_insert((value, own.folder.clone()));
            }
        }
        Ok(out)
    }
}

/// Fields that are not inherited.
const OF_EACH: &[&str] = &["name", "hidden", "inherits", "description", "displayName"];
/// Fields of which the entries are inherited one by one.
const MAPS: &[&str] = &["cacheVariables", "environment"];

fn is_hidden(preset: &Written) -> bool {
    preset.fields.get("hidden").and_then(Json::as_bool).unwrap_or(false)
}

/// A text or a list of texts.
fn texts(json: Option<&Json>) -> Vec<String> {
    match json {
        Some(Json::String(text)) => vec![text.clone()],
        Some(Json::Array(items)) => items.iter().filter_map(Json::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

fn preset(fields: &BTreeMap<String, Field>, scope: &macros::Scope<'_>, top: &Path) -> Preset {
    let mut out = Preset::default();
    let text = |key: &str| {
        let (json, folder) = fields.get(key)?;
        scope.at(folder).expand(json.as_str()?)
    };
    let mut entry = |name: &str, kind: Option<&str>, value: String| {
        out.given.push(Given { name: name.to_owned(), kind: kind.map(str::to_owned), value });
    };
    for (key, name, kind) in [
        ("installDir", "CMAKE_INSTALL_PREFIX", "PATH"),
        ("toolchainFile", "CMAKE_TOOLCHAIN_FILE", "FILEPATH"),
        ("generator", "CMAKE_GENERATOR", "INTERNAL"),
    ] {
        if let Some(value) = text(key) {
            entry(name, Some(kind), value);
        }
    }
    for (key, (json, folder)) in fields {
        let Some(name) = key.strip_prefix("cacheVariables/") else { continue };
        let (kind, value) = match json {
            Json::Object(typed) => {
                (typed.get("type").and_then(Json::as_str), typed.get("value").unwrap_or(&Json::Null))
            }
            other => (None, other),
        };
        match value {
            Json::Bool(on) => entry(name, kind.or(Some("BOOL")), if *on { "TRUE" } else { "FALSE" }.to_owned()),
            Json::String(text) => {
                if let Some(value) = scope.at(folder).expand(text) {
                    entry(name, kind, value);
                }
            }
            _ => {}
        }
    }
    out.binary_dir = text("binaryDir").map(|path| normalize(&top.join(path)));
    out
}

#[cfg(test)]
mod tests;
