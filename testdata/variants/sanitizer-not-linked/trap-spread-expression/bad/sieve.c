int sieve_rows(int width)
{
  return width + 2;
}
