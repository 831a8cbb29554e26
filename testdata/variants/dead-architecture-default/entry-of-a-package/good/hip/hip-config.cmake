# Stands for the package of ROCm.
set(AMDGPU_TARGETS "gfx900" CACHE STRING "AMD GPU targets to compile for")
set(GPU_TARGETS "${AMDGPU_TARGETS}" CACHE STRING "GPU targets to compile for")
if(NOT TARGET hip::device)
  add_library(hip::device INTERFACE IMPORTED)
endif()
