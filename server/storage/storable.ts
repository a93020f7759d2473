/** U+0000 and lone surrogates mean nothing to us, and the database could not store them. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
