"""What can be wrong with a state: a code is one of these plus the row that it is about. messages.py has the words."""
