//! Parts of a CMake project that features switch on, each an archive of its own: all but some are linked.
use crate::cargo::script::{Build, UNKNOWN};
use crate::cargo::{BuildScript, Cargo, Directive, LinkLib, Package};
use crate::cond::Cond;
use crate::rules::wording::letters;
use crate::rules::{Draft, Place, Sink};

use super::{features, place};

/// Words that name what a part computes with: an interface to devices, or a library of linear algebra. Projects with such parts make an
/// archive of each; what other settings choose (`NATIVE`, `AVX2`, `F16`) is compiled into one of them.
/// Source: interfaces to devices as runtimes with several of them write these (ONNX Runtime, "Execution Providers"; ggml, "Backends").
const PARTS: &[&str] = &[
    "BLAS", "CANN", "CLBLAST", "COREML", "CUBLAS", "CUDA", "DIRECTML", "DML", "HIP", "HIPBLAS", "KOMPUTE", "METAL",
    "MUSA", "OPENCL", "OPENVINO", "ROCM", "RPC", "SYCL", "TENSORRT", "VULKAN", "WEBGPU",
];

/// A part that a feature switches on.
struct Part<'b> {
    feature: String,
    /// The setting.
    name: &'b str,
    cond: Cond,
}

impl Part<'_> {
    /// The project's name, with which those of its settings and archives begin.
    fn head(&self) -> &str {
        self.name.split('_').next().unwrap_or_default()
    }

    /// Whether an archive is called as the part is.
    fn is(&self, library: &LinkLib) -> bool {
        letters(&library.name) == letters(self.name)
    }
}

pub(super) fn look(cargo: &Cargo<'_>, package: &Package, script: &BuildScript, build: &Build, sink: &mut Sink) {
    let conds = &cargo.conds;
    let parts = parts(cargo, package, build);
    let libraries: Vec<(&Directive, LinkLib)> =
        script.script.directives.iter().filter_map(|one| Some((one, one.link_lib()?))).collect();
    // An archive whose name is put together may be any of them.
    if parts.len() < 3 || libraries.iter().any(|(_, library)| library.name.contains(UNKNOWN)) {
        return;
    }
    let linked = |part: &Part<'_>| {
        let own = libraries.iter().filter(|(_, library)| part.is(library)).map(|(directive, _)| directive.cond);
        conds.and(part.cond, conds.any(own.collect::<Vec<_>>()))
    };
    let whole: Vec<&Part<'_>> = parts.iter().filter(|part| linked(part) == part.cond).collect();
    for part in &parts {
        let siblings: Vec<&&Part<'_>> =
            whole.iter().filter(|one| one.head() == part.head() && one.feature != part.feature).collect();
        let cond = conds.diff(part.cond, linked(part));
        // Another setting of the same feature is the one that has the archive.
        let served = whole.iter().any(|one| one.feature == part.feature);
        let [sibling, _, ..] = siblings.as_slice() else { continue };
        let Some(span) = place(script, part.name).filter(|_| !served && cond.is_possible()) else { continue };
        let shown = libraries.iter().find(|(directive, library)| {
            sibling.is(library) && library.kind == "static" && !conds.disjoint(directive.cond, sibling.cond)
        });
        let Some((directive, library)) = shown else { continue };
        let wanted = spelt(&library.name, sibling.name, part.name);
        sink.report(
            Draft::new(cond, Place::new(span, "built, and not linked"))
                .related(script.span(&directive.range), format!("`{}` is linked here", library.name))
                .named("feature", part.feature.clone())
                .named("library", wanted)
                .value("package", package.name.text.clone())
                .message(format!(
                    "the feature `{}` has `{}` built into an archive of its own, as `{}` has `{}`, and nothing links that archive{}",
                    part.feature,
                    part.name,
                    sibling.feature,
                    library.name,
                    if linked(part).is_false() { "" } else { " on all systems" },
                ))
                .help("print `cargo:rustc-link-lib=static=…` for it where the feature is on, as for the other parts"),
        );
    }
}

/// The parts that features of the package switch on, each once.
fn parts<'b>(cargo: &Cargo<'_>, package: &Package, build: &'b Build) -> Vec<Part<'b>> {
    let conds = &cargo.conds;
    let mut out: Vec<Part<'b>> = Vec::new();
    for (name, value, call) in build.settings("define") {
        let on = matches!(value.to_ascii_uppercase().as_str(), "1" | "ON" | "TRUE" | "YES");
        let word = name.split_once('_').map_or("", |(_, word)| word);
        if !on || !PARTS.contains(&word) {
            continue;
        }
        let cond = conds.and(build.cond, call.cond);
        let Ok([feature]) = <[String; 1]>::try_from(features(cargo, package, cond)) else { continue };
        if !out.iter().any(|one| one.name == name) {
            out.push(Part { feature, name, cond });
        }
    }
    out
}

/// The name of another part's archive, spelt as the one that is known.
fn spelt(known: &str, setting: &str, other: &str) -> String {
    let (Some((_, tail)), Some((_, word))) = (setting.split_once('_'), other.split_once('_')) else {
        return other.to_lowercase();
    };
    let head = known.get(..known.len().saturating_sub(tail.len())).unwrap_or_default();
    format!("{head}{}", word.to_lowercase())
}
