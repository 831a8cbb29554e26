#ifndef RECIPES_H
#define RECIPES_H

int recipes_flour(int people);

#endif
