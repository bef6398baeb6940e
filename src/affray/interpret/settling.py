"""The inner loop of solving: positions that lead back to each other together, each part after all that it leads to.

Plain functions, run as machine code. Of each position there are `width` values from `values[n * width]` on: the chance
that nobody wins, that each side does, and that the fight never ends. Values are found from below: every pass over a
part adds chances that are certain to be there, until what is missing is below rounding. Where a side chooses, the
values after the passes are proven by what both chose: see `holds`.
"""

from __future__ import annotations

from typing import TypeAlias

from affray.interpret.survey import CHANCE, GOES_ON, OPTION, Marks, Moves

SOLVED, UNPROVEN, UNSETTLED = 0, 1, 2
"""How solving ended: well; in a part whose choices could not be proven best; in a part that took too many passes."""

PASSES = 100_000
SMALL = 1e-13
"""A change below which rounding may hide how fast the changes shrink."""

WORST, BEST = -2.0, 2.0
"""Below and above what any way is worth: a chance to win less another is from -1 to 1."""

MARGIN = 1e-12
ROUNDING = 1e-16

Net: TypeAlias = tuple[Marks, Moves]
"""What a survey found."""

Answers: TypeAlias = tuple[list[float], list[int], int]
"""The values, the way chosen in each position, and how many values a position has.

A way is a reply to an option, or an option without replies; the ways of a position are numbered from 0, in order.
"""


def solve_all(
    net: Net, size: int, answers: Answers, order: list[int], parts: list[int], work: tuple[list[int], ...]
) -> int:
    """Solves every position; `order` receives them part after part, `parts` where each part ends in it.

    `parts[0]` counts the parts. Returns `SOLVED`, or what went wrong. The parts are the strongly connected ones, found
    by Tarjan's algorithm without recursion.
    """
    first, stop, _, _, _ = net[0]
    target = net[1][0]
    index, low, stack, nodes, places = work
    found, height, placed, status = 0, 0, 0, SOLVED
    for root in range(size):
        if index[root]:
            continue
        depth = 0
        nodes[0], places[0] = root, first[root]
        found += 1
        index[root] = low[root] = found
        stack[height] = root
        height += 1
        while depth >= 0:
            node = nodes[depth]
            deeper = False
            while places[depth] < stop[node]:
                successor = target[places[depth]]
                if index[successor] == 0:
                    depth += 1
                    nodes[depth], places[depth] = successor, first[successor]
                    found += 1
                    index[successor] = low[successor] = found
                    stack[height] = successor
                    height += 1
                    deeper = True
                    break
                if low[successor] > 0 and index[successor] < low[node]:
                    low[node] = index[successor]
                places[depth] += 1
            if deeper:
                continue
            if low[node] == index[node]:
                begin = placed
                while True:
                    height -= 1
                    member = stack[height]
                    order[placed] = member
                    placed += 1
                    if member == node:
                        break
                for i in range(begin, placed):
                    low[order[i]] = -1 - parts[0]  # no longer on the stack, and in which part
                parts[0] += 1
                parts[parts[0]] = placed
                result = solve_part(net, answers, order, begin, placed, low, -parts[0])
                status = max(status, result)
                depth -= 1
            else:
                depth -= 1
                low[nodes[depth]] = min(low[nodes[depth]], low[node])
    return status


def solve_part(net: Net, answers: Answers, order: list[int], begin: int, end: int, low: list[int], mark: int) -> int:
    """Solves the positions of one part; all that they lead to outside of it is solved. `low` is `mark` in the part."""
    first, stop, ends, _, _ = net[0]
    target = net[1][0]
    values, _, width = answers
    node = order[begin]
    if end - begin == 1:
        if ends[node] != GOES_ON:
            values[node * width + ends[node] + 1] = 1.0
            return SOLVED
        loops = False
        for m in range(first[node], stop[node]):
            if target[m] == node:
                loops = True
        if not loops:
            improve(net, answers, node, False)
            return SOLVED
    if not has_way_out(net, order, begin, end, low, mark):
        for i in range(begin, end):
            values[order[i] * width + width - 1] = 1.0
        return SOLVED
    if not settle(net, answers, order, begin, end, False):
        return UNSETTLED
    if not has_choice(net, order, begin, end):
        return SOLVED
    return prove(net, answers, order, begin, end, low, mark)


