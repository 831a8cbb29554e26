pub fn gain() -> i32 {
    7
}
