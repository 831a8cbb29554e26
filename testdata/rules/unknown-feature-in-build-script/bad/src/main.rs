#[cfg(feature = "with-drums")]
extern "C" {
    fn drum_hit() -> i32;
}

fn main() {
    #[cfg(feature = "with-drums")]
    println!("hits {}", unsafe { drum_hit() });
}
