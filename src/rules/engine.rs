//! Runs the rules: each alone, so that one that fails takes no other with it.
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::conditions::Conditions as _;
use super::finding::{self, Condition, Confidence, Diagnostic, Finding, Place, Severity, code};
use super::metadata::OptionValue;
use super::options::Options;
use super::registry::{Body, Registry, Rule};
use super::sink::Merged;
use crate::cond::{Cond, Snapshot};

use super::{Context, Facts, Sink, guard, remote, sink};

/// What the user asks of the rules.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Report heuristic findings too.
    pub pedantic: bool,
    /// Options by rule and name, over the rules' defaults.
    pub options: BTreeMap<String, BTreeMap<String, OptionValue>>,
}

/// What came of a run of the rules.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What is reported, sorted.
    pub findings: Vec<Finding>,
    /// Rules that failed, and options that no rule has.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of heuristic findings left out.
    pub hidden: usize,
    /// Time taken by each rule, by id.
    pub timings: Vec<(Arc<str>, Duration)>,
    /// The number of the first rule that did not run, where the room for conditions went short.
    pub next: Option<usize>,
}

/// Which rules run.
#[derive(Clone, Copy, Default)]
pub struct Round<'s> {
    /// The number of the first one.
    pub from: usize,
    /// What was known before; the others are left for another round where the room behind it goes short.
    pub start: Option<&'s Snapshot>,
}

/// Runs the rules of `registry`, as far as the round goes.
pub fn run(registry: &Registry, facts: Facts<'_>, settings: &Settings, round: Round<'_>) -> Outcome {
    let mut outcome = Outcome::default();
    let unknown = settings.options.keys().filter(|name| round.from == 0 && registry.find(name).is_none());
    for name in unknown {
        let message =
            format!("no rule `{name}`{}", crate::nearest::suggestion(name, registry.rules().iter().map(|r| &*r.id)));
        outcome.diagnostics.push(Diagnostic::new(Severity::Error, code::UNKNOWN_NAME, message));
    }
    for (number, rule) in registry.rules().iter().enumerate().skip(round.from) {
        let is_short = |start: &Snapshot| number > round.from && facts.conditions.conds.is_short(start);
        if round.start.is_some_and(is_short) {
            outcome.next = Some(number);
            break;
        }
        let start = Instant::now();
        let options = options_of(rule, settings, &mut outcome.diagnostics);
        // A rule that computes huge conditions must not leave the others without room for theirs.
        facts.conditions.conds.grant();
        let outer = facts.conditions.conds.confine();
        let result = guard::run(|| run_one(rule, facts, &options));
        facts.conditions.conds.release(outer);
        outcome.timings.push((Arc::clone(&rule.id), start.elapsed()));
        match result {
            Ok((findings, diagnostics)) => {
                outcome.findings.extend(findings);
                outcome.diagnostics.extend(diagnostics);
            }
            Err(why) => outcome.diagnostics.push(failed(rule, why)),
        }
    }
    if !settings.pedantic {
        let before = outcome.findings.len();
        outcome.findings.retain(|f| f.confidence > Confidence::Heuristic);
        outcome.hidden = before - outcome.findings.len();
    }
    finding::sort(&mut outcome.findings, facts.sources);
    outcome
}

/// The rule's options; when the user's do not fit the defaults are taken and the error is told.
fn options_of(rule: &Rule, settings: &Settings, diagnostics: &mut Vec<Diagnostic>) -> Options {
    let none = BTreeMap::new();
    let named = |name: &str| settings.options.get(name);
    let set = named(&rule.id).or_else(|| rule.metadata.aliases.iter().find_map(|alias| named(alias))).unwrap_or(&none);
    Options::resolve(&rule.metadata.options, set).unwrap_or_else(|why| {
        let message = format!("rule `{}`: {why}", rule.id);
        diagnostics.push(Diagnostic::new(Severity::Error, code::UNKNOWN_NAME, message));
        Options::resolve(&rule.metadata.options, &none).unwrap_or_default()
    })
}

