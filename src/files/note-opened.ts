import { favourites } from '#contract/favourites.ts'
import type { FileRecord } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { currentView } from '#providers/view-as.ts'

/** Records that a file was opened, without waiting; nothing is recorded while viewing as somebody else. */
export function noteOpened(spaceId: string, record: FileRecord): void {
  if (currentView()) return
  call(favourites.opened, { spaceId, hash: record.hash }, { quiet: true }).catch(() => {
    // A failure is ignored: the file is then missing from the recent list.
  })
}
