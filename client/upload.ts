import { isFolder } from '#contract/core/directory.ts'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { CHECK_EXISTS, CHECK_GO_ON, chunkCountOf } from '#contract/upload-codes.ts'
import type { FileRecord, Packed } from './api.ts'
import { forEachConcurrently } from './concurrency.ts'
import { endsAll, Refusal, Trouble } from './failures.ts'
import { filesIn, type LocalFile, type LocalFolder, walkLocal } from './local-tree.ts'
import { inPacks } from './packs.ts'
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
  const jobs = jobsOf(task, spaceId, top, { hash: at.hash, missing })
  await forEachConcurrently(inPacks(jobs), task.parallel, (pack) => bringPack(task, spaceId, pack))
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

/** A file that has to be sent, opened; null when it was finished without. */
async function opened(task: Task, { file, holder }: Job): Promise<Source | null> {
  const { say, conflict, isDry } = task
  const finish = finisherOf(task, file.at, file.size)
  const mayBeSame = holder?.size === file.size && !isFolder(holder)
  const isRefused = holder && (conflict === 'refuse' || (conflict === 'replace' && isFolder(holder)))
  const reason = (sha256: string | null): [Parameters<typeof finish>[0], string?] | null => {
    if (holder && conflict === 'skip') return ['skipped']
    if (sha256 === null && mayBeSame) return null
    if (mayBeSame && holder.sha256 === sha256) return ['same']
    if (isRefused) return ['refused', say('nameTaken')]
    return isDry ? ['would'] : null
  }
  const early = reason(null)
  if (early) {
    finish(...early)
    return null
  }
  const source = await openSource(file)
  const late = reason(source.sums.sha256)
  if (!late) return source
  await source.close()
  finish(...late)
  return null
}

async function bring(task: Task, spaceId: string, job: Job): Promise<void> {
  const { file, folder } = job
  const source = await opened(task, job)
  if (!source) return
  try {
    const refused = await send(task, { spaceId, hash: folder, file, source })
    if (refused) return finisherOf(task, file.at, file.size)('refused', refused)
    task.report.file({ path: file.at, state: 'sent', bytes: file.size, sha256: source.sums.sha256 })
  } finally {
    await source.close()
  }
}

/**
 * Sends small files together. A file that the server does not accept is then sent separately, which gives the reason.
 */
async function bringPack(task: Task, spaceId: string, jobs: readonly Job[]): Promise<void> {
  const { api, report, conflict } = task
  const alone = (some: readonly Job[]) =>
    forEachConcurrently(some, 1, (job) => eachAlone(task, job.file.at, () => bring(task, spaceId, job)))
  // Sent again, a file that keeps both would be there twice.
  if (jobs.length === 1 || conflict === 'keepBoth') return alone(jobs)
  const ready: { job: Job; sha256: string; packed: Packed }[] = []
  for (const job of jobs)
    await eachAlone(task, job.file.at, async () => {
      const source = await opened(task, job)
      if (!source) return
      const { name, size: total } = job.file
      const { md5: fileMd5, sha256 } = source.sums
      const bytes = await source.chunk(0).finally(source.close)
      ready.push({ job, sha256, packed: { hash: job.folder, name, total, fileMd5, conflict, bytes } })
    })
  if (!ready.length) return
  const asked = api.pack(
    spaceId,
    ready.map(({ packed }) => packed),
  )
  const answers = await asked.catch((error: unknown) => {
    if (endsAll(error)) throw error
    return []
  })
  const refused = ready.filter(({ sha256 }, at) => answers[at]?.file?.sha256 !== sha256)
  for (const { job, sha256 } of ready.filter((one) => !refused.includes(one))) {
    report.moved(job.file.size)
    report.file({ path: job.file.at, state: 'sent', bytes: job.file.size, sha256 })
  }
  await alone(refused.map(({ job }) => job))
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
