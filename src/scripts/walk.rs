//! Follows a script from command to command: what its variables hold, where it stands, what it exports.
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{Act, Assigned, Before, Part, Ran, Reach, Step, Text};
use super::launch;
use super::shell::{Block, Command, Event, Joined, parse};
use super::word::{Form, NOTHING, Piece, Word, is_name};

/// Strings of commands within strings of commands that are followed.
const DEEPEST: usize = 4;
/// Steps that are kept of one file.
const MOST: usize = 20_000;

/// What a variable holds.
#[derive(Debug, Clone)]
struct Variable {
    value: Option<Text>,
    exported: bool,
    /// The step that set it.
    step: Option<usize>,
}

/// What encloses the commands that are looked at.
struct Frame {
    block: Block,
    /// Still in the condition of an `if` or a loop.
    condition: bool,
    /// What the variables that were changed within held before.
    changed: Vec<(String, Option<Variable>)>,
    /// How many of them hold that again: those of earlier branches.
    restored: usize,
    folder: Text,
    sourced: bool,
    distrusted: bool,
}

/// The state of a script.
pub(super) struct Walker {
    variables: FxHashMap<String, Variable>,
    /// Variables that a test asked about.
    asked: FxHashSet<String>,
    /// Nothing is known of variables that were not set here any more: something else may have set them.
    sourced: bool,
    /// So it is for all that runs on the machine.
    distrusted: bool,
    nounset: bool,
    frames: Vec<Frame>,
    folder: Text,
    before: Text,
    depth: usize,
    /// Shells' own files into which a line was written that sources another one.
    sourcing: FxHashSet<String>,
    /// What it does.
    pub(super) steps: Vec<Step>,
}

impl Walker {
    pub(super) fn new() -> Self {
        Self {
            variables: FxHashMap::default(),
            asked: FxHashSet::default(),
            sourced: false,
            distrusted: false,
            nounset: false,
            frames: Vec::new(),
            folder: Text::initial("PWD"),
            before: Text::initial("OLDPWD"),
            depth: 0,
            sourcing: FxHashSet::default(),
            steps: Vec::new(),
        }
    }

    /// A new shell: variables that were exported stay.
    pub(super) fn restart(&mut self) {
        self.variables.retain(|_, variable| variable.exported);
        self.asked.clear();
        self.nounset = false;
        self.folder = Text::initial("PWD");
    }

    /// Another machine: nothing of what was set is there.
    pub(super) fn forget(&mut self) {
        *self = Self { steps: std::mem::take(&mut self.steps), ..Self::new() };
    }

    /// What was not set here may be set all the same.
    pub(super) fn distrust(&mut self) {
        (self.sourced, self.distrusted) = (true, true);
    }

    /// Follows a script whose first byte is the byte `base` of the file.
    pub(super) fn run(&mut self, bytes: &[u8], base: usize) {
        if bytes.starts_with(b"#!") {
            let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
            self.nounset |=
                memchr::memmem::find(line, b" -u").is_some() || memchr::memmem::find(line, b" -eu").is_some();
        }
        let outer = self.frames.len();
        let events = parse(bytes);
        let mut tested = false;
        for event in &events {
            if self.steps.len() >= MOST {
                break;
            }
            match event {
                Event::Command(command) => {
                    // What stands behind the `&&` of a test happens or not; other commands are taken to succeed.
                    let maybe = match command.joined {
                        Joined::And => tested,
                        Joined::Or => true,
                        Joined::No | Joined::Pipe => false,
                    };
                    self.command(command, bytes, base, maybe);
                    let asks = command.words.first().and_then(Word::literal).is_some_and(launch::is_question);
                    tested = asks || (maybe && command.joined == Joined::And) || command.joined == Joined::Or;
                }
                Event::Open(block) => self.open(*block),
                Event::Body => self.frames.last_mut().into_iter().for_each(|frame| frame.condition = false),
                Event::Branch => self.branch(),
                Event::Close if self.frames.len() > outer => self.close(),
                Event::Close => {}
            }
        }
        while self.frames.len() > outer {
            self.close();
        }
    }

    pub(super) fn open(&mut self, block: Block) {
        let condition = matches!(block, Block::Choice | Block::Loop);
        self.frames.push(Frame {
            block,
            condition,
            changed: Vec::new(),
            restored: 0,
            folder: self.folder.clone(),
            sourced: self.sourced,
            distrusted: self.distrusted,
        });
    }

