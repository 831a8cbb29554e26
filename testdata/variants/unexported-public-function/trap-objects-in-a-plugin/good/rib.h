#ifndef RIB_H
#define RIB_H

#define RIB_API __attribute__((visibility("default")))

int rib_shape(int size);
RIB_API int rib_name(int size);
RIB_API int rib_size(int size);
RIB_API int rib_length(int size);
RIB_API int rib_width(int size);

#endif
