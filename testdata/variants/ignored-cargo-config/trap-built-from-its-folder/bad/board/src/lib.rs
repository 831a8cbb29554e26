pub fn level() -> i32 {
    1
}
