import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { type BlobStore, INCOMPLETE } from '#server/storage/blobs/blob-store.ts'
import { newId } from '#server/storage/id.ts'
import { all, type Driver, digestOf, stage } from './blob-store.ts'

const MIB = 1_048_576
/** Chunks that one node of several gets, when they are dealt out in turn. */
const share = (count: number, node: number, nodes: number) =>
  Array.from({ length: count }, (_, index) => index).filter((index) => index % nodes === node)

/** What a store must do besides that several nodes work on at once: each is a store of its own over the same place. */
export function manyNodesConformance({ name, open }: Driver): void {
  describe(`blob store of several nodes: ${name}`, () => {
    async function nodes(count: number): Promise<BlobStore[]> {
      const { store, reopen } = await open()
      const all = [store, ...(await Promise.all(Array.from({ length: count - 1 }, reopen)))]
      onTestFinished(async () => void (await Promise.all(all.map((one) => one.close()))))
      return all
    }

    test.each([
      ['one chunk', 5000],
      ['less than a part', 3 * CHUNK_BYTES + 1],
      ['several parts', 21 * MIB + 7],
      ['whole parts', 16 * MIB],
    ])('chunks of %s come to two nodes, and a third one proves and publishes them', async (_what, length) => {
      const [a, b, c] = (await nodes(3)) as [BlobStore, BlobStore, BlobStore]
      const [uploadId, bytes] = [newId(), randomBytes(length)]
      const count = Math.ceil(length / CHUNK_BYTES)
      await Promise.all([
        stage(a, uploadId, bytes, share(count, 0, 2).toReversed()),
        stage(b, uploadId, bytes, share(count, 1, 2)),
      ])
      expect(await c.staging.received(uploadId, count)).toEqual([[0, count - 1]])
      expect(await c.staging.seal(uploadId, count)).toEqual(digestOf(bytes))
      await a.staging.publish([{ uploadId, sha256: digestOf(bytes).sha256 }])
      expect((await buffer(await b.read(digestOf(bytes).sha256))).equals(bytes)).toBe(true)
      await b.staging.discard(uploadId)
      expect(await all(c.staging.list())).toEqual([])
    })

    test('the same chunks at once on both nodes are one upload, and both nodes prove it alike', async () => {
      const [a, b] = (await nodes(2)) as [BlobStore, BlobStore]
      const [uploadId, bytes] = [newId(), randomBytes(18 * MIB + 3)]
      const count = Math.ceil(bytes.length / CHUNK_BYTES)
      await Promise.all([a, a, b, b].map((node) => stage(node, uploadId, bytes)))
      const digests = await Promise.all([a, b].map((node) => node.staging.seal(uploadId, count)))
      expect(digests).toEqual([digestOf(bytes), digestOf(bytes)])
      const { sha256 } = digestOf(bytes)
      await Promise.all([a, b].map((node) => node.staging.publish([{ uploadId, sha256 }])))
      expect(await all(a.list())).toMatchObject([{ sha256, size: bytes.length }])
      await Promise.all([a, b].map((node) => node.staging.discard(uploadId)))
      expect((await buffer(await a.read(sha256))).equals(bytes)).toBe(true)
    })

    test('a hole is told by its ranges on the other node, which goes on where the first one stopped', async () => {
      const [a, b] = (await nodes(2)) as [BlobStore, BlobStore]
      const [uploadId, bytes] = [newId(), randomBytes(20 * MIB)]
      await stage(a, uploadId, bytes, [0, 1, 2, 3, 5, 8])
      expect(await b.staging.received(uploadId, 10)).toEqual([[0, 3], [5, 5], [8, 8]]) // biome-ignore format: pairs
      await expect(b.staging.seal(uploadId, 10)).rejects.toMatchObject({ code: INCOMPLETE })
      await stage(b, uploadId, bytes, [9, 4, 6, 7])
      expect(await b.staging.seal(uploadId, 10)).toEqual(digestOf(bytes))
    })

    test('an upload that began anew is never published as what it was before', async () => {
      const [a, b] = (await nodes(2)) as [BlobStore, BlobStore]
      const uploadId = newId()
      const count = await stage(a, uploadId, randomBytes(17 * MIB))
      const { sha256 } = await a.staging.seal(uploadId, count)
      await b.staging.discard(uploadId)
      await b.staging.seal(uploadId, await stage(b, uploadId, randomBytes(17 * MIB)))
      await expect(a.staging.publish([{ uploadId, sha256 }])).rejects.toMatchObject({ code: INCOMPLETE })
      expect(await a.has(sha256)).toBe(false)
    })

    test('a chunk that comes to another node once the upload is sealed changes nothing', async () => {
      const [a, b] = (await nodes(2)) as [BlobStore, BlobStore]
      for (const length of [5000, 5 * MIB, 17 * MIB]) {
        const [uploadId, bytes] = [newId(), randomBytes(length)]
        const count = await stage(a, uploadId, bytes)
        const { sha256 } = await a.staging.seal(uploadId, count)
        await stage(b, uploadId, randomBytes(length))
        expect(await b.staging.seal(uploadId, count)).toEqual(digestOf(bytes))
        await b.staging.publish([{ uploadId, sha256 }])
        expect((await buffer(await a.read(sha256))).equals(bytes)).toBe(true)
      }
    })

    test('64 MiB and more come back by ranges, uploaded or put, also when the content is there already', async () => {
      const [a, b] = (await nodes(2)) as [BlobStore, BlobStore]
      const bytes = randomBytes(65 * MIB + 11)
      const { sha256 } = digestOf(bytes)
      const uploadId = newId()
      const count = await stage(a, uploadId, bytes)
      await b.staging.seal(uploadId, count)
      await b.staging.publish([{ uploadId, sha256 }])
      await a.staging.discard(uploadId)
      expect(await b.put(bytes)).toEqual(digestOf(bytes))
      await b.remove(sha256)
      expect(await a.has(sha256)).toBe(false)
      expect(await a.put(bytes)).toEqual(digestOf(bytes))
      for (const [start, end] of [[0, 0], [63 * MIB, 65 * MIB], [65 * MIB, 65 * MIB + 10]] as const) // biome-ignore format: pairs
        expect((await buffer(await b.read(sha256, { start, end }))).equals(bytes.subarray(start, end + 1))).toBe(true)
      expect(await all(a.staging.list())).toEqual([])
    })

    test('what is given up in the middle leaves nothing behind', async () => {
      const [a, b] = (await nodes(2)) as [BlobStore, BlobStore]
      const uploadId = newId()
      await stage(a, uploadId, randomBytes(20 * MIB), [0, 1, 2, 3, 7])
      expect(await all(b.staging.list())).toMatchObject([{ uploadId }])
      await b.staging.discard(uploadId)
      async function* broken() {
        yield randomBytes(20 * MIB)
        throw new Error('the line broke')
      }
      await expect(a.put(Readable.from(broken()))).rejects.toThrow('the line broke')
      expect(await all(b.staging.list())).toEqual([])
      expect(await all(b.list())).toEqual([])
    })
  })
}
