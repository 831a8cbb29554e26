//! A property of targets that is set on a source file, where nothing reads it.
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::cmake::lang::property_table::{Scope, initialised_by_variables, known_property};
use crate::cmake::syntax::File;
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
        if project.files.all().iter().any(|file| asks(file, name)) {
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

/// Whether the project reads the property of a source itself.
fn asks(file: &File, name: &str) -> bool {
    file.commands.iter().any(|command| {
        matches!(&*command.lower, "get_source_file_property" | "get_property")
            && command.arguments.iter().any(|argument| argument.template.literal() == Some(name))
    })
}