    /// Each branch begins with what held before the first one.
    fn branch(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.condition = false;
        self.folder = frame.folder.clone();
        for (name, old) in frame.changed.iter().skip(frame.restored).rev() {
            restore(&mut self.variables, name, old.clone());
        }
        frame.restored = frame.changed.len();
    }

    pub(super) fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        match frame.block {
            Block::Group => {
                if let Some(outer) = self.frames.last_mut() {
                    outer.changed.extend(frame.changed);
                }
            }
            Block::Subshell => {
                self.folder = frame.folder;
                (self.sourced, self.distrusted) = (frame.sourced, frame.distrusted);
                for (name, old) in frame.changed.into_iter().rev() {
                    restore(&mut self.variables, &name, old);
                }
            }
            Block::Choice | Block::Loop | Block::Function => {
                if self.folder != frame.folder {
                    self.folder = if frame.block == Block::Function { frame.folder } else { Text::other("?") };
                }
                for (name, _) in &frame.changed {
                    let exported = self.variables.get(name).is_some_and(|variable| variable.exported);
                    self.variables.insert(name.clone(), Variable { value: None, exported, step: None });
                }
                // An outer block restores the oldest, which stands first.
                if let Some(outer) = self.frames.last_mut() {
                    outer.changed.extend(frame.changed);
                }
            }
        }
    }

    fn set(&mut self, name: &str, variable: Option<Variable>) {
        let old = self.variables.get(name).cloned();
        if let Some(frame) = self.frames.last_mut() {
            frame.changed.push((name.to_owned(), old));
        }
        restore(&mut self.variables, name, variable);
    }

    fn is_conditional(&self) -> bool {
        self.frames.iter().any(|frame| match frame.block {
            Block::Choice | Block::Loop => !frame.condition,
            Block::Function => true,
            Block::Group | Block::Subshell => false,
        })
    }

    fn push(&mut self, act: Act, range: &Range<usize>, base: usize, maybe: bool) -> usize {
        let range = offset(range, base);
        let conditional = maybe || self.is_conditional();
        let function = self.frames.iter().any(|frame| frame.block == Block::Function);
        self.steps.push(Step { act, range, conditional, function });
        self.steps.len() - 1
    }

    /// What a word becomes.
    fn expand(&self, word: &Word) -> Text {
        self.expand_pieces(&word.pieces)
    }

    fn expand_pieces(&self, pieces: &[Piece]) -> Text {
        let mut out = Text::default();
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.push(Part::Known(text.clone())),
                Piece::Other(text) if is_pwd(text) => out.extend(&self.folder),
                Piece::Other(text) => out.push(Part::Other(text.clone())),
                Piece::Parameter { name, form } => out.extend(&self.parameter(name, form)),
            }
        }
        if out.is_long() { Text::other("…") } else { out }
    }

    fn value(&self, name: &str) -> Text {
        match (name, self.variables.get(name)) {
            ("PWD", None) => self.folder.clone(),
            ("OLDPWD", None) => self.before.clone(),
            (_, Some(Variable { value: Some(value), .. })) => value.clone(),
            (_, Some(_)) => Text::other(&format!("${name}?")),
            (_, None) => Text::initial(name),
        }
    }

    fn parameter(&self, name: &str, form: &Form) -> Text {
        let value = self.value(name);
        match (form, value.literal()) {
            (Form::Plain | Form::Error, _) => value,
            // Empty or not set: no difference.
            (Form::Default(word), _) if word.is_empty() => value,
            (Form::Default(word) | Form::Assign(word), Some("")) => self.expand_pieces(word),
            (Form::Default(_) | Form::Assign(_), Some(_)) => value,
            (Form::Alternative(_), Some("")) => Text::default(),
            (Form::Alternative(word), Some(_)) => self.expand_pieces(word),
            _ => Text::other(&format!("${{{name}…}}")),
        }
    }

    fn state(&self, name: &str) -> Before {
        match self.variables.get(name) {
            None if self.sourced => Before::Unknown,
            None => Before::Untouched,
            Some(Variable { value: None, .. }) => Before::Unknown,
            Some(Variable { value: Some(value), .. }) => match value.parts.as_slice() {
                [] => Before::Empty,
                parts if parts.iter().any(|part| matches!(part, Part::Known(_))) => Before::Set,
                _ => Before::Unknown,
            },
        }
    }

    /// A variable is set: `reach` by how it is written, `range` the whole assignment.
    #[allow(clippy::too_many_arguments, reason = "all of one assignment")]
    pub(super) fn assign(
        &mut self,
        name: &str,
        word: &Word,
        append: bool,
        reach: Reach,
        range: &Range<usize>,
        base: usize,
        maybe: bool,
    ) {
        let mut value = if append { self.value(name) } else { Text::default() };
        value.extend(&self.expand(word));
        let exported = self.variables.get(name).is_some_and(|variable| variable.exported);
        let reach = if reach == Reach::Shell && exported { Reach::Exported } else { reach };
        let mut word = word.clone();
        word.range = word.range.start + base..word.range.end + base;
        let assigned = Assigned {
            name: name.to_owned(),
            value: value.clone(),
            word,
            append,
            reach,
            before: self.state(name),
            asked: self.asked.contains(name),
            nounset: self.nounset,
        };
        let step = self.push(Act::Assigned(assigned), range, base, maybe);
        if reach != Reach::Command {
            let value = (!maybe).then_some(value);
            self.set(name, Some(Variable { value, exported: reach == Reach::Exported, step: Some(step) }));
        }
    }

    fn command(&mut self, command: &Command, bytes: &[u8], base: usize, maybe: bool) {
        if command.words.is_empty() {
            for one in &command.assignments {
                self.assign(&one.name, &one.value, one.append, Reach::Shell, &one.range, base, maybe);
            }
            return;
        }
        let mut preload = self.variables.get("LD_PRELOAD").filter(|variable| variable.exported).and_then(|v| v.step);
        for one in &command.assignments {
            self.assign(&one.name, &one.value, one.append, Reach::Command, &one.range, base, maybe);
            if one.name == "LD_PRELOAD" {
                preload = Some(self.steps.len() - 1);
            }
        }
        let launch = launch::of(&command.words, bytes);
        for (name, value, range) in &launch.assignments {
            self.assign(name, value, false, Reach::Command, range, base, maybe);
            if name == "LD_PRELOAD" {
                preload = Some(self.steps.len() - 1);
            }
        }
        let words = command.words.get(launch.first..).unwrap_or_default();
        let Some(first) = words.first() else { return };
        self.printed(first, words, command, bytes, base, maybe);
        if self.builtin(first.literal().unwrap_or_default(), words, base, maybe) {
            return;
        }
        let ran = Ran {
            words: words.iter().map(|word| self.expand(word)).collect(),
            ranges: words.iter().map(|word| offset(&word.range, base)).collect(),
            folder: self.folder.clone(),
            preload,
        };
        self.push(Act::Ran(ran), &command.range, base, maybe);
        self.nested(&launch.scripts, command, bytes, base);
    }

    /// Strings and lines that are commands themselves.
    fn nested(&mut self, scripts: &[Range<usize>], command: &Command, bytes: &[u8], base: usize) {
        if self.depth >= DEEPEST {
            return;
        }
        self.depth += 1;
        for range in scripts {
            let text = bytes.get(range.clone()).unwrap_or_default();
            let double = range.start.checked_sub(1).and_then(|at| bytes.get(at)) == Some(&b'"');
            let text = if double { unescaped(text) } else { text.to_vec() };
            self.open(Block::Subshell);
            self.run(&text, base + range.start);
            self.close();
        }
        if let (Some((range, quoted)), true) = (&command.here, launch::reads_commands(&command.words, scripts)) {
            let text = bytes.get(range.clone()).unwrap_or_default();
            let text = if *quoted { text.to_vec() } else { unescaped(text) };
            self.open(Block::Subshell);
            self.run(&text, base + range.start);
            self.close();
        }
        self.depth -= 1;
    }

    /// Commands of the shell itself; false for all others.
    fn builtin(&mut self, name: &str, words: &[Word], base: usize, maybe: bool) -> bool {
        let arguments = words.get(1..).unwrap_or_default();
        match name {
            "export" | "declare" | "typeset" | "local" | "readonly" => {
                let flag = |flag: &str| arguments.iter().any(|word| word.literal() == Some(flag));
                let exports = (name == "export" && !flag("-n")) || flag("-x") || flag("-gx");
                self.declare(arguments, exports, base, maybe);
            }
            "unset" => {
                for name in arguments.iter().filter_map(Word::literal).filter(|name| is_name(name)) {
                    let value = (!maybe).then(Text::default);
                    self.set(name, Some(Variable { value, exported: false, step: None }));
                }
            }
            "cd" | "pushd" => self.change_folder(arguments),
            "popd" => self.folder = Text::other("popd"),
            "set" => self.options(arguments),
            "." | "source" | "eval" => self.sourced |= !arguments.is_empty(),
            "read" | "mapfile" | "readarray" | "getopts" => {
                for name in arguments.iter().filter_map(Word::literal).filter(|name| is_name(name)) {
                    self.set(name, Some(Variable { value: None, exported: false, step: None }));
                }
            }
            _ if launch::is_question(name) => {
                let mut parameters: Vec<&Piece> = arguments.iter().flat_map(|word| &word.pieces).collect();
                while let Some(piece) = parameters.pop() {
                    if let Piece::Parameter { name, .. } = piece {
                        self.asked.insert(name.clone());
                    }
                }
                // `[ -v NAME ]`
                let names = arguments.iter().filter_map(Word::literal).filter(|word| is_name(word));
                self.asked.extend(names.map(str::to_owned));
            }
            ":" => {
                for piece in arguments.iter().flat_map(|word| &word.pieces) {
                    if let Piece::Parameter { name, form: Form::Assign(_) | Form::Error } = piece {
                        self.asked.insert(name.clone());
                    }
                }
            }
            _ => {
                self.sourced |= launch::sets_environment(name);
                return launch::is_builtin(name);
            }
        }
        true
    }

    fn declare(&mut self, arguments: &[Word], exports: bool, base: usize, maybe: bool) {
        for argument in arguments {
            let Some(Piece::Text(text)) = argument.pieces.first() else { continue };
            let Some((name, _)) = text.split_once('=') else {
                let known = self.variables.get(text.as_str()).cloned();
                if exports
                    && is_name(text)
                    && let Some(known) = known
                {
                    self.export_known(text, known, argument, base, maybe);
                }
                continue;
            };
            let (name, append) = name.strip_suffix('+').map_or((name, false), |name| (name, true));
            if !is_name(name) {
                continue;
            }
            let reach = if exports { Reach::Exported } else { Reach::Shell };
            let value = behind_name(argument, name.len() + usize::from(append) + 1);
            self.assign(name, &value, append, reach, &argument.range, base, maybe);
        }
    }

    /// `export NAME` of a variable that was set before.
    fn export_known(&mut self, name: &str, known: Variable, argument: &Word, base: usize, maybe: bool) {
        let step = match (known.step, known.exported) {
            (Some(step), false) => {
                let assigned = match self.steps.get(step).map(|step| &step.act) {
                    Some(Act::Assigned(assigned)) => {
                        // The value was told about where it was set.
                        Some(Assigned { reach: Reach::Exported, before: Before::Unknown, ..assigned.clone() })
                    }
                    _ => None,
                };
                assigned.map(|assigned| self.push(Act::Assigned(assigned), &argument.range, base, maybe))
            }
            (step, _) => step,
        };
        self.set(name, Some(Variable { exported: true, step, ..known }));
    }

    /// `WORKDIR`: later commands run there.
    pub(super) fn enter(&mut self, folder: &Word) {
        self.folder = self.expand(folder).below(&self.folder);
    }

    fn change_folder(&mut self, arguments: &[Word]) {
        let target =
            arguments.iter().find(|word| word.literal().is_none_or(|text| !text.starts_with('-') || text == "-"));
        let next = match target {
            None => Text::initial("HOME"),
            Some(word) if word.literal() == Some("-") => self.before.clone(),
            Some(word) => self.expand(word).below(&self.folder),
        };
        self.before = std::mem::replace(&mut self.folder, next);
    }

    fn options(&mut self, arguments: &[Word]) {
        let mut words = arguments.iter().filter_map(Word::literal);
        while let Some(word) = words.next() {
            match word.strip_prefix('-') {
                Some("o") => self.nounset |= words.next() == Some("nounset"),
                Some(letters) if letters.contains('o') => {
                    self.nounset |= letters.contains('u') || words.next() == Some("nounset");
                }
                Some(letters) if letters.contains('u') => self.nounset = true,
                _ if word == "+u" => self.nounset = false,
                _ => {}
            }
        }
    }

    /// `echo "NAME=value" >> $GITHUB_ENV` sets a variable for what runs later; `echo 'export …' >> ~/.bashrc` writes a
    /// script that other shells read.
    fn printed(&mut self, first: &Word, words: &[Word], command: &Command, bytes: &[u8], base: usize, maybe: bool) {
        if !matches!(first.literal(), Some("echo" | "printf")) || self.depth >= DEEPEST {
            return;
        }
        let target = |name: &str| {
            command.outputs.iter().any(|word| {
                word.mentions(name)
                    || word.pieces.iter().any(|piece| matches!(piece, Piece::Text(text) if text.ends_with(name)))
            })
        };
        let is_profile = launch::PROFILES.iter().any(|name| target(name));
        let sources = words.get(1).and_then(Word::literal).is_some_and(|word| matches!(word, "." | "source"));
        if is_profile && sources {
            self.sourcing.extend(file_names(&command.outputs));
        }
        for argument in words.get(1..).unwrap_or_default() {
            if target("GITHUB_ENV") {
                if let Some(Piece::Text(text)) = argument.pieces.first()
                    && let Some((name, _)) = text.split_once('=').filter(|(name, _)| is_name(name))
                {
                    let value = behind_name(argument, name.len() + 1);
                    self.assign(name, &value, false, Reach::Exported, &argument.range, base, maybe);
                }
            } else if is_profile && let Some(range) = &argument.inner {
                let text = bytes.get(range.clone()).unwrap_or_default();
                let double = bytes.get(range.start - 1) == Some(&b'"');
                let text = if double { unescaped(text) } else { text.to_vec() };
                let mut other = Self { depth: self.depth + 1, ..Self::new() };
                // Between double quotes the values are those of the shell that prints, unless the text keeps them for later.
                if double && memchr::memmem::find(bytes.get(range.clone()).unwrap_or_default(), b"\\$").is_none() {
                    (other.variables, other.asked) = (self.variables.clone(), self.asked.clone());
                    other.sourced = self.sourced;
                }
                other.sourced |=
                    self.distrusted || file_names(&command.outputs).any(|name| self.sourcing.contains(&name));
                other.run(&text, base + range.start);
                self.steps.append(&mut other.steps);
                // What is written into the file later runs after it.
                let mut alone = Self { depth: DEEPEST, ..Self::new() };
                alone.run(&text, 0);
                if alone.sourced {
                    self.sourcing.extend(file_names(&command.outputs));
                }
            }
        }
    }
}

