/** False for texts with U+0000 or lone surrogates, which the database can't store. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
