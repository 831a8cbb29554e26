#include "module.h"

#include "conf.h"

int run() {
    Conf one;
    return conf::scale(one.add(conf::level()));
}
