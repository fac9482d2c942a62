"""Seat 0 thinks by playing on at random, against seats that do not think at all.

Usage: python examples/monte_carlo.py [PRESET PLAYERS ROUNDS]

A round knows every tile, a player must not: this one imagines again and again where the tiles that
it has not seen may be, and plays the action that wins most often in all these worlds together.
"""

import random
import sys

from bonepile import PositionError, Round, Rules, deal, observation_layout, observe, playouts

WORLDS, GAMES = 50, 40  # 2000 playouts for every legal action
dice = random.Random(1)


def imagine(round: Round) -> Round:
    """The round with the tiles that seat 0 has not seen dealt anew, where they may be."""
    seats, position = round.rules.players, round.position()
    lacks = observe(round, 0)[observation_layout(round.rules)["lacks"]].tolist()
    pips = len(lacks) // seats
    while True:
        hands, boneyard = list(position["hands"]), list(position["boneyard"])
        unseen = sum(hands[1:], boneyard)
        dice.shuffle(unseen)
        for seat in range(1, seats):
            lack = lacks[seat * pips :]  # 1 for each pip that the seat cannot have: it passed
            may = [tile for tile in unseen if not any(lack[int(pip)] for pip in tile.split("-"))]
            hands[seat] = may[: len(hands[seat])]
            unseen = [tile for tile in unseen if tile not in hands[seat]]
        if len(unseen) == len(boneyard):  # every hand could be filled
            try:
                world = position | {"hands": hands, "boneyard": unseen}
                return Round.from_position(round.rules, world)
            except PositionError:
                pass  # no play leads there: another seat would have led, for instance


def think(round: Round) -> Round:
    """The round after the action that wins most, each in the same worlds with the same dice."""
    wins = dict.fromkeys(round.legal_actions(), 0)
    for seed in range(WORLDS if len(wins) > 1 else 0):
        world = imagine(round)
        for action in wins:
            wins[action] += playouts(world.play(action), GAMES, seed).tally().wins[0]
    return round.play(max(wins, key=lambda action: wins[action]))


preset, players, rounds = sys.argv[1:] or ("masters-draw", "2", "20")
rules = Rules(preset, players=int(players))
points = [0] * rules.sides
for game in range(int(rounds)):
    round = deal(rules, seed=1, game=game)
    while round.result is None:
        thinks = round.to_play == 0
        round = think(round) if thinks else round.play(dice.choice(round.legal_actions()))
    points = [sum(pair) for pair in zip(points, round.result.points, strict=True)]
print(f"{preset}, {rounds} rounds: points by side", *points)
