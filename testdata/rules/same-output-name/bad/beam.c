int beam_length(void) { return 6; }
