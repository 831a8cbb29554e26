extern "C" void LLVMInitializeAMDGPUTarget()
{
}
