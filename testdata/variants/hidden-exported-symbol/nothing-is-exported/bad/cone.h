#pragma once

int cone(int size);
