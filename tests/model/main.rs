//! The linkage model, as `linklint model` writes it.
#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]
mod configuration;
mod details;
mod support;
mod systems;
mod with_package;
