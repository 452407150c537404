/* What the options of `gate`, and of a comment that tells of gates, ask for: see gate.h. */
#include "cli/gate.h"

/* "150%" and "1.5"; 150 without a sign is meant as the former by most who write it. */
static bool read_ratio(const char *text, const char *option, double *out, bd_error *err)
{
    enum { SURELY_PERCENT = 20 };
    bd_number number;
    bd_str unit;
    if (!text)
        return true;
    if (bd_quantity_parse(bd_str_of(text), &number, &unit)) {
        bool percent = bd_str_is(unit, "%");
        *out = bd_number_as_double(number) / (percent ? 100 : 1);
        if (*out > 0 && (percent || (unit.len == 0 && *out < SURELY_PERCENT)))
            return true;
    }
    bd_hint(err, "--%s 150%%, or --%s 1.5", option, option);
    return bd_fail(err, BD_ERR_USAGE, "--%s takes a ratio, not '%s'", option, text);
}

bool bd_gate_ask(const bd_ctx *ctx, const bd_alert_options *asked, bd_gate_call *call,
                 bd_error *err)
{
    const bd_env *env = ctx->env;
    *call = (bd_gate_call){ .now_ns = env->now_unix_ns(env->state),
                            .alert_alone = asked->compat_alerts != NULL };
    if (asked->alert && asked->compat_alerts) {
        bd_hint(err, "--compat-alerts is --alert without evidence: use one of them");
        return bd_fail(err, BD_ERR_USAGE, "--alert and --compat-alerts exclude each other");
    }
    return read_ratio(asked->alert, "alert", &call->alert, err)
           && read_ratio(asked->compat_alerts, "compat-alerts", &call->alert, err);
}

bool bd_gate_sides(const bd_sides *s, const bd_comparison *comparison, bd_gate_call call,
                   bd_gate_report *out)
{
    bool whole = s->heads_are_inputs && !s->asked->suite && !s->options.query;
    call.config = s->project.config;
    call.comparison = comparison;
    call.scope = whole ? BD_GATE_WHOLE : BD_GATE_PART;
    return bd_gate_judge(&call, out, &s->ctx->found);
}
