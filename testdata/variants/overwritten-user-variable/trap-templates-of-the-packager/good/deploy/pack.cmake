set(CPACK_GENERATOR TGZ)
include(CPack)
