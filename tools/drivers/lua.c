/* Lua: a text is compiled and, if it is a program, run for a while. */
#include "text.h"

#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>

enum { STEPS = 100 };

static void stop(lua_State *lua, lua_Debug *unused) {
    luaL_error(lua, "too many steps");
}

int main(void) {
    size_t length;
    char *text = any_text(8, &length);
    lua_State *lua = luaL_newstate();
    if (!lua)
        return 1;
    lua_sethook(lua, stop, LUA_MASKCOUNT, STEPS);
    if (luaL_loadbufferx(lua, text, length, "text", "t") || lua_pcall(lua, 0, 0, 0))
        printf("%s\n", lua_tostring(lua, -1));
    lua_close(lua);
    free(text);
    return 0;
}
