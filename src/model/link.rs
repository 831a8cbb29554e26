//! The link graph and the link line: targets, libraries and flags, each with condition and origin.
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::cmake::eval::facts::{Definition, TargetKind};
use crate::cmake::eval::policy::{PolicyState, Version};
use crate::cmake::eval::text::{SymbolKind, has_symbol};
use crate::cmake::eval::value::Value;
use crate::cmake::lang::genex::{self, Piece};
use crate::cond::Cond;
use crate::flags::{AllowUndefined, Dialect, LinkFlag, Located};
use crate::source::Span;

use super::binaries::is_cxx;
use super::cache::remember;
use super::link_words::Among;
use super::{Edge, Item, Model, TargetId};

/// A flag of a link line with where it came from.
#[derive(Clone, Debug)]
pub struct FlagSource {
    /// The flag.
    pub flag: Rc<Located<LinkFlag>>,
    /// When it is on the line.
    pub cond: Cond,
    /// The item that it was read from.
    pub item: Rc<Item>,
    /// The words of the line that it is made of.
    pub text: Rc<str>,
}

/// Expressions that are decided where an exported target is used (cmake-generator-expressions(7)).
const OPTIONAL: &[&str] = &["$<TARGET_NAME_IF_EXISTS:", "$<TARGET_EXISTS:"];

