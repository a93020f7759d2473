import { availableParallelism } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/app.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Made } from './maker.ts'
import { MakerLost, makers } from './makers.ts'
import { type Due, derivedQueue } from './queue.ts'
import { sweepKeys } from './sweep.ts'

export { folded, queryOf, type Wanted, wantedOf } from './keys.ts'

/** How often a node looks whether something is due. */
const POLL_MS = 2000
/** Contents of a kind that are taken at once. */
const TAKEN_AT_ONCE = 8
/** Makers at work at once: one core is for those who wait. */
const MAKERS = Math.min(4, Math.max(2, availableParallelism() - 1))

/** What is made of contents in the background, once whatever the number of files: text for the search, small pictures. */
export function derivedModule(app: FastifyInstance, deps: Deps & { files: Pick<FilesModule, 'tell'> }) {
  const { db, blobs, config, files, log, now } = deps
  const queue = derivedQueue(db)
  const hands = makers({ folder: config.blobDir, ffmpeg: config.ffmpeg })
  let poll: NodeJS.Timeout | undefined
  let isEnding = false
  let running: Promise<void> | null = null

  async function settle(due: Due, made: Made): Promise<void> {
    if (made.as === 'text') await queue.settleText(due, made.extract, made.keys)
    else if (made.as === 'thumb') await queue.settleThumb(due, () => blobs.put(made.webp), now())
    else await queue.settleWithout(due, made.as)
  }

  async function makeOne(due: Due): Promise<void> {
    try {
      const { kind, suffix, size } = due
      await settle(due, await hands.make({ kind, suffix, size, path: blobs.fileOf(due.sha256) }))
    } catch (error) {
      if (!isEnding) log.warn({ err: error, sha256: due.sha256, kind: due.kind }, 'nothing made of a content')
      await (isEnding ? queue.giveBack(due) : queue.again(due))
      if (!(error instanceof MakerLost)) throw error
    }
  }

  /** One round; false when nothing was due. */
  async function round(): Promise<boolean> {
    const [texts, thumbs, keys] = await Promise.all([
      queue.take('text', TAKEN_AT_ONCE),
      queue.take('thumb', TAKEN_AT_ONCE),
      queue.shareKeys(),
    ])
    const waiting = [...texts, ...thumbs]
    const hand = async () => {
      for (let due = waiting.shift(); due; due = waiting.shift()) await (isEnding ? queue.giveBack(due) : makeOne(due))
    }
    await Promise.all(Array.from({ length: MAKERS }, hand))
    const places = thumbs.length ? await queue.placesOf(thumbs.map(({ sha256 }) => sha256)) : []
    for (const [spaceId, folders] of Map.groupBy(places, ({ space_id }) => space_id))
      files.tell(
        spaceId,
        folders.map(({ parent_id }) => parent_id),
      )
    return texts.length + thumbs.length + keys > 0
  }

  /** Makes all that is due. */
  async function drain(): Promise<void> {
    while (!isEnding && (await round()));
  }

  function look(): void {
    running ??= drain()
      .catch((error: unknown) => log.error({ err: error }, 'contents'))
      .finally(() => {
        running = null
      })
  }

  app.addHook('onClose', async () => {
    isEnding = true
    clearInterval(poll)
    hands.end()
    await running
  })
  return {
    drain,
    sweep: () => sweepKeys(db),
    /** Looks for work from now on, until the server stops. */
    start: () => {
      poll = setInterval(look, POLL_MS).unref()
    },
  }
}
