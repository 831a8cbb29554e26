#pragma once

#define FILM_API __attribute__((visibility("default")))

FILM_API void on_frame(void *film);

class FILM_API Film {
public:
  int frames() const;

private:
  friend void on_frame(void *film);
  int frames_ = 0;
};

FILM_API void film_open(Film *film);
FILM_API void film_close(Film *film);
FILM_API void film_pause(Film *film);
FILM_API void film_play(Film *film);
FILM_API void film_seek(Film *film, int frame);
