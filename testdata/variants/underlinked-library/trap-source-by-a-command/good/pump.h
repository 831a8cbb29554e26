#pragma once
int pump(int strokes);
