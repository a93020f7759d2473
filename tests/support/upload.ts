import { createHash } from 'node:crypto'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import type { Conflict, FileRecord } from '#contract/files.ts'
import { contract } from '#contract/index.ts'
import { chunkCountOf } from '#contract/uploads.ts'
import type { Client } from './client.ts'

const { uploads } = contract
type Upload = { spaceId: string; hash?: string; name: string; conflict?: Conflict; fileSha256?: string }

export const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const check = (client: Client, { spaceId, hash, name, conflict, fileSha256 }: Upload, bytes: Uint8Array) =>
  client.call(uploads.check, {
    spaceId,
    name,
    total: bytes.length,
    fileMd5: md5(bytes),
    ...(hash && { hash }),
    ...(conflict && { conflict }),
    ...(fileSha256 && { fileSha256 }),
  })

/** Sends one chunk as a browser does, as a multipart form. */
export async function sendChunk(
  client: Client,
  form: { checkId: string; chunkCount: number; chunkIndex: number },
  bytes: Uint8Array,
): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.set(name, String(value))
  body.set('file', new Blob([new Uint8Array(bytes)]), 'chunk')
  return client.fetch(`/api${uploads.chunk.path}`, { method: 'POST', body })
}

export const sliceOf = (bytes: Uint8Array, index: number) =>
  bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES)

/** Uploads bytes by the whole procedure and returns the file record. */
export async function upload(client: Client, target: Upload, bytes: Uint8Array): Promise<FileRecord> {
  const answer = await check(client, target, bytes)
  if (answer.code !== 0) throw new Error(JSON.stringify(answer))
  const { code, file, checkId } = answer.data as { code: number; file?: FileRecord; checkId?: string }
  if (code === 3 && file) return file
  if (!checkId) throw new Error(JSON.stringify(answer))
  const chunkCount = chunkCountOf(bytes.length)
  for (let chunkIndex = 0; chunkIndex < chunkCount; chunkIndex += 1) {
    const response = await sendChunk(client, { checkId, chunkCount, chunkIndex }, sliceOf(bytes, chunkIndex))
    if (!response.ok) throw new Error(await response.text())
  }
  return client.data(uploads.merge, { checkId })
}

/** A file of a pack; what is stated here goes before what its bytes are. */
export type Listed = {
  name: string
  hash?: string
  /** Folders of a visitor's file. */
  path?: string
  conflict?: string
  fileMd5?: string
  total?: number
  bytes: Uint8Array
}

/** Sends small files in one body as a browser does; `body` replaces their bytes. */
export const sendPack = (
  client: Client,
  spaceId: string,
  listed: readonly Listed[],
  body?: Buffer<ArrayBuffer>,
): Promise<Response> => postPack(client, { path: uploads.pack.path, fields: { spaceId } }, listed, body)

/** The same to any operation that takes packs. */
export function postPack(
  client: Client,
  { path, fields }: { path: string; fields: Record<string, string> },
  listed: readonly Listed[],
  body = Buffer.concat(listed.map(({ bytes }) => bytes)),
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const list = listed.map(({ bytes, ...one }) => ({ total: bytes.length, fileMd5: md5(bytes), ...one }))
  form.set('files', JSON.stringify(list))
  form.set('file', new Blob([body]), 'pack')
  return client.fetch(`/api${path}`, { method: 'POST', body: form })
}
