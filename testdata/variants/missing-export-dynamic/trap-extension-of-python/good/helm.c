/* What Python.h says, without Python. */
#define PyMODINIT_FUNC void *

int knots(int level);

/* For Python: `import helm`. */
PyMODINIT_FUNC PyInit_helm(void)
{
    static int speed;
    speed = knots(4);
    return &speed;
}

int gauge_read(void) { return knots(1); }
