// fault: outside of every object
struct pair { int a, b; };

int main(void) {
    struct pair *nothing = 0;
    nothing->b = 5; // here
    return 0;
}
