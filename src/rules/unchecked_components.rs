//! A package whose targets are built per option, asked for by component, and a configuration that looks at no component.
use std::collections::BTreeSet;

use crate::cmake::eval::facts::{Install, InstallKind};
use crate::cmake::syntax::{self, Command};
use crate::cond::Cond;
use crate::discover::Kind;
use crate::model::{InstalledFile, Model, TargetId};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::{SourceFile, SourceMap, Span};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let mut sets = model.facts.installs.iter().filter(|install| install.kind == InstallKind::Export).peekable();
    if sets.peek().is_none() {
        return;
    }
    let installed = model.installed();
    for export in sets {
        let members = members(model, export);
        let partial: Vec<&(TargetId, Cond)> = members.iter().filter(|(_, missing)| !missing.is_false()).collect();
        if partial.is_empty() || partial.len() == members.len() {
            continue;
        }
        let configs = installed.files.iter().filter(|file| file.source.is_some());
        for config in configs {
            let Some(package) = config.package() else { continue };
            let Some((file, include)) = includes(model, cx.facts.sources, config, export) else { continue };
            let asked = asked(project, cx.facts.sources, package);
            for &&(id, missing) in &partial {
                let Some(&(_, span)) = asked.iter().find(|(component, _)| component == model.name(id)) else {
                    continue;
                };
                let cond = model.facts.conds.and(missing, config.cond);
                let place = Span::new(file.id(), include.clone());
                if !cond.is_possible() {
                    continue;
                }
                let mut draft = Draft::new(cond, Place::new(place, "no component is looked at"))
                    .named("config", &*config.name)
                    .named("component", model.name(id))
                    .related(span, "asked for here");
                if let Some(span) = model.definition_span(id) {
                    draft = draft.related(span, "built under a condition");
                }
                sink.report(draft);
            }
        }
    }
}

/// The members of an export set, each with when the set is installed without it.
fn members(model: &Model<'_>, export: &Install) -> Vec<(TargetId, Cond)> {
    let conds = &model.facts.conds;
    let Some(set) = export.export else { return Vec::new() };
    let mut out: Vec<(TargetId, Cond)> = Vec::new();
    let joins = |install: &&Install| install.kind == InstallKind::Target && install.export == Some(set);
    for install in model.facts.installs.iter().filter(joins) {
        for item in model.items(&install.items, None) {
            let Some(id) = model.find(&item.text) else { continue };
            let there = conds.and(install.cond, item.cond);
            match out.iter_mut().find(|(known, _)| *known == id) {
                Some((_, missing)) => *missing = conds.diff(*missing, there),
                None => out.push((id, conds.diff(export.cond, there))),
            }
        }
    }
    out
}

/// The include of the set's file in a configuration that says nothing of components.
fn includes(
    model: &Model<'_>,
    sources: &SourceMap,
    config: &InstalledFile,
    export: &Install,
) -> Option<(std::sync::Arc<SourceFile>, std::ops::Range<u32>)> {
    let path = config.source.as_ref()?;
    let facts = model.facts;
    let template = match model.makers_of(path).next() {
        None => path.clone(),
        Some(file) => facts.texts.plain(file.input?)?.to_string().into(),
    };
    let file = sources.load(&template).ok()?;
    let says = |word: &str| memchr::memmem::find(file.bytes(), word.as_bytes()).is_some();
    if ["COMPONENTS", "check_required_components", "FIND_REQUIRED", "TARGET "].iter().any(|word| says(word)) {
        return None;
    }
    let name = match export.file_name.or(export.export).and_then(|name| facts.texts.as_str(name)) {
        Some(name) => name.trim_end_matches(".cmake").to_owned(),
        None => return None,
    };
    let text = syntax::without_init(file.bytes());
    let commands = syntax::parse(file.id(), text.as_bytes()).commands;
    let is_include = |command: &&Command| {
        let path = command.arguments.first().map(|argument| syntax::raw_text(text.as_bytes(), argument));
        &*command.lower == "include" && path.is_some_and(|path| path.contains(&name))
    };
    let found = commands.iter().find(is_include)?.range.clone();
    Some((file, found))
}

/// Components that some list of the repository asks of the package, with the place.
fn asked(project: Project<'_>, sources: &SourceMap, package: &str) -> Vec<(String, Span)> {
    let mut out = Vec::new();
    let mut seen = BTreeSet::new();
    for path in project.inputs.of(Kind::CMakeLists) {
        let Ok(file) = sources.load(path) else { continue };
        if memchr::memmem::find(file.bytes(), b"COMPONENTS").is_none()
            || memchr::memmem::find(file.bytes(), package.as_bytes()).is_none()
        {
            continue;
        }
        let Ok(list) = project.files.parse(path) else { continue };
        for command in list.commands.iter().filter(|command| &*command.lower == "find_package") {
            let words: Vec<&str> = command.arguments.iter().filter_map(|a| a.template.literal()).collect();
            if words.first() != Some(&package) {
                continue;
            }
            let components = words.iter().skip_while(|word| **word != "COMPONENTS").skip(1);
            // Who asks for the target, or whether the component was found, looks for himself.
            let components = components.filter(|component| !is_looked_at(&list, package, component));
            for component in components.filter(|word| word.bytes().any(|byte| byte.is_ascii_lowercase())) {
                if seen.insert((*component).to_owned()) {
                    out.push(((*component).to_owned(), Span::new(list.id, command.range.clone())));
                }
            }
        }
    }
    out
}

/// Whether an `if()` of a file asks for the target of a component, or whether it was found.
fn is_looked_at(list: &syntax::File, package: &str, component: &str) -> bool {
    let (target, found) = (format!("::{component}"), format!("{package}_{component}_FOUND"));
    list.commands.iter().filter(|command| matches!(&*command.lower, "if" | "elseif")).any(|command| {
        let mut words = command.arguments.iter().filter_map(|argument| argument.template.literal()).peekable();
        while let Some(word) = words.next() {
            let next = words.peek().copied().unwrap_or_default();
            if word == found || word == "TARGET" && (next == component || next.ends_with(&target)) {
                return true;
            }
        }
        false
    })
}
