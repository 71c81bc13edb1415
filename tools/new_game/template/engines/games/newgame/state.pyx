"""Newgame's codes for Python; state.pxd declares and explains them."""
