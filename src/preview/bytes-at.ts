import { refusalIn } from './shown-error.ts'

/** The bytes at an address, or `0-99` of them. Throws what the server says of a refusal. */
export async function bytesAt(address: string, signal: AbortSignal, range?: string): Promise<ArrayBuffer> {
  const response = await fetch(address, { signal, ...(range && { headers: { range: `bytes=${range}` } }) })
  if (!response.ok) throw await refusalIn(response)
  return response.arrayBuffer()
}
