//! What keeps a symbol out of an executable's dynamic symbol table, and what is said about it.
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::TargetId;
use crate::rules::edit::Site;
use crate::rules::finding::{Applicability, Fix};
use crate::rules::wording::and_more;
use crate::rules::{Confidence, Draft, Place, Severity, Sink};
use crate::source::Span;
use crate::symbols::{Decision, Match, dynamic_list, version_script};

use super::{Host, Need, Search, is_libraries, is_users};

/// More programs with the same loader are not named.
const MOST_OTHERS: usize = 8;

/// What keeps a symbol out of a host's dynamic symbol table.
enum Obstacle {
    /// Nothing exports it.
    Nothing,
    /// The executable is static: it has no such table.
    Static(Span),
    /// A list of what is exported lacks it: the list's last entry.
    List(Span),
    /// A version script makes it local: the pattern.
    Script(Span),
    /// It comes out of an archive that an option hides.
    Archive(Span),
    /// It is exported where it is linked, and nothing asks for the member of the archive that has it.
    Dropped,
}

/// The kind of an obstacle, and its place, where that is not the program itself.
type Key = (u8, Option<Span>);

/// Programs that lack the same for the same reason, the one that is named first.
struct Report<'n> {
    hosts: Vec<&'n Host>,
    kind: u8,
    /// The obstacle's place, where it is not the program itself.
    at: Option<Span>,
    needs: Vec<(&'n Need, Cond)>,
    /// When any of them is there.
    cond: Cond,
}

