/* Cell templates: literal Markdown with holes in braces. They are read once for a
 * column, and then filled for every row. */
#include "render/view/internal.h"

#include <string.h>

typedef struct parser {
    const char *text;
    bd_arena *arena;
    bd_cell_template *out;
    bd_error *err;
} parser;

static bool fail_at(parser *p, size_t offset, const char *message)
{
    if (p->err->code == BD_OK)
        p->err->column = (int)offset + 1;
    return bd_fail(p->err, BD_ERR_CONFIG, "%s in '%s'", message, p->text);
}

static void add_literal(parser *p, bd_buf *literal)
{
    if (literal->len == 0)
        return;
    p->out->parts[p->out->count++].literal = bd_arena_text(p->arena, bd_buf_str(literal));
    bd_buf_clear(literal);
}

/* An example is digits 0 and 1 with separators and perhaps a unit: "0.000 ms", "10 000";
 * or "4 digits". */
static bool is_example(bd_str text)
{
    size_t digits = 0;
    if (bd_number_style_is_digits(text))
        return true;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c >= '2' && c <= '9')
            return false;
        digits += c == '0' || c == '1';
    }
    return digits > 0 && (text.ptr[0] == '0' || text.ptr[0] == '1');
}

/* Splits "name …:suffix" at the last colon whose suffix is an example or a form. What
 * stands in quotes belongs to a name or value. */
static void take_suffix(parser *p, bd_str *inside, bd_hole *hole)
{
    bool quoted = false;
    for (size_t i = inside->len; i > 0; i--) {
        quoted ^= inside->ptr[i - 1] == '"';
        if (quoted || inside->ptr[i - 1] != ':')
            continue;
        bd_str suffix = bd_str_trim(bd_str_sub(*inside, i, inside->len));
        if (bd_str_is(suffix, "slug") || bd_str_is(suffix, "short"))
            hole->form = bd_arena_text(p->arena, suffix);
        else if (is_example(suffix))
            hole->style = bd_arena_text(p->arena, suffix);
        else
            continue;
        *inside = bd_str_sub(*inside, 0, i - 1);
        return;
    }
}

/* Takes " in UNIT" off the end. */
static void take_unit(parser *p, bd_str *inside, bd_hole *hole)
{
    *inside = bd_str_trim(*inside);
    size_t i = inside->len;
    while (i > 0 && inside->ptr[i - 1] != ' ')
        i--;
    if (inside->len > 0 && inside->ptr[inside->len - 1] == '"')
        return;
    bd_str before = bd_str_trim(bd_str_sub(*inside, 0, i));
    if (!bd_str_ends(before, " in") || i == inside->len)
        return;
    hole->unit = bd_arena_text(p->arena, bd_str_sub(*inside, i, inside->len));
    *inside = bd_str_trim(bd_str_sub(before, 0, before.len - 3));
}

static bool add_hole(parser *p, size_t from, size_t to)
{
    bd_hole hole = { .offset = from };
    bd_str inside = { p->text + from + 1, to - from - 1 };
    hole.source = bd_arena_text(p->arena, (bd_str){ p->text + from, to - from + 1 });
    take_suffix(p, &inside, &hole);
    take_unit(p, &inside, &hole);
    hole.inside = (size_t)(inside.ptr - p->text);
    bd_error inner = BD_ERROR_INIT;
    if (!bd_query_parse(inside, false, p->arena, &hole.filter, &inner)) {
        p->err->column = (int)hole.inside + inner.column;
        bd_hint(p->err, "%s", inner.hint);
        return bd_fail(p->err, BD_ERR_CONFIG, "%s", inner.message);
    }
    hole.name = hole.filter.words;
    if (!hole.name)
        return fail_at(p, from, "a hole without a name");
    p->out->parts[p->out->count++].hole = hole;
    return true;
}

/* The '}' that ends a hole; one in quotes is a character of a value. NULL = none */
static const char *hole_end(const char *open)
{
    bool quoted = false;
    for (const char *at = open; *at; at++) {
        quoted ^= *at == '"';
        if (*at == '}' && !quoted)
            return at;
    }
    return NULL;
}

static size_t count_braces(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == '{';
    return n;
}

bool bd_template_parse(const char *text, bd_arena *arena, bd_cell_template *out, bd_error *err)
{
    parser p = { text, arena, out, err };
    bd_buf literal = BD_BUF_INIT;
    bool ok = false;
    *out = (bd_cell_template){ .text.text = text };
    out->parts = bd_arena_alloc(arena, (2 * count_braces(text) + 1) * sizeof *out->parts);
    for (size_t i = 0; text[i]; i++) {
        bool doubled = (text[i] == '{' || text[i] == '}') && text[i + 1] == text[i];
        if (doubled || (text[i] != '{' && text[i] != '}')) {
            bd_buf_putc(&literal, text[i]);
            i += doubled;
            continue;
        }
        const char *end = text[i] == '{' ? hole_end(text + i) : NULL;
        if (!end) {
            fail_at(&p, i, text[i] == '{' ? "'{' without '}'" : "'}' without '{'");
            goto done;
        }
        add_literal(&p, &literal);
        if (!add_hole(&p, i, (size_t)(end - text)))
            goto done;
        i = (size_t)(end - text);
    }
    add_literal(&p, &literal);
    ok = true;
done:
    bd_buf_release(&literal);
    return ok;
}

