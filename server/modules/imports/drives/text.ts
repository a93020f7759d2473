import { Failure } from '#server/failure.ts'
import { demandSuccess, type OutsideAnswer, wholeOf } from '#server/http/outside.ts'
import { type Element, parseXml } from '#server/xml.ts'

/** Maximum size in bytes of a remote list. */
const LIST_BYTES = 4 * 1_048_576

/** Parses an XML answer. Throws for an HTTP error, and outsideUnreachable for invalid XML. */
export async function xmlOfAnswer(answer: OutsideAnswer): Promise<Element> {
  demandSuccess(answer)
  const root = await parseXml((await wholeOf(answer, LIST_BYTES)).toString('utf8'))
  if (!root) throw new Failure('outsideUnreachable')
  return root
}

/** Parses a remote date; null when it is invalid. */
export function timestampOf(text: string | undefined): string | null {
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
export const sizeOf = (text: string | undefined): number => {
  const size = Number(text ?? 0)
  return Number.isSafeInteger(size) && size >= 0 ? size : 0
}
export const lengthOf = (header: string | undefined): number | null => (header === undefined ? null : sizeOf(header))
