fn main() {
    #[cfg(windows)]
    on_windows();
}

#[cfg(windows)]
fn on_windows() {
    // Nothing.
}
