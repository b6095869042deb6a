// fault: write to constant memory
int main(void) {
    char *text = (char *)"constant";
    text[0] = 'C'; // here
    return 0;
}
