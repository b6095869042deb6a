// Inline functions, templates and variables that every module has a copy of.
inline int counter() {
    static int calls = 0;
    return ++calls;
}

template <typename T> T square(T x) { return x * x; }

inline int shared_variable = 5;

struct Shape {
    virtual ~Shape() {}
    virtual int area() const { return 0; }
};

Shape *make_other(int);
int use_other();
