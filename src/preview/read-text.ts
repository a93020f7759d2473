import { TEXT_PREVIEW_BYTES } from '#contract/limits.ts'

export type ReadText = { text: string; isWhole: boolean }

/** Text of bytes: UTF-8, or what Chinese office programs write (GB 18030). */
export function decode(bytes: ArrayBuffer, isWhole: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
  } catch {
    // Not UTF-8: the other encoding that research tables come in.
    return new TextDecoder('gb18030').decode(bytes)
  }
}

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
