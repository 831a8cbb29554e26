#pragma once
int ruler_length(int inches);
