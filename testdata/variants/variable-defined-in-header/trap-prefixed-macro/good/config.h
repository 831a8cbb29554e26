#define tblEXTERN extern
