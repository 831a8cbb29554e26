extern "C" void LLVMInitializeX86TargetMC()
{
}
