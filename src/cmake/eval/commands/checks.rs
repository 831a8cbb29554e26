//! `check_*`, `try_compile`, `execute_process`: what only a compiler or another process could tell.
use std::sync::Arc;

use crate::cmake::eval::facts::Reason;
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::value::{Elem, Value};
use crate::cond::{Cond, Domain, Subject, SubjectKind};

use super::Handler::Plain;
use super::Table;

pub(super) const COMMANDS: Table = &[
    ("check_c_compiler_flag", Plain(last)),
    ("check_cxx_compiler_flag", Plain(last)),
    ("check_fortran_compiler_flag", Plain(last)),
    ("check_compiler_flag", Plain(last)),
    ("check_linker_flag", Plain(last)),
    ("check_c_source_compiles", Plain(second)),
    ("check_cxx_source_compiles", Plain(second)),
    ("check_c_source_runs", Plain(second)),
    ("check_cxx_source_runs", Plain(second)),
    ("check_source_compiles", Plain(third)),
    ("check_source_runs", Plain(third)),
    ("check_include_file", Plain(second)),
    ("check_include_files", Plain(second)),
    ("check_include_file_cxx", Plain(second)),
    ("check_function_exists", Plain(last)),
    ("check_symbol_exists", Plain(last)),
    ("check_cxx_symbol_exists", Plain(last)),
    ("check_library_exists", Plain(last)),
    ("check_struct_has_member", Plain(fourth)),
    ("check_prototype_definition", Plain(last)),
    ("check_variable_exists", Plain(last)),
    ("check_type_size", Plain(type_size)),
    ("test_big_endian", Plain(last)),
    ("check_ipo_supported", Plain(ipo)),
    ("check_pie_supported", Plain(nothing)),
    ("check_language", Plain(language)),
    ("cmake_push_check_state", Plain(nothing)),
    ("cmake_pop_check_state", Plain(nothing)),
    ("cmake_reset_check_state", Plain(nothing)),
    ("try_compile", Plain(first)),
    ("try_run", Plain(try_run)),
    ("execute_process", Plain(execute_process)),
    ("exec_program", Plain(exec_program)),
    ("cmake_host_system_information", Plain(host_information)),
    ("processorcount", Plain(first_unknown)),
];

fn nothing(_: &mut Machine<'_>, _: &Invocation<'_>, _: &[Arc<str>]) {}

impl Machine<'_> {
    /// The result of a check: given, known before, or free.
    pub(in crate::cmake::eval) fn check_result(&mut self, variable: &str, call: &Invocation<'_>) {
        let name = self.intern(variable);
        let before = self.read_cache(name);
        if !before.defined.is_false() {
            return;
        }
        let holds = if self.env.options.all_configurations {
            let subject = self.conds().subject(Subject {
                kind: SubjectKind::Toolchain,
                name: variable.to_owned(),
                domain: Domain::Boolean,
                default: None,
                always_defined: true,
            });
            self.conds().truthy(subject)
        } else {
            // Asked blindly, most checks of real projects succeed on a current system.
            Cond::TRUE
        };
        let one = self.intern("1");
        let elems =
            if holds.is_false() { Vec::new() } else { vec![Elem { cond: holds, text: one, origin: call.origin }] };
        self.set_variable(name, &Value::list(elems));
    }
}

fn at(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>], index: usize) {
    match args.get(index) {
        Some(variable) => machine.check_result(variable, call),
        None => machine.error("a check called with too few arguments", call.origin),
    }
}

fn first(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    at(machine, call, args, 0);
    for word in ["OUTPUT_VARIABLE", "COPY_FILE_ERROR"] {
        if let Some(output) = args.iter().position(|w| &**w == word).and_then(|i| args.get(i + 1)) {
            let name = machine.intern(output);
            machine.havoc(name, "try_compile");
        }
    }
}

fn second(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    at(machine, call, args, 1);
}

fn third(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    at(machine, call, args, 2);
}

fn fourth(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    at(machine, call, args, 3);
}

fn last(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    at(machine, call, args, args.len().saturating_sub(1));
}

fn ipo(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    for (n, word) in args.iter().enumerate() {
        let Some(variable) = args.get(n + 1) else { break };
        match &**word {
            "RESULT" => machine.check_result(variable, call),
            "OUTPUT" => {
                let name = machine.intern(variable);
                machine.havoc(name, "check_ipo_supported");
            }
            _ => {}
        }
    }
}

fn language(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    if let Some(language) = args.first() {
        let variable = format!("CMAKE_{language}_COMPILER");
        let name = machine.intern(&variable);
        let symbol = machine.found_symbol(&variable);
        machine.set_variable(name, &Value::text(symbol, call.origin));
    }
}

fn type_size(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let Some(variable) = args.get(1) else { return };
    machine.check_result(&format!("HAVE_{variable}"), call);
    let name = machine.intern(variable);
    if machine.read_cache(name).defined.is_false() {
        let symbol = machine.toolchain_symbol(&format!("size of {}", args[0]));
        machine.set_variable(name, &Value::text(symbol, call.origin));
    }
}

fn try_run(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    at(machine, call, args, 1);
    if let Some(run) = args.first() {
        let name = machine.intern(run);
        machine.havoc(name, "try_run");
    }
}

/// No process is run: what it would print stays unknown.
fn execute_process(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    machine.unknown(Reason::Process, "execute_process", call.origin);
    for (n, word) in args.iter().enumerate() {
        if !matches!(&**word, "OUTPUT_VARIABLE" | "ERROR_VARIABLE" | "RESULT_VARIABLE" | "RESULTS_VARIABLE") {
            continue;
        }
        let Some(variable) = args.get(n + 1) else { continue };
        let name = machine.intern(variable);
        if word.starts_with("RESULT") && !machine.env.options.all_configurations {
            machine.set_text(variable, "0", call.origin);
        } else {
            machine.havoc(name, "execute_process");
        }
    }
}

fn exec_program(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    machine.unknown(Reason::Process, "exec_program", call.origin);
    for (n, word) in args.iter().enumerate() {
        if matches!(&**word, "OUTPUT_VARIABLE" | "RETURN_VALUE")
            && let Some(variable) = args.get(n + 1)
        {
            let name = machine.intern(variable);
            machine.havoc(name, "exec_program");
        }
    }
}

fn host_information(machine: &mut Machine<'_>, _: &Invocation<'_>, args: &[Arc<str>]) {
    if let Some(variable) = args.get(1) {
        let name = machine.intern(variable);
        machine.havoc(name, "cmake_host_system_information");
    }
}

fn first_unknown(machine: &mut Machine<'_>, _: &Invocation<'_>, args: &[Arc<str>]) {
    if let Some(variable) = args.first() {
        let name = machine.intern(variable);
        machine.havoc(name, "ProcessorCount");
    }
}
