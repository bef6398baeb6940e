"""How often each position is come to on average, once a network is solved. Plain functions, run as machine code."""

from __future__ import annotations

from affray.interpret.settling import PASSES, ROUNDING, Net, has_way_out


def visit_all(
    net: Net,
    chosen: list[int],
    order: list[int],
    parts: list[int],
    low: list[int],
    visits: list[float],
    pending: list[float],
) -> bool:
    """Counts the visits of each position; from there each of its moves is made in proportion to its chance.

    `pending` holds 1 at the start and 0 elsewhere. A part that is never left counts no visits. False where a part
    takes too many passes.
    """
    first, stop, _, _, _ = net[0]
    target, chance, last = net[1]
    for part in range(parts[0] - 1, -1, -1):
        begin = parts[part] if part else 0
        end = parts[part + 1]
        if end - begin > 1 and not has_way_out(net, order, begin, end, low, -1 - part):
            continue
        waiting, number = 1.0, 0
        while waiting > ROUNDING * ROUNDING:
            number += 1
            if number > PASSES:
                return False
            waiting = 0.0
            for i in range(end - 1, begin - 1, -1):
                node = order[i]
                share = pending[node]
                if share == 0.0:
                    continue
                pending[node] = 0.0
                visits[node] += share
                option = 0
                for m in range(first[node], stop[node]):
                    if option == chosen[node]:
                        pending[target[m]] += share * chance[m]
                    option += last[m]
            for i in range(begin, end):
                waiting += pending[order[i]]
    return True
