#pragma once

int veins();
