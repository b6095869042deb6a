/* libpng: bytes are read as what follows the signature of a picture; errors come back by longjmp. */
#include "text.h"

#include <png.h>
#include <stdio.h>
#include <string.h>

static struct {
    const char *at;
    size_t left;
} source;

static void give(png_structp png, png_bytep to, size_t size) {
    if (size > source.left)
        png_error(png, "the picture ends too early");
    memcpy(to, source.at, size);
    source.at += size;
    source.left -= size;
}

static void read_picture(png_structp png, png_infop info) {
    png_read_info(png, info);
    printf("%u times %u\n", (unsigned)png_get_image_width(png, info), (unsigned)png_get_image_height(png, info));
    png_set_expand(png);
    png_read_update_info(png, info);
    png_bytep row = png_malloc(png, png_get_rowbytes(png, info));
    png_read_row(png, row, NULL);
    png_free(png, row);
}

int main(void) {
    size_t length;
    char *text = any_text(64, &length);
    source.at = text;
    source.left = length;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info)
        return 1;
    png_set_user_limits(png, 64, 64);
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_set_read_fn(png, NULL, give);
    png_set_sig_bytes(png, 8);
    if (setjmp(png_jmpbuf(png)))
        printf("an error\n");
    else
        read_picture(png, info);
    png_destroy_read_struct(&png, &info, NULL);
    free(text);
    return 0;
}
