"""Words that the sentences of explanations are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..tiles import Tile, tile_text


def listed(words: Iterable[object], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def counted(number: int, noun: str) -> str:
    """``1 tile``, ``2 tiles``, ``2 passes``."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun}{'es' if noun.endswith('s') else 's'}"


def numbered(noun: str, numbers: Sequence[int]) -> str:
    """``seat 1``, ``seats 1 and 3``."""
    return f"{noun}{'s' if len(numbers) > 1 else ''} {listed(numbers)}"


def sentence(text: str) -> str:
    """The text with a capital letter."""
    return text[:1].upper() + text[1:]


def tiles(some: Iterable[Tile]) -> str:
    """``2-5, 0-4``."""
    return ", ".join(map(tile_text, some))


def added(numbers: Sequence[int]) -> str:
    """``7 + 12 = 19``, or a single number as it is."""
    if len(numbers) == 1:
        return str(numbers[0])
    return f"{' + '.join(map(str, numbers))} = {sum(numbers)}"
