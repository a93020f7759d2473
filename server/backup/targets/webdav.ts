import { Readable } from 'node:stream'
import { Failure } from '#server/failure.ts'
import { demandSuccess, type OutsideAnswer, outsideGateway } from '#server/http/outside.ts'
import type { OutsidePolicy } from '#server/http/outside-address.ts'
import { webdavClient } from '#server/modules/imports/index.ts'
import type { BackupTarget, TargetAddress } from './target.ts'

const HALF = '.half'
/** MKCOL of a folder that is there already. */
const THERE = 405
const ABSENT = [404, 410]
/** The parent folder is missing. */
const CONFLICT = 409
const FULL = [413, 507]

/** Discards an answer. Throws what an unsuccessful status means. */
function demandDone({ status, discard }: OutsideAnswer): void {
  discard()
  if (FULL.includes(status)) throw new Failure('backupTargetFull', { cause: `HTTP ${status}` })
  if (status === CONFLICT || ABSENT.includes(status))
    throw new Failure('backupPlaceMissing', { cause: `HTTP ${status}` })
  demandSuccess({ status, discard })
}
const isGone = (error: unknown) => error instanceof Failure && error.refusal === 'outsideGone'

function orNone(error: unknown): [] {
  if (isGone(error)) return []
  throw error
}

/** A folder of a WebDAV server. */
export function webdavTarget(
  { server, account, secret, folder }: TargetAddress,
  { policy, signal }: { policy: OutsidePolicy; signal: AbortSignal },
): BackupTarget {
  const { ask, urlOf, list, inside } = webdavClient({ server, user: account, secret }, outsideGateway({ policy }))
  const at = (path: string) => (folder ? `${folder}/${path}` : path)
  /** Folders that are there, so that each is made once. */
  const made = new Map<string, Promise<void>>()

  const makeFolder = async (path: string): Promise<void> => {
    await demandFolder(above(path))
    const answer = await ask(`${path}/`, { method: 'MKCOL', signal })
    if (answer.status === THERE) answer.discard()
    else demandDone(answer)
  }
  function demandFolder(path: string): Promise<void> {
    if (path === '') return Promise.resolve()
    const known = made.get(path)
    if (known) return known
    const making = makeFolder(path)
    made.set(path, making)
    making.catch(() => made.delete(path))
    return making
  }

  async function send(place: string, source: Readable): Promise<void> {
    // The error of the source is no error of the server.
    let broken: Error | null = null
    source.once('error', (error) => {
      broken = error
    })
    const body = source as AsyncIterable<Buffer>
    const answer = await ask(`${place}${HALF}`, { method: 'PUT', body, signal }).catch((error: unknown) => {
      throw broken ?? error
    })
    demandDone(answer)
    const headers = { destination: urlOf(place).href, overwrite: 'T' }
    demandDone(await ask(`${place}${HALF}`, { method: 'MOVE', headers, signal }))
  }

  return {
    async write(path, source) {
      const place = at(path)
      try {
        await demandFolder(above(place))
        await send(place, source)
      } finally {
        source.destroy()
      }
    },
    async read(path) {
      const answer = await ask(at(path), { signal })
      if (ABSENT.includes(answer.status)) {
        answer.discard()
        return null
      }
      demandSuccess(answer)
      return Readable.from(answer.body, { objectMode: false })
    },
    async size(path) {
      const [item] = await list(at(path), '0', signal).catch(orNone)
      return item && !item.isFolder ? item.size : null
    },
    async *list(path) {
      const items = await inside(`${at(path)}/`, signal).catch(orNone)
      for (const { name } of items) yield name
    },
    async remove(path) {
      const place = at(path)
      for (const known of made.keys()) if (known === place || known.startsWith(`${place}/`)) made.delete(known)
      const answer = await ask(place, { method: 'DELETE', signal })
      if (ABSENT.includes(answer.status)) answer.discard()
      else demandDone(answer)
    },
    close: () => undefined,
  }
}
const above = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
