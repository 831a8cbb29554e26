#pragma once

// The shims are looked up by models that are loaded at run time.
#if defined(SPRINT_EXPORT_SHIMS)
#define SPRINT_SHIM __attribute__((__visibility__("default")))
#else
#define SPRINT_SHIM inline
#endif
