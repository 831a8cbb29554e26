#ifndef WINDER_H
#define WINDER_H

int winder_seconds(int turns);

#endif
