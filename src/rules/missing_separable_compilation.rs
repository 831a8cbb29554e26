//! Device code of several CUDA sources that is never linked: a `__device__` function of another source without separable
//! compilation, and an archive with separable compilation that no device link sees.
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::archives::is_ever;
use crate::model::binaries::{Binaries, LINKED, Unit};
use crate::model::{Model, TargetId};
use crate::native::{Function, NativeFile, Natives};
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    if !project.natives.paths().any(|path| path.extension().is_some_and(|suffix| suffix == "cu")) {
        return;
    }
    let model = project.model;
    let Some(languages) = model.facts.global_properties.get("ENABLED_LANGUAGES") else { return };
    let is_cuda = |text| model.facts.texts.as_str(text) == Some("CUDA");
    let enabled = model.facts.conds.any(languages.elems.iter().filter(|e| is_cuda(e.text)).map(|e| e.cond));
    if enabled.is_false() {
        return;
    }
    let search = Search { model, natives: project.natives, binaries: project.binaries, enabled };
    let archives = search.archives();
    let mut reported: BTreeSet<TargetId> = BTreeSet::new();
    for id in model.judged_targets().filter(|id| is_ever(model, *id, LINKED)) {
        search.binary(id, &mut reported, sink);
        search.unlinked(id, &archives, sink);
        search.taken_objects(id, sink);
    }
    // Each source is compiled to code of its own, whoever takes the objects.
    for id in model.judged_targets().filter(|id| is_ever(model, *id, &[TargetKind::Static, TargetKind::Object])) {
        search.binary(id, &mut reported, sink);
    }
}

struct Search<'a> {
    model: &'a Model<'a>,
    natives: &'a Natives<'a>,
    binaries: &'a Binaries<'a>,
    /// When the language is there.
    enabled: Cond,
}

/// A definition of device code.
struct Device {
    unit: Unit,
    span: Span,
    cond: Cond,
}

