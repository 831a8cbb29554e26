#include "dialog.h"

Dialog::Dialog(int width) : width_(width) {}
Dialog::~Dialog() {}
int Dialog::width() const { return width_; }
