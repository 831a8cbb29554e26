extern "C" {
    pub fn mixer_level() -> i32;
}
