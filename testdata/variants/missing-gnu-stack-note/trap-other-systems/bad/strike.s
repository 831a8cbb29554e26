	.globl	strike
strike:
	ret