const char *bd_hole_text(bd_arena *arena, const char *name)
{
    bd_buf out = BD_BUF_INIT;
    bd_buf_putc(&out, '{');
    bd_query_put_word(bd_str_of(name), &out);
    bd_buf_putc(&out, '}');
    const char *text = bd_arena_text(arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

/* "cpu.short" is cpu, short; "{cpu:short}" says the same. */
static void split_form(bd_hole *hole)
{
    static const char *const forms[] = { "short", "slug" };
    hole->word = bd_str_of(hole->name);
    for (size_t i = 0; i < BD_COUNT(forms); i++) {
        size_t length = strlen(forms[i]) + 1;
        if (hole->word.len <= length || !bd_str_ends(hole->word, forms[i])
            || hole->word.ptr[hole->word.len - length] != '.')
            continue;
        hole->word.len -= length;
        hole->form = hole->form ? hole->form : forms[i];
        return;
    }
}

static bool somebody_has(const bd_basis *basis, const char *key, bd_str value)
{
    bd_buf scratch = BD_BUF_INIT;
    bool has = false;
    for (size_t i = 0; i < basis->count && !has; i++) {
        const char *own = bd_observation_get(basis->items[i], bd_str_of(key), NULL, &scratch);
        has = own && bd_str_is(value, own);
    }
    bd_buf_release(&scratch);
    return has;
}

/* What was written in the wrong order or is no example went into the last value, or
 * into the example's unit. */
static bool check_order(const bd_basis *basis, bd_scalar text, const bd_hole *hole)
{
    bd_place place = bd_basis_place(basis, text, hole->offset);
    if (hole->style && strpbrk(hole->style, "=<>"))
        return bd_view_fail(basis->view, place, "the order is {METRIC CONDITIONS in UNIT:EXAMPLE}",
                            "%s: a condition stands behind the example in %s", basis->title,
                            hole->source);
    for (size_t i = 0; i < hole->filter.condition_count; i++) {
        const bd_condition *c = &hole->filter.conditions[i];
        for (size_t v = 0; v < c->value_count; v++) {
            bd_str value = bd_str_of(c->values[v]);
            const char *colon = strrchr(c->values[v], ':');
            size_t before = colon ? (size_t)(colon - value.ptr) : 0;
            if (colon && !somebody_has(basis, c->key, value)
                && somebody_has(basis, c->key, bd_str_sub(value, 0, before)))
                return bd_fail_example(basis, bd_str_sub(value, before + 1, value.len), place);
        }
    }
    return true;
}

/* Without asking for it: what is asked for is kept in benchdoc.lock. */
static bool is_dimension(const bd_basis *basis, bd_str name)
{
    for (size_t i = 0; i < basis->count; i++)
        for (size_t d = 0; d < basis->items[i]->dim_count; d++)
            if (bd_str_is(name, basis->items[i]->dims[d].name))
                return true;
    return false;
}

static bool compile_hole(const bd_basis *basis, bd_scalar text, bd_hole *hole)
{
    bool ok = check_order(basis, text, hole)
              && bd_basis_check_conditions(basis, &hole->filter, text, hole->inside);
    bool metric = bd_metric_named(basis, hole->name, &hole->metric);
    hole->kind = BD_HOLE_METRIC;
    /* a dimension's name is the row's own word */
    if (metric
        && (hole->metric.stat.kind != BD_STAT_VALUE
            || !bd_basis_has_dimension(basis, bd_str_of(hole->name))))
        return ok;
    bool special = strcmp(hole->name, "series") == 0 || strcmp(hole->name, "page") == 0;
    if (special && basis->table) {
        hole->kind = hole->name[0] == 's' ? BD_HOLE_SERIES : BD_HOLE_PAGE;
        return ok;
    }
    hole->kind = BD_HOLE_WORD;
    hole->word = bd_str_of(hole->name);
    if (!is_dimension(basis, hole->word)) /* "x.short" may be a name of the files */
        split_form(hole);
    return bd_basis_knows(basis, hole->word, bd_basis_place(basis, text, hole->offset)) && ok;
}

const bd_cell_template *bd_template_compile(const bd_basis *basis, bd_scalar text, bool said)
{
    bd_error err = BD_ERROR_INIT;
    bd_cell_template *t = bd_arena_alloc(basis->view->arena, sizeof *t);
    text = said ? text : bd_say_scalar(basis->view, text);
    if (!bd_template_parse(text.text, basis->view->arena, t, &err)) {
        size_t offset = err.column > 0 ? (size_t)err.column - 1 : 0;
        bd_view_fail(basis->view, bd_basis_place(basis, text, offset), err.hint, "%s: %s",
                     basis->title, err.message);
        return NULL;
    }
    t->text = text;
    bool ok = true;
    for (size_t i = 0; i < t->count; i++)
        if (!t->parts[i].literal)
            ok = compile_hole(basis, text, &t->parts[i].hole) && ok;
    return ok ? t : NULL;
}
