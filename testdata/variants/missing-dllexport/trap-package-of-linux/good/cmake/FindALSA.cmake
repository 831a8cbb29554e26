# The library of the system, wherever it is.
set(ALSA_FOUND TRUE)