impl Model<'_> {
    /// Reads `LINK_LIBRARIES` and `INTERFACE_LINK_LIBRARIES` of all targets.
    pub(super) fn read_links(&mut self) {
        for id in self.targets() {
            for interface in [false, true] {
                let properties = &self.target(id).properties;
                let value = if interface { self.link_interface(id) } else { properties.get("LINK_LIBRARIES") };
                let Some(value) = value else { continue };
                let (edges, items) = self.split_links(id, value);
                let at = id.0 as usize;
                if interface {
                    self.interface_edges[at] = edges;
                    self.interface_items[at] = items;
                } else {
                    self.private_edges[at] = edges;
                    self.private_items[at] = items;
                }
            }
        }
    }

    /// The libraries that whoever links a target links too. Before CMP0022 a property of shared libraries and of programs, empty perhaps,
    /// stands for what `target_link_libraries()` says.
    pub fn link_interface(&self, id: TargetId) -> Option<&'_ Value> {
        let is_old = |d: &Definition| {
            matches!(d.kind, TargetKind::Shared | TargetKind::Executable)
                && d.policies.state(22, Version(2, 8, 12)) != PolicyState::New
        };
        let properties = &self.target(id).properties;
        let said = properties.get("LINK_INTERFACE_LIBRARIES").filter(|_| self.definitions_of(id).iter().any(is_old));
        said.or_else(|| properties.get("INTERFACE_LINK_LIBRARIES"))
    }

    /// The target of a name, inputs and what the toolchain says in it read as where the target is made.
    fn find_written(&self, text: &str) -> Option<TargetId> {
        let texts = &self.facts.texts;
        let same = |c: char| {
            let kind = texts.symbol_of(c).map(|symbol| texts.info(symbol).kind);
            kind.is_none_or(|kind| matches!(kind, SymbolKind::Input | SymbolKind::Toolchain))
        };
        self.find_exactly(text).or_else(|| {
            let named = has_symbol(text) && text.chars().all(same);
            // A lone variable may hold anything.
            let written = named && text.chars().any(|c| c.is_ascii_alphanumeric());
            written.then(|| self.find(&texts.display_str(&texts.with_defaults(text).0))).flatten()
        })
    }

    /// The targets of a name, each with when it is that one: an alias may stand for one here and for another there.
    pub(super) fn meanings(&self, text: &str) -> Vec<(TargetId, Cond)> {
        let Some(usual) = self.find_written(text) else { return Vec::new() };
        let definitions = self.facts.targets.get(text).map_or(&[][..], |target| &target.definitions);
        let mut out: BTreeMap<TargetId, Cond> = BTreeMap::new();
        for definition in definitions.iter().filter(|definition| definition.alias_of.is_some()) {
            if let Some(to) = definition.alias_of.as_deref().and_then(|original| self.find(original)) {
                let known = out.entry(to).or_insert(Cond::FALSE);
                *known = self.facts.conds.or(*known, definition.cond);
            }
        }
        if out.is_empty() {
            // An alias of what nothing here makes is as little known as that.
            let unknown = !definitions.is_empty() && definitions.iter().all(|one| one.alias_of.is_some());
            return if unknown { Vec::new() } else { vec![(usual, Cond::TRUE)] };
        }
        // Here it may be an alias, and there a target itself.
        let own =
            definitions.iter().filter(|definition| definition.alias_of.is_none()).map(|definition| definition.cond);
        let own = self.facts.conds.any(own.collect::<Vec<_>>());
        if let Some(id) = self.facts.targets.get_index_of(text).filter(|_| !own.is_false()) {
            out.insert(TargetId(id as u32), own);
        }
        if out.len() < 2 { vec![(usual, Cond::TRUE)] } else { out.into_iter().collect() }
    }

    /// Items of a link property: those that name targets become edges.
    fn split_links(&self, id: TargetId, value: &Value) -> (Vec<Edge>, Vec<Item>) {
        let (mut edges, mut items) = (Vec::new(), Vec::new());
        for (item, link_only) in self.link_entries(value) {
            for (text, feature) in libraries(&item.text) {
                let conds = &self.facts.conds;
                let mut missing = item.cond;
                for (to, when) in self.meanings(&text).into_iter().filter(|(to, _)| *to != id) {
                    let when = conds.and(when, self.defined(to));
                    let cond = conds.and(item.cond, when);
                    missing = conds.diff(missing, when);
                    if !cond.is_false() {
                        let feature = feature.clone();
                        edges.push(Edge { to, cond, origin: item.origin, link_only, feature });
                    }
                }
                if !missing.is_false() {
                    items.push(Item { cond: missing, ..item.clone() });
                }
            }
        }
        (edges, items)
    }

    /// Items with whether they stand in `$<LINK_ONLY:…>`.
    pub(super) fn link_entries(&self, value: &Value) -> Vec<(Item, bool)> {
        let mut out = Vec::new();
        for elem in value.elems.iter() {
            let plain = self.facts.texts.plain(elem.text);
            let inner = plain.as_deref().and_then(link_only_text);
            if let Some(inner) = inner {
                for (cond, text) in self.decide(&inner, elem.cond) {
                    for one in text.split(';').filter(|t| !t.is_empty()) {
                        let item = Item { text: Arc::from(one), cond, origin: elem.origin, from: None };
                        out.push((item, true));
                    }
                }
            } else {
                let one = Value { defined: value.defined, elems: Arc::new(vec![*elem]) };
                out.extend(self.items(&one, None).into_iter().map(|item| (item, false)));
            }
        }
        out
    }

    /// What the exported form of a target links: its interface without what is for the build tree only, with what is for the
    /// installed tree, and whether an item stands in `$<LINK_ONLY:…>`.
    pub fn exported_links(&self, id: TargetId) -> Vec<(Item, bool)> {
        let Some(value) = self.link_interface(id) else { return Vec::new() };
        let mut out = Vec::new();
        for elem in value.elems.iter() {
            let text = self.facts.texts.plain(elem.text);
            // What a user's configuration may lack, it does not need.
            if text.as_ref().is_some_and(|text| OPTIONAL.iter().any(|expression| text.contains(expression))) {
                continue;
            }
            let text = text.filter(|text| text.contains("_INTERFACE:"));
            let Some(text) = text else {
                let one = Value { defined: value.defined, elems: Arc::new(vec![*elem]) };
                out.extend(self.link_entries(&one));
                continue;
            };
            let whole = text;
            let text = genex::write(&installed_form(genex::parse(&whole), 0));
            let inner = link_only_text(&text);
            for (cond, text) in self.decide(inner.as_deref().unwrap_or(&text), elem.cond) {
                for one in text.split(';').filter(|t| !t.is_empty()) {
                    let one = self.installed_library(one, &whole);
                    let item = Item { text: Arc::from(one), cond, origin: elem.origin, from: None };
                    out.push((item, inner.is_some()));
                }
            }
        }
        out
    }

    /// A plain name that `$<INSTALL_INTERFACE:…>` puts in place of a target of the build is that of a library for the linker.
    fn installed_library<'t>(&self, item: &'t str, whole: &str) -> Cow<'t, str> {
        let is_name = !item.starts_with('-') && !item.contains([':', '/', '.', '$', '<', '>']);
        let chosen = is_name && whole.contains(&format!("$<INSTALL_INTERFACE:{item}>"));
        if chosen && self.find(item).is_none() { Cow::Owned(format!("-l{item}")) } else { Cow::Borrowed(item) }
    }

    /// Whether link options of a private dependency of a static library reach the final link: CMP0099.
    fn follows_link_only(&self, id: TargetId) -> bool {
        self.definitions_of(id).iter().any(|d| d.policies.state(99, Version(3, 17, 0)) == PolicyState::New)
    }

    /// Options of a target's link line, in its order: directory-wide flags, its own, what its libraries bring.
    pub fn link_options(&self, id: TargetId) -> Rc<Vec<Item>> {
        remember(&self.cache.link_options, id, || self.find_link_options(id))
    }

    fn find_link_options(&self, id: TargetId) -> Vec<Item> {
        let mut out = Vec::new();
        self.linker_flag_variables(id, &mut out);
        out.extend(self.property(id, "LINK_FLAGS"));
        out.extend(self.configured_link_flags(id));
        out.extend(self.property(id, "LINK_OPTIONS"));
        let follow = self.follows_link_only(id);
        let closure = if follow { self.link_closure(id) } else { self.usage_closure(id) };
        for (library, cond) in closure {
            for item in self.property(library, "INTERFACE_LINK_OPTIONS") {
                self.push(&mut out, Item { from: Some(library), ..item }, cond);
            }
        }
        out
    }

    /// `LINK_FLAGS_<CONFIG>`, where the build type is that one.
    fn configured_link_flags(&self, id: TargetId) -> Vec<Item> {
        let mut out = Vec::new();
        for name in self.target(id).properties.keys() {
            let Some(configuration) = name.strip_prefix("LINK_FLAGS_") else { continue };
            let cond = self.configuration(configuration);
            self.property(id, name).into_iter().for_each(|item| self.push(&mut out, item, cond));
        }
        out
    }

    /// Folders in which the link of a target looks for libraries: its own, and those that its libraries ask for.
    pub fn link_folders(&self, id: TargetId) -> Vec<Item> {
        let mut out = self.property(id, "LINK_DIRECTORIES");
        for (library, cond) in self.link_closure(id) {
            for item in self.property(library, "INTERFACE_LINK_DIRECTORIES") {
                self.push(&mut out, item, cond);
            }
        }
        out
    }

    fn push(&self, out: &mut Vec<Item>, item: Item, cond: Cond) {
        let cond = self.facts.conds.and(item.cond, cond);
        if !cond.is_false() {
            out.push(Item { cond, ..item });
        }
    }

    /// The kinds of targets whose command lines hold a variable of flags (cmake-variables(7)): what is compiled, or one kind for a linker's.
    pub fn kinds_of_flags(name: &str) -> &'static [TargetKind] {
        const COMPILED: &[TargetKind] =
            &[TargetKind::Executable, TargetKind::Shared, TargetKind::Module, TargetKind::Static, TargetKind::Object];
        const LINKED: &[(&str, &[TargetKind])] = &[
            ("CMAKE_EXE_LINKER_FLAGS", &[TargetKind::Executable]),
            ("CMAKE_SHARED_LINKER_FLAGS", &[TargetKind::Shared]),
            ("CMAKE_MODULE_LINKER_FLAGS", &[TargetKind::Module]),
            ("CMAKE_STATIC_LINKER_FLAGS", &[TargetKind::Static]),
        ];
        LINKED.iter().find(|(start, _)| name.starts_with(start)).map_or(COMPILED, |(_, kinds)| kinds)
    }

    /// `CMAKE_EXE_LINKER_FLAGS` and relatives as they are when the directory ends, and `CMAKE_<L>_FLAGS`, which the
    /// driver also gets for linking.
    fn linker_flag_variables(&self, id: TargetId, out: &mut Vec<Item>) {
        for definition in self.definitions_of(id) {
            let names: &[&'static str] = match definition.kind {
                TargetKind::Executable => &[
                    "CMAKE_EXE_LINKER_FLAGS",
                    "CMAKE_C_FLAGS",
                    "CMAKE_CXX_FLAGS",
                    "CMAKE_C_LINK_FLAGS",
                    "CMAKE_CXX_LINK_FLAGS",
                ],
                TargetKind::Shared => &[
                    "CMAKE_SHARED_LINKER_FLAGS",
                    "CMAKE_C_FLAGS",
                    "CMAKE_CXX_FLAGS",
                    "CMAKE_SHARED_LIBRARY_CREATE_C_FLAGS",
                    "CMAKE_SHARED_LIBRARY_CREATE_CXX_FLAGS",
                ],
                TargetKind::Module => &[
                    "CMAKE_MODULE_LINKER_FLAGS",
                    "CMAKE_C_FLAGS",
                    "CMAKE_CXX_FLAGS",
                    "CMAKE_SHARED_MODULE_CREATE_C_FLAGS",
                    "CMAKE_SHARED_MODULE_CREATE_CXX_FLAGS",
                ],
                _ => &[],
            };
            for name in names {
                let items = self.variable_items(definition.directory, name);
                if items.is_empty() {
                    continue;
                }
                // The flags of one language are on the line: those of the linker's.
                let conds = &self.facts.conds;
                let is_create = name.contains("_CREATE_") || name.ends_with("_LINK_FLAGS");
                let cond = match name.contains("_C_") {
                    true => conds.diff(definition.cond, self.linked_as_cxx(id)),
                    false if is_create => conds.and(definition.cond, self.linked_as_cxx(id)),
                    false => definition.cond,
                };
                for item in items.iter() {
                    self.push(out, item.clone(), cond);
                }
            }
        }
    }

    /// Variables with flags that are on link lines; [`Model::variable_items`] brings those of build types with them.
    pub fn variables_of_link_flags() -> &'static [&'static str] {
        &[
            "CMAKE_EXE_LINKER_FLAGS",
            "CMAKE_SHARED_LINKER_FLAGS",
            "CMAKE_MODULE_LINKER_FLAGS",
            "CMAKE_C_FLAGS",
            "CMAKE_CXX_FLAGS",
        ]
    }

    /// When C++ among the sources of a target and of its archives makes the C++ compiler link it (cmake-properties(7), `LINKER_LANGUAGE`).
    pub fn linked_as_cxx(&self, id: TargetId) -> Cond {
        *remember(&self.cache.linked_as_cxx, id, || self.find_linked_as_cxx(id))
    }

    fn find_linked_as_cxx(&self, id: TargetId) -> Cond {
        if !self.property(id, "LINKER_LANGUAGE").is_empty() {
            return Cond::FALSE;
        }
        let conds = &self.facts.conds;
        let cxx = |part: TargetId| {
            *remember(&self.cache.cxx_sources, part, || {
                let sources = self.sources(part).iter();
                let of_cxx = sources.filter(|source| source.path.as_deref().and_then(is_cxx) == Some(true));
                conds.any(of_cxx.map(|source| source.cond).collect::<Vec<_>>())
            })
        };
        let (own, closure) = (cxx(id), self.static_closure(id));
        // Most often the target has such sources wherever it is linked to anything, and no archive adds to that.
        let adding = closure.iter().filter(|(_, linked)| !conds.implies(*linked, own));
        let archives = adding.map(|(part, linked)| conds.and(cxx(*part), *linked));
        conds.or(own, conds.any(archives.collect::<Vec<_>>()))
    }

    /// Everything on a target's link line that is read as flags: options and what stands among the libraries.
    pub fn link_flags(&self, id: TargetId) -> Rc<Vec<FlagSource>> {
        remember(&self.cache.link_flags, id, || self.find_link_flags(id))
    }

    /// The flags that the value of a property says, as it stands.
    pub fn written_flags(&self, value: &Value) -> Vec<FlagSource> {
        self.read_flags(&self.items(value, None), Among::Options)
    }

    /// When a flag of linkers for ELF stands on a link line, of those that no other linker takes.
    pub fn elf_linked(&self, id: TargetId) -> Cond {
        let flags = self.link_flags(id);
        let only = flags.iter().filter(|source| source.flag.dialect == Dialect::Elf).map(|source| source.cond);
        self.facts.conds.any(only.collect::<Vec<_>>())
    }

    /// When a link line says that symbols may be undefined, or names the program that has them (ld(1) of macOS): they are meant to be.
    pub fn undefined_allowed(&self, id: TargetId) -> Cond {
        let flags = self.link_flags(id);
        let meant = |flag: &LinkFlag| {
            matches!(flag, LinkFlag::AllowUndefined(how) if *how != AllowUndefined::Undefs)
                || matches!(flag, LinkFlag::BundleLoader(_))
        };
        let conds = flags.iter().filter(|source| meant(&source.flag.flag)).map(|source| source.cond);
        self.facts.conds.any(conds.collect::<Vec<_>>())
    }

    /// When the link of a target stops at symbols that nothing on its line has.
    pub fn undefined_refused(&self, id: TargetId) -> Cond {
        let flags = self.link_flags(id);
        let refused = flags.iter().filter(|source| source.flag.flag == LinkFlag::NoUndefined).map(|source| source.cond);
        self.facts.conds.any(refused.collect::<Vec<_>>())
    }

    fn find_link_flags(&self, id: TargetId) -> Vec<FlagSource> {
        let mut out = self.read_flags(&self.link_options(id), Among::Options);
        let mut libraries = self.read_flags(&self.library_items(id), Among::Libraries);
        out.reserve_exact(libraries.len());
        out.append(&mut libraries);
        if out.iter().all(|source| source.cond.is_true()) {
            return out;
        }
        let languages = self.languages(id);
        for source in &mut out {
            source.cond = self.for_link(&languages, source.cond);
        }
        out.retain(|source| !source.cond.is_false());
        out
    }

    /// Where a target says what it links, behind the command that makes it in the same file, or else that command.
    pub fn links_span(&self, id: TargetId) -> Option<Span> {
        let defined = self.definition_span(id)?;
        let edges = self.links(id).iter().map(|edge| edge.origin);
        let items = self.link_items(id).iter().map(|item| item.origin);
        let mut spans = edges.chain(items).filter_map(|origin| self.span(origin));
        let near = spans.find(|span| span.file == defined.file && span.start > defined.start);
        Some(near.unwrap_or(defined))
    }

    /// What stands among the libraries of a target's link line and is no target: its own items and those that its
    /// libraries bring.
    pub fn library_items(&self, id: TargetId) -> Rc<Vec<Item>> {
        remember(&self.cache.library_items, id, || self.find_library_items(id))
    }

    fn find_library_items(&self, id: TargetId) -> Vec<Item> {
        let mut items = self.private_items[id.0 as usize].clone();
        for (library, cond) in self.link_closure(id) {
            for item in &self.interface_items[library.0 as usize] {
                self.push(&mut items, Item { from: Some(library), ..item.clone() }, cond);
            }
        }
        self.push_standard_libraries(id, &mut items);
        items
    }

    /// What CMake names at the end of every link line (CMAKE_<LANG>_`STANDARD_LIBRARIES`, cmake-variables(7)).
    fn push_standard_libraries(&self, id: TargetId, items: &mut Vec<Item>) {
        for definition in self.definitions_of(id) {
            for name in ["CMAKE_C_STANDARD_LIBRARIES", "CMAKE_CXX_STANDARD_LIBRARIES"] {
                for item in self.variable_items(definition.directory, name).iter() {
                    for word in item.text.split_whitespace().filter(|word| !has_symbol(word)) {
                        self.push(items, Item { text: word.into(), ..item.clone() }, definition.cond);
                    }
                }
            }
        }
    }

    /// What stands behind an option that opens a group (`--whole-archive`), up to the one that ends it: in the list of libraries that
    /// has it. Nothing where it is no part of such a list, or nothing there ends it.
    pub(super) fn behind(&self, binary: TargetId, open: &FlagSource) -> Option<Vec<Arc<str>>> {
        let (holder, property) = match open.item.from {
            Some(library) => (library, "INTERFACE_LINK_LIBRARIES"),
            None => (binary, "LINK_LIBRARIES"),
        };
        let entries = self.link_entries(self.target(holder).properties.get(property)?);
        let is_it = |item: &Item| item.origin == open.item.origin && item.text == open.item.text;
        let mut out = Vec::new();
        let mut opened = false;
        for (at, _) in entries.iter().enumerate().filter(|(_, (item, _))| is_it(item)) {
            let rest = entries.get(at + 1..)?;
            let end = rest.iter().position(|(item, _)| item.text.contains("-no-whole-archive"))?;
            out.extend(rest.get(..end)?.iter().map(|(item, _)| Arc::clone(&item.text)));
            opened = true;
        }
        opened.then_some(out)
    }

    /// When a target's link line exports the executable's symbols: by property, flag or old policy.
    pub fn exports_dynamic(&self, id: TargetId) -> Cond {
        let conds = &self.facts.conds;
        let mut holds = self.property_true(id, "ENABLE_EXPORTS");
        for source in self.link_flags(id).iter() {
            match source.flag.flag {
                LinkFlag::ExportDynamic(true) => holds = conds.or(holds, source.cond),
                LinkFlag::ExportDynamic(false) => holds = conds.diff(holds, source.cond),
                _ => {}
            }
        }
        holds
    }

    /// When CMake itself adds `-rdynamic` to an executable: CMP0065 OLD, that is a minimum below 3.4 under CMake 3.
    pub fn exports_by_old_policy(&self, id: TargetId) -> Cond {
        let old = self
            .definitions_of(id)
            .iter()
            .filter(|d| d.kind == TargetKind::Executable && d.policies.state(65, Version(3, 4, 0)) != PolicyState::New)
            .map(|d| d.cond);
        self.facts.conds.any(old)
    }
}

