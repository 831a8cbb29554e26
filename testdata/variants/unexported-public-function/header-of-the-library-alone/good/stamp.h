#pragma once

int stamp_price(int year);
