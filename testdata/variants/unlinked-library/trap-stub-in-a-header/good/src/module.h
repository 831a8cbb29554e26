#pragma once

int run();
