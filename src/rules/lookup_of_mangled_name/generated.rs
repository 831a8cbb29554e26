//! Code that a program writes as C++, compiles and loads, and of which it looks up a function by its name.
use crate::model::TargetId;
use crate::model::compiling::CompilerRun;
use crate::native::{Handle, LoadKind, NativeFile};
use crate::rules::{Confidence, Draft, Place, Sink};
use crate::source::Span;

use super::Search;

impl Search<'_> {
    pub(super) fn generated(&self, id: TargetId, sink: &mut Sink) {
        let runs = self.model.compiler_runs(self.natives, id);
        let Some(run) = runs.iter().find(|run| compiles_cxx(run)) else { return };
        let process = self.model.process_of(id);
        let looked_up = |call: &crate::native::LoadCall| {
            call.kind == LoadKind::Symbol && call.handle.is_none_or(|handle| handle == Handle::Other)
        };
        let mut lookups = process.iter().flat_map(|target| self.model.loader_calls(self.natives, *target, looked_up));
        let Some(lookup) = lookups.next() else { return };
        let mut heads = Vec::new();
        for target in &process {
            for source in self.model.sources(*target) {
                let file = source.path.as_ref().and_then(|path| self.natives.file(path));
                let Some(file) = file else { continue };
                // A text that says it somewhere may be put before any other.
                if memchr::memmem::find(file.source.bytes(), br#"extern \"C"#).is_some()
                    || memchr::memmem::find(file.source.bytes(), br#"R"("#).is_some()
                {
                    return;
                }
                heads.extend(function_head(&file).map(|span| (span, source.cond)));
            }
        }
        let [(head, when)] = heads.as_slice() else { return };
        let conds = &self.model.facts.conds;
        let cond = conds.all([run.cond, lookup.cond, *when]);
        if !cond.is_possible() {
            return;
        }
        let draft = Draft::new(cond, Place::new(*head, "becomes a function of C++"))
            .related(run.span(), "compiled here")
            .related(lookup.span(), "looked up here")
            .named("target", self.model.name(id))
            .message(format!(
                "the code that is written here is compiled as C++, so `{}` does not find its function by its plain name",
                lookup.call.function
            ))
            .help("write `extern \"C\" ` before the function")
            .confidence(Confidence::Likely);
        sink.report(draft);
    }
}

/// Whether a command compiles C++: by the compiler's name, or by the suffix of a source.
fn compiles_cxx(run: &CompilerRun) -> bool {
    let texts: Vec<&str> = run.texts().collect();
    let word = |found: &dyn Fn(&str) -> bool| texts.iter().any(|text| text.split([' ', '\'', ';', '\n']).any(found));
    let c = word(&|word| word.ends_with(".c") || word == "-xc");
    let cxx = word(&|word| {
        [".cpp", ".cc", ".cxx"].iter().any(|end| word.ends_with(end))
            || ["g++", "c++", "clang++"].contains(&word.rsplit(['/', '-']).next().unwrap_or(word))
    });
    cxx && !c
}

/// The statement that writes the head of a function whose name comes from a variable: `<< "void " << name << "(`.
fn function_head(file: &NativeFile) -> Option<Span> {
    const TYPES: &[&str] = &["void", "int", "float", "double", "long"];
    let bytes = file.source.bytes();
    let mut start = 0;
    for line in bytes.split(|byte| *byte == b'\n') {
        let text = std::str::from_utf8(line).unwrap_or_default();
        let head = |kind: &&str| {
            let (written, call) = (format!("\"{kind} \" << "), " << \"(");
            text.find(&written).is_some_and(|at| text[at..].contains(call))
        };
        if TYPES.iter().any(head) {
            let indent = text.len() - text.trim_start().len();
            let end = start + text.trim_end().len();
            return Some(Span::new(file.source.id(), (start + indent) as u32..end as u32));
        }
        start += line.len() + 1;
    }
    None
}
