import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, parse } from 'node:path'
import { DIRECTORY } from '#contract/core/directory.ts'
import type { FileRecord } from './api.ts'
import { forEachConcurrently } from './concurrency.ts'
import { Trouble, Unreachable } from './failures.ts'
import { find, type Place } from './place.ts'
import { type RemoteItem, walkRemote } from './remote-tree.ts'
import { sha256Of } from './source.ts'
import { eachAlone, finisherOf, type Task } from './task.ts'

/** Characters of the hash that the name of a half-fetched file carries: another content begins another file. */
const HASH_PREFIX_CHARS = 16

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    (stats) => (stats.isFile() ? stats.size : -1),
    () => null,
  )

/** Fetches a file, or a folder with all that is in it, into a folder of this machine. */
export async function download(task: Task, place: Place, dir: string): Promise<void> {
  const { api, report, isDry } = task
  const spaceId = await api.spaceId(place.code)
  const top = await find(api, spaceId, place)
  report.expect(top.size)
  report.start()
  if (!isDry) await mkdir(dir, { recursive: true })
  // The root has no name: what is in it goes right here.
  const within = top.phash && top.mime === DIRECTORY ? `${top.name}/` : ''
  const items = top.mime === DIRECTORY ? walkRemote(api, spaceId, top.hash, within) : [fileItem(top)]
  if (within && !isDry) await mkdir(join(dir, within), { recursive: true })
  await forEachConcurrently(items, task.parallel, (item) =>
    eachAlone(task, item.at, () => take(task, spaceId, item, dir)),
  )
}

const fileItem = (record: FileRecord): RemoteItem => ({ at: record.name, record, isFolder: false })

async function take(task: Task, spaceId: string, { at, record, isFolder }: RemoteItem, dir: string): Promise<void> {
  const { report, say, isDry } = task
  const path = join(dir, at)
  if (isFolder) return isDry ? undefined : void (await mkdir(path, { recursive: true }))
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

/** Gives a file the first free name with a number behind it. */
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

/** What is fetched of a file so far. */
class Part {
  readonly path: string
  readonly #handle: FileHandle
  readonly #sha256 = createHash('sha256')
  length = 0

  private constructor(path: string, handle: FileHandle) {
    this.path = path
    this.#handle = handle
  }

  /** Goes on with what an earlier run left; more than `size` is none of it. */
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

  /** Puts it on disk for good and answers its SHA-256. */
  async end(): Promise<string> {
    await this.#handle.datasync()
    return this.#sha256.digest('hex')
  }

  close = (): Promise<void> => this.#handle.close()
}

/** The path of a file with exactly the content of the record, beside where it will lie. Throws damaged. */
async function fetched(task: Task, spaceId: string, record: FileRecord, path: string): Promise<string> {
  const { api, report } = task
  const part = await Part.open(`${path}.${(record.sha256 ?? '').slice(0, HASH_PREFIX_CHARS)}.part`, record.size)
  report.spared(part.length)
  try {
    // Whoever gets something each time may be cut off as often as it happens.
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

/** Fetches the rest, or what comes of it before the line breaks. Throws Unreachable when nothing does. */
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
    // What nobody reads would keep its connection.
    answer.destroy()
  }
  if (part.length > record.size) throw new Trouble('damaged')
  if (part.length === before) throw new Unreachable('EOF')
}

/** The pieces of an answer; a cut ends it, what is missing shows. */
async function* untilCut(answer: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  const pieces = answer[Symbol.asyncIterator]()
  for (;;) {
    const next = await pieces.next().catch(() => ({ done: true as const, value: null }))
    if (next.done) return
    yield next.value as Buffer
  }
}
