//! Every rule, on every fixture.
mod fixes;
mod fixtures;
mod harmless;
mod layout;
mod look_alikes;
mod of_others;
mod slips;
mod small_projects;
mod suppressed;
mod user_rules;
