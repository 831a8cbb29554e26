//! `cmake_minimum_required` and `cmake_policy`.
use std::path::Path;
use std::sync::Arc;

use crate::cmake::eval::facts::{OldEffect, OldPolicy, Reason};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::policy::{PolicyState, Version, introduced, removed_old};
use crate::cmake::eval::text::has_symbol;
use crate::cmake::eval::value::Origin;
use crate::cmake::lang::property_table;
use crate::cmake::script::diagnostics::{Action, Category, policy_summary};
use crate::cond::Cond;

use super::Handler::Plain;
use super::Table;

pub(super) const COMMANDS: Table =
    &[("cmake_policy", Plain(cmake_policy)), ("cmake_minimum_required", Plain(minimum_required))];

/// The last policy whose OLD behaviour CMake 4.4 calls deprecated.
const LAST_DEPRECATED: u32 = 155;

const ADVICE: &str = "Update the VERSION argument <min> value.  Or, use the <min>...<max> syntax to tell CMake that the \
                      project requires at least <min> but has been updated to work with policies introduced by <max> or \
                      earlier.";

fn minimum_required(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    if machine.script.is_some() {
        minimum_of_script(machine, call, args);
        return;
    }
    let range = args.iter().position(|w| &**w == "VERSION").and_then(|at| args.get(at + 1));
    let Some(range) = range.filter(|r| !has_symbol(r)) else {
        machine.unknown(Reason::UnknownValue, "cmake_minimum_required", call.origin);
        return;
    };
    set_policy_version(machine, call, range);
}

fn set_policy_version(machine: &mut Machine<'_>, call: &Invocation<'_>, range: &str) {
    let (low, high) = range.split_once("...").map_or((range, None), |(low, high)| (low, Some(high)));
    let low = Version::parse(low).or_else(|| low.parse().ok().map(|major| Version(major, 0, 0)));
    let Some(mut minimum) = low else {
        machine.error("could not parse the version that is required", call.origin);
        return;
    };
    let cmake = machine.cmake_version();
    // CMAKE_POLICY_VERSION_MINIMUM raises what a project asks for (CMake 4).
    let raised = raised_minimum(machine);
    if let Some(raised) = raised.filter(|_| cmake >= Version(4, 0, 0)) {
        minimum = minimum.max(raised);
    }
    let reached = high.and_then(Version::parse).is_some_and(|h| h >= Version(3, 5, 0));
    if minimum < Version(3, 5, 0) && !reached {
        if raised.is_none_or(|raised| raised < Version(3, 5, 0)) {
            note_refused(machine, call, range);
        }
        if cmake >= Version(4, 0, 0) {
            let text = machine.intern("Compatibility with CMake < 3.5 has been removed from CMake.");
            machine.fatal(text, call.origin);
        }
    }
    if minimum > cmake && !machine.env.options.all_configurations {
        let text = machine.intern(&format!("CMake {range} or higher is required."));
        machine.fatal(text, call.origin);
        machine.stopped |= machine.pc.is_true();
        return;
    }
    let high = high.and_then(Version::parse);
    if lowers_for_some(machine, minimum, high) {
        return;
    }
    machine.policies.set_version(minimum, high, cmake);
    take_defaults(machine);
    let stated = machine.facts.places.get(call.origin).map(|p| p.span);
    machine.policies.stated_at = stated;
}

/// Policies that the version leaves unset are as `CMAKE_POLICY_DEFAULT_CMP<NNNN>` says here, for the targets that are made from now on
/// (cmake-variables(7)).
fn take_defaults(machine: &mut Machine<'_>) {
    for (&number, policy) in property_table::policies() {
        if machine.policies.state(number, policy.introduced) == PolicyState::Unset
            && let Some(new) = machine.policy_default(number)
        {
            machine.policies.set(number, new);
        }
    }
}

/// CMake 4 does not take such a version, whichever CMake is imitated.
fn note_refused(machine: &mut Machine<'_>, call: &Invocation<'_>, range: &str) {
    // Files of exported targets say so, and CMake lets them.
    let exported = &*call.command.lower == "cmake_policy" && range == "2.6" && !machine.policy_stack.is_empty();
    if !exported {
        machine.note_old_policy(OldEffect::Refused(range.into()), machine.pc, call.origin);
    }
}

/// `CMAKE_POLICY_VERSION_MINIMUM` of the command line or of the project above.
pub(super) fn raised_minimum(machine: &mut Machine<'_>) -> Option<Version> {
    Version::parse(&machine.peek_str("CMAKE_POLICY_VERSION_MINIMUM")?)
}

