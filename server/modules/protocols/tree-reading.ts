import type { Readable } from 'node:stream'
import { Failure } from '#server/failure.ts'
import { demandFor } from '#server/modules/files/index.ts'
import type { Item } from './item.ts'
import type { Walk } from './tree-needs.ts'

type Range = { start: number; end: number }

/** Reads the bytes of files, with the rights of a client session. */
export function readingOf({ db, blobs, files, clientSession, space }: Walk) {
  const { actor } = clientSession
  const { policyContext } = space

  /** Checks that the client session may read a file. Throws fileForbidden, and fileGone for a folder. */
  async function demandRead(item: Item): Promise<string> {
    if (!item.sha256) throw new Failure('fileGone')
    await demandFor(db, { actor, policyContext, permission: 'file.download', nodes: [item.node] })
    return item.sha256
  }
  /** Records a download: from which offset, null for the whole. Ranges of one file are one download. */
  const noteRead = (item: Item, start: number | null) =>
    files.noteDownload(
      { space, actor, address: clientSession.address },
      item.node,
      item.path
        .slice(0, -1)
        .map((name) => `/${name}`)
        .join(''),
      start,
    )

  async function read(item: Item, range?: Range): Promise<Readable> {
    const sha256 = await demandRead(item)
    noteRead(item, range?.start ?? null)
    return blobs.read(sha256, range)
  }

  return { demandRead, noteRead, read }
}
export type Reading = ReturnType<typeof readingOf>
