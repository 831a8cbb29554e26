use super::*;

fn script(text: &str) -> (Script, Conds) {
    let text = text.to_owned();
    let conds = Conds::new();
    let script = read(text.as_bytes(), Path::new("/p"), &conds).unwrap();
    (script, conds)
}

/// Directives as `key=value if formula`.
fn directives(text: &str) -> Vec<String> {
    let (script, conds) = script(text);
    let shown = |one: &Directive| {
        let value = one.value.replace(UNKNOWN, "?");
        let when = if one.cond.is_true() { String::new() } else { format!(" if {}", conds.formula(one.cond)) };
        format!("{}={value}{when}", one.key)
    };
    script.directives.iter().map(shown).collect()
}

#[test]
fn both_forms_and_format_strings() {
    let text = r#"fn main() {
        let dir = std::env::var("OUT_DIR").unwrap();
        let name = "ops";
        println!("cargo:rustc-link-search=native={}/lib", dir);
        println!("cargo::rustc-link-lib=static={name}");
        println!("cargo:rustc-link-lib={kind}={0}", name, kind = "dylib");
        println!("cargo:root={dir}");
        println!("hello");
    }"#;
    assert_eq!(
        directives(text),
        ["rustc-link-search=native=?/lib", "rustc-link-lib=static=ops", "rustc-link-lib=dylib=ops", "metadata=?"]
    );
}

#[test]
fn features_targets_and_the_environment() {
    let text = r#"
        #[cfg(feature = "a")] fn extra() { println!("cargo:rustc-link-lib=a"); }
        #[cfg(not(feature = "a"))] fn extra() {}
        fn main() {
            extra();
            if std::env::var("CARGO_FEATURE_ZSTD_FAST").is_ok() { println!("cargo:rustc-link-lib=zstd"); }
            let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap();
            match os.as_str() { "linux" => println!("cargo:rustc-link-lib=rt"), "windows" => return, _ => {} }
            if let Ok(x) = std::env::var("EXTRA_LIB") { println!("cargo:rustc-link-lib={x}"); }
        }"#;
    assert_eq!(
        directives(text),
        [
            "rustc-link-lib=a if feature a",
            "rustc-link-lib=zstd if feature zstd-fast",
            "rustc-link-lib=rt if LINUX",
            "rustc-link-lib=? if DEFINED ENV{EXTRA_LIB} & !WIN32"
        ]
    );
}

#[test]
fn loops_functions_and_choices() {
    let text = r#"
        const DEPS: &[&str] = &["x", "y"];
        fn link(kind: &str, name: &str) { println!("cargo:rustc-link-lib={}={}", kind, name); }
        fn main() {
            let kind = if cfg!(feature = "shared") { "dylib" } else { "static" };
            for lib in DEPS { link(kind, lib); }
            ["z"].iter().for_each(|l| println!("cargo:rustc-link-lib={l}"));
            let mut all = vec!["p"];
            if cfg!(windows) { all.push("q"); }
            for l in &all { println!("cargo:rustc-link-lib={}", l); }
        }"#;
    assert_eq!(
        directives(text),
        [
            "rustc-link-lib=dylib=x if feature shared",
            "rustc-link-lib=static=x if !(feature shared)",
            "rustc-link-lib=dylib=y if feature shared",
            "rustc-link-lib=static=y if !(feature shared)",
            "rustc-link-lib=z",
            "rustc-link-lib=p",
            "rustc-link-lib=q if WIN32"
        ]
    );
}

#[test]
fn a_system_excludes_the_others() {
    let text = r#"fn main() {
        let target = std::env::var("TARGET").unwrap();
        if let Some(runtime) = runtime(&target) { println!("cargo:rustc-link-lib={runtime}"); }
        match std::env::var("CARGO_CFG_TARGET_OS").unwrap().as_str() {
            "netbsd" => println!("cargo:rustc-link-lib=execinfo"),
            _ => {}
        }
    }
    fn runtime(target: &str) -> Option<&'static str> {
        if target.contains("msvc") { None }
        else if target.contains("apple") || target.contains("freebsd") || target.contains("openbsd") { Some("c++") }
        else { Some("stdc++") }
    }"#;
    let (script, conds) = script(text);
    let linux = conds.platform("LINUX").unwrap();
    let on_linux = |name: &str| {
        let own = script.directives.iter().filter(|one| one.link_lib().is_some_and(|library| library.name == name));
        let own: Vec<Cond> = own.map(|one| one.cond).collect();
        assert!(!own.is_empty(), "{name}");
        let own = conds.any(own);
        (!conds.disjoint(own, linux), conds.implies(linux, own))
    };
    assert_eq!(on_linux("c++"), (false, false));
    assert_eq!(on_linux("stdc++"), (true, true));
    assert_eq!(on_linux("execinfo"), (false, false));
    let freebsd = crate::cargo::platform::FURTHER.iter().find(|triple| triple.os == "freebsd").unwrap();
    let printed = |name: &str| {
        let own = script.directives.iter().find(|one| one.link_lib().is_some_and(|library| library.name == name));
        super::on(&conds, own.unwrap().cond, freebsd, &|_| false).is_possible()
    };
    assert!(printed("c++") && !printed("stdc++") && !printed("execinfo"));
}

