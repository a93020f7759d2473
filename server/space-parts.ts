import { approvalsPart } from './modules/approvals/part.ts'
import { backupsPart } from './modules/backups/part.ts'
import { componentsPart } from './modules/components/part.ts'
import { dataSourcesPart } from './modules/data-sources/part.ts'
import { dataViewsPart } from './modules/data-views/part.ts'
import { favouritesPart } from './modules/favourites/part.ts'
import type { FileHooks } from './modules/files/index.ts'
import { filesPart } from './modules/files/part.ts'
import { instrumentsPart } from './modules/instruments/part.ts'
import { joiningPart } from './modules/joining/part.ts'
import { journalPart } from './modules/journal/part.ts'
import { metadataPart } from './modules/metadata/part.ts'
import { personalDataPart } from './modules/personal-data/part.ts'
import { protocolsPart } from './modules/protocols/part.ts'
import { publicationsPart } from './modules/publications/part.ts'
import { renditionsPart } from './modules/renditions/part.ts'
import { reportsPart } from './modules/reports/part.ts'
import { rightsPart } from './modules/rights/part.ts'
import { sharesPart } from './modules/shares/part.ts'
import { spacesPart } from './modules/spaces/part.ts'
import { tablesPart } from './modules/tables/part.ts'
import { tasksPart } from './modules/tasks/part.ts'
import { uploadsPart } from './modules/uploads/part.ts'
import { versionsPart } from './modules/versions/part.ts'
import { webdavPart } from './modules/webdav/part.ts'
import type { SpacePart } from './space-part.ts'
import { unusedBy } from './storage/blob-use.ts'

/** All capabilities inside spaces. */
export const spaceParts: readonly SpacePart[] = [
  spacesPart,
  rightsPart,
  joiningPart,
  approvalsPart,
  filesPart,
  versionsPart,
  uploadsPart,
  protocolsPart,
  webdavPart,
  metadataPart,
  renditionsPart,
  favouritesPart,
  sharesPart,
  tasksPart,
  tablesPart,
  dataViewsPart,
  reportsPart,
  dataSourcesPart,
  journalPart,
  componentsPart,
  instrumentsPart,
  publicationsPart,
  backupsPart,
  personalDataPart,
]

/** Hooks of the parts for changes of items, for `files`. */
export const fileHooks: FileHooks = {
  copied: spaceParts.flatMap(({ items }) => items?.copied ?? []),
  overwritten: spaceParts.flatMap(({ items }) => items?.overwritten ?? []),
  crossed: spaceParts.flatMap(({ items }) => items?.crossed ?? []),
  purging: spaceParts.flatMap(({ items }) => items?.purging ?? []),
}

/** Queries of the bytes that a space `s` stores, and of those reserved in it. */
export const usedBytes = spaceParts.flatMap((part) => part.usedBytes ?? [])
export const reservedBytes = spaceParts.flatMap((part) => part.reservedBytes ?? [])

export const contentUses = spaceParts.flatMap(({ contents }) => contents ?? [])
/** SQL condition: no row references the content of `blob as b`. */
export const isUnused = unusedBy(contentUses)

/** Tables of the backup of a space, and the columns of them that reference contents, for `backups`. */
export const savedTables = spaceParts.flatMap(({ saved }) => saved ?? [])
/** What brings back the rest of a restored space, for `backups`. */
export const broughtBack = spaceParts.flatMap((part) => part.broughtBack ?? [])

/** Ways to find items, for `search`. */
export const searchWays = spaceParts.flatMap(({ search }) => search ?? [])

export const partRules = spaceParts.flatMap(({ doctor }) => doctor ?? [])

/** Hooks of the parts for members who leave, for `spaces`. */
export const memberLeaving = spaceParts.flatMap((part) => part.memberLeaving ?? [])
