"""Every number that a state or a move is made of, each written once; Python imports them from here."""
