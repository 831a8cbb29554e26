#pragma once

int hull(int size);
