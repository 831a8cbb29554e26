#ifndef CHEST_H
#define CHEST_H
#define CHEST_API __attribute__((visibility("default")))
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
CHEST_API int chest_drawer_20(void);
CHEST_API int chest_drawer_21(void);
CHEST_API int chest_drawer_22(void);
CHEST_API int chest_drawer_23(void);
CHEST_API int chest_drawer_24(void);
CHEST_API int chest_drawer_25(void);
CHEST_API int chest_drawer_26(void);
CHEST_API int chest_drawer_27(void);
CHEST_API int chest_drawer_28(void);
CHEST_API int chest_drawer_29(void);
CHEST_API int chest_drawer_30(void);
CHEST_API int chest_drawer_31(void);
CHEST_API int chest_drawer_32(void);
CHEST_API int chest_drawer_33(void);
CHEST_API int chest_drawer_34(void);
CHEST_API int chest_drawer_35(void);
CHEST_API int chest_drawer_36(void);
CHEST_API int chest_drawer_37(void);
CHEST_API int chest_drawer_38(void);
CHEST_API int chest_drawer_39(void);

/* Of the drawers only. */
int chest_slot_lock(int slot);
int chest_slot_unlock(int slot);
int chest_slot_free(int slot);
#endif
