	.text
	.globl	wave_fold
	.type	wave_fold, @function
wave_fold:
	.section	.note.GNU-stack,"",@progbits
