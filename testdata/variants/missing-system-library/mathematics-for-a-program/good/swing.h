double swing_height(double length, double angle);
