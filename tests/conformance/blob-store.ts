import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { type BlobStore, INCOMPLETE } from '#server/storage/blobs/blob-store.ts'
import { newId } from '#server/storage/id.ts'

/** Opens a driver over its empty place; `reopen` opens another one over the same place, as after a restart. */
export type Driver = { name: string; open: () => Promise<{ store: BlobStore; reopen: () => Promise<BlobStore> }> }

export const digestOf = (bytes: Uint8Array) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  md5: createHash('md5').update(bytes).digest('hex'),
  size: bytes.length,
})
const ABSENT = '0'.repeat(64)
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
const chunksOf = (bytes: Buffer) =>
  Array.from({ length: Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES)) }, (_, index) =>
    bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  )

/** Stages chunks in the given order; each is copied, for the store keeps what it gets. */
export async function stage(store: BlobStore, uploadId: string, bytes: Buffer, order?: number[]): Promise<number> {
  const chunks = chunksOf(bytes)
  for (const index of order ?? chunks.keys()) {
    const place = { uploadId, index, offset: index * CHUNK_BYTES, chunkCount: chunks.length }
    const own = store.staging.buffer(chunks[index]?.length ?? 0)
    chunks[index]?.copy(own)
    await store.staging.write(place, own)
  }
  return chunks.length
}

