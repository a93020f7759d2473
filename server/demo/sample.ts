import type { SpaceType } from '#contract/core/policy.ts'
import type { Channel } from '#contract/journal.ts'
import type { Entry, FilesModule } from '#server/modules/files/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { Calendar } from './calendar.ts'
import type { PersonKey } from './people.ts'

/** A file of a sample space. The same path at a later time is a new version. */
export type DemoFile = {
  path: string
  author: PersonKey
  at: Date
  /** How it came; by default through the console. */
  via?: Channel
  make: () => Buffer | Promise<Buffer>
}
/** What the machine offers beyond the product itself. */
export type Tools = { ffmpeg: string | null }

export type DemoSpace = {
  name: string
  identifier: string
  introduction: string
  tags: string[]
  type: SpaceType
  owner: PersonKey
  members: Partial<Record<PersonKey, 'senior' | 'normal'>>
  /** Draws the cover. */
  cover?: () => Buffer
  files: (calendar: Calendar, tools: Tools) => DemoFile[]
}

/** A file whose content is stored. */
export type StoredFile = Omit<DemoFile, 'make'> & { blob: Entry['blob'] }

/** A new sample space, and what its parts need to fill it. */
export type SampleSpace = {
  identifier: string
  id: string
  rootId: string
  person(key: PersonKey): { id: string; name: string }
  files: Pick<FilesModule, 'createFolders'> & {
    /** Places files as at a past time. */
    placeAt: (tx: Tx, spaceId: string, entries: readonly Entry[], at: Date) => Promise<unknown>
  }
  stored: readonly StoredFile[]
  calendar: Calendar
  now: () => Date
  newId: () => string
}
