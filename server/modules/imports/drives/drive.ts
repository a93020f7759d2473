import type { ErrorName } from '#contract/core/errors.ts'
import type { Drive, DriveKind, ForeignItem } from '#contract/imports.ts'
import type { Outside } from '#server/http/outside.ts'
import type { Sent } from '../source.ts'

/**
 * An item below a selected item of a drive, with its path from there. `refused` is the reason for an inaccessible
 * folder.
 */
export type Found = { id: string; path: string[]; isFolder: boolean; size: number; refused?: ErrorName }

/**
 * A kind of drive. To add one, implement this type and add it to `drives/index.ts` and to `DriveKind` of the contract;
 * tasks, permissions, storage, retry and progress need no further code. An id that ends with `/` is a folder.
 */
export type DriveAdapter = {
  kind: DriveKind
  look(folder: string, after: string | undefined, signal: AbortSignal): Promise<{ list: ForeignItem[]; next?: string }>
  /** The item, and everything below a folder, parent folders first. */
  walk(id: string, signal: AbortSignal): AsyncIterable<Found>
  open(id: string, signal: AbortSignal): Promise<Sent>
}
export type OpenDrive = (drive: Drive, outside: Outside) => DriveAdapter

/** The last name in an id. */
export const nameOfId = (id: string): string => id.split('/').filter(Boolean).at(-1) ?? ''
