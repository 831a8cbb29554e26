#pragma once

extern "C" int loom_threads(int width);
