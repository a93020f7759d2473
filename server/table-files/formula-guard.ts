/** What a spreadsheet program would run as a formula when it opens a CSV. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/
const GUARDED = /^'(?='*[=+\-@\t\r＝＋－＠])/

/**
 * An apostrophe before a text that would become a formula; a text that looks guarded already gets one more, so that
 * `unguarded` gives back every text as it was.
 */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
export const unguarded = (text: string): string => text.replace(GUARDED, '')