/// The libraries that an item names, each with the feature of `$<LINK_LIBRARY:FEATURE,…>` that it stands in, without
/// CMake's directory marker.
pub(super) fn libraries(text: &str) -> Vec<(String, Option<Arc<str>>)> {
    let mut out = Vec::new();
    if text.starts_with("$<LINK_") {
        collect_libraries(&genex::parse(text), None, 0, &mut out);
    }
    if out.is_empty() {
        out.push((text.split("::@(").next().unwrap_or(text).to_owned(), None));
    }
    out
}

fn collect_libraries(
    pieces: &[Piece],
    feature: Option<&Arc<str>>,
    depth: u32,
    out: &mut Vec<(String, Option<Arc<str>>)>,
) {
    /// Groups hold libraries with features, and nothing holds groups.
    const DEEPEST: u32 = 4;
    let [Piece::Expression(expression)] = pieces else {
        let text = genex::write(pieces);
        let name = text.split("::@(").next().unwrap_or(&text);
        out.push((name.to_owned(), feature.cloned()));
        return;
    };
    let kind = expression.literal_name().filter(|name| matches!(*name, "LINK_LIBRARY" | "LINK_GROUP"));
    let (Some(kind), Some((first, rest)), true) = (kind, expression.arguments.split_first(), depth < DEEPEST) else {
        out.push((genex::write(pieces), feature.cloned()));
        return;
    };
    let own = (kind == "LINK_LIBRARY").then(|| Arc::from(genex::write(first)));
    for library in rest {
        collect_libraries(library, own.as_ref().or(feature), depth + 1, out);
    }
}

