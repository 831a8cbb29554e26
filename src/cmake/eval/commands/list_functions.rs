//! Functions that `list(TRANSFORM)`, `list(FILTER)` and `list(SORT)` call (CMake 4.4).
use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cond::Cond;

impl Machine<'_> {
    /// Calls a function on some texts and gives what it puts into the variable that it is given last.
    pub(super) fn call_list_function(
        &mut self,
        call: &Invocation<'_>,
        name: &str,
        inputs: &[&str],
    ) -> Result<String, String> {
        let lower = name.to_lowercase();
        let known = self.functions.get(lower.as_str()).and_then(|definitions| definitions.last());
        let Some((_, definition)) = known else { return Err(format!("unknown function \"{name}\".")) };
        if definition.is_macro {
            return Err(format!("macro \"{name}\" may not be used here; define it as a function() instead."));
        }
        // Calls within calls have an output of their own.
        let output = format!("_CMAKE_LIST_FUNCTION_OUTPUT_{}", self.depth);
        let variable = self.intern(&output);
        self.unset_variable(variable);
        let args: Vec<Arg> = inputs
            .iter()
            .copied()
            .chain([output.as_str()])
            .map(|word| Arg { cond: Cond::TRUE, text: self.intern(word), quoted: true, index: 0 })
            .collect();
        self.call_by_name(name, call, args);
        let result = self.script_text(&output);
        self.unset_variable(variable);
        match result {
            Some(text) => Ok(text.to_string()),
            None => Err(format!("function \"{name}\" did not set the output variable.")),
        }
    }
}
