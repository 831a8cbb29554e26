int glyphs_width(int letter) { return letter == 'm' ? 3 : 2; }
