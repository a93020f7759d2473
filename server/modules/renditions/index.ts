import { availableParallelism } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { refusalOf } from '#server/http/answer.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Made } from './maker.ts'
import { MakerLost, makers } from './makers.ts'
import { officeService } from './office/index.ts'
import { type Due, HOLD_MS, type Kind, renditionQueue } from './queue-store.ts'
import { sweepKeys } from './sweep-store.ts'

export { folded, queryOf, type Wanted, wantedOf } from './keys.ts'
export type { OfficeService } from './office/index.ts'

/** How often a node looks for due renditions; milliseconds. */
const POLL_MS = 2000
/** Contents of a kind taken at once. */
const TAKEN_AT_ONCE = 8
/** Taken contents not begun after this time are released, since others may have become due meanwhile; milliseconds. */
const ROUND_MS = 2000
/** Maker processes for each kind, so that a slow kind delays only itself. */
const MAKERS = Math.min(2, Math.max(1, availableParallelism() - 2))
const KINDS = ['text', 'thumb'] as const

/** Renditions made in the background, once per content however many files share it: text for the search, thumbnails. */
export function renditionsModule(app: FastifyInstance, deps: Deps & { files: Pick<FilesModule, 'publishChange'> }) {
  const { db, blobs, config, files, log, now } = deps
  const queue = renditionQueue(db)
  const pool = makers({ folder: blobs.folder, ffmpeg: config.ffmpeg })
  let poll: NodeJS.Timeout | undefined
  let isEnding = false
  const running = new Map<Kind, Promise<void>>()

  async function finish(due: Due, made: Made): Promise<void> {
    if (made.as === 'text') await queue.storeText(due, made.extract, made.keys)
    else if (made.as === 'thumb') await queue.storeThumb(due, () => blobs.put(made.webp), now())
    else await queue.storeNone(due, made.as)
  }

  async function makeOne(due: Due): Promise<void> {
    const missed = (error: unknown) =>
      log.warn({ err: error, sha256: due.sha256 }, 'a content that is made is not held')
    const holding = setInterval(() => void queue.hold(due).catch(missed), HOLD_MS)
    try {
      const { kind, suffix, size } = due
      const made = await blobs.withFile(due.sha256, (path) => pool.make({ kind, suffix, size, path }))
      await finish(due, made)
    } catch (error) {
      if (!isEnding) log.warn({ err: error, sha256: due.sha256, kind: due.kind }, 'nothing made of a content')
      // An unavailable store is not the content's fault: it does not count as a try.
      const isInVain = isEnding || refusalOf(error).refusal === 'storeAway'
      await (isInVain ? queue.release(due) : queue.again(due))
      if (!(error instanceof MakerLost)) throw error
    } finally {
      clearInterval(holding)
    }
  }

  /** One round of a kind; false when nothing was due. */
  async function round(kind: Kind): Promise<boolean> {
    const [taken, keys] = await Promise.all([queue.take(kind, TAKEN_AT_ONCE), kind === 'text' ? queue.shareKeys() : 0])
    const waiting = [...taken]
    const deadline = Date.now() + ROUND_MS
    const worker = async () => {
      for (let due = waiting.shift(); due; due = waiting.shift())
        await (isEnding || Date.now() > deadline ? queue.release(due) : makeOne(due))
    }
    await Promise.all(Array.from({ length: MAKERS }, worker))
    if (kind === 'thumb' && taken.length) await publishPlaces(taken)
    return taken.length + keys > 0
  }

  /** Notifies the folders that show these. */
  async function publishPlaces(thumbs: readonly Due[]): Promise<void> {
    const places = await queue.placesOf(thumbs.map(({ sha256 }) => sha256))
    for (const [spaceId, folders] of Map.groupBy(places, ({ space_id }) => space_id))
      files.publishChange(
        spaceId,
        folders.map(({ parent_id }) => parent_id),
      )
  }

  async function drainKind(kind: Kind): Promise<void> {
    while (!isEnding && (await round(kind)));
  }

  function look(): void {
    for (const kind of KINDS) {
      if (running.has(kind)) continue
      const work = drainKind(kind)
        .catch((error: unknown) => log.error({ err: error }, 'contents'))
        .finally(() => running.delete(kind))
      running.set(kind, work)
    }
  }

  app.addHook('onClose', async () => {
    isEnding = true
    clearInterval(poll)
    pool.end()
    await Promise.all(running.values())
  })
  return {
    office: officeService(deps),
    /** Makes all due renditions. */
    drain: async (): Promise<void> => void (await Promise.all(KINDS.map(drainKind))),
    sweep: () => sweepKeys(db),
    retryFailed: queue.retryFailed,
    /** Looks for work from now on, until the server stops. */
    start: () => {
      poll = setInterval(look, POLL_MS).unref()
    },
  }
}
