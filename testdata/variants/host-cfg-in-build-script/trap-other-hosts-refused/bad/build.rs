#[cfg(not(target_os = "linux"))]
fn main() {
    panic!("only Linux builds this");
}

#[cfg(target_os = "linux")]
fn main() {
    println!("cargo::rustc-link-lib=m");
    let mut build = cc::Build::new();
    build.file("native/spool.c");
    if cfg!(unix) {
        build.flag_if_supported("-Wno-unused").flag("-fdiagnostics-color=never").warnings(false);
    }
    if cfg!(windows) {
        build.flag_if_supported("/FS");
    }
    build.compile("spool");
}
