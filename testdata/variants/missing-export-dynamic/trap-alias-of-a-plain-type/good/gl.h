#pragma once

typedef void (*Entry)();
typedef unsigned char Shade;
typedef Entry (*LookUp)(const Shade *name);

struct context {
    void *handle;
    LookUp look_up;
};

void load(context *c);
void paint_one(const Shade *name);
void paint_two(const Shade *name);
void paint_three(const Shade *name);
void paint_four(Shade *name);
