set(PILOT "of the project")
