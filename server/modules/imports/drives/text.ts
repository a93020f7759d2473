import { Failure } from '#server/failure.ts'
import { type OutsideAnswer, refusalOfStatus } from '#server/http/outside.ts'
import { type Element, parseXml } from '#server/xml.ts'

/** A list of another side is not read further than this. */
const LIST_BYTES = 4 * 1_048_576

/** The text of an answer. Throws for one that is no success, and outsideUnreachable for one without an end. */
export async function textOfAnswer({ status, body, discard }: OutsideAnswer): Promise<string> {
  const refusal = refusalOfStatus(status)
  if (refusal) {
    discard()
    throw refusal
  }
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > LIST_BYTES) throw new Failure('outsideUnreachable')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** The elements of this name below the root of an XML answer. Throws outsideUnreachable for what is none. */
export async function xmlOfAnswer(answer: OutsideAnswer): Promise<Element> {
  const root = await parseXml(await textOfAnswer(answer))
  if (!root) throw new Failure('outsideUnreachable')
  return root
}

/** A date of another side, if it is one. */
export function momentOf(text: string | undefined): string | null {
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
export const sizeOf = (text: string | undefined): number => {
  const size = Number(text ?? 0)
  return Number.isSafeInteger(size) && size >= 0 ? size : 0
}
export const lengthOf = (header: string | undefined): number | null => (header === undefined ? null : sizeOf(header))
