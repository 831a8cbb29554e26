#define PY_SSIZE_T_CLEAN
#include <Python.h>

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "sound", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_sound(void) { return PyModule_Create(&module); }
