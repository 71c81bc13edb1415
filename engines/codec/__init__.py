"""Between bytes and structs: a cursor over a message's bytes, and tables of a struct's fields."""
