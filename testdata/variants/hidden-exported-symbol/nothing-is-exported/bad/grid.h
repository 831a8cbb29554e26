#pragma once

int grid(int size);
