int pump(int strokes) { return strokes; }
