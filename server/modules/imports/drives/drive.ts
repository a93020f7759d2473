import type { ErrorName } from '#contract/core/errors.ts'
import type { Drive, DriveKind, ForeignItem } from '#contract/imports.ts'
import type { Outside } from '#server/http/outside.ts'
import type { Sent } from '../source.ts'

/** What is below a chosen item of a drive; `path` leads there from what was chosen. A folder that is closed says why. */
export type Found = { id: string; path: string[]; isFolder: boolean; size: number; refused?: ErrorName }

/**
 * A kind of drive. To add one, write this for it and name it in `drives/index.ts` and in `DriveKind` of the contract;
 * tasks, rights, room, retry and progress come by themselves. An id that ends with `/` is a folder.
 */
export type DriveAdapter = {
  kind: DriveKind
  look(folder: string, after: string | undefined, signal: AbortSignal): Promise<{ list: ForeignItem[]; next?: string }>
  /** The item, and all below it when it is a folder, folders before what they hold. */
  walk(id: string, signal: AbortSignal): AsyncIterable<Found>
  open(id: string, signal: AbortSignal): Promise<Sent>
}
export type OpenDrive = (drive: Drive, outside: Outside) => DriveAdapter

/** The last name of an id. */
export const nameOfId = (id: string): string => id.split('/').filter(Boolean).at(-1) ?? ''
