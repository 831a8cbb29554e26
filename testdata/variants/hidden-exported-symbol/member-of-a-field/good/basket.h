#pragma once

#include "orchard.h"

class Basket {
public:
    explicit Basket(orchard::Tree *tree);
    int fill();

private:
    orchard::Tree *tree_;
};
