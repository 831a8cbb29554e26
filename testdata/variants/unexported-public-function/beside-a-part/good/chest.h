#ifndef CHEST_H
#define CHEST_H
#define CHEST_API __attribute__((visibility("default")))
CHEST_API int chest_drawer_0(void);
CHEST_API int chest_drawer_1(void);
CHEST_API int chest_drawer_2(void);
CHEST_API int chest_drawer_3(void);
CHEST_API int chest_drawer_4(void);
CHEST_API int chest_drawer_5(void);
CHEST_API int chest_open(int number);
CHEST_API int chest_drawer_6(void);
CHEST_API int chest_drawer_7(void);
CHEST_API int chest_drawer_8(void);
CHEST_API int chest_drawer_9(void);
CHEST_API int chest_drawer_10(void);
CHEST_API int chest_drawer_11(void);
CHEST_API int chest_drawer_12(void);
CHEST_API int chest_drawer_13(void);
CHEST_API int chest_drawer_14(void);
CHEST_API int chest_drawer_15(void);
CHEST_API int chest_drawer_16(void);
CHEST_API int chest_drawer_17(void);
CHEST_API int chest_drawer_18(void);
CHEST_API int chest_drawer_19(void);

/* Of the drawers only. */
int chest_slot_lock(int slot);
int chest_slot_unlock(int slot);
int chest_slot_free(int slot);
#endif
