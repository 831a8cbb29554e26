int litres = 3;
