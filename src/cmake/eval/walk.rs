//! The walk over statements: which commands run, and under which condition.
use std::sync::Arc;

use crate::cmake::script::diagnostics::Category;
use crate::cmake::syntax::{Argument, Block, Command, CommandId, EnclosedKind, File, Statement};
use crate::cond::Cond;

use super::commands;
use super::expand::Arg;
use super::facts::{BEYOND_BUDGET, BEYOND_LIMITS, Reason};
use super::given_up::looks_like_variable;
use super::machine::{Invocation, Machine, OpaqueWriter};
use super::scope::Escapes;
use super::text::Text;
use super::value::{Elem, Origin, Value};

/// Which part of the room for conditions one command may take: one in this many.
const SHARE: usize = 64;
/// Which part of the room for conditions the condition of one command may take: one in this many.
const PORTION: usize = 500;
/// Nodes that it may always have.
const LEAST_NODES: usize = 16;

impl Machine<'_> {
    pub(super) fn run_block(&mut self, file: &Arc<File>, block: &Block) {
        // Each of its commands has a share of its own.
        let ration = self.conds().ration(0);
        self.run_statements(file, block);
        self.conds().end_ration(ration);
    }

    fn run_statements(&mut self, file: &Arc<File>, block: &Block) {
        for statement in block {
            if self.pc.is_false() || self.stopped {
                return;
            }
            if self.is_overdrawn() || self.pc.is_unknown() && !self.name_condition(file, statement) {
                // Nothing is decided any more: going on would only pile up alternatives.
                self.unknown(Reason::Limit, BEYOND_BUDGET, self.caller);
                self.havoc_block(file, block, "a condition beyond the budget");
                return;
            }
            match statement {
                Statement::Command(id) => {
                    let ration = self.conds().ration(SHARE);
                    self.run_command(file, *id);
                    self.conds().end_ration(ration);
                }
                Statement::If { branches, otherwise, .. } => self.run_if(file, branches, otherwise.as_ref()),
                Statement::Enclosed { kind, head, body, .. } => self.run_enclosed(file, *kind, *head, body),
            }
        }
    }

    /// Whether conditions have taken more time than they may take in all.
    pub(super) fn is_overdrawn(&self) -> bool {
        self.conds().spent() + self.conds().overdrawn() > self.env.options.limits.all_steps
    }

    fn run_if(&mut self, file: &Arc<File>, branches: &[(CommandId, Block)], otherwise: Option<&(CommandId, Block)>) {
        let entry = self.pc;
        let mut rest = entry;
        let mut exit = Cond::FALSE;
        let mut escaped = false;
        for (head, body) in branches {
            if rest.is_false() || self.stopped {
                break;
            }
            self.pc = rest;
            self.warn_of_empty(file, *head);
            let holds = self.condition_of(file, *head);
            let taken = self.conds().and(rest, holds);
            let taken = self.coarse(taken, file, *head);
            self.pc = taken;
            self.run_block(file, body);
            escaped |= self.pc != taken;
            exit = self.conds().or(exit, self.pc);
            rest = self.conds().diff(rest, holds);
        }
        if let Some((_, body)) = otherwise
            && !rest.is_false()
        {
            self.pc = rest;
            self.run_block(file, body);
            escaped |= self.pc != rest;
            rest = self.pc;
        }
        // Without an escape the union is the entry again: said outright, no nodes are made for it.
        self.pc = if escaped { self.conds().or(exit, rest) } else { entry };
    }

    fn run_enclosed(&mut self, file: &Arc<File>, kind: EnclosedKind, head: CommandId, body: &Arc<Block>) {
        self.facts.counts.commands += 1;
        match kind {
            EnclosedKind::Foreach => self.run_foreach(file, head, body),
            EnclosedKind::While => self.run_while(file, head, body),
            EnclosedKind::Function => self.define(file, head, body, false),
            EnclosedKind::Macro => self.define(file, head, body, true),
            EnclosedKind::Block => self.run_variable_block(file, head, body),
        }
    }

    /// Whether a budget of the run is used up; says so once.
    fn exhausted(&mut self) -> bool {
        let limits = self.env.options.limits;
        let what = match () {
            () if self.facts.counts.commands >= limits.commands => "number of commands",
            () if self.facts.texts.bytes() >= limits.all_bytes => "bytes of all texts",
            () => return false,
        };
        self.unknown(Reason::Limit, what, Origin::NONE);
        self.stopped = true;
        true
    }

    fn run_command(&mut self, file: &Arc<File>, id: CommandId) {
        self.facts.counts.commands += 1;
        if self.exhausted() {
            return;
        }
        let command = &file.commands[id.0 as usize];
        let origin = self.place(file, command.range.clone());
        if self.script.is_some() {
            if !self.may_run(file, command, origin) {
                return;
            }
            self.running_command = Some((Arc::clone(file), origin));
            self.trace_command(file, command, origin);
        }
        if !self.env.options.summaries.is_empty() {
            let summarised = &self.env.options.summaries;
            if summarised.iter().any(|s| s.command.eq_ignore_ascii_case(&command.lower)) {
                let args = self.expand_all(command, origin);
                commands::summary::run(self, &Invocation { command, file, args, origin });
                return;
            }
        }
        if let Some(definitions) = self.functions.get(&*command.lower).cloned() {
            let args = self.expand_all(command, origin);
            self.call_definitions(&Invocation { command, file, args, origin }, &definitions);
            return;
        }
        // `_name` is the command that a function of that name has hidden.
        let name = match command.lower.strip_prefix('_') {
            Some(rest) if commands::find(&command.lower).is_none() && self.functions.contains_key(rest) => rest,
            _ => &command.lower,
        };
        let args = self.expand_all(command, origin);
        let invocation = Invocation { command, file, args, origin };
        self.dispatch(name, &invocation);
    }

    fn trace_command(&mut self, file: &File, command: &Command, origin: Origin) {
        if let Some(expand) = self.tracing() {
            let args = if expand { Some(self.expand_all(command, origin)) } else { None };
            self.trace(file, command, args.as_deref());
        }
    }

    pub(super) fn dispatch(&mut self, name: &str, invocation: &Invocation<'_>) {
        if !self.accepts(name, &invocation.args, invocation.origin) {
            return;
        }
        match commands::find(name) {
            Some(commands::Handler::Bulk(run)) if commands::takes_name(name) || has_forms(name, invocation) => {
                self.by_name(invocation, run);
            }
            Some(commands::Handler::Bulk(run)) => run(self, invocation),
            Some(commands::Handler::Plain(run)) => {
                self.fork(&invocation.args, invocation.origin, &mut |machine, args| run(machine, invocation, args));
            }
            None => self.unmodelled(name, invocation),
        }
    }

    /// Runs a command whose first argument is a name. An unquoted reference with several values is several arguments, each
    /// there in some configurations: the name is the first one that is there, and not a later one a source.
    fn by_name(&mut self, invocation: &Invocation<'_>, run: fn(&mut Self, &Invocation<'_>)) {
        let Some(first) = invocation.args.first() else { return run(self, invocation) };
        if self.conds().implies(self.pc, first.cond) {
            // What the reference gives elsewhere is no argument here.
            let gone = |arg: &&Arg| !arg.cond.is_true() && self.conds().disjoint(arg.cond, self.pc);
            if !invocation.args.iter().any(|arg| gone(&arg)) {
                return run(self, invocation);
            }
            let args = invocation.args.iter().filter(|arg| !gone(arg)).copied().collect();
            let Invocation { command, file, origin, .. } = *invocation;
            return run(self, &Invocation { command, file, args, origin });
        }
        let mut left = self.pc;
        let mut names = 0;
        for (at, name) in invocation.args.iter().enumerate() {
            let when = self.conds().and(left, name.cond);
            if when.is_false() {
                continue;
            }
            names += 1;
            if names > self.env.options.limits.alternatives {
                self.unknown(Reason::Limit, "first of many arguments", invocation.origin);
                break;
            }
            left = self.conds().diff(left, name.cond);
            let after = invocation.args[at + 1..].iter().filter(|arg| !self.conds().disjoint(arg.cond, when));
            let args = std::iter::once(&Arg { cond: Cond::TRUE, ..*name }).chain(after).copied().collect();
            let Invocation { command, file, origin, .. } = *invocation;
            self.under(when, |m| run(m, &Invocation { command, file, args, origin }));
            if left.is_false() {
                break;
            }
        }
    }

    /// Notes a package that may have set any variable of a prefix. Looked for again, it is the same package.
    pub(super) fn note_writer(&mut self, prefix: &str, reason: &str, cond: Cond, targets: bool) {
        let depth = self.running.len();
        let known = self.opaque_writers.iter_mut().find(|w| *w.prefix == *prefix && *w.reason == *reason);
        match known {
            Some(writer) => {
                writer.cond = self.facts.conds.or(writer.cond, cond);
                writer.depth = writer.depth.min(depth);
            }
            None => self.opaque_writers.push(OpaqueWriter {
                prefix: prefix.into(),
                cond,
                reason: reason.into(),
                targets,
                module: None,
                ends: &[],
                names: None,
                is_config: false,
                depth,
                required: Vec::new(),
            }),
        }
    }

    /// A command nobody models: what it may write becomes unknown.
    fn unmodelled(&mut self, name: &str, invocation: &Invocation<'_>) {
        if self.run_framework(name, invocation) {
            return;
        }
        self.unknown(Reason::UnmodelledCommand, name, invocation.origin);
        self.keep_call(name, invocation);
        commands::note_brought(self, name, invocation);
        let names: Vec<Text> = invocation
            .args
            .iter()
            .filter(|arg| !arg.quoted)
            .map(|arg| arg.text)
            .filter(|&text| self.facts.texts.as_str(text).is_some_and(looks_like_variable))
            .collect();
        let by = format!("{name}()");
        for variable in names {
            if !self.extend_files(variable, &by) {
                self.havoc(variable, &by);
            }
        }
    }

    /// A list of files whose name a command gets that nobody models: to write it anew would lose them, so it adds to it, or the name is a
    /// keyword of its own (`SOURCES`).
    fn extend_files(&mut self, variable: Text, by: &str) -> bool {
        let value = self.read_variable(variable);
        let mut elems = self.list_elements(&value);
        let texts = &self.facts.texts;
        let known = elems.iter().filter(|elem| texts.is_known(elem.text));
        let mut named = known.filter_map(|elem| texts.as_str(elem.text)).peekable();
        if named.peek().is_none() || !named.all(names_source) {
            return false;
        }
        let shown = self.facts.texts.display(variable);
        let text = self.unmodelled_symbol(&format!("{shown} after {by}"));
        if elems.iter().all(|elem| elem.text != text) {
            elems.push(Elem { cond: Cond::TRUE, text, origin: Origin::NONE });
        }
        self.set_variable(variable, &Value { defined: Cond::TRUE, elems: Arc::new(elems) });
        true
    }

    /// The variable may have been written by something that is not modelled.
    pub(super) fn havoc(&mut self, variable: Text, by: &str) {
        let shown = self.facts.texts.display(variable);
        let symbol = self.unmodelled_symbol(&format!("{shown} after {by}"));
        let value = Value::text(symbol, Origin::NONE);
        self.set_variable(variable, &value);
    }

    pub(super) fn condition_of(&mut self, file: &Arc<File>, head: CommandId) -> Cond {
        self.facts.counts.commands += 1;
        let command = &file.commands[head.0 as usize];
        let origin = self.place(file, command.range.clone());
        if self.script.is_some() {
            if !self.may_run(file, command, origin) {
                return Cond::FALSE;
            }
            self.trace_command(file, command, origin);
        }
        let ration = self.conds().ration(SHARE);
        let holds = self.evaluate_condition(command, origin);
        self.conds().end_ration(ration);
        self.coarse(holds, file, head)
    }

    /// `elseif()` without any word is skipped.
    fn warn_of_empty(&mut self, file: &Arc<File>, head: CommandId) {
        let command = &file.commands[head.0 as usize];
        if self.script.is_some() && &*command.lower == "elseif" && command.arguments.is_empty() {
            let origin = self.place(file, command.range.clone());
            self.warn(Category::Author, "ELSEIF called with no arguments, it will be skipped.", origin);
        }
    }

    /// A condition that has grown past the limit becomes an atom of its own, with a record: everything beneath it would
    /// carry it on, and a store that is full can decide nothing more.
    fn coarse(&mut self, cond: Cond, file: &Arc<File>, head: CommandId) -> Cond {
        // The fuller the store, the sooner: small conditions can be taken together for longer.
        let most = self.env.options.limits.condition_nodes.min(self.conds().room() / PORTION).max(LEAST_NODES);
        if self.small.contains(&cond) {
            return cond;
        }
        if !cond.is_unknown() && self.conds().is_within(cond, most) {
            self.small.insert(cond);
            return cond;
        }
        let command = &file.commands[head.0 as usize];
        let origin = self.place(file, command.range.clone());
        self.unknown(Reason::Limit, "size of a condition", origin);
        self.named_condition(origin)
    }

    /// What is not known of the running condition gets a name, so that what follows hangs on it. False where no more names are left.
    fn name_condition(&mut self, file: &Arc<File>, next: &Statement) -> bool {
        if self.named_conditions >= self.env.options.limits.named_conditions {
            return false;
        }
        let head = match next {
            Statement::Command(id) => *id,
            Statement::If { branches, .. } => match branches.first() {
                Some((head, _)) => *head,
                None => return false,
            },
            Statement::Enclosed { head, .. } => *head,
        };
        self.named_conditions += 1;
        let command = &file.commands[head.0 as usize];
        let origin = self.place(file, command.range.clone());
        self.pc = self.named_condition(origin);
        if !self.pc.is_unknown() {
            self.unknown(Reason::Limit, "size of a condition", origin);
        }
        !self.pc.is_unknown()
    }

    /// A condition that is too large to be worked out, by the place of its command.
    fn named_condition(&self, origin: Origin) -> Cond {
        let place = self.span_of(origin).map_or_else(String::new, |span| {
            let source = self.env.files.sources().get(span.file);
            let name = source.path().file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            format!("{name}:{}", source.position(span.start).line)
        });
        self.conds().opaque(&format!("{BEYOND_LIMITS}{place} (call {})", origin.0))
    }

    /// A comparison that is too large to be worked out. Another round of a loop compares other texts, so each time is told apart.
    pub(super) fn lost_comparison(&self, origin: Origin) -> Cond {
        self.conds().opaque(&format!("{BEYOND_LIMITS}call {} (subject {})", origin.0, self.conds().subjects_made()))
    }

    /// What conditions have cost so far, in steps: what is new to speak of costs more than a step.
    fn steps_taken(&self) -> usize {
        const PER_SUBJECT: usize = 100;
        self.conds().spent() + self.conds().overdrawn() + self.conds().subjects_made() * PER_SUBJECT
    }

    fn run_while(&mut self, file: &Arc<File>, head: CommandId, body: &Arc<Block>) {
        let entry = self.pc;
        let mut left = Cond::FALSE;
        self.flow.loops.push(Escapes { broken: Cond::FALSE, continued: Cond::FALSE });
        let limits = self.env.options.limits;
        let (mut symbolic, begun) = (0, self.steps_taken());
        for round in 0u64.. {
            if self.stopped || self.pc.is_false() || self.exhausted() || self.is_overdrawn() {
                break;
            }
            let holds = self.condition_of(file, head);
            let inside = self.conds().and(self.pc, holds);
            left = self.conds().or(left, self.conds().diff(self.pc, holds));
            self.pc = inside;
            if inside.is_false() {
                break;
            }
            symbolic += u32::from(inside != entry);
            // A body that only computes is not worth rounds that may not happen: what it writes is unknown either way.
            let idle = symbolic == 1 && only_computes(file, body);
            let costly = self.steps_taken().saturating_sub(begun) > limits.while_steps;
            if idle || costly || symbolic > limits.symbolic_while || round > limits.while_rounds {
                let origin = self.place(file, file.commands[head.0 as usize].range.clone());
                self.unknown(Reason::Limit, "while", origin);
                self.havoc_block(file, body, "while beyond the limit");
                break;
            }
            self.run_block(file, body);
            self.end_round();
        }
        let escapes = self.flow.loops.pop().map_or(Cond::FALSE, |e| e.broken);
        let rest = self.conds().or(self.conds().or(left, escapes), self.pc);
        self.pc = if rest == entry { entry } else { rest };
    }

    /// `continue()` leads here.
    pub(super) fn end_round(&mut self) {
        if let Some(escapes) = self.flow.loops.last().copied() {
            self.pc = self.facts.conds.or(self.pc, escapes.continued);
            if let Some(last) = self.flow.loops.last_mut() {
                last.continued = Cond::FALSE;
            }
        }
    }
}

