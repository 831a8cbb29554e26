#pragma once
#include "SceneExports.h"
namespace scene {
int _SceneExport findNode(int numargs, char **argv,
                          int start);
_SceneExport void draw(int &count);
}
