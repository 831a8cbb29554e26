fn main() {
    let mut build = cc::Build::new();
    build.file("native/knot.c");
    if cfg!(target_os = "windows") {
        build.file("native/knot_windows.c");
    } else {
        build.file("native/knot_posix.c");
    }
    build.compile("knot");
}
