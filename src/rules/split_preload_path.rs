//! Paths in `LD_PRELOAD` that the loader takes apart at a blank or a colon.
use crate::cond::Cond;
use crate::model::launches::Preload;
use crate::rules::{Context, Draft, Place, Sink};
use crate::scripts::{Part, Text};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(scripts) = cx.facts.judged_scripts() else { return };
    for preload in Preload::all(scripts) {
        let elements = preload.elements();
        for pair in elements.windows(2) {
            if is_cut(&pair[0]) && is_rest(&pair[1]) {
                let place = Place::new(preload.span(), "the loader takes blanks and colons for separators");
                let draft = Draft::new(Cond::TRUE, place);
                sink.report(draft.named("first", pair[0].shown()).named("second", pair[1].shown()));
                break;
            }
        }
    }
}

/// A path that ends without being a library's: its last name is known and has no suffix.
fn is_cut(element: &Text) -> bool {
    let is_path = element.parts.iter().any(|part| matches!(part, Part::Known(text) if text.contains('/')));
    let last = element.file_name().unwrap_or_default();
    is_path && !last.is_empty() && !last.contains('.') && !last.contains('$')
}

/// The rest of a path: it goes on with a folder, and names a library.
fn is_rest(element: &Text) -> bool {
    let begins = matches!(element.parts.first(), Some(Part::Known(text)) if !text.starts_with(['/', '$', '~']));
    let whole = element.literal().unwrap_or_default();
    begins
        && whole.contains('/')
        && element.file_name().is_some_and(|name| name.ends_with(".so") || name.contains(".so."))
}
