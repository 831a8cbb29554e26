#include "render.h"

Render::Render(int width) : width_(width) {}

Render::~Render() = default;

int Render::area(int height) const { return width_ * height; }

int Render::edge() const { return 2 * width_; }

void Render::resize(int width) { width_ = width; }

void Render::clear() { width_ = 0; }
