#include <Python.h>

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "play", 0, -1, 0, 0, 0, 0, 0};

PyMODINIT_FUNC PyInit_play(void) { return PyModule_Create(&definition); }
