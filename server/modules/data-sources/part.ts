import type { SpacePart } from '#server/space-part.ts'
import { giveToOwner } from './store.ts'

export const dataSourcesPart: SpacePart = {
  name: 'dataSources',
  tables: ['data_source', 'source_import', 'source_run'],
  memberLeaving: giveToOwner,
}
