/** Escapes a search text for `like`: `%` and `_` in it match themselves. */
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
