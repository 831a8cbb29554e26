fn main() {
    println!("cargo::rustc-link-lib=m");
    let mut build = cc::Build::new();
    build.file("native/spool.c");
    build.compile("spool");
}
