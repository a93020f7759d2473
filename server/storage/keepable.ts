/** U+0000 and half a character mean nothing to us, and the database could not keep them. */
export const isKeepable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
