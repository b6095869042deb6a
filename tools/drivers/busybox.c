/* One applet of busybox as a program of its own. */
void lbb_prepare(const char *applet, char **arguments);
int APPLET_MAIN(int count, char **arguments);

int main(int count, char **arguments) {
    lbb_prepare(APPLET_NAME, arguments);
    return APPLET_MAIN(count, arguments);
}
