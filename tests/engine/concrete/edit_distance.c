// Edit distance, longest common subsequence with its text, and the knapsack, by tables.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int least(int a, int b) { return a < b ? a : b; }

static int edit(const char *a, const char *b) {
    int m = (int)strlen(a), n = (int)strlen(b), *row = malloc((size_t)(n + 1) * sizeof *row);
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; i <= m; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int up = row[j];
            row[j] = least(least(row[j], row[j - 1]) + 1, corner + (a[i - 1] != b[j - 1]));
            corner = up;
        }
    }
    int result = row[n];
    free(row);
    return result;
}

static void common(const char *a, const char *b, char *out) {
    size_t m = strlen(a), n = strlen(b);
    int(*t)[n + 1] = calloc(m + 1, sizeof *t);
    for (size_t i = m; i-- > 0;)
        for (size_t j = n; j-- > 0;)
            t[i][j] = a[i] == b[j] ? t[i + 1][j + 1] + 1 : t[i + 1][j] > t[i][j + 1] ? t[i + 1][j] : t[i][j + 1];
    for (size_t i = 0, j = 0; i < m && j < n;) {
        if (a[i] == b[j])
            *out++ = a[i], i++, j++;
        else if (t[i + 1][j] >= t[i][j + 1])
            i++;
        else
            j++;
    }
    *out = 0;
    free(t);
}

int main(void) {
    static const char *const pairs[][2] = {
        {"kitten", "sitting"}, {"saturday", "sunday"}, {"", "abc"}, {"same", "same"}, {"intention", "execution"}, {"AGGTAB", "GXTXAYB"},
    };
    for (int i = 0; i < 6; i++) {
        char out[32];
        common(pairs[i][0], pairs[i][1], out);
        printf("%-10s %-10s %d '%s'\n", pairs[i][0], pairs[i][1], edit(pairs[i][0], pairs[i][1]), out);
    }
    static const int weight[] = {12, 2, 1, 4, 1, 9, 7}, worth[] = {4, 2, 1, 10, 2, 11, 9};
    int best[31] = {0};
    for (int i = 0; i < 7; i++)
        for (int room = 30; room >= weight[i]; room--)
            if (best[room - weight[i]] + worth[i] > best[room])
                best[room] = best[room - weight[i]] + worth[i];
    for (int room = 0; room <= 30; room += 5)
        printf("%d ", best[room]);
    puts("");
    return 0;
}
