#pragma once

int arc(int size);
