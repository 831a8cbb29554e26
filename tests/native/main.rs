//! The readers of sources, flags and export lists.
mod properties;
