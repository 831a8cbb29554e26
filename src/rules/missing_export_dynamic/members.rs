//! Classes of a host that plugins derive from or make objects of, members that they call, and variables that they use: what is not in
//! their headers is in the host alone.
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::binaries::{Defined, DefinedKind, Unit, stores};
use crate::model::mentions::{Names, in_comment, words};
use crate::model::symbols::{Key, last};
use crate::native::{Class, FileIndex, GuardId, NativeFile};
use crate::rules::Confidence;
use crate::source::Span;

use super::{Host, Need, Plugin, Search};

/// As much evidence for one host and one plugin.
const MOST: usize = 24;

/// As many hosts are looked at for one plugin: programs that take in the same loader need the same repair.
const MOST_HOSTS: usize = 2;

/// A use of a member or class, on its way to be a need.
struct Used<'u> {
    plugin: TargetId,
    defined: &'u Defined,
    at: Span,
    cond: Cond,
    sure: bool,
}

impl Search<'_> {
    /// What plugins need of the classes of the hosts that may load them.
    pub(super) fn members(&self, hosts: &[Host], plugins: &[Plugin], out: &mut Vec<Need>) {
        let conds = &self.model.facts.conds;
        let classes = self.classes_with_members(hosts);
        let named = self.classes_named(plugins, &classes);
        let mut looked_at: FxHashMap<TargetId, usize> = FxHashMap::default();
        // Where a program exports all, it is the one that loads the plugins, and a test that holds the same loader is not.
        let exporting = hosts.iter().any(|host| self.line(host).exports.is_true());
        for host in hosts.iter().filter(|_| named.values().any(|names| !names.is_empty())) {
            let has = |class: &&str| {
                let mut parts = host.parts.iter().filter_map(|(part, _)| classes.get(part));
                parts.any(|of_part| of_part.contains(*class))
            };
            let names = |plugin: &&Plugin| named.get(&plugin.id).is_some_and(|names| names.iter().any(&has));
            let fresh = |one: &&Plugin| looked_at.get(&one.id).is_none_or(|hosts| *hosts < MOST_HOSTS);
            let loaded = plugins.iter().filter(names).filter(fresh);
            let loaded: Vec<&Plugin> = loaded.filter(|one| self.load_of(host, one.id).is_some()).collect();
            // Other rules look at what is hidden where everything else is exported.
            let is_test = || self.model.is_test_target(host.id);
            if loaded.is_empty() || self.line(host).exports.is_true() || exporting && is_test() {
                continue;
            }
            for plugin in &loaded {
                *looked_at.entry(plugin.id).or_default() += 1;
            }
            let targets: Vec<(TargetId, Cond)> = loaded.iter().map(|plugin| (plugin.id, plugin.cond)).collect();
            let mut seen: FxHashSet<(TargetId, String)> = FxHashSet::default();
            for need in self.binaries.members_needed(host.id, &targets) {
                let used =
                    Used { plugin: need.user, defined: &need.defined, at: need.span, cond: need.cond, sure: need.sure };
                if seen.insert((need.user, need.defined.qualified.clone())) {
                    out.extend(self.member(host, &used));
                }
            }
            let members = self.members_of(host);
            for plugin in loaded.iter().filter(|_| !members.is_empty()) {
                for (defined, at) in self.called_through(plugin.id, &members) {
                    let cond = conds.and(plugin.cond, defined.unit.cond);
                    let used = Used { plugin: plugin.id, defined: &defined, at, cond, sure: true };
                    if seen.insert((plugin.id, defined.qualified.clone())) {
                        out.extend(self.member(host, &used));
                    }
                }
            }
        }
    }

    /// The last names of classes of which parts of hosts define members, and those of variables.
    fn classes_with_members(&self, hosts: &[Host]) -> FxHashMap<TargetId, FxHashSet<String>> {
        let parts: BTreeSet<TargetId> =
            hosts.iter().flat_map(|host| host.parts.iter().map(|(part, _)| *part)).collect();
        let of_part = |part: TargetId| {
            let names = self.symbols.names(part);
            let functions = names.defined.values().flatten().filter_map(|site| site.function());
            let members = functions.filter(|function| function.member);
            let classes = members.filter_map(|function| function.qualified.rsplit("::").nth(1).map(str::to_owned));
            let sources =
                self.model.sources(part).iter().filter_map(|source| self.natives.file(source.path.as_deref()?));
            let variables = sources.flat_map(|file| {
                let own = file.facts.variables.iter().filter(|one| stores(one));
                own.map(|one| one.name.clone()).collect::<Vec<_>>()
            });
            (part, classes.chain(variables).collect())
        };
        parts.into_iter().map(of_part).collect()
    }

    /// Those of them that the sources of plugins name, by plugin.
    fn classes_named<'c>(
        &self,
        plugins: &[Plugin],
        classes: &'c FxHashMap<TargetId, FxHashSet<String>>,
    ) -> FxHashMap<TargetId, FxHashSet<&'c str>> {
        let all: Names<'_> = classes.values().flatten().map(String::as_str).collect();
        // Plugins may be made of the same sources.
        let mut known: FxHashMap<FileIndex, FxHashSet<&str>> = FxHashMap::default();
        let mut of_plugin = |plugin: &Plugin| {
            let mut found: FxHashSet<&str> = FxHashSet::default();
            for source in self.model.sources(plugin.id).iter().filter(|_| !all.is_empty()) {
                let Some(path) = source.path.as_deref() else { continue };
                let (Some(index), Some(file)) = (self.natives.index(path), self.natives.file(path)) else { continue };
                let find = || all.among(file.source.bytes()).into_iter().map(|(name, _)| name).collect();
                found.extend(known.entry(index).or_insert_with(find).iter());
            }
            (plugin.id, found)
        };
        plugins.iter().map(&mut of_plugin).collect()
    }

    fn member(&self, host: &Host, used: &Used<'_>) -> Option<Need> {
        let conds = &self.model.facts.conds;
        let defined = used.defined;
        let (load, named) = self.load_of(host, used.plugin)?;
        let beside = &self.line(host).beside;
        let linked = beside.targets().iter().filter(|(library, _)| *library == used.plugin).map(|(_, cond)| *cond);
        let mut cond = conds.and(used.cond, load.cond);
        cond = conds.diff(cond, conds.any(linked.collect::<Vec<_>>()));
        // What a shared library on the host's line refers to is exported.
        let owner = defined.qualified.rsplit("::").nth(usize::from(defined.kind != DefinedKind::Class));
        let name = owner.unwrap_or(&defined.name).to_owned();
        let referred = beside.targets().iter().any(|(library, _)| {
            let units = self.binaries.units(*library);
            self.natives.is_mentioned(&[&name], units.iter().filter_map(|unit| self.natives.index(&unit.path)))
        });
        if !cond.is_possible() || referred {
            return None;
        }
        let definition = match &defined.key {
            None => defined.span,
            Some((_, key)) => {
                self.binaries.definitions(host.id).iter().find(|one| one.qualified == *key).map(|one| one.span)?
            }
        };
        let module = !self.model.is_kind(used.plugin, &[crate::cmake::eval::facts::TargetKind::Module]).is_false();
        let sure = used.sure && load.sure && (module || named) && !self.model.is_given_away(used.plugin);
        Some(Need {
            host: host.id,
            plugin: used.plugin,
            key: Key { c: defined.symbol.demangled.is_none(), name: defined.qualified.clone() },
            symbol: defined.symbol.clone(),
            load: load.span(),
            definition,
            use_: used.at,
            owner: defined.unit.archive.unwrap_or(host.id),
            cond,
            confidence: if sure { Confidence::Likely } else { Confidence::Heuristic },
        })
    }

    /// Member functions that the code of a host defines, by the last names of their classes.
    fn members_of(&self, host: &Host) -> FxHashMap<String, Vec<Rc<Defined>>> {
        let mut out: FxHashMap<String, Vec<Rc<Defined>>> = FxHashMap::default();
        for defined in self.binaries.definitions(host.id).iter() {
            let plain = defined.name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            let Some(class) = defined.qualified.rsplit("::").nth(1) else { continue };
            if defined.member && plain && defined.name != class && defined.guard == GuardId::TRUE {
                out.entry(class.to_owned()).or_default().push(Rc::clone(defined));
            }
        }
        out
    }

    /// Calls of such functions through objects whose class the file says (`Registry &r … r.add(…)`), where they are not virtual.
    fn called_through(
        &self,
        plugin: TargetId,
        members: &FxHashMap<String, Vec<Rc<Defined>>>,
    ) -> Vec<(Rc<Defined>, Span)> {
        let names: Names<'_> = members.keys().map(String::as_str).collect();
        let mut out: Vec<(Rc<Defined>, Span)> = Vec::new();
        let mut done: BTreeSet<(String, String)> = BTreeSet::new();
        for unit in self.binaries.read_units(plugin).iter().filter(|unit| unit.archive.is_none()) {
            let Some(file) = self.natives.file(&unit.path).filter(|file| !file.facts.truncated) else { continue };
            let bytes = file.source.bytes();
            for (class, at) in names.among(bytes) {
                let Some(object) = declared(bytes, at + class.len()).filter(|_| !in_comment(bytes, at)) else {
                    continue;
                };
                for (member, range) in calls_through(bytes, object) {
                    let found = members.get(class).and_then(|all| all.iter().find(|one| one.name == member));
                    let Some(defined) = found.filter(|_| out.len() < MOST) else { continue };
                    if done.contains(&(class.to_owned(), member.to_owned()))
                        || !is_always_compiled(&file, at..range.end)
                        || !self.is_plain_member(unit, class, defined)
                        || !self.binaries.defines(plugin, defined).is_false()
                        || self.binaries.in_a_library(plugin, defined)
                    {
                        continue;
                    }
                    done.insert((class.to_owned(), member.to_owned()));
                    let span = Span::new(file.source.id(), range.start as u32..range.end as u32);
                    out.push((Rc::clone(defined), span));
                }
            }
        }
        out
    }

    /// Whether the file sees exactly that class, with the function as a member that is neither virtual nor in the header itself.
    fn is_plain_member(&self, unit: &Unit, class: &str, defined: &Defined) -> bool {
        let reached = self.binaries.headers.reached(unit.compiled_by, &unit.path);
        let files: Vec<&NativeFile> = reached.files.iter().filter_map(|&index| self.natives.at(index)).collect();
        let mut seen = files.iter().flat_map(|file| {
            file.facts.classes.iter().filter(|one| one.name == class && !one.internal).map(move |one| (file, one))
        });
        let (Some((header, one)), None) = (seen.next(), seen.next()) else { return false };
        let whole = format!("{}::{}", one.qualified, defined.name);
        let inline = files.iter().any(|file| file.facts.functions.iter().any(|function| function.qualified == whole));
        whole == defined.qualified
            && !one.template
            && !inline
            && one.out_of_line.contains(&defined.name)
            && !is_virtual(header, one, &defined.name)
            && one.bases.iter().all(|base| is_known_without(&files, base, &defined.name))
    }
}

