#pragma once

int joint(int size);
