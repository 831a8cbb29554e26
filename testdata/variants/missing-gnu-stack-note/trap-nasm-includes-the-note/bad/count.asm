%include "frame.inc"
section .text
global ticks_count
ticks_count:
    mov eax, 3
    ret
