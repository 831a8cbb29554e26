//! Shared libraries that others built and the project installs as files.
use std::collections::BTreeMap;
use std::path::Path;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::has_symbol;
use crate::model::archives::is_ever;
use crate::model::{InstalledTarget, Model, TargetId};
use crate::source::normalize;

/// Where the targets of a project are installed, and those imported libraries of its tree whose files an install rule takes.
pub(super) fn with_bundled(model: &Model<'_>) -> BTreeMap<TargetId, Vec<InstalledTarget>> {
    let mut places = model.installed_targets().as_ref().clone();
    if places.is_empty() {
        return places;
    }
    let installed = model.installed();
    let conds = &model.facts.conds;
    for id in model.targets().filter(|id| model.is_imported(*id) && is_ever(model, *id, &[TargetKind::Shared])) {
        for location in model.locations(id).iter().filter(|location| !has_symbol(&location.text)) {
            let path = normalize(Path::new(&*location.text));
            if !path.starts_with(&model.facts.source_dir) {
                continue;
            }
            for file in
                installed.files.iter().filter(|file| file.source.as_ref().is_some_and(|one| is_same(one, &path)))
            {
                let (directory, origin) = (file.directory.clone(), file.origin);
                let cond = conds.and(file.cond, location.cond);
                let place = InstalledTarget { directory, cond, exported: false, origin };
                let known = places.entry(id).or_default();
                if !cond.is_false() && known.iter().all(|one| one.directory != place.directory || one.cond != cond) {
                    known.push(place);
                }
            }
        }
    }
    places
}

/// Whether two files of one folder are one library: `libcodec.so` is most often a link to `libcodec.so.2`.
fn is_same(a: &Path, b: &Path) -> bool {
    let stem = |path: &Path| {
        let name = path.file_name()?.to_str()?.to_owned();
        let end = name.find(".so").map(|at| at + 3)?;
        name.get(..end).map(str::to_owned)
    };
    a == b || a.parent() == b.parent() && stem(a).is_some() && stem(a) == stem(b)
}
