int bell_ring(int times);
