import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Db } from '#server/storage/database.ts'
import type { TableCatalogue } from './catalogue-store.ts'
import type { Changes } from './change-store.ts'
import type { TableIndexing } from './indexing.ts'
import type { TableKeeping } from './keeping.ts'
import type { TableNews } from './news.ts'
import type { RowPositions } from './positions.ts'
import type { Questions } from './question-store.ts'
import type { TableViews } from './view-store.ts'

/** Dependencies of the rules about tables. */
export type TableNeeds = {
  db: Db
  bus: Bus
  spaces: Pick<SpaceService, 'demand' | 'change' | 'enter' | 'enterWith' | 'belonging'>
  news: TableNews
  catalogue: TableCatalogue
  questions: Questions
  changes: Changes
  indexing: TableIndexing
  positions: RowPositions
  views: TableViews
  keeping: TableKeeping
  now: () => Date
  newId: () => string
}
