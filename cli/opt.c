/* The command line, read by rows: see opt.h. */
#include "cli/opt.h"
#include "core/base/map.h"
#include "core/model/unit.h"

#include <stdlib.h>
#include <string.h>

typedef struct parser {
    const char *const *argv;
    size_t at; /* the word that is being read */
    const bd_opt_set *sets;
    size_t set_count;
    bd_error *err;
} parser;

typedef struct row {
    const bd_opt *opt; /* NULL = not found */
    void *into;
} row;

static row find(const parser *p, bd_str name, char letter)
{
    for (size_t s = 0; s < p->set_count; s++)
        for (size_t i = 0; i < p->sets[s].count; i++) {
            const bd_opt *opt = &p->sets[s].rows[i];
            if (letter ? opt->letter == letter : opt->name && bd_str_is(name, opt->name))
                return (row){ opt, p->sets[s].into };
        }
    return (row){ 0 };
}

static bool fail_unknown(const parser *p, bd_str name)
{
    const char **names = NULL;
    size_t count = 0, capacity = 0;
    for (size_t s = 0; s < p->set_count; s++)
        for (size_t i = 0; i < p->sets[s].count; i++) {
            if (!p->sets[s].rows[i].name)
                continue;
            names = bd_grow(names, count, &capacity, sizeof *names);
            names[count++] = p->sets[s].rows[i].name;
        }
    const char *nearest = bd_nearest(name, names, count);
    if (nearest)
        bd_hint(p->err, "did you mean --%s?", nearest);
    else
        bd_hint(p->err, "--help lists the options; an argument that begins with - goes behind --");
    free(names);
    return bd_fail(p->err, BD_ERR_USAGE, "there is no option --%.*s", (int)name.len, name.ptr);
}

static void *field(row r)
{
    return (char *)r.into + r.opt->offset;
}

static bool set_number(const parser *p, row r, const char *value)
{
    size_t number = 0;
    bool ok = value[0] != '\0';
    for (const char *c = value; ok && *c; c++) {
        ok = *c >= '0' && *c <= '9' && number <= (SIZE_MAX - 9) / 10;
        number = number * 10 + (size_t)(*c - '0');
    }
    if (!ok) {
        bd_hint(p->err, "--%s=20", r.opt->name);
        return bd_fail(p->err, BD_ERR_USAGE, "--%s takes a whole number, not '%s'", r.opt->name,
                       value);
    }
    *(size_t *)field(r) = number;
    return true;
}

static bool set_value(const parser *p, row r, const char *value)
{
    if (r.opt->kind == BD_OPT_COUNT)
        return set_number(p, r, value);
    if (r.opt->kind == BD_OPT_TEXT) {
        *(const char **)field(r) = value;
        return true;
    }
    bd_texts *list = field(r);
    list->items = bd_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = value;
    return true;
}

/* The value is `attached`, or the next word. */
static bool take_value(parser *p, row r, const char *attached)
{
    const char *value = attached;
    if (!value)
        value = p->argv[p->at + 1];
    if (!value) {
        bd_hint(p->err, "--%s %s", r.opt->name, r.opt->value);
        return bd_fail(p->err, BD_ERR_USAGE, "--%s needs a value", r.opt->name);
    }
    if (!attached)
        p->at++;
    return set_value(p, r, value);
}

static bool read_long(parser *p, const char *word)
{
    const char *equals = strchr(word, '=');
    bd_str name = { word, equals ? (size_t)(equals - word) : strlen(word) };
    row r = find(p, name, 0);
    if (!r.opt)
        return fail_unknown(p, name);
    if (r.opt->kind != BD_OPT_SWITCH)
        return take_value(p, r, equals ? equals + 1 : NULL);
    if (equals)
        return bd_fail(p->err, BD_ERR_USAGE, "--%s takes no value", r.opt->name);
    *(bool *)field(r) = true;
    return true;
}

static bool read_letters(parser *p, const char *letters)
{
    for (; *letters; letters++) {
        row r = find(p, BD_STR(""), *letters);
        if (!r.opt) {
            bd_hint(p->err,
                    "--help lists the options; an argument that begins with - goes behind --");
            return bd_fail(p->err, BD_ERR_USAGE, "there is no option -%c", *letters);
        }
        if (r.opt->kind != BD_OPT_SWITCH)
            return take_value(p, r, letters[1] ? letters + 1 : NULL);
        *(bool *)field(r) = true;
    }
    return true;
}

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0';
}

static bool read_option(parser *p)
{
    const char *word = p->argv[p->at];
    bool ok = word[1] == '-' ? read_long(p, word + 2) : read_letters(p, word + 1);
    p->at++;
    return ok;
}

static void add_argument(bd_arguments *out, const char *word)
{
    out->items = bd_grow(out->items, out->count, &out->capacity, sizeof *out->items);
    out->items[out->count++] = word;
}

bool bd_opt_leading(const char *const *argv, const bd_opt_set *set, size_t *at, bd_error *err)
{
    parser p = { argv, *at, set, 1, err };
    bool ok = true;
    while (ok && argv[p.at] && is_option(argv[p.at]))
        ok = read_option(&p);
    *at = p.at;
    return ok;
}

bool bd_opt_parse(const char *const *argv, const bd_opt_set *sets, size_t set_count, bool rest,
                  bd_arguments *out, bd_error *err)
{
    parser p = { argv, 0, sets, set_count, err };
    bool ok = true;
    while (ok && argv[p.at] && strcmp(argv[p.at], "--") != 0) {
        if (is_option(argv[p.at]))
            ok = read_option(&p);
        else
            add_argument(out, argv[p.at++]);
    }
    if (!ok || !argv[p.at])
        return ok;
    p.at++;
    if (rest)
        out->rest = &argv[p.at];
    for (; !rest && argv[p.at]; p.at++)
        add_argument(out, argv[p.at]);
    return true;
}

bool bd_opt_percent(const char *text, const char *option, double *out, bd_error *err)
{
    bd_number number;
    bd_str unit;
    if (!text)
        return true;
    if (bd_quantity_parse(bd_str_of(text), &number, &unit)) {
        unit = bd_str_trim(unit);
        *out = bd_number_as_double(number);
        if (*out >= 0 && (unit.len == 0 || bd_str_is(unit, "%")))
            return true;
    }
    bd_hint(err, "--%s 5%%", option);
    return bd_fail(err, BD_ERR_USAGE, "--%s takes a percentage, not '%s'", option, text);
}

void bd_opt_release(const bd_opt_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->rows[i].kind == BD_OPT_LIST) {
            bd_texts *list = field((row){ &set->rows[i], set->into });
            free(list->items);
            *list = (bd_texts){ 0 };
        }
}

void bd_arguments_release(bd_arguments *arguments)
{
    free(arguments->items);
    *arguments = (bd_arguments){ 0 };
}
