"""Fair dice: how their bytes are derived, kept, signed, paged and checked."""
