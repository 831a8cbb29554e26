double tilt_height(double angle);
