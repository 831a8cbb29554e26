# What CMake runs on macOS, with LLVM's linker and without the system's library.
set -e
on="clang --target=x86_64-apple-macos11 -fuse-ld=lld -nostdlib -isystem macos"
$on -dynamiclib -install_name /usr/lib/libSystem.B.dylib macos/system.c -o libSystem.dylib
$on main.c libSystem.dylib -o mixer
$on -bundle reverb.c libSystem.dylib -o libreverb.so
