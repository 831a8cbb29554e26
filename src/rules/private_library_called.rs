//! Programs that call a library which only another shared library links, privately.
use std::collections::BTreeMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::archives::is_ever;
use crate::model::symbols::{CallOf, Names, Site, Symbols, last};
use crate::model::{Edge, Model, TargetId};
use crate::native::{Attributes, Function, GuardId, NativeFile};

use crate::rules::{Context, Draft, Place, Sink};

const PROGRAM: &[TargetKind] = &[TargetKind::Executable];
const SHARED: &[TargetKind] = &[TargetKind::Shared];
const LIBRARY: &[TargetKind] = &[TargetKind::Shared, TargetKind::Static];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let search = Search { model: project.model, symbols: project.symbols };
    for id in project.model.judged_targets().filter(|id| is_ever(project.model, *id, PROGRAM)) {
        search.program(id, sink);
    }
}

struct Search<'a> {
    model: &'a Model<'a>,
    symbols: &'a Symbols<'a>,
}

impl Search<'_> {
    fn program(&self, id: TargetId, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let closure = self.model.link_closure(id);
        // The linker takes what the libraries need of theirs (ld(1), "--copy-dt-needed-entries").
        if self.model.link_flags(id).iter().any(|source| source.text.contains("--copy-dt-needed-entries")) {
            return;
        }
        // Named as a file, too (`$<TARGET_FILE:codec>`).
        let line = self.symbols.on_link_line(id);
        let shared = closure.iter().filter(|(to, _)| is_ever(self.model, *to, SHARED) && !self.model.is_imported(*to));
        for &(between, linked) in shared {
            let private = |edge: &&Edge| {
                let public = self.model.interface_links(between).iter().any(|other| other.to == edge.to);
                let here = edge.to == id || line.iter().any(|(to, _)| *to == edge.to);
                !public && !here && is_ever(self.model, edge.to, LIBRARY) && !self.model.is_imported(edge.to)
            };
            for edge in self.model.links(between).iter().filter(private) {
                let kept = self.kept(edge.to);
                if kept.is_false() {
                    continue;
                }
                let call = self.symbols.call_of(id, edge.to, &closure);
                let call = call.or_else(|| self.call_by_header(id, edge.to, &closure));
                let Some(call) = call else { continue };
                let shared = self.model.is_kind(edge.to, SHARED);
                let kept = if self.is_annotated(edge.to, &call.name) { shared } else { kept };
                let kinds = [(between, SHARED), (id, PROGRAM)];
                let kinds = conds.all(kinds.map(|(target, kind)| self.model.is_kind(target, kind)));
                let cond = conds.all([linked, edge.cond, call.cond, kinds, kept]);
                let platform = |name| conds.platform(name).unwrap_or(Cond::FALSE);
                let cond = conds.diff(cond, platform("WIN32"));
                let Some(span) = self.model.span(edge.origin).filter(|_| cond.is_possible()) else {
                    continue;
                };
                let draft = Draft::new(cond, Place::new(span, "not for whoever links it"))
                    .related(call.call, format!("`{}` is called here", call.name))
                    .related(call.definition, "and defined here")
                    .named("library", self.model.name(edge.to))
                    .named("between", self.model.name(between))
                    .named("target", self.model.name(id))
                    .named("symbol", call.name);
                sink.report(draft);
            }
        }
    }

    /// When a shared library keeps what it links to itself: another shared library always, the code of an archive where that is compiled
    /// hidden (another rule looks at `--exclude-libs`).
    fn kept(&self, library: TargetId) -> Cond {
        let conds = &self.model.facts.conds;
        let shared = self.model.is_kind(library, SHARED);
        let archive = self.model.is_kind(library, &[TargetKind::Static]);
        if archive.is_false() {
            return shared;
        }
        // In one language only, it may be the other one that is called.
        let hidden = [true, false].map(|cxx| {
            let compiled = self.model.compiled_hidden(library, cxx);
            compiled.as_ref().as_ref().map_or(Cond::FALSE, |(cond, _)| *cond)
        });
        let cxx = self.model.sources(library).iter().filter_map(|source| source.path.as_deref());
        let cxx = cxx.filter_map(crate::model::binaries::is_cxx).collect::<Vec<_>>();
        let hidden = match (cxx.contains(&true), cxx.contains(&false)) {
            (true, false) => hidden[0],
            (false, true) => hidden[1],
            _ => conds.all(hidden),
        };
        conds.or(shared, conds.and(archive, hidden))
    }

    /// Whether something at the definition of a function, or at a declaration that is seen there, may export it.
    fn is_annotated(&self, library: TargetId, name: &str) -> bool {
        let plain = |one: &Attributes| {
            one.visibility.is_none() && one.pragma_visibility.is_none() && one.macros.is_empty() && one.symver.is_none()
        };
        let names = self.symbols.names(library);
        names.definitions(name).into_iter().flatten().any(|site| {
            let view = self.symbols.headers.view(library, &site.path);
            let mut functions = view.files.iter().flat_map(|(_, file)| &file.facts.functions);
            let of_class = site.function().filter(|one| one.member).and_then(|one| one.qualified.rsplit_once("::"));
            let shown = of_class.is_some_and(|(class, member)| {
                let mut classes = view.files.iter().flat_map(|(_, file)| &file.facts.classes);
                classes.any(|one| {
                    let is_marked = !plain(&one.attributes) || one.exported_members.iter().any(|name| name == member);
                    one.qualified == class && is_marked
                })
            });
            shown || functions.any(|one| one.name == last(name) && !plain(&one.attributes))
        })
    }

    /// The first call of a library's function in an inline function of a header that the program includes, and which the program
    /// calls.
    fn call_by_header(&self, id: TargetId, library: TargetId, others: &[(TargetId, Cond)]) -> Option<CallOf> {
        if self.model.sources(id).iter().any(|source| source.path.is_none()) {
            return None;
        }
        let (own, theirs) = (self.symbols.names(id), self.symbols.names(library));
        let mut line: Vec<(TargetId, Cond)> = others.to_vec();
        line.push((id, Cond::TRUE));
        for source in self.model.sources(id) {
            let Some(path) = source.path.as_deref() else { continue };
            let view = self.symbols.headers.view(id, path);
            for (header, file) in view.files.iter().filter(|(header, _)| &**header != path) {
                for (index, name) in called_inline(file, &own, &theirs) {
                    let site = Site {
                        path: (**header).into(),
                        file: file.clone(),
                        index,
                        cond: source.cond,
                        is_included: false,
                    };
                    if !self.symbols.defined_in(&line, &name).is_false() {
                        continue;
                    }
                    let (Some(key), Some(used)) = (self.symbols.meaning(id, &site), site.call()) else { continue };
                    let mut found = theirs.defined.get(&name)?.iter();
                    let found = found.find(|one| self.symbols.is_definition_of(library, one, &key));
                    let Some(definition) = found else { continue };
                    let cond = self.model.facts.conds.and(source.cond, definition.cond);
                    let (call, definition) = (site.span(&used.range), definition.span(&definition.function()?.range));
                    return Some(CallOf { name, call, definition, cond });
                }
            }
        }
        None
    }
}

/// Calls in a header, by their number, that stand in inline functions which a target calls and that may mean a function of a library.
fn called_inline(file: &NativeFile, own: &Names, theirs: &Names) -> Vec<(usize, String)> {
    let inline = |one: &&Function| one.is_definition && one.inline && !one.member && !one.template;
    if !file.facts.functions.iter().any(|one| inline(&one) && own.called.contains_key(&one.name)) {
        return Vec::new();
    }
    let mut out: BTreeMap<usize, String> = BTreeMap::new();
    for (index, used) in file.facts.uses.iter().enumerate().filter(|(_, used)| used.guard == GuardId::TRUE) {
        let name = last(&used.name);
        let before = file.facts.functions.iter().filter(|one| one.is_definition && one.head.end <= used.range.start);
        let around = before.max_by_key(|one| one.head.start);
        let called = around.filter(inline).is_some_and(|one| {
            one.guard == GuardId::TRUE
                && own.called.contains_key(&one.name)
                && !own.defined.contains_key(&one.name)
                && !own.shadowed.contains_key(&one.name)
        });
        if called && theirs.defined.contains_key(name) && !own.shadowed.contains_key(name) {
            out.insert(index, name.to_owned());
        }
    }
    out.into_iter().collect()
}
