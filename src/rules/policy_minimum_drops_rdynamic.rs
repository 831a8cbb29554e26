//! `CMAKE_POLICY_VERSION_MINIMUM` on a command line takes `-rdynamic` from programs whose plugins call back.
use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::policy::Version;
use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::symbols::Site;
use crate::native::Triggers;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::scripts::{Act, Reach};
use crate::source::Span;

/// What sets the minimum: a setting of a command line, or the variable of the environment (cmake-variables(7)).
const VARIABLE: &str = "CMAKE_POLICY_VERSION_MINIMUM";
/// From here on CMP0065 is NEW.
const NEW_FROM: Version = Version(3, 4, 0);

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let places = raised(&project);
    if places.is_empty() {
        return;
    }
    for host in project.model.judged_targets() {
        let Some(need) = need(&project, host) else { continue };
        for &place in &places {
            let name = project.model.name(host);
            let mut draft = Draft::new(need.cond, Place::new(place, "CMP0065 is NEW with this"))
                .named("host", name)
                .named("plugin", project.model.name(need.plugin))
                .named("symbol", need.symbol.clone());
            if let Some(span) = project.model.definition_span(host) {
                draft = draft.related(span, format!("`{name}` exports its symbols by the old policy only"));
            }
            sink.report(draft.related(need.used, "a plugin calls a function of the program"));
        }
    }
}

/// Where scripts configure the project with the newer policies.
fn raised(project: &Project<'_>) -> Vec<Span> {
    let is_new = |text: Option<&str>| text.and_then(Version::parse).is_some_and(|version| version >= NEW_FROM);
    let mut out = Vec::new();
    for script in project.scripts.files() {
        let own = script.configures.iter().filter(|one| one.is_of(&project.model.facts.source_dir));
        for configure in own.clone() {
            let step = &script.facts.steps[configure.step];
            let Act::Ran(ran) = &step.act else { continue };
            for (name, value, number) in configure.settings.iter().filter(|_| !step.function) {
                if name == VARIABLE && is_new(value.literal()) {
                    let range = ran.ranges.get(*number).unwrap_or(&step.range);
                    out.push(Span::new(script.source.id(), range.clone()));
                }
            }
        }
        if own.count() == 0 {
            continue;
        }
        // Whatever is configured then: the project itself most likely, since the file configures it.
        for step in &script.facts.steps {
            let Act::Assigned(one) = &step.act else { continue };
            if one.name == VARIABLE && one.reach != Reach::Shell && is_new(one.value.literal()) {
                out.push(Span::new(script.source.id(), step.range.clone()));
            }
        }
    }
    out.sort();
    out
}

/// A plugin that calls a function of a program.
struct Need {
    plugin: TargetId,
    symbol: String,
    used: Span,
    cond: Cond,
}

/// What a plugin needs of a program that exports by the old policy only.
fn need(project: &Project<'_>, host: TargetId) -> Option<Need> {
    let (model, symbols) = (project.model, project.symbols);
    let conds = &model.facts.conds;
    let old = conds.diff(model.exports_by_old_policy(host), model.exports_dynamic(host));
    let linux = conds.well_known("CMAKE_SYSTEM_NAME").map_or(Cond::TRUE, |system| conds.equals(system, "Linux"));
    let old = conds.all([old, linux, model.is_kind(host, &[TargetKind::Executable])]);
    if old.is_false() || !loads(project, host) {
        return None;
    }
    let parts: Vec<(TargetId, Cond)> = std::iter::once((host, Cond::TRUE)).chain(model.static_closure(host)).collect();
    let beside = symbols.loaded_with(host);
    for plugin in model.built_targets() {
        let module = model.is_kind(plugin, &[TargetKind::Module]);
        if module.is_false() {
            continue;
        }
        let mut line = symbols.on_link_line(plugin);
        line.push((plugin, Cond::TRUE));
        let mut called: Vec<(String, Vec<Site>)> = symbols.names(plugin).called.clone().into_iter().collect();
        called.sort_by(|a, b| a.0.cmp(&b.0));
        for (symbol, calls) in called {
            let elsewhere = conds.or(symbols.defined_in(&line, &symbol), symbols.defined_in(&beside, &symbol));
            let Some((used, key)) = calls.iter().find_map(|site| Some((site, symbols.meaning(plugin, site)?))) else {
                continue;
            };
            let defined = parts.iter().find_map(|(part, linked)| {
                let names = symbols.names(*part);
                let sites = names.defined.get(&symbol)?;
                let site = sites.iter().find(|site| symbols.is_definition_of(*part, site, &key))?;
                Some(conds.and(*linked, site.cond))
            });
            let Some(defined) = defined else { continue };
            let cond = conds.diff(conds.all([old, module, defined, used.cond]), elsewhere);
            if cond.is_possible() {
                let used = used.span(&used.call()?.range);
                return Some(Need { plugin, symbol, used, cond });
            }
        }
    }
    None
}

/// Whether a program's own code, or that of its static libraries, opens libraries.
fn loads(project: &Project<'_>, host: TargetId) -> bool {
    let sources = project.model.binary_sources(host);
    sources.iter().any(|(path, _, _)| project.natives.may_hold(path, Triggers::LOAD))
}
