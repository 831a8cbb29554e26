#pragma once

int face(int size);
