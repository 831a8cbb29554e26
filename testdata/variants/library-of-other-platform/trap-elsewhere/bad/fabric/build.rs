// The verbs are those of Linux, whatever one module asks about the path of a file.
fn main() {
    println!("cargo:rustc-link-lib=stdc++");
    println!("cargo:rustc-link-lib=ibverbs");
}
