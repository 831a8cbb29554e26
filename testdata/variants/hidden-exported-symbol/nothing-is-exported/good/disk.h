#pragma once

int disk(int size);
