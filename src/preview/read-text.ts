import { TEXT_PREVIEW_BYTES } from '#contract/limits.ts'
import { decode } from './decode.ts'

export type ReadText = { text: string; isWhole: boolean }

/** Reads the beginning of a file as text, at most `limit` bytes; the rest is not fetched. */
export async function readText(
  address: string,
  size: number,
  signal: AbortSignal,
  limit = TEXT_PREVIEW_BYTES,
): Promise<ReadText> {
  const isWhole = size <= limit
  const response = await fetch(address, { signal, ...(isWhole ? {} : { headers: { range: `bytes=0-${limit - 1}` } }) })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return { text: decode(await response.arrayBuffer(), isWhole), isWhole }
}
