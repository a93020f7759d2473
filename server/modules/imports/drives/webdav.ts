import type { ErrorName } from '#contract/core/errors.ts'
import { FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import { demandSuccess } from '#server/http/outside.ts'
import { type Found, nameOfId, type OpenDrive } from './drive.ts'
import { lengthOf } from './text.ts'
import { webdavClient } from './webdav-client.ts'

/** Errors that concern one folder, not the whole drive. */
const CLOSED: readonly ErrorName[] = ['outsideSignIn', 'outsideGone']

/** A WebDAV server: Nextcloud, ownCloud, Seafile and others. */
export const openWebdav: OpenDrive = (drive, outside) => {
  const { ask, list, inside } = webdavClient(drive, outside)

  /** A folder with everything inside; an inaccessible one does not stop the listing of others. */
  async function* folderWith(id: string, path: string[], signal: AbortSignal): AsyncGenerator<Found> {
    const found = { id, path, isFolder: true, size: 0 }
    const items = await inside(id, signal).catch((error: unknown) => {
      if (error instanceof Failure && CLOSED.includes(error.refusal)) return error.refusal
      throw error
    })
    if (!Array.isArray(items)) return yield { ...found, refused: items }
    yield found
    for (const { name, ...item } of items) {
      const here = [...path, name]
      if (!item.isFolder) yield { id: item.id, path: here, isFolder: false, size: item.size }
      else if (path.length < FOLDER_DEPTH_MAX) yield* folderWith(item.id, here, signal)
    }
  }

  return {
    kind: 'webdav',
    async look(folder, _after, signal) {
      const items = await inside(folder, signal)
      return { list: items.toSorted((a, b) => Number(b.isFolder) - Number(a.isFolder) || inOrder(a.name, b.name)) }
    },
    async *walk(id, signal) {
      const [item] = await list(id, '0', signal)
      const path = [nameOfId(id)]
      if (id.endsWith('/')) yield* folderWith(id, path, signal)
      else yield { id, path, isFolder: false, size: item?.size ?? 0 }
    },
    async open(id, signal) {
      const answer = await ask(id, { signal })
      demandSuccess(answer)
      return { size: lengthOf(answer.headers['content-length']), bytes: answer.body }
    },
  }
}
const inOrder = new Intl.Collator('zh', { numeric: true }).compare
