option(BUILD_SHARED_LIBS "as the package has it" ON)
