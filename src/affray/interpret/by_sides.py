"""The odds of a fight of two sides in turn, by the program that is made for such fights."""

from __future__ import annotations

from fractions import Fraction
from time import monotonic

from affray.errors import TooLarge, Unsupported
from affray.fight import Fight
from affray.interpret.found import QUICK, FightOdds, Reports, too_large
from affray.interpret.sides import Layout, Win, estimate, layout, win
from affray.interpret.sides_outlook import Outlook, outlook
from affray.interpret.solve import NOBODY, ROUNDING
from affray.rules.two_sides import WHOLE, TwoSides

FEW_STANDS = 200_000
"""Pairs of stands of a duel that plain Python has solved in a second."""

SOON = 1.5
"""Seconds that plain Python may take before compiled code is looked for."""


def odds(fight: Fight, exactly: bool, deadline: float) -> FightOdds:
    """The odds, with what becomes of the fighters; fractions where asked for or estimated to take under 50 ms.

    Raises `Unsupported` by name for what the program does not know. Cost: see `sides.estimate`.
    """
    two = described(fight)
    if two.wear != WHOLE:
        return duel(fight, two, exactly)
    guess, seconds = estimate(two), deadline - monotonic()
    fractions = exactly or guess.fraction_seconds < QUICK
    compile_it = not fractions and guess.plain_seconds > SOON and can_compile()
    needed = guess.fraction_seconds if fractions else guess.compiled_seconds if compile_it else guess.plain_seconds
    if needed > 2 * seconds:
        return too_large("fractions" if fractions else "time", guess.positions, "sides")
    try:
        laid_out = layout(two)
        told = compiled_outlook(laid_out) if compile_it else outlook(laid_out)
    except TooLarge as error:
        return too_large("states", error.estimate, "sides", limit=error.limit)
    return found(fight, laid_out, told, win(laid_out, exactly=True) if fractions else None)


def duel(fight: Fight, two: TwoSides, exactly: bool) -> FightOdds:
    """The odds of a duel in which gear breaks, exact but for rounding; what becomes of the fighters is not told.

    Raises `Unsupported` where fractions are asked for.
    """
    if exactly:
        raise Unsupported("breakage in fractions")
    from affray.interpret.sides_duel import Duel  # noqa: PLC0415 - for such duels alone

    try:
        ready = Duel(two)
        chances = ready.win(ready.pairs > FEW_STANDS and can_compile())
    except TooLarge as error:
        return too_large("states", error.estimate, "sides", limit=error.limit)
    names = [side.name for side in two.sides]
    return FightOdds(
        kind="float",
        method="sides",
        win={**dict(zip(names, chances.sides, strict=True)), NOBODY: chances.nobody},
        undecided=chances.undecided,
        error=ROUNDING,
        states=ready.pairs,
    )


def described(fight: Fight) -> TwoSides:
    """The fight as its ruleset describes it for the program; raises `Unsupported` by name, also for best play."""
    fight.check_played()
    if fight.ruleset.two_sides is None:
        raise Unsupported(f"ruleset={fight.ruleset.id}")
    return fight.ruleset.two_sides(fight.state, fight.tactics)


def can_compile() -> bool:
    """Whether Numba is installed; does not import it."""
    from affray.interpret import compiled  # noqa: PLC0415 - small fights are done before they could ask

    return compiled.is_there()


def compiled_outlook(laid_out: Layout) -> Outlook:
    """What comes of a larger fight."""
    from affray.interpret import sides_masses  # noqa: PLC0415 - numpy and Numba, for larger fights alone

    return sides_masses.outlook(laid_out)


def found(fight: Fight, laid_out: Layout, told: Outlook, exact: Win | None) -> FightOdds:
    """The answer: the chances as fractions where they were found so, else those of the outlook."""
    names = [side.name for side in laid_out.two.sides]
    chances = exact.sides if exact is not None else told.win
    zero: Fraction | float = Fraction(0) if exact is not None else 0.0
    return FightOdds(
        kind="fraction" if exact is not None else "float",
        method="sides",
        win={**dict(zip(names, chances, strict=True)), NOBODY: zero if exact is None else exact.nobody},
        undecided=told.undecided if exact is None else exact.undecided,
        error=ROUNDING if exact is None else None,
        states=laid_out.positions,
        reports=reports(fight, told),
    )


def reports(fight: Fight, told: Outlook) -> Reports | None:
    """What becomes of the fighters; None where the fight need not end."""
    if told.undecided:
        return None
    return Reports(told.rounds, tuple(one.fates for one in told.fighters), tuple(one.left for one in told.fighters))
