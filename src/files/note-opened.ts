import { favourites } from '#contract/favourites.ts'
import type { FileRecord } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { currentView } from '#providers/view-as.ts'

/** Remembers what was opened; nobody waits for it, and whoever looks as somebody else leaves no trace. */
export function noteOpened(spaceId: string, record: FileRecord): void {
  if (currentView()) return
  call(favourites.opened, { spaceId, hash: record.hash }, { quiet: true }).catch(() => {
    // The list of what was opened last does without it.
  })
}
