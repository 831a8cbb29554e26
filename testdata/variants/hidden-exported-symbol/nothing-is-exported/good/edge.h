#pragma once

int edge(int size);
