pub use pipe::pipe_tone;
pub use reed::reed_tone;
