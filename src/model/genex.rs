//! Generator expressions as conditions: what is decided when the build system is generated becomes a condition here,
//! the rest stays text (cmake-generator-expressions(7)).
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::target_question;
use crate::cmake::eval::text::{Compound, ONE_OF_MANY, Text, has_symbol, is_symbol};
use crate::cmake::eval::value::{Origin, Value};
use crate::cmake::lang::condition;
use crate::cmake::lang::genex::{self, Expression, Piece};
use crate::cond::{Comparison, Cond, Domain, Relation, Subject, SubjectId, SubjectKind};

use super::cache::remember;
use super::{Item, Model};

/// Alternatives beyond this many are not followed: an expression stays as written, a word of a rope is unknown.
const MOST: usize = 32;
/// Expressions nested deeper are taken as text.
const DEEPEST: u32 = 10;

type Texts = Vec<(Cond, String)>;

/// Adds the items of a text; most texts are one word, the parts of the others are decided.
fn push_items(text: Arc<str>, like: &Item, decide: impl FnOnce() -> Rc<Vec<(Cond, Arc<str>)>>, out: &mut Vec<Item>) {
    if memchr::memchr3(b';', b'$', b'\\', text.as_bytes()).is_some() || text.contains(['[', ']']) {
        out.extend(decide().iter().map(|(cond, text)| Item { text: Arc::clone(text), cond: *cond, ..like.clone() }));
    } else if !text.is_empty() {
        out.push(Item { text, ..like.clone() });
    }
}

