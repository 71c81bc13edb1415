"""The proving ground: one rig plays matches and other measures in blocks, keeps them in a file and judges them."""
