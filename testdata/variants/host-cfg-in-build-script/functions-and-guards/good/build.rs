use std::env;

fn main() {
    if env::var_os("CARGO_CFG_WINDOWS").is_some() {
        link_for_windows();
    } else {
        link_for_others();
    }
    // What runs here says where its tools are.
    if cfg!(windows) {
        look_in_programs();
    }
    if cfg!(unix) {
        link_by_target();
    }
}

fn link_for_windows() {
    println!("cargo:rustc-link-lib=ws2_32");
}

fn link_for_others() {
    println!("cargo:rustc-link-lib=m");
}

fn look_in_programs() {
    println!("cargo:rustc-link-search=C:/Program Files/meter/lib");
}

/// Asks the target itself.
fn link_by_target() {
    if env::var_os("CARGO_CFG_UNIX").is_some() {
        println!("cargo:rustc-link-lib=dl");
    }
}
