#pragma once

class Harbour;

class Plugins {
public:
    bool load(Harbour *harbour, const char *path);
};
