import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { chunkCountOf } from '#contract/uploads.ts'
import type { Client } from './client.ts'
import { md5, sliceOf } from './upload.ts'

const { shares, shareAccess } = contract

/** The secret in a link's address. */
export const secretOf = ({ link }: { link: string | null }): string =>
  new URL(link ?? 'http://nowhere').searchParams.get('link') ?? ''

type Wish = Omit<InputOf<typeof shares.makeFile>, 'hashList'> & { hashes: string[] }

/** Shares items and returns the link with its secret. */
export async function share(client: Client, { hashes, ...wish }: Wish) {
  const made = await client.data(shares.makeFile, { ...wish, hashList: hashes })
  return { ...made, linkId: secretOf(made) }
}

type Drop = { linkId: string; code: string; name: string; path?: string }
/** Uploads bytes to a drop box by the whole procedure. */
export async function drop(client: Client, { linkId, code, name, path = '' }: Drop, bytes: Uint8Array) {
  const wish = { linkId, code, name, path, total: bytes.length, fileMd5: md5(bytes) }
  const { checkId } = await client.data(shareAccess.boxCheck, wish)
  const chunkCount = chunkCountOf(bytes.length)
  for (let chunkIndex = 0; chunkIndex < chunkCount; chunkIndex += 1) {
    const response = await sendDropped(client, { linkId, code, checkId, chunkCount, chunkIndex }, bytes)
    if (!response.ok) throw new Error(await response.text())
  }
  return client.data(shareAccess.boxMerge, { linkId, code, checkId })
}

/** Sends one chunk of bytes as a browser does. */
export function sendDropped(
  client: Client,
  form: { linkId: string; code: string; checkId: string; chunkCount: number; chunkIndex: number },
  bytes: Uint8Array,
): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.set(name, String(value))
  body.set('file', new Blob([new Uint8Array(sliceOf(bytes, form.chunkIndex))]), 'chunk')
  return client.fetch(`/api${shareAccess.boxChunk.path}`, { method: 'POST', body })
}