fn run_one(rule: &Rule, facts: Facts<'_>, options: &Options) -> (Vec<Finding>, Vec<Diagnostic>) {
    let cx = Context { facts, rule: &rule.metadata, options };
    let mut sink = Sink::default();
    let mut diagnostics = Vec::new();
    match &rule.body {
        Body::Native(check) => check(&cx, &mut sink),
        Body::Declarative(body) => {
            let ended = body.run(&rule.metadata, options, facts.relations, &facts.conditions, &mut sink);
            diagnostics.extend(ended.err().map(|exhausted| failed(rule, exhausted)));
        }
    }
    let (merged, missing) = sink::merge(sink, &rule.metadata, &facts.conditions);
    let root = facts.sources.sandbox().root().filter(|root| root.parent().is_some());
    let root = root.map(|root| format!("{}/", root.display()));
    let below = |text: String| without_root(text, root.as_deref());
    // Libraries that may become shared ones only by a setting that the project does not know.
    let unforeseen = facts.project.filter(|_| !merged.is_empty());
    let unforeseen = unforeseen.map_or(Cond::FALSE, |project| project.model.unforeseen_shared(project.files));
    let findings = merged
        .into_iter()
        .filter(|m| {
            facts.told.is_empty() || !facts.told.contains(&(Arc::clone(&rule.id), m.primary.span, m.message.clone()))
        })
        .filter_map(|m| {
            let (m, mut condition) = rendered(m, facts)?;
            condition.formula = below(condition.formula);
            condition.brief = condition.brief.map(below);
            condition.witness.assumptions = condition.witness.assumptions.into_iter().map(below).collect();
            let confidence = match m.confidence {
                _ if remote::is_remote(&m, &condition, facts, unforeseen) => Confidence::Heuristic,
                // No setting brings it about: whether it happens is not known.
                Confidence::Proved if facts.conditions.conds.hangs_on_untold(m.condition) => Confidence::Likely,
                confidence => confidence,
            };
            Some(Finding {
                condition,
                rule: Arc::clone(&rule.id),
                severity: m.severity,
                confidence,
                message: below(m.message),
                help: m.help.map(below),
                primary: m.primary,
                related: m.related.into_iter().map(|place| Place::new(place.span, below(place.label))).collect(),
                subjects: m.subjects.into_iter().map(below).collect(),
                fix: m.fix,
                suppressed: None,
            })
        })
        .collect();
    let missing: BTreeSet<_> = missing.into_iter().collect();
    diagnostics
        .extend(missing.into_iter().map(|m| failed(rule, format!("the placeholder `{{{}}}` has no value", m.0))));
    (findings, diagnostics)
}

/// A finding with its condition in words: where it happens whatever the answers are to what nobody can set, that is what it says.
fn rendered(m: Merged<Cond>, facts: Facts<'_>) -> Option<(Merged<Cond>, Condition)> {
    let sure = facts.conditions.whatever_is_unknown(m.condition);
    if let Some((condition, words)) = sure.and_then(|sure| Some((sure, facts.conditions.render(sure)?))) {
        return Some((Merged { condition, ..m }, words));
    }
    let words = facts.conditions.render(m.condition)?;
    Some((m, words))
}

/// A text as it is on every machine: paths that CMake made absolute are told from the root (with its slash at the end).
fn without_root(text: String, root: Option<&str>) -> String {
    // The root alone, as CMake names the folder of a project.
    let alone = root.and_then(|root| root.strip_suffix('/')).map(|root| format!("`{root}`"));
    let text = match alone.filter(|root| text.contains(root)) {
        Some(root) => text.replace(&root, "`.`"),
        None => text,
    };
    let Some(root) = root.filter(|root| text.contains(root)) else { return text };
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find(root) {
        // In the middle of another path it is no root; behind `-I` it is.
        let before = rest[..at].rsplit(|c: char| c.is_whitespace() || "`'\"=:;,(<>".contains(c)).next();
        out.push_str(&rest[..at]);
        if before.is_some_and(|word| word.contains('/')) {
            out.push_str(root);
        }
        rest = &rest[at + root.len()..];
    }
    out + rest
}

