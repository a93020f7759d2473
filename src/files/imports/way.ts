import type { Conflict } from '#contract/files.ts'
import type { Task } from '#contract/tasks.ts'
import type { Side } from '../../folders/exposure.tsx'

/** The result of an import form: a function that starts the import, or null while nothing is chosen. */
type Place = { spaceId: string; hash?: string; conflict: Conflict }
export type Begin = (place: Place) => Promise<Task>
/** `space`: the one that takes the items in. */
export type WayProps = { spaceId: string; space: Side; onReady: (begin: Begin | null) => void }
