#pragma once
#define GAUGE_API __attribute__((visibility("default")))
