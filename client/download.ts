import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, parse } from 'node:path'
import { isFolder } from '#contract/core/directory.ts'
import type { FileRecord } from './api.ts'
import { forEachConcurrently } from './concurrency.ts'
import { Trouble, Unreachable } from './failures.ts'
import { find, type Place } from './place.ts'
import { type RemoteItem, walkRemote } from './remote-tree.ts'
import { sha256Of } from './source.ts'
import { eachAlone, finisherOf, type Task } from './task.ts'

/** Characters of the hash in the name of a partial file: another content uses another partial file. */
const HASH_PREFIX_CHARS = 16

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    (stats) => (stats.isFile() ? stats.size : -1),
    () => null,
  )

/** Downloads a file, or a folder with everything in it, into a local folder. */
export async function download(task: Task, place: Place, dir: string): Promise<void> {
  const { api, report, isDry } = task
  const spaceId = await api.spaceId(place.code)
  const top = await find(api, spaceId, place)
  report.expect(top.size)
  report.start()
  if (!isDry) await mkdir(dir, { recursive: true })
  // The root folder has no name: its contents go directly into `dir`.
  const within = top.phash && isFolder(top) ? `${top.name}/` : ''
  const items = isFolder(top) ? walkRemote(api, spaceId, top.hash, within) : [fileItem(top)]
  if (within && !isDry) await mkdir(join(dir, within), { recursive: true })
  await forEachConcurrently(items, task.parallel, (item) =>
    eachAlone(task, item.at, () => take(task, spaceId, item, dir)),
  )
}

const fileItem = (record: FileRecord): RemoteItem => ({ at: record.name, record, isFolder: false })

async function take(task: Task, spaceId: string, item: RemoteItem, dir: string): Promise<void> {
  const { at, record } = item
  const { report, say, isDry } = task
  const path = join(dir, at)
  if (item.isFolder) return isDry ? undefined : void (await mkdir(path, { recursive: true }))
  const finish = finisherOf(task, at, record.size)
  const held = await sizeOf(path)
  if (held === record.size && (await sha256Of(path)) === record.sha256) return finish('same')
  if (held !== null && task.conflict === 'skip') return finish('skipped')
  if (held === -1 || (held !== null && task.conflict === 'refuse')) return finish('refused', say('localTaken'))
  if (isDry) return finish('would')
  await mkdir(dirname(path), { recursive: true })
  const whole = await fetched(task, spaceId, record, path)
  const changed = new Date(record.updateTime)
  await utimes(whole, changed, changed)
  if (held !== null && task.conflict === 'keepBoth') await numbered(whole, path)
  else await rename(whole, path)
  report.file({ path: at, state: 'received', bytes: record.size, sha256: record.sha256 ?? '' })
}

/** Renames a file to the first free name with a number appended. */
async function numbered(whole: string, path: string): Promise<void> {
  const { dir, name, ext } = parse(path)
  for (let number = 1; ; number += 1) {
    const free = join(dir, `${name} (${number})${ext}`)
    try {
      await copyFile(whole, free, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      const { mtime } = await stat(whole)
      await utimes(free, mtime, mtime)
      return await rm(whole)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** The partial file of a download. */
class Part {
  readonly path: string
  readonly #handle: FileHandle
  readonly #sha256 = createHash('sha256')
  length = 0

  private constructor(path: string, handle: FileHandle) {
    this.path = path
    this.#handle = handle
  }

  /** Resumes the partial file of an earlier run; one longer than `size` is discarded. */
  static async open(path: string, size: number): Promise<Part> {
    if (((await sizeOf(path)) ?? 0) > size) await rm(path)
    const part = new Part(path, await open(path, 'a+'))
    for await (const piece of createReadStream(path)) part.#take(piece as Buffer)
    return part
  }

  #take(piece: Buffer): void {
    this.#sha256.update(piece)
    this.length += piece.length
  }

  async add(piece: Buffer): Promise<void> {
    await this.#handle.appendFile(piece)
    this.#take(piece)
  }

  /** Syncs the file to disk and returns its SHA-256. */
  async end(): Promise<string> {
    await this.#handle.datasync()
    return this.#sha256.digest('hex')
  }

  close = (): Promise<void> => this.#handle.close()
}

/** Path of a file with exactly the content of the record, beside its final place. Throws damaged. */
async function fetched(task: Task, spaceId: string, record: FileRecord, path: string): Promise<string> {
  const { api, report } = task
  const part = await Part.open(`${path}.${(record.sha256 ?? '').slice(0, HASH_PREFIX_CHARS)}.part`, record.size)
  report.spared(part.length)
  try {
    // Retries are unlimited as long as each try receives some bytes.
    while (part.length < record.size) await api.withRetries(() => fetchSome(task, spaceId, record, part))
    if ((await part.end()) === record.sha256) return part.path
    throw new Trouble('damaged')
  } catch (error) {
    if (error instanceof Trouble) await rm(part.path, { force: true })
    throw error
  } finally {
    await part.close()
  }
}

/** Downloads the rest, or as much as arrives before the connection breaks. Throws Unreachable when nothing arrives. */
async function fetchSome({ api, report }: Task, spaceId: string, record: FileRecord, part: Part): Promise<void> {
  const before = part.length
  const answer = await api.content(record, spaceId, before)
  if (before > 0 && answer.statusCode !== 206) throw new Trouble('damaged')
  try {
    for await (const piece of untilCut(answer)) {
      await part.add(piece)
      report.moved(piece.length)
    }
  } finally {
    // An unread answer would keep its connection open.
    answer.destroy()
  }
  if (part.length > record.size) throw new Trouble('damaged')
  if (part.length === before) throw new Unreachable('EOF')
}

/** The pieces of an answer; a broken connection ends it, and the missing length shows that. */
async function* untilCut(answer: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  const pieces = answer[Symbol.asyncIterator]()
  for (;;) {
    const next = await pieces.next().catch(() => ({ done: true as const, value: null }))
    if (next.done) return
    yield next.value as Buffer
  }
}
