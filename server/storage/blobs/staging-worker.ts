import { linkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { release } from '../release.ts'
import { ArrivingFile, partOf } from './arriving-file.ts'
import { type Digest, INCOMPLETE } from './blob-store.ts'
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
  /** Contents one after another; each becomes a file named by the upload and its index. */
  | { id: number; do: 'putAll'; uploadId: string; bytes: Uint8Array<ArrayBuffer>; sizes: readonly number[] }
  /** Another process writes a chunk into the file itself, between these two; the reply to the first is its ticket. */
  | { id: number; do: 'begin'; uploadId: string; chunkCount: number }
  /** `length` null: the number of bytes written is unknown. */
  | {
      id: number
      do: 'end'
      uploadId: string
      chunkCount: number
      ticket: number
      index: number
      length: number | null
    }
  | { id: number; do: 'seal'; uploadId: string; chunkCount: number }
  /** Links what was sealed with this hash to its place among the contents. */
  | { id: number; do: 'link'; uploadId: string; sha256: string; path: string }
  | { id: number; do: 'discard'; uploadId: string }
export type Reply = { id: number; value?: unknown; error?: { message: string; code?: string } }

/** Most open uploads; the least recently used one is closed first and reopened when needed. */
const OPEN_MAX = 100
/** Number of chunks hashed between two requests, so that one long upload does not delay the others. */
const CATCH_UP = 4

const { dir } = workerData as { dir: string }
const open = new Map<string, StagedFile>()
const arriving = new Map<string, ArrivingFile>()
/** Uploads whose digest was returned, with their hash: their bytes are about to be published and must not change. */
const sealed = new Map<string, string>()
/** Tickets of other processes that write into the file of an upload. */
const writing = new Map<string, Set<number>>()
/** Callbacks for when nobody writes into the file of an upload any more. */
const resting = new Map<string, (() => void)[]>()
let lastTicket = 0

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

/** Waits for pending writes, and removes the file from the open ones, so that it isn't closed while it is synced. */
async function seal({ uploadId, chunkCount }: Extract<Order, { do: 'seal' }>): Promise<Digest> {
  while (writing.has(uploadId))
    await new Promise<void>((resolve) => resting.set(uploadId, [...(resting.get(uploadId) ?? []), resolve]))
  const file = fileOf(uploadId, chunkCount)
  const digest = file.digest()
  open.delete(uploadId)
  sealed.set(uploadId, digest.sha256)
  await file.syncAndClose()
  return digest
}

/** A sealed or published upload is no longer written. */
const isClosed = (file: StagedFile, uploadId: string) => sealed.has(uploadId) || file.isPublished

function begin({ uploadId, chunkCount }: Extract<Order, { do: 'begin' }>): number | null {
  if (isClosed(fileOf(uploadId, chunkCount), uploadId)) return null
  lastTicket += 1
  writing.set(uploadId, (writing.get(uploadId) ?? new Set()).add(lastTicket))
  return lastTicket
}

function rest(uploadId: string): void {
  writing.delete(uploadId)
  for (const goOn of resting.get(uploadId) ?? []) goOn()
  resting.delete(uploadId)
}

function end({ uploadId, chunkCount, ticket, index, length }: Extract<Order, { do: 'end' }>): void {
  // An upload that was cancelled meanwhile has no tickets.
  if (!writing.get(uploadId)?.delete(ticket)) return
  const file = fileOf(uploadId, chunkCount)
  if (length === null) file.restart()
  else file.written(index, length)
  if (!writing.get(uploadId)?.size) rest(uploadId)
  if (file.isBehind) setImmediate(catchUp, uploadId)
}

/** Throws INCOMPLETE for an upload that started again after it was sealed. */
function publish({ uploadId, sha256, path }: Extract<Order, { do: 'link' }>): void {
  if (sealed.get(uploadId) !== sha256)
    throw Object.assign(new Error('the upload is not the one that was sealed'), { code: INCOMPLETE })
  try {
    linkSync(join(dir, uploadId), path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

async function put({ uploadId, bytes, isLast }: Extract<Order, { do: 'put' }>): Promise<Digest | void> {
  const file = arriving.get(uploadId) ?? new ArrivingFile(join(dir, uploadId))
  arriving.set(uploadId, file)
  file.write(bytes)
  release(bytes)
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
  release(bytes)
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

async function obey(order: Order): Promise<Digest | Digest[] | ArrayBuffer | number | null | void> {
  const { uploadId } = order
  if (order.do === 'discard') {
    close(uploadId)
    arriving.get(uploadId)?.close()
    arriving.delete(uploadId)
    sealed.delete(uploadId)
    rest(uploadId)
    for (const path of [join(dir, uploadId), join(dir, `${uploadId}.map`)]) remove(path)
    return
  }
  if (order.do === 'put') return put(order)
  if (order.do === 'putAll') return putAll(order)
  if (order.do === 'seal') return seal(order)
  if (order.do === 'link') return publish(order)
  if (order.do === 'begin') return begin(order)
  if (order.do === 'end') return end(order)
  const file = fileOf(uploadId, order.chunkCount)
  if (!isClosed(file, uploadId)) file.write(order.index, order.offset, order.bytes)
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
