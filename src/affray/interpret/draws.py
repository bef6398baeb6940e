"""The generator of bulk sampling, `splitmix-64`: a word is a function of a seed and of how many came before it.

Word k (from 1) of a block is mix(seed + k * STEP) mod 2**64, where mix is that of SplitMix64 (Steele, Lea and Flood
2014): z ^= z >> 30; z *= FIRST; z ^= z >> 27; z *= SECOND; z ^= z >> 31. The seed of a block is the first 8 bytes,
lowest first, of blake2b of "seed/block". A number below n comes from the upper 32 bits w of a word as w * n >> 32; it
is drawn again where the lower 32 bits of w * n are below 2**32 mod n (Lemire 2019), so that every number is equally
likely. A number below an n of more than 32 bits comes from the lowest bits of a word, as many as n - 1 has, and is
drawn again while it is not below n.

`g` holds one number: seed + k * STEP so far.
"""

from __future__ import annotations

from typing import Final

GENERATOR: Final = "splitmix-64"
STEP: Final = 0x9E3779B97F4A7C15
FIRST: Final = 0xBF58476D1CE4E5B9
SECOND: Final = 0x94D049BB133111EB
MASK: Final = 2**64 - 1
MOST: Final = 2**62
"""The largest total that a number is drawn below."""


def seed_of(seed: str, block: int) -> int:
    """The number that the generator of a block starts from."""
    import hashlib  # noqa: PLC0415 - it loads OpenSSL, and exact answers draw nothing

    return int.from_bytes(hashlib.blake2b(f"{seed}/{block}".encode(), digest_size=8).digest(), "little")


def word(g: list[int]) -> int:
    """The next word, 0 to 2**64 - 1."""
    z = g[0] = (g[0] + STEP) & MASK
    z = ((z ^ (z >> 30)) * FIRST) & MASK
    z = ((z ^ (z >> 27)) * SECOND) & MASK
    return z ^ (z >> 31)


def below(g: list[int], n: int) -> int:
    """A whole number from 0 to n - 1, n at most 2**32 - 1."""
    product = (word(g) >> 32) * n
    if product & 0xFFFFFFFF < n:
        least = 2**32 % n
        while product & 0xFFFFFFFF < least:
            product = (word(g) >> 32) * n
    return product >> 32


def below_large(g: list[int], n: int) -> int:
    """A whole number from 0 to n - 1, n from 2 to `MOST`."""
    mask = (1 << (n - 1).bit_length()) - 1
    number = word(g) & mask
    while number >= n:
        number = word(g) & mask
    return number
