extern "C" void LLVMInitializeAMDGPUTargetMC()
{
}
