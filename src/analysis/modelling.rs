//! What is known about the targets of a project, as a document.
use crate::cmake::eval::policy::Version;
use crate::cmake::eval::{self, Environment, Files};
use crate::discover;
use crate::model::{Model, concrete, dump};
use crate::source::SourceMap;

use super::inputs::{names_below, options};
use super::parsing::parse_all;
use super::pretty;
use super::request::ModelRequest;
use super::scope::{Failure, Scope};

/// Writes what is known about the targets of a project, one concrete configuration or all of them.
pub fn model(request: &ModelRequest) -> Result<serde_json::Value, Failure> {
    let written = with_model(request, |document| serde_json::to_value(&document))?;
    written.map_err(|error| Failure::Incomplete(error.to_string()))
}

/// The same, written out without having it in memory as a whole.
pub fn write_model(request: &ModelRequest, out: &mut dyn std::io::Write) -> Result<std::io::Result<()>, Failure> {
    with_model(request, |document| pretty::write(out, &document))
}

/// A model as it is written.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Document<'m, 'f> {
    One(serde_json::Value),
    All(Box<dump::Document<'m, 'f>>),
}

fn with_model<R>(request: &ModelRequest, act: impl FnOnce(Document<'_, '_>) -> R) -> Result<R, Failure> {
    let allowed = [request.allow_read.as_slice(), &request.configured.folders()].concat();
    let scope = Scope::of(&request.path, request.root.as_deref(), &allowed)?;
    let top = scope.path;
    let sources = SourceMap::new(scope.sandbox);
    if !sources.sandbox().is_file(&top.join("CMakeLists.txt")) {
        return Err(Failure::Usage(format!("{} has no CMakeLists.txt", top.display())));
    }
    let given = request.configured.read(&sources, &top)?;
    let files = Files::new(&sources);
    // What is defined anywhere decides which names are inputs. A configured tree says that itself.
    if request.all_configurations || request.configured.build_dir.is_none() {
        parse_all(&files, &discover::discover(&sources, &top));
    }
    let cmake = request.cmake_version.as_deref().and_then(Version::parse).or_else(|| given.cmake());
    let mut options = options(&top, &request.definitions, request.platform, cmake, request.all_configurations);
    given.apply(&mut options);
    let toolchain = concrete::Toolchain::new(
        options.system.as_deref().unwrap_or("Linux"),
        options.given.iter().map(|g| (g.name.as_str(), g.value.as_str())),
    );
    let cmake = options.cmake;
    options.packages = request.configured.packages(&files)?;
    options.summaries.clone_from(&request.configured.summaries);
    let names = names_below(&sources, &files.all(), &top, &options.packages);
    let facts = eval::evaluate(&Environment { files: &files, options, names });
    let model = Model::build(&facts);
    if request.all_configurations {
        return Ok(act(Document::All(Box::new(dump::Document::new(&model, &sources)))));
    }
    let set_by_user = request.definitions.iter().map(|d| (d.name.clone(), d.kind.clone(), d.value.clone())).collect();
    let settings = concrete::Settings { sources: &sources, toolchain, cmake, set_by_user };
    Ok(act(Document::One(concrete::write(&model, settings))))
}
