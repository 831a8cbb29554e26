#include <Python.h>

int main(void)
{
    Py_Initialize();
    int result = PyRun_SimpleString("print('shell', 2 + 2)");
    return Py_FinalizeEx() < 0 ? 1 : result;
}