impl Search<'_> {
    /// Looks for calls that lead out of their source.
    fn binary(&self, id: TargetId, reported: &mut BTreeSet<TargetId>, sink: &mut Sink) {
        let units = self.binaries.units(id);
        let units: Vec<&Unit> = units.iter().filter(|unit| self.is_cuda(unit)).collect();
        if units.len() < 2 {
            return;
        }
        let mut defined: FxHashMap<String, Vec<Device>> = FxHashMap::default();
        for unit in &units {
            self.definitions(unit, &mut defined);
        }
        for unit in units {
            if reported.contains(&unit.compiled_by) {
                continue;
            }
            if let Some(draft) = self.source(id, unit, &defined) {
                reported.insert(unit.compiled_by);
                sink.report(draft);
            }
        }
    }

    /// Whether a source is CUDA: by its suffix, unless a property gives it another language there (cmake-properties(7), LANGUAGE).
    fn is_cuda(&self, unit: &Unit) -> bool {
        let facts = self.model.facts;
        let is_cu = unit.path.extension().is_some_and(|suffix| suffix == "cu");
        is_cu && {
            let language = facts.source_properties.get(&(unit.path.to_string_lossy().into(), "LANGUAGE".into()));
            let mut said = language.into_iter().flat_map(|value| value.elems.iter());
            said.all(|one| facts.texts.as_str(one.text) == Some("CUDA") || facts.conds.disjoint(one.cond, unit.cond))
        }
    }

    fn definitions(&self, unit: &Unit, out: &mut FxHashMap<String, Vec<Device>>) {
        let Some(file) = self.natives.file(&unit.path) else { return };
        let compilation = self.binaries.compilation(unit.compiled_by, &unit.path);
        for function in file.facts.functions.iter().filter(|f| f.is_definition && is_device(&file, f)) {
            let Some(cond) = compilation.holds(&file.facts.guards, function.guard, "") else { continue };
            let span = Span::new(file.source.id(), function.range.clone());
            out.entry(function.qualified.clone()).or_default().push(Device { unit: unit.clone(), span, cond });
        }
    }

    /// The first call of a source that only another source can answer.
    fn source(&self, id: TargetId, unit: &Unit, defined: &FxHashMap<String, Vec<Device>>) -> Option<Draft> {
        let conds = &self.model.facts.conds;
        let file = self.natives.file(&unit.path)?;
        let compilation = self.binaries.compilation(unit.compiled_by, &unit.path);
        let reached = self.binaries.headers.reached(unit.compiled_by, &unit.path);
        let seen: Vec<&NativeFile> = reached.files.iter().filter_map(|&index| self.natives.at(index)).collect();
        let declared = |name: &str| {
            let mut all = seen.iter().flat_map(|file| file.facts.functions.iter().map(move |f| (*file, f)));
            all.find(|(file, f)| f.name == name && !f.is_definition && is_device(file, f))
        };
        for used in &file.facts.uses {
            let name = used.name.rsplit(':').next().unwrap_or(&used.name);
            let Some((_, function)) = declared(name) else { continue };
            let Some(definitions) = defined.get(&function.qualified) else { continue };
            // What the source sees defined, or a macro, is no call to elsewhere.
            let own = |f: &Function| f.is_definition && f.name == name;
            let hidden = seen.iter().any(|file| {
                file.facts.functions.iter().any(own) || file.facts.macros.iter().any(|one| one.name == name)
            });
            let other = definitions.iter().find(|one| one.unit.path != unit.path);
            let (Some(other), false) = (other, hidden) else { continue };
            let Some(when) = compilation.holds(&file.facts.guards, used.guard, "") else { continue };
            let kinds =
                if is_ever(self.model, id, LINKED) { LINKED } else { &[TargetKind::Static, TargetKind::Object] };
            let parts = [unit.cond, other.unit.cond, other.cond, when, self.enabled, self.model.is_kind(id, kinds)];
            let cond = conds.diff(conds.all(parts), self.separable(unit.compiled_by));
            let place = self.model.definition_span(unit.compiled_by)?;
            if !cond.is_possible() {
                continue;
            }
            let call = Span::new(file.source.id(), used.range.clone());
            return Some(
                Draft::new(cond, Place::new(place, "compiled source by source"))
                    .named("target", self.model.name(unit.compiled_by))
                    .named("function", &*function.qualified)
                    .related(call, format!("`{name}` is called here"))
                    .related(other.span, "and defined in another source"),
            );
        }
        None
    }

    /// When the sources of a target are compiled to be linked on the device, or may be.
    fn separable(&self, id: TargetId) -> Cond {
        let conds = &self.model.facts.conds;
        let mut holds = self.model.property_true(id, "CUDA_SEPARABLE_COMPILATION");
        for item in self.model.compile_options(id).iter() {
            let text = &item.text;
            let asks = text.contains("rdc") || text.contains("relocatable-device-code") || words(text).any(is_dc);
            if asks || self.model.is_unknown(text) {
                holds = conds.or(holds, item.cond);
            }
        }
        holds
    }

    /// Archives whose device code waits for a device link.
    fn archives(&self) -> Vec<(TargetId, Cond)> {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let mut out = Vec::new();
        for id in model.built_targets().filter(|id| is_ever(model, *id, &[TargetKind::Static])) {
            let waits = model.property_true(id, "CUDA_SEPARABLE_COMPILATION");
            if waits.is_false() || !self.has_cuda(id) {
                continue;
            }
            let resolved = model.property_true(id, "CUDA_RESOLVE_DEVICE_SYMBOLS");
            let cond = conds.diff(conds.and(waits, model.is_kind(id, &[TargetKind::Static])), resolved);
            if !cond.is_false() {
                out.push((id, cond));
            }
        }
        out
    }

    fn has_cuda(&self, id: TargetId) -> bool {
        let suffix = |source: &crate::model::Source| source.text.rsplit('.').next() == Some("cu");
        self.model.sources(id).iter().any(suffix)
    }

    /// Objects that wait for a device link, in a binary for which CMake makes none: it does so where the binary is compiled that way itself,
    /// or a static library on its line is (cmLinkLineDeviceComputer in CMake's sources), not where an object library is.
    fn taken_objects(&self, id: TargetId, sink: &mut Sink) {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let units = self.binaries.units(id);
        let taken = |unit: &&Unit| unit.compiled_by != id && self.is_cuda(unit);
        let mut units = units.iter().filter(taken).peekable();
        if units.peek().is_none() {
            return;
        }
        let own =
            ["CUDA_SEPARABLE_COMPILATION", "CUDA_RESOLVE_DEVICE_SYMBOLS"].map(|name| model.property_true(id, name));
        let archives = model.link_closure(id).into_iter().map(|(library, cond)| {
            let waits = model.property_true(library, "CUDA_SEPARABLE_COMPILATION");
            // With this an archive holds the device link of its objects (cmake-properties(7)).
            let done = model.property_true(library, "CUDA_RESOLVE_DEVICE_SYMBOLS");
            conds.all([cond, conds.or(waits, done), model.is_kind(library, &[TargetKind::Static])])
        });
        let linked = conds.any(archives.chain(own).collect::<Vec<_>>());
        for unit in units {
            let from = unit.compiled_by;
            let waits = model.property_true(from, "CUDA_SEPARABLE_COMPILATION");
            let kinds = conds.and(model.is_kind(id, LINKED), model.is_kind(from, &[TargetKind::Object]));
            let cond = conds.diff(conds.all([unit.cond, waits, self.enabled, kinds]), linked);
            let line = model.links(id).iter().find(|edge| edge.to == from).and_then(|edge| model.span(edge.origin));
            let place = line.or_else(|| model.definition_span(id)).filter(|_| cond.is_possible());
            let Some(place) = place else { continue };
            let (name, target) = (model.name(from), model.name(id));
            let mut draft = Draft::new(cond, Place::new(place, "no device link is made"))
                .named("target", target)
                .named("function", name)
                .message(format!(
                    "`{target}` takes the objects of `{name}`, which wait for a device link, and CMake makes none for it"
                ))
                .help(format!("set CUDA_RESOLVE_DEVICE_SYMBOLS of `{target}` to ON"));
            if let Some(defined) = model.definition_span(from) {
                draft = draft.related(defined, "compiled with CUDA_SEPARABLE_COMPILATION");
            }
            sink.report(draft);
            return;
        }
    }

    /// Archives that a binary takes as files: CMake links the device code of targets only.
    fn unlinked(&self, id: TargetId, archives: &[(TargetId, Cond)], sink: &mut Sink) {
        let (model, conds) = (self.model, &self.model.facts.conds);
        if archives.is_empty() || self.has_cuda(id) {
            return;
        }
        let closure = model.link_closure(id);
        // With one on the line as a target CMake makes the device link, for all of them or not: not told apart.
        if closure.iter().any(|(library, _)| self.has_cuda(*library)) {
            return;
        }
        for item in model.library_items(id).iter() {
            let Some(&(archive, waits)) = archives.iter().find(|(one, _)| is_file_of(model, *one, &item.text)) else {
                continue;
            };
            let cond = conds.all([item.cond, waits, self.enabled, model.is_kind(id, LINKED)]);
            let Some(span) = model.span(item.origin).filter(|_| !cond.is_false()) else { continue };
            let (name, target) = (model.name(archive), model.name(id));
            let mut draft = Draft::new(cond, Place::new(span, "a file, not a target"))
                .named("target", name)
                .named("function", target)
                .message(format!("`{target}` takes the archive of `{name}` as a file: nobody links its device code"))
                .help(format!(
                    "link the target `{name}`, or set its CUDA_RESOLVE_DEVICE_SYMBOLS to ON so that the archive holds the device link"
                ));
            if let Some(defined) = model.definition_span(archive) {
                draft = draft.related(defined, "compiled with CUDA_SEPARABLE_COMPILATION");
            }
            sink.report(draft);
        }
    }
}

/// Whether a function lives on the device only, and other sources may call it there. Kernels are launched by the host.
fn is_device(file: &NativeFile, function: &Function) -> bool {
    let head = file.source.bytes().get(function.head.start as usize..function.head.end as usize).unwrap_or_default();
    let kernel = memchr::memmem::find(head, b"__global__").is_some();
    function.device && !kernel && !function.inline && !function.template && !function.internal
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_ascii_whitespace()
}

/// nvcc's short forms of separable compilation (nvcc manual, "Options for Specifying the Compilation Phase").
fn is_dc(word: &str) -> bool {
    matches!(word, "-dc" | "--device-c" | "-dw" | "--device-w")
}

/// Whether an item of a link line is the file of a static library.
fn is_file_of(model: &Model<'_>, id: TargetId, item: &str) -> bool {
    let name = model.name(id);
    if item == format!("$<TARGET_FILE:{name}>") {
        return true;
    }
    let file = item.rsplit('/').next().unwrap_or(item);
    item.contains('/') && (file == format!("lib{name}.a") || file == format!("{name}.lib"))
}
