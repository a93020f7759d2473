import { Readable } from 'node:stream'
import type { Conflict } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import { type ArrivalNeeds, arrivals, type Running } from '#server/modules/tasks/index.ts'
import { fault } from '#server/storage/fault.ts'
import type { Written } from '#server/table-files/write/forms.ts'

/** Storage is reserved in steps of this many bytes, because the size of the file is not known in advance. */
const STEP_BYTES = 16_777_216

/** Passes bytes on while storage can be reserved for them. */
async function* counted(task: Running, pieces: Written) {
  let [length, room] = [0, 0]
  for await (const piece of pieces) {
    task.signal.throwIfAborted()
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    length += bytes.length
    if (length > room) {
      room = length + STEP_BYTES
      await task.reserve(room)
    }
    task.progress({ bytes: bytes.length })
    if (bytes.length) yield bytes
  }
  fault('table-export-written')
}

/** Writes the one file of a task into its folder; answers the file. */
export async function writeInTask(
  needs: ArrivalNeeds,
  task: Running,
  { name, conflict }: { name: string; conflict: Conflict },
  open: () => Promise<Written>,
): Promise<Record<string, unknown>> {
  if (!task.folderId) throw new Failure('folderGone')
  await task.plan([{ path: name, size: 0 }])
  await task.phase('transferring')
  const manner = { change: 'created', folderId: task.folderId, conflict } as const
  const arriving = arrivals(needs, task, manner)
  for await (const part of task.open()) {
    await task.started(part)
    const bytes = Readable.from(counted(task, await open()), { objectMode: false })
    const blob = await needs.blobs.put(bytes)
    await task.reserve(blob.size)
    await task.describe(part, { size: blob.size })
    await arriving.add({ part: { ...part, size: blob.size }, path: [name], blob })
  }
  await arriving.flush()
  return { file: (await task.known(0)).nodeId }
}
