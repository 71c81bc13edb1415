"""What can be wrong with a state. A code is one of these numbers plus a row; messages.py has a message for each."""
