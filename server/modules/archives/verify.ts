import { createHash } from 'node:crypto'
import { belowInPages, demandFor, itemsOf } from '#server/modules/files/index.ts'
import { eachOf, type NewPart, type Part, type Running, type Work } from '#server/modules/tasks/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { type Db, transact } from '#server/storage/database.ts'

/** Files read at the same time; most are small, so the disk's latency dominates. */
const AT_ONCE = 8
/** Number of files, and of bytes, after which progress is stored. */
const BATCH_FILES = 200
const BATCH_BYTES = 268_435_456

/** The task that reads contents again and compares each with its SHA-256. */
export function verifyWork({ db, blobs }: { db: Db; blobs: BlobStore }): Work {
  async function* planOf(task: Running, hashes: string[]): AsyncGenerator<NewPart> {
    const nodes = await itemsOf(db, task.spaceId, hashes)
    const [actor, { policyContext }] = [await task.actor(), await task.enter()]
    await demandFor(db, { actor, policyContext, permission: 'file.download', nodes })
    for await (const rows of belowInPages(db, nodes))
      for (const { id, path, size, sha256 } of rows) if (sha256) yield { path, size, source: { id, sha256 } }
  }

  /** Whether the content exists and its bytes match the checksum. */
  async function isWhole(task: Running, { source, size }: Part): Promise<boolean> {
    const sha256 = createHash('sha256')
    let length = 0
    try {
      // Reads up to one byte more than the size, to detect longer contents; the given end keeps the read buffer small.
      for await (const piece of await blobs.read(String(source.sha256), { start: 0, end: size })) {
        sha256.update(piece as Buffer)
        length += (piece as Buffer).length
        task.progress({ bytes: (piece as Buffer).length })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && (error as NodeJS.ErrnoException).code !== 'EIO')
        throw error
      return false
    }
    return length === size && sha256.digest('hex') === source.sha256
  }

  return {
    kind: 'verify',
    async run(task) {
      const hashes = task.options.hashes as string[]
      await task.plan(planOf(task, hashes))
      await task.phase('transferring')
      let whole: Part[] = []
      let bytes = 0
      async function write(): Promise<void> {
        const done = whole.map(({ seq, source }) => ({ seq, nodeId: String(source.id) }))
        whole = []
        bytes = 0
        await transact(db, (tx) => task.done(tx, done))
      }
      await eachOf(task.open(), AT_ONCE, async (part) => {
        if (!(await isWhole(task, part))) return task.failed([{ part, error: 'contentDamaged' }])
        whole.push(part)
        bytes += part.size
        if (whole.length >= BATCH_FILES || bytes >= BATCH_BYTES) await write()
      })
      await write()
      return {}
    },
  }
}
