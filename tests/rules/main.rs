//! Every rule, on every fixture.
mod fixes;
mod fixtures;
mod layout;
mod small_projects;
mod suppressed;
mod user_rules;
