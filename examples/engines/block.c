/* A small engine for the line protocol: Block (the preset masters-block), in C11.
 *
 *     cc -O2 -o block examples/engines/block.c && bonepile conform --engine ./block
 */
#include <stdio.h>

#include "json.h"

/* Tiles are numbered by (low, high): 7 * low + high. */

enum { TILES = 28, SEATS = 5, MOST = 2 * TILES };

typedef struct { int tiles[TILES], count; } Pile;
typedef struct { int players, turn, lead, ends[2], passes; const char *reason; Pile hands[SEATS], boneyard; } Round;

static const int hand_size[] = {0, 0, 8, 6, 6, 5};
static const char *error;

static bool refuse(const char *code) { return error = code, false; }

static int sides(const Round *r) { return r->players == 4 ? 2 : r->players; }

static int pips(const Pile *hand) {
    int sum = 0;
    for (int i = 0; i < hand->count; i++) sum += hand->tiles[i] / 7 + hand->tiles[i] % 7;
    return sum;
}

static int by_text(const void *one, const void *other) { return strcmp(one, other); }
static int by_number(const void *one, const void *other) { return *(const int *)one - *(const int *)other; }

static int legal(const Round *r, char actions[MOST][8]) {
    const Pile *hand = &r->hands[r->turn];
    int count = 0;
    if (r->reason) return 0;
    if (r->lead >= 0) return sprintf(actions[0], "%d-%d", r->lead / 7, r->lead % 7), 1;
    for (int i = 0; i < hand->count; i++)
        for (int side = 0, a = hand->tiles[i] / 7, b = hand->tiles[i] % 7; side < 2; side++)
            if (a == r->ends[side] || b == r->ends[side]) sprintf(actions[count++], "%d-%d@%c", a, b, "LR"[side]);
    qsort(actions, (size_t)count, sizeof actions[0], by_text);
    return count ? count : (strcpy(actions[0], "pass"), 1);
}

static bool play(Round *r, const Node *action) {
    char actions[MOST][8];
    int count = legal(r, actions), i = 0;
    while (i < count && (strlen(actions[i]) != action->size || memcmp(actions[i], action->text, action->size))) i++;
    if (i == count) return refuse(r->reason ? "round_over" : "illegal_action");
    Pile *hand = &r->hands[r->turn];
    if (*actions[i] == 'p') {
        if (++r->passes == r->players) r->reason = "blocked";
    } else {
        int a = actions[i][0] - '0', b = actions[i][2] - '0', side = actions[i][4] == 'R', k = 0;
        if (r->lead >= 0) r->ends[0] = a, r->ends[1] = b, r->lead = -1;
        else r->ends[side] = a + b - r->ends[side];
        while (hand->tiles[k] != 7 * a + b) k++;
        for (hand->count--; k < hand->count; k++) hand->tiles[k] = hand->tiles[k + 1];
        r->passes = 0;
        if (!hand->count) r->reason = "out";
    }
    r->turn = (r->turn + 1) % r->players;
    return true;
}

static void show_result(const Round *r) {
    int out = -1, side_pips[SEATS] = {0}, total = 0, n = sides(r), winner = 0, ties = 0;
    for (int seat = 0; seat < r->players; seat++) {
        if (!r->hands[seat].count) out = seat;
        side_pips[seat % n] += pips(&r->hands[seat]), total += pips(&r->hands[seat]);
    }
    for (int side = 1; side < n; side++) if (side_pips[side] < side_pips[winner]) winner = side;
    for (int side = 0; side < n; side++) ties += side_pips[side] == side_pips[winner];
    if (out >= 0) winner = out % n, printf("{\"reason\":\"out\",\"out\":[%d],\"winner\":%d", out, winner);
    else if (ties == 1) printf("{\"reason\":\"blocked\",\"out\":[],\"winner\":%d", winner);
    else winner = -1, printf("{\"reason\":\"blocked\",\"out\":[],\"winner\":null");
    for (int side = 0; side < n; side++) {
        int points = side != winner ? 0 : total - side_pips[side] - (out < 0 ? side_pips[side] : 0);
        printf(side ? ",%d" : ",\"points\":[%d", points);
    }
    printf("]}");
}

