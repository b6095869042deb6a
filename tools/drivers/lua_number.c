/* Lua: a text of at most 4 characters is read as a number, whole or not. -DMOST=N for other lengths. */
#include "text.h"

#include <lauxlib.h>
#include <lua.h>

#ifndef MOST
#define MOST 4
#endif

int main(void) {
    size_t length;
    char *text = any_text(MOST, &length);
    lua_State *lua = luaL_newstate();
    if (!lua)
        return 9;
    int result = 0;
    if (lua_stringtonumber(lua, text))
        result = lua_isinteger(lua, -1) ? 1 : lua_tonumber(lua, -1) > 100 ? 2 : 3;
    lua_close(lua);
    free(text);
    return result;
}
