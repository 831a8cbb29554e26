extern "C" {
    fn cos(angle: f64) -> f64;
}

fn main() {
    // SAFETY: the function takes a number and returns one.
    println!("spool {}", unsafe { cos(0.0) });
}
