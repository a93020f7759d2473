/** `%` and `_` of a search text stand for themselves. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
