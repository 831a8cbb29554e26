//! A build script that watches a file which is not in its package, but in the folder above.
use std::path::Path;

use crate::cargo::{BuildScript, Directive, Package};
use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected().filter(|package| package.build.is_some()) {
        let Some(script) = cargo.script(package) else { continue };
        for directive in script.script.directives.iter().filter(|one| one.key == "rerun-if-changed") {
            look(cx, package, script, directive, sink);
        }
    }
}

fn look(cx: &Context<'_>, package: &Package, script: &BuildScript, directive: &Directive, sink: &mut Sink) {
    let path = directive.value.as_str();
    let bytes = script.source.bytes();
    let range = directive.range.start as usize..directive.range.end as usize;
    let printed = bytes.get(range).unwrap_or_default();
    // What is computed is not in the text.
    let says = |text: &[u8], part: &str| memchr::memmem::find(text, part.as_bytes()).is_some();
    if path.len() < 3 || path.starts_with(['/', '.']) || !says(printed, path) || !says(bytes, &format!("\"../{path}\""))
    {
        return;
    }
    let sandbox = cx.facts.sources.sandbox();
    let is_there = |path: &Path| sandbox.is_file(path) || sandbox.is_dir(path);
    let above = package.folder.parent().map(|above| above.join(path));
    if is_there(&package.folder.join(path)) || !above.is_some_and(|above| is_there(&above)) {
        return;
    }
    let draft = Draft::new(directive.cond, Place::new(script.span(&directive.range), "no such file in the package"))
        .named("package", package.name.text.clone())
        .named("path", path);
    sink.report(draft);
}
