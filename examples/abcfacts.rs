fn main() {
    for p in std::env::args().skip(1) {
        let p = std::path::PathBuf::from(p);
        let b = std::fs::read(&p).unwrap();
        println!("{:#?}", linklint::native::scan(&p, &b));
    }
}
