/** A search text for `like`: `%` and `_` in it stand for themselves. */
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
