//! Which members of the archives on its line a link takes, by the names that sources have in common.
//!
//! A linker takes a member where it defines what is asked for (ld(1), on archives). Text does not tell each symbol, so names decide:
//! without a name in common nothing is asked for. What cannot be read may ask for all that its target links.
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::facts::TargetKind;
use crate::comments::{Language, without_comments};
use crate::native::{FileIndex, GuardId, NativeFile};

use super::TargetId;
use super::archives::{Archives, is_ever};
use super::binaries::{Binaries, is_header};
use super::concrete::languages_of;
use super::mentions::all_words;
use super::otherwise::emits_plainly;
use super::symbols::last;

/// What is known already.
#[derive(Default)]
pub(super) struct Known {
    names: RefCell<FxHashMap<Box<str>, Word>>,
    words: RefCell<FxHashMap<FileIndex, Rc<Words>>>,
    objects: RefCell<FxHashMap<TargetId, Rc<Objects>>>,
    links: RefCell<FxHashMap<(TargetId, Own), Rc<Pulled>>>,
    /// Without one of the archives on the line, and by whatever may ask for anything.
    without: RefCell<FxHashMap<(TargetId, TargetId), Rc<Pulled>>>,
}

/// What takes part in a link, and what asks for members.
#[derive(Clone, Copy)]
enum Asked {
    /// All that is on the line, by names that mean something.
    Likely(Own),
    /// What is on the line beside one archive, by any name and by any class that is seen: destructors and virtual tables are asked for
    /// without a word.
    Ever(TargetId),
}

/// The number of a word.
type Word = u32;

/// Which definitions of a binary keep it from asking an archive for the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Own {
    /// Those that are there under all settings.
    Sure,
    /// Those under conditions of the preprocessor, too.
    Possible,
}

/// The words of a file.
#[derive(Default)]
struct Words {
    all: FxHashSet<Word>,
    /// Those that are called, of whatever object.
    called: FxHashSet<Word>,
    /// Those that are called without an object, or handed on.
    free: FxHashSet<Word>,
}

/// What a target is compiled into.
#[derive(Default)]
struct Objects {
    members: Vec<Member>,
    /// There are others, of sources that cannot be read.
    unknown: bool,
}

/// An object of a target.
struct Member {
    source: FileIndex,
    words: Words,
    /// What stands in the headers beside it, header by header.
    beside: Vec<Rc<Words>>,
    /// Classes that it derives from, makes or converts to: their virtual tables may be asked for.
    classes: Vec<Word>,
    /// Functions that it defines.
    functions: Vec<Word>,
    /// Classes whose constructors it defines.
    constructors: Vec<Word>,
    /// Variables.
    variables: Vec<Word>,
    /// Functions and variables that it defines plainly, and whether it does so under all settings.
    plain: Vec<(Word, bool)>,
    /// Functions, variables and classes that it declares, or a file that it reads.
    declared: FxHashSet<Word>,
    /// Members of classes that it defines, each with its class: a word for a member alone means little.
    of_classes: Vec<(Word, Word)>,
    /// Whether it names a class, as far as it was asked: each link asks again.
    named: RefCell<FxHashMap<Word, bool>>,
}

impl Member {
    /// Whether it or a header beside it names a class that it declares.
    fn names(&self, class: Word) -> bool {
        let find = || {
            self.declared.contains(&class)
                && (self.words.all.contains(&class) || self.beside.iter().any(|one| one.all.contains(&class)))
        };
        *self.named.borrow_mut().entry(class).or_insert_with(find)
    }
}

/// The members that a link takes.
struct Pulled {
    taken: FxHashSet<(TargetId, FileIndex)>,
    /// Archives that it takes as a whole.
    whole: FxHashSet<TargetId>,
}

