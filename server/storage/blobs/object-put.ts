import { Readable } from 'node:stream'
import { fault } from '../fault.ts'
import { newId } from '../id.ts'
import type { Digest } from './blob-store.ts'
import { digesting } from './digest.ts'
import { copyObject } from './object-copy.ts'
import { objectKeys } from './object-keys.ts'
import type { Multipart, Objects } from './objects.ts'
import { piecesOf } from './pieces.ts'
import type { StagedRows } from './staged-rows.ts'

const MIB = 1_048_576

/**
 * Size of a part in bytes. A content of unknown length begins with small parts; later ones grow to stay within the
 * allowed number: 8 GiB, then 125, then 625.
 */
function partBytes(number: number): number {
  if (number <= 1000) return 8 * MIB
  return (number <= 5000 ? 32 : 128) * MIB
}

/** Splits a content into parts, the last one of any size. An empty content is one empty part. */
export async function* inParts(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  take: (piece: Uint8Array) => void,
): AsyncGenerator<Buffer> {
  for await (const { bytes } of piecesOf(seen(content, take), partBytes)) yield bytes
}

async function* seen(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, take: (piece: Uint8Array) => void) {
  for await (const piece of content) {
    take(piece)
    yield piece
  }
}

type Needs = { rows: StagedRows; objects: Objects }

/** Uploads parts as they arrive, one being sent while the next is buffered. Returns their ETags. */
async function sendParts(
  { rows, objects }: Needs,
  whole: Multipart,
  uploadId: string,
  parts: AsyncIterable<Buffer>,
): Promise<string[]> {
  const etags: string[] = []
  let sending: Promise<string> | undefined
  for await (const part of parts) {
    if (sending) etags.push(await sending)
    // Keeps the sweeper from removing a slow upload while it is in progress.
    await rows.touch(uploadId, 1)
    sending = objects.putPart(whole, etags.length + 1, part, part.length)
    // The error is handled where the promise is awaited.
    sending.catch(() => {})
    fault('content-half')
  }
  if (sending) etags.push(await sending)
  return etags
}

async function* chained(first: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  yield* rest
}

/** Uploads a large content under a temporary name, then copies it to its hash, known only at the end. */
async function putLarge(
  needs: Needs,
  parts: AsyncIterable<Buffer>,
  { endOf, replaces }: { endOf: () => Digest; replaces: boolean },
): Promise<Digest> {
  const { rows, objects } = needs
  const uploadId = `${newId()}.put`
  const key = objectKeys.whole(uploadId, (await rows.touch(uploadId, 1)).whole)
  const whole = await objects.begin(key)
  try {
    const etags = await sendParts(needs, whole, uploadId, parts)
    const digest = endOf()
    const to = objectKeys.content(digest.sha256)
    if (replaces || (await objects.sizeOf(to)) === null) {
      await objects.join(whole, etags)
      fault('object-joined')
      await copyObject(objects, key, to, digest.size)
      await objects.remove(key)
    } else await objects.abort(whole)
    return digest
  } catch (error) {
    await objects.abort(whole).catch(() => {
      // The store is unavailable: the sweeper removes what was begun.
    })
    throw error
  } finally {
    await rows.discard(uploadId)
  }
}

/** Stores a content of any length; at most two parts of it are in memory. */
export async function putObject(
  needs: Needs,
  content: AsyncIterable<Uint8Array> | Uint8Array,
  { replaces } = { replaces: false },
): Promise<Digest> {
  // An early stream error without a listener would end the process; the loop below gets the error too.
  if (content instanceof Readable) content.on('error', () => {})
  const { take, end } = digesting()
  const parts = inParts(content instanceof Uint8Array ? [content] : content, take)
  const first = await parts.next()
  const second = await parts.next()
  if (second.done) {
    const digest = end()
    await needs.objects.put(objectKeys.content(digest.sha256), first.value ?? Buffer.alloc(0))
    return digest
  }
  return putLarge(needs, chained([first.value ?? Buffer.alloc(0), second.value], parts), { endOf: end, replaces })
}
