int deck_seek(int place) { return place * 2; }

int deck_play(int place) { return deck_seek(place) + 1; }
