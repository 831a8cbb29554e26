#[cfg(windows)]
fn device() -> &'static str {
    "wasapi"
}

#[cfg(not(windows))]
fn device() -> &'static str {
    "alsa"
}

fn main() {
    println!("{}", device());
}
