target_compile_definitions(orbit PRIVATE SOLVER="${ORBIT_SOLVER}")
