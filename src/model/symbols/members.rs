//! Calls of members: which class and which function of it a call means.
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::TargetId;
use crate::model::call_sites::may_be_no_call;
use crate::model::includes::View;
use crate::native::{Class, Field, Function, Held, NativeFile};

use super::{Key, Site, Symbols, agrees, aliases, is_weak, last};

impl Symbols<'_> {
    /// The member function that a call with a qualified name means, or one of an object. None where it may be another one: an overload with
    /// a body, a member of a template, of a class in a namespace of which the file says nothing.
    pub fn member(&self, target: TargetId, site: &Site) -> Option<Key> {
        let call = site.call()?;
        let view = self.headers.view(target, &site.path);
        let (class_name, name, through) = if let Some(found) = of_field(&view, &call.name) {
            found
        } else {
            let (class, name) = call.name.rsplit_once("::").filter(|_| !call.name.contains('.'))?;
            (class, name, call.through)
        };
        let mut found: Option<&Class> = None;
        for (_, file) in &view.files {
            let facts = &file.facts;
            let is_macro = |macro_name: &str| macro_name == name || macro_name == last(class_name);
            if facts.truncated || facts.macros.iter().any(|one| is_macro(&one.name)) {
                return None;
            }
            let named = |one: &&Class| one.name == last(class_name) && agrees(&one.qualified, class_name);
            for class in facts.classes.iter().filter(named) {
                let has = |members: &[String]| members.iter().any(|member| member == name);
                let plain = !has(&class.inline_members) && !class.template && !class.internal;
                let another = found.is_some_and(|other| other.qualified != class.qualified);
                if !has(&class.out_of_line) || !plain || another || brings_overloads(file, class, name) {
                    return None;
                }
                found = Some(class);
            }
        }
        let found = found?;
        // Which function a virtual one is, the object decides; a base class may have declared it so.
        if through
            && (found.virtual_members.iter().any(|member| member == name) || !bases_lack(&view, found, name, &mut 0))
        {
            return None;
        }
        let class = &found.qualified;
        let outer = class.rsplit_once("::").map_or("", |(outer, _)| last(outer));
        memchr::memmem::find(site.file.source.bytes(), outer.as_bytes())?;
        let name = format!("{class}::{name}");
        let inline = |one: &Function| one.qualified == name && (one.is_definition || one.template || is_weak(one));
        let inline = view.files.iter().any(|(_, file)| file.facts.functions.iter().any(inline));
        let sure = !inline
            && !may_be_no_call(&view, site, call, false)
            && self.means_class(target, &view, site, (class_name, class))
            && ![last(class), last(&call.name)].iter().any(|word| self.may_have(target, word, None))
            && !self.otherwise(target).has_member(&name);
        sure.then_some(Key { c: false, name })
    }

    fn means_class(&self, target: TargetId, view: &View, site: &Site, (written, class): (&str, &str)) -> bool {
        let stands_in = class.rsplit_once("::").is_some_and(|(outer, _)| stands_in(site, outer));
        let key = (target, Rc::clone(&site.path), format!("{written} {class} {stands_in}").into_boxed_str());
        if let Some(known) = self.meant.borrow().get(&key) {
            return *known;
        }
        let means = means_class(view, site, (written, class), stands_in);
        self.meant.borrow_mut().insert(key, means);
        means
    }

    /// Calls of members of a class's own objects in the sources of a target, by the last two parts of the members' names: of those that are
    /// `known` by the last part.
    pub fn field_calls(&self, target: TargetId, known: &dyn Fn(&str) -> bool) -> FxHashMap<String, Vec<Site>> {
        let mut found: FxHashMap<String, Vec<Site>> = FxHashMap::default();
        for source in self.model.sources(target) {
            let Some((path, file)) = source.path.as_ref().and_then(|path| Some((path, self.natives.file(path)?)))
            else {
                continue;
            };
            let facts = &file.facts;
            let before = facts.uses.len() + facts.object_uses.len();
            for (at, used) in facts.field_uses.iter().enumerate() {
                if !known(used.name.rsplit(['.', '>']).next().unwrap_or_default()) {
                    continue;
                }
                let view = self.headers.view(target, path);
                let Some((class, name, _)) = of_field(&view, &used.name) else { continue };
                let site = Site {
                    path: Rc::from(path.as_path()),
                    file: file.clone(),
                    index: before + at,
                    cond: source.cond,
                    is_included: false,
                };
                found.entry(format!("{}::{name}", last(class))).or_default().push(site);
            }
        }
        found
    }
}

/// Whether all base classes of a class are seen, and none has a function of a name. As many classes are looked at in all.
fn bases_lack(view: &View, class: &Class, name: &str, seen: &mut usize) -> bool {
    const MOST: usize = 32;
    class.bases.iter().all(|base| {
        let classes = view.files.iter().flat_map(|(_, file)| &file.facts.classes);
        let mut named = classes.filter(|one| one.name == last(base) && agrees(&one.qualified, base)).peekable();
        let Some(first) = named.peek().map(|first| &first.qualified) else { return false };
        named.all(|one| {
            *seen += 1;
            let has = one.has_member(name) || one.virtual_members.iter().any(|member| member == name);
            let plain = *seen < MOST && !one.template && one.qualified == *first;
            plain && !has && bases_lack(view, one, name, seen)
        })
    })
}

