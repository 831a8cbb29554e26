int press(int value);