def has_way_out(net: Net, order: list[int], begin: int, end: int, low: list[int], mark: int) -> bool:
    """Whether anything in a part leads out of it."""
    first, stop, _, _, _ = net[0]
    target = net[1][0]
    for i in range(begin, end):
        for m in range(first[order[i]], stop[order[i]]):
            if low[target[m]] != mark:
                return True
    return False


def has_choice(net: Net, order: list[int], begin: int, end: int) -> bool:
    """Whether anybody chooses in a part."""
    choosers = net[0][3]
    for i in range(begin, end):  # noqa: SIM110 - Numba knows no generators
        if choosers[order[i]] != CHANCE:
            return True
    return False


def settle(net: Net, answers: Answers, order: list[int], begin: int, end: int, fixed: bool) -> bool:
    """Passes over a part until what is missing is below rounding; False where that takes too many of them.

    `fixed` keeps to the options that were chosen.
    """
    before, shrinks, tail = 1.0, 0.5, 0
    for _ in range(PASSES):
        change = 0.0
        for i in range(begin, end):
            one = improve(net, answers, order[i], fixed)
            change = max(change, one)
        if change == 0.0:
            return True
        if change > SMALL:
            shrinks = min(change / before, 0.9999)
        elif tail == 0:
            tail = int(8.0 / (1.0 - shrinks)) + 1  # until what is missing has shrunk to a 3,000th of what it was
        else:
            tail -= 1
            if tail == 0:
                return True
        before = change
    return False


def improve(net: Net, answers: Answers, node: int, fixed: bool) -> float:
    """Takes the best option by what is known of its successors; returns by how much the values changed.

    An option is worth what the reply leaves of it that is best for the other side. The way that was chosen before is
    kept where no other is better for who chooses it: two positions that look at each other would otherwise both wait
    for what only one of them can bring about.
    """
    first, stop, _, choosers, _ = net[0]
    target, chance, last = net[1]
    values, chosen, width = answers
    own, picked = choosers[node], chosen[node]
    best_begin, best_end = first[node], stop[node]
    if own != CHANCE:
        way, begin = 0, first[node]
        kept, best, top, top_begin, top_end = WORST, WORST, 0, begin, begin
        least, reply, reply_begin, reply_end, here = BEST, 0, begin, begin, False
        for m in range(first[node], stop[node]):
            if not last[m]:
                continue
            worth = led_to(net, answers, begin, m + 1, own)
            if way == chosen[node]:
                here = True
                if fixed or worth <= least + ROUNDING:
                    least, reply, reply_begin, reply_end = worth, way, begin, m + 1
            elif worth < least - ROUNDING and not (fixed and here):
                least, reply, reply_begin, reply_end = worth, way, begin, m + 1
            begin, way = m + 1, way + 1
            if last[m] == OPTION:
                if here:
                    kept, picked, best_begin, best_end = least, reply, reply_begin, reply_end
                if least > best + ROUNDING:
                    best, top, top_begin, top_end = least, reply, reply_begin, reply_end
                least, here = BEST, False
        if not fixed and best > kept + ROUNDING:
            picked, best_begin, best_end = top, top_begin, top_end
    chosen[node] = picked
    change = 0.0
    for column in range(width):
        total = 0.0
        for k in range(best_begin, best_end):
            total += chance[k] * values[target[k] * width + column]
        was = values[node * width + column]
        change = max(change, abs(total - was))
        values[node * width + column] = total
    return change


def led_to(net: Net, answers: Answers, begin: int, end: int, own: int) -> float:
    """How one side stands where these moves lead to; added up as `improve` adds up values, and so rounded alike.

    Rounded in another way, a position to which one comes back by waiting could look better than what it is made of.
    """
    target, chance, _ = net[1]
    values, _, width = answers
    win, loss = 0.0, 0.0
    for k in range(begin, end):
        at = target[k] * width
        win += chance[k] * values[at + 1 + own]
        loss += chance[k] * values[at + 2 - own]
    return win - loss