/// What the members on a line define.
#[derive(Default)]
struct Offers {
    functions: FxHashMap<Word, Vec<usize>>,
    constructors: FxHashMap<Word, Vec<usize>>,
    variables: FxHashMap<Word, Vec<usize>>,
    of_classes: FxHashMap<Word, Vec<(Word, usize)>>,
    classes: FxHashMap<Word, Vec<usize>>,
}

impl Offers {
    /// What a binary defines itself, it asks no archive for.
    fn new(members: &[(TargetId, &Member)], binary: TargetId, which: Own) -> Self {
        let mut offers = Self::default();
        let own = members.iter().filter(|(id, _)| *id == binary).flat_map(|(_, member)| &member.plain);
        let own = own.filter(|(_, sure)| *sure || which == Own::Possible);
        let own: FxHashSet<Word> = own.map(|(name, _)| *name).collect();
        for (at, (id, member)) in members.iter().enumerate() {
            let is_offered = |name: &&Word| *id == binary || !own.contains(*name);
            for name in member.functions.iter().filter(is_offered) {
                offers.functions.entry(*name).or_default().push(at);
            }
            for name in &member.constructors {
                offers.constructors.entry(*name).or_default().push(at);
            }
            for name in member.variables.iter().filter(is_offered) {
                offers.variables.entry(*name).or_default().push(at);
            }
            for (class, name) in &member.of_classes {
                offers.of_classes.entry(*name).or_default().push((*class, at));
                offers.classes.entry(*class).or_default().push(at);
            }
        }
        offers
    }

    /// The members that one may ask for, without those that are taken: the question is dear, and soon most are.
    fn asked_by<'o>(&'o self, member: &'o Member, is_taken: &'o [bool]) -> impl Iterator<Item = usize> + 'o {
        let words = &member.words;
        let called = words.free.iter().filter(|word| member.declared.contains(word));
        let functions = called.filter_map(|word| self.functions.get(word)).flatten().copied();
        let methods = words.called.iter().filter_map(|word| self.of_classes.get(word)).flatten();
        let methods = methods.filter(|(class, at)| !is_taken[*at] && member.names(*class)).map(|(_, at)| *at);
        let declared = || member.declared.iter().filter(|word| words.all.contains(word));
        let made = declared().filter_map(|word| self.constructors.get(word)).flatten().copied();
        let variables = declared().filter_map(|word| self.variables.get(word)).flatten().copied();
        let classes = member.classes.iter().filter(|class| member.declared.contains(class));
        let classes = classes.filter_map(|class| self.classes.get(class)).flatten().copied();
        functions.chain(methods).chain(made).chain(variables).chain(classes).filter(|at| !is_taken[*at])
    }

    /// The members that one could ask for in any way.
    fn ever_asked_by<'o>(&'o self, member: &'o Member, is_taken: &'o [bool]) -> impl Iterator<Item = usize> + 'o {
        let words = member.words.all.iter();
        let named = words.flat_map(|word| [self.functions.get(word), self.variables.get(word)]).flatten().flatten();
        let seen = member.declared.iter();
        let seen = seen.flat_map(|word| [self.constructors.get(word), self.classes.get(word)]).flatten().flatten();
        named.chain(seen).copied().filter(|at| !is_taken[*at])
    }
}

