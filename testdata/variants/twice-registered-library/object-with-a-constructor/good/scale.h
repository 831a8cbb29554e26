#pragma once

struct Ware {
    explicit Ware(const char *name);
};

int wares();
