/* Host tool of the build: writes a file as a C array, so that templates and SQL
 * stay plain files and the program needs none of them at run time.
 *
 * usage: embed_file IDENTIFIER INPUT OUTPUT */
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    FILE *in = fopen(argv[2], "rb"), *out = fopen(argv[3], "wb");
    if (!in || !out) {
        fprintf(stderr, "embed_file: cannot open %s or %s\n", argv[2], argv[3]);
        return 1;
    }
    fprintf(out, "#include <stddef.h>\nextern const char %s[];\nextern const size_t %s_len;\n",
            argv[1], argv[1]);
    fprintf(out, "const char %s[] = {", argv[1]);
    size_t n = 0;
    for (int c; (c = getc(in)) != EOF; n++)
        fprintf(out, "%s%d,", n % 20 == 0 ? "\n" : "", c < 128 ? c : c - 256);
    fprintf(out, "\n0};\nconst size_t %s_len = %zu;\n", argv[1], n);
    fclose(in);
    return fclose(out) == 0 ? 0 : 1;
}
