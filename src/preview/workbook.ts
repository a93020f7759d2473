const [ZIP, COMPOUND] = ['504b', 'd0cf']
/** First bytes of workbooks without a container, from before 1995. */
const BARE = new Set(['0900', '0902', '0904', '0908'])

/**
 * Whether bytes can be a workbook: a zip, a compound file, an old bare file, or for `xls` text, which programs save with
 * that suffix. The parser treats anything else as text and would show a damaged file as garbage.
 */
export function isWorkbook(bytes: Uint8Array, suffix: string): boolean {
  const first = [...bytes.subarray(0, 2)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const isUtf16 = first === 'fffe' || first === 'feff'
  const isText = suffix === 'xls' && (isUtf16 || !bytes.includes(0))
  return first === ZIP || first === COMPOUND || BARE.has(first) || isText
}
