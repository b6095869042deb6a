// Containers of our own: a vector that grows, a list, a map as a tree, iterators, range-for, algorithms.
#include <cstdio>

template <typename T> class Vector {
public:
    ~Vector() { delete[] data; }
    void add(const T &value) {
        if (n == room) {
            room = room ? room * 2 : 2;
            T *bigger = new T[room];
            for (unsigned i = 0; i < n; i++) bigger[i] = data[i];
            delete[] data;
            data = bigger;
        }
        data[n++] = value;
    }
    T *begin() { return data; }
    T *end() { return data + n; }
    T &operator[](unsigned i) { return data[i]; }
    unsigned size() const { return n; }

private:
    T *data = nullptr;
    unsigned n = 0, room = 0;
};

template <typename K, typename V> class Map {
    struct Node { K key; V value; Node *left, *right; };

public:
    ~Map() { drop(root); }
    V &operator[](K key) {
        Node **at = &root;
        while (*at && (*at)->key != key) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
        if (!*at) *at = new Node{key, V(), nullptr, nullptr};
        return (*at)->value;
    }
    template <typename F> void each(F f) const { visit(root, f); }

private:
    template <typename F> static void visit(const Node *node, F &f) {
        if (!node) return;
        visit(node->left, f);
        f(node->key, node->value);
        visit(node->right, f);
    }
    static void drop(Node *node) {
        if (!node) return;
        drop(node->left), drop(node->right);
        delete node;
    }
    Node *root = nullptr;
};

template <typename I, typename Less> static void insertion_sort(I begin, I end, Less less) {
    for (I i = begin; i != end; ++i)
        for (I j = i; j != begin && less(*j, *(j - 1)); --j) {
            auto t = *j;
            *j = *(j - 1);
            *(j - 1) = t;
        }
}

int main() {
    Vector<int> numbers;
    for (int i = 0; i < 15; i++) numbers.add(i * 17 % 23);
    insertion_sort(numbers.begin(), numbers.end(), [](int a, int b) { return a > b; });
    for (int n : numbers) std::printf("%d ", n);
    Map<char, int> letters;
    for (const char *p = "mississippi river"; *p; p++) letters[*p]++;
    letters.each([](char c, int n) { std::printf("%c%d ", c, n); });
    Vector<Vector<int> *> nested;
    for (unsigned i = 0; i < 3; i++) {
        nested.add(new Vector<int>);
        for (unsigned j = 0; j <= i; j++) nested[i]->add(int(i * j));
    }
    unsigned sum = 0;
    for (auto *v : nested) {
        for (int x : *v) sum += unsigned(x) + v->size();
        delete v;
    }
    std::printf("%u\n", sum);
    return 0;
}
