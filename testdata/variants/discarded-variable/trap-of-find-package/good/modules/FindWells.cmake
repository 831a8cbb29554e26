set(Wells_FOUND TRUE)
