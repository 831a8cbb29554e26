#include "film.hpp"

void on_frame(void *film) { static_cast<Film *>(film)->frames_ += 1; }

static void decode(void (*callback)(void *), Film *film) { callback(film); }

int Film::frames() const { return frames_; }
void film_open(Film *) {}
void film_close(Film *) {}
void film_pause(Film *) {}
void film_play(Film *film) { decode(on_frame, film); }
void film_seek(Film *, int) {}
