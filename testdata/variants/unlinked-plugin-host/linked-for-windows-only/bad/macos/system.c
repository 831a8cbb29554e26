int getpid(void)
{
    return 7;
}

/* The linker asks for it. */
void binder(void) __asm__("dyld_stub_binder");

void binder(void)
{
}
