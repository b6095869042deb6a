/* Lua: a number of quarters as a text, which is read again. */
#include <assert.h>
#include <klee/klee.h>
#include <lauxlib.h>
#include <lua.h>
#include <stdlib.h>

int main(void) {
    double number = klee_range(-1000, 1001, "quarters") / 4.0;
    lua_State *lua = luaL_newstate();
    if (!lua)
        return 9;
    lua_pushnumber(lua, number);
    assert(strtod(lua_tostring(lua, -1), NULL) == number);
    lua_close(lua);
    return 0;
}
