extern "C" {
