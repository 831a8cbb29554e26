//! Which names may be inputs, by a scan over all files.
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::condition::{looks_for_patterns, reads_groups};
use crate::cmake::eval::given_up::looks_like_variable;
use crate::cmake::lang::condition::constant;
use crate::cmake::syntax::{self, ArgumentKind, File, Part, Template};
use crate::source::FileId;

/// The name that keeps a file from being read twice: `if(NAME) return() endif() set(NAME TRUE)` at its top.
fn read_once(file: &File) -> Option<&str> {
    let [first, second, third, fourth, ..] = file.commands.as_slice() else { return None };
    let names = [first, second, third, fourth].map(|command| &*command.lower);
    let [set, value] = fourth.arguments.as_slice() else { return None };
    let is_true = value.template.literal().and_then(constant) == Some(true);
    if names != ["if", "return", "endif", "set"] || !is_true {
        return None;
    }
    let name = match first.arguments.as_slice() {
        [name] => name,
        [defined, name] if defined.template.literal() == Some("DEFINED") => name,
        _ => return None,
    };
    let name = name.template.literal()?;
    (set.template.literal() == Some(name)).then_some(name)
}

/// Names as a scan over all files of a root sees them: which may be inputs.
#[derive(Debug, Default)]
pub struct Names {
    /// May be written by some command.
    pub assigned: FxHashSet<Box<str>>,
    /// Tested in a condition, on its own or as the left operand.
    pub tested: FxHashSet<Box<str>>,
    /// Declared as a cache entry; true for `option()`.
    pub declared: FxHashMap<Box<str>, bool>,
    /// Declared as a cache entry that users are shown.
    offered: FxHashSet<Box<str>>,
    /// Declared as a cache entry that they are not shown.
    internal: FxHashSet<Box<str>>,
    /// Given a value by a `set()` that no test of the same name encloses.
    settled: FxHashSet<Box<str>>,
    /// Asked about before a value is given, or by `DEFINED`: what the user said counts.
    asked: FxHashSet<Box<str>>,
    /// Set to a true constant in a block that runs where they are not: they keep a file from being read twice.
    guards: FxHashSet<Box<str>>,
    /// Where they are set, a file returns at its top, and sets them behind that.
    once: FxHashSet<Box<str>>,
    /// Tested otherwise than by `NOT NAME` and `NOT DEFINED NAME`.
    affirmed: FxHashSet<Box<str>>,
    /// Functions and macros that the project defines, lower case.
    pub functions: FxHashSet<Box<str>>,
    /// Referenced by name: `${NAME}`.
    pub referenced: FxHashSet<Box<str>>,
    /// Names of `project()` calls, lower case.
    pub projects: FxHashSet<Box<str>>,
    /// Names that occur as the target of a defining command.
    pub targets: FxHashSet<Box<str>>,
    /// Names with a namespace that are linked where no `if(TARGET …)` of the same file asks for them.
    pub linked: FxHashSet<Box<str>>,
    /// Which files read what the groups of a pattern matched, and which do not.
    pub reads_groups: FxHashMap<FileId, bool>,
    /// Whether one of them reads those of a pattern that another file looked for.
    pub reads_groups_of_others: bool,
}

