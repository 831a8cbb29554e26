#pragma once

int decode(int track);
