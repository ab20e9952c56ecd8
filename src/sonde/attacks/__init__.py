"""Attacks: who knows what, which table plays X and which Y. One file an attack, found by itself."""

from .base import Attack, attack, attacks

__all__ = ["Attack", "attack", "attacks"]