/// The last parts of the names of members among those that targets define.
pub fn members_of(definers: &FxHashMap<String, Vec<TargetId>>) -> FxHashSet<String> {
    definers.keys().filter_map(|name| name.rsplit_once("::")).map(|(_, name)| name.to_owned()).collect()
}

/// Whether a class may have further functions of a name from a base: `using Base::get;`, `using Base::Base;`.
fn brings_overloads(file: &NativeFile, class: &Class, name: &str) -> bool {
    let is_constructor = name == class.name;
    let of_base = |used: &str| class.bases.iter().any(|base| last(base) == last(used));
    !class.bases.is_empty()
        && aliases::used(file.source.bytes())
            .any(|(whole, used)| !whole && (last(&used) == name || is_constructor && of_base(&used)))
}

/// Whether a class is meant by its name as it was written: the file stands in the namespace or uses it, and nothing that it sees gives the
/// name to something else.
fn means_class(view: &View, site: &Site, (written, class): (&str, &str), stands_in: bool) -> bool {
    let (text, short) = (site.file.source.bytes(), last(class));
    let outer = class.rsplit_once("::").map(|(outer, _)| outer);
    let is_short = written == short;
    let within = outer.is_none_or(|outer| {
        let opens = || aliases::opens_namespace(text, last(outer));
        !is_short || stands_in || opens() || aliases::uses(text, class)
    });
    let other = |(_, file): &(Arc<Path>, NativeFile)| aliases::renames(file.source.bytes(), short, class);
    let known = site.file.facts.classes.iter().any(|one| one.name == short);
    // A namespace of which the file sees nothing may have a class of that name.
    let is_seen =
        |name: &String| view.files.iter().any(|(_, file)| aliases::opens_namespace(file.source.bytes(), last(name)));
    within
        && !(is_short && aliases::used_namespaces(text, outer.unwrap_or_default()).iter().any(|name| !is_seen(name)))
        && !view.files.iter().any(other)
        && (known || !aliases::defines(text, short))
}

/// Whether a call stands in a function that is defined with the name of a namespace or class: `int geo::Hull::run() {…}`.
fn stands_in(site: &Site, outer: &str) -> bool {
    let Some(start) = site.call().map(|call| call.range.start) else { return false };
    let functions = site.file.facts.functions.iter().filter(|one| one.is_definition && one.head.end <= start);
    let around = functions.max_by_key(|one| one.head.end);
    let is_outside = || site.file.enclosing(start).is_none_or(|enclosing| enclosing.is_outside);
    let within = |name: &str| name.strip_prefix(outer).is_some_and(|rest| rest.starts_with("::"));
    around.is_some_and(|one| within(&one.qualified)) && !is_outside()
}

/// Whether a field has the mark of one: another name may be one of the function's own, in a form that is not read.
fn is_marked(field: &str) -> bool {
    field.ends_with('_') || field.starts_with("m_") || field.starts_with('_')
}

/// The class and the name of a member that is called of a field (`Owner.field->name`) or of a variable that a header declares, and whether the
/// object may be of another class.
fn of_field<'v>(view: &'v View, written: &'v str) -> Option<(&'v str, &'v str, bool)> {
    let (owner, rest) = written.split_once('.')?;
    let is_arrow = rest.contains("->");
    let (field, name) = rest.split_once(if is_arrow { "->" } else { "." })?;
    let classes = view.files.iter().flat_map(|(_, file)| &file.facts.classes);
    let mut owners = classes.filter(|class| class.qualified == owner);
    let object = if owner.is_empty() {
        declared_once(view, field)?
    } else {
        // One class, one field of that name.
        let class = owners.next().filter(|class| owners.next().is_none() && !class.template)?;
        let mut fields = class.fields.iter().filter(|one| &*one.name == field);
        match fields.next() {
            Some(one) => Some(one).filter(|_| is_marked(field) && fields.next().is_none())?,
            // A base class may have it.
            None => declared_once(view, field).filter(|_| class.bases.is_empty())?,
        }
    };
    let fits = (object.held == Held::Pointer) == is_arrow;
    fits.then_some((&*object.class, name, object.held != Held::Value))
}

/// The variable between declarations that a name means, where all that a source sees agrees on it.
fn declared_once<'v>(view: &'v View, name: &str) -> Option<&'v Field> {
    let mut found: Option<&Field> = None;
    for (_, file) in &view.files {
        let facts = &file.facts;
        let of_name = |one: &&Field| &*one.name == name;
        let objects = facts.globals.iter().filter(of_name).count();
        let is_other = facts.macros.iter().any(|one| one.name == name)
            || facts.functions.iter().any(|one| one.name == name)
            || facts.variables.iter().filter(|one| one.name == name).count() != objects;
        if facts.truncated || is_other {
            return None;
        }
        for one in facts.globals.iter().filter(of_name) {
            if found.is_some_and(|found| found != one) {
                return None;
            }
            found = Some(one);
        }
    }
    found
}
