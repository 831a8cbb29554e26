double sea_height(double angle);
