#include "lamp.h"

using namespace house;

Lamp::Lamp() {}
void Lamp::on() { level = 10; }
void Lamp::off() { level = 0; }
bool Lamp::is_on() const { return level > 0; }
int Lamp::brightness() const { return level; }
void Lamp::dim(int by) { level -= by; }
