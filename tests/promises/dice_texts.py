"""Dice texts to try a server with: made by the grammar, bent byte by byte, long ones, and the worst there are."""

from __future__ import annotations

from random import Random

OPERATORS = ("k", "p", "d", "rr", "ro", "ra", "e", "mi", "ma", "kh", "kl", "ph", "pl")
SYMBOLS = ("+", "-", "*", "x", "//", "%", "==", "!=", ">=", "<=", ">", "<", ",")
NUMBERS = (0, 1, 2, 3, 4, 6, 10, 20, 50, 99, 100, 250, 999, 1000, 1001, 1_000_000, 10**12)
LETTERS = "0123456789dkhlperoamix+-*/%()[]<>=!, .\t\n\0é١²\u202e\U0001f3b2"

WORST = (
    tuple(
        f"{count}d{sides}{more}"
        for count, sides, more in [
            *((count, sides, "") for count in (60, 200, 500, 1000) for sides in (6, 20, 100, 1000)),
            *((500, 20, f"kh{kept}") for kept in (1, 2, 50, 250, 499)),
            *(
                (count, 100, more)
                for count in (50, 100, 200)
                for more in ("ra1", "e100", "rr<50", "e>2", "kh3kl2", "mi9ma80")
            ),
            *((40, 20, f"kh20{more}") for more in ("e20", "rr1", "ro1e20")),
        ]
    )
    + tuple("+".join([f"{count}d{sides}kh2"] * 12) for count, sides in ((8, 20), (20, 10), (40, 12), (80, 1000)))
    + (
        "(" * 10 + "20d20" + ")" * 10,
        "(50d20,50d20,50d20)kh2",
        "(10d10*10d10)*(10d10*10d10)",
        "50d1000//7%3==2",
    )
)


def dice(source: Random) -> str:
    """Dice with operators."""
    text = f"{source.choice(NUMBERS)}d{source.choice(NUMBERS)}"
    for _ in range(source.choice((0, 0, 1, 1, 2, 5, 12))):
        text += f"{source.choice(OPERATORS)}{source.choice(('', 'h', 'l', '<', '>', '='))}{source.choice(NUMBERS)}"
    return text


def made(source: Random) -> str:
    """An expression by the grammar; many ask for too much."""
    parts = [source.choice((dice(source), str(source.choice(NUMBERS)), "adv", "d%"))]
    for _ in range(source.choice((0, 0, 1, 2, 4, 9))):
        parts += [source.choice(SYMBOLS), source.choice((dice(source), "3", "(2d6,1d8)kh1", "1d6[fire]"))]
    text = "".join(parts)
    return f"({text}){source.choice(('', 'kh1', 'kl2', 'e6'))}" if source.random() < 0.3 else text


def bent(source: Random) -> str:
    """An expression with some letters changed, left out, doubled or moved."""
    letters = list(made(source))
    for _ in range(source.randint(1, 6)):
        place = source.randrange(len(letters) + 1)
        match source.randrange(3):
            case 0:
                letters.insert(place, source.choice(LETTERS))
            case 1:
                del letters[place : place + source.randint(1, 3)]
            case _:
                letters[place:place] = letters[: source.randint(0, 40)]
    return "".join(letters)


def long(source: Random, length: int = 10_000) -> str:
    """Ten thousand letters."""
    piece = source.choice(("(", "1+", "9", "d", "((1d6", "2d6kh", "-", " ", "1d6e", bent(source) or "x"))
    return (piece * (length // len(piece) + 1))[:length]