/** What every driver of the blob store must do. */
export function blobStoreConformance({ name, open }: Driver): void {
  describe(`blob store: ${name}`, () => {
    const fresh = async () => {
      const opened = await open()
      onTestFinished(() => opened.store.close())
      return opened
    }

    test('a content that is not there is an error when read, and none when removed', async () => {
      const { store } = await fresh()
      expect(await store.has(ABSENT)).toBe(false)
      await expect(store.read(ABSENT)).rejects.toMatchObject({ code: 'ENOENT' })
      await expect(store.remove(ABSENT)).resolves.toBeUndefined()
    })

    test.each([0, 1, 4096, 3_000_001])('%d bytes come back as they were put, whole and in part', async (length) => {
      const { store } = await fresh()
      const bytes = randomBytes(length)
      const digest = await store.put(bytes)
      expect(digest).toEqual(digestOf(bytes))
      expect((await buffer(await store.read(digest.sha256))).equals(bytes)).toBe(true)
      const readHere = () => store.withFile(digest.sha256, (path) => readFile(path))
      for (const here of await Promise.all([readHere(), readHere()])) expect(here.equals(bytes)).toBe(true)
      if (length < 2) return
      const part = await store.read(digest.sha256, { start: 1, end: length - 2 })
      expect((await buffer(part)).equals(bytes.subarray(1, length - 1))).toBe(true)
    })

    test('contents that are put together come back each by itself, also empty ones and the same twice', async () => {
      const { store } = await fresh()
      const contents = [randomBytes(4096), Buffer.alloc(0), randomBytes(1), Buffer.from('lake'), Buffer.from('lake')]
      const together = new Uint8Array(Buffer.concat(contents))
      const digests = await store.putAll(
        together,
        contents.map(({ length }) => length),
      )
      expect(digests).toEqual(contents.map((bytes) => digestOf(bytes)))
      for (const [at, { sha256 }] of digests.entries())
        expect((await buffer(await store.read(sha256))).equals(contents[at] ?? Buffer.of())).toBe(true)
      expect(await all(store.list())).toHaveLength(4)
      expect(await all(store.staging.list())).toEqual([])
    })

    test('the same content put twice is one, and is gone when removed', async () => {
      const { store } = await fresh()
      const { sha256 } = await store.put(Buffer.from('lake'))
      await store.put(Buffer.from('lake'))
      expect(await all(store.list())).toMatchObject([{ sha256, size: 4 }])
      await store.remove(sha256)
      expect(await all(store.list())).toEqual([])
    })

    test('chunks come in any order, twice and at once; what is there is told as ranges', async () => {
      const { store } = await fresh()
      const uploadId = newId()
      const bytes = randomBytes(4 * CHUNK_BYTES + 5)
      expect(await store.staging.received(uploadId, 5)).toEqual([])
      await stage(store, uploadId, bytes, [4, 1])
      expect(await store.staging.received(uploadId, 5)).toEqual([[1, 1], [4, 4]]) // biome-ignore format: pairs
      await Promise.all([stage(store, uploadId, bytes, [0, 2]), stage(store, uploadId, bytes, [3, 1])])
      expect(await store.staging.received(uploadId, 5)).toEqual([[0, 4]])
      expect(await store.staging.seal(uploadId, 5)).toEqual(digestOf(bytes))
    })

    test('an upload with a hole is not sealed, and can be completed after that', async () => {
      const { store } = await fresh()
      const uploadId = newId()
      const bytes = randomBytes(2 * CHUNK_BYTES)
      await stage(store, uploadId, bytes, [1])
      await expect(store.staging.seal(uploadId, 2)).rejects.toMatchObject({ code: INCOMPLETE })
      await stage(store, uploadId, bytes, [0])
      expect(await store.staging.seal(uploadId, 2)).toEqual(digestOf(bytes))
    })

    test('a chunk that comes again with other bytes counts as it came last', async () => {
      const { store } = await fresh()
      const uploadId = newId()
      await stage(store, uploadId, Buffer.from('first'))
      const count = await stage(store, uploadId, Buffer.from('again'))
      expect(await store.staging.seal(uploadId, count)).toEqual(digestOf(Buffer.from('again')))
    })

    test('a sealed upload is in the store once it is published, and its staged bytes go when discarded', async () => {
      const { store } = await fresh()
      const [uploadId, twin] = [newId(), newId()]
      const bytes = randomBytes(5000)
      const count = await stage(store, uploadId, bytes)
      await stage(store, twin, bytes)
      const { sha256 } = await store.staging.seal(uploadId, count)
      await store.staging.seal(twin, count)
      await store.staging.publish([uploadId, twin].map((id) => ({ uploadId: id, sha256 })))
      expect(await buffer(await store.read(sha256))).toEqual(bytes)
      expect((await all(store.staging.list())).map((one) => one.uploadId).sort()).toEqual([uploadId, twin].sort())
      await store.staging.discard(uploadId)
      await store.staging.discard(twin)
      expect(await all(store.staging.list())).toEqual([])
      expect(await buffer(await store.read(sha256))).toEqual(bytes)
    })

    test('a chunk that comes once an upload is sealed changes nothing, in this process or the next', async () => {
      const { store, reopen } = await open()
      const uploadId = newId()
      const bytes = randomBytes(5000)
      const count = await stage(store, uploadId, bytes)
      const { sha256 } = await store.staging.seal(uploadId, count)
      await stage(store, uploadId, randomBytes(5000))
      await store.staging.publish([{ uploadId, sha256 }])
      await stage(store, uploadId, randomBytes(5000))
      expect(await buffer(await store.read(sha256))).toEqual(bytes)
      await store.close()
      const next = await reopen()
      onTestFinished(() => next.close())
      await stage(next, uploadId, randomBytes(5000))
      expect(await buffer(await next.read(sha256))).toEqual(bytes)
      expect(await next.staging.seal(uploadId, count)).toEqual(digestOf(bytes))
    })

    test('what was written is there for the process that comes next', async () => {
      const { store, reopen } = await open()
      const uploadId = newId()
      const bytes = randomBytes(CHUNK_BYTES + 7)
      await stage(store, uploadId, bytes, [1])
      const { sha256 } = await store.put(Buffer.from('kept'))
      await store.close()
      const next = await reopen()
      onTestFinished(() => next.close())
      expect(await next.has(sha256)).toBe(true)
      expect(await next.staging.received(uploadId, 2)).toEqual([[1, 1]])
      await stage(next, uploadId, bytes, [0])
      expect(await next.staging.seal(uploadId, 2)).toEqual(digestOf(bytes))
    })

    test('contents are listed in the order of their hashes', async () => {
      const { store } = await fresh()
      const made = await Promise.all(Array.from({ length: 40 }, (_, i) => store.put(Buffer.from(`content ${i}`))))
      const listed = (await all(store.list())).map(({ sha256 }) => sha256)
      expect(listed).toEqual(made.map(({ sha256 }) => sha256).sort())
    })

    test('a store that can be written says so', async () => {
      const { store } = await fresh()
      await expect(store.probe()).resolves.toBeUndefined()
      expect(await all(store.staging.list())).toEqual([])
    })
  })
}
