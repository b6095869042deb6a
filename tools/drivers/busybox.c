/* One applet of busybox as a program of its own. */
void lbb_prepare(const char *applet);
int APPLET_MAIN(int count, char **arguments);

int main(int count, char **arguments) {
    lbb_prepare(APPLET_NAME);
    return APPLET_MAIN(count, arguments);
}
