// The containers of the standard library: trees, hash tables, lists and strings, with keys that are not known.
#include <klee/klee.h>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

static int trees(unsigned char key) {
    std::map<int, int> map;
    for (int i = 0; i < 12; i++)
        map[(i * 5) % 13] = i;
    map.erase(7);
    map.erase(map.begin());
    std::set<int> seen;
    for (const auto &entry : map)
        seen.insert(-entry.first);
    if (seen.size() != 10 || *seen.begin() != -12 || *--seen.end() != -1)
        return -1;
    return map.count(key) ? map[key] : 99;
}

static int tables(unsigned char key) {
    std::unordered_map<std::string, int> table;
    for (int i = 0; i < 20; i++)
        table["name" + std::to_string(i)] = i;
    int weight = 0, all = 0;
    for (const auto &entry : table)
        all = all * 31 + entry.second * ++weight;
    auto found = table.find(key == 3 ? "name13" : "nobody");
    return found == table.end() ? all & 0xff : found->second;
}

static int lists(unsigned char key) {
    std::list<int> first = {3, 1, 2}, second = {9, key % 2 ? 0 : 8};
    first.sort();
    first.splice(first.begin(), second);
    first.reverse();
    first.remove(2);
    return first.front() * 10 + first.back();
}

int main() {
    unsigned char key;
    klee_make_symbolic(&key, sizeof key, "key");
    klee_assume(key < 16);
    int result = trees(key);
    if (result == 99)
        return tables(key); //~ reached
    if (lists(key) != 39)
        return 1; //~ dead
    klee_assert(result != 6); //~ bug: assert
    return result;            //~ reached
}
