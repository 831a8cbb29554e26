#[cfg(any(windows, target_os = "macos"))]
compile_error!("for Linux");
