#pragma once

int limit(int sample);
