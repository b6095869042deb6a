// A linked list with ownership, new and delete.
// paths: 5 -- found at each of four places, or not found
#include <assert.h>
#include <klee/klee.h>

template <typename T> struct List {
    struct Node {
        T value;
        Node *next;
    };
    Node *head = nullptr;
    void push(T value) { head = new Node{value, head}; }
    ~List() {
        while (head) {
            Node *next = head->next;
            delete head;
            head = next;
        }
    }
    const Node *find(T value) const {
        for (const Node *node = head; node; node = node->next)
            if (node->value == value)
                return node;
        return nullptr;
    }
};

int main() {
    List<int> list;
    for (int i = 1; i <= 4; i++)
        list.push(i);
    int key;
    klee_make_symbolic(&key, sizeof key, "key");
    auto hit = list.find(key);
    if (!hit)
        return 0; //~ reached
    assert(hit->value == key);
    if (key == 3)
        return 2; //~ reached
    return 1;     //~ reached
}
