import type { FastifyInstance } from 'fastify'
import { type FileRecord, files, trash } from '#contract/files.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import type { Call } from '#server/http/context.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { EnteredSpace, SpaceService } from '#server/modules/spaces/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { changePublisher } from './changes.ts'
import { sendContent } from './content/content.ts'
import { contentOf, filesOfSuffix, type Meant } from './content/contents-store.ts'
import { type DownloadNotes, downloadNotes } from './content/noting.ts'
import { readingFor } from './content/reading.ts'
import { sendThumb } from './content/thumb.ts'
import { createFolders, createNumbered, seekFolders } from './folders.ts'
import type { FileHooks } from './hooks.ts'
import { itemsOf, placesOf } from './listing/items.ts'
import { type LiveItem, liveItems } from './listing/live-items-store.ts'
import { mountSpacePage, spacePage } from './listing/readme.ts'
import { recordOf } from './listing/records.ts'
import { chainTo, folderChain, nodesOf, pathOf } from './listing/tree-store.ts'
import { pageBelow, revived, type WalkedRow, walkPath, walksAlong } from './listing/walk-store.ts'
import { type LockRow, sqlLockStore } from './locks/lock-store.ts'
import { noteUnlocked } from './locks/locked.ts'
import { setClientModified } from './moving/place-store.ts'
import { holdersOf, placeKey } from './names-store.ts'
import { type Entry, type Given, lookUpPlaces, placeFiles } from './place.ts'
import { demandFor } from './rights.ts'
import { type FileService, fileService } from './service.ts'
import { entrySender, type SendZip, zipSender } from './zip/zip-sender.ts'

export { disposition, SANDBOX, sendBytes } from './content/content.ts'
export { keepBlobs } from './content/contents-store.ts'
export { inlineTypeOf, mimeOf } from './content/mime.ts'
export { dropVersions, isHeld } from './content/version-store.ts'
export type { Copied, FileHooks, ItemHooks, SpaceTransfer } from './hooks.ts'
export { entriesOf, itemsIn } from './listing/entries.ts'
export { itemsOf, placesOf } from './listing/items.ts'
export { type Located, lookUp } from './listing/located-store.ts'
export { type NodeRow, recordOf } from './listing/records.ts'
export {
  type Chain,
  chainsTo,
  chainTo,
  folderChain,
  holdingOthers,
  nodeColumns,
  nodesOf,
  pathOf,
} from './listing/tree-store.ts'
export { covers } from './locks/locked.ts'
export { spaceQueue } from './locks/queue.ts'
export { checkedName, numbered, openName } from './names.ts'
export { type Entry, placeFiles } from './place.ts'
export { replaceFiles } from './replace.ts'
export { demandFor, demandMake, refusedOf } from './rights.ts'
export { demandRoom, reserving } from './room-store.ts'
export { putBack } from './trash/put-back.ts'
export { putInTrash } from './trash/trash-store.ts'
export { archiveTooLarge, entriesBelow, zipEntries } from './zip/zip.ts'
export { belowInPages } from './zip/zip-store.ts'
export { type ZipEntry, zipLength, zipStream } from './zip/zip-writer.ts'
export type { LiveItem, LockRow, WalkedRow }
export { revived, walksAlong }
/** The operations on files that other modules may use. */
export type FilesModule = ReturnType<typeof filesModule>

/** Folders, files, downloads and the trash of every space. */
export function filesModule(
  app: FastifyInstance,
  deps: Deps & { journal: Journal; spaces: SpaceService; hooks: FileHooks },
) {
  const { db, bus, spaces, journal, now, newId, log, hooks } = deps
  const publishChange = changePublisher(db, bus, (error) => log.error({ err: error }, 'change not published'))
  const service = fileService({ db, spaces, journal, now, newId, publishChange, hooks })
  mount(app, files.list, service.list)
  mount(app, files.show, async ({ spaceId, hash }, { actor }) => {
    const { record, above } = await service.find(spaceId, hash, actor)
    return { ...record, above }
  })
  mount(app, files.create, service.create)
  mount(app, files.conflicts, service.conflicts)
  mount(app, files.rename, service.rename)
  mount(app, files.renameMany, service.renameMany)
  mount(app, files.move, service.move)
  mount(app, files.copy, service.copy)
  mount(app, files.undoOverwrite, service.undoOverwrite)
  mount(app, files.remove, service.remove)
  mount(app, files.unlock, service.unlock)
  mount(app, trash.list, service.listTrash)
  mount(app, trash.mine, service.listMine)
  mount(app, trash.restore, service.restore)
  mount(app, trash.restoreMany, service.restoreMany)
  mount(app, trash.purge, service.purge)
  const noteDownload = downloadNotes({ journal, countDownload: spaces.countDownload, now })
  const sendEntries = entrySender()
  const sendZip = zipSender({ ...deps, sendEntries })
  mountDownloads(app, { ...deps, noteDownload, sendZip }, service)
  const pageOf = spacePage(deps)
  mountSpacePage(app, pageOf)
  const { find, list, sweepTrash, dropVersions } = service
  const byPath = { walk: walkPath.bind(null, db), below: pageBelow.bind(null, db), setClientModified }
  const { create, removeIn, moveTo, copyTo, setModified } = service
  const locks = sqlLockStore(db)
  const arranging = { ...byPath, locks, create, removeIn, moveTo, copyTo, setModified }
  const noted = { reading: readingFor({ ...deps, sendZip }), noteDownload: noteDownload.one }
  return {
    ...intakeFor(db, deps),
    ...arranging,
    ...noted,
    publishChange,
    sendEntries,
    pageOf,
    find,
    list,
    sweepTrash,
    dropVersions,
  }
}

