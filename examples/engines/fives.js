// A small engine for the line protocol: All Fives (the preset all-fives), for Node without packages.
//
//     bonepile conform --engine "node examples/engines/fives.js"
"use strict";

const PRESET = "all-fives";
const HANDS = { 2: 7, 3: 5, 4: 5 };
const PARAMETERS = {
  set: 6, hand_size: HANDS, partnership: "none", opening: "any_tile", no_double: null,
  next_leader: "winner", draw: "until_playable", reserve: 0, voluntary_draw: false, go_out: "one",
  spinner: "first_double", in_play: "fives", score_out: "opponents", score_block: "difference",
  round_to: 5, block: "n_passes", match_by: "points", target: 200,
};
const TILES = [];
for (let high = 0; high <= 6; high++) for (let low = 0; low <= high; low++) TILES.push([low, high]);
const LONGEST = 1 << 20;

class Refused extends Error {
  constructor(error, message) {
    super(message);
    this.error = error;
  }
}

const isText = (value) => typeof value === "string";
const text = ([low, high]) => `${low}-${high}`;
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
const inOrder = (hand) => hand.sort((one, other) => one[0] - other[0] || one[1] - other[1]);

class Round {
  constructor(hands, boneyard, leader) {
    this.hands = hands.map(inOrder);
    this.boneyard = boneyard;
    this.turn = leader;
    this.scores = hands.map(() => 0);
    this.ends = {}; // open ends: the pip, and the tile that shows it
    this.spinner = null; // its pip, and how many of its sides in the line are taken
    this.passes = 0;
    this.reason = null;
  }

  legal() {
    if (this.reason) return [];
    const hand = this.hands[this.turn];
    if (!this.ends.L) return hand.map(text).sort();
    const plays = hand.flatMap((tile) => Object.keys(this.ends)
      .filter((place) => tile.includes(this.ends[place].pip))
      .map((place) => `${text(tile)}@${place}`));
    if (plays.length) return plays.sort();
    return [this.boneyard.length ? "draw" : "pass"];
  }

  play(action) {
    if (this.reason) throw new Refused("round_over", "the round is over");
    if (!this.legal().includes(action)) {
      throw new Refused("illegal_action", `${action} is none of ${this.legal().join(", ")}`);
    }
    const hand = this.hands[this.turn];
    if (action === "draw") {
      hand.push(this.boneyard.shift());
      inOrder(hand);
      return;
    }
    if (action === "pass") {
      if (++this.passes === this.hands.length) this.reason = "blocked";
    } else {
      const [name, place] = action.split("@");
      const [tile] = hand.splice(hand.findIndex((held) => text(held) === name), 1);
      this.lay(tile, place);
      const count = this.count();
      if (count % 5 === 0) this.scores[this.turn] += count;
      this.passes = 0;
      if (!hand.length) this.reason = "out";
    }
    this.turn = (this.turn + 1) % this.hands.length;
  }

  lay(tile, place) {
    if (tile[0] === tile[1] && !this.spinner) this.spinner = { pip: tile[0], taken: place ? 1 : 0 };
    const covered = place && this.ends[place];
    if (!place) {
      this.ends = { L: { pip: tile[0], tile }, R: { pip: tile[1], tile } };
      return;
    }
    if (covered.tile && this.spinner && covered.tile.every((half) => half === this.spinner.pip)) {
      this.spinner.taken++;
    }
    this.ends[place] = { pip: tile[0] + tile[1] - covered.pip, tile };
    if (this.spinner?.taken === 2 && !this.ends.N) {
      for (const arm of "NS") this.ends[arm] = { pip: this.spinner.pip, tile: null };
    }
  }

  // What shows at the ends: a lead or a spinner that is two ends counts once.
  count() {
    const shown = new Set(Object.values(this.ends).map((end) => end.tile).filter(Boolean));
    if (shown.size === 1 && !this.ends.N) return sum([...shown][0]);
    const laid = Object.values(this.ends).filter((end) => end.tile);
    return sum(laid.map(({ pip, tile }) => (tile[0] === tile[1] ? 2 * pip : pip)));
  }

  result() {
    if (!this.reason) return null;
    const left = this.hands.map((hand) => sum(hand.flat()));
    const out = this.hands.flatMap((hand, seat) => (hand.length ? [] : [seat]));
    const fewest = left.flatMap((some, seat) => (some === Math.min(...left) ? [seat] : []));
    const [winner] = out.length ? out : fewest.length === 1 ? fewest : [null];
    const points = [...this.scores];
    if (winner !== null) {
      const others = sum(left) - left[winner];
      points[winner] += 5 * Math.round((out.length ? others : others - left[winner]) / 5);
    }
    return { reason: this.reason, out, winner, points };
  }

