//! Static libraries with state that two binaries of one process contain.
#[path = "duplicated_static_state/pairs.rs"]
mod pairs;
#[path = "duplicated_static_state/state.rs"]
mod state;

use std::path::Path;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::binaries::is_cxx;
use crate::model::{Model, TargetId};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::SourceMap;
use crate::symbols::version_script::{self, VersionScript};
use crate::symbols::{Decision, Symbol};

use pairs::Pair;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let rule = Rule { project, model: project.model, sources: cx.facts.sources };
    for pair in rule.pairs() {
        rule.pair(&pair, sink);
    }
}

struct Rule<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
    sources: &'a SourceMap,
}

/// When the copies of an archive in two binaries are not made one by the loader.
struct Apart {
    cond: Cond,
    /// Version scripts of the two, and when they are used: they hide what they say.
    scripts: Vec<(Cond, VersionScript)>,
}

impl Apart {
    /// Whether a script hides all of some symbols.
    fn hides(script: &VersionScript, symbols: &[Symbol]) -> bool {
        let hidden = |symbol: &Symbol| matches!(script.decide(symbol), Decision::Hidden { .. });
        !symbols.is_empty() && symbols.iter().all(hidden)
    }
}

impl Rule<'_> {
    fn pair(&self, pair: &Pair, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let other = self.model.link_closure(pair.second);
        for (library, one) in self.model.link_closure(pair.first) {
            let Some((_, two)) = other.iter().find(|(id, _)| *id == library) else { continue };
            let archive = self.model.is_kind(library, &[TargetKind::Static]);
            if self.model.is_imported(library) || archive.is_false() {
                continue;
            }
            let apart = self.apart(pair, library);
            let cond = conds.all([pair.cond, one, *two, archive]);
            if apart.cond.is_false() && apart.scripts.is_empty() || !cond.is_possible() {
                continue;
            }
            for (first, second) in [(pair.first, pair.second), (pair.second, pair.first)] {
                if self.library_between(library, (first, second), cond, (pair, &apart), sink) {
                    break;
                }
            }
        }
    }

    /// When the copies are not made one by the loader.
    fn apart(&self, pair: &Pair, library: TargetId) -> Apart {
        if !pair.linked {
            return Apart { cond: Cond::TRUE, scripts: Vec::new() };
        }
        let conds = &self.model.facts.conds;
        let hidden =
            |cxx: bool| (*self.model.compiled_hidden(library, cxx)).as_ref().map_or(Cond::FALSE, |(cond, _)| *cond);
        let sources = self.model.sources(library);
        let cxx = sources.iter().filter_map(|source| source.path.as_deref()).any(|path| is_cxx(path) == Some(true));
        let lists = |id: TargetId| {
            let flags = self.model.link_flags(id);
            let hides = flags.iter().filter(|one| matches!(one.flag.flag, LinkFlag::ExcludeLibs(_)));
            conds.any(hides.map(|one| one.cond).collect::<Vec<_>>())
        };
        let cond = conds.or(hidden(cxx), conds.or(lists(pair.first), lists(pair.second)));
        let foreign = ["WIN32", "APPLE"].into_iter().filter_map(|name| conds.platform(name)).collect::<Vec<_>>();
        let elf = conds.not(conds.any(foreign));
        let mut scripts = Vec::new();
        for flags in [pair.first, pair.second].map(|id| self.model.link_flags(id)) {
            for source in flags.iter() {
                let LinkFlag::VersionScript(path) = &source.flag.flag else { continue };
                let Ok(file) = self.sources.load(Path::new(path)) else { continue };
                let parsed = version_script::parse(file.bytes());
                if parsed.errors.is_empty() {
                    scripts.push((conds.and(source.cond, elf), parsed));
                }
            }
        }
        Apart { cond, scripts }
    }

    fn library_between(
        &self,
        library: TargetId,
        (first, second): (TargetId, TargetId),
        cond: Cond,
        (pair, apart): (&Pair, &Apart),
        sink: &mut Sink,
    ) -> bool {
        let conds = &self.model.facts.conds;
        for source in self.model.sources(library) {
            let Some(file) = source.path.as_deref().and_then(|path| self.project.natives.file(path)) else { continue };
            let Some(state) = self.state(&file, (first, second), pair.strict) else { continue };
            let scripts = apart.scripts.iter().filter(|(_, script)| Apart::hides(script, &state.symbols));
            let apart = conds.any(scripts.map(|(cond, _)| *cond).chain([apart.cond]).collect::<Vec<_>>());
            let cond = conds.all([cond, apart, state.cond, source.cond]);
            let Some(defined) = self.model.definition_span(library).filter(|_| cond.is_possible()) else { continue };
            let name = |id: TargetId| self.model.name(id);
            let (sets, uses) = if state.is_object() { ("uses", "uses") } else { ("sets", "uses") };
            let mut draft = Draft::new(cond, Place::new(defined, "its code and its variables are in both"))
                .related(state.place, "the state")
                .related(state.writer.1, format!("`{}` {sets} it", name(first)))
                .related(state.reader.1, format!("`{}` {uses} it", name(second)))
                .named("library", name(library))
                .named("first", name(first))
                .named("second", name(second))
                .named("variable", state.variable.clone())
                .value("writer", state.writer.0.clone())
                .value("reader", state.reader.0.clone())
                .confidence(state.confidence);
            if state.is_object() {
                draft = draft.message(format!(
                    "`{}` is in `{}` and in `{}`: `{}` gives each an object of its own, so what one of them puts there the other does not \
                     see",
                    name(library),
                    name(first),
                    name(second),
                    state.writer.0
                ));
            }
            if let Some(place) = pair.place {
                draft = draft.related(place, "both are in this process");
            }
            sink.report(draft);
            return true;
        }
        false
    }
}
