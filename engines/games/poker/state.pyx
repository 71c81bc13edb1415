"""The two games of poker: codes for Python; state.pxd declares and explains them."""
