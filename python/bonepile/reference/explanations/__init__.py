"""Explanations: which rules made an action legal or not, and what followed from it.

Every sentence cites the rule of docs/rules/names.md that decides something in the case at hand; a
rule that a parameter switches is cited by the value in force. A round knows all hands, and its
explanations tell what play shows: the tile that a draw brings, the hands at the end, the tiles that
the seat on turn may play. They are for the server, the teacher and the judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from bonepile.errors import RedealError
from bonepile.types import (
    ActionLike,
    AnyDeal,
    AnyMatch,
    AnyRound,
    AnyRules,
    Explanation,
    Json,
    Statement,
)

from ..deals import Deal
from ..line import LineState
from ..match import Match
from ..parameters import LineRules
from ..round import Round, _text
from ..rules import Rules
from ..tiles import tile_set
from ..train import TrainState
from . import line, match, refused, setup, train, train_play

__all__ = ["explain", "explain_deal"]


def explain(subject: AnyRound | AnyMatch, action: ActionLike | None = None) -> Explanation:
    """Tell in sentences what the rules say, each with the name of its rule.

    * ``explain(round, action)``: why the action is legal now, and what follows from it; or the rule
      that forbids it. The first statement of a refusal is the one that applies first. Its rule is
      ``""`` where none is at work: for text that is no action (``unreadable``), and for ``stop`` in
      a game that knows no chains. ``not_in_set`` cites G-SET-1, ``tile_not_in_hand`` G-DEAL-2.
    * ``explain(round)``: how the round was set up (``why``), and what the seat on turn has to do
      now, or how the round ended and what it scores (``follows``).
    * ``explain(match)``: what the last finished round did to the totals (``why``), whether the
      match is over, the places, and who leads next (``follows``).

    Rounds and matches of either engine will do. Raises TypeError for anything else, and for an
    action that is neither a string nor an action.
    """
    if _is_match(subject):
        if action is not None:
            raise TypeError("an action is explained in a round, not in a match")
        return explain_match(match_of(cast(AnyMatch, subject)))
    if not _is_round(subject):
        msg = f"a round or a match can be explained, not {type(subject).__name__}"
        raise TypeError(msg)
    round = round_of(cast(AnyRound, subject))
    return explain_round(round) if action is None else explain_action(round, _text(action))


def explain_deal(
    rules: AnyRules, deal: AnyDeal | Mapping[str, Json], round: int = 0
) -> Explanation:
    """Tell whether a deal is played or dealt again (L-OPEN-2), and how it sets a round up.

    Raises as the round does for a deal that does not fit the rules at all.
    """
    own_rules = Rules.from_dict(rules.to_dict())
    try:
        dealt = Round(own_rules, _own_deal(deal), round)
    except RedealError:
        again = "No hand holds a double, and a double must lead: shuffle and deal again."
        return Explanation(None, False, (Statement("L-OPEN-2", again),), ())
    return explain_round(dealt)._replace(legal=True)


# The three kinds


def explain_action(round: Round, text: str) -> Explanation:
    """The rules about one action."""
    move = round._legal_move(text)
    if move is None:
        return _told(text, False, refused.why_refused(round, text), ())
    before, after = round._state, round._state.play(move)
    if isinstance(before, LineState):
        assert isinstance(after, LineState)
        why = line.why_legal(before, round._legal, move)
        return _told(text, True, why, line.follows(before, move, after))
    assert isinstance(before, TrainState)
    assert isinstance(after, TrainState)
    why = train.why_legal(round, before, round._legal, move)
    return _told(text, True, why, train_play.follows(round, before, move, after))


def explain_round(round: Round) -> Explanation:
    """The set-up of a round, and what is to be done now or how it ended."""
    state, texts = round._state, [str(action) for action in round.legal_actions()]
    if isinstance(state, LineState):
        return _told(None, None, _setup(round), line.duty(state, round._legal, texts))
    assert isinstance(state, TrainState)
    return _told(None, None, _setup(round), train.duty(round, state, round._legal, texts))


def explain_match(played: Match) -> Explanation:
    """What the last finished round did, and where the match stands."""
    why = match.what_the_round_did(played)
    return _told(None, None, why, match.where_it_stands(played))


def _setup(round: Round) -> Iterable[Statement]:
    deal = round.deal
    if deal is None:
        held = sum(map(len, (*round._state.hands, round._state.boneyard)))
        return setup.set_up_from_position(round, len(tile_set(round.rules.game.set)) - held)
    game = round.rules.game
    if not isinstance(game, LineRules):
        return setup.train_setup(round, deal, game)
    start = round
    while start._before is not None:
        start = start._before
    assert isinstance(start._state, LineState)
    return setup.line_setup(round, deal, game, start._state)


def _told(
    action: str | None, legal: bool | None, why: Iterable[Statement], follows: Iterable[Statement]
) -> Explanation:
    return Explanation(action, legal, tuple(why), tuple(follows))


# Rounds and matches of any engine


def _is_match(subject: object) -> bool:
    return all(hasattr(subject, name) for name in ("rules", "rounds", "record", "next_round"))


def _is_round(subject: object) -> bool:
    return all(hasattr(subject, name) for name in ("rules", "deal", "actions", "legal_actions"))


def match_of(played: AnyMatch) -> Match:
    """The match in the reference."""
    return played if isinstance(played, Match) else Match.from_record(played.record())


def _own_deal(deal: AnyDeal | Mapping[str, Json]) -> Mapping[str, Json]:
    """The deal of either engine as a mapping."""
    if isinstance(deal, Mapping):
        return deal
    if not all(hasattr(deal, name) for name in ("hands", "boneyard", "to_dict")):
        msg = f"deal must be a Deal or a mapping, not {type(deal).__name__}"
        raise TypeError(msg)
    return deal.to_dict()


def round_of(played: AnyRound) -> Round:
    """The round in the reference, from its deal or from the position that it was set up from."""
    if isinstance(played, Round):
        return played
    rules = Rules.from_dict(played.rules.to_dict())
    actions = [str(action) for action in played.actions]
    if played.deal is None:
        assert played.set_up_from is not None
        return Round.from_position(rules, played.set_up_from, actions)
    return Round(rules, Deal.from_dict(played.deal.to_dict()), played.round, actions)
