fn main() {
    println!("echo {}", echo_wrapper::run());
}