impl Search<'_> {
    pub(super) fn report(&self, hosts: &[Host], needs: &[Need], sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let mut reports: Vec<Report<'_>> = Vec::new();
        let mut order: Vec<&Host> = hosts.iter().collect();
        let installed = self.model.installed_targets();
        order.sort_by_key(|host| (!installed.contains_key(&host.id), self.model.is_test_target(host.id)));
        for host in order {
            let of_host: Vec<&Need> = needs.iter().filter(|need| need.host == host.id).collect();
            for report in self.obstructed(host, &of_host) {
                // Programs that take the same loader out of a library: which of them load anything is not told by the text.
                let same = |known: &&mut Report<'_>| {
                    let key = |one: &Report<'_>| one.needs.first().map(|(need, _)| (need.load, need.confidence));
                    (known.kind, report.kind) == (0, 0)
                        && key(known) == key(&report)
                        && conds.implies(report.cond, known.cond)
                };
                match reports.iter_mut().find(same) {
                    Some(known) => known.hosts.push(host),
                    None => reports.push(report),
                }
            }
        }
        for report in &reports {
            self.report_one(report, sink);
        }
    }

    /// One report for each obstacle: what the surest needs say, with the names of all of them.
    fn obstructed<'n>(&self, host: &'n Host, needs: &[&'n Need]) -> Vec<Report<'n>> {
        let mut found: BTreeMap<Key, Vec<(&Need, Cond)>> = BTreeMap::new();
        for need in needs {
            for (obstacle, cond) in self.obstacles(host, need) {
                let key = match obstacle {
                    Obstacle::Nothing => (0, None),
                    Obstacle::Static(flag) => (1, Some(flag)),
                    Obstacle::List(entry) => (2, Some(entry)),
                    Obstacle::Script(pattern) => (3, Some(pattern)),
                    Obstacle::Archive(flag) => (4, Some(flag)),
                    Obstacle::Dropped => (5, None),
                };
                found.entry(key).or_default().push((need, cond));
            }
        }
        let conds = &self.model.facts.conds;
        let surest = |((kind, at), mut needs): (Key, Vec<(&'n Need, Cond)>)| {
            let best = needs.iter().map(|(need, _)| need.confidence).max()?;
            needs.retain(|(need, _)| need.confidence == best);
            let cond = conds.any(needs.iter().map(|(_, cond)| *cond));
            // What is left on systems that hardly anybody builds for is an oversight of no weight.
            let odd = conds.platform("LINUX").is_some_and(|linux| conds.disjoint(cond, linux));
            (!cond.is_unknown() && !odd).then(|| Report { hosts: vec![host], kind, at, needs, cond })
        };
        found.into_iter().filter_map(surest).collect()
    }

    fn report_one(&self, report: &Report<'_>, sink: &mut Sink) {
        let Report { hosts, kind, at, needs, cond } = report;
        let (Some((first, _)), [host, others @ ..]) = (needs.first(), hosts.as_slice()) else { return };
        let Some(defined) = self.model.definition_span(host.id) else { return };
        let name = self.model.name(host.id);
        let symbols: BTreeSet<&str> = needs.iter().map(|(need, _)| need.key.name.as_str()).collect();
        let plugins: BTreeSet<&str> = needs.iter().map(|(need, _)| self.model.name(need.plugin)).collect();
        let (symbol, plugin) = (first.key.name.as_str(), self.model.name(first.plugin));
        let what = Words {
            host: name,
            symbol,
            plugin,
            symbols: symbols.len(),
            plugins: plugins.len(),
            alike: others.len(),
            is_c: first.key.c,
        };
        let (place, label) = match (kind, *at) {
            (2..=4, Some(span)) => (span, "decides what is exported"),
            (5, _) => (defined, "takes members of archives that are asked for"),
            _ => (defined, "exports nothing that is not asked for"),
        };
        let mut draft = Draft::new(*cond, Place::new(place, label)).subject(name);
        if place != defined {
            draft = draft.related(defined, "the executable");
        }
        if let (1, Some(span)) = (kind, *at) {
            draft = draft.related(span, "linked statically");
        }
        draft = draft
            .related(first.load, "loads libraries")
            .related(first.definition, format!("`{symbol}` is defined here"))
            .related(first.use_, format!("`{plugin}` needs it"));
        let told = others.iter().filter_map(|other| Some((other, self.model.definition_span(other.id)?)));
        for (other, span) in told.take(MOST_OTHERS) {
            let name = self.model.name(other.id);
            draft =
                draft.subject(name).related(span, format!("`{name}` has the same loader, and exports nothing either"));
        }
        for subject in symbols.iter().chain(&plugins).take(100) {
            draft = draft.subject(*subject);
        }
        if *kind == 0 {
            let fixes = hosts.iter().filter_map(|host| self.exporting(host.id));
            let joined = fixes.reduce(|all, one| Fix { edits: [all.edits, one.edits].concat(), ..all });
            draft = joined.into_iter().fold(draft, Draft::fix);
        }
        let confidence = if *kind == 5 { first.confidence.min(Confidence::Likely) } else { first.confidence };
        let draft = draft.confidence(confidence);
        let severity = if first.confidence == Confidence::Proved { Severity::Error } else { Severity::Warning };
        sink.report(what.fill(*kind, draft).severity(severity));
    }

    /// The property behind the command that defines an executable by its name. It exports everything, more than is needed.
    pub(super) fn exporting(&self, host: TargetId) -> Option<Fix> {
        let site = Site::at(self.files, self.model.definition_span(host)?)?;
        let (command, name) = (site.command(), self.model.name(host));
        let written = command.arguments.first().and_then(|first| first.template.literal());
        if &*command.lower != "add_executable" || written != Some(name) {
            return None;
        }
        Some(Fix {
            title: "export its symbols".to_owned(),
            applicability: Applicability::Unsafe,
            edits: vec![site.add_command(&format!("set_target_properties({name} PROPERTIES ENABLE_EXPORTS ON)"))],
        })
    }

    /// Why a symbol is not exported, and when. Several may hold in different configurations.
    fn obstacles(&self, host: &Host, need: &Need) -> Vec<(Obstacle, Cond)> {
        let conds = &self.model.facts.conds;
        let mut out = Vec::new();
        let (mut exported, mut left) = (self.line(host).exports, need.cond);
        for flag in self.line(host).flags.iter() {
            let Some(span) = self.model.span(flag.item.origin) else { continue };
            let gone = match &flag.flag.flag {
                LinkFlag::Static | LinkFlag::StaticPie => Some(Obstacle::Static(span)),
                LinkFlag::VersionScript(file) => self.hiding_pattern(file, need).map(Obstacle::Script),
                LinkFlag::ExcludeLibs(names) if self.excluded(host, need, names) => Some(Obstacle::Archive(span)),
                LinkFlag::Other(text)
                    if has_symbol(text) && !is_users(self.model, text) && !is_libraries(self.model, text) =>
                {
                    left = conds.diff(left, flag.cond);
                    None
                }
                _ => None,
            };
            let Some(obstacle) = gone else { continue };
            let matters = if matches!(obstacle, Obstacle::Static(_)) { Cond::TRUE } else { exported };
            let cond = conds.all([left, flag.cond, matters]);
            left = conds.diff(left, cond);
            if !cond.is_false() {
                out.push((obstacle, cond));
            }
        }
        let mut lists = Vec::new();
        for flag in self.line(host).flags.iter() {
            match self.lists(&flag.flag.flag, need) {
                Listed::Yes => exported = conds.or(exported, flag.cond),
                Listed::No(Some(entry)) => lists.push((entry, flag.cond)),
                Listed::No(None) => {}
            }
        }
        let there = conds.and(left, exported);
        if !there.is_false() {
            let dropped = conds.and(there, self.dropped(host, need));
            if !dropped.is_false() {
                out.push((Obstacle::Dropped, dropped));
            }
        }
        left = conds.diff(left, exported);
        for (entry, cond) in lists {
            let both = conds.and(left, cond);
            left = conds.diff(left, cond);
            if !both.is_false() {
                out.push((Obstacle::List(entry), both));
            }
        }
        if !left.is_false() {
            out.push((Obstacle::Nothing, left));
        }
        out
    }

    /// Whether a flag that exports a set of symbols has this one in it.
    fn lists(&self, flag: &LinkFlag, need: &Need) -> Listed {
        match flag {
            LinkFlag::ExportDynamicSymbol(pattern) => {
                let list = dynamic_list::parse(format!("{{ {pattern}; }};").as_bytes());
                if list.names(&need.symbol).0 == Match::No { Listed::No(None) } else { Listed::Yes }
            }
            LinkFlag::DynamicList(file) | LinkFlag::ExportDynamicSymbolList(file) => {
                // A list that cannot be read may have it.
                let Ok(source) = self.sources.load(&PathBuf::from(file)) else { return Listed::Yes };
                let list = dynamic_list::parse(source.bytes());
                if list.names(&need.symbol).0 != Match::No {
                    return Listed::Yes;
                }
                let entry = list.patterns.last().map_or(0..0, |pattern| pattern.range.clone());
                Listed::No(Some(Span::new(source.id(), entry)))
            }
            LinkFlag::DynamicListKind(_) | LinkFlag::LinkerScript(_) | LinkFlag::ResponseFile(_) => Listed::Yes,
            _ => Listed::No(None),
        }
    }

    /// The pattern of a version script that makes a symbol local.
    fn hiding_pattern(&self, file: &str, need: &Need) -> Option<Span> {
        let source = self.sources.load(&PathBuf::from(file)).ok()?;
        let script = version_script::parse(source.bytes());
        let Decision::Hidden { node, pattern } = script.decide(&need.symbol) else { return None };
        Some(Span::new(source.id(), script.pattern(node, pattern)?.range.clone()))
    }

    /// Whether `--exclude-libs` names the archive that a symbol comes from.
    fn excluded(&self, host: &Host, need: &Need, names: &[String]) -> bool {
        let archive = need.owner != host.id && !self.model.is_kind(need.owner, &[TargetKind::Static]).is_false();
        let file = format!("lib{}.a", self.model.stem(need.owner));
        archive && names.iter().any(|name| name == "ALL" || *name == file)
    }
}

/// Whether a flag exports a symbol; if not, the list's entry that could.
enum Listed {
    Yes,
    No(Option<Span>),
}

/// What a finding says.
struct Words<'w> {
    host: &'w str,
    symbol: &'w str,
    plugin: &'w str,
    symbols: usize,
    plugins: usize,
    /// Other programs with the same loader.
    alike: usize,
    is_c: bool,
}