static void show(const Round *r) {
    char actions[MOST][8];
    int count = legal(r, actions);
    if (r->reason) printf("{\"to_play\":null,\"legal\":["); else printf("{\"to_play\":%d,\"legal\":[", r->turn);
    for (int i = 0; i < count; i++) printf(i ? ",\"%s\"" : "\"%s\"", actions[i]);
    for (int seat = 0; seat < r->players; seat++) {
        printf(seat ? "],[" : "],\"hands\":[[");
        for (int i = 0, *tile = (int *)r->hands[seat].tiles; i < r->hands[seat].count; i++, tile++)
            printf(i ? ",\"%d-%d\"" : "\"%d-%d\"", *tile / 7, *tile % 7);
    }
    printf("]],\"boneyard\":%d,\"scores\":[0", r->boneyard.count);
    for (int side = 1; side < sides(r); side++) printf(",0");
    if (r->lead >= 0) printf("],\"table\":null,\"result\":");
    else printf("],\"table\":{\"L\":%d,\"R\":%d},\"result\":", r->ends[0], r->ends[1]);
    if (r->reason) show_result(r); else printf("null");
    printf("}");
}

/* The protocol. */

static const char *const parameters[][2] = {
    {"set", "6"}, {"hand_size", "{\"2\":8,\"3\":6,\"4\":6,\"5\":5}"}, {"partnership", "\"at_four\""},
    {"opening", "\"highest_double\""}, {"no_double", "\"redeal\""}, {"next_leader", "null"}, {"draw", "\"none\""},
    {"reserve", "0"}, {"voluntary_draw", "false"}, {"go_out", "\"one\""}, {"spinner", "\"none\""}, {"in_play", "\"none\""},
    {"score_out", "\"opponents\""}, {"score_block", "\"difference\""}, {"round_to", "1"}, {"block", "\"n_passes\""},
    {"match_by", "\"points\""}, {"target", "100"},
};

static long whole(const Node *node) { /* -1 for what is no whole number below 2^32 */
    if (!node || node->kind != '0' || node->length > 10) return -1;
    for (size_t i = 0; i < node->length; i++) if (!isdigit((unsigned char)node->source[i])) return -1;
    long number = strtol(node->source, NULL, 10);
    return number < 1L << 32 ? number : -1;
}

static bool same(const Node *node, const char *json) { /* as written, white space aside */
    const char *c = node->source, *stop = c + node->length;
    for (; c < stop; c++) if (!isspace((unsigned char)*c) && *c != *json++) return false;
    return !*json;
}

static bool own_rules(const Node *rules) {
    for (Node *child = rules->first; child; child = child->next) {
        bool own = same(child->key, "\"preset\"") || same(child->key, "\"players\"");
        for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++)
            if (child->key->size == strlen(parameters[i][0]) && !memcmp(child->key->text, parameters[i][0], child->key->size))
                own = child->kind == 'n' || same(child, parameters[i][1]);
        if (!own) return false;
    }
    return true;
}

static bool take(Pile *pile, const Node *list, bool seen[7 * 7]) {
    if (!list || list->kind != '[') return false;
    for (Node *tile = list->first; tile; tile = tile->next) {
        if (tile->kind != '"' || tile->size != 3 || tile->text[1] != '-') return false;
        int a = tile->text[0] - '0', b = tile->text[2] - '0';
        if (a < 0 || a > b || b > 6 || seen[7 * a + b]) return false;
        seen[7 * a + b] = true, pile->tiles[pile->count++] = 7 * a + b;
    }
    return true;
}

static bool named(const Node *deal, const char *key) { return get(deal, key, 0) && get(deal, key, 0)->kind != 'n'; }

