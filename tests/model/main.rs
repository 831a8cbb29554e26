//! The linkage model, as `linklint model` writes it.
mod configuration;
mod details;
mod support;
mod systems;
mod with_package;