type Downloading = { spaces: SpaceService; noteDownload: DownloadNotes; sendZip: SendZip }

function mountDownloads(
  app: FastifyInstance,
  { db, blobs, config, spaces, noteDownload, sendZip }: Deps & Downloading,
  service: FileService,
) {
  mountBytes(app, files.content, async ({ spaceId, hash, download }, { actor, request, reply }) => {
    const { space, node, above } = await service.find(spaceId, hash, actor)
    if (!node.sha256) throw new Failure('fileGone')
    const isDownload = download !== undefined
    // Viewing needs no separate permission: everyone who may enter the space may see all files (there is no read flag).
    if (isDownload)
      await demandFor(db, { actor, policyContext: space.policyContext, permission: 'file.download', nodes: [node] })
    const { sha256 } = node
    const path = pathOf(above.map(({ hash: id, name }) => ({ id, name })))
    const onBytes = (start: number | null) => {
      if (isDownload) noteDownload.one({ space, actor, address: request.ip }, node, path, start)
    }
    const { accelPrefix } = config
    return sendContent(request, reply, { node, sha256, isDownload, accelPrefix, blobs, onBytes })
  })
  mountBytes(app, files.thumb, async ({ spaceId, hash, v }, { actor, request, reply }) => {
    const { node } = await service.find(spaceId, hash, actor)
    return sendThumb({ db, blobs }, { sha256: node.sha256, isNamed: v === node.sha256 }, { request, reply })
  })
  const zip = async ({ spaceId, hash }: { spaceId: string; hash: string[] }, { actor, request, reply }: Call) => {
    const space = await spaces.enter(spaceId, actor)
    const nodes = await itemsOf(db, spaceId, hash)
    await demandFor(db, { actor, policyContext: space.policyContext, permission: 'file.download', nodes })
    const places = await placesOf(db, spaceId, nodes)
    return sendZip({ actor, request, reply }, { nodes }, () =>
      noteDownload.several({ space, actor, address: request.ip }, nodes, places),
    )
  }
  mountBytes(app, files.zip, zip)
  mountBytes(app, files.zipMany, zip)
}

/** Operations for modules that add files to a space. */
const intakeFor = (db: Db, { now, newId, journal }: { now: () => Date; newId: () => string; journal: Journal }) => ({
  createFolders,
  seekFolders,
  createNumbered: (tx: Tx, wish: { spaceId: string; folderId: string; name: string; authorId: string }) =>
    createNumbered(tx, { ...wish, now: now(), newId }),
  place: (tx: Tx, spaceId: string, entries: readonly Entry[], given: Given = {}) =>
    placeFiles(tx, spaceId, entries, { now: now(), newId, record: journal.record }, given),
  lookUpPlaces,
  noteUnlocked,
  /** Throws folderGone for a folder that is not in the space, or is deleted. */
  async demandFolder(space: EnteredSpace, folderId: string): Promise<void> {
    await folderChain(db, space, folderId)
  },
  liveItems: (ids: readonly string[]) => liveItems(db, ids),
  isLive: async (spaceId: string, id: string): Promise<boolean> => (await chainTo(db, spaceId, id)) !== null,
  /** The item with this name in a folder; null when the name is free. */
  async holderOf(spaceId: string, folderId: string, name: string): Promise<FileRecord | null> {
    const row = (await holdersOf(db, [{ folderId, name }])).get(placeKey(folderId, name))
    if (!row) return null
    const chain = await chainTo(db, spaceId, folderId)
    return recordOf(row, pathOf(chain ?? []))
  },
  /** A current or former content of a file; null when the file is not live or no longer has the content. */
  contentOf: (spaceId: string, hash: string, meant: Meant) => contentOf(db, spaceId, hash, meant),
  filesOfSuffix: (folderId: string, suffixes: readonly string[]) => filesOfSuffix(db, folderId, suffixes),
  /** Live files of a folder with one of these names. */
  named: async (folderId: string, names: readonly string[]) => [
    ...(
      await holdersOf(
        db,
        names.map((name) => ({ folderId, name })),
      )
    ).values(),
  ],
  async recordOf(spaceId: string, id: string): Promise<FileRecord> {
    const [node] = await nodesOf(db, spaceId, [id])
    const chain = node?.parent_id ? await chainTo(db, spaceId, node.parent_id) : null
    if (!node || !chain) throw new Failure('fileGone')
    return recordOf(node, pathOf(chain))
  },
})
