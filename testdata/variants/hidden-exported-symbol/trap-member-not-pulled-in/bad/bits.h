#pragma once

int bits_of(int value);
