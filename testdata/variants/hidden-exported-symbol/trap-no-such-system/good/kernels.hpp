#pragma once

int kernels();