#[test]
fn builders() {
    let text = r#"
        use std::process::Command as C;
        fn main() {
            cc::Build::new().cpp(true).file("src/a.cpp").files(["b.cpp", "c.cpp"]).compile("ops");
            let mut config = cmake::Config::new("vendor/z");
            config.define("BUILD_SHARED_LIBS", "OFF");
            if cfg!(feature = "tls") { config.define("WITH_TLS", "ON"); }
            let dst = config.build();
            println!("cargo:rustc-link-search=native={}/lib", dst.display());
            let o = std::env::var("OUT_DIR").unwrap();
            for f in ["reg", "op"] { C::new("gcc").args(["-c", &format!("{f}.c")]).arg("-o").arg(&format!("{o}/{f}.o")).status().unwrap(); }
        }"#;
    assert_eq!(
        directives(text),
        [
            "rustc-link-search=native=?",
            "rustc-link-lib=static=ops",
            "rustc-link-lib=stdc++",
            "rustc-link-search=native=?/lib"
        ]
    );
    let (script, conds) = script(text);
    let files: Vec<_> = script.builds[0].arguments(&["file", "files"]).map(|(text, _)| text).collect();
    assert_eq!(files, ["src/a.cpp", "b.cpp", "c.cpp"]);
    let settings: Vec<_> = script.builds[1]
        .settings("define")
        .map(|(name, value, call)| (name, value, conds.formula(call.cond)))
        .collect();
    assert_eq!(settings[0], ("BUILD_SHARED_LIBS", "OFF", "true".to_owned()));
    assert_eq!((settings[1].0, settings[1].2.as_str()), ("WITH_TLS", "feature tls"));
    let arguments: Vec<_> =
        script.builds[3].arguments(&["arg", "args"]).map(|(text, _)| text.replace(UNKNOWN, "?")).collect();
    assert_eq!(
        (script.builds[3].subject.as_str(), arguments),
        ("gcc", vec!["-c".into(), "op.c".into(), "-o".into(), "?/op.o".into()])
    );
}

#[test]
fn endless_scripts_end() {
    let text =
        r#"fn main() { a(); } fn a() { b(); b(); b(); } fn b() { a(); a(); println!("cargo:rustc-link-lib=x"); }"#;
    assert!(script(text).0.incomplete);
}

#[test]
fn copies_of_builders_end() {
    use std::fmt::Write as _;
    let mut text = "fn main() { let b0 = cc::Build::new();\n".to_owned();
    for at in 0..2000 {
        writeln!(text, "let b{} = b{at}.clone().define(\"A\", \"1\");", at + 1).unwrap();
    }
    let (script, _) = script(&(text + "b2000.compile(\"x\"); }"));
    assert!(script.incomplete);
}

#[test]
fn lists_of_themselves_end() {
    use std::fmt::Write as _;
    let doubled = |first: &str, next: &dyn Fn(usize) -> String| {
        let mut text = format!("fn main() {{ {first}\n");
        (0..60).for_each(|at| writeln!(text, "{}", next(at)).unwrap());
        script(&(text + "}")).0.incomplete
    };
    assert!(doubled("let a0 = [\"x\"];", &|at| format!("let a{} = [a{at}.clone(), a{at}.clone()];", at + 1)));
    assert!(doubled("let a0 = [\"x\"];", &|at| format!("let a{} = (a{at}.clone(), a{at}.clone());", at + 1)));
    assert!(doubled("let mut a = vec![\"x\"];", &|_| "a.push(a.clone()); a.push(a.clone());".to_owned()));
}

#[test]
fn libraries_of_rustc_flags_are_libraries() {
    let text = r#"fn main() {
        println!("cargo:rustc-flags=-l static=ops -L native=/opt/lib -lz");
        println!("cargo:rustc-flags=-l");
        println!("cargo:rustc-flags={} ü", std::env::var("FLAGS").unwrap());
    }"#;
    let found = directives(text);
    let libraries: Vec<_> = found.iter().filter(|one| one.starts_with("rustc-link-lib")).collect();
    assert_eq!(libraries, ["rustc-link-lib=static=ops", "rustc-link-lib=z"]);
}
