import type { SpaceType } from '#contract/core/policy.ts'
import type { FileRecord } from '#contract/files.ts'
import type { Channel } from '#contract/journal.ts'
import type { DraftFields } from '#contract/publications/draft.ts'
import type { Query, SourceRef } from '#contract/queries/query.ts'
import type { ReportContent } from '#contract/reports.ts'
import type { Cell, ColumnDraft } from '#contract/tables/columns.ts'
import type { Failure } from '#server/failure.ts'
import type { Entry, FilesModule } from '#server/modules/files/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { Calendar } from './calendar.ts'
import type { Life } from './life.ts'
import type { PersonKey } from './people.ts'

/** A file of a sample space. The same path at a later time is a new version. */
export type DemoFile = {
  path: string
  author: PersonKey
  at: Date
  /** The access method of the upload; by default the console. */
  via?: Channel
  make: () => Buffer | Promise<Buffer>
}
/** What the machine offers in addition to the product itself. */
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
  /** Further events; absent: none. */
  life?: Life
  tables?: (calendar: Calendar) => DemoTable[]
  views?: (calendar: Calendar) => DemoView[]
  reports?: (calendar: Calendar) => DemoReport[]
  publications?: (calendar: Calendar) => DemoPublication[]
}

/** A table of a sample space; cells name files and people of the space. */
export type DemoTable = {
  name: string
  description: string
  maker: PersonKey
  at: Date
  columns: readonly ColumnDraft[]
  rows: (space: Pick<SampleSpace, 'itemId' | 'person'>) => Cell[][]
}

/** A table of a sample space as a source of a view, with the keys of its columns by name. */
export type DemoSource = { ref: SourceRef; column: (name: string) => string }
export type DemoView = {
  name: string
  description: string
  maker: PersonKey
  at: Date
  query: (tables: (name: string) => DemoSource) => Query
}

export type DemoReport = {
  name: string
  description: string
  maker: PersonKey
  at: Date
  content: (tables: (name: string) => DemoSource) => ReportContent
}

/** A dataset of a sample space: published by a reviewer, or still waiting for one. */
export type DemoPublication = {
  maker: PersonKey
  reviewer: PersonKey | null
  madeAt: Date
  submittedAt: Date
  /** Null: not decided yet. */
  publishedAt: Date | null
  /** Id of a built-in template. */
  template: string
  /** Paths of files and folders. */
  chosen: readonly string[]
  /** Names of tables and boards. */
  tables?: readonly string[]
  boards?: readonly string[]
  fields: Omit<DraftFields, 'files' | 'tables' | 'boards' | 'template' | 'authors'>
  authors: readonly DemoAuthor[]
}
/** The family and given name of one of the people; the first author is the contact. */
export type DemoAuthor = { key: PersonKey; family: string; given: string; orcid?: string }

/** A file whose content is stored. */
export type StoredFile = Omit<DemoFile, 'make'> & { blob: Entry['blob'] }

/** A new sample space, and what its parts need to fill it. */
export type SampleSpace = Pick<
  DemoSpace,
  'identifier' | 'name' | 'type' | 'owner' | 'members' | 'life' | 'tables' | 'views' | 'reports' | 'publications'
> & {
  id: string
  rootId: string
  createdAt: Date
  /** The members but the owner, and when each joined. */
  joinedAt: ReadonlyMap<PersonKey, Date>
  person(key: PersonKey): { id: string; name: string }
  files: Pick<FilesModule, 'createFolders'> & {
    /** Places files as at a past time. */
    placeAt: (tx: Tx, spaceId: string, entries: readonly Entry[], at: Date) => Promise<(FileRecord | Failure)[]>
  }
  stored: readonly StoredFile[]
  /** The id of a placed file or folder. Throws for a path that is not there. */
  itemId(path: string): string
  /** Notes the id of a file or folder when it is placed. */
  placed(path: string, id: string): void
  seal: Seal
  calendar: Calendar
  now: () => Date
  newId: () => string
}
