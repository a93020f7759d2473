const [ZIP, COMPOUND] = ['504b', 'd0cf']
/** The first records of workbooks that lie in no container: those of the years before 1995. */
const BARE = new Set(['0900', '0902', '0904', '0908'])

/**
 * Whether bytes can be a workbook: a zip, a compound file, an old bare one, or the text that programs write under the
 * same suffix. The reader takes anything else for text too, and would show a damaged file as a table of signs.
 */
export function isWorkbook(bytes: Uint8Array): boolean {
  const first = [...bytes.subarray(0, 2)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const isUtf16 = first === 'fffe' || first === 'feff'
  return first === ZIP || first === COMPOUND || BARE.has(first) || isUtf16 || !bytes.includes(0)
}