static bool set_up(Round *r, const Node *request) {
    Node *rules = get(request, "rules", '{'), *deal = get(request, "deal", '{'), *hands;
    bool seen[7 * 7] = {false};
    if (!rules || !get(rules, "preset", '"') || !deal) return refuse("bad_request");
    if (get(request, "round", 0) && whole(get(request, "round", 0)) < 0) return refuse("bad_request");
    if (strcmp(get(rules, "preset", '"')->text, "masters-block")) return refuse("unknown_preset");
    long players = whole(get(rules, "players", 0));
    if (players < 2 || players > SEATS || !own_rules(rules)) return refuse("bad_rules");
    *r = (Round){.players = (int)players, .lead = -1};
    if (!(hands = get(deal, "hands", '[')) || named(deal, "engine") || named(deal, "leader")) return refuse("bad_deal");
    int seat = 0;
    for (Node *hand = hands->first; hand; hand = hand->next, seat++) {
        if (seat == players || !take(&r->hands[seat], hand, seen)) return refuse("bad_deal");
        if (r->hands[seat].count != hand_size[players]) return refuse("bad_deal");
        qsort(r->hands[seat].tiles, (size_t)r->hands[seat].count, sizeof(int), by_number);
        for (int i = 0; i < r->hands[seat].count; i++)
            if (r->hands[seat].tiles[i] % 8 == 0 && r->hands[seat].tiles[i] > r->lead) r->lead = r->hands[seat].tiles[i], r->turn = seat;
    }
    if (seat != players || !take(&r->boneyard, get(deal, "boneyard", 0), seen)) return refuse("bad_deal");
    if (r->boneyard.count != TILES - (int)players * hand_size[players]) return refuse("bad_deal");
    return r->lead >= 0 || refuse("redeal");
}

static void replay(Round *r, const Node *actions) {
    int at_action = 0;
    printf("\"snapshots\":["), show(r);
    for (Node *action = actions->first; action; action = action->next, at_action++) {
        if (!play(r, action)) { printf("],\"refused\":{\"at\":%d,\"error\":\"%s\"}}\n", at_action, error); return; }
        putchar(','), show(r);
    }
    printf("]}\n");
}

static void answer(const Node *request, const Node *id, bool *over) {
    static Round now;
    Round r;
    Node *op = request ? get(request, "op", '"') : NULL, *action, *actions;
    bool good = request && request->kind == '{' && op;
    enum { HELLO, START, APPLY, REPLAY, QUIT, NONE } what = NONE;
    for (int i = 0; good && i < NONE; i++) if (!strcmp(op->text, (const char *[]){"hello", "start", "apply", "replay", "quit"}[i])) what = i;
    action = what == APPLY ? get(request, "action", '"') : NULL;
    actions = what == REPLAY ? get(request, "actions", '[') : NULL;
    good = what != NONE && (what != APPLY || (action && now.players)) && (what != REPLAY || actions);
    for (Node *one = actions ? actions->first : NULL; one; one = one->next) good = good && one->kind == '"';
    if (!good) refuse("bad_request");
    else if (what == START || what == REPLAY) good = set_up(&r, request);
    else if (what == APPLY) r = now, good = play(&r, action);
    printf("{\"id\":%.*s,\"ok\":%s", id ? (int)id->length : 4, id ? id->source : "null", good ? "true" : "false");
    printf(what == QUIT && good ? "}\n" : ",");
    if (!good) printf("\"error\":\"%s\",\"message\":\"%s\"}\n", error, error);
    else if (what == HELLO) printf("\"name\":\"block.c\",\"version\":\"1\",\"presets\":[\"masters-block\"],\"ops\":[\"replay\"]}\n");
    else if (what == REPLAY) replay(&r, actions);
    else if (what != QUIT) now = r, printf("\"snapshot\":"), show(&now), printf("}\n");
    else *over = true;
}

int main(void) {
    for (bool over = false, more = true; more && !over; fflush(stdout)) {
        size_t length = 0;
        int c;
        while ((c = getchar()) != EOF && c != '\n') if (length <= LONGEST) line[length++] = (char)c;
        more = c != EOF;
        if (!more && !length) break;
        Node *request = length <= LONGEST ? read_json(length) : NULL;
        if (request && request->kind != '{') request = NULL;
        answer(request, request ? get(request, "id", 0) : NULL, &over);
    }
    return 0;
}
