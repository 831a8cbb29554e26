int horn(int *notes) { return notes[1]; }
