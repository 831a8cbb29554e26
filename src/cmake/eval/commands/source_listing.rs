//! `aux_source_directory(<dir> <variable>)`.
use std::sync::Arc;

use crate::cmake::eval::facts::Reason;
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::policy::Version;
use crate::cmake::eval::value::{Elem, Value};
use crate::cond::Cond;

use super::Handler::Plain;
use super::Table;

pub(super) const COMMANDS: Table = &[("aux_source_directory", Plain(aux_source_directory))];

/// What counts as a source here (measured with 3.25), and what 3.26 added.
const EXTENSIONS: &[&str] = &["C", "M", "c", "c++", "cc", "cpp", "cppm", "cu", "cxx", "ixx", "m", "mm", "mpp"];
const SINCE_3_26: &[&str] = &["ccm", "cxxm", "c++m"];

/// Appends `dir/name` of each source in the folder, sorted, to what the variable holds.
fn aux_source_directory(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let [folder, variable] = args else {
        machine.error("aux_source_directory called with incorrect number of arguments", call.origin);
        return;
    };
    machine.keep_call("aux_source_directory", call);
    let path = machine.known_path(folder);
    let name = machine.intern(variable);
    let mut value = machine.read_variable(name);
    if value.is_unset() {
        value = Value::empty();
    }
    let mut elems: Vec<Elem> = value.elems.iter().copied().collect();
    if let Some(path) = path.filter(|path| machine.inside(path) || path.starts_with(&machine.facts.binary_dir)) {
        let newer = machine.env.options.cmake >= Version(3, 26, 0);
        let is_source = |name: &str| {
            name.rsplit_once('.').is_some_and(|(_, e)| EXTENSIONS.contains(&e) || newer && SINCE_3_26.contains(&e))
        };
        let listed = machine.list_folder(&path).into_iter().map(|(name, _)| name);
        let mut names: Vec<String> = listed.filter(|name| is_source(name)).collect();
        names.sort();
        for name in names {
            let text = machine.intern(&format!("{folder}/{name}"));
            elems.push(Elem { cond: Cond::TRUE, text, origin: call.origin });
        }
    } else {
        let shown = machine.facts.texts.display_str(folder);
        machine.unknown(Reason::UnknownValue, &format!("aux_source_directory({shown})"), call.origin);
        let text = machine.unmodelled_symbol(&format!("sources in {shown}"));
        elems.push(Elem { cond: Cond::TRUE, text, origin: call.origin });
    }
    machine.set_variable(name, &Value::list(elems));
}
