//! A program runs a compiler, does not look whether it succeeded, and loads the result; or the compiler is for another machine.
use crate::model::compiling::{CompilerRun, cross_compiler, makes_library};
use crate::model::mentions;
use crate::model::{Model, TargetId};
use crate::native::{Natives, Triggers};
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let search = Search { model: project.model, natives: project.natives };
    if search.natives.with(Triggers::LOAD).next().is_none() {
        return;
    }
    for id in search.model.judged_targets() {
        let runs = search.model.compiler_runs(search.natives, id);
        for run in &runs {
            search.run(id, run, sink);
        }
        if runs.is_empty() {
            search.pieces(id, sink);
        }
    }
}

struct Search<'a> {
    model: &'a Model<'a>,
    natives: &'a Natives<'a>,
}

impl Search<'_> {
    fn run(&self, id: TargetId, run: &CompilerRun, sink: &mut Sink) {
        let Some(load) = self.load(id) else { return };
        let place = |label: &str| Place::new(run.span(), label);
        if let Some(compiler) = run.texts().find_map(cross_compiler) {
            let draft = Draft::new(run.cond, place("makes code for another machine"))
                .related(load, "loads libraries into this process")
                .named("function", run.call.function)
                .subject(compiler)
                .message(format!("`{compiler}` makes code for its own machine, and this process loads it"))
                .help("let the build say which compiler makes code for the machine that the program runs on");
            sink.report(draft);
        } else if run.call.ignored && !is_exec(run.call.function) && !Self::looks_for_the_file(run, load) {
            sink.report(Self::unchecked(run.cond, place("the result is thrown away"), run.call.function, load));
        }
    }

    /// Whether the old file is removed before, and it is looked whether there is a new one before that is loaded.
    fn looks_for_the_file(run: &CompilerRun, load: Span) -> bool {
        const REMOVING: &[&str] = &["unlink", "remove"];
        const LOOKING: &[&str] = &["access", "stat", "exists", "ifstream", "fopen", "is_regular_file"];
        let (bytes, call) = (run.file.source.bytes(), &run.call.range);
        let around = run.call.function_index.and_then(|index| run.file.facts.functions.get(index));
        let start = around.map_or(0, |function| function.range.start as usize);
        let end = if load.file == run.file.source.id() { load.start as usize } else { bytes.len() };
        let says = |words: &[&str], range: std::ops::Range<usize>| {
            let text = bytes.get(range).unwrap_or_default();
            words.iter().any(|word| mentions::words(text, word).next().is_some())
        };
        says(REMOVING, start..call.start as usize) && says(LOOKING, call.end as usize..end.max(call.end as usize))
    }

    fn unchecked(cond: crate::cond::Cond, place: Place, function: &str, load: Span) -> Draft {
        Draft::new(cond, place).related(load, "loads what should be there").named("function", function)
    }

    /// The first call that loads a library, in code that may be in the same process.
    fn load(&self, id: TargetId) -> Option<Span> {
        let mut targets = self.model.process_of(id).into_iter();
        targets.find_map(|target| self.model.loads(self.natives, target).first().map(|load| load.span()))
    }

    /// Pieces of code that stand in files of their own, which functions include: a call between declarations is none else.
    fn pieces(&self, id: TargetId, sink: &mut Sink) {
        for source in self.model.sources(id) {
            let Some(path) = source.path.as_ref().filter(|path| self.natives.may_hold(path, Triggers::LOAD)) else {
                continue;
            };
            let Some(file) = self.natives.file(path) else { continue };
            let compiles = std::str::from_utf8(file.source.bytes()).is_ok_and(makes_library);
            let loads = file.facts.loads.first().filter(|_| compiles);
            let (Some(load), Some(folder)) = (loads, path.parent()) else { continue };
            for include in file.facts.includes.iter().filter(|include| include.quoted) {
                let Some(piece) = self.natives.file(&crate::source::normalize(&folder.join(&include.path))) else {
                    continue;
                };
                let calls = piece.facts.invocations.iter().filter(|call| call.name == "system");
                for call in calls.filter(|call| call.guard == crate::native::GuardId::TRUE) {
                    let place =
                        Place::new(Span::new(piece.source.id(), call.range.clone()), "the result is thrown away");
                    let load = Span::new(file.source.id(), load.range.clone());
                    sink.report(Self::unchecked(source.cond, place, "system", load));
                }
            }
        }
    }
}

/// These do not return where they succeed: others wait for the process.
fn is_exec(function: &str) -> bool {
    function.starts_with("exec") || function.starts_with("popen") || function.starts_with("_popen")
}
