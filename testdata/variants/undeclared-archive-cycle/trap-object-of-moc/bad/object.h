#pragma once

#define Q_OBJECT static int meta(int value);
