add_library(easel_oil INTERFACE IMPORTED)
target_link_libraries(easel_oil INTERFACE easel_oil_paint)
set(Oil_FOUND TRUE)
