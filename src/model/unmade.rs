//! Configurations in which what is linked is a target of the project that only other configurations make, or something is said of a target
//! before it is made: CMake or the linker stops.
use rustc_hash::FxHashSet;

use crate::cmake::eval::Files;
use crate::cmake::eval::facts::{Definition, NO_TARGET, Reason, TargetKind};
use crate::cmake::eval::text::has_symbol;
use crate::cond::{AtomId, Cond, SubjectKind};
use crate::flags::system_library;
use crate::source::{Purpose, purposes};

use super::binaries::LINKED;
use super::foreign::letters;
use super::{Item, Model, TargetId};

/// Kinds that a link takes in.
const LIBRARIES: &[TargetKind] = &[TargetKind::Static, TargetKind::Shared, TargetKind::Object, TargetKind::Interface];

/// Words in the names of options that choose between a library of the project's own and one of the system's.
const CHOOSING: &[&str] =
    &["SYSTEM", "EXTERN", "BUNDLE", "BUILTIN", "BUILT_IN", "INTERNAL", "VENDOR", "EMBED", "SHIPPED", "LOCAL", "FETCH"];

/// The configurations that do not generate, or do not link, since a target of the project is not made there and nothing else has its name.
pub fn refused(model: &Model<'_>, files: &Files<'_>) -> Vec<Cond> {
    /// Those beyond are looked at like all others.
    const MOST: usize = 40;
    let mut search = Search { model, files, sought: None };
    let mut out = said_too_early(model, files);
    out.truncate(MOST);
    let mut seen: FxHashSet<Cond> = out.iter().copied().collect();
    for user in model.built_targets() {
        for item in model.link_items(user) {
            let Some(cond) = search.unmade(user, item) else { continue };
            if out.len() < MOST && seen.insert(cond) {
                out.push(cond);
            }
        }
    }
    out
}

/// When a command says something of a target of the project that is made later: CMake stops there ("Cannot specify link libraries for target
/// … which is not built by this project").
fn said_too_early(model: &Model<'_>, files: &Files<'_>) -> Vec<Cond> {
    const WORD: &[u8] = b"target_";
    let facts = model.facts;
    let early = facts.unknowns.iter().filter(|one| {
        let name = one.what.strip_prefix(NO_TARGET).filter(|_| one.reason == Reason::UnknownValue);
        let made = name.and_then(|name| facts.targets.get(name)).map(|target| target.definitions.as_slice());
        let later = |made: &Definition| !made.imported && made.alias_of.is_none() && one.origin < made.origin;
        made.is_some_and(|made| !made.is_empty() && made.iter().all(later))
    });
    let says = early.filter(|one| {
        let span = model.span(one.origin);
        span.is_some_and(|span| {
            let text = files.sources().get(span.file);
            let word = text.bytes().get(span.start as usize..).and_then(|text| text.get(..WORD.len()));
            word.is_some_and(|word| word.eq_ignore_ascii_case(WORD))
        })
    });
    // What the defaults run, its maintainers have run: then something was not understood here.
    let conds = says.map(|one| one.cond).filter(|cond| cond.is_possible() && !cond.is_true());
    conds.filter(|cond| !model.without_settings(*cond).is_possible()).collect()
}

struct Search<'a> {
    model: &'a Model<'a>,
    files: &'a Files<'a>,
    /// What searches of the repository look for, in small letters and digits.
    sought: Option<FxHashSet<String>>,
}

