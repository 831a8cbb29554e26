//! GNU version scripts (GNU ld manual, "VERSION Command"; "Version Scripts" of the gold and lld manuals).
use std::ops::Range;

use super::glob::Match;
use super::patterns::{Pattern, Reader};
use super::symbol::Symbol;
use super::tokens::{Kind, error, tokens};
use super::{Decision, SyntaxError};

/// A version node: `NAME { global: ...; local: ...; } PARENT;`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// None for the anonymous node.
    pub name: Option<String>,
    /// Bytes from the name (or brace) to the closing brace.
    pub range: Range<u32>,
    /// In the order of the file.
    pub patterns: Vec<Pattern>,
    /// The nodes that it depends on.
    pub parents: Vec<String>,
}

/// A version script.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VersionScript {
    /// In the order of the file.
    nodes: Vec<Node>,
    /// What could not be read.
    pub errors: Vec<SyntaxError>,
    /// Node and index of each pattern without wildcards, by its text: scripts name thousands of symbols.
    literals: Vec<(usize, usize)>,
    /// The other patterns, in the order of the file.
    globs: Vec<(usize, usize)>,
}

/// Reads a version script, or the `VERSION { ... }` commands of a linker script that holds nothing else.
pub fn parse(bytes: &[u8]) -> VersionScript {
    let mut errors = Vec::new();
    let found = tokens(bytes, &mut errors);
    let mut nodes = Vec::new();
    let mut reader = Reader { bytes, tokens: &found, errors: &mut errors };
    let mut at = 0;
    let mut name: Option<usize> = None;
    let mut wrapped = false;
    while let Some(token) = reader.tokens.get(at) {
        match token.kind {
            Kind::Word | Kind::Quoted => {
                if let Some(before) = name.replace(at).and_then(|before| reader.tokens.get(before)) {
                    reader.errors.push(error(before.range.clone(), "a node's `{` is expected after its name"));
                }
                at += 1;
            }
            Kind::Open => {
                let label = name.take().and_then(|index| reader.tokens.get(index));
                let next = reader.tokens.get(at + 1);
                // `VERSION {` wraps nodes: a name and a brace, or a brace, follow.
                let nested = next.is_some_and(|next| next.kind == Kind::Open)
                    || reader.tokens.get(at + 2).is_some_and(|after| after.kind == Kind::Open);
                if label.is_some_and(|label| reader.text(label) == "VERSION") && nested {
                    wrapped = true;
                    at += 1;
                    continue;
                }
                let start = label.unwrap_or(token).range.start;
                let name = label.map(|label| reader.text(label));
                at = node(&mut reader, at + 1, start, name, &mut nodes);
            }
            Kind::Close if wrapped => {
                wrapped = false;
                at += 1;
            }
            Kind::Close | Kind::Colon => {
                reader.errors.push(error(token.range.clone(), "a version node is expected here"));
                at += 1;
            }
            Kind::Semicolon => at += 1,
        }
    }
    if let Some(left) = name.and_then(|index| found.get(index)) {
        errors.push(error(left.range.clone(), "a node's `{` is expected after its name"));
    }
    let mut script = VersionScript { nodes, errors, ..VersionScript::default() };
    script.index();
    script
}

fn node(reader: &mut Reader<'_>, at: usize, start: usize, name: Option<String>, nodes: &mut Vec<Node>) -> usize {
    let (patterns, mut at) = reader.block(at);
    let end =
        at.checked_sub(1).and_then(|last| reader.tokens.get(last)).map_or(reader.bytes.len(), |last| last.range.end);
    let mut parents = Vec::new();
    while let Some(token) = reader.tokens.get(at).filter(|token| matches!(token.kind, Kind::Word | Kind::Quoted)) {
        // Without its semicolon, what follows a node is the next node's name.
        if reader.tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Open) {
            reader.errors.push(error(token.range.clone(), "a semicolon is missing before this node"));
            break;
        }
        parents.push(reader.text(token));
        at += 1;
    }
    nodes.push(Node { name, range: start as u32..end as u32, patterns, parents });
    at
}

/// How strongly a match binds: the smallest wins.
type Rank = (u8, usize, usize);

