import type { Conflict } from '#contract/files.ts'
import type { Task } from '#contract/tasks.ts'

/** The result of an import form: a function that starts the import, or null while nothing is chosen. */
type Place = { spaceId: string; hash?: string; conflict: Conflict }
export type Begin = (place: Place) => Promise<Task>
export type WayProps = { spaceId: string; onReady: (begin: Begin | null) => void }
