fn main() {
    let mut build = cc::Build::new();
    build.file("native/knot.c");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("windows") {
        build.file("native/knot_windows.c");
    } else {
        build.file("native/knot_posix.c");
    }
    build.compile("knot");
}
