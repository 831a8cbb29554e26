#pragma once

int ring(int minutes);
