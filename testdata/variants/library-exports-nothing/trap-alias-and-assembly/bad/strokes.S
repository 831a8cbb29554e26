#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
    .data
    .globl bell_strokes
    .balign 4
bell_strokes:
    .long 12
