import type { IncomingMessage } from 'node:http'

/** The whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** The parts of a form by their names. */
export async function formOf(request: IncomingMessage): Promise<FormData> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  return new Response(new Uint8Array(await bodyOf(request)), { headers }).formData()
}

/** What a repository does with the bytes of files. */
export type Taking = {
  /** Breaks the next body off that goes to such an address, after so many bytes; `always`: each of them. */
  breakOff: null | { at: RegExp; bytes: number; always?: true }
  /** Bytes of files that arrived, those of bodies that broke off included. */
  received: number
}
/** The bytes of a file or part; null: the connection broke off. */
export async function contentOf(request: IncomingMessage, taking: Taking): Promise<Buffer | null> {
  const cut = taking.breakOff?.at.test(request.url ?? '') ? taking.breakOff : null
  const pieces: Buffer[] = []
  for await (const piece of request) {
    taking.received += (piece as Buffer).length
    pieces.push(piece as Buffer)
    if (!cut || Buffer.concat(pieces).length < cut.bytes) continue
    if (!cut.always) taking.breakOff = null
    request.destroy()
    return null
  }
  return Buffer.concat(pieces)
}
