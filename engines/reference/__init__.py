"""Tiny games with known answers: they prove the contract, peers are measured on them, and new games start from them."""
