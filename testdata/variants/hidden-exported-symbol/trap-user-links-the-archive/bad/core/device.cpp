#include "device.h"

orbit::Device::~Device() = default;
