//! Symbols that are looked up by name in libraries that are loaded.
use std::path::Path;
use std::rc::Rc;

use crate::cmake::eval::facts::TargetKind;
use crate::native::{ArgumentValue, FileFacts, Handle, LoadKind, NativeFile, Triggers};
use crate::source::Span;

use super::{How, Need, Search};

impl Search<'_, '_> {
    /// Symbols that are looked up by name in libraries that are loaded.
    pub(super) fn lookups(&mut self) {
        let binaries = self.binaries;
        let (model, conds) = (binaries.model, &binaries.model.facts.conds);
        let loadable = model.is_kind(self.provider, &[TargetKind::Shared, TargetKind::Module]);
        if loadable.is_false() {
            return;
        }
        let paths: Vec<&Path> = binaries.natives.with(Triggers::LOAD).collect();
        for path in paths {
            let containers = model.containers(path);
            if containers.is_empty() || containers.iter().any(|(id, _)| *id == self.provider) {
                continue;
            }
            let Some(file) = binaries.natives.file(path) else { continue };
            for (name, span) in looked_up(&file) {
                for defined in &self.functions.of(name) {
                    if !self.loads(&file.facts)
                        || !(self.confirm)(defined)
                        || binaries.anywhere_else(self.provider, defined)
                    {
                        continue;
                    }
                    for &(user, cond) in containers.iter().take(2) {
                        let cond = conds.all([cond, loadable, defined.unit.cond]);
                        if !cond.is_false() {
                            let defined = Rc::clone(defined);
                            self.found.push(Need {
                                defined,
                                how: How::Lookup,
                                user,
                                span,
                                declaration: None,
                                cond,
                                sure: false,
                            });
                        }
                    }
                }
            }
        }
    }

    /// Whether a file loads the provider: by its file name, or any module when the provider is one.
    fn loads(&self, facts: &FileFacts) -> bool {
        let model = self.binaries.model;
        if !model.is_kind(self.provider, &[TargetKind::Module]).is_false() {
            return true;
        }
        let mut outputs = model.property(self.provider, "OUTPUT_NAME");
        outputs.extend(model.property(self.provider, "LIBRARY_OUTPUT_NAME"));
        let mut stems: Vec<String> = outputs.iter().map(|item| item.text.to_string()).collect();
        stems.push(model.name(self.provider).to_owned());
        let files = facts.loads.iter().filter(|load| load.kind == LoadKind::Open).filter_map(|load| load.file.as_ref());
        let mut literals = files.filter_map(|argument| match &argument.value {
            ArgumentValue::Literal(texts) | ArgumentValue::Fragments(texts) => Some(texts),
            _ => None,
        });
        literals.any(|texts| {
            texts.iter().any(|text| {
                let file = text.rsplit('/').next().unwrap_or(text);
                let stem = file.split('.').next().unwrap_or(file);
                stems.iter().any(|own| stem == own || stem.strip_prefix("lib") == Some(own))
            })
        })
    }
}

/// Names that a file looks up in libraries that it loaded itself.
fn looked_up(file: &NativeFile) -> Vec<(&String, Span)> {
    let mut out = Vec::new();
    for load in file.facts.loads.iter().filter(|load| load.kind == LoadKind::Symbol && !load.in_macro) {
        if matches!(load.handle, Some(Handle::Null | Handle::Default | Handle::Next)) {
            continue;
        }
        if let Some(argument) = &load.symbol
            && let ArgumentValue::Literal(names) = &argument.value
        {
            let span = Span::new(file.source.id(), load.range.clone());
            out.extend(names.iter().map(|name| (name, span)));
        }
    }
    out
}
