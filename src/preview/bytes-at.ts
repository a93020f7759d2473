import { refusalIn } from './shown-error.ts'

/** Fetches the bytes at an address, or the range `0-99`. Throws the server's message for a refusal. */
export async function bytesAt(address: string, signal: AbortSignal, range?: string): Promise<ArrayBuffer> {
  const response = await fetch(address, { signal, ...(range && { headers: { range: `bytes=${range}` } }) })
  if (!response.ok) throw await refusalIn(response)
  return response.arrayBuffer()
}
