#pragma once

int fringe();
int hem();
