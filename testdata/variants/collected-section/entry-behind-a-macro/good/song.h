#ifndef SONG_H
#define SONG_H

struct song {
  const char *title;
};

#define SONG(name) \
  static const struct song song_##name __attribute__((used, retain, section("songs"))) = {#name}

extern const struct song __start_songs[] __attribute__((weak));
extern const struct song __stop_songs[] __attribute__((weak));

#endif
