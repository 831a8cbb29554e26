fn main() {
    if cfg!(windows) {
        link_for_windows();
    } else {
        link_for_others();
    }
    #[cfg(windows)]
    link_sockets();
    match std::env::var("PROFILE").as_deref() {
        Ok("debug") if cfg!(unix) => println!("cargo:rustc-link-lib=dl"),
        _ => {}
    }
}

fn link_for_windows() {
    println!("cargo:rustc-link-lib=ws2_32");
}

fn link_for_others() {
    println!("cargo:rustc-link-lib=m");
}

#[allow(dead_code)]
fn link_sockets() {
    println!("cargo:rustc-link-lib=mswsock");
}
