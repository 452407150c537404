/* Colours and dashes. The series colours keep the order of hues of Okabe & Ito (2008,
 * "Color Universal Design") and were moved until every one has a contrast of 3 : 1 on its
 * paper and every two differ under simulated deuteranopia (Machado et al. 2009); the tests
 * hold them to that. The papers are GitHub's. */
#include "render/chart/internal.h"

#include <math.h>

static double linear(uint8_t channel)
{
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

double bd_luminance(bd_colour colour)
{
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green)
           + 0.0722 * linear(colour.blue);
}

bd_colour bd_theme_colour(int ink, bool dark)
{
    static const bd_colour colours[BD_INK_ON_SERIES][2] = {
        [BD_INK_PAPER] = { { 0xff, 0xff, 0xff }, { 0x0d, 0x11, 0x17 } },
        [BD_INK_TEXT] = { { 0x1f, 0x23, 0x28 }, { 0xe6, 0xed, 0xf3 } },
        [BD_INK_MUTED] = { { 0x59, 0x63, 0x6e }, { 0x9b, 0xa5, 0xb0 } },
        [BD_INK_GRID] = { { 0xe1, 0xe5, 0xea }, { 0x2a, 0x31, 0x3a } },
        [BD_INK_GRID_MINOR] = { { 0xf1, 0xf3, 0xf6 }, { 0x1a, 0x20, 0x27 } },
        [BD_INK_AXIS] = { { 0x8c, 0x95, 0x9f }, { 0x6e, 0x76, 0x81 } },
        [BD_INK_LIMIT] = { { 0xb4, 0x23, 0x18 }, { 0xff, 0x8a, 0x80 } },
        [BD_INK_SERIES + 0] = { { 0x20, 0x6d, 0xa1 }, { 0x24, 0x98, 0xff } },
        [BD_INK_SERIES + 1] = { { 0xe0, 0x71, 0x1a }, { 0xe8, 0x74, 0x2c } },
        [BD_INK_SERIES + 2] = { { 0x4b, 0x89, 0x4d }, { 0x68, 0xc5, 0x75 } },
        [BD_INK_SERIES + 3] = { { 0xb5, 0x83, 0x99 }, { 0xc8, 0x9f, 0xb4 } },
        [BD_INK_SERIES + 4] = { { 0x62, 0x49, 0x00 }, { 0xed, 0xe0, 0x4a } },
        [BD_INK_SERIES + 5] = { { 0x18, 0x96, 0xf9 }, { 0x4e, 0xce, 0xff } },
        [BD_INK_SERIES + 6] = { { 0x41, 0x55, 0x3f }, { 0x5a, 0x7d, 0xac } },
        [BD_INK_SERIES + 7] = { { 0x66, 0x3c, 0x62 }, { 0xbc, 0x2e, 0x62 } },
    };
    if (ink < BD_INK_ON_SERIES)
        return colours[ink][dark ? 1 : 0];
    double under = bd_luminance(colours[ink - BD_SERIES_COLOURS][dark ? 1 : 0]);
    /* the better of (1 + .05) / (L + .05) and (L + .05) / .05 is never below 4.58 */
    return under < 0.179 ? (bd_colour){ 255, 255, 255 } : (bd_colour){ 0, 0, 0 };
}

int bd_series_ink(size_t series)
{
    return BD_INK_SERIES + (int)(series % BD_SERIES_COLOURS);
}

const double *bd_theme_dash(unsigned dash)
{
    static const double dashes[BD_DASHES + 1][7] = {
        { 0 },        { 8, 4, 0 },
        { 2, 3, 0 },  { 9, 3, 2, 3, 0 },
        { 14, 4, 0 }, [BD_DASH_LIMIT] = { 6, 4, 0 },
    };
    return dashes[dash <= BD_DASH_LIMIT ? dash : 0];
}