def standing(values: list[float], at: int, width: int, own: int) -> float:
    """How a position of a game of two sides stands for one: its chance to win less that of the other."""
    return values[at + 1 + own] - values[at + 2 - own]


def prove(net: Net, answers: Answers, order: list[int], begin: int, end: int, low: list[int], mark: int) -> int:
    """Whether the options chosen in a part are worth what was found, and nobody does better by others.

    They are followed from nothing known; then each must be as good as any other, and no side that stands badly may be
    able to stay in the part for ever, which would be worth as much as a draw.
    """
    values, _, width = answers
    for i in range(begin, end):
        for column in range(width):
            values[order[i] * width + column] = 0.0
    if not settle(net, answers, order, begin, end, True):
        return UNSETTLED
    for i in range(begin, end):
        if not is_best(net, answers, order[i]):
            return UNPROVEN
    for own in range(2):
        if can_stay(net, answers, order, begin, end, low, mark, own):
            return UNPROVEN
    return SOLVED


def is_best(net: Net, answers: Answers, node: int) -> bool:
    """Whether the way chosen in a position is as good as any other for both who choose it, but for rounding."""
    first, stop, _, choosers, _ = net[0]
    target, chance, last = net[1]
    values, chosen, width = answers
    own = choosers[node]
    if own == CHANCE:
        return True
    mine = standing(values, node * width, width, own)
    worth, least, way, here = 0.0, BEST, 0, False
    for m in range(first[node], stop[node]):
        worth += chance[m] * standing(values, target[m] * width, width, own)
        if last[m]:
            least = min(least, worth)
            here = here or way == chosen[node]
            worth, way = 0.0, way + 1
            if last[m] == OPTION:
                if least > mine + MARGIN or (here and least < mine - MARGIN):
                    return False
                least, here = BEST, False
    return True


def can_stay(
    net: Net, answers: Answers, order: list[int], begin: int, end: int, low: list[int], mark: int, own: int
) -> bool:
    """Whether a side could stay for ever where it stands worse than in a draw, whatever the other side chose.

    Positions of `low` that cannot are struck off until none is left to strike off; afterwards `low` is as before.
    """
    values, _, width = answers
    for i in range(begin, end):
        if standing(values, order[i] * width, width, own) > -MARGIN:
            low[order[i]] = mark - 1
    struck = True
    while struck:
        struck = False
        for i in range(begin, end):
            if low[order[i]] == mark and not stays(net, answers, order[i], low, mark, own):
                low[order[i]] = mark - 1
                struck = True
    found = False
    for i in range(begin, end):
        if low[order[i]] == mark:
            found = True
        low[order[i]] = mark
    return found


def stays(net: Net, answers: Answers, node: int, low: list[int], mark: int, own: int) -> bool:
    """Whether a side can see to it that the next position is marked too, where the other side keeps to its ways.

    To an option that was not chosen it gives the first of the replies that are best for it, as in `improve`.
    """
    first, stop, _, choosers, _ = net[0]
    target, _, last = net[1]
    chosen = answers[1]
    chooser = choosers[node]
    least, way, begin = BEST, 0, first[node]
    inside, given, here, some = True, False, False, False
    for m in range(first[node], stop[node]):
        if low[target[m]] != mark:
            inside = False
        if not last[m]:
            continue
        worth = 0.0 if chooser == CHANCE else led_to(net, answers, begin, m + 1, chooser)
        some = some or inside
        if way == chosen[node]:
            least, given, here = WORST, inside, True
        elif worth < least - ROUNDING:
            least, given = worth, inside
        begin, inside, way = m + 1, True, way + 1
        if last[m] == OPTION:
            if given if chooser in (own, CHANCE) else here and some:
                return True
            least, given, here, some = BEST, False, False, False
    return False
