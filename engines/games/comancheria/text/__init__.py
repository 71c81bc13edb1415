"""A position, a question and an event in words, in English and French."""