impl Binaries<'_> {
    /// Whether a link may take a member of an archive on its line, named by its source.
    pub fn may_take(&self, archives: &Archives<'_>, binary: TargetId, archive: TargetId, member: &Path) -> bool {
        self.takes(archives, binary, archive, member, Own::Sure)
    }

    /// The same for those who need to know: what the binary may define itself, it does not take.
    pub fn is_likely_to_take(
        &self,
        archives: &Archives<'_>,
        binary: TargetId,
        archive: TargetId,
        member: &Path,
    ) -> bool {
        self.takes(archives, binary, archive, member, Own::Possible)
    }

    /// Whether anything else on the line of a binary than one archive could ask for a member of another one.
    pub fn may_take_without(
        &self,
        archives: &Archives<'_>,
        binary: TargetId,
        without: TargetId,
        (archive, member): (TargetId, &Path),
    ) -> bool {
        let known = self.pulled.without.borrow().get(&(binary, without)).cloned();
        let pulled = known.unwrap_or_else(|| {
            let found = Rc::new(self.find_pulled(archives, binary, Asked::Ever(without)));
            self.pulled.without.borrow_mut().insert((binary, without), Rc::clone(&found));
            found
        });
        let is_taken = |source| pulled.taken.contains(&(archive, source));
        pulled.whole.contains(&archive) || self.natives.index(member).is_none_or(is_taken)
    }

    fn takes(&self, archives: &Archives<'_>, binary: TargetId, archive: TargetId, member: &Path, own: Own) -> bool {
        let pulled = self.pulled(archives, binary, own);
        let is_taken = |source| pulled.taken.contains(&(archive, source));
        pulled.whole.contains(&archive) || self.natives.index(member).is_none_or(is_taken)
    }

    /// The members that a link takes, found once.
    fn pulled(&self, archives: &Archives<'_>, binary: TargetId, own: Own) -> Rc<Pulled> {
        if let Some(known) = self.pulled.links.borrow().get(&(binary, own)) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.find_pulled(archives, binary, Asked::Likely(own)));
        self.pulled.links.borrow_mut().insert((binary, own), Rc::clone(&found));
        found
    }

    fn find_pulled(&self, archives: &Archives<'_>, binary: TargetId, asked: Asked) -> Pulled {
        let line = self.model.static_closure(binary).into_iter().map(|(id, _)| id);
        let line = line.filter(|id| !matches!(asked, Asked::Ever(without) if without == *id));
        let line: Vec<(TargetId, Rc<Objects>)> =
            std::iter::once(binary).chain(line).map(|id| (id, self.objects(id))).collect();
        // Objects come whole; of what nothing can be read, nobody knows who asks for it.
        let is_whole = |(id, objects): &&(TargetId, Rc<Objects>)| {
            *id == binary
                || is_ever(self.model, *id, &[TargetKind::Object])
                || objects.members.is_empty()
                || !archives.taken_whole(binary, *id).is_false()
        };
        let mut whole: FxHashSet<TargetId> = line.iter().filter(is_whole).map(|(id, _)| *id).collect();
        let members = line.iter().flat_map(|(id, objects)| objects.members.iter().map(|member| (*id, member)));
        let members: Vec<(TargetId, &Member)> = members.collect();
        let own = match asked {
            Asked::Likely(own) => own,
            Asked::Ever(_) => Own::Sure,
        };
        let offers = Offers::new(&members, binary, own);
        let unknown: FxHashSet<TargetId> = line.iter().filter(|(_, one)| one.unknown).map(|(id, _)| *id).collect();
        let mut asking: Vec<TargetId> = whole.iter().copied().filter(|id| unknown.contains(id)).collect();
        let mut is_taken = vec![false; members.len()];
        let mut next: Vec<usize> = (0..members.len()).filter(|at| whole.contains(&members[*at].0)).collect();
        loop {
            while let Some(at) = next.pop() {
                if !std::mem::replace(&mut is_taken[at], true) {
                    match asked {
                        Asked::Likely(_) => next.extend(offers.asked_by(members[at].1, &is_taken)),
                        Asked::Ever(_) => next.extend(offers.ever_asked_by(members[at].1, &is_taken)),
                    }
                    asking.extend(Some(members[at].0).filter(|id| unknown.contains(id) && whole.insert(*id)));
                }
            }
            let Some(id) = asking.pop() else { break };
            let below: FxHashSet<TargetId> = self.model.static_closure(id).into_iter().map(|(to, _)| to).collect();
            asking.extend(below.iter().copied().filter(|to| whole.insert(*to) && unknown.contains(to)));
            next.extend((0..members.len()).filter(|at| members[*at].0 == id || below.contains(&members[*at].0)));
        }
        let taken = members.iter().zip(is_taken).filter(|(_, taken)| *taken);
        Pulled { taken: taken.map(|((id, member), _)| (*id, member.source)).collect(), whole }
    }

    fn objects(&self, id: TargetId) -> Rc<Objects> {
        if let Some(known) = self.pulled.objects.borrow().get(&id) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.read_objects(id));
        self.pulled.objects.borrow_mut().insert(id, Rc::clone(&found));
        found
    }

    fn read_objects(&self, id: TargetId) -> Objects {
        let sources = self.model.sources(id);
        let paths: Vec<&Path> = sources.iter().filter_map(|source| source.path.as_deref()).collect();
        self.natives.read_ahead(&paths);
        let mut objects = Objects { members: Vec::new(), unknown: self.model.is_imported(id) };
        for source in sources {
            // A generated file, whose name may be known.
            let path = source.path.clone().unwrap_or_else(|| PathBuf::from(self.model.display(&source.text)));
            if is_header(&path) || path.extension().is_some() && languages_of(&path).is_empty() {
                continue;
            }
            match self.member(id, &path, source.cond.is_true()) {
                Some(member) => objects.members.push(member),
                None => objects.unknown = true,
            }
        }
        objects
    }

    fn member(&self, id: TargetId, path: &Path, always: bool) -> Option<Member> {
        let source = self.natives.index(path)?;
        let (mut words, mut beside) = (Words::default(), Vec::new());
        let (mut classes, mut of_classes) = (Vec::new(), Vec::new());
        let (mut functions, mut constructors) = (Vec::new(), Vec::new());
        let (mut variables, mut declared, mut plain) = (Vec::new(), FxHashSet::default(), Vec::new());
        for &index in &self.headers.reached(id, path).files {
            let (Some(other), Some(file)) = (self.natives.path(index), self.natives.at(index)) else { continue };
            let seen = file.facts.variables.iter().filter(|one| !one.is_definition);
            declared.extend(seen.map(|one| self.word(&one.name)));
            let seen = file.facts.functions.iter().filter(|one| !one.is_definition);
            declared.extend(seen.map(|one| self.word(&one.name)));
            declared.extend(file.facts.classes.iter().map(|one| self.word(&one.name)));
            let made = defined_plainly(file).map(|(name, sure)| (self.word(name), sure && always));
            plain.extend(made);
            if is_header(other) {
                if other.parent() == path.parent() {
                    beside.push(self.words_of(index, file));
                }
                continue;
            }
            if file.facts.truncated {
                return None;
            }
            // A source may be nothing but includes of others.
            let own = self.words_of(index, file);
            words.all.extend(&own.all);
            words.called.extend(&own.called);
            words.free.extend(&own.free);
            classes.extend(file.facts.class_uses.iter().map(|one| self.word(last(&one.name))));
            for function in file.facts.functions.iter().filter(|one| one.is_definition && !one.internal) {
                let name = self.word(&function.name);
                match function.qualified.rsplit("::").nth(1).filter(|_| function.member) {
                    Some(class) if class == function.name => constructors.push(name),
                    Some(class) => of_classes.push((self.word(class), name)),
                    None => functions.push(name),
                }
            }
            let made = file.facts.variables.iter().filter(|one| one.is_definition && !one.internal);
            for variable in made {
                let name = self.word(&variable.name);
                variables.push(name);
                if let Some((outer, _)) = variable.qualified.rsplit_once("::") {
                    of_classes.push((self.word(last(outer)), name));
                }
            }
            // What a macro defines has the name of one of its arguments, as a rule.
            functions.extend(file.facts.invocations.iter().flat_map(|one| &one.words).map(|word| self.word(word)));
        }
        let named = RefCell::default();
        Some(Member {
            source,
            words,
            beside,
            classes,
            functions,
            constructors,
            variables,
            plain,
            declared,
            of_classes,
            named,
        })
    }

    fn words_of(&self, index: FileIndex, file: &NativeFile) -> Rc<Words> {
        if let Some(known) = self.pulled.words.borrow().get(&index) {
            return Rc::clone(known);
        }
        let text = without_comments(file.source.bytes(), Language::C);
        let mut words = Words::default();
        let (mut seen, mut includes) = (0, false);
        for (word, at) in all_words(&text) {
            // The path of an `#include` asks for nothing.
            if seen == 0 || memchr::memchr(b'\n', &text[seen..at]).is_some() {
                includes = word == "include" && text[seen..at].trim_ascii_end().ends_with(b"#");
            }
            seen = at;
            if includes {
                continue;
            }
            let name = self.word(word);
            words.all.insert(name);
            let after = text[at + word.len()..].trim_ascii_start().first();
            match Before::of(&text[..at]) {
                // A function that is handed on is asked for, too: `{ .open = tuner_open, … }`.
                Before::Value if matches!(after, Some(b',' | b'}' | b')' | b';')) => drop(words.free.insert(name)),
                _ if !matches!(after, Some(b'(' | b'<' | b'{')) => {}
                Before::Object => drop(words.called.insert(name)),
                Before::Value | Before::Other => drop((words.called.insert(name), words.free.insert(name))),
                Before::Type => {}
            }
        }
        let words = Rc::new(words);
        self.pulled.words.borrow_mut().insert(index, Rc::clone(&words));
        words
    }

    fn word(&self, text: &str) -> Word {
        let mut names = self.pulled.names.borrow_mut();
        if let Some(known) = names.get(text) {
            return *known;
        }
        let word = Word::try_from(names.len()).unwrap_or(Word::MAX);
        names.insert(text.into(), word);
        word
    }
}

