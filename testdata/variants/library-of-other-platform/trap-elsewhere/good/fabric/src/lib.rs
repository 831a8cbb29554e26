#[cfg(target_os = "macos")]
pub const NAME: &str = "libfabric.dylib";
#[cfg(windows)]
pub const NAME: &str = "fabric.dll";
#[cfg(not(any(target_os = "macos", windows)))]
pub const NAME: &str = "libfabric.so";
