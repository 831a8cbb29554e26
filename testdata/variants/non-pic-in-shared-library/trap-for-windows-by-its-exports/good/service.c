extern int dealt;
int deal(void);
__declspec(dllexport) int serve(void) { return deal() + dealt; }
