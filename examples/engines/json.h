/* A strict reader of JSON: a tree of nodes over the line that they were read from. */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 20, DEEPEST = 64 };

typedef struct Node {
    char kind;          /* one of { [ " 0 t n: t is true or false */
    const char *source; /* as written */
    char *text;         /* what a string says */
    size_t length, size;
    struct Node *first, *next, *key;
} Node;

static Node nodes[LONGEST];
static char line[LONGEST + 2], texts[2 * LONGEST], *fill, *at, *end;
static size_t used;

static Node *value(int depth);

static void space(void) {
    while (at < end && *at && strchr(" \t\r\n", *at)) at++;
}

static bool is(char c) { return space(), at < end && *at == c && at++; }

static void put(unsigned code) { /* in UTF-8 */
    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    *fill++ = (char)(more ? (0xFF00 >> (more + 1) & 0xFF) | code >> 6 * more : code);
    while (more--) *fill++ = (char)(0x80 | (code >> 6 * more & 0x3F));
}

static bool utf8(void) { /* a letter beyond ASCII: right if it is what it would be written as */
    unsigned char c = (unsigned char)*at;
    int more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
    unsigned code = c & (0x3Fu >> more);
    char *start = fill;
    if (c < 0xC0 || end - at <= more) return false;
    for (int i = 1; i <= more; i++) code = code << 6 | (at[i] & 0x3F);
    put(code), at += more + 1;
    return code < 0x110000 && code >> 11 != 27 && fill - start == more + 1 && !memcmp(start, at - more - 1, (size_t)more + 1);
}

static long unit(void) { /* four hexadecimal digits */
    char digits[5] = {0};
    for (int i = 0; i < 4; i++) {
        if (at == end || !isxdigit((unsigned char)*at)) return -1;
        digits[i] = *at++;
    }
    return strtol(digits, NULL, 16);
}

static bool escape(void) {
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *name = at < end && *at ? strchr(names, *at) : NULL;
    if (name) return *fill++ = meant[name - names], at++, true;
    if (at == end || *at++ != 'u') return false;
    long code = unit(), second;
    if (code >> 10 == 54) { /* the first half of a pair */
        if (end - at < 6 || *at++ != '\\' || *at++ != 'u' || (second = unit()) >> 10 != 55) return false;
        code = 0x10000 + ((code & 0x3FF) << 10 | (second & 0x3FF));
    }
    if (code < 0 || code >> 10 == 55) return false;
    return put((unsigned)code), true;
}

static bool string(Node *node) {
    node->text = fill, at++;
    while (at < end && *at != '"') {
        if (*at & 0x80 ? !utf8() : *at == '\\' ? (at++, !escape()) : (unsigned char)*at < 0x20) return false;
        if (at < end && !(*at & 0x80) && *at != '"' && *at != '\\' && (unsigned char)*at >= 0x20) *fill++ = *at++;
    }
    node->size = (size_t)(fill - node->text), *fill++ = 0;
    return at < end && at++;
}

static bool digits(void) {
    char *start = at;
    while (at < end && isdigit((unsigned char)*at)) at++;
    return at > start;
}

static bool number(void) {
    if (*at == '-') at++;
    if (at < end && *at == '0') at++;
    else if (!digits()) return false;
    if (at < end && *at == '.' && (at++, !digits())) return false;
    if (at == end || (*at | 0x20) != 'e') return true;
    if (++at < end && (*at == '+' || *at == '-')) at++;
    return digits();
}

static bool inside(Node *node, int depth) { /* an object or a list */
    char open = *at++, close = open == '{' ? '}' : ']';
    Node **last = &node->first, *key = NULL;
    if (is(close)) return true;
    do {
        if (open == '{' && (!(key = value(depth)) || key->kind != '"' || !is(':'))) return false;
        if (!(*last = value(depth))) return false;
        (*last)->key = key, last = &(*last)->next;
    } while (is(','));
    return is(close);
}

static bool word(const char *text) {
    bool right = (size_t)(end - at) >= strlen(text) && !memcmp(at, text, strlen(text));
    if (right) at += strlen(text);
    return right;
}

static Node *value(int depth) {
    space();
    if (at == end || depth > DEEPEST) return NULL;
    Node *node = &nodes[used++];
    *node = (Node){.kind = isdigit((unsigned char)*at) || *at == '-' ? '0' : *at == 'f' ? 't' : *at, .source = at};
    bool right = *at == '"' ? string(node) : *at == '{' || *at == '[' ? inside(node, depth + 1)
        : node->kind == '0' ? number() : word("true") || word("false") || word("null");
    node->length = (size_t)(at - node->source);
    return right ? node : NULL;
}

static Node *get(const Node *object, const char *name, char kind) { /* of equal keys the last */
    Node *found = NULL;
    for (Node *child = object->first; child; child = child->next)
        if (child->key->size == strlen(name) && !memcmp(child->key->text, name, child->key->size)) found = child;
    return found && (!kind || found->kind == kind) ? found : NULL;
}

static Node *read_json(size_t length) { /* the whole line; NULL for what is no JSON */
    used = 0, fill = texts, at = line, end = line + length;
    Node *node = value(0);
    return space(), at == end ? node : NULL;
}