impl Model<'_> {
    /// A value's elements with their generator expressions decided, lists split, flags of a rope word by word.
    pub fn items(&self, value: &Value, from: Option<super::TargetId>) -> Vec<Item> {
        let mut out = Vec::new();
        for elem in value.elems.iter() {
            self.element_items(elem.text, elem.cond, elem.origin, from, &mut out, 0);
        }
        join_vague(&mut out);
        out
    }

    fn element_items(
        &self,
        text: Text,
        cond: Cond,
        origin: Origin,
        from: Option<super::TargetId>,
        out: &mut Vec<Item>,
        depth: u32,
    ) {
        if cond.is_false() || depth > 8 {
            return;
        }
        match self.facts.texts.compound(text) {
            Some(Compound::List(elems)) => {
                for elem in elems.iter() {
                    let both = self.facts.conds.and(cond, elem.cond);
                    self.element_items(elem.text, both, origin, from, out, depth + 1);
                }
            }
            Some(Compound::Rope(parts)) => {
                let mut rest = &parts[..];
                while let Some((&(when, part), more)) = rest.split_first() {
                    let run = 1 + more.iter().zip(rest).take_while(|(next, part)| self.sticks(part.1, next.1)).count();
                    if run == 1 {
                        let both = self.facts.conds.and(cond, when);
                        self.element_items(part, both, origin, from, out, depth + 1);
                    }
                    let (word, behind) = rest.split_at(run);
                    for (when, text) in self.joined_parts(word, cond).into_iter().filter(|_| run > 1) {
                        let like = Item { text: Arc::default(), cond: when, origin, from };
                        let text: Arc<str> = text.into();
                        push_items(Arc::clone(&text), &like, || Rc::new(self.list_items(&text, when)), out);
                    }
                    rest = behind;
                }
            }
            None => {
                let plain = self.facts.texts.plain(text).unwrap_or_default();
                let like = Item { text: Arc::default(), cond, origin, from };
                let decide = || remember(&self.cache.decided, (text, cond), || self.list_items(&plain, cond));
                push_items(Arc::clone(&plain), &like, decide, out);
            }
        }
    }

    /// Whether two parts of a rope that follow each other are one word (`lib_` and `${VARIANT}`).
    fn sticks(&self, part: Text, next: Text) -> bool {
        let separates = |c: char| c.is_ascii_whitespace() || c == ';';
        let texts = &self.facts.texts;
        let (Some(part), Some(next)) = (texts.as_str(part), texts.as_str(next)) else { return false };
        !part.ends_with(separates) && !next.starts_with(separates)
    }

    /// The texts that parts of a rope which are one word may give; an unknown one where they are too many.
    fn joined_parts(&self, parts: &[(Cond, Text)], under: Cond) -> Texts {
        let conds = &self.facts.conds;
        let shown = |part| self.facts.texts.as_str(part).unwrap_or_default();
        let mut states: Texts = vec![(under, String::new())];
        for &(when, part) in parts {
            let mut next = Texts::new();
            for (cond, text) in states {
                let (with, without) = conds.split(cond, when);
                if !with.is_false() {
                    next.push((with, format!("{text}{}", shown(part))));
                }
                if !without.is_false() {
                    next.push((without, text));
                }
            }
            if next.len() > MOST {
                // All parts in one would be the text of no configuration.
                return vec![(under, ONE_OF_MANY.into())];
            }
            states = next;
        }
        states
    }

    /// The elements of a list, their expressions decided.
    fn list_items(&self, list: &str, cond: Cond) -> Vec<(Cond, Arc<str>)> {
        let mut out = Vec::new();
        for part in genex::split_list(list) {
            if let Some(elements) = self.property_items(part, cond) {
                out.extend(elements);
                continue;
            }
            for (when, text) in self.decide(part, cond) {
                // An expression may have given a list.
                out.extend(text.split(';').filter(|t| !t.is_empty()).map(|one| (when, Arc::from(one))));
            }
        }
        out
    }

    /// The elements of the property of a target that a text stands for (`$<TARGET_PROPERTY:target,property>`), if there are several, or some in
    /// some configurations only.
    fn property_items(&self, part: &str, cond: Cond) -> Option<Vec<(Cond, Arc<str>)>> {
        /// Properties that are made of properties are followed so far: one may stand for itself.
        const DEEPEST: u32 = 3;
        if !part.starts_with("$<TARGET_PROPERTY:") {
            return None;
        }
        let pieces = genex::parse(part);
        let [Piece::Expression(expression)] = pieces.as_slice() else { return None };
        let [target, property] = expression.arguments.as_slice() else { return None };
        let id = self.find(&genex::write(target))?;
        let value = self.target(id).properties.get(genex::write(property).as_str())?;
        let depth = self.cache.property_depth.get();
        if value.single().is_some() || depth >= DEEPEST {
            return None;
        }
        self.cache.property_depth.set(depth + 1);
        let items = self.items(value, None);
        self.cache.property_depth.set(depth);
        let here = items.into_iter().map(|item| (self.facts.conds.and(cond, item.cond), item.text));
        Some(here.filter(|(when, _)| !when.is_false()).collect())
    }

    /// The texts that an expression may give, with conditions that exclude each other.
    pub fn decide(&self, text: &str, under: Cond) -> Texts {
        if !text.contains("$<") {
            return vec![(under, text.to_owned())];
        }
        let pieces = genex::parse(text);
        self.pieces(&pieces, under, 0).into_iter().filter(|(c, t)| !c.is_false() && !t.is_empty()).collect()
    }

    fn pieces(&self, pieces: &[Piece], under: Cond, depth: u32) -> Texts {
        let mut states: Texts = vec![(under, String::new())];
        for piece in pieces {
            let options = match piece {
                Piece::Text(text) => {
                    for (_, state) in &mut states {
                        state.push_str(text);
                    }
                    continue;
                }
                Piece::Expression(expression) if depth < DEEPEST => self.expression(expression, under, depth + 1),
                Piece::Expression(_) => vec![(under, genex::write(std::slice::from_ref(piece)))],
            };
            let mut next = Texts::new();
            for (cond, so_far) in &states {
                for (when, more) in &options {
                    let both = self.facts.conds.and(*cond, *when);
                    if !both.is_false() {
                        next.push((both, format!("{so_far}{more}")));
                    }
                }
            }
            if next.len() > MOST {
                return vec![(under, genex::write(pieces))];
            }
            states = next;
        }
        states
    }

    fn expression(&self, expression: &Expression, under: Cond, depth: u32) -> Texts {
        let conds = &self.facts.conds;
        let Some(name) = expression.literal_name() else {
            // `$<condition:value>`
            let holds = self.boolean(&expression.name, under, depth);
            let value = self.pieces(&expression.joined_from(0), conds.and(under, holds), depth);
            let mut out = value;
            out.push((conds.diff(under, holds), String::new()));
            out.retain(|(c, _)| !c.is_false());
            return out;
        };
        let argument = |n: usize| expression.arguments.get(n).map_or(&[][..], Vec::as_slice);
        match name {
            "0" => vec![(under, String::new())],
            "1" | "BUILD_INTERFACE" | "BUILD_LOCAL_INTERFACE" | "LINK_ONLY" | "GENEX_EVAL" | "HOST_LINK" => {
                self.pieces(&expression.joined_from(0), under, depth)
            }
            "INSTALL_INTERFACE" | "DEVICE_LINK" => vec![(under, String::new())],
            "IF" => {
                let holds = self.boolean(argument(0), under, depth);
                let mut out = self.pieces(argument(1), conds.and(under, holds), depth);
                out.extend(self.pieces(&expression.joined_from(2), conds.diff(under, holds), depth));
                out.retain(|(c, _)| !c.is_false());
                out
            }
            "SEMICOLON" => vec![(under, ";".to_owned())],
            "COMMA" => vec![(under, ",".to_owned())],
            "ANGLE-R" => vec![(under, ">".to_owned())],
            "QUOTE" => vec![(under, "\"".to_owned())],
            "LOWER_CASE" => map(self.pieces(&expression.joined_from(0), under, depth), |t| t.to_lowercase()),
            "UPPER_CASE" => map(self.pieces(&expression.joined_from(0), under, depth), |t| t.to_uppercase()),
            "TARGET_NAME_IF_EXISTS" => {
                let there = self.exists(&genex::write(argument(0)));
                let mut out = self.pieces(argument(0), conds.and(under, there), depth);
                out.push((conds.diff(under, there), String::new()));
                out.retain(|(c, _)| !c.is_false());
                out
            }
            "JOIN" => {
                let glue = genex::write(argument(1));
                map(self.pieces(argument(0), under, depth), |t| t.replace(';', &glue))
            }
            // What it gives is asked for by a comparison.
            _ if expression.arguments.is_empty() && variable_of(name).is_some() => {
                vec![(under, genex::write(&[Piece::Expression(expression.clone())]))]
            }
            _ if is_predicate(name) => {
                let holds = self.predicate(name, expression, under, depth);
                let mut out =
                    vec![(conds.and(under, holds), "1".to_owned()), (conds.diff(under, holds), "0".to_owned())];
                out.retain(|(c, _)| !c.is_false());
                out
            }
            "TARGET_PROPERTY" if expression.arguments.len() == 2 => self.target_property(expression, under, depth),
            // Files, objects, languages of the rest: text that later stages know by its form.
            _ => vec![(under, genex::write(&[Piece::Expression(expression.clone())]))],
        }
    }

    /// When there is a target of that name.
    fn exists(&self, name: &str) -> Cond {
        match self.find(name) {
            Some(id) => self.defined(id),
            None => self.facts.conds.opaque(&target_question(name)),
        }
    }

    /// When a condition expression gives 1.
    fn boolean(&self, pieces: &[Piece], under: Cond, depth: u32) -> Cond {
        if depth > DEEPEST {
            return self.facts.conds.opaque(&self.display(&genex::write(pieces)));
        }
        if let [Piece::Expression(expression)] = pieces
            && let Some(name) = expression.literal_name()
            && is_predicate(name)
        {
            return self.predicate(name, expression, under, depth + 1);
        }
        let mut holds = Cond::FALSE;
        for (cond, text) in self.pieces(pieces, under, depth + 1) {
            let one = match text.as_str() {
                "1" => Cond::TRUE,
                "0" | "" => Cond::FALSE,
                other if has_symbol(other) => self.truth(other),
                other => self.facts.conds.opaque(&self.display(other)),
            };
            holds = self.facts.conds.or(holds, self.facts.conds.and(cond, one));
        }
        holds
    }

    fn predicate(&self, name: &str, expression: &Expression, under: Cond, depth: u32) -> Cond {
        let conds = &self.facts.conds;
        let each =
            |m: &Self| -> Vec<Cond> { expression.arguments.iter().map(|a| m.boolean(a, under, depth)).collect() };
        let words = || -> Vec<String> { expression.arguments.iter().map(|a| genex::write(a)).collect() };
        match name {
            "NOT" => conds.not(conds.all(each(self))),
            "AND" => conds.all(each(self)),
            "OR" => conds.any(each(self)),
            "BOOL" => {
                let mut holds = Cond::FALSE;
                for (cond, text) in self.pieces(&expression.joined_from(0), under, depth) {
                    holds = conds.or(holds, conds.and(cond, self.truth(&text)));
                }
                holds
            }
            "TARGET_EXISTS" => conds.any(words().iter().map(|word| self.exists(word))),
            "CONFIG" => conds.any(words().iter().map(|w| self.configuration(w))),
            "PLATFORM_ID" => conds.any(words().iter().map(|w| self.platform(w))),
            "STREQUAL" | "EQUAL" => self.of_pairs(expression, under, depth, |l, r| self.equal(l, r)),
            "VERSION_LESS" | "VERSION_LESS_EQUAL" | "VERSION_GREATER" | "VERSION_GREATER_EQUAL" | "VERSION_EQUAL" => {
                let whole = || conds.opaque(&self.display(&genex::write(&[Piece::Expression(expression.clone())])));
                let compare = |l: &str, r: &str| self.compare_versions(name, l, r).unwrap_or_else(whole);
                self.of_pairs(expression, under, depth, compare)
            }
            "IN_LIST" => self.of_pairs(expression, under, depth, |one, list| {
                conds.any(list.split(';').map(|other| self.equal(one, other)).collect::<Vec<_>>())
            }),
            "COMPILE_LANG_AND_ID" | "LINK_LANG_AND_ID" => self.language_and_compiler(name, &words()),
            _ if variable_of(name).is_some() && !expression.arguments.is_empty() => self.one_of(name, &words()),
            "COMPILE_LANGUAGE" | "LINK_LANGUAGE" => {
                conds.any(words().iter().map(|one| self.ask(name, one)).collect::<Vec<_>>())
            }
            // The rest is free.
            _ => conds.opaque(&self.display(&genex::write(&[Piece::Expression(expression.clone())]))),
        }
    }

    /// A question of its own: the language of a file is no fact of the configuration. It has one, though.
    fn ask(&self, name: &str, word: &str) -> Cond {
        let question = self.display(&format!("$<{name}:{word}>"));
        let plain = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
        match name {
            "COMPILE_LANGUAGE" | "LINK_LANGUAGE" if plain => self.facts.conds.one_of(name, &question),
            _ => self.facts.conds.opaque(&question),
        }
    }

    /// `$<C_COMPILER_ID:GNU,Clang>`: one or the other.
    fn one_of(&self, name: &str, words: &[String]) -> Cond {
        let conds = &self.facts.conds;
        let subject = variable_of(name).map(|variable| self.toolchain(&variable));
        let one = |word: &String| match subject {
            Some(subject) if !has_symbol(word) && !word.contains("$<") => conds.equals(subject, word),
            _ => self.ask(name, word),
        };
        conds.any(words.iter().map(one).collect::<Vec<_>>())
    }

    /// `$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>`.
    fn language_and_compiler(&self, name: &str, words: &[String]) -> Cond {
        let Some((language, compilers)) = words.split_first() else { return Cond::FALSE };
        let kind = if name.starts_with("LINK") { "LINK_LANGUAGE" } else { "COMPILE_LANGUAGE" };
        let compiler = self.one_of(&format!("{language}_COMPILER_ID"), compilers);
        self.facts.conds.and(self.ask(kind, language), compiler)
    }

    /// What conditions ask of the toolchain by a variable.
    fn toolchain(&self, variable: &str) -> SubjectId {
        let conds = &self.facts.conds;
        let open = || conds.subject(Subject::open(SubjectKind::Toolchain, variable));
        conds.well_known(variable).unwrap_or_else(open)
    }

    /// A comparison of versions of which one is known; None for others.
    fn compare_versions(&self, name: &str, left: &str, right: &str) -> Option<Cond> {
        let conds = &self.facts.conds;
        let relation = match name {
            "VERSION_LESS" => Relation::Less,
            "VERSION_LESS_EQUAL" => Relation::LessEqual,
            "VERSION_GREATER" => Relation::Greater,
            "VERSION_GREATER_EQUAL" => Relation::GreaterEqual,
            _ => Relation::Equal,
        };
        let known = |text: &str| !has_symbol(text) && !text.contains("$<");
        // The version of CMake, written as a variable, is one of many.
        if known(left) && known(right) {
            return None;
        }
        let turned = match relation {
            Relation::Less => Relation::Greater,
            Relation::LessEqual => Relation::GreaterEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterEqual => Relation::LessEqual,
            Relation::Equal => Relation::Equal,
        };
        let (unknown, text, relation) = if known(right) { (left, right, relation) } else { (right, left, turned) };
        let subject = self.lone_subject(unknown).filter(|_| known(text))?;
        Some(conds.compares(subject, Comparison::Version(relation), text))
    }

    /// When a comparison of the first argument with the rest holds, whatever texts they may give.
    fn of_pairs(&self, expression: &Expression, under: Cond, depth: u32, compare: impl Fn(&str, &str) -> Cond) -> Cond {
        let conds = &self.facts.conds;
        let left = self.pieces(expression.arguments.first().map_or(&[][..], Vec::as_slice), under, depth);
        let right = self.pieces(&expression.joined_from(1), under, depth);
        let mut holds = Cond::FALSE;
        for (lc, l) in &left {
            for (rc, r) in &right {
                holds = conds.or(holds, conds.all([*lc, *rc, compare(l, r)]));
            }
        }
        holds
    }

    /// When `$<CONFIG:name>` is 1: the build type, compared without case.
    pub fn configuration(&self, name: &str) -> Cond {
        let mut proper = name.to_lowercase();
        for known in ["Debug", "Release", "RelWithDebInfo", "MinSizeRel"] {
            if known.to_lowercase() == proper {
                known.clone_into(&mut proper);
            }
        }
        let chosen = self.chosen_build_type(&proper);
        chosen.unwrap_or_else(|| self.facts.conds.equals(self.build_type(), &proper))
    }

    /// What users say for `CMAKE_BUILD_TYPE`.
    fn build_type(&self) -> SubjectId {
        match self.facts.texts.find_symbol(crate::cmake::eval::text::SymbolKind::Input, "CMAKE_BUILD_TYPE") {
            Some(symbol) => self.facts.texts.info(symbol).subject,
            None => self.facts.conds.subject(Subject {
                kind: SubjectKind::Input,
                name: "CMAKE_BUILD_TYPE".to_owned(),
                domain: Domain::Open,
                default: None,
                always_defined: false,
            }),
        }
    }

    /// When the build type is that one by what the project itself sets where users say nothing; None where that is not known.
    fn chosen_build_type(&self, name: &str) -> Option<Cond> {
        let conds = &self.facts.conds;
        let value = self.facts.directories.first()?.end_variables.get("CMAKE_BUILD_TYPE")?;
        let mut holds = Cond::FALSE;
        for elem in value.elems.iter() {
            let text = self.facts.texts.plain(elem.text)?;
            let is_it = if has_symbol(&text) {
                conds.equals(self.lone_subject(&text).filter(|one| *one == self.build_type())?, name)
            } else if text.eq_ignore_ascii_case(name) {
                Cond::TRUE
            } else {
                Cond::FALSE
            };
            holds = conds.or(holds, conds.and(elem.cond, is_it));
        }
        Some(holds)
    }

    /// A condition that holds for a release and for debugging, as one that holds whatever is built: those are what users have.
    pub(super) fn whatever_is_built(&self, cond: Cond) -> Cond {
        let conds = &self.facts.conds;
        let of = |name| conds.with_text(cond, self.build_type(), Some(name));
        conds.or(cond, conds.and(of("Debug"), of("Release")))
    }

    fn platform(&self, name: &str) -> Cond {
        let conds = &self.facts.conds;
        let variable = match name {
            "Linux" => "LINUX",
            "Windows" => "WIN32",
            "Darwin" => "APPLE",
            "Android" => "ANDROID",
            _ => return self.one_of("PLATFORM_ID", &[name.to_owned()]),
        };
        conds.platform(variable).unwrap_or_else(|| self.ask("PLATFORM_ID", name))
    }

    fn equal(&self, a: &str, b: &str) -> Cond {
        let is_open = |text: &str| has_symbol(text) || text.starts_with("$<") && self.lone_subject(text).is_some();
        if !is_open(a) && !is_open(b) {
            return match a == b {
                true => Cond::TRUE,
                // What was not decided (`$<TARGET_PROPERTY:TYPE>` of whoever uses it) may be anything.
                false if a.contains("$<") || b.contains("$<") => self.ask("STREQUAL", &format!("{a},{b}")),
                false => Cond::FALSE,
            };
        }
        let (symbolic, other) = if is_open(a) { (a, b) } else { (b, a) };
        match (self.lone_subject(symbolic), is_open(other)) {
            (Some(subject), false) => self.facts.conds.equals(subject, other),
            _ => self.facts.conds.opaque(&format!("{} STREQUAL {}", self.display(a), self.display(b))),
        }
    }

    /// What a text stands for that is unknown as a whole: a symbol, or an expression that gives a value of the toolchain.
    fn lone_subject(&self, text: &str) -> Option<SubjectId> {
        if let Some(name) = text.strip_prefix("$<").and_then(|rest| rest.strip_suffix('>')) {
            return variable_of(name).map(|variable| self.toolchain(&variable));
        }
        let mut chars = text.chars();
        let first = chars.next().filter(|c| is_symbol(*c))?;
        chars.next().is_none().then_some(())?;
        Some(self.facts.texts.info(self.facts.texts.symbol_of(first)?).subject)
    }

    /// When a text is true, as `$<BOOL:…>` and property queries see it.
    pub(super) fn truth(&self, text: &str) -> Cond {
        if !has_symbol(text) {
            return if condition::is_off(text) { Cond::FALSE } else { Cond::TRUE };
        }
        match self.lone_subject(text) {
            Some(subject) => self.facts.conds.truthy(subject),
            None => self.facts.conds.opaque(&self.display(text)),
        }
    }

    fn target_property(&self, expression: &Expression, under: Cond, depth: u32) -> Texts {
        let target = genex::write(&expression.arguments[0]);
        let property = genex::write(&expression.arguments[1]);
        let unknown = || vec![(under, genex::write(&[Piece::Expression(expression.clone())]))];
        if depth > 6 {
            return unknown();
        }
        let Some(id) = self.find(&target) else { return unknown() };
        if property == "TYPE" {
            return self
                .definitions_of(id)
                .iter()
                .map(|d| (self.facts.conds.and(under, d.cond), d.kind.cmake_name().to_owned()))
                .collect();
        }
        let Some(value) = self.target(id).properties.get(property.as_str()) else {
            return vec![(under, String::new())];
        };
        match value.single().and_then(|t| self.facts.texts.plain(t)) {
            Some(text) => vec![(under, text.to_string())],
            None => unknown(),
        }
    }
}

