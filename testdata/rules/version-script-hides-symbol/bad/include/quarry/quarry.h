#pragma once

#ifdef __cplusplus
namespace quarry {
class Visitor;
}
typedef quarry::Visitor quarry_visitor;
extern "C" {
#else
typedef struct quarry_visitor quarry_visitor;
#endif

typedef struct quarry_store quarry_store;

quarry_store *quarry_open(void);
void quarry_put(quarry_store *store, int key, int value);
void quarry_walk(const quarry_store *store, quarry_visitor *visitor);
void quarry_close(quarry_store *store);

#ifdef __cplusplus
}
#endif
