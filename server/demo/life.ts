import type { TemplateField } from '#contract/fields.ts'
import type { TaskKind } from '#contract/tasks.ts'
import type { PersonKey } from './people.ts'

type Lists = Partial<Record<PersonKey, readonly string[]>>

/** Events in a space in addition to its files. Paths are those of its files and folders. */
export type Life = {
  /** Views on a usual day, and days ago on which there was something new to see. */
  viewsADay: number
  busyDays: readonly number[]
  /** Downloads by members. */
  downloads: number
  favourites: Lists
  /** Opened last, the latest first. */
  opened: Lists
  described: readonly {
    path: string
    by: PersonKey
    tags?: readonly string[]
    note?: string
    meta?: Record<string, string>
  }[]
  shares: readonly {
    path: string
    by: PersonKey
    daysAgo: number
    days: number
    visits: number
    mayDownload: boolean
    /** People of the demo who opened the link, in this order. */
    openedBy?: readonly PersonKey[]
  }[]
  /** Drop boxes that wait for files. */
  boxes?: readonly { path: string; by: PersonKey; daysAgo: number; days: number; gb: number }[]
  /** Locks held by programs for the first hour. */
  locks?: readonly { path: string; by: PersonKey; owner: string }[]
  /** Fields of metadata templates; a choice names its vocabulary. */
  templates?: readonly {
    name: string
    folders: readonly string[]
    vocabularies: Record<string, readonly string[]>
    fields: readonly (Pick<TemplateField, 'key' | 'kind'> & Partial<TemplateField> & { vocabulary?: string })[]
  }[]
  versions: readonly { path: string; number: number; name: string; description?: string }[]
  snapshots: readonly { name: string; by: PersonKey; daysAgo: number }[]
  tasks: readonly { kind: TaskKind; title: string; by: PersonKey; daysAgo: number; items: number; bytes: number }[]
  requests: readonly { by: PersonKey; reason: string; hoursAgo: number }[]
  trashed: readonly { path: string; by: PersonKey; daysAgo: number }[]
  capacity?: { gb: number; reason: string }
}
