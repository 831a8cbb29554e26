fn main() {
    println!("{} channels", tuner_sys::CHANNELS);
}