/// Whether a `set()` gives its variable one name here and another one elsewhere (`set(FLAGS_${TYPE} …)`).
fn has_forms(command: &str, invocation: &Invocation<'_>) -> bool {
    command == "set" && invocation.args.first().is_some_and(|name| !name.cond.is_true())
}

/// Whether a block does nothing but compute variables of its own scope.
fn only_computes(file: &File, block: &Block) -> bool {
    const PURE: &[&str] = &[
        "set",
        "unset",
        "list",
        "string",
        "math",
        "message",
        "get_filename_component",
        "cmake_path",
        "separate_arguments",
    ];
    block.iter().all(|statement| match statement {
        Statement::Command(id) => {
            let command = &file.commands[id.0 as usize];
            let elsewhere =
                |a: &Argument| matches!(a.template.literal(), Some("PARENT_SCOPE" | "CACHE" | "FATAL_ERROR"));
            PURE.contains(&&*command.lower) && !command.arguments.iter().any(elsewhere)
        }
        Statement::If { branches, otherwise, .. } => {
            branches.iter().all(|(_, body)| only_computes(file, body))
                && otherwise.iter().all(|(_, body)| only_computes(file, body))
        }
        Statement::Enclosed { kind, body, .. } => *kind == EnclosedKind::Foreach && only_computes(file, body),
    })
}

/// Whether a text names a file that is compiled, or read with those that are.
fn names_source(text: &str) -> bool {
    const SUFFIXES: &[&str] = &[
        "c", "cc", "cpp", "cxx", "c++", "cu", "m", "mm", "s", "asm", "h", "hh", "hpp", "hxx", "inl", "ui", "qrc", "ts",
    ];
    let suffix = text.rsplit_once('.').map(|(_, suffix)| suffix.to_ascii_lowercase());
    suffix.is_some_and(|suffix| SUFFIXES.contains(&&*suffix)) && !text.contains(' ')
}
