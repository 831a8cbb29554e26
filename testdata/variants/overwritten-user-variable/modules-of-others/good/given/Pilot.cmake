set(PILOT "of the user")