fn cmake_policy(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let words: Vec<&str> = args.iter().map(|a| &**a).collect();
    let number = |text: &str| text.strip_prefix("CMP").and_then(|n| n.parse::<u32>().ok());
    match words.as_slice() {
        ["SET", policy, state] if machine.script.is_some() => set_in_script(machine, call, policy, state),
        ["GET" | "GET_WARNING", policy, ..]
            if machine.script.is_some() && number(policy).and_then(introduced).is_none() =>
        {
            let text = format!(
                "cmake_policy {} given policy \"{policy}\" which is not known to this version of CMake.",
                words[0]
            );
            machine.error(&text, call.origin);
        }
        ["GET_WARNING", policy, output] => {
            let text = number(policy).and_then(policy_summary).map(|summary| {
                let name = policy;
                format!("Policy {name} is not set: {summary}  Run \"cmake --help-policy {name}\" for policy details.  Use the cmake_policy command to set the policy and suppress this warning.")
            });
            if let Some(text) = text {
                machine.set_text(output, &text, call.origin);
            } else {
                let name = machine.intern(output);
                machine.havoc(name, "cmake_policy(GET_WARNING)");
            }
        }
        ["SET", policy, state] => match number(policy) {
            Some(number) => machine.policies.set(number, *state == "NEW"),
            None => machine.error("Policy name that CMake does not know", call.origin),
        },
        ["GET", policy, output] | ["GET", policy, output, ..] => {
            let state = number(policy).map(|n| machine.policy_state(n));
            let text = match state {
                Some(PolicyState::New) => "NEW",
                Some(PolicyState::Old) => "OLD",
                _ => "",
            };
            machine.set_text(output, text, call.origin);
        }
        ["PUSH"] => {
            let current = machine.policies.clone();
            machine.policy_stack.push(current);
        }
        ["POP"] => match machine.policy_stack.pop() {
            Some(policies) => machine.policies = policies,
            None => machine.error("cmake_policy POP without matching PUSH", call.origin),
        },
        ["VERSION", range] if machine.script.is_some() => {
            apply_version(machine, call, range);
        }
        ["VERSION", range] => set_policy_version(machine, call, range),
        _ => machine.error("cmake_policy given arguments that CMake does not understand", call.origin),
    }
}

/// A version as `sscanf("%u.%u.%u.%u")` reads it: two numbers at least, what follows is not looked at.
fn scanned(text: &str) -> Option<Version> {
    let mut numbers = Vec::new();
    let mut rest = text;
    loop {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let Ok(number) = rest[..digits].parse::<u32>() else { break };
        numbers.push(number);
        match rest[digits..].strip_prefix('.') {
            Some(after) if numbers.len() < 4 => rest = after,
            _ => break,
        }
    }
    match numbers[..] {
        [major, minor] => Some(Version(major, minor, 0)),
        [major, minor, patch, ..] => Some(Version(major, minor, patch)),
        _ => None,
    }
}

/// Whether a version that is lower than the one before is stated in some configurations of the directory only: policies are the same in
/// all of them here, and the others would be said to have old ones.
fn lowers_for_some(machine: &Machine<'_>, minimum: Version, maximum: Option<Version>) -> bool {
    let directory = machine.facts.directories.get(machine.directory.0 as usize);
    let lower = machine.policies.range.is_some_and(|(_, upper)| maximum.unwrap_or(minimum).max(minimum) < upper);
    lower && directory.is_some_and(|one| !machine.facts.conds.implies(one.cond, machine.pc))
}

/// `cmake_minimum_required` of a script. Words that are not known are for a later CMake, where the range reaches one.
fn minimum_of_script(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let mut range = "";
    let mut unknown = None;
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match &**word {
            "VERSION" => range = words.next().map_or("", |w| w),
            "FATAL_ERROR" => {}
            other => unknown = unknown.or(Some(other)),
        }
    }
    let (low, high) = range.split_once("...").map_or((range, ""), |(low, high)| (low, high));
    let cmake = machine.cmake_version();
    if let Some(other) = unknown
        && scanned(high).is_none_or(|high| high <= cmake)
    {
        machine.error(&format!("cmake_minimum_required called with unknown argument \"{other}\"."), call.origin);
        return;
    }
    if range.is_empty() {
        return;
    }
    if range.contains("...") && (low.is_empty() || high.is_empty()) {
        let text =
            format!("cmake_minimum_required VERSION \"{range}\" does not have a version on both sides of \"...\".");
        machine.error(&text, call.origin);
        return;
    }
    machine.set_text("CMAKE_MINIMUM_REQUIRED_VERSION", low, call.origin);
    match scanned(low) {
        None => machine.error(&format!("cmake_minimum_required could not parse VERSION \"{low}\"."), call.origin),
        Some(wanted) if wanted > cmake => {
            let text = format!("CMake {low} or higher is required.  You are running version {cmake}");
            machine.error(&text, call.origin);
        }
        Some(_) => {
            apply_version(machine, call, range);
        }
    }
}

/// Sets the policies as of a version or a range, with what CMake 4.4 says about old ones.
fn apply_version(machine: &mut Machine<'_>, call: &Invocation<'_>, range: &str) {
    if let Err(message) = try_version(machine, call, range) {
        machine.error(&message, call.origin);
    }
}

