#pragma once

int beam(int size);
