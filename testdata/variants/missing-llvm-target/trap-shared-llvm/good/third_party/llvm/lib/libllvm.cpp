extern "C" const char *LLVMVersion()
{
    return "17.0.6";
}
