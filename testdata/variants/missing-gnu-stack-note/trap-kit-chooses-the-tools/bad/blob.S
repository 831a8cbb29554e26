    .section .rodata
    .globl blob
blob:
    .asciz "seven"
