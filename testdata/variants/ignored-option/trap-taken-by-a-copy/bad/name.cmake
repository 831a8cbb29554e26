file(WRITE name.h "#define NAME \"${NAME}\"\n")
