#pragma once

int area(int side);
