import type * as z from 'zod/mini'
import { Failure } from '#server/failure.ts'
import { demandSuccess, type Outside, type OutsideAnswer, wholeOf } from '#server/http/outside.ts'
import type { Sums } from '../sums.ts'

/** Longest list of files that is read, in bytes; some 30,000 files. */
const LIST_BYTES = 8 * 1_048_576

/** A file of a published dataset. `refused`: it is listed, and not given to everybody. */
export type PublishedFile = {
  path: string
  /** Null if the list does not say. */
  size: number | null
  url: string
  sums: Sums
  isRefused?: boolean
}
/** A published dataset; `metadata`: the address of its description, to be stored beside its files under this name. */
export type Published = { title: string; files: PublishedFile[]; metadata: { url: string; name: string } | null }
export type Ask = (url: string | URL, accept?: string) => Promise<OutsideAnswer>

export const asking =
  (outside: Outside, signal: AbortSignal): Ask =>
  (url, accept = '*/*') =>
    outside.ask(url, { headers: { accept }, signal })

/** The text of an answer. Throws outsideGone and the like. */
export async function textOf(answer: OutsideAnswer): Promise<string> {
  demandSuccess(answer)
  return (await wholeOf(answer, LIST_BYTES)).toString('utf8')
}

/** Parses a JSON text by a schema; null if it does not match. */
export function read<T extends z.ZodMiniType>(schema: T, text: string): z.output<T> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // It is no JSON.
    return null
  }
}

/** The JSON of an answer. Throws outsideUnreachable when it is not what a repository says. */
export async function jsonOf<T extends z.ZodMiniType>(schema: T, answer: OutsideAnswer): Promise<z.output<T>> {
  const found = read(schema, await textOf(answer))
  if (found === null) throw new Failure('outsideUnreachable')
  return found
}
