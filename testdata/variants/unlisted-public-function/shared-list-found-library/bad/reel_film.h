int reel_film_new(int length);
