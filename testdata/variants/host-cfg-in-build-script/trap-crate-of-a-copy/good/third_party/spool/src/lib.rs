extern "C" {
    pub fn spools() -> i32;
}
