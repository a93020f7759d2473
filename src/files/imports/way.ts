import type { Conflict } from '#contract/files.ts'
import type { Task } from '#contract/tasks.ts'

/** What a way of importing has to say: how it begins, null as long as nothing is chosen. */
type Place = { spaceId: string; hash?: string; conflict: Conflict }
export type Begin = (place: Place) => Promise<Task>
export type WayProps = { spaceId: string; onReady: (begin: Begin | null) => void }
