#ifndef CHEST_H
#define CHEST_H
#define CHEST_SHOWN __attribute__((visibility("default")))
#if defined(CHEST_DLL)
#define CHEST_API __declspec(dllexport)
#else
#define CHEST_API CHEST_SHOWN
#endif
CHEST_API int chest_drawer_0(void);
CHEST_API int chest_drawer_1(void);
CHEST_API int chest_drawer_2(void);
CHEST_API int chest_drawer_3(void);
CHEST_API int chest_drawer_4(void);
CHEST_API int chest_drawer_5(void);
CHEST_API int chest_drawer_6(void);
CHEST_API int chest_drawer_7(void);
CHEST_API int chest_drawer_8(void);
CHEST_API int chest_drawer_9(void);
int chest_count(void);
#endif
