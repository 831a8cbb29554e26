# Stands for a package that brings the LLVM with which it was built.