  snapshot() {
    const ends = Object.fromEntries(Object.entries(this.ends).map(([key, end]) => [key, end.pip]));
    return {
      to_play: this.reason ? null : this.turn,
      legal: this.legal(),
      hands: this.hands.map((hand) => hand.map(text)),
      boneyard: this.boneyard.length,
      scores: [...this.scores],
      table: this.ends.L ? { ...ends, count: this.count() } : null,
      result: this.result(),
    };
  }
}

// Requests. JSON as strict as it is, numbers that are no small whole ones kept as they are written.

const KEPT = "\u0000number";

function read(line) {
  if (line.length > LONGEST) throw new Refused("bad_request", "the line is too long");
  try {
    const told = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
    JSON.parse(told, (key, value) => {
      if (/\p{Surrogate}/u.test(key) || (isText(value) && /\p{Surrogate}/u.test(value))) {
        throw new SyntaxError("half of a surrogate pair");
      }
      return value;
    });
    const marked = told.replace(/"(?:[^"\\]|\\.)*"|-?\d[-+.\deE]*/g, (token) => (
      token[0] === '"' || /^-?\d{1,15}$/.test(token) ? token : JSON.stringify({ [KEPT]: token })
    ));
    const request = JSON.parse(marked);
    if (isObject(request)) return request;
  } catch (error) {
    throw new Refused("bad_request", `not JSON: ${error.message}`);
  }
  throw new Refused("bad_request", "not a JSON object");
}

function written(value) {
  return JSON.stringify(value ?? null).replace(/\{"\\u0000number":"([^"]*)"\}/g, "$1");
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(KEPT in value);
}

function wanted(object, key, holds) {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  if (!holds(value)) throw new Refused("bad_request", `${key}: missing or of the wrong type`);
  return value;
}

function setUp(request) {
  const rules = wanted(request, "rules", isObject);
  const preset = wanted(rules, "preset", isText);
  const whole = (value) => value === undefined || (Number.isInteger(value) && value >= 0 && value < 2 ** 32);
  const number = wanted(request, "round", whole) ?? 0;
  const deal = wanted(request, "deal", isObject);
  if (preset !== PRESET) throw new Refused("unknown_preset", `only ${PRESET} is known here`);
  for (const [name, value] of Object.entries(rules)) {
    const own = value === null || JSON.stringify(value) === JSON.stringify(PARAMETERS[name]);
    if (!["preset", "players"].includes(name) && !(Object.hasOwn(PARAMETERS, name) && own)) {
      throw new Refused("bad_rules", `${name}: only the preset's own rules are known here`);
    }
  }
  if (!Number.isInteger(rules.players) || !HANDS[rules.players]) {
    throw new Refused("bad_rules", "players: two to four");
  }
  return dealt(deal, rules.players, number);
}

function dealt(deal, players, number) {
  const refuse = (why) => { throw new Refused("bad_deal", why); };
  const { hands, boneyard, leader } = deal;
  if (!Array.isArray(hands) || ![...hands, boneyard].every(Array.isArray)) refuse("wanted lists of tiles");
  const names = TILES.map(text);
  const given = [...hands, boneyard].flat();
  if (given.length !== names.length || !names.every((name) => given.includes(name))) {
    refuse("the deal is not the whole set, each tile once, written low-high");
  }
  if (hands.length !== players || hands.some((hand) => hand.length !== HANDS[players])) {
    refuse("hands of the wrong number or size");
  }
  if ((deal.engine ?? null) !== null) refuse("there is no engine in this game");
  const seat = leader ?? number % players;
  if (!Number.isInteger(seat) || seat < 0 || seat >= players) refuse("leader: no such seat");
  const tiles = (pile) => pile.map((name) => TILES[names.indexOf(name)]);
  return new Round(hands.map(tiles), tiles(boneyard), seat);
}

let current = null;

function answer(request) {
  switch (request.op) {
    case "hello":
      return { name: "fives.js", version: "1", presets: [PRESET] };
    case "start":
      current = setUp(request);
      return { snapshot: current.snapshot() };
    case "apply":
      wanted(request, "action", isText);
      if (!current) throw new Refused("bad_request", "no round is in progress");
      current.play(request.action);
      return { snapshot: current.snapshot() };
    case "quit":
      return {};
    default:
      throw new Refused("bad_request", "op: there is no such operation");
  }
}

function respond(line) {
  let request = {};
  let told;
  try {
    request = read(line);
    told = { ok: true, ...answer(request) };
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    told = { ok: false, error: refused.error, message: refused.message };
  }
  process.stdout.write(`{"id":${written(request.id)},${JSON.stringify(told).slice(1)}\n`);
  if (request.op === "quit" && told.ok) process.exit(0);
}

let pending = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  pending = Buffer.concat([pending, chunk]);
  for (let end; (end = pending.indexOf(10)) >= 0; pending = pending.subarray(end + 1)) {
    respond(pending.subarray(0, end));
  }
});
process.stdin.on("end", () => { if (pending.length) respond(pending); });
