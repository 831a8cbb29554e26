//! What a configuration fixes: cache variables and the platform.

/// A cache variable that the user fixes, as with `cmake -D`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its type (`BOOL`, `STRING`, …), when given.
    pub kind: Option<String>,
    /// Its value.
    pub value: String,
}

/// The platform that is built for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Platform {
    /// Linux with ELF
    Linux,
    /// Android
    Android,
    /// FreeBSD
    Freebsd,
    /// macOS
    Macos,
    /// iOS
    Ios,
    /// Windows with MSVC
    Windows,
    /// Windows with MinGW
    Mingw,
}

impl Platform {
    /// The value of `CMAKE_SYSTEM_NAME`.
    pub(crate) fn system(self) -> &'static str {
        match self {
            Self::Linux => "Linux",
            Self::Android => "Android",
            Self::Freebsd => "FreeBSD",
            Self::Macos => "Darwin",
            Self::Ios => "iOS",
            Self::Windows | Self::Mingw => "Windows",
        }
    }
}