impl VersionScript {
    /// What the script makes of a defined symbol, in the order of GNU ld 2.40 (tried): a pattern without wildcards before any
    /// glob, the first node that has one deciding; then globs under `global:` of the last node that matches; then globs under
    /// `local:`; then `*` under `global:`; then `*` under `local:`.
    pub fn decide(&self, symbol: &Symbol) -> Decision {
        let mut best: Option<(Rank, usize, usize)> = None;
        let mut doubts: Vec<(Rank, bool)> = Vec::new();
        for (node, index) in self.candidates(symbol) {
            let Some(pattern) = self.pattern(node, index) else { continue };
            let rank = self.rank(node, index, pattern);
            match pattern.matches(symbol) {
                Match::Yes if best.is_none_or(|(other, ..)| rank < other) => best = Some((rank, node, index)),
                Match::Maybe => doubts.push((rank, pattern.local)),
                _ => {}
            }
        }
        let hidden = |node: usize, index: usize| self.pattern(node, index).is_some_and(|pattern| pattern.local);
        let local = best.is_some_and(|(_, node, index)| hidden(node, index));
        // A doubt counts when it would win and say otherwise. An unlisted symbol stays global, like an exported one.
        let doubtful = doubts
            .iter()
            .any(|(rank, doubt)| best.is_none_or(|(other, ..)| *rank < other) && (*doubt != local || best.is_none()));
        match best {
            _ if doubtful => Decision::Unknown,
            Some((_, node, pattern)) if local => Decision::Hidden { node, pattern },
            Some((_, node, pattern)) => Decision::Exported { node, pattern },
            None => Decision::Unlisted,
        }
    }

    fn index(&mut self) {
        let all = self.nodes.iter().enumerate();
        let all = all.flat_map(|(node, one)| (0..one.patterns.len()).map(move |index| (node, index)));
        let (mut literals, globs): (Vec<_>, Vec<_>) =
            all.partition(|&(node, index)| self.literal((node, index)).is_some());
        literals.sort_by_key(|&at| self.literal(at));
        (self.literals, self.globs) = (literals, globs);
    }

    fn literal(&self, (node, index): (usize, usize)) -> Option<&[u8]> {
        self.pattern(node, index)?.as_literal()
    }

