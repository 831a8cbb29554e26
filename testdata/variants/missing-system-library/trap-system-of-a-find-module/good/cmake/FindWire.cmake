find_path(WIRE_INCLUDE_DIR wire.h)
set(Wire_FOUND FALSE)
