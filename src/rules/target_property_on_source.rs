//! A property of targets that is set on a source file, where nothing reads it.
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::cmake::eval::Listed;
use crate::cmake::lang::property_table::{Scope, initialised_by_variables, known_property};
use crate::cmake::syntax::{Command, Template};
use crate::rules::{Context, Draft, Place, Sink};

/// Properties of the link, which no variable initialises.
const OF_THE_LINK: &[&str] = &["LINK_FLAGS", "LINK_LIBRARIES", "LINK_OPTIONS", "LINKER_LANGUAGE", "SOVERSION"];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    static NAMES: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| {
        let rows = initialised_by_variables().iter().map(|row| row.property.as_str());
        // What only an IDE or a generator of code looks at is no matter of the build.
        let build =
            rows.filter(|name| !name.starts_with("AUTO") && !name.starts_with("XCODE") && !name.starts_with("VS_"));
        let build = build.filter(|name| name.contains('_') && !known_property(Scope::Source, name));
        build.chain(OF_THE_LINK.iter().copied()).collect()
    });
    let Some(project) = cx.facts.project else { return };
    let facts = project.model.facts;
    for ((path, property), value) in &facts.source_properties {
        let Some(&name) = NAMES.get(&**property) else { continue };
        if is_asked(&project.files.all(), name) {
            continue;
        }
        for elem in value.elems.iter() {
            let Some(span) = project.model.span(elem.origin).filter(|_| !elem.cond.is_false()) else { continue };
            let file = path.rsplit('/').next().unwrap_or(path);
            let draft = Draft::new(elem.cond, Place::new(span, "set on a source file"))
                .named("property", name)
                .named("source", project.model.display(file));
            sink.report(draft);
        }
    }
}

/// Whether the project reads the property of a source itself, be it by a name that a loop or a function gets.
fn is_asked(files: &Listed, name: &str) -> bool {
    let mut asked = ["get_source_file_property", "get_property"].into_iter().flat_map(|command| files.calls(command));
    asked.any(|(_, command)| {
        let mut texts = command.arguments.iter().map(|argument| &argument.template);
        let given = |text: &Template| text.may_be(name) && (text.reference().is_none() || is_handed(files, name));
        texts.any(|text| text.literal() == Some(name)) || asked_property(command).is_some_and(given)
    })
}

/// The property that a command reads, where its name is not written out.
fn asked_property(command: &Command) -> Option<&Template> {
    let mut texts = command.arguments.iter().map(|argument| &argument.template);
    let property = match &*command.lower {
        "get_property" => texts.skip_while(|text| text.literal() != Some("PROPERTY")).nth(1),
        _ => texts.next_back(),
    };
    property.filter(|text| text.literal().is_none())
}

/// Whether a name is given to a loop, a list or a function of the project.
fn is_handed(files: &Listed, name: &str) -> bool {
    let states = |command: &Command| command.lower.starts_with("set_") || command.lower.starts_with("get_");
    let mut commands = files.iter().flat_map(|file| &file.commands).filter(|command| !states(command));
    commands.any(|command| command.arguments.iter().any(|argument| argument.template.literal() == Some(name)))
}
