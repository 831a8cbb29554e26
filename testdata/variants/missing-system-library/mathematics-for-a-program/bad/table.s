	.section .rodata
	.globl swing_table
swing_table:
	.long 1
	.section .note.GNU-stack,"",%progbits