impl Words<'_> {
    fn fill(&self, kind: u8, draft: Draft) -> Draft {
        let Self { host, symbol, plugin, .. } = self;
        let plugins = match self.plugins {
            1 => format!("`{plugin}` needs"),
            2 => format!("`{plugin}` and another one need"),
            more => format!("`{plugin}` and {} others need", more - 1),
        };
        let more = and_more(self.symbols.saturating_sub(1));
        let alike = match self.alike {
            0 => String::new(),
            1 => " (and another program alike)".to_owned(),
            more => format!(" (and {more} other programs alike)"),
        };
        let draft = draft
            .value("host", *host)
            .value("symbol", *symbol)
            .value("plugins", plugins.clone())
            .value("more", more.clone())
            .value("alike", alike);
        let language = if self.is_c { "" } else { " (in `extern \"C++\" { … };`)" };
        let needs = format!("{plugins} `{host}` to provide `{symbol}`{more}");
        match kind {
            1 => draft
                .message(format!("`{host}` is linked statically, so it exports nothing, and {needs}"))
                .help(format!("link `{host}` dynamically: a static executable has no dynamic symbol table")),
            2 => draft
                .message(format!("this list of what `{host}` exports lacks `{symbol}`{more}: {plugins} it"))
                .help(if self.is_c {
                    format!("add `{symbol};` to the list")
                } else {
                    format!("add `{symbol}` to the list, in `extern \"C++\" {{ … }};` or by its mangled name")
                }),
            3 => draft
                .message(format!("this hides `{symbol}`{more}, although `{host}` exports its symbols: {plugins} it"))
                .help(format!("name `{symbol}` under `global:`{language}, or do not give the version script to `{host}`")),
            4 => draft
                .message(format!("this hides `{symbol}`{more}, which `{host}` takes from an archive: {plugins} it"))
                .help(format!(
                    "do not give `--exclude-libs` to `{host}`, or name only the archives that it should hide"
                )),
            5 => draft
                .message(format!(
                    "`{host}` exports its symbols, but nothing in it asks for `{symbol}`{more}, which its archive then leaves out: {plugins} it"
                ))
                .help("link the archive whole ($<LINK_LIBRARY:WHOLE_ARCHIVE,...>), or make it an OBJECT library"),
            // The linker knows members by their mangled names.
            _ if !self.is_c => {
                draft.help(format!("set_target_properties({host} PROPERTIES ENABLE_EXPORTS ON)"))
            }
            _ => draft,
        }
    }
}