fn map(texts: Texts, change: impl Fn(&str) -> String) -> Texts {
    texts.into_iter().map(|(cond, text)| (cond, change(&text))).collect()
}

/// The variable with the value that an expression gives without arguments, and asks for with some (cmake-generator-expressions(7)).
fn variable_of(name: &str) -> Option<String> {
    const ENDS: &[&str] = &["_COMPILER_ID", "_COMPILER_VERSION", "_COMPILER_FRONTEND_VARIANT"];
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    match name {
        "PLATFORM_ID" => Some("CMAKE_SYSTEM_NAME".to_owned()),
        _ => (is_word && ENDS.iter().any(|end| name.ends_with(end))).then(|| format!("CMAKE_{name}")),
    }
}

/// Expressions that give 0 or 1.
fn is_predicate(name: &str) -> bool {
    matches!(
        name,
        "NOT"
            | "AND"
            | "OR"
            | "BOOL"
            | "CONFIG"
            | "PLATFORM_ID"
            | "STREQUAL"
            | "EQUAL"
            | "VERSION_LESS"
            | "VERSION_GREATER"
            | "VERSION_EQUAL"
            | "VERSION_LESS_EQUAL"
            | "VERSION_GREATER_EQUAL"
            | "IN_LIST"
            | "TARGET_EXISTS"
            | "COMPILE_LANGUAGE"
            | "LINK_LANGUAGE"
            | "COMPILE_LANG_AND_ID"
            | "LINK_LANG_AND_ID"
            | "COMPILE_FEATURES"
            | "C_COMPILER_ID"
            | "CXX_COMPILER_ID"
            | "CUDA_COMPILER_ID"
            | "HIP_COMPILER_ID"
            | "Fortran_COMPILER_ID"
            | "OBJC_COMPILER_ID"
            | "OBJCXX_COMPILER_ID"
            | "C_COMPILER_VERSION"
            | "CXX_COMPILER_VERSION"
            | "CUDA_COMPILER_VERSION"
            | "C_COMPILER_FRONTEND_VARIANT"
            | "CXX_COMPILER_FRONTEND_VARIANT"
    )
}
/// What is said again and again where nobody knows when is said once. Few such items stay as they are: their order may matter.
fn join_vague(items: &mut Vec<Item>) {
    const FEW: usize = 64;
    if items.iter().filter(|item| item.cond.is_unknown()).count() <= FEW {
        return;
    }
    let mut seen: FxHashSet<Arc<str>> = FxHashSet::default();
    items.retain(|item| !item.cond.is_unknown() || seen.insert(Arc::clone(&item.text)));
}
