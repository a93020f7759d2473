import { unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { ArrivingFile, partOf } from './arriving-file.ts'
import type { Digest } from './blob-store.ts'
import { StagedFile } from './staged-file.ts'

export type Order =
  | {
      id: number
      do: 'write'
      uploadId: string
      chunkCount: number
      index: number
      offset: number
      bytes: Uint8Array<ArrayBuffer>
    }
  /** The next bytes of a sequential content; the reply to the last ones is the digest. */
  | { id: number; do: 'put'; uploadId: string; bytes: Uint8Array<ArrayBuffer>; isLast: boolean }
  /** Contents one behind the other; each becomes a file named by the upload and its place among them. */
  | { id: number; do: 'putAll'; uploadId: string; bytes: Uint8Array<ArrayBuffer>; sizes: readonly number[] }
  | { id: number; do: 'seal'; uploadId: string; chunkCount: number }
  | { id: number; do: 'discard'; uploadId: string }
export type Reply = { id: number; value?: unknown; error?: { message: string; code?: string } }

/** Most open uploads; the least recently used one is closed first and reopened when needed. */
const OPEN_MAX = 100
/** Chunks hashed between two orders, so that one long upload does not delay the others. */
const CATCH_UP = 4

const { dir } = workerData as { dir: string }
const open = new Map<string, StagedFile>()
const arriving = new Map<string, ArrivingFile>()
/** Uploads whose digest was returned: their bytes are about to be published and must not change. */
const sealed = new Set<string>()

function fileOf(uploadId: string, chunkCount: number): StagedFile {
  const known = open.get(uploadId) ?? new StagedFile(join(dir, uploadId), chunkCount)
  open.delete(uploadId)
  open.set(uploadId, known)
  if (open.size > OPEN_MAX) close(open.keys().next().value ?? '')
  return known
}

function close(uploadId: string): void {
  open.get(uploadId)?.close()
  open.delete(uploadId)
}

function catchUp(uploadId: string): void {
  const file = open.get(uploadId)
  if (file?.catchUp(CATCH_UP)) setImmediate(catchUp, uploadId)
}

/** Removes the file from the open ones, so that nobody else closes it while it is synced. */
async function seal(file: StagedFile, uploadId: string): Promise<Digest> {
  const digest = file.digest()
  open.delete(uploadId)
  sealed.add(uploadId)
  await file.syncAndClose()
  return digest
}

async function put({ uploadId, bytes, isLast }: Extract<Order, { do: 'put' }>): Promise<Digest | void> {
  const file = arriving.get(uploadId) ?? new ArrivingFile(join(dir, uploadId))
  arriving.set(uploadId, file)
  file.write(bytes)
  if (!isLast) return
  arriving.delete(uploadId)
  return file.syncAndClose()
}

async function putAll({ uploadId, bytes, sizes }: Extract<Order, { do: 'putAll' }>): Promise<Digest[]> {
  const files: ArrivingFile[] = []
  try {
    let at = 0
    for (const [index, size] of sizes.entries()) {
      const file = new ArrivingFile(join(dir, partOf(uploadId, index)))
      files.push(file)
      file.write(bytes.subarray(at, at + size))
      at += size
    }
  } catch (error) {
    for (const file of files) file.close()
    throw error
  }
  return Promise.all(files.map((file) => file.syncAndClose()))
}

/** Removes a file; a missing one is no error. */
function remove(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function obey(order: Order): Promise<Digest | Digest[] | ArrayBuffer | void> {
  const { uploadId } = order
  if (order.do === 'discard') {
    close(uploadId)
    arriving.get(uploadId)?.close()
    arriving.delete(uploadId)
    sealed.delete(uploadId)
    for (const path of [join(dir, uploadId), join(dir, `${uploadId}.map`)]) remove(path)
    return
  }
  if (order.do === 'put') return put(order)
  if (order.do === 'putAll') return putAll(order)
  const file = fileOf(uploadId, order.chunkCount)
  if (order.do === 'seal') return seal(file, uploadId)
  if (!sealed.has(uploadId) && !file.isPublished) file.write(order.index, order.offset, order.bytes)
  if (file.isBehind) setImmediate(catchUp, uploadId)
  return order.bytes.buffer
}

parentPort?.on('message', async (order: Order) => {
  const reply: Reply = { id: order.id }
  try {
    reply.value = await obey(order)
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    reply.error = { message, ...(code && { code }) }
  }
  // Transfers a chunk's buffer back for reuse.
  parentPort?.postMessage(reply, reply.value instanceof ArrayBuffer ? [reply.value] : [])
})
