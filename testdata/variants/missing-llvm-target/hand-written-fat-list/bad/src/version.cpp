extern "C" const char *rapid_llvm_version()
{
    return "17.0.6";
}