fn try_version(machine: &mut Machine<'_>, call: &Invocation<'_>, range: &str) -> Result<(), String> {
    let (low, high) = range.split_once("...").map_or((range, None), |(low, high)| (low, Some(high)));
    let numeric = "A numeric major.minor[.patch[.tweak]] must be given.";
    let cmake = machine.cmake_version();
    let minimum = scanned(low).ok_or_else(|| format!("Invalid policy version value \"{low}\".  {numeric}"))?;
    if minimum < Version(2, 4, 0) {
        return Err("Compatibility with CMake < 2.4 is not supported by CMake >= 3.0.  For compatibility with older \
                    versions please use any CMake 2.8.x release or lower."
            .to_owned());
    }
    if minimum > cmake {
        return Err(format!(
            "An attempt was made to set the policy version of CMake to \"{low}\" which is greater than this version \
             of CMake.  This is not allowed because the greater version may have new policies not known to this \
             CMake.  You may need a newer CMake version to build this project."
        ));
    }
    let mut policy = minimum;
    if let Some(high) = high {
        policy = scanned(high).ok_or_else(|| format!("Invalid policy max version value \"{high}\".  {numeric}"))?;
        if minimum > policy {
            return Err(format!("Policy VERSION range \"{range}\" specifies a later minimum than maximum."));
        }
    }
    if let Some(raised) = machine.script_text("CMAKE_POLICY_VERSION_MINIMUM").filter(|text| !text.is_empty()) {
        let version = scanned(&raised)
            .ok_or_else(|| format!("Invalid CMAKE_POLICY_VERSION_MINIMUM value \"{raised}\".  {numeric}"))?;
        policy = policy.max(version);
    }
    let of_export =
        policy == Version(2, 6, 0) && !machine.policy_stack.is_empty() && &*call.command.lower == "cmake_policy";
    if policy < Version(3, 5, 0) && of_export {
        policy = Version(3, 5, 0);
    } else if policy < Version(3, 5, 0) {
        return Err(format!(
            "Compatibility with CMake < 3.5 has been removed from CMake.\n{ADVICE}\nOr, add \
             -DCMAKE_POLICY_VERSION_MINIMUM=3.5 to try configuring anyway."
        ));
    } else if policy < Version(3, 10, 0) {
        let text = format!("Compatibility with CMake < 3.10 will be removed from a future version of CMake.\n{ADVICE}");
        machine.warn(Category::Deprecated, &text, call.origin);
    }
    machine.policies.set_version(minimum.min(policy), Some(policy), cmake);
    Ok(())
}

fn set_in_script(machine: &mut Machine<'_>, call: &Invocation<'_>, policy: &str, state: &str) {
    let number = policy.strip_prefix("CMP").filter(|n| n.len() == 4).and_then(|n| n.parse::<u32>().ok());
    let Some(number) = number.filter(|n| introduced(*n).is_some()) else {
        machine.error(&format!("Policy \"{policy}\" is not known to this version of CMake."), call.origin);
        return;
    };
    if state == "OLD" {
        if removed_old(number).is_some_and(|removed| machine.cmake_version() >= removed) {
            let text = format!(
                "Policy {policy} may not be set to OLD behavior because this version of CMake no longer supports it.  \
                 The policy was introduced in CMake version {}, and use of NEW behavior is now required.\nPlease \
                 either update your CMakeLists.txt files to conform to the new behavior or use an older version of \
                 CMake that still supports the old behavior.  Run cmake --help-policy {policy} for more information.",
                introduced(number).unwrap_or(Version(0, 0, 0))
            );
            machine.error(&text, call.origin);
            return;
        }
        if number <= LAST_DEPRECATED {
            let text = format!(
                "The OLD behavior for policy {policy} will be removed from a future version of CMake.\nThe \
                 cmake-policies(7) manual explains that the OLD behaviors of all policies are deprecated and that a \
                 policy should be set to OLD only under specific short-term circumstances.  Projects should be ported \
                 to the NEW behavior and not rely on setting a policy to OLD."
            );
            machine.warn_deprecated(&text, Action::SendError, call.origin);
        }
    }
    machine.policies.set(number, state == "NEW");
}

impl Machine<'_> {
    /// What happens here by the old behaviour of a policy is kept for rules.
    pub(super) fn note_old_policy(&mut self, effect: OldEffect, cond: Cond, origin: Origin) {
        /// A loop over thousands of names is one mistake, and told often enough.
        const MOST: usize = 4096;
        if self.script.is_none() && !cond.is_false() && self.facts.old_policies.len() < MOST {
            let stated_at = self.policies.stated_at;
            self.facts.old_policies.push(OldPolicy { effect, cond, origin, stated_at });
        }
    }

    /// What a file that was included left open: scopes of policies and of diagnostics.
    pub(super) fn report_unclosed(&mut self, path: &Path, policies: usize, diagnostics: usize, caller: Origin) {
        if self.policy_stack.len() > policies {
            self.policy_stack.truncate(policies);
            self.error_in(path, "cmake_policy PUSH without matching POP", caller);
        }
        let open = self.script.as_deref().is_some_and(|s| s.actions_stack.len() > diagnostics);
        if open {
            self.error_in(path, "cmake_diagnostic PUSH without matching POP", caller);
        }
    }
}
