import { isFolder } from '#contract/core/directory.ts'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { CHECK_EXISTS, CHECK_GO_ON, chunkCountOf } from '#contract/upload-codes.ts'
import type { FileRecord } from './api.ts'
import { forEachConcurrently } from './concurrency.ts'
import { Refusal, Trouble } from './failures.ts'
import { filesIn, type LocalFile, type LocalFolder, walkLocal } from './local-tree.ts'
import { type Place, seek } from './place.ts'
import { openSource, type Source } from './source.ts'
import { eachAlone, finisherOf, type Task } from './task.ts'

/** Chunks of one file that are sent concurrently. */
const FILE_PARALLEL = 4
/** Tries from `check` on before lost data on the server (swept, incomplete) fails the file. */
const ROUNDS = 3
const ANOTHER_ROUND = new Set(['uploadGone', 'uploadIncomplete'])

/** A file, its target folder ('' when nothing is to be changed), and the existing item of its name. */
type Job = { file: LocalFile; folder: string; holder: FileRecord | undefined }
/** The nearest existing folder, and the missing names below it. */
type Destination = { hash: string; missing: string[] }

/** Uploads files and folders into a place of a space. */
export async function upload(task: Task, paths: readonly string[], place: Place): Promise<void> {
  const { api, report, say } = task
  const { top, left } = await walkLocal(paths)
  for (const { at, text, why = '' } of left) report.file({ path: at, state: 'refused', message: say(text, { why }) })
  for (const { size } of filesIn(top)) report.expect(size)
  const spaceId = await api.spaceId(place.code)
  const { at, missing } = await seek(api, spaceId, place)
  if (!isFolder(at)) throw new Trouble('notAFolder', { path: at.path })
  report.start()
  await forEachConcurrently(jobsOf(task, spaceId, top, { hash: at.hash, missing }), task.parallel, (job) =>
    eachAlone(task, job.file.at, () => bring(task, spaceId, job)),
  )
}

/** The files of a folder and of those below it; each folder is created just before its files. */
async function* jobsOf(
  task: Task,
  spaceId: string,
  folder: LocalFolder,
  destination: Destination,
): AsyncGenerator<Job> {
  const { api, report, say, isDry } = task
  const isNeeded = folder.files.length > 0 || folder.folders.length === 0
  const names = [...folder.files, ...folder.folders].map(({ name }) => name)
  // A folder that does not exist yet has no items.
  const held = destination.missing.length ? [] : await api.named(spaceId, destination.hash, names)
  const holders = new Map(held.map((record) => [record.name, record]))
  let here = destination
  if (isNeeded && destination.missing.length && !isDry) {
    try {
      here = { hash: await api.folder(spaceId, destination.hash, destination.missing.join('/')), missing: [] }
    } catch (error) {
      await eachAlone(task, `${folder.at}/`, () => Promise.reject(error))
      return
    }
  }
  for (const file of folder.files) yield { file, folder: here.hash, holder: holders.get(file.name) }
  for (const inner of folder.folders) {
    const holder = holders.get(inner.name)
    if (holder && !isFolder(holder)) report.file({ path: `${inner.at}/`, state: 'refused', message: say('nameTaken') })
    else
      yield* jobsOf(
        task,
        spaceId,
        inner,
        holder ? { hash: holder.hash, missing: [] } : { hash: here.hash, missing: [...here.missing, inner.name] },
      )
  }
}

async function bring(task: Task, spaceId: string, { file, folder, holder }: Job): Promise<void> {
  const { report, say, conflict, isDry } = task
  const finish = finisherOf(task, file.at, file.size)
  if (holder && conflict === 'skip') return finish('skipped')
  const mayBeSame = holder?.size === file.size && !isFolder(holder)
  const isRefused = holder && (conflict === 'refuse' || (conflict === 'replace' && isFolder(holder)))
  if (isRefused && !mayBeSame) return finish('refused', say('nameTaken'))
  if (isDry && !mayBeSame) return finish('would')
  const source = await openSource(file)
  try {
    if (mayBeSame && holder.sha256 === source.sums.sha256) return finish('same')
    if (isRefused) return finish('refused', say('nameTaken'))
    if (isDry) return finish('would')
    const refused = await send(task, { spaceId, hash: folder, file, source })
    if (refused) return finish('refused', refused)
    report.file({ path: file.at, state: 'sent', bytes: file.size, sha256: source.sums.sha256 })
  } finally {
    await source.close()
  }
}

type Sending = { spaceId: string; hash: string; file: LocalFile; source: Source }

/** The whole procedure of docs/upload-protocol.md; returns the server's message when it skips the file. */
async function send(task: Task, sending: Sending): Promise<string | null> {
  for (let round = 1; ; round += 1) {
    try {
      return await sendOnce(task, sending)
    } catch (error) {
      const isLost = error instanceof Refusal && ANOTHER_ROUND.has(error.error)
      if (!isLost || round === ROUNDS) throw error
    }
  }
}

async function sendOnce(task: Task, { spaceId, hash, file, source }: Sending): Promise<string | null> {
  const { api, report, conflict } = task
  const { md5: fileMd5, sha256: fileSha256 } = source.sums
  const answer = await api.check({ spaceId, hash, name: file.name, total: file.size, fileMd5, fileSha256, conflict })
  const { code, message, checkId } = answer
  if (code !== CHECK_EXISTS && (code !== CHECK_GO_ON || !checkId)) return message
  if (code === CHECK_EXISTS) report.spared(file.size)
  const made = checkId && code === CHECK_GO_ON ? await bytesOf(task, checkId, file, source) : answer.file
  if (made?.sha256 !== fileSha256) throw new Trouble('damaged')
  return null
}

async function bytesOf({ api, report, parallel }: Task, checkId: string, { size }: LocalFile, source: Source) {
  const chunkCount = chunkCountOf(size)
  // Sending a single chunk is quicker than asking whether it is stored.
  const stored = chunkCount > 1 ? await api.stored(checkId) : []
  const isStored = (index: number) => stored.some(([from, to]) => from <= index && index <= to)
  const indexes = Array.from({ length: chunkCount }, (_, index) => index)
  await forEachConcurrently(indexes, Math.min(parallel, FILE_PARALLEL, chunkCount), async (chunkIndex) => {
    const length = Math.min(CHUNK_BYTES, size - chunkIndex * CHUNK_BYTES)
    if (isStored(chunkIndex)) return report.spared(length)
    await api.chunk({ checkId, chunkCount, chunkIndex, bytes: await source.chunk(chunkIndex) })
    report.moved(length)
  })
  return api.merge(checkId)
}
