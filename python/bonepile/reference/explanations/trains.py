"""Words for trains, and the doubles at their ends."""

from __future__ import annotations

from ..train import TrainState


def train_name(state: TrainState, train: int) -> str:
    """What sentences call a train."""
    return "the Mexican Train" if train == state.mexican else f"seat {train}'s train"


def is_started(state: TrainState, train: int) -> bool:
    """Whether a tile lies on the train."""
    return state.names[train] in state.table()["started"]


def end_of(state: TrainState, train: int) -> str:
    """The double that ends a train, and where it is."""
    return f"{double_of(state, train)} on {train_name(state, train)}"


def double_of(state: TrainState, train: int) -> str:
    """The double that ends a train."""
    return f"{state.ends[train]}-{state.ends[train]}"


def dead_doubles(state: TrainState) -> list[int]:
    """The trains that end in a double that nothing can cover, oldest first."""
    return [train for train in state.doubles if state.is_dead(train)]


def is_extra_turn_of(state: TrainState, before: TrainState) -> bool:
    """Whether a chain brought the seat that just acted another turn."""
    chain_is_over = before.in_first_turn() and not state.in_first_turn()
    return chain_is_over and state.result is None and state.to_play == before.to_play