fn restore(variables: &mut FxHashMap<String, Variable>, name: &str, old: Option<Variable>) {
    match old {
        Some(old) => drop(variables.insert(name.to_owned(), old)),
        None => drop(variables.remove(name)),
    }
}

/// The names of the files that some words lead to.
fn file_names(words: &[Word]) -> impl Iterator<Item = String> {
    words.iter().filter_map(|word| match word.pieces.last() {
        Some(Piece::Text(text)) => text.rsplit('/').next().map(str::to_owned),
        _ => None,
    })
}

fn offset(range: &Range<usize>, base: usize) -> Range<u32> {
    (range.start + base) as u32..(range.end + base) as u32
}

fn is_pwd(text: &str) -> bool {
    matches!(text, "$(pwd)" | "`pwd`" | "$(pwd -P)" | "$( pwd )")
}

/// The word behind the first bytes of its first text.
pub(super) fn behind_name(argument: &Word, length: usize) -> Word {
    let mut value = argument.clone();
    if let Some(Piece::Text(text)) = value.pieces.first_mut() {
        *text = text.get(length..).unwrap_or_default().to_owned();
        if text.is_empty() {
            value.pieces.remove(0);
        }
    }
    value.inner = None;
    value
}

/// What an inner shell sees of a text between double quotes; as long as the text.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut out = text.to_vec();
    let mut at = 0;
    while at + 1 < out.len() {
        if out[at] == b'\\' && matches!(out[at + 1], b'"' | b'\\' | b'$' | b'`') {
            out[at] = NOTHING;
            at += 1;
        }
        at += 1;
    }
    out
}

/// A word of a text that no shell reads, such as the value of a key.
pub(super) fn plain(text: &[u8], range: Range<usize>) -> Word {
    let text = String::from_utf8_lossy(text.get(range.clone()).unwrap_or_default()).into_owned();
    Word { range, pieces: vec![Piece::Text(text)], inner: None }
}