/// A text as an installed export file has it (cmake-generator-expressions(7), export and install expressions).
fn installed_form(pieces: Vec<Piece>, depth: u32) -> Vec<Piece> {
    /// Expressions nested deeper stay as they are.
    const DEEPEST: u32 = 20;
    let mut out = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match piece {
            Piece::Expression(expression) if depth < DEEPEST => match expression.literal_name() {
                Some("BUILD_INTERFACE" | "BUILD_LOCAL_INTERFACE") => {}
                Some("INSTALL_INTERFACE") => out.extend(installed_form(expression.joined_from(0), depth + 1)),
                _ => {
                    let arguments = expression.arguments.into_iter();
                    let arguments = arguments.map(|argument| installed_form(argument, depth + 1)).collect();
                    out.push(Piece::Expression(genex::Expression { arguments, ..expression }));
                }
            },
            piece => out.push(piece),
        }
    }
    out
}

/// The text inside an outermost `$<LINK_ONLY:…>`.
fn link_only_text(text: &str) -> Option<String> {
    if !text.starts_with("$<LINK_ONLY:") {
        return None;
    }
    match genex::parse(text).as_slice() {
        [Piece::Expression(expression)] if expression.literal_name() == Some("LINK_ONLY") => {
            Some(genex::write(&expression.joined_from(0)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_and_their_features() {
        let named = |text: &str| -> Vec<(String, String)> {
            let found = libraries(text).into_iter();
            found.map(|(name, feature)| (name, feature.map(|f| f.to_string()).unwrap_or_default())).collect()
        };
        let one = |name: &str, feature: &str| (name.to_owned(), feature.to_owned());
        assert_eq!(named("a::@(0x1)"), [one("a", "")]);
        assert_eq!(
            named("$<LINK_LIBRARY:WHOLE_ARCHIVE,a,b::c>"),
            [one("a", "WHOLE_ARCHIVE"), one("b::c", "WHOLE_ARCHIVE")]
        );
        assert_eq!(named("$<LINK_GROUP:RESCAN,$<LINK_LIBRARY:F,a>,b>"), [one("a", "F"), one("b", "")]);
        assert_eq!(named("$<TARGET_FILE:a>"), [one("$<TARGET_FILE:a>", "")]);
    }
}
