/* The PostgreSQL store passes the conformance suite that SQLite's passes. */
#include "tests/store/conformance.h"

#include "tests/store/postgres.h"
#include "tests/support.h"

static void there_is_a_server(void **state)
{
    (void)state;
    postgres_need();
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = { cmocka_unit_test(there_is_a_server) };
    const conformance server = {
        .name = "postgresql",
        .url = postgres_url(),
        .persists = true,
        .empty = postgres_empty,
    };
    int failed = cmocka_run_group_tests_name("postgresql server", tests, NULL, NULL);
    return failed + (server.url ? conformance_run(&server) : 0);
}