/// Functions and variables that a file defines for others to see, and whether it does so wherever it is read.
fn defined_plainly(file: &NativeFile) -> impl Iterator<Item = (&str, bool)> {
    let functions = file.facts.functions.iter().filter(|one| emits_plainly(one));
    let variables = file
        .facts
        .variables
        .iter()
        .filter(|one| one.is_definition && !one.internal && !one.inline && !one.template && !one.constant);
    let functions = functions.map(|one| (one.name.as_str(), one.guard == GuardId::TRUE));
    functions.chain(variables.map(|one| (one.name.as_str(), one.guard == GuardId::TRUE)))
}

/// What stands before a word.
enum Before {
    /// `.` or `->`.
    Object,
    /// The word of a type: the name is declared there.
    Type,
    /// What stands before a value: `=`, `,`, `&`, an open parenthesis or brace.
    Value,
    Other,
}

impl Before {
    fn of(text: &[u8]) -> Self {
        let before = text.trim_ascii_end();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        if before.ends_with(b".") || before.ends_with(b"->") {
            return Self::Object;
        }
        let start = before.iter().rposition(|byte| !is_part(byte)).map_or(0, |at| at + 1);
        match &before[start..] {
            b"" if matches!(before.last(), Some(b'=' | b',' | b'&' | b'(' | b'{')) => Self::Value,
            b"" | b"return" | b"else" | b"do" | b"case" | b"throw" | b"new" | b"and" | b"or" | b"not"
            | b"co_return" | b"co_await" | b"co_yield" | b"sizeof" => Self::Other,
            _ => Self::Type,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Before;

    #[test]
    fn what_stands_before_a_word() {
        assert!(matches!(Before::of(b"tuner."), Before::Object) && matches!(Before::of(b"tuner -> "), Before::Object));
        assert!(matches!(Before::of(b"    Transform "), Before::Type), "a declaration");
        assert!(matches!(Before::of(b"return "), Before::Other) && matches!(Before::of(b"; "), Before::Other));
        assert!(matches!(Before::of(b"{ .open = "), Before::Value) && matches!(Before::of(b"start(&"), Before::Value));
    }
}
