"""Leduc poker's codes for Python; state.pxd declares and explains them."""
