/* The least a program can do: what is measured is the start and the end of the engine. */
int main(void) {
    return 0;
}