impl Search<'_> {
    /// When an item of a target's libraries names a target that is not made.
    fn unmade(&mut self, user: TargetId, item: &Item) -> Option<Cond> {
        let (model, conds) = (self.model, &self.model.facts.conds);
        if item.cond.is_true() || item.cond.is_unknown() || has_symbol(&item.text) {
            return None;
        }
        let name = item.text.split("::@(").next().unwrap_or(&item.text);
        let definitions = model.facts.targets.get(name).map(|target| target.definitions.as_slice())?;
        let is_own = |one: &Definition| !one.imported && (one.alias_of.is_some() || LIBRARIES.contains(&one.kind));
        if definitions.is_empty() || !definitions.iter().all(is_own) {
            return None;
        }
        let built = conds.and(item.cond, model.defined(user));
        let cond = match name.split_once("::") {
            // "The link interface contains … but the target was not found" (cmake-policies(7), CMP0028).
            Some((space, _)) if !self.is_package(&[space, name]) => built,
            Some(_) => return None,
            None => self.unlinkable(user, name, definitions, built)?,
        };
        // What a search or a check decides may make it all the same.
        let made = conds.any(definitions.iter().map(|one| one.cond).collect::<Vec<_>>());
        let sure = conds.diff(cond, self.whatever_is_found(made));
        // What the defaults build, its maintainers have built: then something was not understood here.
        let counts = sure.is_possible() && !sure.is_true() && !model.without_settings(sure).is_possible();
        counts.then_some(sure)
    }

    /// When a bare name is that of no library at all: the linker looks for one of the system's, and none is known.
    fn unlinkable(&mut self, user: TargetId, name: &str, definitions: &[Definition], built: Cond) -> Option<Cond> {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+'));
        if !is_name || name.starts_with('-') || system_library(name).is_some() || self.is_sought(name) {
            return None;
        }
        let is_vendored = |one: &Definition| {
            let directory = model.facts.directories.get(one.directory.0 as usize);
            directory.is_none_or(|directory| {
                let file = directory.source.join("CMakeLists.txt");
                purposes(&file, &model.facts.source_dir).any(|purpose| purpose == Purpose::Vendored)
            })
        };
        if definitions.iter().any(is_vendored) || !model.link_folders(user).is_empty() {
            return None;
        }
        let cond = conds.diff(conds.and(built, model.is_kind(user, LINKED)), model.excluded_from_all(user));
        let chooses = conds.subjects(cond).into_iter().any(|subject| {
            let info = conds.subject_info(subject);
            let given = matches!(info.kind, SubjectKind::Option | SubjectKind::Input);
            given && CHOOSING.iter().any(|word| info.name.to_ascii_uppercase().contains(word))
        });
        (!chooses).then_some(cond)
    }

    /// Where a condition may hold, whatever searches and checks answer: settings and the system alone decide.
    fn whatever_is_found(&self, cond: Cond) -> Cond {
        let conds = &self.model.facts.conds;
        let is_open = |atom: &AtomId| {
            let kind = conds.subject_info(conds.atom_subject(*atom)).kind;
            !matches!(kind, SubjectKind::Option | SubjectKind::Input | SubjectKind::Platform)
        };
        let open: Vec<AtomId> = conds.support(cond).into_iter().filter(is_open).collect();
        if open.is_empty() { cond } else { conds.exists(cond, &open) }
    }

    /// Whether the project looks for a package of such a name: that may have the target.
    fn is_package(&self, names: &[&str]) -> bool {
        let texts = &self.model.facts.texts;
        let mut packages = self.model.facts.packages.iter().map(|search| letters(&texts.display(search.name)));
        packages.any(|package| names.iter().any(|name| letters(name) == package))
    }

    /// Whether something in the repository looks for a library of such a name: a package, a module of pkg-config, a file, sources.
    fn is_sought(&mut self, name: &str) -> bool {
        const SEARCHES: &[&str] =
            &["find_library", "pkg_check_modules", "pkg_search_module", "cpmaddpackage", "fetchcontent_declare"];
        if self.is_package(&[name]) {
            return true;
        }
        let (files, name) = (self.files, letters(name));
        let sought = self.sought.get_or_insert_with(|| {
            let all = files.all();
            let commands = SEARCHES.iter().flat_map(|command| all.calls(command)).map(|(_, command)| command);
            let words = commands.flat_map(|command| &command.arguments);
            words.filter_map(|argument| argument.template.literal()).map(letters).collect()
        });
        sought.contains(&name) || sought.contains(&format!("lib{name}"))
    }
}
