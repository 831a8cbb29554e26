extern "C" void LLVMInitializeX86Target()
{
}
