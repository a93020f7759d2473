/** Texts that a spreadsheet program would run as a formula when it opens a CSV. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/
/** A number with its sign computes nothing, and must stay a number in what reads it. */
const NUMBER = /^[+-](?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const GUARDED = /^'(?='*[=+\-@\t\r＝＋－＠])/

/**
 * Adds an apostrophe to a text that would become a formula, which a plain number is not; a text that already looks
 * guarded gets another one, so that `unguarded` restores every text exactly.
 */
export const guarded = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text)
export const unguarded = (text: string): string => (text.startsWith("'") ? text.replace(GUARDED, '') : text)
