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

/// Another description of a build that has a template filled, too.
pub(super) enum Filler {
    /// Autoconf's input, in the template's own folder or above (`AC_CONFIG_FILES([dir/name.pc])`).
    Autoconf(&'static str),
    /// One that says itself what is put in: a makefile that runs sed, Meson.
    Other(&'static str),
}

/// Who else than CMake fills a template, as the descriptions in its own folder and above say that name the file.
pub(super) fn filled_by_others(sources: &SourceMap, template: &Path) -> Option<Filler> {
    const OTHERS: &[&str] =
        &["Makefile", "makefile", "GNUmakefile", "meson.build", "SConstruct", "SConscript", "wscript"];
    let sandbox = sources.sandbox();
    let folders = || template.ancestors().skip(1).take_while(|folder| sandbox.contains(folder));
    let names = |folder: &Path, input: &str, name: &str| {
        sandbox.read(&folder.join(input)).is_ok_and(|text| has_word(&text, name))
    };
    let made = template.with_extension("");
    let by_autoconf = folders().find_map(|folder| {
        let name = made.strip_prefix(folder).ok()?.to_str()?;
        ["configure.ac", "configure.in"].into_iter().find(|input| names(folder, input, name))
    });
    let file = template.file_name()?.to_str()?;
    let by_another = || folders().find_map(|folder| OTHERS.iter().copied().find(|input| names(folder, input, file)));
    by_autoconf.map(Filler::Autoconf).or_else(|| by_another().map(Filler::Other))
}
