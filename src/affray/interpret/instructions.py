"""Numba's own forms of the few functions that it could not compile well: bit sets, and the generator of `draws`."""

from __future__ import annotations

from functools import cache
from typing import Any

from affray.interpret import addresses, draws
from affray.rules import bits

REPLACED = (bits.lowest, bits.count, bits.nth, draws.below, draws.below_large, addresses.address)


@cache
def instructions() -> dict[Any, Any]:
    """Each function of `REPLACED` with its compiled form."""
    import numba  # noqa: PLC0415 - costs 0.3 s, and only compiled answers need it
    import numpy as np  # noqa: PLC0415
    from llvmlite import ir  # noqa: PLC0415
    from numba.core import types  # noqa: PLC0415
    from numba.extending import intrinsic  # noqa: PLC0415

    def one(name: str, *flags: int) -> Any:
        @intrinsic  # type: ignore[untyped-decorator,unused-ignore]
        def instruction(typing: Any, number: Any) -> Any:
            def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                whole, flag = ir.IntType(64), ir.IntType(1)
                kinds = [whole, *([flag] * len(flags))]
                function = builder.module.declare_intrinsic(name, [whole], ir.FunctionType(whole, kinds))
                return builder.call(function, [*arguments, *(ir.Constant(flag, value) for value in flags)])

            return types.int64(types.int64), build

        return instruction

    trailing, ones = one("llvm.cttz", 1), one("llvm.ctpop")
    step, first, second = np.uint64(draws.STEP), np.uint64(draws.FIRST), np.uint64(draws.SECOND)
    s27, s30, s31, s32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
    low = np.uint64(0xFFFFFFFF)
    all_ones = np.uint64(2**64 - 1)
    jit = numba.njit(nogil=True, error_model="numpy")

    @jit  # type: ignore[untyped-decorator,unused-ignore]
    def lowest(number: int) -> int:
        return trailing(number)  # type: ignore[no-any-return]

    @jit  # type: ignore[untyped-decorator,unused-ignore]
    def count(number: int) -> int:
        return ones(number)  # type: ignore[no-any-return]

    @jit  # type: ignore[untyped-decorator,unused-ignore]
    def nth(number: int, place: int) -> int:
        for _ in range(place):
            number &= number - 1
        return trailing(number)  # type: ignore[no-any-return]

    @jit  # type: ignore[untyped-decorator,unused-ignore]
    def word(g: Any) -> Any:
        z = g[0] + step
        g[0] = z
        z = (z ^ (z >> s30)) * first
        z = (z ^ (z >> s27)) * second
        return z ^ (z >> s31)

    @jit  # type: ignore[untyped-decorator,unused-ignore]
    def below(g: Any, n: int) -> int:
        size = np.uint64(n)
        product = (word(g) >> s32) * size
        if product & low < size:
            least = (low + np.uint64(1)) % size
            while product & low < least:
                product = (word(g) >> s32) * size
        return np.int64(product >> s32)  # type: ignore[return-value]

    @jit  # type: ignore[untyped-decorator,unused-ignore]
    def below_large(g: Any, n: int) -> int:
        size = np.uint64(n)
        mask = all_ones
        while mask >> np.uint64(1) >= size - np.uint64(1):
            mask = mask >> np.uint64(1)
        number = word(g) & mask
        while number >= size:
            number = word(g) & mask
        return np.int64(number)  # type: ignore[return-value]

    forms = (lowest, count, nth, below, below_large, _address())
    return dict(zip(REPLACED, forms, strict=True))


def by_address(function: Any) -> Any:
    """A function of a machine, called with arrays: it receives their first numbers' addresses.

    So the functions of a machine pass two words to each other and not fourteen, and an index is what it says. It is
    named after that function, since machine code is linked by name.
    """
    import numba  # noqa: PLC0415

    address = _address()
    arguments = function.py_func.__code__.co_argcount
    jit = numba.njit(nogil=True, error_model="numpy", forceinline=True, _nrt=False)

    def two(s: Any, P: Any) -> Any:
        return function(address(s), address(P))

    def three(s: Any, P: Any, number: int) -> Any:
        return function(address(s), address(P), number)

    called = two if arguments == 2 else three
    called.__qualname__ = f"by_address.{function.py_func.__qualname__}"
    return jit(called)


@cache
def _address() -> Any:
    import numba  # noqa: PLC0415
    from numba.extending import intrinsic  # noqa: PLC0415

    @intrinsic  # type: ignore[untyped-decorator,unused-ignore]
    def address(typing: Any, array: Any) -> Any:
        if isinstance(array, numba.types.CPointer):
            return array(array), lambda context, builder, signature, arguments: arguments[0]

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return context.make_array(signature.args[0])(context, builder, arguments[0]).data

        return numba.types.CPointer(array.dtype)(array), build

    return address
