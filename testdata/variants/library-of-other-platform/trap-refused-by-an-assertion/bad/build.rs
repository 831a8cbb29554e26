fn main() {
    let target = std::env::var("TARGET").unwrap();
    assert!(!target.contains("msvc"), "for GNU only");
    assert!(!target.contains("apple"), "not for Apple");
    println!("cargo::rustc-link-lib=m");
    println!("cargo::rustc-link-lib=stdc++");
}
