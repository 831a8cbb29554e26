#ifndef BOAT_H
#define BOAT_H

#ifdef __cplusplus
extern "C" {
#endif

struct crew {
  int rowers;
} crew_on_board;

  int row(void);

#ifdef __cplusplus
}
#endif

#endif
