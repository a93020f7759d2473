/** Texts that a spreadsheet program would run as a formula when it opens a CSV. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/
const GUARDED = /^'(?='*[=+\-@\t\r＝＋－＠])/

/**
 * Adds an apostrophe to a text that would become a formula; a text that already looks guarded gets another one, so that
 * `unguarded` restores every text exactly.
 */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
export const unguarded = (text: string): string => (text.startsWith("'") ? text.replace(GUARDED, '') : text)
