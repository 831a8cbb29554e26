announce("packing ${PROJECT_NAME}")
configure_file(pack.sh.in pack.sh @ONLY)
include(CPack)
