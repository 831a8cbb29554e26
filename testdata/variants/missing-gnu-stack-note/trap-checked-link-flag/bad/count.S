.text
.globl beats_count
.type beats_count, @function
beats_count:
    movl $7, %eax
    ret
.size beats_count, .-beats_count
