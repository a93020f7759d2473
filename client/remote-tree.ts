import { isFolder } from '#contract/core/directory.ts'
import { isFileName } from '#contract/core/file-names.ts'
import type { Api, FileRecord } from './api.ts'

/** An item of a space; `at` is its path below the requested folder. */
export type RemoteItem = { at: string; record: FileRecord; isFolder: boolean }

/**
 * The items of a folder and those below it; a folder comes before its contents. Invalid file names are skipped: they
 * could lead out of the target folder.
 */
export async function* walkRemote(api: Api, spaceId: string, hash: string, within = ''): AsyncGenerator<RemoteItem> {
  const folders: RemoteItem[] = []
  for await (const record of api.list(spaceId, hash)) {
    if (!isFileName(record.name)) continue
    const item = { at: within + record.name, record, isFolder: isFolder(record) }
    if (item.isFolder) folders.push(item)
    yield item
  }
  for (const { at, record } of folders) if (record.items) yield* walkRemote(api, spaceId, record.hash, `${at}/`)
}
