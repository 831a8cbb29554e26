#pragma once

int width(int line);
