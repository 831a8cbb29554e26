#ifndef PLUGIN_H
#define PLUGIN_H

#ifdef __cplusplus
#define PLUGIN_EXTERN extern "C"
#define PLUGIN_BEGIN extern "C" {
#define PLUGIN_END }
#else
#define PLUGIN_EXTERN extern
#define PLUGIN_BEGIN
#define PLUGIN_END
#endif
#define PLUGIN_EXPORT PLUGIN_EXTERN __attribute__((visibility("default")))

#endif
