#pragma once

int press(int floor);
