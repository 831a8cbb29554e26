#include <Python.h>

static struct PyModuleDef calc = {PyModuleDef_HEAD_INIT, "calc", 0, -1, 0, 0, 0, 0, 0};

PyMODINIT_FUNC PyInit_calc(void)
{
    return PyModule_Create(&calc);
}
