#pragma once

int inlet(int size);
