/**
 * Replacements for private-use characters that office programs write for symbol fonts (Symbol, Wingdings, OpenSymbol).
 * Without these fonts they appear as boxes; the map covers the characters used in lists.
 */
const signs: Readonly<Record<string, string>> = {
  '\uf02d': '–',
  '\uf06c': '●',
  '\uf06e': '■',
  '\uf06f': '□',
  '\uf071': '❑',
  '\uf075': '◆',
  '\uf076': '❖',
  '\uf095': '•',
  '\uf09f': '•',
  '\uf0a7': '▪',
  '\uf0a8': '□',
  '\uf0b7': '•',
  '\uf0d8': '➢',
  '\uf0e0': '→',
  '\uf0fb': '✗',
  '\uf0fc': '✓',
  '\uf0fe': '☑',
  '\ue00c': '◆',
}

/** Replaces private-use characters by ones that every font has. */
export const plainSigns = (text: string): string => text.replaceAll(/[\ue000-\uf8ff]/g, (sign) => signs[sign] ?? sign)
