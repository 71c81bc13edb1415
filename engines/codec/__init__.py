"""Converts bytes and structs: a cursor over the bytes of a message, and tables of the fields of a struct."""