impl Names {
    /// Scans parsed files.
    pub fn scan<'f>(files: impl IntoIterator<Item = &'f File>) -> Self {
        let mut names = Self::default();
        for file in files {
            let mut open = Vec::new();
            let mut asked = Vec::new();
            let reads = reads_groups(file);
            names.reads_groups.insert(file.id, reads);
            names.reads_groups_of_others |= reads && !looks_for_patterns(file);
            names.once.extend(read_once(file).map(Box::from));
            for command in &file.commands {
                names.scan_guard(command, &mut asked);
                names.scan_settings(command, &mut open);
                names.scan_command(command);
                for argument in &command.arguments {
                    names.scan_references(&argument.template);
                }
            }
        }
        names
    }

    /// Which plain `set()` leave a choice to the user; `open` holds the names that the open `if`s test.
    fn scan_settings(&mut self, command: &syntax::Command, open: &mut Vec<FxHashSet<Box<str>>>) {
        let words = || command.arguments.iter().filter_map(|argument| argument.template.literal());
        match &*command.lower {
            "if" => open.push(FxHashSet::default()),
            "endif" => {
                open.pop();
            }
            "set" if command.arguments.len() > 1 && words().all(|word| word != "CACHE") => {
                let Some(name) = command.arguments.first().and_then(|a| a.template.literal()) else { return };
                let tested = open.iter().any(|names| names.contains(name));
                let names = if tested { &mut self.asked } else { &mut self.settled };
                names.insert(name.into());
            }
            "target_link_libraries" => {
                let names = words().filter(|word| word.contains("::"));
                let unasked = names.filter(|name| !open.iter().any(|names| names.contains(*name)));
                self.linked.extend(unasked.map(Box::from));
            }
            _ => {}
        }
        if matches!(&*command.lower, "if" | "elseif")
            && let Some(names) = open.last_mut()
        {
            names.extend(words().map(Into::into));
        }
        if matches!(&*command.lower, "if" | "elseif" | "while") {
            let all: Vec<&str> = words().collect();
            let denied = |at: usize| match at.checked_sub(1).map(|before| all[before]) {
                Some("NOT") => true,
                Some("DEFINED") => at >= 2 && all[at - 2] == "NOT",
                _ => false,
            };
            for word in (0..all.len()).filter(|at| !denied(*at)).map(|at| all[at]) {
                if !self.affirmed.contains(word) {
                    self.affirmed.insert(word.into());
                }
            }
            let after = words().zip(words().skip(1)).filter(|(word, _)| *word == "DEFINED");
            self.asked.extend(after.map(|(_, name)| name.into()));
        }
    }

    /// `if(NOT NAME)` with `set(NAME TRUE)` in it; `open` holds the names that the open `if`s ask for so.
    fn scan_guard(&mut self, command: &syntax::Command, open: &mut Vec<Option<Box<str>>>) {
        if !matches!(&*command.lower, "if" | "else" | "elseif" | "endif" | "set") {
            return;
        }
        let words: Vec<&str> =
            command.arguments.iter().take(4).map(|argument| argument.template.literal().unwrap_or_default()).collect();
        match (&*command.lower, &*words) {
            ("if", ["NOT", "DEFINED", name] | ["NOT", name]) => open.push(Some((*name).into())),
            ("if", _) => open.push(None),
            ("else" | "elseif", _) => {
                if let Some(last) = open.last_mut() {
                    *last = None;
                }
            }
            ("endif", _) => drop(open.pop()),
            ("set", [name, value] | [name, value, "CACHE", "INTERNAL"]) if constant(value) == Some(true) => {
                let asked = open.last().and_then(Option::as_deref) == Some(*name);
                self.guards.extend(asked.then(|| Box::<str>::from(*name)));
            }
            _ => {}
        }
    }

    fn scan_references(&mut self, template: &Template) {
        for part in &template.0 {
            if let Part::Reference(_, name) = part {
                match name.literal() {
                    Some(name) => {
                        self.referenced.insert(name.into());
                    }
                    None => self.scan_references(name),
                }
            }
        }
    }

    /// Whether the project's text uses a name as a variable. What a value happens to spell is none.
    pub fn mentions(&self, name: &str) -> bool {
        self.declared.contains_key(name) || self.tested.contains(name) || self.referenced.contains(name)
    }

    fn scan_command(&mut self, command: &syntax::Command) {
        let literals = || command.arguments.iter().filter_map(|a| a.template.literal());
        // A name that is made up of references is not known; what follows it is not the name.
        let first = command.arguments.first().and_then(|a| a.template.literal());
        match &*command.lower {
            "if" | "elseif" | "while" => self.scan_condition(command),
            "message" | "else" | "endif" | "endforeach" | "endwhile" | "endfunction" | "endmacro" => {}
            "option" | "cmake_dependent_option" => {
                if let Some(name) = first {
                    self.declared.insert(name.into(), true);
                    self.offered.insert(name.into());
                }
            }
            "function" | "macro" => {
                self.functions.extend(first.map(|n| n.to_lowercase().into()));
                let parameters = command.arguments.iter().skip(1).filter_map(|a| a.template.literal());
                self.assigned.extend(parameters.map(Into::into));
            }
            other => {
                if other == "set" && literals().any(|a| a == "CACHE") {
                    let bool_kind = literals().any(|a| a == "BOOL");
                    if let Some(name) = first {
                        self.declared.entry(name.into()).or_insert(bool_kind);
                        let shown = !literals().any(|a| a == "INTERNAL");
                        let names = if shown { &mut self.offered } else { &mut self.internal };
                        names.insert(name.into());
                    }
                }
                if other == "project" {
                    self.projects.extend(first.map(|n| n.to_lowercase().into()));
                }
                if matches!(other, "add_library" | "add_executable" | "add_custom_target") {
                    self.targets.extend(first.map(Into::into));
                }
                self.assigned.extend(literals().filter(|t| looks_like_variable(t)).map(Into::into));
            }
        }
    }

    fn scan_condition(&mut self, command: &syntax::Command) {
        const UNARY: &[&str] = &[
            "NOT",
            "AND",
            "OR",
            "DEFINED",
            "EXISTS",
            "TARGET",
            "COMMAND",
            "POLICY",
            "TEST",
            "IS_DIRECTORY",
            "IS_SYMLINK",
            "IS_ABSOLUTE",
            "(",
        ];
        let text = |template: &Template| match template.0.as_slice() {
            [Part::Literal(text)] => Some(text.clone()),
            _ => None,
        };
        let mut previous: Option<Box<str>> = Some("AND".into());
        for argument in &command.arguments {
            let own = text(&argument.template);
            let starts = previous.as_deref().is_some_and(|p| UNARY.contains(&p))
                && !previous
                    .as_deref()
                    .is_some_and(|p| matches!(p, "TARGET" | "COMMAND" | "POLICY" | "TEST" | "EXISTS"));
            if let Some(name) = &own
                && argument.kind == ArgumentKind::Unquoted
                && starts
                && looks_like_variable(name)
                && !UNARY.contains(&&**name)
            {
                self.tested.insert(name.clone());
            }
            previous = if argument.kind == ArgumentKind::Paren { Some("(".into()) } else { own };
        }
    }

    /// Whether no command of the project writes a variable of that name, or declares an entry.
    pub fn is_never_set(&self, name: &str) -> bool {
        !self.assigned.contains(name) && !self.declared.contains_key(name)
    }

    /// Whether nothing in the project's CMake files reads a variable of that name.
    pub fn is_never_read(&self, name: &str) -> bool {
        !self.tested.contains(name) && !self.referenced.contains(name)
    }

    /// Whether an undefined variable of that name is something that the user may give, rather than just empty.
    pub fn may_be_input(&self, name: &str) -> bool {
        // What the project settles for itself is not the user's, however often it is tested afterwards.
        // CMake's own settings are (cmake-variables(7)).
        let common = name.starts_with("CMAKE_") || matches!(name, "BUILD_SHARED_LIBS" | "BUILD_TESTING");
        let settled = !common && self.settled.contains(name) && !self.asked.contains(name);
        let guard = self.guards.contains(name) && !self.affirmed.contains(name) && !self.referenced.contains(name);
        let once = self.once.contains(name) && !self.referenced.contains(name);
        // What the project remembers from its first run (`if(NOT DEFINED FOUND_ARCH)`) is nobody's choice.
        let remembered = !common && self.internal.contains(name);
        if (guard || once || remembered) && !self.offered.contains(name) {
            return false;
        }
        self.declared.contains_key(name) || self.tested.contains(name) && !settled || !self.assigned.contains(name)
    }
}