/// The object that is declared behind the name of its class: `r` in `Registry &r)`.
fn declared(bytes: &[u8], end: usize) -> Option<Range<usize>> {
    let mut rest = bytes.get(end..)?.trim_ascii_start();
    rest = rest.strip_prefix(b"const ").map_or(rest, <[u8]>::trim_ascii_start);
    while let [b'*' | b'&', more @ ..] = rest {
        rest = more.trim_ascii_start();
    }
    rest = rest.strip_prefix(b"const ").map_or(rest, <[u8]>::trim_ascii_start);
    let length = rest.iter().position(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'))?;
    let (name, after) = rest.split_at(length);
    let is_object = matches!(after.trim_ascii_start().first(), Some(b',' | b')' | b'=' | b';'));
    let start = bytes.len() - rest.len();
    let is_name = name.first().is_some_and(|first| !first.is_ascii_digit()) && name != b"const";
    (is_object && is_name).then_some(start..start + length)
}

/// The functions that are called through an object, up to the end of the function that it is declared in.
fn calls_through(bytes: &[u8], declared: Range<usize>) -> Vec<(&str, Range<usize>)> {
    /// More of a function is not read.
    const LONGEST: usize = 20_000;
    let start = declared.start;
    let Some(object) = bytes.get(declared).and_then(|name| std::str::from_utf8(name).ok()) else { return Vec::new() };
    let rest = bytes.get(start..).unwrap_or_default();
    let rest = rest.get(..LONGEST).unwrap_or(rest);
    let scope = rest.get(..memchr::memmem::find(rest, b"\n}").unwrap_or(rest.len())).unwrap_or_default();
    let call = |at: usize| {
        let after = scope.get(at + object.len()..)?;
        let name = after.strip_prefix(b".").or_else(|| after.strip_prefix(b"->"))?;
        let length = name.iter().position(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'))?;
        let is_call = name.get(length..)?.trim_ascii_start().starts_with(b"(");
        let from = start + at;
        let end = from + object.len() + (after.len() - name.len()) + length;
        let is_own = !scope.get(..at)?.trim_ascii_end().ends_with(b".") && !scope.get(..at)?.ends_with(b"->");
        let name = std::str::from_utf8(name.get(..length)?).ok()?;
        (is_call && is_own && !in_comment(bytes, from)).then_some((name, from..end))
    };
    words(scope, object).filter_map(call).collect()
}

/// Whether no condition of the preprocessor stands around a place, nor between the declaration and the use.
fn is_always_compiled(file: &NativeFile, range: Range<usize>) -> bool {
    let text = file.source.bytes().get(range.clone()).unwrap_or_default();
    let functions = file.facts.functions.iter().filter(|one| one.is_definition);
    let around = functions.filter(|one| (one.head.start as usize) <= range.end).max_by_key(|one| one.head.start);
    memchr::memmem::find(text, b"\n#").is_none() && around.is_none_or(|one| one.guard == GuardId::TRUE)
}

/// Whether a class declares a function virtual, or may do so.
fn is_virtual(file: &NativeFile, class: &Class, name: &str) -> bool {
    /// Longer classes count as unknown.
    const LONGEST: usize = 100_000;
    let rest = file.source.bytes().get(class.range.end as usize..).unwrap_or_default();
    let rest = rest.get(..LONGEST).unwrap_or(rest);
    let Some(end) = memchr::memmem::find(rest, b"};") else { return true };
    let body = rest.get(..end).unwrap_or_default();
    words(body, name).any(|at| {
        let after = body.get(at + name.len()..).unwrap_or_default();
        let from = body.get(..at).and_then(|before| memchr::memrchr3(b';', b'{', b'}', before)).map_or(0, |at| at + 1);
        let to = memchr::memchr2(b';', b'{', after).unwrap_or(after.len());
        let text = body.get(from..at + name.len() + to).unwrap_or_default();
        ["virtual", "override", "final"].iter().any(|word| words(text, word).next().is_some())
    })
}

/// Whether a base is seen, has no bases itself and does not speak of a function: a member of that name is then not virtual by it.
fn is_known_without(files: &[&NativeFile], base: &str, name: &str) -> bool {
    let mut seen = files.iter().flat_map(|file| {
        let same = file.facts.classes.iter().filter(|one| one.name == last(base));
        same.map(move |one| (file, one))
    });
    let (Some((file, one)), None) = (seen.next(), seen.next()) else { return false };
    let rest = file.source.bytes().get(one.range.end as usize..).unwrap_or_default();
    let body = memchr::memmem::find(rest, b"};").and_then(|end| rest.get(..end));
    one.bases.is_empty() && body.is_some_and(|body| words(body, name).next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_and_calls_through_them() {
        let text =
            b"void f(const Registry &r, Registry *p) {\n  r.add(1); p->count (); q.r.add(2); // r.drop()\n}\nr.late();";
        let at = |n: usize| words(text, "Registry").nth(n).unwrap() + "Registry".len();
        let calls = |n: usize| {
            let calls = calls_through(text, declared(text, at(n)).unwrap());
            calls.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(calls(0), ["add"]);
        assert_eq!(calls(1), ["count"]);
        assert_eq!(declared(b"Registry make();", "Registry".len()), None);
        assert_eq!(declared(b"Registry::make();", "Registry".len()), None);
    }
}