    /// The patterns that may match a symbol, in the order of the file: those with wildcards, and those that are its name or,
    /// where that is known in part, begin with it.
    fn candidates(&self, symbol: &Symbol) -> Vec<(usize, usize)> {
        let mut found = self.globs.clone();
        match (&symbol.mangled, &symbol.demangled) {
            // Which pattern matches a name that is not known?
            (None, _) => found.extend(&self.literals),
            (Some(mangled), demangled) => {
                for name in std::iter::once(mangled).chain(demangled) {
                    let text = name.text().as_bytes();
                    let from = self.literals.partition_point(|&at| self.literal(at) < Some(text));
                    let fits = |&&at: &&(usize, usize)| {
                        self.literal(at)
                            .is_some_and(|literal| literal == text || name.is_open() && literal.starts_with(text))
                    };
                    found.extend(self.literals.iter().skip(from).take_while(fits));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Its nodes, in the order of the file.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// All patterns, in the order of the file.
    pub fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        self.nodes.iter().flat_map(|node| &node.patterns)
    }

    /// The script without some patterns.
    #[must_use]
    pub fn without(&self, left_out: &[&Pattern]) -> Self {
        let mut rest = self.clone();
        for node in &mut rest.nodes {
            node.patterns.retain(|pattern| !left_out.contains(&pattern));
        }
        rest.index();
        rest
    }

    /// The pattern that a decision names.
    pub fn pattern(&self, node: usize, index: usize) -> Option<&Pattern> {
        self.nodes.get(node)?.patterns.get(index)
    }

    /// Whether everything that no other pattern names becomes local (`local: *`).
    pub fn hides_the_rest(&self) -> bool {
        let star = |local: bool| {
            self.nodes.iter().flat_map(|node| &node.patterns).any(|pattern| pattern.local == local && pattern.is_star())
        };
        star(true) && !star(false)
    }

    fn rank(&self, node: usize, index: usize, pattern: &Pattern) -> Rank {
        let last_first = self.nodes.len() - node;
        match (pattern.is_literal(), pattern.is_star(), pattern.local) {
            (true, _, local) => (0, node, usize::from(local)),
            (false, false, false) => (1, last_first, index),
            (false, false, true) => (2, last_first, index),
            (false, true, false) => (3, last_first, index),
            (false, true, true) => (4, last_first, index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(text: &str) -> VersionScript {
        let script = parse(text.as_bytes());
        assert_eq!(script.errors, [], "{text}");
        script
    }

    fn exported(script: &VersionScript, symbol: &Symbol) -> Option<bool> {
        match script.decide(symbol) {
            Decision::Exported { .. } => Some(true),
            Decision::Hidden { .. } => Some(false),
            Decision::Unlisted | Decision::Unknown => None,
        }
    }

    #[test]
    fn nodes_parents_comments_and_quotes() {
        let found = script(
            "/* c */ V1 { global: a; \"b c\"; extern \"C++\" { ns::f*; \"ns::g(int)\" }; local: *; };\n# x\nV2 { d } V1;",
        );
        let texts: Vec<_> =
            found.nodes[0].patterns.iter().map(|p| (p.text.as_str(), p.language, p.quoted, p.local)).collect();
        assert_eq!(
            texts,
            [
                ("a", super::super::Language::C, false, false),
                ("b c", super::super::Language::C, true, false),
                ("ns::f*", super::super::Language::Cxx, false, false),
                ("ns::g(int)", super::super::Language::Cxx, true, false),
                ("*", super::super::Language::C, false, true)
            ]
        );
        assert_eq!(found.nodes[1].name.as_deref(), Some("V2"));
        assert_eq!(found.nodes[1].parents, ["V1"]);
        assert!(found.hides_the_rest());
    }

    #[test]
    fn precedence_as_ld_has_it() {
        let cases = [
            ("{ global: f; local: *; };", Some(true)),
            ("{ global: *; local: f; };", Some(false)),
            ("{ global: f*; local: f; };", Some(false)),
            ("{ global: f*; local: ?; };", Some(true)),
            ("{ global: *; local: f*; };", Some(false)),
            ("{ global: *; local: *; };", Some(true)),
            ("{ global: g; local: *; };", Some(false)),
            ("{ global: g; };", None),
            ("A { local: f; }; B { global: f; };", Some(false)),
            ("A { global: f; }; B { local: f; };", Some(true)),
            ("A { local: *; }; B { global: f*; };", Some(true)),
        ];
        for (text, expected) in cases {
            assert_eq!(exported(&script(text), &Symbol::c("f")), expected, "{text}");
        }
    }

    #[test]
    fn classes_hidden_behind_a_list_of_c_names() {
        let bad = script("VERS { global: hip*; local: *; };");
        assert_eq!(exported(&bad, &Symbol::typeinfo("HipCommand")), Some(false));
        assert_eq!(exported(&bad, &Symbol::c("hipMalloc")), Some(true));
        let good =
            script("V { global: hip*; extern \"C++\" { \"typeinfo for HipCommand\"; HipCommand::* }; local: *; };");
        assert_eq!(exported(&good, &Symbol::typeinfo("HipCommand")), Some(true));
        assert_eq!(exported(&good, &Symbol::function("HipCommand::run", false)), Some(true));
        assert_eq!(exported(&good, &Symbol::vtable("HipCommand")), Some(false));
        let mangled = script("{ _ZTI*; _ZTV*; local: *; };");
        assert_eq!(exported(&mangled, &Symbol::vtable("ns::HipCommand")), Some(true));
    }

    #[test]
    fn overloads_leave_doubt_only_where_it_matters() {
        let f = Symbol::function("ns::f", false);
        assert_eq!(script("{ _ZN2ns1fEv; local: *; };").decide(&f), Decision::Unknown);
        assert_eq!(exported(&script("{ _ZN2ns1fEv; _ZN2ns*; local: *; };"), &f), Some(true));
        assert_eq!(exported(&script("{ _ZN2ns1gEv; local: *; };"), &f), Some(false));
        assert_eq!(script("{ \u{F0001}; local: *; };").decide(&Symbol::c("f")), Decision::Unknown);
    }

    #[test]
    fn errors_do_not_stop_the_reading() {
        let found = parse(b"V { global: a b; typeinfo for X; c\n local: *; } W { d");
        let texts: Vec<_> = found.nodes[0].patterns.iter().map(|p| p.text.as_str()).collect();
        assert_eq!(texts, ["a b", "typeinfo for X", "c", "*"]);
        assert_eq!(found.nodes[1].patterns[0].text, "d");
        assert_eq!(found.errors.len(), 6);
        assert!(found.nodes[0].patterns[1].is_unmangled_cxx());
    }

    #[test]
    fn version_commands_are_opened() {
        assert_eq!(script("VERSION { { global: f; local: *; }; }").nodes.len(), 1);
        assert_eq!(script("VERSION { V1 { f; }; V2 { g; } V1; }").nodes.len(), 2);
        assert_eq!(script("VERSION { f; };").nodes[0].name.as_deref(), Some("VERSION"));
    }

    #[test]
    fn every_pattern_that_may_match_is_a_candidate() {
        let text = "V1 { global: f; fo; foo; _ZN2ns1fEv; f*; extern \"C++\" { ns::f*; \"ns::f()\"; }; local: foo; *; };\
                    V2 { global: foo; fooo; _ZN2ns1f; };";
        let script = script(text);
        let symbols = [Symbol::c("foo"), Symbol::c("g"), Symbol::function("ns::f", false), Symbol::variable("ns::f")];
        for symbol in symbols {
            let found = script.candidates(&symbol);
            for (node, one) in script.nodes.iter().enumerate() {
                for (index, pattern) in one.patterns.iter().enumerate() {
                    let known = found.contains(&(node, index));
                    assert!(known || pattern.matches(&symbol) == Match::No, "{symbol:?} {}", pattern.text);
                }
            }
        }
    }
}
