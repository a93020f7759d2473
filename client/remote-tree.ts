import { DIRECTORY } from '#contract/core/directory.ts'
import { isFileName } from '#contract/core/file-names.ts'
import type { Api, FileRecord } from './api.ts'

/** An item of a space; `at` is its place below the folder that was asked for. */
export type RemoteItem = { at: string; record: FileRecord; isFolder: boolean }

/**
 * What a folder holds, and those below it; folders come before what is in them. A name that no file may have is left
 * out: it would lead out of the folder that it is put into.
 */
export async function* walkRemote(api: Api, spaceId: string, hash: string, within = ''): AsyncGenerator<RemoteItem> {
  const folders: RemoteItem[] = []
  for await (const record of api.list(spaceId, hash)) {
    if (!isFileName(record.name)) continue
    const item = { at: within + record.name, record, isFolder: record.mime === DIRECTORY }
    if (item.isFolder) folders.push(item)
    yield item
  }
  for (const { at, record } of folders) if (record.items) yield* walkRemote(api, spaceId, record.hash, `${at}/`)
}