fn failed(rule: &Rule, why: impl std::fmt::Display) -> Diagnostic {
    let message = format!("the rule `{}` failed: {why}; the other rules still report", rule.id);
    Diagnostic::new(Severity::Error, code::INTERNAL, message)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::cond::{Cond, Conds};
    use crate::model::offers::Beside;
    use crate::rules::document::Document;
    use crate::rules::toml_rule::NoRelations;
    use crate::rules::{Check, Draft, Place, metadata};
    use crate::rules::{Configurations, Rendered, Told};
    use crate::source::{Sandbox, SourceMap, Span};

    fn rule(id: &str, message: &str, check: Check) -> Rule {
        let text = format!(
            "id = \"{id}\"\ntitle = \"t\"\nseverity = \"warning\"\nconfidence = \"likely\"\nunknown = \"silent\"\n\
             message = \"{message}\"\nsince = \"0\"\nnative = true\naliases = [\"old-{id}\"]\n\
             [options.level]\ndefault = 1\nhelp = \"h\"\n"
        );
        let doc = Document::new("rule.toml", &text);
        let metadata = metadata::read(doc, doc.parse().unwrap().get_ref()).unwrap();
        Rule { id: id.into(), metadata, readme: String::new(), body: Body::Native(check) }
    }

    fn sources() -> SourceMap {
        let sources = SourceMap::new(Sandbox::nowhere());
        for name in ["z", "b", "a"] {
            sources.insert(PathBuf::from("/r").join(name), (*b"one\ntwo\n").into());
        }
        sources
    }

    fn place(cx: &Context<'_>, name: &str, at: u32) -> Place {
        let file = cx.facts.sources.find(&PathBuf::from("/r").join(name)).unwrap();
        Place::new(Span::new(file.id(), at..at + 1), "")
    }

    fn everywhere(cx: &Context<'_>, sink: &mut Sink) {
        for (name, at) in [("z", 0), ("b", 4), ("b", 0), ("a", 0), ("a", 0)] {
            sink.report(Draft::new(Cond::TRUE, place(cx, name, at)).named("name", name));
        }
        sink.report(Draft::new(Cond::FALSE, place(cx, "z", 1)).named("name", "impossible"));
    }

    fn fails(_: &Context<'_>, _: &mut Sink) {
        panic!("no such thing");
    }

    fn forgets(cx: &Context<'_>, sink: &mut Sink) {
        sink.report(Draft::new(Cond::TRUE, place(cx, "a", 2)));
    }

    fn guesses(cx: &Context<'_>, sink: &mut Sink) {
        let level = cx.options.integer("level").to_string();
        let draft = Draft::new(Cond::TRUE, place(cx, "a", 1)).value("name", level);
        sink.report(draft.confidence(Confidence::Heuristic));
    }

    fn run_all(rules: Vec<Rule>, settings: &Settings) -> Outcome {
        let sources = sources();
        let conds = Conds::new();
        let conditions = Configurations { conds: &conds, forbidden: &[], rendered: &Rendered::default() };
        run(
            &Registry::of(rules),
            Facts {
                sources: &sources,
                conditions,
                relations: &NoRelations,
                project: None,
                cargo: None,
                scripts: None,
                told: &Told::default(),
                beside: &Beside::default(),
            },
            settings,
            Round::default(),
        )
    }

    #[test]
    fn paths_are_told_from_the_root() {
        let told = |text: &str| without_root(text.to_owned(), Some("/src/"));
        assert_eq!(told("`/src/a/b.c` and -I/src/include;/src/x"), "`a/b.c` and -Iinclude;x");
        assert_eq!(told("/home/me/src/a.c:/src/b"), "/home/me/src/a.c:b");
        assert_eq!(told("/src/src/a.c"), "src/a.c");
    }

    #[test]
    fn findings_are_sorted_merged_and_possible() {
        let outcome = run_all(vec![rule("every", "in {name}", everywhere)], &Settings::default());
        let told: Vec<_> = outcome.findings.iter().map(|f| (f.message.as_str(), f.primary.span.start)).collect();
        assert_eq!(told, [("in a", 0), ("in b", 0), ("in b", 4), ("in z", 0)]);
        assert!(outcome.diagnostics.is_empty());
    }

    #[test]
    fn a_rule_that_fails_leaves_the_others() {
        let rules = vec![rule("broken", "m", fails), rule("every", "in {name}", everywhere)];
        let outcome = run_all(rules, &Settings::default());
        assert_eq!(outcome.findings.len(), 4);
        assert_eq!(outcome.diagnostics.len(), 1);
        assert_eq!(outcome.diagnostics[0].code, code::INTERNAL);
        assert!(outcome.diagnostics[0].message.starts_with("the rule `broken` failed: no such thing"));
    }

    fn fills(cx: &Context<'_>, _: &mut Sink) {
        let conds = cx.facts.conditions.conds;
        (0..200).fold(Cond::FALSE, |parity, at| {
            let one = conds.opaque(&format!("f{at}"));
            conds.or(conds.diff(parity, one), conds.diff(one, parity))
        });
    }

    #[test]
    fn where_room_goes_short_the_rest_waits_for_another_round() {
        let registry = Registry::of(vec![
            rule("every", "in {name}", everywhere),
            rule("fills", "m", fills),
            rule("last", "m", fails),
        ]);
        let (sources, conds) = (sources(), Conds::with_budget(100));
        let start = conds.snapshot(4000);
        let conditions = Configurations { conds: &conds, forbidden: &[], rendered: &Rendered::default() };
        let told = Told::default();
        let beside = Beside::default();
        let facts = || Facts {
            sources: &sources,
            conditions,
            relations: &NoRelations,
            project: None,
            cargo: None,
            scripts: None,
            told: &told,
            beside: &beside,
        };
        let first = run(&registry, facts(), &Settings::default(), Round { from: 0, start: Some(&start) });
        assert_eq!((first.next, first.findings.len(), first.diagnostics.len()), (Some(2), 4, 0));
        conds.restore(&start, 2);
        let second = run(&registry, facts(), &Settings::default(), Round { from: 2, start: Some(&start) });
        assert_eq!((second.next, second.findings.len(), second.diagnostics.len()), (None, 0, 1));
    }

    #[test]
    fn a_placeholder_without_a_value_is_told() {
        let outcome = run_all(vec![rule("forgets", "in {name}", forgets)], &Settings::default());
        assert_eq!(outcome.findings[0].message, "in {name}");
        assert!(outcome.diagnostics[0].message.contains("`{name}` has no value"));
    }

    #[test]
    fn heuristics_are_counted_and_shown_on_request() {
        let plain = run_all(vec![rule("guesses", "{name}", guesses)], &Settings::default());
        assert_eq!((plain.findings.len(), plain.hidden), (0, 1));
        let settings = Settings { pedantic: true, ..Settings::default() };
        let pedantic = run_all(vec![rule("guesses", "{name}", guesses)], &settings);
        assert_eq!((pedantic.findings.len(), pedantic.hidden), (1, 0));
    }

    #[test]
    fn options_reach_the_rule_and_wrong_ones_are_told() {
        let mut settings = Settings { pedantic: true, ..Settings::default() };
        let level = |n| BTreeMap::from([("level".to_owned(), OptionValue::Integer(n))]);
        settings.options.insert("old-guesses".into(), level(7));
        settings.options.insert("guesse".into(), level(8));
        let outcome = run_all(vec![rule("guesses", "{name}", guesses)], &settings);
        assert_eq!(outcome.findings[0].message, "7");
        assert_eq!(outcome.diagnostics[0].message, "no rule `guesse` (did you mean `guesses`?)");
    }
}
