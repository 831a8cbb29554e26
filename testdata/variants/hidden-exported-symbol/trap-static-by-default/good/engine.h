#pragma once

int engine_power(int gear);
