extern "C" {
    pub fn mixer_gain() -> i32;
}

#[test]
fn gain() {
    assert_eq!(unsafe { mixer_gain() }, 7);
}
