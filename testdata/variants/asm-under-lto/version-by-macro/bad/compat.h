#define SEAL_OLD(function, name, version) __asm__(".symver " #function "," #name "@" #version)
#define SEAL_NEW(function, name, version) __asm__(".symver " #function "," #name "@@" #version)
