subroutine turn(a)
  real(8), intent(inout) :: a
  a = sin(a)
end subroutine turn
