#ifndef LUMEN_CONFIG_H
#define LUMEN_CONFIG_H

#define LUMEN_EXPORTS 1

#endif
