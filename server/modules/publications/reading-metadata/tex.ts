/** Accents of TeX as the marks of Unicode that follow their letter. */
const ACCENTS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '"': '\u0308',
  '=': '\u0304',
  '.': '\u0307',
  u: '\u0306',
  v: '\u030c',
  H: '\u030b',
  c: '\u0327',
  k: '\u0328',
  r: '\u030a',
  d: '\u0323',
  b: '\u0331',
}
const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ss: 'ß',
    o: 'ø',
    O: 'Ø',
    l: 'ł',
    L: 'Ł',
    ae: 'æ',
    AE: 'Æ',
    oe: 'œ',
    OE: 'Œ',
    aa: 'å',
    AA: 'Å',
    i: 'i',
    j: 'j',
    textendash: '–',
    textemdash: '—',
    textasciitilde: '~',
    textasciicircum: '^',
    textbackslash: '\\',
    textdegree: '°',
    textmu: 'µ',
    times: '×',
    pm: '±',
  }),
)
const ACCENTED =
  /\\([`'^~"=.])\s*(?:\{\\?([A-Za-z])\}|\\?([A-Za-z]))|\\([uvHckrdb])(?:\s*\{\\?([A-Za-z])\}|\s+\\?([A-Za-z]))/g

/** The plain text of a value as TeX writes it: accents, signs and dashes; braces and other commands go. */
export const decodeTex = (text: string): string =>
  text
    .replace(ACCENTED, (_all, sign = '', inner = '', bare = '', letter = '', other = '', last = '') => {
      const base = String(inner || bare || other || last)
      return base + (ACCENTS[String(sign || letter)] ?? '')
    })
    .replace(/\\([A-Za-z]+)\s*(?:\{\})?/g, (_all, name: string) => SIGNS.get(name) ?? '')
    .replace(/(?<!\\)~/g, ' ')
    .replace(/(?<!\\)[{}$]/g, '')
    .replace(/\\([&%$#_{}~^\\])/g, '$1')
    .replace(/---/g, '—')
    .replace(/--/g, '–')
    .normalize('NFC')
