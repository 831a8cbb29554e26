//! What pkg-config files of a project are made of.
use std::path::Path;
use std::sync::Arc;

use crate::cmake::eval::text::Text;
use crate::cond::Cond;
use crate::model::Model;
use crate::model::mentions::has_word;
use crate::source::{SourceFile, SourceMap};

/// The texts that an installed file may be made of, each with its condition; its own where nothing makes it.
pub(super) fn templates(model: &Model<'_>, sources: &SourceMap, path: &Path) -> Vec<(Arc<SourceFile>, Cond)> {
    let input = |text: Text| sources.load(Path::new(&*model.facts.texts.plain(text)?)).ok();
    let made: Vec<_> = model.makers_of(path).filter_map(|made| Some((input(made.input?)?, made.cond))).collect();
    if !made.is_empty() || model.makers_of(path).next().is_some() {
        return made;
    }
    sources.load(path).ok().map(|file| (file, Cond::TRUE)).into_iter().collect()
}

/// The input of autoconf that has a template filled, too: in its own folder or above (`AC_CONFIG_FILES([dir/name.pc])`).
pub(super) fn filled_by_autoconf(sources: &SourceMap, template: &Path) -> Option<&'static str> {
    let made = template.with_extension("");
    let sandbox = sources.sandbox();
    let folders = template.ancestors().skip(1).take_while(|folder| sandbox.contains(folder));
    folders.into_iter().find_map(|folder| {
        let name = made.strip_prefix(folder).ok()?.to_str()?;
        let fills = |input: &&str| sandbox.read(&folder.join(input)).is_ok_and(|text| has_word(&text, name));
        ["configure.ac", "configure.in"].into_iter().find(fills)
    })
}
